"""docs/write-a-bot.md is true: its bot plays and is found, its transcript and its messages are real ones."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import harena
from bots.programs import pid_of
from bots.test_entry_points import LIST, bring, run
from bots.transcript import transcript
from contract.play import new_match
from harena import bots
from harena.bots import program
from harena.bots.bot import Bot, Chair
from harena.bots.program import ProgramBot
from harena.core.dice import fast_dice
from harena.core.errors import BotError
from harena.core.game import AnyGame
from resting import wait_until_it_rests

PAGE = (Path(__file__).parent.parent.parent / "docs/write-a-bot.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


@pytest.fixture
def hasty() -> Bot:
    """The bot of the page."""
    names: dict[str, Any] = {"__name__": "my_bots"}
    exec(block("python"), names)
    bot: Bot = names["HastyBot"]()
    return bot


def test_the_bot_of_the_page_plays_every_game_the_same_way_again(game: AnyGame, hasty: Bot) -> None:
    records = []
    for _ in range(2):
        match, dice = new_match(game, 1), fast_dice(1)
        for _ in range(30):
            if not match.over:
                match.play(bots.ask(hasty, match, dice))
        records.append(match.record())
    assert records[0].actions
    assert records[0] == records[1]


def test_the_bot_of_the_page_is_better_than_chance(hasty: Bot) -> None:
    other, won = bots.find("random"), 0.0
    for seed in range(20):
        match, dice = harena.new("dawn_raid", seed=seed), fast_dice(seed)
        while not match.over:
            match.play(bots.ask(hasty if match.seat == seed % 2 else other, match, dice))
        won += match.scores[seed % 2]
    assert won > 12


def test_the_package_of_the_page_brings_its_bot(tmp_path: Path) -> None:
    entries = tomllib.loads(block("toml"))["project"]["entry-points"]["harena.bots"]
    (tmp_path / "my_bots.py").write_text(block("python"))
    bring(tmp_path, *(f"{name} = {value}" for name, value in entries.items()))
    assert " hasty Tries every open action a few times" in run(tmp_path, LIST)


@pytest.mark.skipif(os.name != "posix", reason="programs are bots only there")
def test_the_transcript_of_the_page_is_what_passes_between_harena_and_the_example() -> None:
    assert transcript() == block("text")


GAME = 'print(\'{"type": "ready"}\')'
ANSWER = 'print(\'{"type": "action", "number": 0, "action": "type:ranged"}\')'


@pytest.mark.skipif(os.name != "posix", reason="programs are bots only there")
@pytest.mark.parametrize(
    "lines",
    [
        None,
        [GAME, "input()", "sys.exit(3)"],
        [GAME, "input()", "time.sleep(60)"],
        [GAME, "input()", "print('I attack!')"],
        [GAME, "input()", "print('x' * 100000)"],
        [GAME, "input()", GAME],
        [GAME, "input()", ANSWER.replace("0", "7")],
        [GAME, "input()", ANSWER.replace("type:ranged", "raid:end")],
        [GAME, ANSWER, "time.sleep(60)"],
    ],
)
def test_the_messages_on_the_page_are_those_one_gets(
    lines: list[str] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if lines is not None:
        start = [f"#!{sys.executable} -ISu", "import sys, time", "input()"]
        Path("my_bot").write_text("\n".join([*start, *lines]))
        Path("my_bot").chmod(0o755)
    with pytest.raises(BotError) as caught:
        sit_down_and_decide(lines or [])
    said = str(caught.value).replace("0.5 s", f"{program.SECONDS:g} s")
    assert f"`{said}`" in PAGE or f"`{re.sub(', .number.*', ', ...', said)}" in PAGE


def sit_down_and_decide(lines: list[str]) -> None:
    """The first decision of Dawn Raid, for a program of these lines."""
    slow, hasty = "time.sleep(60)" in lines, ANSWER in lines
    match = harena.new("dawn_raid", seed=1, first_attacker="seat1")
    bot = ProgramBot(["./my_bot"], seconds=0.5 if slow else 10)
    bot.sit_down(Chair(match.game, match.pack, match.options, 0))
    if hasty:
        wait_until_it_rests(pid_of(bot))  # it has said what nobody asked for
    bots.ask(bot, match, fast_dice(1))
