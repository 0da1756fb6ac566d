"""The verbs that effects in a game's packs are made of, each said once.

A verb's name, the fields it has a use for, whom it may work on, where it may stand and how it reads are
written in one table. The reader, the checks, what is printed on cards and the table in the docs follow from
that. What a verb does is the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harena.core.packcheck import Note, is_set, unused
from harena.core.prose import count, listed

NOT_ASKED = ("do", "on")  # what every verb says of itself: these two are looked at by themselves


@dataclass(frozen=True)
class Use:
    """A way in which a verb may be used: where it stands, and on whom it works there."""

    stands: tuple[str, ...]
    reads: str  # on a card: "push {whom} {n:hex/hexes} away"
    does: str  # for those who write packs
    on: tuple[str, ...] = ()  # none: it says nothing of whom


@dataclass(frozen=True)
class VerbSpec:
    """All there is to say of a verb."""

    name: str
    uses: tuple[Use, ...]
    fields: tuple[str, ...] = ()  # it has no use for others
    least: int = 1  # of `n`
    most: int | None = None
    why: str = ""  # n has these limits
    wants: Callable[[Any], str] | None = None  # what is still wrong with an entry that is right in all this

    def takes(self) -> list[str]:
        """All it can be given."""
        on = ["on"] if any(use.on for use in self.uses) else []
        return [*self.fields[:1], *on, *self.fields[1:]]

    def use(self, place: str) -> Use | None:
        """How it is used there, if it may stand there."""
        return next((use for use in self.uses if place in use.stands), None)


class Vocabulary:
    """All verbs of a game; a verb's number is its place in the table."""

    def __init__(
        self,
        verbs: Sequence[VerbSpec],
        *,
        same: str = "",  # in place of somebody: the target of a verb before
        after: Mapping[str, str] | None = None,  # fields that go only with a certain verb somewhere before
        goes_with: Mapping[str, tuple[str, ...]] | None = None,  # fields that go only with some targets
    ) -> None:
        self.verbs = tuple(verbs)
        self.names = [verb.name for verb in verbs]
        self.same = same
        self.after = dict(after or {})
        self.goes_with = dict(goes_with or {})

    def __getitem__(self, name: str) -> VerbSpec:
        return self.verbs[self.names.index(name)]

    def number(self, name: str) -> int:
        return self.names.index(name)

    def standing_in(self, place: str) -> list[str]:
        """The verbs that may stand there, by the alphabet."""
        return sorted(verb.name for verb in self.verbs if verb.use(place) is not None)

    # --- what is printed

    def reads(self, number: int, place: str, said: Callable[[str], int | str]) -> str:
        """What a verb says on a card, as part of a sentence; `said` gives what is filled in."""
        use = self.verbs[number].use(place)
        assert use is not None  # packs are checked
        return use.reads.format_map(Filled(said))

    def table(self) -> list[tuple[str, str, str, str]]:
        """The table in the docs, by use: the verb, where it stands, on whom it works, what it does."""
        return [
            (
                f"`{verb.name}`",
                ", ".join(use.stands),
                " ".join(f"`{one}`" for one in use.on) or "no `on`",
                use.does,
            )
            for verb in self.verbs
            for use in verb.uses
        ]

    # --- what is checked

    def check(self, entries: Sequence[Any], place: str, wrong: Note) -> None:
        """Note what is wrong with the verbs of an effect, each by itself and with those before it."""
        for number, entry in enumerate(entries):
            name = f"verb {number + 1}, '{entry.do}',"
            use = self[entry.do].use(place)
            if use is None:
                wrong(f"{name} cannot stand here; there are: {', '.join(self.standing_in(place))}.")
                continue
            for what in self._mistakes(entry, use):
                wrong(f"{name} {what}")
            for what in self._out_of_order(entry, number, entries[:number]):
                wrong(what)

    def _mistakes(self, entry: Any, use: Use) -> Iterator[str]:
        """What is wrong with a verb by itself."""
        verb = self[entry.do]
        if entry.on is not None and entry.on not in use.on:
            where = f" It can be: {', '.join(use.on)}." if use.on else " Leave 'on' out."
            yield f"does not work on '{entry.on}'.{where}"
        if entry.on is None and use.on:
            yield f"needs 'on': {', '.join(use.on)}."
        if "n" in verb.fields and (wants := _number(verb, entry.n)):
            yield wants
        for field in unused(entry, (*NOT_ASKED, *verb.fields)):
            takes = f": {', '.join(verb.takes())}" if verb.takes() else " nothing"
            yield f"has no use for '{field}'; it takes{takes}."
        for field, targets in self.goes_with.items():
            if field in verb.fields and entry.on not in targets and is_set(entry, field):
                yield f"has no use for '{field}'; that goes with {listed(targets)}."
        if verb.wants is not None and (wants := verb.wants(entry)):
            yield wants

    def _out_of_order(self, entry: Any, number: int, before: Sequence[Any]) -> Iterator[str]:
        """What is wrong with a verb where it stands."""
        shares = self.same and entry.on == self.same and self._may_share(entry)
        if shares and not any(self._has_target(other) for other in before):
            yield (
                f"verb {number + 1} works on '{self.same}', "
                "but no verb before it has a target that it could share."
                if number
                else "the first verb has no verb before it whose target it could share."
            )
        for field, name in self.after.items():
            if is_set(entry, field) and not any(other.do == name for other in before):
                yield f"verb {number + 1}, '{entry.do}', has {field}, but no {name} stands before it."

    def _may_share(self, entry: Any) -> bool:
        """May such a verb share a target at all?"""
        return any(self.same in use.on for use in self[entry.do].uses)

    def _has_target(self, entry: Any) -> bool:
        """Has a verb a target that one after it can share? `same` only hands on what it was given."""
        return entry.on is not None and entry.on != self.same


def _number(verb: VerbSpec, n: int) -> str:
    """What is wrong with a verb's number; empty: nothing."""
    if verb.least <= n and (verb.most is None or n <= verb.most) and n != 0:
        return ""
    if verb.most is None:
        return f"needs n of at least {verb.least}." if verb.least > 0 else "moves nothing with n = 0."
    return f"needs n from {verb.least} to {verb.most}: {verb.why}."


class Filled(dict[str, Any]):
    """What is filled into a text, asked for only where the text has it."""

    def __init__(self, said: Callable[[str], int | str]) -> None:
        super().__init__()
        self.said = said

    def __missing__(self, name: str) -> Any:
        word = self.said(name)
        return Counted(word) if isinstance(word, int) else word


class Counted(int):
    """A number that is written with what it counts: `{n:wound}` is "2 wounds", `{n:hex/hexes}` "2 hexes"."""

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(int(self))
        one, _, many = spec.partition("/")
        return count(int(self), one, many)
