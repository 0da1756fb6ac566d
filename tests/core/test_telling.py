"""A sentence for each kind of event: found by its mark, and by nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core.pack import Pack
from harena.core.telling import Teller, fades, tells
from harena.core.view import Told

PACK = Pack("paper", "Paper", "")


class Few(Teller[Pack, Any]):
    @tells("won", "lost")
    def _end(self, event: Told) -> str:
        return f"{self.does(event.a, 'have', 'has')} {event.kind}."

    @tells("drew")
    def _drew(self, event: Told) -> str:
        return f"{self.whose(event.a)} card is the {event.b}."

    @fades("drew")
    def _drew_before(self, event: Told) -> str:
        return "a card was drawn."


class More(Few):
    @tells("lost")
    def _lost(self, event: Told) -> str:
        return f"somebody beats {self.whom(event.a)}."

    def _drew(self, event: Told) -> str:
        return "no card."


def heard(kind: str, a: int = 0, b: int = 0) -> Told:
    return Told(1, kind, "XX-1", a, b, 0, None, False)


@pytest.mark.parametrize(
    ("kind", "viewer", "told"),
    [
        ("won", 0, "You have won."),
        ("won", 1, "Ann has won."),
        ("drew", 0, "Your card is the 7."),
        ("drew", -1, "Ann's card is the 7."),
    ],
)
def test_an_event_is_told_by_the_method_marked_with_its_kind(kind: str, viewer: int, told: str) -> None:
    assert Few(PACK, ["Ann", "James"], (), viewer).tell(heard(kind, 0, 7)) == told


def test_what_fades_has_a_second_sentence_and_what_does_not_has_none() -> None:
    teller = Few(PACK, ["Ann", "James"], (), 0)
    assert teller.faded(heard("drew")) == "A card was drawn."
    assert teller.faded(heard("won")) == ""


def test_who_inherits_sentences_may_change_some() -> None:
    teller = More(PACK, ["Ann", "James"], (), 0)
    assert teller.tell(heard("won", 1)) == "James has won."
    assert teller.tell(heard("lost", 1)) == "Somebody beats James."
    assert teller.tell(heard("drew", 1)) == "No card."
    assert Few(PACK, ["Ann", "James"], (), 0).tell(heard("lost", 1)) == "James has lost."


def test_a_kind_without_a_sentence_is_named() -> None:
    with pytest.raises(LookupError, match="Few has no method marked @tells\\('flew'\\)"):
        Few(PACK, ["Ann"], (), 0).tell(heard("flew"))


def test_two_sentences_for_one_kind_are_a_mistake() -> None:
    with pytest.raises(TypeError, match="Twice has two sentences for 'won': _one and _two"):

        class Twice(Teller[Pack, Any]):
            @tells("won")
            def _one(self, event: Told) -> str:
                return ""

            @tells("won")
            def _two(self, event: Told) -> str:
                return ""
