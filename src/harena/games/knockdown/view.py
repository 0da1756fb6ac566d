"""What one seat may see of a match, built field by field from what it may know."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from harena.core.actions import Actions
from harena.core.bits import count_bits, members_of
from harena.core.hex import OFF
from harena.core.state import OVER, SPECTATOR, Step
from harena.core.view import View, asked_of
from harena.games.knockdown.options import RELIEF_NAMES
from harena.games.knockdown.pack.content import DROP, NOBODY, SYMBOL_NAMES, VERB_NAMES, Attack
from harena.games.knockdown.rules.building import builds
from harena.games.knockdown.rules.fighter import Fighter
from harena.games.knockdown.rules.move import moved_by
from harena.games.knockdown.rules.odds import fails_of_216
from harena.games.knockdown.rules.pay import SHAKE, unpacked
from harena.games.knockdown.rules.range import reached, stands_for
from harena.games.knockdown.rules.skills import ONCE_NAMES
from harena.games.knockdown.rules.tower import stands
from harena.games.knockdown.state import Brawl

OF_AN_ATTACK = ("React", "Block", "Call", "Pay")  # questions about an attack under way
COUNTED = (
    "Act",
    "Discard",
    "Strip",
    "Show",
    "GoTo",
    "Shove",
    "Burn",
    "Spend",
)  # their step's `n` counts something


class BrawlQuestion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the waiting question is about; what does not belong to it is left out."""

    who: int  # the seat that is asked
    attack: str = ""  # the Attack card or Special Attack under way, by its id
    cause: str = ""  # why: drop, limit, order, strip … or the verb that moves somebody
    n: int = 0  # actions, cards or steps left
    cost: list[str] = []  # symbols still to be paid, "any" among them
    light: int = 0  # wounds that could be blocked
    heavy: int = 0
    effect: bool = False  # there is an effect that could be cancelled
    moves: int = NOBODY  # the seat whose fighter is moved
    counted: int = 0  # what the test would count, or counts
    cube: int = 0  # which cube of a tower hangs, from 1
    cubes: int = 0  # of how many


class FighterView(msgspec.Struct, frozen=True, kw_only=True):
    """One fighter as the viewer sees it. Things are named by their ids, spaces by their names."""

    character: str  # empty until it is chosen
    space: str  # empty: not in the arena
    light: int
    heavy: int
    hand_size: int
    most_cards: int
    hand: list[
        str
    ]  # in the order of the arena's cards; empty where hands are closed and it is not the viewer's
    symbols: dict[str, int]  # by symbol: how many cards of the hand carry it; likewise
    ammo: int
    contamination: int
    flame: str  # the space of its Flame; empty: it is not in the arena
    wins: int
    up: list[str]  # Skills face up
    down: list[str]  # Skills face down, as far as the viewer knows them: its own
    down_count: int
    counted: int  # what a Knockdown Test would count now
    fails: int  # of 216 rolls so many would fail it
    builds: bool  # it would be a tower, not dice


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """Where an attack of one fighter reaches."""

    attack: str  # the id
    in_range: bool
    reaches: list[str]  # spaces where the opponent would be in range
    stands: list[str]  # spaces from which the opponent, where it stands, would be in range


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """The viewer's own Skills while they are drafted, and from then on what it remembers (KD-2.2)."""

    held: list[str] = []  # dealt; one is to be kept
    kept: list[str] = []
    passed: list[str] = []  # to the opponent
    received: list[str] = []
    dropped: list[str] = []  # out of the match


class Role(NamedTuple):
    """Who a seat's fighter is: what a sentence about it needs to know."""

    character: str  # empty until it is chosen
    arena: str
    skills: str


Cast = tuple[Role, ...]  # by seat


