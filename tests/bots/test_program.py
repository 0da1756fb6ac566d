"""Programs as bots: they play by lines of JSON, and learn only what their seat may."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import harena
from bots.programs import (
    Writer,
    first_decision,
    pid_of,
    play_out,
    seat_at,
)
from contract.play import every_position, new_match, options_for, pack_of
from harena import bots
from harena.bots import program
from harena.bots.bot import Chair
from harena.bots.program import ProgramBot
from harena.core.dice import fast_dice
from harena.core.errors import BotError, HarenaError
from harena.core.game import AnyGame
from harena.core.state import OVER, State

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "bots"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are bots only there")


# --- playing


def test_a_program_plays_every_game_to_its_end(game: AnyGame, written: Writer) -> None:
    bot = written()
    for seed in range(2):
        match = play_out(new_match(game, seed), bot, seat=seed)
        assert match.over
        assert any(seat == seed for seat, _ in match.played)
    bot.close()


@pytest.mark.parametrize(
    ("interpreter", "file", "name"),
    [
        (sys.executable, "plain_bot.py", "Plain bot"),
        ("node", "chance.js", "Chance"),
        ("perl", "last.pl", "Last"),
    ],
)
def test_the_example_programs_play(game: AnyGame, interpreter: str, file: str, name: str) -> None:
    if shutil.which(interpreter) is None:
        pytest.skip(f"there is no {interpreter} here")
    bot = bots.find(f"program:{shlex.quote(interpreter)} {EXAMPLES / file}")
    assert isinstance(bot, ProgramBot)
    assert play_out(new_match(game, 1), bot).over
    assert bot.called == name
    bot.close()


def test_the_plain_example_takes_what_is_worth_having() -> None:
    """It ends raids for four cards and more, and takes chances before."""
    bot = ProgramBot([sys.executable, str(EXAMPLES / "plain_bot.py")])
    match, dice = harena.new("dawn_raid", seed=3), fast_dice(3)
    seat_at(bot, match)
    ended = 0
    while not match.over:
        action = match.actions.notation(bots.ask(bot, match, dice))
        view: Any = match.view(match.seat)
        if "raid:end" in match.legal() and len(view.pot) + len(view.attack) + len(view.defence) >= 4:
            assert action == "raid:end"
            ended += 1
        match.play(action)
    assert ended > 3
    bot.close()


def test_the_same_dice_give_the_same_game(written: Writer) -> None:
    bot = written()
    records = [play_out(harena.new("dawn_raid", seed=2), bot, seed=seed).record() for seed in (5, 5, 6)]
    assert records[0] == records[1]
    assert records[0].actions != records[2].actions
    bot.close()


def test_a_program_stays_for_the_next_game(written: Writer) -> None:
    bot, pids = written(), []
    for _ in range(2):
        play_out(harena.new("dawn_raid", seed=2), bot)
        pids.append(pid_of(bot))
    assert pids[0] == pids[1]
    bot.close()


@pytest.mark.parametrize("leaving", ["sys.exit()", "sys.stdout.close(); time.sleep(0.3); os._exit(0)"])
def test_a_program_may_leave_after_a_game_and_is_started_again(written: Writer, leaving: str) -> None:
    bot = written(over=leaving)
    for _ in range(3):
        assert play_out(harena.new("dawn_raid", seed=2), bot).over
    bot.close()


def test_a_program_may_stand_up_in_the_middle_and_sit_down_again(written: Writer) -> None:
    bot = written()
    first_decision(bot)
    bot.stand_up()
    bot.stand_up()
    assert play_out(harena.new("dawn_raid", seed=2), bot).over
    bot.close()


def test_who_has_not_sat_down_is_not_asked(written: Writer) -> None:
    match = harena.new("dawn_raid", seed=1)
    with pytest.raises(BotError, match="asked before it sat down"):
        bots.ask(written(), match, fast_dice(1))


# --- the text after `program:`


def test_the_command_is_split_like_a_shells_but_no_shell_is_asked() -> None:
    bot = bots.find("program:./my_bot --flag 'two words' $HOME; ls")
    assert isinstance(bot, ProgramBot)
    assert bot.command == ["./my_bot", "--flag", "two words", "$HOME;", "ls"]
    assert bot.seconds == 10


@pytest.mark.parametrize(("text", "seconds"), [("30s ./my_bot", 30), ("250ms ./my_bot", 0.25)])
def test_a_time_before_the_command_is_the_time_for_a_decision(text: str, seconds: float) -> None:
    bot = bots.find(f"program:{text}")
    assert isinstance(bot, ProgramBot)
    assert (bot.command, bot.seconds) == (["./my_bot"], seconds)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("program", "it takes the command that starts the program"),
        ("program:  ", "it takes the command that starts the program"),
        ("program:5s", "it takes the command that starts the program"),
        ("program:0s ./my_bot", "needs some time"),
        ("program:'./my_bot", "No closing quotation"),
    ],
)
def test_what_is_no_command_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(HarenaError, match=sentence):
        bots.find(text)


# --- what is said to it


class Listener:
    """In place of a program: keeps what it is told, and takes the first open action."""

    told: list[bytes]

    def __init__(self, command: list[str]) -> None:
        self.over = False

    def ask(self, message: bytes, seconds: float) -> bytes:
        type(self).told.append(message)
        asked = json.loads(message)
        if asked["type"] == "game":
            return b'{"type": "ready"}'
        chosen = asked["actions"][0]["action"]
        return json.dumps({"type": "action", "number": asked["number"], "action": chosen}).encode()

    def tell(self, message: bytes) -> None:
        type(self).told.append(message)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """All that programs are told in a test."""
    Listener.told = []
    monkeypatch.setattr(program, "Conversation", Listener)
    return Listener.told


def listener(game: AnyGame, seed: int, seat: int) -> ProgramBot:
    """On a seat of the game that is played with this seed."""
    bot = ProgramBot(["nothing"])
    bot.sit_down(Chair(game, pack_of(game), game.options(**options_for(game, seed)), seat))
    return bot


def decisions(game: AnyGame) -> Iterator[tuple[int, State]]:
    """Every decision of some random games, each with its game's seed."""
    for seed in (5, 6, 7):
        for state in every_position(game, 1, first_seed=seed):
            if state.seat != OVER:
                yield seed, state


