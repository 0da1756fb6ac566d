"""Going on with a raid risks what is already won: how much, and how likely it is lost in the next battle."""

from __future__ import annotations

from collections.abc import Sequence

from harena.games.dawn_raid.pack.cards import HQ, TYPE_NAMES, DawnRaidPack
from harena.games.dawn_raid.view import DawnRaidView
from harena.games.dawn_raid.words.next_battle import LOST, POT_LOST, battles, next_cards

RISKY = ("raid:continue", "raid:take_over")


def danger_of(pack: DawnRaidPack, view: DawnRaidView, action: str, names: Sequence[str]) -> str:
    """DR-2.3, DR-2.4: what is at stake, where the pot holds cards and the next battle may lose them."""
    if action not in RISKY or not view.pot:
        return ""
    own, foes = next_cards(pack, view)
    ends = battles(pack, view)
    beaten, drawn = ends.count(LOST), ends.count(POT_LOST)
    if not beaten and not drawn:
        return ""
    other, lost = names[1 - view.viewer], beaten + drawn
    against = f"your next card, {own.name} ({view.type} {own.scores[TYPE_NAMES.index(view.type)]})"
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


def _stake(pack: DawnRaidPack, view: DawnRaidView) -> str:
    prize = {*view.pot, *view.attack, *view.defence}
    hq_cards = sum(card.role == HQ for card in pack.cards if card.id in prize)
    held = f", {hq_cards} of them HQ" if hq_cards else ""
    return f"You may lose {len(prize)} cards{held}:"
