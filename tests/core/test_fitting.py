"""Options that go together: each decides about those after it; what somebody names stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from msgspec import Meta

from harena.core.fitting import complete, fit, fitted_options, in_players_words
from harena.core.game import AnyGame
from harena.core.options import Asked, Choice, Offer, Options, fields
from harena.core.pack import Pack

PACK = Pack("standard", "The usual one", "")
FOUR = [Choice(4, "Four")]


class Sample(Options, frozen=True):
    kind: Annotated[
        Literal["duel", "teams"],
        Meta(description="By name."),
        Asked("Kind of game", (Choice("duel", "A duel", "One against one."),), "How you play."),
    ] = "duel"
    players: Literal[2, 3, 4] = 2
    mates: Literal["12v34", "13v24"] = "12v34"
    names: str = ""
    max_rounds: Annotated[int, Meta(ge=1, le=9)] = 3


class Stub:
    """A game as far as its options go."""

    options = Sample

    def offers(self, pack: Any, options: Sample) -> Mapping[str, Offer]:
        teams = options.kind == "teams"
        return {
            "players": Offer(FOUR if teams else [Choice(2, "Two"), Choice(3, "Three")]),
            "mates": Offer([Choice("12v34", "Neighbours")] if teams else []),
            "names": Offer([Choice("", "open"), Choice("a", "Ada")], ["first"] * options.players),
        }


GAME = cast(AnyGame, Stub())


def test_an_option_sets_those_after_it() -> None:
    assert fit(GAME, PACK, {"kind": "teams", "players": 2}) == Sample(kind="teams", players=4)
    assert fit(GAME, PACK, {"kind": "duel", "players": "4"}) == Sample(), "the usual number where it fits"


def test_what_does_not_apply_goes_back_to_its_default_and_is_not_said() -> None:
    assert fit(GAME, PACK, {"mates": "13v24"}) == Sample()
    labels = [label for label, _ in in_players_words(GAME, PACK, Sample())]
    assert labels == ["Kind of game", "Players", "Names", "Max rounds"]


def test_who_names_an_option_keeps_it_and_the_rest_follows() -> None:
    assert complete(GAME, PACK, {"kind": "teams"}) == Sample(kind="teams", players=4)
    assert complete(GAME, PACK, {"kind": "teams", "players": 2}) == Sample(kind="teams", players=2)


def test_of_several_only_what_is_offered_stays_and_no_more_than_there_are_places() -> None:
    assert fit(GAME, PACK, {"names": "x,a,a"}).names == ",a"  # type: ignore[attr-defined]
    assert fit(GAME, PACK, {"names": "x"}).names == ""  # type: ignore[attr-defined]


def test_an_option_is_said_in_players_words_and_without_them_readably() -> None:
    kind, players, *_, rounds = fields(Sample)
    assert (kind.label, kind.about, kind.asked) == ("Kind of game", "By name.", "How you play.")
    assert kind.words == [Choice("duel", "A duel", "One against one."), Choice("teams", "Teams")]
    assert (players.label, players.words[0].label, rounds.label) == ("Players", "2", "Max rounds")
    assert (rounds.least, rounds.most) == (1, 9)
    agreed = dict(in_players_words(GAME, PACK, Sample(kind="teams", players=4, names="a")))
    assert (agreed["Kind of game"], agreed["Players"], agreed["Mates"]) == ("Teams", "Four", "Neighbours")
    assert agreed["Names"].startswith("first: Ada; first: open")


def test_where_there_is_one_choice_there_is_nothing_to_choose() -> None:
    shown = {
        one.field.name: one.is_open for one in fitted_options(GAME, PACK, Sample(kind="teams", players=4))
    }
    assert shown == {"kind": True, "players": False, "mates": False, "names": True, "max_rounds": True}


def test_a_pack_that_is_not_the_usual_one_is_said_first() -> None:
    labels = in_players_words(GAME, Pack("mine", "A pack of my own", ""), Sample())
    assert labels[0] == ("Pack", "A pack of my own")
    assert labels[1:] == in_players_words(GAME, PACK, Sample())
