"""A program that misbehaves gets a sentence, and cannot hang Harena."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import harena
from bots.programs import (
    CHANCE,
    Writer,
    first_decision,
    is_there,
    pid_of,
    play_out,
    seat_at,
)
from harena import bots
from harena.bots import program
from harena.bots.program import ProgramBot
from harena.core.dice import fast_dice
from harena.core.errors import BotError
from resting import wait_until_it_rests

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are bots only there")


# --- misbehaviour


@pytest.mark.parametrize(
    ("decide", "sentence"),
    [
        ("sys.exit(3)", r"ended with exit code 3\."),
        ("os.kill(os.getpid(), 9)", r"was ended by signal 9 \(Killed\)\."),
        ("os.close(1); time.sleep(60)", r"closed its output\."),
        ("time.sleep(60)", r"gave no answer within 0\.3 s\."),
        ("os.close(0); time.sleep(60)", r"gave no answer within 0\.3 s\."),
        ("sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)", r"gave no answer within 0\.3 s\."),
        ("print('I attack!', flush=True)", r"wrote a line that is not JSON: 'I attack!'\."),
        ("os.write(1, bytes([255, 10]))", r"wrote a line that is not JSON: "),
        ("print('[' * 50000, flush=True)", r"wrote a line that is not JSON: "),
        ("print('x' * 70000, flush=True)", r"wrote a line of more than 64 KiB\."),
        ("print('x' * 10**7, flush=True)", r"wrote a line of more than 64 KiB\."),
        ("say([1])", r"an object of type 'action', but its type is no object\."),
        ("say({'type': 'ready'})", r"an object of type 'action', but its type is 'ready'\."),
        (
            "say({'type': 'action', 'action': 'type:ranged'})",
            r"with number None; it must be the question's\.",
        ),
        ("say({'type': 'action', 'number': 7, 'action': 'type:ranged'})", r"with number 7; it must be"),
        (
            "say({'type': 'action', 'number': False, 'action': 'type:ranged'})",
            r"with number False; it must be",
        ),
        ("say({'type': 'action', 'number': 0})", r"chose None, which is not open\."),
        ("say({'type': 'action', 'number': 0, 'action': 0})", r"chose 0, which is not open\."),
        (
            "say({'type': 'action', 'number': 0, 'action': 'raid:end'})",
            r"chose 'raid:end', which is not open\. Open: type:ranged, type:melee\.",
        ),
    ],
)
def test_misbehaviour_gets_a_sentence_and_ends_the_program(
    written: Writer, decide: str, sentence: str
) -> None:
    bot = written(decide=decide, seconds=0.3 if "0\\.3 s" in sentence else 10)
    match = harena.new("dawn_raid", seed=1, first_attacker="seat1")
    seat_at(bot, match)
    pid, began = pid_of(bot), time.monotonic()
    with pytest.raises(BotError, match=r"^At decision 0 the bot program .*" + sentence):
        bots.ask(bot, match, fast_dice(1))
    assert time.monotonic() - began < 20
    assert not is_there(pid)
    bot.stand_up()


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("sys.exit()", "ended with exit code 0"),
        ("time.sleep(60)", r"gave no answer within 0\.4 s"),
        ("say({'type': 'action', 'number': 0, 'action': 'x'})", "type 'ready', but its type is 'action'"),
        ("print('hello', flush=True)", "not JSON: 'hello'"),
    ],
)
def test_a_wrong_program_is_found_at_once(
    written: Writer, monkeypatch: pytest.MonkeyPatch, game: str, sentence: str
) -> None:
    if "sleep" in game:
        monkeypatch.setattr(program, "START_SECONDS", 0.4)
    with pytest.raises(BotError, match=f"At the start of the game the bot program .*{sentence}"):
        first_decision(written(game=game, seconds=0.3))


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("./none", r"'\./none' cannot be started: No such file or directory\."),
        ("/", r"'/' cannot be started: Permission denied\."),
        ("'a\0b'", "cannot be started: embedded null byte"),
    ],
)
def test_a_program_that_cannot_be_started_is_named(command: str, sentence: str) -> None:
    bot = bots.find(f"program:{command}")
    assert isinstance(bot, ProgramBot)
    with pytest.raises(BotError, match=sentence):
        first_decision(bot)


def test_the_last_lines_of_stderr_are_quoted(written: Writer) -> None:
    bot = written(decide="for n in range(40): print('line', n, file=sys.stderr)\nsys.exit(1)")
    with pytest.raises(BotError, match=r"exit code 1\. It wrote to stderr: 'line 35' / .* / 'line 39'$"):
        first_decision(bot)


def test_only_twenty_lines_of_stderr_are_kept(written: Writer) -> None:
    bot = written(decide="for n in range(40): print('line', n, file=sys.stderr, flush=True)\n" + CHANCE)
    first_decision(bot)
    assert bot._program is not None
    assert bot._program.complaints() == [f"line {n}" for n in range(20, 40)]
    bot.close()


def test_a_flood_on_stderr_blocks_nobody(written: Writer) -> None:
    bot = written(decide="os.write(2, b'x' * 10**6); print('y\\n' * 10**5, file=sys.stderr)\n" + CHANCE)
    assert play_out(harena.new("dawn_raid", seed=1), bot).over
    bot.close()


def test_who_answers_twice_is_told_so_at_the_next_question(written: Writer) -> None:
    bot = written(decide=CHANCE + CHANCE)
    first_decision(bot)
    wait_until_it_rests(pid_of(bot))
    with pytest.raises(BotError, match=r"had said something nobody asked for: '{\"type\": \"action\""):
        first_decision(bot)


def test_a_late_answer_is_never_taken_for_another_decision(written: Writer) -> None:
    """Asked for the next decision, it gives its answer to the last one again."""
    bot = written(decide="if m['number'] > 0: m['number'] -= 1\n" + CHANCE)
    with pytest.raises(BotError, match=r"^At decision (\d+) .* gave an answer with number \d+"):
        play_out(harena.new("dawn_raid", seed=1), bot)


def test_a_flood_on_stdout_is_refused(written: Writer) -> None:
    bot = written(decide=CHANCE + "while True: print('{}')")
    first_decision(bot)
    pid = pid_of(bot)
    wait_until_it_rests(pid)
    began = time.monotonic()
    bot.stand_up()
    with pytest.raises(BotError, match="had said something nobody asked for"):
        first_decision(bot)
    assert time.monotonic() - began < 20
    assert not is_there(pid)


def test_after_misbehaving_a_program_gets_another_chance_in_the_next_game(written: Writer) -> None:
    bot = written(decide="sys.exit(1)")
    for _ in range(2):
        with pytest.raises(BotError, match="exit code 1"):
            first_decision(bot)


def test_the_error_can_cross_processes(written: Writer) -> None:
    with pytest.raises(BotError) as caught:
        first_decision(written(decide="sys.exit(1)"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (BotError, str(caught.value))


def test_an_interrupted_question_leaves_no_answer_behind(written: Writer) -> None:
    bot = written(decide="time.sleep(1)\n" + CHANCE)
    match = harena.new("dawn_raid", seed=1, first_attacker="seat1")
    seat_at(bot, match)
    pid = pid_of(bot)
    with interrupted(0.2), pytest.raises(KeyboardInterrupt):
        bots.ask(bot, match, fast_dice(1))
    assert not is_there(pid)


@contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


def test_ctrl_c_at_the_terminal_does_not_reach_the_program(written: Writer) -> None:
    bot = written()
    first_decision(bot)
    assert os.getpgid(pid_of(bot)) != os.getpgid(0)
    bot.close()