class BrawlView(View, frozen=True, kw_only=True):
    """A position of Knockdown through one pair of eyes."""

    question: BrawlQuestion | None = None
    arena: str
    skills: str  # the Skill set
    wins: int  # rounds that win the match
    tower_test: list[bool]  # by seat: does it build towers?
    closed_hands: bool
    relief: str  # of which wounds half are discarded after a passed test: light, heavy or all
    relieves: bool  # passing a test called now would take wounds away
    done: list[str]  # what Skills do once in a turn and have done in this one: see rules/skills.py
    round: int  # 0 before the first
    turn: int
    active: int  # whose turn it is; -1: nobody's yet, or no longer
    first: int  # who began this round
    row: list[str]  # oldest first
    taking: str  # the Row card that is being resolved; empty: none, or no longer, as the match is over
    deck: int
    discard: list[str]
    fighters: list[FighterView]
    eyes: int  # the seat whose reach is shown: the viewer's, or for a spectator the one whose turn it is
    reach: list[Reach]  # of the Row cards and of that fighter's Special Attacks
    draft: Draft | None  # what the viewer knows of the Skills it was dealt; none before that
    tower: list[int]  # of the test under way or just over: how far each cube lies from the one below
    tower_of: int  # the seat that builds it; -1: there is none
    tower_cubes: int  # how many it was to have
    tower_stands: bool
    rolled: list[int]  # the dice of this round's last test; none if it had none
    needed: int  # what they needed

    @property
    def cast(self) -> Cast:
        return tuple(Role(one.character, self.arena, self.skills) for one in self.fighters)


def seen_by(game: Brawl, actions: Actions, viewer: int) -> BrawlView:
    """What a seat, or a SPECTATOR, may see."""
    over = game.seat == OVER
    # The state has already made the loser ready for a next round, which does not come.
    active = game.active if not over else NOBODY
    taking = game.taking if not over else NOBODY
    eyes = viewer if viewer != SPECTATOR else max(active, 0)
    return BrawlView(
        **asked_of(game, actions, viewer),
        question=_question(game) if not over else None,
        arena=game.arena.id,
        skills=game.skill_set.id,
        wins=game.setting.wins,
        tower_test=[game.setting.towers >> seat & 1 != 0 for seat in (0, 1)],
        closed_hands=game.setting.closed_hands,
        relief=RELIEF_NAMES[game.setting.relief],
        relieves=game.relief,
        done=[ONCE_NAMES[what] for what in members_of(game.once)],
        round=game.round,
        turn=game.turn,
        active=active,
        first=game.first,
        row=[game.arena.cards[card].id for card in game.row],
        taking=game.arena.cards[taking].id if taking != NOBODY else "",
        deck=len(game.deck),
        discard=_cards(game, game.discard),
        fighters=[_fighter(game, seat, viewer) for seat in (0, 1)],
        eyes=eyes,
        reach=_reach(game, eyes),
        draft=_draft(game, viewer),
        tower=list(game.tower) if _tower_shown(game) else [],
        tower_of=game.builder if _tower_shown(game) else NOBODY,
        tower_cubes=game.cubes if _tower_shown(game) else 0,
        tower_stands=stands(game.tower),
        rolled=[game.rolled >> 3 * die & 7 for die in (2, 1, 0)] if game.roll_shown else [],
        needed=game.needed if game.roll_shown else 0,
    )


def _question(game: Brawl) -> BrawlQuestion:
    """The numbers of the step that waits, by what they mean there."""
    step, asking = game.waiting, type(game.waiting).__name__
    attack = game.pack.attacks[step.what] if asking in OF_AN_ATTACK and not _shakes(step, asking) else None
    strike = asking == "Block"
    tested = 1 - step.who if asking == "Call" else step.who
    return BrawlQuestion(
        who=game.seat,
        attack=attack.id if attack is not None else "",
        cause=_cause(step, asking),
        n=step.n if asking in COUNTED else 0,
        cost=_cost(step.n) if asking == "Pay" else [],
        light=step.x if strike else 0,
        heavy=step.y if strike else 0,
        effect=strike and attack is not None and bool(attack.verbs),
        moves=_moved(step, asking),
        counted=game.counted(tested) if asking in ("Call", "LetGo") else 0,
        cube=step.what + 1 if asking == "LetGo" else 0,
        cubes=game.cubes if asking == "LetGo" else 0,
    )


def _shakes(step: Step, asking: str) -> bool:
    return asking == "Pay" and step.mode == SHAKE


