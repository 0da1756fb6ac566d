"""What passes between Harena and a program, as docs/write-a-bot.md shows it.

After a change `python tests/bots/transcript.py` prints it anew.
"""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

import harena
from harena import bots
from harena.bots import program
from harena.bots.bot import Chair
from harena.bots.conversation import Conversation
from harena.core.dice import fast_dice

PLAIN_BOT = Path(__file__).parent.parent.parent / "examples" / "bots" / "plain_bot.py"
SHOWN = 2  # entries of a long list
DECISIONS = 2
WIDTH = 110


class Overheard(Conversation):
    """A conversation that is noted down."""

    lines: list[str] = []  # noqa: RUF012 - one for all

    def ask(self, message: bytes, seconds: float) -> bytes:
        self.lines.append(written("Harena", message))
        answer = super().ask(message, seconds)
        self.lines.append(written("program", answer))
        return answer

    def tell(self, message: bytes) -> None:
        self.lines.append(written("Harena", message))
        super().tell(message)


def written(speaker: str, line: bytes) -> str:
    """A line in several, with long lists cut short."""
    text = json.dumps(shortened(json.loads(line))).replace('"..."', "...")
    wrapped = textwrap.wrap(text, WIDTH - 9, break_long_words=False, break_on_hyphens=False)
    return f"{speaker:9}" + f"\n{'':9}".join(wrapped)


def shortened(value: Any, key: str = "") -> Any:
    """The same with only the beginning of long lists; but every open action is worth reading."""
    if isinstance(value, dict):
        return {name: shortened(part, name) for name, part in value.items()}
    if isinstance(value, list):
        parts = [shortened(part) for part in value]
        return parts if key == "actions" or len(parts) <= 3 else [*parts[:SHOWN], "..."]
    return f"{value[:16]}..." if key == "digest" else value


def transcript() -> str:
    """The beginning of a game of Dawn Raid, played by the plain example."""
    before, program.Conversation = program.Conversation, Overheard  # type: ignore[misc]
    Overheard.lines = []
    try:
        listen_in()
    finally:
        program.Conversation = before  # type: ignore[misc]
    return "\n".join(Overheard.lines) + "\n"


def listen_in() -> None:
    match, dice = harena.new("dawn_raid", seed=1, names=["Plain", "Bo"], first_attacker="seat1"), fast_dice(1)
    bot = program.ProgramBot([sys.executable, str(PLAIN_BOT)])
    bot.sit_down(Chair(match.game, match.pack, match.options, 0, tuple(match.names)))
    made = 0
    while made < DECISIONS:
        if match.seat == 0:
            match.play(bots.ask(bot, match, dice))
            made += 1
        else:
            match.play("raid:end")
    bot.stand_up()


if __name__ == "__main__":
    print(transcript(), end="")
