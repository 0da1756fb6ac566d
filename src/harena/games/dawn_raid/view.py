"""What one seat may see of Dawn Raid, built field by field from what it may know."""

from __future__ import annotations

import msgspec

from harena.core.actions import Actions
from harena.core.bits import count_bits, members_of
from harena.core.state import OVER
from harena.core.view import View, asked_of
from harena.games.dawn_raid.pack.cards import TYPE_NAMES
from harena.games.dawn_raid.rules.raid import AttackerWon
from harena.games.dawn_raid.state import NO_CARD, NO_TYPE, Side, Table


class SideView(msgspec.Struct, frozen=True):
    """One player's part of the table. Cards are named by their ids."""

    deck_title: str
    left: int  # cards still in the deck
    order: list[str]  # the viewer's own deck, next card first (DR-1.3); empty for everybody else
    unseen: list[str]  # a foreign deck's cards whose place is not known, in the pack's order
    put_back: list[str]  # cards everybody saw go to the back, in the order they will come
    pile: int  # cards in the victory pile (DR-2.7)
    skulls: int | None  # counted at the end, None before
    pile_cards: list[str]  # turned over at the end, empty before


class RaidQuestion(msgspec.Struct, frozen=True):
    """What is special about the Attacker's question after a battle won."""

    may_bank: bool  # a matching Elites card won it (DR-3.5)


class DawnRaidView(View, frozen=True, kw_only=True):
    """A position of Dawn Raid through one pair of eyes."""

    question: RaidQuestion | None = None
    sides: list[SideView]
    attacker: int
    type: str  # the raid's type; empty until it is named
    raid: int
    battle: int
    pot: list[str]
    attack: list[str]  # the Attacker's cards of this battle
    defence: list[str]  # the Defender's
    attack_score: int | None  # None while there is nothing to compare
    defence_score: int | None


def seen_by(table: Table, actions: Actions, viewer: int) -> DawnRaidView:
    """What a seat, or a SPECTATOR, may see."""
    clash = table.clash
    named = table.type != NO_TYPE
    return DawnRaidView(
        **asked_of(table, actions, viewer),
        question=_question(table),
        sides=[_side(table, seat, viewer) for seat in range(2)],
        attacker=table.attacker,
        type=TYPE_NAMES[table.type] if named else "",
        raid=table.raid,
        battle=table.battle,
        pot=_ids(table, members_of(table.pot)),
        attack=_ids(table, [clash.attack, clash.attack2]),
        defence=_ids(table, [clash.defence, clash.defence2]),
        attack_score=table.strength(clash.attack, clash.attack2)
        if named and clash.attack != NO_CARD
        else None,
        defence_score=table.strength(clash.defence, clash.defence2)
        if named and clash.defence != NO_CARD
        else None,
    )


def _question(table: Table) -> RaidQuestion | None:
    won = table.waiting
    return RaidQuestion(won.may_bank(table)) if isinstance(won, AttackerWon) and table.seat != OVER else None


def _side(table: Table, seat: int, viewer: int) -> SideView:
    side = table.sides[seat]
    own = seat == viewer
    ended = table.seat == OVER
    return SideView(
        deck_title=table.pack.deck_titles[side.deck],
        left=side.left(),
        order=_ids(table, _order(side)) if own else [],
        unseen=[] if own else _ids(table, sorted(_order(side)[: side.left() - side.put_back])),
        put_back=_ids(table, _order(side)[side.left() - side.put_back :]),
        pile=count_bits(side.pile),
        skulls=table.skulls(seat) if ended else None,
        pile_cards=_ids(table, members_of(side.pile)) if ended else [],
    )


def _order(side: Side) -> list[int]:
    return side.order[side.turned :]


def _ids(table: Table, cards: list[int]) -> list[str]:
    return [table.pack.cards[card].id for card in cards if card != NO_CARD]
