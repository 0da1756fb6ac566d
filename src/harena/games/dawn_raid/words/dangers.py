"""Going on with a raid risks what is already won: how much, and how likely it is lost in the next battle."""

from __future__ import annotations

from collections.abc import Sequence

from harena.games.dawn_raid.pack.cards import HQ, TYPE_NAMES, Card, DawnRaidPack
from harena.games.dawn_raid.view import DawnRaidView

RISKY = ("raid:continue", "raid:take_over")


def danger_of(pack: DawnRaidPack, view: DawnRaidView, action: str, names: Sequence[str]) -> str:
    """DR-2.3, DR-2.4: what is at stake, where the pot holds cards and the next battle may lose them."""
    if action not in RISKY or not view.pot:
        return ""
    own, foes = next_cards(pack, view)
    kind = TYPE_NAMES.index(view.type)
    score = own.scores[kind]
    beaten = sum(foe.scores[kind] > score for foe in foes)
    last = view.sides[view.viewer].left == 1  # DR-4.1: after a draw nobody gets the pot
    drawn = sum(foe.scores[kind] == score for foe in foes) if last else 0
    if not beaten and not drawn:
        return ""
    other, lost = names[1 - view.viewer], beaten + drawn
    against = f"your next card, {own.name} ({view.type} {score})"
    if len(foes) == 1:
        which, one = f"{foes[0].name}, which {other} turns up next,", True
    else:
        share = f"all {lost}" if lost == len(foes) else f"{lost} of the {len(foes)}"
        which, one = f"{share} cards {other} may turn up", lost == 1
    return f"{_stake(pack, view)} {which} {_does(one, bool(beaten), bool(drawn))} {against}."


def _does(one: bool, beats: bool, draws: bool) -> str:
    """What one or several cards do to the viewer's."""
    beat, draw = ("beats", "draws") if one else ("beat", "draw")
    drawn = f"{draw} against, in the last battle,"
    if not beats:
        return drawn
    return f"{beat} or {draw} against" if draws else beat


def next_cards(pack: DawnRaidPack, view: DawnRaidView) -> tuple[Card, list[Card]]:
    """The viewer's next card (DR-1.3), and those of which the other's next one is one."""
    cards = {card.id: card for card in pack.cards}
    other = view.sides[1 - view.viewer]
    return cards[view.sides[view.viewer].order[0]], [cards[one] for one in other.unseen or other.put_back[:1]]


def _stake(pack: DawnRaidPack, view: DawnRaidView) -> str:
    prize = {*view.pot, *view.attack, *view.defence}
    hq_cards = sum(card.role == HQ for card in pack.cards if card.id in prize)
    held = f", {hq_cards} of them HQ" if hq_cards else ""
    return f"You may lose {len(prize)} cards{held}:"
