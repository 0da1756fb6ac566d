"""A bot in any language: a program that answers in lines of JSON. docs/write-a-bot.md tells how."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, Optional

import msgspec

from harena.bots.bot import Bot, Chair
from harena.bots.conversation import Conversation, EndedError, MisbehavedError
from harena.core.actions import Actions
from harena.core.dice import Dice
from harena.core.errors import BotError
from harena.core.game import Words
from harena.core.options import write_options
from harena.core.state import State

PROTOCOL = 2
SECONDS = 10.0  # for a decision, if not said otherwise
START_SECONDS = 10.0  # at least, for being ready: some languages start slowly
SEEDS = 1 << 30
TIME = re.compile(r"(\d{1,6})(ms|s)")
FEW = 6  # of the open actions are named in a message
COMPLAINTS = 5  # lines of stderr are quoted in a message


class ProgramBot(Bot):
    """Asks a program of its own, which stays for the next game."""

    name: ClassVar[str] = "program"
    about: ClassVar[str] = "Any program that knows the line protocol: program:./my_bot, program:30s ./my_bot."
    starts_programs: ClassVar[bool] = True

    def __init__(self, command: Sequence[str], seconds: float = SECONDS) -> None:
        self.command = list(command)
        self.seconds = seconds
        self.called = ""  # what the program calls itself
        self._program: Optional[Conversation] = None
        self._chair: Optional[Chair] = None

    @classmethod
    def from_text(cls, text: str) -> Bot:
        command = shlex.split(text)
        time = TIME.fullmatch(command[0]) if command else None
        if time is not None:
            command = command[1:]
        if not command:
            raise ValueError("it takes the command that starts the program, like program:./my_bot --flag")
        if time is None:
            return cls(command)
        seconds = int(time[1]) / (1000 if time[2] == "ms" else 1)
        if not seconds:
            raise ValueError("a program needs some time to answer")
        return cls(command, seconds)

    def setting(self) -> str:
        seconds = "" if self.seconds == SECONDS else f"{round(self.seconds * 1000)}ms "
        return f"{seconds}{shlex.join(self.command)}"

    def __reduce__(self) -> tuple[Any, ...]:
        """A program stays where it runs: elsewhere the bot starts another when it sits down."""
        return type(self), (self.command, self.seconds)

    # --- a game

    def sit_down(self, chair: Chair) -> None:
        self._chair = chair
        game, pack = chair.game, chair.pack
        seats = game.seats(chair.options)
        names = [*chair.names] or [f"Seat {seat + 1}" for seat in range(seats)]
        self._actions: Actions = game.actions(pack)
        self._words: Words[Any, Any] = game.words(pack, names)
        welcome = {
            "type": "game",
            "protocol": PROTOCOL,
            "game": game.name,
            "options": write_options(chair.options),
            "pack": {"name": pack.name, "digest": pack.digest},
            "seat": chair.seat,
            "seats": seats,
            "names": names,
            "time_ms": round(self.seconds * 1000),
        }
        self._be_ready(msgspec.json.encode(welcome))

    def _be_ready(self, welcome: bytes) -> None:
        """The program that is there, or a new one, is told of the game and says that it is ready."""
        with self._answering("At the start of the game"):
            if self._program is not None and not self._program.over:
                with suppress(EndedError):  # it may go after a game
                    self._greet(self._program, welcome)
                    return
            self.close()
            self._program = Conversation(self.command)
            self._greet(self._program, welcome)

    def _greet(self, program: Conversation, welcome: bytes) -> None:
        line = program.ask(welcome, max(self.seconds, START_SECONDS))
        called = read_answer(line, "ready").get("name", "")
        self.called = called if isinstance(called, str) else ""

    def choose(self, position: State, dice: Dice) -> int:
        if self._chair is None or self._program is None:
            raise BotError(f"The bot program {self._shown} was asked before it sat down to a game.")
        question = msgspec.json.encode(self._question(position, dice))
        with self._answering(f"At decision {position.made}"):
            answer = read_answer(self._program.ask(question, self.seconds), "action")
            return self._open_action(answer, position)

    def stand_up(self) -> None:
        if self._program is not None and self._chair is not None and not self._program.over:
            self._program.tell(msgspec.json.encode({"type": "over"}))
        self._chair = None

    def close(self) -> None:
        """Let the program go, until the next game starts another. Forgetting it costs nothing."""
        if self._program is not None:
            self._program.close()
        self._program = None

    # --- what is asked, and what is answered

    def _question(self, position: State, dice: Dice) -> dict[str, Any]:
        """All that a seat may know, and nothing else: the view of a guess is the view of the truth."""
        assert self._chair is not None
        words = self._words
        view = self._chair.game.view(position, position.seat)
        return {
            "type": "decide",
            "number": position.made,
            "seed": dice.below(SEEDS),
            "prompt": words.prompt(view),
            "actions": [
                {"action": action, "label": words.label(view, action), "hint": words.hint(view, action)}
                for action in view.actions
            ],
            "view": view,
        }

    def _open_action(self, answer: dict[str, Any], position: State) -> int:
        """The action that was chosen, if the answer is to the question asked and the action is open."""
        number, chosen = answer.get("number"), answer.get("action")
        if number != position.made or isinstance(number, bool):
            raise MisbehavedError(f"gave an answer with number {cut(number)}; it must be the question's")
        for action in position.legal():
            if self._actions.notation(action) == chosen:
                return action
        raise MisbehavedError(f"chose {cut(chosen)}, which is not open. {self._some_open(position)}")

    def _some_open(self, position: State) -> str:
        open_now = [self._actions.notation(action) for action in position.legal()]
        more = f" and {len(open_now) - FEW} more" if len(open_now) > FEW else ""
        return f"Open: {', '.join(open_now[:FEW])}{more}"

    # --- when it does not do as it should

    @contextmanager
    def _answering(self, when: str) -> Iterator[None]:
        """Whatever goes wrong, the program is ended; and if it was to blame, that is said."""
        try:
            yield
        except MisbehavedError as error:
            said = self._program.complaints()[-COMPLAINTS:] if self._program is not None else []
            quoted = f" It wrote to stderr: {' / '.join(cut(line, 200) for line in said)}" if said else ""
            self._break_off()
            raise BotError(f"{when} the bot program {self._shown} {error}.{quoted}") from None
        except BaseException:  # an answer that nobody waits for would be taken for the next one
            self._break_off()
            raise

    def _break_off(self) -> None:
        if self._program is not None:
            self._program.break_off()
        self._program = None

    @property
    def _shown(self) -> str:
        return cut(shlex.join(self.command), 160)


def read_answer(line: bytes, kind: str) -> dict[str, Any]:
    """A line as the message it should be."""
    try:
        answer = msgspec.json.decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise MisbehavedError(
            f"wrote a line that is not JSON: {cut(line.decode(errors='replace'))}"
        ) from None
    if not isinstance(answer, dict) or answer.get("type") != kind:
        got = cut(answer.get("type")) if isinstance(answer, dict) else "no object"
        raise MisbehavedError(f"should have answered with an object of type '{kind}', but its type is {got}")
    return answer


def cut(something: object, length: int = 60) -> str:
    """Foreign text, quoted, and short enough for a message."""
    text = repr(something)
    return text if len(text) <= length else f"{text[: length - 3]}..."
