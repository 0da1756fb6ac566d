"""What a game tells the rest of Harena: how it is set up, seen, said and drawn."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from harena.core.actions import Actions
from harena.core.dice import Dice
from harena.core.errors import OptionError, PackError
from harena.core.exhibit import Exhibit
from harena.core.features import Features, features_of
from harena.core.glimpse import NOTHING, Glimpse
from harena.core.joining import PLUS, as_joined, in_order, parts_of
from harena.core.learned import note_home
from harena.core.lesson import Lesson, Lessons, read_lessons
from harena.core.observer import Observer
from harena.core.options import Known, Offer, Options
from harena.core.pack import Pack
from harena.core.picture import Layout, Picture
from harena.core.rulebook import Rulebook
from harena.core.state import State
from harena.core.study import Study, read_study
from harena.core.swing import Swing
from harena.core.telling import Teller
from harena.core.view import Told, View

if TYPE_CHECKING:
    from rich.console import RenderableType

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Pack)
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)

MOST_SEATS: Final = 8  # at a table: as many as there are colours and patterns to tell seats by


class Words(ABC, Generic[P, V]):
    """A game's prompts, labels and sentences, for players with these names.

    They remember nothing of what they were shown: any number of readers can use them at once.
    """

    told_by: ClassVar[type[Teller[Any, Any]]] = Teller  # a game's own, with a sentence for each kind of event

    def __init__(self, pack: P, names: Sequence[str]) -> None:
        self.pack = pack
        self.names = list(names)

    def who(self, seat: int, viewer: int) -> str:
        """A seat as the viewer calls it."""
        return "You" if seat == viewer else self.names[seat]

    @abstractmethod
    def prompt(self, view: V) -> str:
        """The waiting decision in one sentence."""

    @abstractmethod
    def label(self, view: V, action: str) -> str:
        """An open action in a few words."""

    @abstractmethod
    def hint(self, view: V, action: str) -> str:
        """What an open action does, in a sentence."""

    def danger(self, view: V, action: str) -> str:
        """What may be lost by an open action that could be a slip of the hand, in a sentence; else empty.

        It is never shown first, and whoever takes it is asked once more: see `core/listing.py`.
        """
        return ""

    def teller(self, cast: Any, viewer: int) -> Teller[Any, Any]:
        """Who tells a viewer what happens; `cast` is a view's: who plays what."""
        return self.told_by(self.pack, self.names, cast, viewer)

    def tell(self, event: Told, cast: Any, viewer: int) -> str:
        """What happened, in a sentence."""
        return self.teller(cast, viewer).tell(event)

    def faded(self, event: Told, cast: Any, viewer: int) -> str:
        """How an event is told once another of its kind has been: empty where it stays as it was told."""
        return self.teller(cast, viewer).faded(event)

    def glimpse(self, event: Told, cast: Any) -> Glimpse:
        """What the eye should catch of it; a page or a replay shows it."""
        return NOTHING

    def lessons(self, view: V) -> list[Lesson]:
        """For a newcomer who is asked: what such a question is about, the general before the special."""
        return []

    @abstractmethod
    def describe(self, view: V) -> str:
        """The position as plain text."""


def retold(words: Words[Any, Any], events: Sequence[Told], cast: Any, viewer: int) -> list[str]:
    """A story in sentences. Of events that fade only the last of its kind is told as it was."""
    last = {told.kind: number for number, told in enumerate(events)}
    teller = words.teller(cast, viewer)
    return [
        (teller.faded(told) if number < last[told.kind] else "") or teller.tell(told)
        for number, told in enumerate(events)
    ]


