"""Choices that may bring defeat to a fighter of one's own, and a sentence that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from harena.core.prose import count
from harena.games.combat_arena.pack.content import PUSH, SAFE
from harena.games.combat_arena.rules.attack import hits_after
from harena.games.combat_arena.rules.push import A_SNARE, NOTHING
from harena.games.combat_arena.words.hints import Hints

Among = Callable[[Iterable[bool]], bool]  # any or all


def danger_of(hints: Hints, action: str) -> str:
    """What a choice may cost, if that is a fighter; else empty."""
    stretch, _, member = action.partition(":")
    asking = hints.view.asking
    if asking == "Snare" and stretch == "no":
        return _let_go(hints)
    if asking == "React":
        return _landed(hints, *_after(hints, stretch, member))
    if asking == "Push":
        return _pushed(hints, hints.question.target, member)
    if asking == "ChooseTarget" and stretch == "target":
        return _aimed(hints, hints.outlook.number_of(member))
    return ""


# --- at an arc-snare (CA-6.5)


def _let_go(hints: Hints) -> str:
    q, cards = hints.question, hints.outlook.fighter(hints.who).hand_size
    saves = "" if q.n + cards >= SAFE else f" ({count(cards, 'card')} cannot save you)"
    return f"{_defeated(hints, hints.who)}: you have {q.n} and need {SAFE}{saves}."


def _falls(hints: Hints, target: int, cards: int) -> str:
    """On which rolls an arc-snare takes a fighter that discards so many cards; empty: on none."""
    worst = SAFE - 1 - cards
    if worst <= 0:
        return ""
    return f"{_defeated(hints, target)} on {'a 1' if worst == 1 else f'1 to {worst}'}"


def _defeated(hints: Hints, who: int) -> str:
    return f"{hints.subject(who)} will be defeated"


# --- a hit that lands (CA-5.3)


def _after(hints: Hints, stretch: str, member: str) -> tuple[int, int]:
    """The hits that are left if a reaction works as it should, and the cards still in hand then."""
    q, held = hints.question, hints.outlook.fighter(hints.who).hand_size
    if stretch != "react":
        return q.n, held
    reaction = next(card.reaction for card in hints.pack.cards if card.id == member)
    assert reaction is not None
    return hits_after(reaction, q.n), held - 1


def _landed(hints: Hints, hits: int, cards: int) -> str:
    """Defeat by the wounds of so many hits, or by the push that comes with them."""
    q, outlook, who = hints.question, hints.outlook, hints.who
    wounds, left = hits * q.wounds, outlook.fighter(who).wounds_left
    if hits == 0:
        return ""
    if wounds >= left:
        sure = "will" if outlook.endures(who) == 1 else "may"
        return (
            f"{hints.subject(who)} {sure} be defeated: {count(wounds, 'wound')}, and {left} would be enough."
        )
    falls = _falls(hints, who, cards)
    if not q.push or not falls or not _into_snare(hints, q.who, who, q.push, any):
        return ""
    return f"{falls}, if the push goes into an arc-snare."


# --- pushing one's own side (CA-6.3)


def _pushed(hints: Hints, target: int, hex_name: str) -> str:
    """A hex to push a fighter to: dangerous if it is one's own, and an arc-snare waits there."""
    outlook = hints.outlook
    falls = _falls(hints, target, outlook.fighter(target).hand_size)
    if not falls or not _is_own(hints, target) or outlook.waits_on(outlook.hex(hex_name)) != A_SNARE:
        return ""
    return f"{falls}: an arc-snare is there."


def _aimed(hints: Hints, target: int) -> str:
    """A target whom a push takes into an arc-snare, whichever way it goes."""
    verb = hints.pack.effects[hints.question.effect].verbs[hints.question.n]
    falls = _falls(hints, target, hints.outlook.fighter(target).hand_size)
    if verb.do != PUSH or not falls or not _is_own(hints, target):
        return ""
    if not _into_snare(hints, hints.who, target, verb.n, all):
        return ""
    return f"{falls}: the push goes into an arc-snare."


def _is_own(hints: Hints, target: int) -> bool:
    return hints.outlook.fighter(target).side == hints.outlook.fighter(hints.question.who).side


def _into_snare(hints: Hints, pusher: int, target: int, n: int, among: Among) -> bool:
    """Does a push of n hexes lead into an arc-snare, on any way it may go or on all of them?"""
    outlook = hints.outlook
    if not outlook.fighter(pusher).hex:
        return False

    def leads(here: int, left: int) -> bool:
        ways = outlook.pushed_from(start, here)
        return bool(ways) and among(meets(h, left) for h in ways)

    def meets(h: int, left: int) -> bool:
        met = outlook.waits_on(h)
        return met == A_SNARE or (met == NOTHING and left > 1 and leads(h, left - 1))

    start = outlook.place(pusher)
    return leads(outlook.place(target), n)
