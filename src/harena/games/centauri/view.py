"""What one seat may see of a game, built field by field from what it may know."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from harena.core.actions import Actions
from harena.core.bits import members_of
from harena.core.hex import OFF
from harena.core.state import OVER, SPECTATOR, Step
from harena.core.view import View, asked_of
from harena.games.centauri.pack.content import COLOUR_NAMES, KIND_NAMES, NOBODY, TOP_LEVEL
from harena.games.centauri.rules.armada import AWAY, Armada
from harena.games.centauri.rules.convoy import convoy_cost
from harena.games.centauri.rules.engage import armour_of, dice_of, stopped_by
from harena.games.centauri.rules.pool import chance_of
from harena.games.centauri.rules.reach import cost_of, evade_difficulty, in_reach, is_walled_in
from harena.games.centauri.state import FOE, PHASE_NAMES, Space

FOE_NAME = "foe"  # in place of an armada in a battle: the Raider or Boss
TOKEN_NAMES = ("combat", "exploration")
OF_AN_ARMADA = (  # questions about one armada, the `n` of their step
    "Orders",
    "Fly",
    "EvadeAgain",
    "SwapWith",
    "PushWhat",
    "PushTo",
    "Decide",
    "FleeTo",
    "Engage",
    "SpendDie",
    "Reroll",
    "JoinBoss",
    "Regroup",
)


class ArenaQuestion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the waiting question is about; what does not belong to it is left out."""

    who: int  # the seat that decides
    armada: int = NOBODY  # the armada it is about
    costs: dict[str, int] = {}  # Orders, Fly, ConvoyStep: by sector in reach, the points it costs
    evade: int = 0  # Orders, Fly, EvadeAgain: the difficulty of the Evade that leaving needs; 0: none
    evade_odds: float = 1.0  # the chance to evade
    to: str = ""  # EvadeAgain: the sector it wants to fly to; PushTo: the sector of the Raider
    card: str = ""  # NameBlaze: the kind of card that is played
    dice: int = 0  # SpendDie: the dice of the attack without the token; Reroll: the misses
    successes: int = 0  # Reroll: so far
    target: int = NOBODY  # SpendDie, Reroll: the armada attacked; FOE (6) for the Raider or Boss
    armour: int = 0  # SpendDie, Reroll: successes that its Shield stops
    points: int = 0  # ConvoyStep: what is left
    kind: str = ""  # Trade: combat or exploration
    left: int = 0  # Spread: levels still to be spread; DropCard: cards too many


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's mat as the viewer sees it. Cards are named by kind."""

    team: int
    speed: int
    combat: int
    shield: int
    hull: int
    starport: int
    lab: int
    astartium: int
    combat_tokens: int
    exploration_tokens: int
    hand_size: int
    hand: list[str]  # in the order of the deck's kinds; empty where the viewer may not see it
    shown: list[str]  # of the hand: cards that everybody has seen


class ArmadaView(msgspec.Struct, frozen=True, kw_only=True):
    """One armada."""

    owner: int
    team: int
    sector: str  # empty: not on the map yet
    points: int  # movement points left, while it moves
    cargo: bool
    moved: bool
    away: bool  # it fled or was destroyed this round
    back: bool  # it came back: nobody fights it before its next Movement
    wall: bool
    cloaked: bool
    dagger: int  # dice more in its first attack this round; 0: it has none, or has attacked
    dice: int  # buffs of this combat round
    shielding: int
    rerolls: bool
    blaze: bool


class SectorView(msgspec.Struct, frozen=True, kw_only=True):
    """One sector of the map, as it is now."""

    name: str
    kind: str
    colour: str
    cost: int  # to enter it
    closed: bool  # nobody may enter it
    peaceful: bool  # no combat between players
    modules: int
    raider: int  # its level; 0: none
    boss: bool
    home: int  # the team whose Starbase stands here; -1: none
    harmony: bool
    convoy: bool
    trades: bool


class BlowView(msgspec.Struct, frozen=True, kw_only=True):
    """An attack that was rolled in a combat."""

    by: int  # an armada; FOE (6) is the Raider or Boss
    on: int
    dice: list[int]  # from the highest; those of a re-roll in place of the misses
    successes: int
    stopped: int  # by the target's Shield
    damage: int


class BattleView(msgspec.Struct, frozen=True, kw_only=True):
    """A combat: one that goes on, or how one has just ended."""

    sector: str
    round: int  # of this combat
    order: list[int]  # who is in it, armadas by initiative; FOE (6) is the Raider or Boss
    dice: list[int]  # in that order: what an attack rolls now
    armour: list[int]  # in that order: the successes that a Shield stops
    foe: int  # the level of the Raider or Boss; 0: players fight each other
    foe_hull: int
    more_dice: int  # that every attack rolls in this combat round (CN-3.1)
    blow: BlowView | None = None  # the last attack of this combat
    fled: list[int] = []  # armadas that fled from it, each to the sector where it is now


