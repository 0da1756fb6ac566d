"""What one seat may see of the arena, built field by field from what it may know."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from harena.core.actions import Actions
from harena.core.bits import count_bits, members_of
from harena.core.hex import DIRECTIONS, OFF
from harena.core.state import OVER, Step
from harena.core.view import View, asked_of
from harena.games.combat_arena.pack.content import BOX_NAMES, FACING_NAMES, KIND_NAMES, MELEE, RANGED
from harena.games.combat_arena.rules.fighter import Fighter
from harena.games.combat_arena.rules.questions import FROM_REAR
from harena.games.combat_arena.state import KINGSLAYER, NEUTRAL, NOBODY, NOT_CHOSEN, Arena

VARIANT_NAMES = ("last_standing", "brothers", "kingslayer", "single_combat")
AIMED = ("React", "Push", "Snare")  # questions about what is done to somebody
OF_A_KIND = ("ChooseEnemy", "React")  # questions about a melee or a ranged attack
OF_SETS = ("Face", "ResolveShown")  # their step's `n` is a set, which the view tells otherwise


class ArenaQuestion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the waiting question is about; what does not belong to it is left out."""

    who: int  # the fighter who acts, attacks or pushes; -1: nobody
    target: int = NOBODY  # the fighter to whom it is done
    n: int = 0  # cards, hexes, dice, hits, or the total at an arc-snare; of an effect: the place of the verb
    kind: str = ""  # melee or ranged
    facing: str = ""  # a move's icon: free, ahead or back
    wounds: int = 0  # of each hit; before the dice are rolled, on top of the weapon's
    push: int = 0  # hexes
    from_rear: bool = False  # only an enemy who does not see the attacker
    effect: int = NOBODY  # which of the pack's effects wants a target
    cards: list[str] = []  # the Champion's, shown and not yet resolved (CA-8.2)


class FighterView(msgspec.Struct, frozen=True, kw_only=True):
    """One fighter as the viewer sees it. Things are named by their ids, hexes by their names."""

    owner: int
    side: int
    character: str  # empty until it is chosen
    hex: str  # empty: not in the arena
    facing: str
    down: bool
    champion: bool
    spaces: int
    marker: int  # on the health track, 0 at the top
    covered: int
    wounds_left: int
    healable: int  # how many wounds could be healed (CA-7.8)
    energy: int  # space of the energy track
    initiative: int  # cards that space gives; one for the fallen (CA-7.5)
    hand_size: int
    hand: list[str]  # empty unless it is the viewer's
    healthy: list[str]  # damage boxes with their marker
    wounded: list[str]  # damage boxes without
    lasting: list[str]  # injuries that hamper it
    slow: int
    weak: int
    handed: bool
    melee_zone: dict[str, int]  # hex: To Hit
    ranged_zone: dict[str, int]


class Role(NamedTuple):
    """Who a fighter is: what a sentence about it needs to know."""

    owner: int
    side: int
    character: str  # empty until it is chosen
    champion: bool


Cast = tuple[Role, ...]  # by fighter


class ArenaView(View, frozen=True, kw_only=True):
    """A position of Combat Arena through one pair of eyes."""

    question: ArenaQuestion | None = None
    variant: str
    board: str
    round: int
    max_rounds: int
    active: int  # the fighter that acts, -1 for none
    drawn: str  # the Initiative card on top: a character's id, "neutral" or empty
    initiative_left: int
    fighters: list[FighterView]
    discard: list[str]
    aside: int
    injuries_left: int
    injuries_resolved: list[str]
    injuries_waiting: list[str]  # drawn, behind the one that is being resolved
    rolled: list[int]  # the last dice
    needed: int  # what each needed; 0: it was no such roll
    hits: int

    @property
    def cast(self) -> Cast:
        return tuple(Role(one.owner, one.side, one.character, one.champion) for one in self.fighters)