def _cause(step: Step, asking: str) -> str:
    """Why a card is discarded, or the verb that moves somebody."""
    if asking in ("GoTo", "Shove", "Strip"):
        return VERB_NAMES[step.mode]
    if asking == "Discard":
        return "drop" if step.mode == DROP else "limit"
    return "shake" if _shakes(step, asking) else ""


def _cost(left: int) -> list[str]:
    """Symbols still to be paid, in the order in which they are."""
    names = [*SYMBOL_NAMES[:3], "any"]
    return [name for name, count in zip(names, unpacked(left), strict=True) for _ in range(count)]


def _moved(step: Step, asking: str) -> int:
    """The seat whose fighter is moved."""
    if asking == "GoTo":
        return step.who
    return moved_by(step.who, step.mode) if asking == "Shove" else NOBODY


def _fighter(game: Brawl, seat: int, viewer: int) -> FighterView:
    fighter = game.fighter(seat)
    chosen = fighter.character != NOBODY
    open_hand = seat == viewer or not game.setting.closed_hands
    down = fighter.chosen() & ~fighter.up
    counted = game.counted(seat)
    return FighterView(
        character=fighter.sheet.id if chosen else "",
        space=game.field.names[fighter.pos] if fighter.pos != OFF else "",
        light=fighter.light,
        heavy=fighter.heavy,
        hand_size=fighter.cards(),
        most_cards=game.most_cards(seat),
        hand=_cards(game, fighter.hand) if open_hand else [],
        symbols=_symbols(game, seat) if open_hand else {},
        ammo=fighter.ammo,
        contamination=fighter.contamination,
        flame=game.field.names[fighter.flame] if fighter.flame != OFF else "",
        wins=fighter.wins,
        up=_skills(game, fighter.up),
        down=_skills(game, down) if seat == viewer else [],
        down_count=_face_down(fighter),
        counted=counted,
        fails=fails_of_216(counted),
        builds=counted > 0 and builds(game, seat, counted),
    )


def _face_down(fighter: Fighter) -> int:
    """How many Skills lie face down; while they are drafted, those kept so far."""
    return count_bits(fighter.chosen() & ~fighter.up)


def _symbols(game: Brawl, seat: int) -> dict[str, int]:
    return {name: game.held_of(seat, number) for number, name in enumerate(SYMBOL_NAMES)}


def _reach(game: Brawl, seat: int) -> list[Reach]:
    """Where Row cards and this fighter's Special Attacks reach."""
    fighter = game.fighter(seat)
    if fighter.pos == OFF or game.opponent(seat).pos == OFF:
        return []
    cards = [game.arena.cards[card] for card in game.row]
    return [_reach_of(game, seat, attack) for attack in (*cards, *fighter.sheet.specials)]


def _reach_of(game: Brawl, seat: int, attack: Attack) -> Reach:
    fighter, there = game.fighter(seat), game.opponent(seat).pos
    return Reach(
        attack=attack.id,
        in_range=game.in_range(seat, attack),
        reaches=_spaces(game, reached(game.arena, attack, fighter.pos, fighter.flame)),
        stands=_spaces(game, stands_for(game.arena, attack, there, fighter.flame)),
    )


def _draft(game: Brawl, viewer: int) -> Draft | None:
    """KD-2.2: what a player knows of the Skills that went through their hands."""
    if viewer == SPECTATOR:
        return None
    fighter, other = game.fighter(viewer), game.opponent(viewer)
    if not (fighter.held | fighter.own):
        return None
    received = other.gave if game.passed_on else 0
    return Draft(
        held=_skills(game, fighter.held),
        kept=_skills(game, fighter.chosen()),
        passed=_skills(game, fighter.gave),
        received=_skills(game, received),
        dropped=_skills(game, fighter.dropped),
    )


def _tower_shown(game: Brawl) -> bool:
    """Is a tower under way, or was one just done with?"""
    return game.measured or game.built == game.made


def _cards(game: Brawl, cards: int) -> list[str]:
    return [game.arena.cards[card].id for card in members_of(cards)]


def _skills(game: Brawl, skills: int) -> list[str]:
    return [game.skills[skill].id for skill in members_of(skills)]


def _spaces(game: Brawl, spaces: int) -> list[str]:
    return [game.field.names[space] for space in members_of(spaces)]
