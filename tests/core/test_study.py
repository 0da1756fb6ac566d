"""A game's study.toml: read once, checked, and none is needed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from harena.bots.registry import LEVELS
from harena.bots.registry import find as find_bot
from harena.core import registry
from harena.core.errors import PackError
from harena.core.options import read_options
from harena.core.study import FILE, MIDDLE, Study, read_study

CONTRACT = Path(__file__).parents[2] / "docs" / "contract.md"


def test_a_game_without_one_has_an_empty_study(tmp_path: Path) -> None:
    assert read_study(tmp_path) == Study()


def test_a_count_needs_a_title_only(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('[counts]\nwounds = { title = "Wounds" }\n', encoding="utf-8")
    wounds = read_study(tmp_path).counts["wounds"]
    assert (wounds.title, wounds.judged, wounds.place) == ("Wounds", False, MIDDLE)


def test_the_contract_explains_each_part() -> None:
    text = CONTRACT.read_text(encoding="utf-8")
    for field in msgspec.structs.fields(Study):
        ways = (field.name, f"[{field.name}]", f"[[{field.name}]]")
        assert any(f"| `{written}` |" in text for written in ways), field.name


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[[strength]]\nbots = ["mcts"]\nleast = 0.5\ngames = 10\n', "bots"),
        ('[[strength]]\nbots = ["a", "b"]\nleast = 55\ngames = 10\n', "least"),
        ('[[balance]]\nbots = "a"\ngames = 0\nbars = ["1-2"]\n', "games"),
        ('[[levels]]\nbots = ["a", "b"]\nleast = 0.8\nmost = 0.65\ngames = 9\n', "most"),
        ("[counts]\nwounds = { name = 'W' }\n", "counts"),
        ("colour = 3\n", "colour"),
    ],
)
def test_a_slip_is_named_with_its_file(tmp_path: Path, text: str, named: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(PackError) as error:
        read_study(tmp_path)
    assert FILE in str(error.value)
    assert named in str(error.value)


def test_a_level_has_a_window() -> None:
    for name in registry.names():
        for level in registry.find(name).study.levels:
            assert 0.5 <= level.least < level.most < 1, f"{name}: {level}"


def test_every_level_is_measured_against_the_one_below_in_every_installed_game() -> None:
    pairs = [[better, other] for other, better in pairwise(LEVELS)]
    for name in registry.installed():
        assert [level.bots for level in registry.find(name).study.levels] == pairs, name


@pytest.mark.parametrize("name", registry.names())
def test_bots_and_options_of_a_study_exist(name: str) -> None:
    game = registry.find(name)
    for bar in [*game.study.strength, *game.study.levels, *game.study.quick]:
        seats = game.seats(read_options(game.options, bar.options))
        assert len(bar.bots) in (2, seats)
        assert all(find_bot(bot) for bot in bar.bots)
    for each in game.study.honesty:
        assert find_bot(each.bot)
        read_options(game.options, each.options)
