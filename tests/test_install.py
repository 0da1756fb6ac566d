"""What is packed up can be installed, and what is built in place is never older than its source.

`make test-install` also compiles what was packed, and tries it in environments with nothing else in them,
which takes some minutes. HARENA_TEST_INSTALL=pure leaves out the compiling.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from test_layers import imported

ROOT = Path(__file__).parent.parent
BUILT = sysconfig.get_config_var("EXT_SUFFIX")
FILES = ("setup.py", "MANIFEST.in", "compiled.txt", "pyproject.toml", "README.md", "LICENSE", "NOTICE.md")
PURE = {"HARENA_PURE": "1"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return copied(tmp_path / "checkout")


def copied(copy: Path) -> Path:
    """A copy of the source without anything built."""
    skip = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", copy / "src", ignore=skip)
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    return copy


def run(*words: str | Path, at: Path, **environment: str) -> str:
    """What a command says, in a folder and with these variables set."""
    plain = {name: value for name, value in os.environ.items() if name != "HARENA_PURE"}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=at,
        env={**plain, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def build(what: str, at: Path, **environment: str) -> Path:
    """What an installer asks setuptools to do: build_sdist, build_editable."""
    made = at.parent / "made"
    made.mkdir(exist_ok=True)
    hook = f"from setuptools import build_meta; build_meta.{what}({str(made)!r})"
    run(sys.executable, "-c", hook, at=at, **environment)
    return max(made.iterdir(), key=lambda file: file.stat().st_mtime_ns)


def unpack(sdist: Path) -> Path:
    with tarfile.open(sdist) as packed:
        packed.extractall(sdist.parent, filter="data")
    return sdist.parent / sdist.name.removesuffix(".tar.gz")


def wheel_of(source: Path, **environment: str) -> Path:
    pip = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index"]
    run(*pip, "--wheel-dir", source.parent, source, at=source.parent, **environment)
    return next(source.parent.glob("*.whl"))


def test_what_is_packed_up_can_be_built_and_is_complete(checkout: Path) -> None:
    wheel = wheel_of(unpack(build("build_sdist", checkout, **PURE)), **PURE)
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    source = checkout / "src"
    needed = [
        path.relative_to(source).as_posix()
        for path in (source / "harena").rglob("*")
        if path.suffix in (".py", ".j2", ".toml", ".typed") or path.name in ("RULES.md", "PACKS.md")
    ]
    assert "harena/games/dawn_raid/content/standard/pack.toml" in needed
    assert set(needed) <= names
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    with zipfile.ZipFile(wheel) as packed:
        about = packed.read(next(name for name in names if name.endswith(".dist-info/METADATA"))).decode()
    assert set(re.findall(r"^Provides-Extra: (.+)$", about, re.MULTILINE)) == set(extras)


# --- what each room needs is what its extra brings


EXTRAS = {
    "client": ["web"],
    "commands": ["lab"],  # with a sentence where it is missing
    "lab": ["lab", "ray"],
    "rl": ["rl", "ray"],
    "server": ["web", "postgres"],
    "web": ["web"],
}
NAMES = {"markdown-it-py": "markdown_it", "open-spiel": "pyspiel"}  # of packages that are imported by another
COME_ALONG = {"markupsafe", "open_spiel"}  # with jinja2, and as a second name of open-spiel
FOR_OTHERS = {"rl": {"pufferlib"}}  # whoever uses it has it


def brought(extras: list[str]) -> set[str]:
    """The modules that Harena brings, with these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    words = [word for extra in extras for word in project["optional-dependencies"][extra]]
    named = (re.split(r"[^\w-]", word)[0] for word in project["dependencies"] + words)
    return {NAMES.get(name, name.replace("-", "_")) for name in named} | COME_ALONG


