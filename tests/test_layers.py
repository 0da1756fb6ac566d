"""A room knows only the rooms it needs, and the core needs only msgspec and what mypyc brings."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "harena"
MODULES = sorted(SOURCE.rglob("*.py"))

# Which rooms a room may import, besides itself.
ROOMS = {
    "core": set(),
    "look": {"core"},
    "games": {"core", "look"},
    "bots": {"core"},
    "rl": {"core", "bots", "lab"},
    "lab": {"core", "look", "bots"},
    "terminal": {"core", "look", "bots"},
    "server": {"core", "bots"},
    "client": {"core"},
    "web": {"core", "look", "bots", "server", "version"},
}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_the_rooms_it_needs(path: Path) -> None:
    room = path.relative_to(SOURCE).parts[0]
    ours = {name.split(".")[1] for name in imported(path) if name.startswith("harena.")}
    if room in ROOMS:
        assert ours - {room} <= ROOMS[room]
    if room not in ("commands", "__main__.py"):
        assert "commands" not in ours, "nothing imports the command line"


def test_a_game_does_not_know_another_game() -> None:
    for path in (SOURCE / "games").rglob("*.py"):
        own = path.relative_to(SOURCE).parts[1]
        others = {name for name in imported(path) if name.startswith("harena.games.")}
        assert all(name.split(".")[2] == own for name in others), path


def test_pickles_go_only_between_processes_that_one_person_started() -> None:
    """Loading a pickle runs whatever its writer wanted: nothing that comes from outside is one."""
    loading = {str(path.relative_to(SOURCE)) for path in MODULES if "pickle" in imported(path)}
    assert loading == {"lab/processes.py", "lab/ray_cluster.py", "server/painting.py"}


def test_the_core_needs_only_msgspec_and_what_mypyc_brings() -> None:
    """Pictures are made in `look`; terminal screens (rich) on request, for anyone who has that installed."""
    allowed = set(sys.stdlib_module_names) | {"harena", "librt", "msgspec", "mypy_extensions", "__future__"}
    for path in (SOURCE / "core").rglob("*.py"):
        outside = {name.split(".")[0] for name in imported(path)} - allowed
        assert outside <= ({"rich"} if path.name == "game.py" else set()), path