class Game(ABC, Generic[S, P, O, V]):
    """One game. A single object of a subclass is what the registry finds by name."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]  # one sentence
    folder: ClassVar[Path]  # holds RULES.md and content/
    options: type[O]
    rules_version: ClassVar[int] = 1  # raised when the same actions would lead elsewhere than before
    longest: ClassVar[int]  # no game takes more decisions than this
    measured_with: ClassVar[Mapping[str, Mapping[str, Any]]] = {"": {}}  # `harena bench`: settings by name
    short: ClassVar[Mapping[str, Any]] = {}  # options of a game that is soon over, for tests
    first_game: ClassVar[Mapping[str, Any]] = {}  # options fit for somebody's very first game, on seat 1

    @abstractmethod
    def seats(self, options: O) -> int:
        """How many players these options are for: at most MOST_SEATS."""

    @abstractmethod
    def read_pack(self, folder: Path) -> P:
        """Read and check a pack."""

    @abstractmethod
    def actions(self, pack: P) -> Actions:
        """All actions with their notation."""

    @abstractmethod
    def new(self, pack: P, options: O, dice: Dice) -> S:
        """A table before anything has happened, with its first step on the stack."""

    def start(self, pack: P, options: O, dice: Dice, journal: bool = False) -> S:
        """A new game, run on to its first question."""
        seats = self.seats(options)
        if seats > MOST_SEATS:
            raise OptionError(
                f"{self.title} is for {seats} players here; a table has at most {MOST_SEATS} seats."
            )
        state = self.new(pack, options, dice)
        if journal:
            state.journal = []
        state.run_on()
        return state

    @abstractmethod
    def view(self, state: S, seat: int) -> V:
        """What a seat, or a SPECTATOR, may see."""

    @abstractmethod
    def words(self, pack: P, names: Sequence[str]) -> Words[P, V]:
        """Prompts, labels and sentences."""

    @abstractmethod
    def draw(self, pack: P, view: V, names: Sequence[str], layout: Layout = "wide") -> Picture:
        """A view as a drawing, laid out for a wide screen or for a tall one."""

    @abstractmethod
    def screen(self, pack: P, view: V, names: Sequence[str]) -> RenderableType:
        """A view for the terminal."""

    def extras(self, pack: P, view: V, names: Sequence[str]) -> list[tuple[str, str, RenderableType]]:
        """More to look through at the terminal: letter (none of b h l n q s u), title, what is shown."""
        return []

    @abstractmethod
    def missing(self, state: S) -> str:
        """Which card or piece is not in exactly one place; empty if none: nothing is ever lost."""

    def features(self, pack: P, options: O | None = None) -> Features:
        """What a seat sees as numbers: how a row is laid out."""
        return features_of(self, pack, options or self.options())

    def observers(self, pack: P) -> list[Observer]:
        """Fresh observers that count what matters in this game: fighters, cards, wounds and the like."""
        return []

    def match_ups(self, pack: P, options: O) -> list[O]:
        """The settings in which all sides, decks or fighters of a pack meet, the rest as in `options`."""
        return [options]

    def sides(self, options: O) -> Sequence[int]:
        """By seat: the side it wins or loses with. Each is alone where a game has no teams."""
        return range(self.seats(options))

    def known(self, pack: P) -> Mapping[str, Known]:
        """By name of an option that takes text: what it can be in this pack, for forms to choose from."""
        return {}

    def offers(self, pack: P, options: O) -> Mapping[str, Offer]:
        """By name of an option: what can be chosen, where that depends on other options or on the pack."""
        return {}

    def exhibits(self, pack: P) -> list[Exhibit]:
        """The cards, fighters and the like of a pack, for those who look one up."""
        return []

    def figures(self, pack: P) -> Mapping[str, str]:
        """The rulebook's figures by name, as SVG; `make rulebooks` writes them into the game's pictures/."""
        return {}

    def ids(self, pack: P) -> Mapping[str, Mapping[str, str]]:
        """By kind, such as Fighters: what is in a pack by its id, and how it is called."""
        found: dict[str, dict[str, str]] = {}
        for exhibit in self.exhibits(pack):
            found.setdefault(exhibit.kind, {})[exhibit.key] = exhibit.name
        return found

    def swing(self, state: S) -> Swing | None:
        """What moves to and fro while a measured question waits; None where nothing is measured."""
        return None

    def measure(self, state: S, ms: int | None, before: int) -> int:
        """The action that letting go after so many milliseconds comes to; None: nobody let go in time.

        `before` is what the earlier questions of the same test took together.
        """
        raise TypeError(f"{self.title} does not say what it measures")

    def why_not(self, state: S, action: int) -> str:
        """Why the seat that decides cannot take an action, where a player might wonder; else empty."""
        return ""

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A game travels by its name: whoever loads it must have it."""
        from harena.core import registry  # which needs games itself

        return registry.find, (self.name,)

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook(self.folder / "RULES.md")

    @cached_property
    def lessons(self) -> Lessons:
        """What a first game is taught with: lessons.toml."""
        return read_lessons(self.folder)

    @cached_property
    def study(self) -> Study:
        """What reports call the game's counts, and the bars it must clear: study.toml."""
        return read_study(self.folder)

    def pack(self, name_or_folder: str | Path = "standard") -> P:
        """A pack that comes with the game, by name, or any other, by its folder; several with a + between."""
        folders = self.pack_folders(name_or_folder)
        parts: list[P] = [self.read_pack(folder) for folder in folders]
        if len(parts) > 1:
            return self.joined(parts)
        note_home(parts[0].digest, folders[0])
        return parts[0]

    def joined(self, parts: Sequence[P]) -> P:
        """Several packs as one; it is the same whichever of them is named first."""
        whole = self.join(in_order(parts))
        as_joined(whole, parts)
        return whole

    def join(self, packs: Sequence[P]) -> P:
        """A new pack with the content of several, which come in the order of their names.

        Name, title and digest are set by `joined`. A game whose packs cannot be mixed leaves this as it is.
        """
        raise PackError(PLUS.join(pack.name for pack in packs), f"packs of {self.title} cannot be mixed.")

    def joins(self) -> bool:
        """Can packs of this game be joined?"""
        return type(self).join is not Game.join

    def pack_folders(self, name_or_folder: str | Path) -> list[Path]:
        """Where the files of a pack are; of several, one folder for each."""
        whole = str(name_or_folder)
        if not isinstance(name_or_folder, str) or PLUS not in whole or os.path.isdir(whole):
            return [self.pack_folder(name_or_folder)]
        return [self.pack_folder(part) for part in parts_of(whole)]

    def pack_folder(self, name_or_folder: str | Path) -> Path:
        """Where the files of one pack are."""
        if isinstance(name_or_folder, str) and name_or_folder in self.pack_names():
            return self.folder / "content" / name_or_folder
        folder = Path(name_or_folder)
        if not os.path.isdir(folder):
            known = ", ".join(self.pack_names())
            raise PackError(
                str(name_or_folder)[:200],
                f"{self.title} has no pack of that name ({known}), nor is there such a folder.",
            )
        return folder

    def foreign_packs(self, text: str) -> list[str]:
        """Of the packs that a text names: those that do not come with the game."""
        parts = text.split(PLUS) if not os.path.isdir(text) else [text]
        return [part for part in parts if part not in self.pack_names()]

    def pack_names(self) -> list[str]:
        """The packs that come with the game."""
        return sorted(path.name for path in self.folder.glob("content/*") if path.is_dir())


AnyGame = Game[Any, Any, Any, Any]