@pytest.mark.parametrize(
    "room", sorted(path.name for path in (ROOT / "src/harena").iterdir() if path.is_dir())
)
def test_a_room_imports_only_what_its_extra_brings(room: str) -> None:
    extras = EXTRAS.get(room, [])
    allowed = set(sys.stdlib_module_names) | {"harena", "__future__"}
    allowed |= brought(extras) | FOR_OTHERS.get(room, set())
    for path in (ROOT / "src/harena" / room).rglob("*.py"):
        outside = {name.split(".")[0] for name in imported(path)} - allowed
        assert outside == set(), f"{path} imports what is not in {extras}"


def compile_only_bits(checkout: Path) -> None:
    """One module is enough to see what a build leaves, and quick."""
    (checkout / "compiled.txt").write_text("harena/core/bits.py\n")
    for listed in (checkout / "src/harena/games").glob("*/compiled.txt"):
        listed.unlink()


@pytest.mark.parametrize("why", [PURE, {"CC": "/bin/false"}], ids=["HARENA_PURE", "no compiler"])
def test_a_build_without_compiling_leaves_no_module_of_an_older_build(
    checkout: Path, why: dict[str, str]
) -> None:
    compile_only_bits(checkout)
    core = checkout / "src/harena/core"
    stale = [core / f"bits{BUILT}", core / f"left_the_list{BUILT}", checkout / f"src/harena__mypyc{BUILT}"]
    for module in stale:
        module.touch()
    build("build_editable", checkout, **why)
    assert [module for module in stale if module.exists()] == []


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_a_build_leaves_no_module_that_it_does_not_replace(checkout: Path) -> None:
    compile_only_bits(checkout)
    stale = checkout / f"src/harena/core/left_the_list{BUILT}"
    stale.touch()
    build("build_editable", checkout)
    assert not stale.exists()
    assert (checkout / f"src/harena/core/bits{BUILT}").stat().st_size > 0


def test_building_a_package_takes_nothing_away_from_the_checkout(checkout: Path) -> None:
    module = checkout / f"src/harena/core/bits{BUILT}"
    module.touch()
    build("build_sdist", checkout, **PURE)
    build("build_wheel", checkout, **PURE)
    assert module.exists()


# --- make


REASON = "harena: installing as plain Python, about 20 times slower: there is no compiler"


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A folder in which `make` finds tools that only pretend."""
    for name in ("Makefile", "compiled.txt", "setup.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name in (line for line in (ROOT / "compiled.txt").read_text().split("\n") if line.endswith(".py")):
        (tmp_path / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "src" / name).touch()
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/tools").touch()
    pretend(tmp_path, "harena", "echo Harena 0")
    return tmp_path


def pretend(folder: Path, name: str, does: str) -> None:
    tool = folder / ".venv/bin" / name
    tool.write_text(f"#!/bin/sh\n{does}\n")
    tool.chmod(0o755)


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_says_why_it_fell_back_to_plain_python(made: Path) -> None:
    pretend(made, "python", f"echo '  {REASON}' >&2; echo much else")
    said = run("make", "--no-print-directory", ".venv/built", at=made)
    assert said.count(REASON) == 1
    assert "much else" not in said
    assert (made / ".venv/built").exists()


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_says_nothing_of_that_kind_when_it_compiled(made: Path) -> None:
    pretend(made, "python", "echo fine")
    assert run("make", "--no-print-directory", ".venv/built", at=made).splitlines() == [
        "Compiling Harena.",
        "Harena 0",
    ]


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_shows_what_went_wrong_when_nothing_could_be_installed(made: Path) -> None:
    pretend(made, "python", "echo no such package; exit 1")
    with pytest.raises(AssertionError, match="no such package"):
        run("make", "--no-print-directory", ".venv/built", at=made)
    assert not (made / ".venv/built").exists()


# --- the whole way, for `make test-install`


HOW = os.environ.get("HARENA_TEST_INSTALL", "")
TOURED = ["batch", "PettingZoo", "Gymnasium", "OpenSpiel"]
QUICKLY = ["--iterations", "10", "--bots", "greedy"]  # of the example that solves a tiny game
long = pytest.mark.skipif(not HOW, reason="takes minutes: make test-install")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made from what is packed up."""
    copy = copied(tmp_path_factory.mktemp("packed") / "checkout")
    return wheel_of(unpack(build("build_sdist", copy)), **(PURE if HOW == "pure" else {}))


