"""A bot that searches with a learned judgement, where there is one that fits."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec

from harena.bots.bot import Bot, Chair
from harena.bots.judge import Judge
from harena.bots.mcts import ITERATIONS, USUAL, Habits, MctsBot
from harena.core.dice import fast_dice
from harena.core.features import encoder
from harena.core.game import AnyGame
from harena.core.learned import INSTEAD, Judgement, UnfitError, file_for, grouped, judgement_for
from harena.core.options import write_options
from harena.core.state import State

KEPT: Final = 32  # judgements remembered: a bot sits down at the same table again and again

_found: OrderedDict[tuple[Any, ...], Judgement | str] = OrderedDict()


class LearnedBot(MctsBot):
    """Searches as mcts does, and judges by what `harena learn` found."""

    name: ClassVar[str] = "learned"
    about: ClassVar[str] = "Searches like mcts, with a learned judgement where there is one; learned:500ms."

    def __init__(self, iterations: int = ITERATIONS, milliseconds: int = 0) -> None:
        super().__init__(iterations, milliseconds)
        self.file: Path | None = None  # else the one beside the pack

    @classmethod
    def from_text(cls, text: str) -> Bot:
        """A budget like that of mcts and, after an @, the file to judge by."""
        budget, _, file = text.partition("@")
        bot = super().from_text(budget)
        assert isinstance(bot, LearnedBot)
        bot.file = Path(file) if file else None
        return bot

    def setting(self) -> str:
        return super().setting() + (f"@{self.file}" if self.file is not None else "")

    def sit_down(self, chair: Chair) -> None:
        super().sit_down(chair)
        found = self.found(chair)
        self.judge = None if found is None else made(chair.game, chair.pack, chair.options, found)
        self.habits = USUAL if found is None else habits_of(found)

    def found(self, chair: Chair) -> Judgement | None:
        """What was learned for a chair; none where nothing was, unless a file was asked for."""
        found = found_for(chair, self.file)
        if not isinstance(found, str):
            return found
        if self.file is not None:
            raise UnfitError(f"{self.file}: {found}")
        return None

    def note(self, chair: Chair) -> str:
        found = found_for(chair, self.file)
        return f"{found} {INSTEAD}" if isinstance(found, str) else ""


def found_for(chair: Chair, file: Path | None) -> Judgement | str:
    """What was learned for a chair, or a sentence that says why nothing was."""
    game, pack = chair.game, chair.pack
    there = file or file_for(game, pack)
    written = there.stat().st_mtime_ns if there is not None and there.is_file() else 0
    options = msgspec.json.encode(write_options(chair.options))
    key = (game.name, game.rules_version, pack.digest, options, there, written)
    if key not in _found:
        try:
            _found[key] = judgement_for(game, pack, chair.options, there)
        except UnfitError as error:
            _found[key] = str(error)
        while len(_found) > KEPT:
            _found.popitem(last=False)
    return _found[key]


def made(game: AnyGame, pack: Any, options: Any, judgement: Judgement) -> Judge:
    """A judge that weighs as a judgement says."""
    judge = untaught(game, pack, options, judgement.width)
    for one in judgement.weights:
        judge.learn(one.standing, one.trust, one.places, one.weights)
    return judge


def habits_of(judgement: Judgement) -> Habits:
    """How a search goes best with a judgement."""
    return Habits(judgement.horizon, judgement.playouts, judgement.exploration, judgement.widening)


def untaught(game: AnyGame, pack: Any, options: Any, width: int) -> Judge:
    """A judge that has learned nothing yet, and so judges as the game does."""
    judge = Judge(width, grouped(game.sides(options)))
    fresh = game.new(pack, options, fast_dice(0))
    if type(fresh).encode is State.encode:
        judge.encoder = encoder(game, fresh)
    return judge
