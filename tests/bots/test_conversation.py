"""Programs come and go: none is waited for longer than agreed, and none is left behind."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import harena
from bots.programs import (
    CHANCE,
    PYTHON,
    Writer,
    first_decision,
    goes_away,
    is_there,
    pid_of,
    play_out,
    seat_at,
)
from harena.bots import conversation
from harena.bots.conversation import Conversation, MisbehavedError
from harena.bots.program import ProgramBot
from harena.core.dice import fast_dice
from harena.core.errors import BotError
from harena.core.state import State

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are bots only there")


# --- who does not listen, and who does not go


def deaf() -> Conversation:
    return Conversation([*PYTHON, "-c", "import time; time.sleep(60)"])


def test_who_does_not_read_is_not_waited_for_longer_than_agreed() -> None:
    talk, began = deaf(), time.monotonic()
    with pytest.raises(MisbehavedError, match=r"no answer within 0\.3 s"):
        talk.ask(b"x" * 1_000_000, 0.3)
    talk.break_off()
    assert time.monotonic() - began < 20


def test_a_farewell_that_is_not_read_is_soon_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "GRACE", 0.2)
    talk, began = deaf(), time.monotonic()
    talk.tell(b"x" * 1_000_000)
    talk.close()
    assert time.monotonic() - began < 20


def test_who_answers_without_having_read_is_refused() -> None:
    talk = Conversation([*PYTHON, "-c", "import time; time.sleep(0.2); print(1, flush=True); time.sleep(60)"])
    with pytest.raises(MisbehavedError, match="before it had read"):
        talk.ask(b"x" * 1_000_000, 60)
    talk.break_off()


@pytest.mark.parametrize("stubborn", ["", "signal.signal(signal.SIGTERM, signal.SIG_IGN)"])
def test_a_program_that_does_not_go_is_ended(
    written: Writer, monkeypatch: pytest.MonkeyPatch, stubborn: str
) -> None:
    monkeypatch.setattr(conversation, "GRACE", 0.2)
    bot = written(decide=f"{stubborn}\n{CHANCE}\ntime.sleep(60)")
    first_decision(bot)
    pid = pid_of(bot)
    bot.close()
    assert not is_there(pid)


def test_a_bot_nobody_needs_any_more_takes_its_program_with_it(written: Writer) -> None:
    bot = written()
    first_decision(bot)
    pid = pid_of(bot)
    assert is_there(pid)
    del bot
    assert not is_there(pid)


def test_what_a_program_has_started_is_ended_with_it(written: Writer, tmp_path: Path) -> None:
    """A script that starts the real bot, which does not listen."""
    real = "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(60)"
    start = f"import subprocess; subprocess.run([{sys.executable!r}, '-c', {real!r}], cwd={str(tmp_path)!r})"
    bot = written(decide=start, seconds=5)
    with pytest.raises(BotError, match="no answer within 5 s"):
        first_decision(bot)
    assert goes_away(int((tmp_path / "pid").read_text()))


# --- in other processes


def play_one(command: list[str]) -> int:
    """A game in a worker; the id of its program."""
    bot = ProgramBot(command)
    play_out(harena.new("dawn_raid", seed=1), bot)
    KEPT.append(bot)  # as a worker keeps its bots for the next game
    return pid_of(bot)


KEPT: list[ProgramBot] = []


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_leave_no_programs_behind(written: Writer, method: str) -> None:
    command = written().command
    with multiprocessing.get_context(method).Pool(2) as pool:
        pids = pool.map(play_one, [command] * 4, chunksize=1)
    assert len(set(pids)) == 4
    assert all(goes_away(pid) for pid in pids)


def test_a_fork_starts_a_program_of_its_own_and_leaves_its_parents_alone(written: Writer) -> None:
    bot = written()
    first_decision(bot)
    pid = pid_of(bot)
    child = os.fork()
    if child == 0:  # here nothing may be raised
        code = 1
        try:
            play_out(harena.new("dawn_raid", seed=1), bot)
            code = 0 if pid_of(bot) != pid else 2
            bot.close()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert play_out(harena.new("dawn_raid", seed=1), bot).over
    assert pid_of(bot) == pid
    bot.close()


def test_a_killed_harena_takes_its_programs_with_it(written: Writer) -> None:
    bot = written()
    code = (
        "import sys, time, harena\n"
        "from harena.bots.bot import Chair\n"
        "from harena.bots.program import ProgramBot\n"
        f"bot, match = ProgramBot({bot.command!r}), harena.new('dawn_raid', seed=1)\n"
        "bot.sit_down(Chair(match.game, match.pack, match.options, 0))\n"
        "print(bot._program._process.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        pid = int(host.stdout.readline())
        assert is_there(pid)
        host.kill()
    assert goes_away(pid)


def test_a_harena_that_ends_by_itself_closes_its_programs(written: Writer, tmp_path: Path) -> None:
    bot = written(over=f"open({str(tmp_path / 'farewell')!r}, 'w').write('heard')")
    code = (
        "import harena\n"
        "from harena.bots.bot import Chair\n"
        "from harena.bots.program import ProgramBot\n"
        f"bot, match = ProgramBot({bot.command!r}), harena.new('dawn_raid', seed=1)\n"
        "bot.sit_down(Chair(match.game, match.pack, match.options, 0))\n"
        "bot.stand_up()\n"
        "print(bot._program._process.pid, flush=True)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not is_there(int(done.stdout))
    assert done.stderr == ""
    assert (tmp_path / "farewell").read_text() == "heard"


def test_a_state_is_only_read(written: Writer) -> None:
    """Asking a program changes nothing in the position it is asked about."""
    bot = written()
    match = harena.new("dawn_raid", seed=1, first_attacker="seat1")
    seat_at(bot, match)
    position: State = match.state.guess(0, fast_dice(1))
    before = (position.key(), position.dice.drawn)
    bot.choose(position, fast_dice(2))
    assert (position.key(), position.dice.drawn) == before
    bot.close()