def alone(*words: str | Path, at: Path) -> str:
    """What a command says that finds nothing but what is installed beside it."""
    return run(*words, at=at, PYTHONPATH="")


def clean(folder: Path, wheel: Path, extra: str) -> Path:
    """The Python of a new environment, into which only Harena with this extra was installed."""
    alone(sys.executable, "-m", "venv", folder, at=folder.parent)
    python = folder / "bin" / "python"
    wanted = f"harena[{extra}]" if extra else "harena"
    alone(python, "-m", "pip", "install", "--find-links", wheel.parent, wanted, at=folder.parent)
    return python


@long
def test_what_is_packed_up_is_installed_compiled_and_plays(wheel: Path, tmp_path: Path) -> None:
    python = clean(tmp_path / "plain", wheel, "")
    harena = [python.parent / "harena"]
    core = "plain Python" if HOW == "pure" else "compiled core"
    assert core in alone(*harena, "--version", at=tmp_path)
    words = ["play", "dawn_raid", "--seats", "bot:random,bot:random", "--save", "game.json"]
    alone(*harena, *words, at=tmp_path)
    assert "This record holds" in alone(*harena, "verify", "game.json", at=tmp_path)
    alone(*harena, "simulate", "knockdown", "--games", "4", "--out", "games.csv", at=tmp_path)
    assert (tmp_path / "games.csv").exists()


TOUR = """
import gymnasium
import pyspiel
import harena.rl.gym
from harena.rl import spiel, zoo
from harena.rl.batch import Batch

batch = Batch("dawn_raid", 8, seed=1)
while not batch.terminations.any():
    batch.step(batch.masks.argmax(axis=1))
print("batch")

env = zoo.env("dawn_raid")
env.reset(seed=1)
for agent in env.agent_iter():
    seen, _, ended, cut, _ = env.last()
    env.step(None if ended or cut else int(seen["action_mask"].argmax()))
print("PettingZoo")

env, ended = gymnasium.make("harena/DawnRaid-v0"), False
_, info = env.reset(seed=1)
while not ended:
    _, _, ended, _, info = env.step(info["action_mask"].argmax())
print("Gymnasium")

state = pyspiel.load_game("harena_dawn_raid").new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
assert sum(state.returns()) == 0
print("OpenSpiel")
"""


def test_a_tour_of_everything_that_rl_is_for() -> None:
    assert run(sys.executable, "-W", "error", "-c", TOUR, at=ROOT).splitlines() == TOURED


@long
def test_with_rl_nothing_else_is_needed_for_learning(wheel: Path, tmp_path: Path) -> None:
    python = clean(tmp_path / "rl", wheel, "rl")
    assert alone(python, "-c", TOUR, at=tmp_path).splitlines() == TOURED
    alone(python, "-m", "doctest", "-o", "ELLIPSIS", ROOT / "docs" / "research.md", at=tmp_path)
    page = (ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")
    shown = page.split("```python\n")[1].split("```")[0]
    assert "pyspiel.load_game" in shown
    alone(python, "-c", shown, at=tmp_path)
    alone(python, ROOT / "examples" / "exploitability.py", *QUICKLY, at=tmp_path)


@long
@pytest.mark.parametrize("extra", ["web", "lab"])
def test_an_extra_brings_what_it_is_for(wheel: Path, tmp_path: Path, extra: str) -> None:
    python = clean(tmp_path / extra, wheel, extra)
    harena = python.parent / "harena"
    if extra == "web":
        alone(python, "-c", "import harena.web, harena.server.app, harena.client", at=tmp_path)
    else:
        alone(harena, "ratings", "dawn_raid", "random", "greedy", "--games", "4", at=tmp_path)
        alone(harena, "simulate", "dawn_raid", "--games", "4", "--out", "games.parquet", at=tmp_path)