class Role(NamedTuple):
    """Who a seat is: what a sentence about it needs to know."""

    scenario: str
    each: int  # armadas of a player
    homes: tuple[str, ...]  # by team: the sector of its Starbase; empty before it is chosen


Cast = tuple[Role, ...]  # by seat, all alike


class ArenaView(View, frozen=True, kw_only=True):
    """A position of Centauri Arena through one pair of eyes."""

    question: ArenaQuestion | None = None
    scenario: str
    players: list[PlayerView]  # by seat
    armadas: list[ArmadaView]
    each: int  # armadas of a player
    sectors: list[SectorView]  # in the frame's order
    homes: list[str]  # by team: the sector of its Starbase; empty before it is chosen
    points: list[int]  # by team: victory points
    goal: int  # victory points that win; 0: none
    kills: list[int]
    hunted: list[int]  # by team: Raiders and Bosses destroyed
    delivered: list[int]
    convoy: str  # its sector; empty: there is none
    round: int  # 0 before the first
    max_rounds: int
    first: int  # the first player
    phase: str  # set_up, upkeep, movement, encounter, expand
    active: int  # the armada that moves; -1: none
    deck: int
    spent: list[str]  # kinds of cards played or discarded this round
    discards: list[str]
    report: int  # this round's Scanning Report, its place in the pack's list; -1: none yet
    reports: int  # left in their deck
    battle: BattleView | None = None  # the one that goes on
    aftermath: BattleView | None = (
        None  # how one ended since the last decision; dice and armour without cards
    )
    open_hands: bool

    @property
    def cast(self) -> Cast:
        return tuple(Role(self.scenario, self.each, tuple(self.homes)) for _ in self.players)


def seen_by(game: Space, actions: Actions, viewer: int) -> ArenaView:
    """What a seat, or a SPECTATOR, may see."""
    return ArenaView(
        **asked_of(game, actions, viewer),
        question=_question(game) if game.seat != OVER else None,
        scenario=game.scenario.id,
        players=[_player(game, seat, viewer) for seat in range(game.seats)],
        armadas=[_armada(game, armada) for armada in game.armadas],
        each=game.setting.each,
        sectors=[_sector(game, sector) for sector in range(game.field.count)],
        homes=[_name(game, home) for home in game.homes],
        points=list(game.points),
        goal=game.scenario.goal,
        kills=list(game.kills),
        hunted=list(game.hunted),
        delivered=list(game.delivered),
        convoy=_name(game, game.convoy),
        round=game.round,
        max_rounds=game.setting.rounds,
        first=game.first,
        phase=PHASE_NAMES[game.phase],
        active=game.active,
        deck=len(game.deck),
        spent=_kinds(game, game.spent),
        discards=_kinds(game, game.discards),
        report=game.report,
        reports=len(game.reports),
        battle=_battle(game),
        aftermath=_aftermath(game),
        open_hands=game.setting.open_hands,
    )


def _name(game: Space, sector: int) -> str:
    return game.field.names[sector] if sector != OFF else ""


def _kinds(game: Space, cards: int) -> list[str]:
    return [game.pack.cards[game.pack.kind_of[card]].id for card in members_of(cards)]


def _player(game: Space, seat: int, viewer: int) -> PlayerView:
    player = game.players[seat]
    return PlayerView(
        team=seat & 1,
        speed=player.speed,
        combat=player.combat,
        shield=player.shield,
        hull=player.hull,
        starport=player.starport,
        lab=player.lab,
        astartium=player.astartium,
        combat_tokens=player.combat_tokens,
        exploration_tokens=player.exploration_tokens,
        hand_size=player.cards(),
        hand=_kinds(game, player.hand) if viewer != SPECTATOR and game.may_see(viewer, seat) else [],
        shown=_kinds(game, player.known),
    )


def _armada(game: Space, armada: Armada) -> ArmadaView:
    return ArmadaView(
        owner=armada.owner,
        team=armada.team(),
        sector=_name(game, armada.pos),
        points=armada.points,
        cargo=armada.cargo,
        moved=armada.moved,
        away=armada.out == AWAY,
        back=armada.back,
        wall=armada.wall,
        cloaked=armada.cloaked,
        dagger=armada.dagger,
        dice=armada.dice,
        shielding=armada.shielding,
        rerolls=armada.rerolls,
        blaze=armada.blaze,
    )