def test_what_a_program_is_told_is_the_same_whatever_the_hidden_truth_is(
    game: AnyGame, told: list[bytes]
) -> None:
    """Byte for byte, over whole games, with the same dice of its own and secrets permuted."""
    others = 0
    for number, (seed, state) in enumerate(decisions(game)):
        other_truth = state.guess(state.seat, fast_dice(number))
        others += other_truth.key() != state.key()
        told.clear()
        for truth in (state, other_truth):
            dice, bot = fast_dice(11), listener(game, seed, truth.seat)
            bot.choose(truth.guess(truth.seat, dice), dice)
            bot.stand_up()
        assert len(told) == 6
        assert told[:3] == told[3:]
    assert others > 10, "the secrets were permuted"


def test_what_a_program_is_told_shows_nothing_that_was_only_guessed(game: AnyGame, told: list[bytes]) -> None:
    """Byte for byte the same for the truth and for any guess, so it is what the seat knows."""
    for number, (seed, state) in enumerate(decisions(game)):
        told.clear()
        for position in (state, *(state.guess(state.seat, fast_dice(number + n)) for n in range(3))):
            listener(game, seed, state.seat).choose(position, fast_dice(11))
        assert len(told) == 8
        assert told[1] == told[3] == told[5] == told[7]


def test_a_program_sees_what_a_person_on_its_seat_would_see(game: AnyGame, told: list[bytes]) -> None:
    match, dice = new_match(game, 1), fast_dice(1)
    bot, seen = ProgramBot(["nothing"]), 0
    while not match.over:
        seat = match.seat
        seat_at(bot, match, seat)
        action = bots.ask(bot, match, dice)
        asked, view, words = json.loads(told[-1]), match.view(seat), match.words
        assert asked["view"] == msgspec.to_builtins(view)
        assert (asked["number"], asked["prompt"]) == (len(match.played), words.prompt(view))
        assert asked["actions"] == [
            {"action": open_, "label": words.label(view, open_), "hint": words.hint(view, open_)}
            for open_ in match.legal()
        ]
        match.play(action)
        seen += 1
    assert seen > 3


def test_the_welcome_says_which_game_it_is(told: list[bytes]) -> None:
    match = harena.new("dawn_raid", seed=1, names=["Ann", "Bo"], first_attacker="seat2")
    bot = ProgramBot(["nothing"], seconds=2.5)
    seat_at(bot, match, 1)
    bot.stand_up()
    assert [json.loads(line) for line in told] == [
        {
            "type": "game",
            "protocol": 2,
            "game": "dawn_raid",
            "options": {"first_deck": "random", "first_attacker": "seat2", "deck_cards": 30},
            "pack": {"name": "standard", "digest": match.pack.digest},
            "seat": 1,
            "seats": 2,
            "names": ["Ann", "Bo"],
            "time_ms": 2500,
        },
        {"type": "over"},
    ]
