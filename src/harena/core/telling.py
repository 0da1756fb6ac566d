"""What happened, told to one pair of ears: a sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from harena.core.pack import Pack
from harena.core.prose import capital, genitive
from harena.core.view import Told

P = TypeVar("P", bound=Pack)
C = TypeVar("C")
Sentence = TypeVar("Sentence", bound=Callable[[Any, Told], str])
_TELLS, _FADES = "_tells", "_fades"  # what a marked method has in mind


def tells(*kinds: str) -> Callable[[Sentence], Sentence]:
    """Marks a Teller's method as the sentence of these kinds of events."""
    return _marked(_TELLS, kinds)


def fades(*kinds: str) -> Callable[[Sentence], Sentence]:
    """Marks a method as the sentence of these kinds once another of the kind has been told.

    For what a table shows only for a while, such as the card on top of a pile nobody may look through.
    """
    return _marked(_FADES, kinds)


def _marked(mark: str, kinds: tuple[str, ...]) -> Callable[[Sentence], Sentence]:
    def marked(method: Sentence) -> Sentence:
        setattr(method, mark, kinds)
        return method

    return marked


class Teller(Generic[P, C]):
    """Tells events to a viewer. It remembers nothing: who plays what is the `cast` that a view shows.

    Pieces are named by number, which is a seat's here: a game whose events name fighters or the like says
    in `name` and `is_you` who they are, and everything else follows.
    """

    sentences: ClassVar[Mapping[str, str]] = {}  # by kind: the name of the method
    faded_sentences: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.sentences = _collected(cls, _TELLS, cls.sentences)
        cls.faded_sentences = _collected(cls, _FADES, cls.faded_sentences)

    def __init__(self, pack: P, names: Sequence[str], cast: C, viewer: int) -> None:
        self.pack = pack
        self.names = names
        self.cast = cast
        self.viewer = viewer

    def tell(self, event: Told) -> str:
        """What happened, in a sentence."""
        if event.kind not in self.sentences:
            raise LookupError(f"{type(self).__name__} has no method marked @tells({event.kind!r}).")
        return capital(getattr(self, self.sentences[event.kind])(event))

    def faded(self, event: Told) -> str:
        """How an event is told once another of its kind has been: empty where it stays as it was told."""
        found = self.faded_sentences.get(event.kind)
        return "" if found is None else capital(getattr(self, found)(event))

    # --- who is who

    def name(self, number: int) -> str:
        """What others call it."""
        return self.names[number]

    def is_you(self, number: int) -> bool:
        """Is it the viewer?"""
        return number == self.viewer

    def player(self, seat: int) -> str:
        """A player inside a sentence: you, Ann."""
        return "you" if seat == self.viewer else self.names[seat]

    def subject(self, number: int) -> str:
        return "You" if self.is_you(number) else self.name(number)

    def whom(self, number: int) -> str:
        return "you" if self.is_you(number) else self.name(number)

    def whose(self, number: int) -> str:
        return "your" if self.is_you(number) else genitive(self.name(number))

    def does(self, number: int, you: str, other: str) -> str:
        """A subject with its verb: You push, Brother Rafelo pushes."""
        return f"{self.subject(number)} {you if self.is_you(number) else other}"


def _collected(cls: type, mark: str, inherited: Mapping[str, str]) -> dict[str, str]:
    """The marked methods of a class by kind, beside those it inherits; a kind has one sentence."""
    own: dict[str, str] = {}
    for name, method in vars(cls).items():
        for kind in getattr(method, mark, ()):
            if kind in own:
                raise TypeError(f"{cls.__name__} has two sentences for {kind!r}: {own[kind]} and {name}.")
            own[kind] = name
    return {**inherited, **own}