def _sector(game: Space, sector: int) -> SectorView:
    map = game.map
    return SectorView(
        name=game.field.names[sector],
        kind=KIND_NAMES[map.kinds[sector]],
        colour=COLOUR_NAMES[map.colours[sector]],
        cost=map.costs[sector],
        closed=not game.may_enter(sector),
        peaceful=game.is_peaceful(sector),
        modules=game.modules.count(sector),
        raider=min(game.raider_at(sector), TOP_LEVEL),
        boss=game.bosses >> sector & 1 != 0,
        home=game.homes.index(sector) if sector in game.homes else NOBODY,
        harmony=game.harmony >> sector & 1 != 0,
        convoy=game.convoy == sector,
        trades=game.scenario.trade > 0 and map.trades >> sector & 1 != 0,
    )


def _battle(game: Space) -> BattleView | None:
    if game.battle == OFF:
        return None
    return BattleView(
        sector=_name(game, game.battle),
        round=game.clash,
        order=list(game.order),
        dice=[dice_of(game, one) for one in game.order],
        armour=[armour_of(game, one) for one in game.order],
        foe=game.foe,
        foe_hull=max(game.foe_hull, 0) if FOE in game.order else 0,
        more_dice=game.pack.basics.escalation * max(game.clash - 1, 0),
        blow=_blow([game.shooter, game.shot_at, game.shot_hits, game.shot_stopped, game.rolled]),
        fled=members_of(game.fled),
    )


def _aftermath(game: Space) -> BattleView | None:
    """How a combat ended, until another decision has been made."""
    if not game.just_ended():
        return None
    left = game.left()
    sector, round, foe, hull, *shot = game.ended[: len(game.ended) - len(left)]
    fighters = [game.pack.foes[foe] if one == FOE else game.player_of(one) for one in left]
    return BattleView(
        sector=_name(game, sector),
        round=round,
        order=left,
        dice=[one.combat for one in fighters],
        armour=[stopped_by(one.shield) for one in fighters],
        foe=foe,
        foe_hull=hull,
        more_dice=0,
        blow=_blow(shot),
        fled=members_of(game.fled),
    )


def _blow(shot: list[int]) -> BlowView | None:
    """The last attack, from who attacked whom to the dice."""
    by, on, hits, stopped, rolled = shot
    if by == NOBODY:
        return None
    return BlowView(
        by=by,
        on=on,
        dice=[face for face in range(6, 0, -1) for _ in range(rolled >> 8 * (face - 1) & 255)],
        successes=hits,
        stopped=stopped,
        damage=max(0, hits - stopped),
    )


def _question(game: Space) -> ArenaQuestion:
    """The numbers of the step that waits, by what they mean there."""
    step, asking = game.waiting, type(game.waiting).__name__
    about = ArenaQuestion(who=game.seat, armada=step.n if asking in OF_AN_ARMADA else NOBODY)
    if asking in ("Orders", "Fly", "EvadeAgain"):
        return _flight(game, about, step.target if asking == "EvadeAgain" else OFF)
    if asking == "PushTo":
        return replace(about, to=_name(game, step.target))
    if asking == "NameBlaze":
        return replace(about, card=game.pack.cards[step.what].id)
    if asking in ("SpendDie", "Reroll"):
        return _attack(game, about, step)
    if asking == "ConvoyStep":
        costs = {_name(game, sector): convoy_cost(game, sector) for sector in members_of(game.mask)}
        return replace(about, points=step.n, costs=costs)
    if asking == "Trade":
        return replace(about, kind=TOKEN_NAMES[step.mode])
    if asking == "Spread":
        return replace(about, left=step.n)
    if asking == "DropCard":
        return replace(about, left=game.players[step.who].cards() - game.pack.basics.hand)
    return about


def _flight(game: Space, about: ArenaQuestion, to: int) -> ArenaQuestion:
    """What flying costs, and what leaving needs."""
    number = about.armada
    costs = {
        _name(game, sector): cost_of(game, number, sector) for sector in members_of(in_reach(game, number))
    }
    difficulty = evade_difficulty(game, about.armada)
    odds = chance_of(game.player_of(about.armada).speed, difficulty)
    return replace(
        about,
        costs={} if is_walled_in(game, about.armada) else costs,
        evade=difficulty,
        evade_odds=odds,
        to=_name(game, to),
    )


def _attack(game: Space, about: ArenaQuestion, step: Step) -> ArenaQuestion:
    """An attack before or after its roll."""
    rolled = type(step).__name__ == "Reroll"
    return replace(
        about,
        dice=step.y - step.x if rolled else dice_of(game, step.n),
        successes=step.x if rolled else 0,
        target=step.target,
        armour=armour_of(game, step.target),
    )