def seen_by(game: Arena, actions: Actions, viewer: int) -> ArenaView:
    """What a seat, or a SPECTATOR, may see."""
    return ArenaView(
        **asked_of(game, actions, viewer),
        question=_question(game) if game.seat != OVER else None,
        variant=VARIANT_NAMES[game.setting.variant],
        board=game.board.id,
        round=game.round,
        max_rounds=game.setting.max_rounds,
        active=game.active,
        drawn=_drawn(game),
        initiative_left=len(game.initiative),
        fighters=[_fighter(game, number, viewer) for number in range(len(game.fighters))],
        discard=_cards(game, game.discard),
        aside=count_bits(game.aside),
        injuries_left=len(game.injuries),
        injuries_resolved=[game.pack.injuries[card].id for card in game.resolved],
        injuries_waiting=[game.pack.injuries[card].id for card in game.queue[1:]],
        rolled=_dice(game.rolled),
        needed=game.needed,
        hits=game.hits,
    )


def _question(game: Arena) -> ArenaQuestion:
    """The numbers of the step that waits, by what they mean there."""
    step, asking = game.waiting, type(game.waiting).__name__
    return ArenaQuestion(
        who=step.who,
        target=step.target if asking in AIMED else NOBODY,
        n=step.n if asking not in OF_SETS else 0,
        kind=KIND_NAMES[step.mode] if asking in OF_A_KIND else "",
        facing=FACING_NAMES[step.mode] if asking == "Walk" else "",
        wounds=step.x,
        push=step.y,
        from_rear=asking in ("ChooseKind", "ChooseEnemy") and step.what == FROM_REAR,
        effect=step.what if asking == "ChooseTarget" else NOBODY,
        cards=_shown(game, step, asking),
    )


def _shown(game: Arena, step: Step, asking: str) -> list[str]:
    """CA-8.2: the first of the Champion's two cards, or those still to be resolved."""
    if asking == "ShowTwo" and step.n == 1:
        return [game.pack.cards[step.what].id]
    return _cards(game, step.n) if asking == "ResolveShown" else []


def _fighter(game: Arena, number: int, viewer: int) -> FighterView:
    fighter = game.fighters[number]
    chosen = fighter.character != NOT_CHOSEN
    return FighterView(
        owner=fighter.owner,
        side=fighter.side,
        character=fighter.sheet.id if chosen else "",
        hex=game.field.names[fighter.pos] if fighter.pos != OFF else "",
        facing=DIRECTIONS[fighter.facing],
        down=fighter.down,
        champion=game.setting.variant == KINGSLAYER and number == game.setting.champion,
        spaces=fighter.sheet.spaces if chosen else 0,
        marker=fighter.marker,
        covered=fighter.covered,
        wounds_left=fighter.wounds_left() if chosen else 0,
        healable=fighter.healable() if chosen else 0,
        energy=fighter.energy,
        initiative=1 if fighter.down else game.pack.track[fighter.energy],
        hand_size=count_bits(fighter.hand),
        hand=_cards(game, fighter.hand) if fighter.owner == viewer else [],
        healthy=_boxes(fighter.boxes),
        wounded=_boxes(fighter.sheet.boxes() & ~fighter.boxes) if chosen else [],
        lasting=[game.pack.injuries[card].id for card in members_of(fighter.lasting())],
        slow=game.slowed(number),
        weak=game.weakened(number),
        handed=fighter.handed,
        melee_zone=_zone(game, fighter, MELEE),
        ranged_zone=_zone(game, fighter, RANGED),
    )


def _zone(game: Arena, fighter: Fighter, kind: int) -> dict[str, int]:
    if fighter.pos == OFF or not fighter.armed(kind):
        return {}
    strike = fighter.strike(kind)
    stand = fighter.facing * game.field.count + fighter.pos
    area = strike.zones[stand]
    return {game.field.names[h]: strike.needs(stand, h) for h in members_of(area)}


def _drawn(game: Arena) -> str:
    if game.drawn == NOBODY:
        return ""
    return "neutral" if game.drawn == NEUTRAL else game.fighters[game.drawn].sheet.id


def _cards(game: Arena, cards: int) -> list[str]:
    return [game.pack.cards[card].id for card in members_of(cards)]


def _boxes(boxes: int) -> list[str]:
    return [BOX_NAMES[box] for box in members_of(boxes)]


def _dice(rolled: int) -> list[int]:
    dice: list[int] = []
    while rolled:
        dice.append(rolled & 7)
        rolled >>= 3
    return dice[::-1]
