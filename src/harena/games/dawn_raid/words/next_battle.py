"""The next battle of a raid that goes on, played by the rules against every card that may come."""

from __future__ import annotations

from harena.core.bits import bit
from harena.core.dice import Dice
from harena.games.dawn_raid.actions import CONTINUE, NO_ROLE, TAKE_OVER
from harena.games.dawn_raid.pack.cards import TYPE_NAMES, Card, DawnRaidPack
from harena.games.dawn_raid.rules.raid import ATTACKER_WON, CHOOSE_ROLE, DEFENDER_WON, RAIDS
from harena.games.dawn_raid.state import NO_CARD, Clash, Side, Table
from harena.games.dawn_raid.view import DawnRaidView

WON, DRAWN, LOST = "won", "drawn", "lost"
POT_LOST = "pot lost"  # by a draw in the last battle (DR-4.1)


def next_cards(pack: DawnRaidPack, view: DawnRaidView) -> tuple[Card, list[Card]]:
    """The viewer's next card (DR-1.3), and those of which the other's next one is one."""
    cards = {card.id: card for card in pack.cards}
    other = view.sides[1 - view.viewer]
    return cards[view.sides[view.viewer].order[0]], [cards[one] for one in other.unseen or other.put_back[:1]]


def battles(pack: DawnRaidPack, view: DawnRaidView) -> list[str]:
    """How the viewer's next battle ends against each of these cards, if it goes on and no role is used."""
    return [_battle(pack, view, foe.id) for foe in next_cards(pack, view)[1]]


def _battle(pack: DawnRaidPack, view: DawnRaidView, foe: str) -> str:
    table = _table(pack, view, foe)
    table.journal = []
    table.play(CONTINUE if table.waiting is ATTACKER_WON else TAKE_OVER)
    if table.waiting is CHOOSE_ROLE:
        table.play(NO_ROLE)
    fought, *after = [event for event in table.journal if event.kind in ("compared", "pot_lost")]
    if fought.b != fought.c:  # whoever goes on with a raid attacks (DR-2.3, DR-2.4)
        return WON if fought.b > fought.c else LOST
    return POT_LOST if after and after[0].kind == "pot_lost" else DRAWN


def _table(pack: DawnRaidPack, view: DawnRaidView, foe: str) -> Table:
    """What lies open in a view, with that card on top of the other's deck; piles stay empty."""
    numbers = {card.id: number for number, card in enumerate(pack.cards)}
    table = Table(pack, Dice())
    for seat, seen in enumerate(view.sides):
        rest = [card for card in [*seen.unseen, *seen.put_back] if card != foe]
        order = seen.order if seat == view.viewer else [foe, *rest]
        table.sides.append(Side([numbers[card] for card in order], pack.deck_titles.index(seen.deck_title)))
    table.attacker, table.type = view.attacker, TYPE_NAMES.index(view.type)
    for card in view.pot:
        table.pot |= bit(numbers[card])
    table.clash = Clash()
    table.clash.attack, table.clash.attack2 = _two([numbers[card] for card in view.attack])
    table.clash.defence, table.clash.defence2 = _two([numbers[card] for card in view.defence])
    table.next(RAIDS)
    table.waiting = ATTACKER_WON if view.asking == "AttackerWon" else DEFENDER_WON
    return table


def _two(cards: list[int]) -> tuple[int, int]:
    """The one or two cards of a side in a battle."""
    first, second = [*cards, NO_CARD][:2]
    return first, second
