"""What a seat of Centauri Arena sees as numbers: its own things first, then the others' as they sit.

Cards are counted by kind, for all of a kind are alike. Armadas are numbered from the seat's own on. How the
map is made is the scenario's, and not repeated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, full, low_bit
from harena.core.hex import OFF
from harena.core.pen import Pen
from harena.core.state import OVER, Step
from harena.games.centauri.pack.content import BOSS, LEVELS, MOST, MOST_CARDS, NOBODY, SECTORS
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.armada import Armada
from harena.games.centauri.rules.player import Player

if TYPE_CHECKING:
    from harena.games.centauri.state import Space

HULL: Final = 20  # of any armada, Raider or Boss
MANY: Final = 99  # tokens, Astartium, kills, movement points, dice: more are not told apart
POINTS: Final = 255  # victory points: likewise
ALIKE: Final = 9  # cards of a kind
HAND: Final = 16  # cards, with those too many that are about to be dropped
ROUNDS: Final = 10
CLASHES: Final = 12  # rounds of a combat
MODULES: Final = 20  # in one sector
PHASES: Final = 5
FACES: Final = 6  # of a die
PLACES: Final = 7  # in a combat: six armadas, and the Raider or Boss
FOE: Final = 6  # in place of an armada: the Raider or Boss
NONE: Final[i64] = -1


def encode(game: Space, seat: i64, pen: Pen) -> None:
    """Everything a seat knows."""
    pen.group("own")
    own = game.players[seat]
    mat(game, own, pen)
    count(game, own.hand, pen.numbers(len(game.pack.cards), ALIKE, "hand: cards of each kind"), pen)
    others(game, seat, pen)
    armadas(game, seat, pen)
    pen.group("own team")
    team(game, seat & 1, pen)
    pen.group("other team")
    team(game, 1 - (seat & 1), pen)
    pen.group("sector")
    sectors(game, pen)
    pen.group("cards")
    piles(game, pen)
    pen.group("round")
    clock(game, seat, pen)
    pen.group("combat")
    combat(game, seat, pen)
    pen.group("question")
    question(game, seat, pen)


# --- players


def mat(game: Space, player: Player, pen: Pen) -> None:
    """What everybody sees of a player."""
    pen.number(player.speed, MOST, "speed: the attribute")
    pen.number(player.combat, MOST, "combat: the attribute")
    pen.number(player.shield, MOST, "shield: the attribute")
    pen.number(player.hull, HULL, "hull: what is left of it")
    pen.number(player.starport, LEVELS, "starport: levels")
    pen.number(player.lab, LEVELS, "lab: levels")
    pen.number(player.astartium, MANY, "astartium: how much")
    pen.number(player.combat_tokens, MANY, "combat tokens: how many")
    pen.number(player.exploration_tokens, MANY, "exploration tokens: how many")
    begins = pen.numbers(len(game.pack.cards), ALIKE, "shown: cards of each kind in hand that all have seen")
    count(game, player.known, begins, pen)


def others(game: Space, seat: i64, pen: Pen) -> None:
    """The other players in the order of seats; of their hands no more than this seat may see."""
    seats = game.seats
    place: i64 = 1
    while place < seats:
        who = (seat + place) % seats
        player = game.players[who]
        if seats == 2:
            pen.group("opponent")
        elif place & 1 != 0:
            pen.group("opponent", (place + 1) >> 1)
        else:
            pen.group("team-mate", place >> 1)
        mat(game, player, pen)
        pen.number(count_bits(player.hand), HAND, "cards: in hand")
        if place & 1 == 0:
            begins = pen.numbers(
                len(game.pack.cards), ALIKE, "hand: cards of each kind, where hands are open"
            )
            if game.may_see(seat, who):
                count(game, player.hand, begins, pen)
        place += 1


def count(game: Space, cards: i64, begins: i64, pen: Pen) -> None:
    """How many there are of each kind."""
    pack = game.pack
    while cards != 0:
        kind = pack.kind_of[low_bit(cards)]
        alike = pack.cards[kind].cards
        pen.put(begins + kind, count_bits(cards & alike))
        cards &= ~alike


def team(game: Space, number: i64, pen: Pen) -> None:
    pen.one_of(game.homes[number], SECTORS, "home: the sector of its Starbase")
    pen.number(game.points[number], POINTS, "points: victory points")
    pen.number(game.kills[number], MANY, "kills: enemy armadas destroyed")
    pen.number(game.hunted[number], MANY, "hunted: Raiders and Bosses destroyed")
    pen.number(game.delivered[number], MANY, "delivered: modules")


# --- armadas


def armadas(game: Space, seat: i64, pen: Pen) -> None:
    """All of them, the seat's own first."""
    number = game.setting.each * seat
    size: i64 = len(game.armadas)
    place: i64 = 0
    while place < size:
        place += 1
        pen.group("armada", place)
        armada(game.armadas[number], pen)
        number += 1
        if number == size:
            number = 0


def armada(one: Armada, pen: Pen) -> None:
    pen.one_of(one.pos, SECTORS, "sector: where it is")
    pen.number(one.points, MANY, "points: movement points left")
    pen.flag(one.cargo, "cargo: a module is on board")
    pen.flag(one.moved, "moved: it has had its Movement this round")
    pen.flag(one.stepped, "stepped: in this Movement it has flown or taken a module")
    pen.one_of(one.out - 1, 2, "out: of this Encounter, of the round: it fled or was destroyed")
    pen.flag(one.fought, "fought: anyone this round")
    pen.flag(one.back, "back: nobody fights it before its next Movement")
    pen.flag(one.loose, "loose: its first step needs no Evade")
    pen.flag(one.cloaked, "cloaked: this Movement needs no Evade")
    pen.flag(one.wall, "wall: no enemy leaves its sector by moving")
    pen.number(one.dagger, MANY, "dagger: dice more in its first attack this round")
    pen.number(one.dice, MANY, "dice: more in this combat round")
    pen.number(one.shielding, MANY, "shielding: more in this combat round")
    pen.flag(one.rerolls, "rerolls: misses are rolled again in this combat round")
    pen.flag(one.blaze, "blaze: it is destroyed after this combat round")


def from_own(game: Space, seat: i64, number: i64) -> i64:
    """The place of an armada counted from the seat's own on; the Raider or Boss keeps its own, the last."""
    if number < 0 or number == FOE:
        return number
    number -= game.setting.each * seat
    if number < 0:
        number += len(game.armadas)
    return number


# --- the map, the cards, the round


def sectors(game: Space, pen: Pen) -> None:
    modules(game.modules, pen.numbers(SECTORS, MODULES, "modules: how many lie there"), pen)
    pen.members(game.raiders[1], SECTORS, "raiders 1: of level 1")
    pen.members(game.raiders[2], SECTORS, "raiders 2: of level 2")
    pen.members(game.raiders[3], SECTORS, "raiders 3: of level 3")
    pen.members(game.bosses, SECTORS, "bosses: where they are")
    pen.members(game.harmony, SECTORS, "harmony: in harmony this round")
    pen.one_of(game.convoy, SECTORS, "convoy: where it is")
    pen.members(game.fights, SECTORS, "fought over: by players this Encounter")
    pen.members(game.raids, SECTORS, "raided: its Raider or Boss was fought or left alone this Encounter")


def modules(lying: list[i64], begins: i64, pen: Pen) -> None:
    seen: i64 = 0
    for sector in lying:
        here = bit(sector)
        if seen & here == 0:
            pen.put(begins + sector, 1)
        else:
            pen.put(begins + sector, how_often(sector, lying))
        seen |= here


def how_often(sector: i64, lying: list[i64]) -> i64:
    times: i64 = 0
    for other in lying:
        if other == sector:
            times += 1
    return times


def piles(game: Space, pen: Pen) -> None:
    pack = game.pack
    kinds: i64 = len(pack.cards)
    pen.number(len(game.deck), MOST_CARDS, "deck: cards in it")
    count(game, game.spent, pen.numbers(kinds, ALIKE, "spent: this round, cards of each kind"), pen)
    count(game, game.discards, pen.numbers(kinds, ALIKE, "discarded: before, cards of each kind"), pen)
    pen.one_of(game.report, len(pack.reports), "report: this round's Scanning Report")
    pen.members(game.reported, len(pack.reports), "reported: Scanning Reports that were drawn")


def clock(game: Space, seat: i64, pen: Pen) -> None:
    setting = game.setting
    scenarios: i64 = len(game.pack.scenarios)
    if scenarios > 1:
        pen.one_of(game.scenario.number, scenarios, "scenario: which of the pack")
    pen.flag(setting.open_hands, "open hands: team-mates see each other's cards")
    pen.number(game.round, ROUNDS, "round: which it is")
    pen.number(setting.rounds - game.round, ROUNDS, "to come: rounds after it")
    pen.one_of(game.phase, PHASES, "phase: set-up, Upkeep, Movement, Encounter, Expand")
    pen.one_of(from_seat(game, seat, game.first), game.seats, "first player: from this seat on")
    pen.one_of(from_own(game, seat, game.active), len(game.armadas), "moving: the armada")
    over = game.seat == OVER
    winner: i64 = NONE
    if over and game.winner != NOBODY:
        winner = (game.winner ^ seat) & 1
    pen.flag(over, "over: the game has ended")
    pen.one_of(winner, 2, "winner: this seat's team, the other")


def from_seat(game: Space, seat: i64, who: i64) -> i64:
    """The place of a seat counted from this one on."""
    if who < 0:
        return who
    who -= seat
    if who < 0:
        who += game.seats
    return who


# --- combat


def combat(game: Space, seat: i64, pen: Pen) -> None:
    """CN-3: the combat that goes on, or how one has just ended, and who joins against a Boss."""
    ended = game.just_ended()
    sector = game.battle
    clash = game.clash
    foe = game.foe
    hull = game.foe_hull
    order = game.order
    if ended:
        sector = game.ended[0]
        clash = game.ended[1]
        foe = game.ended[2]
        hull = game.ended[3]
        order = game.left()
    fled: i64 = 0
    if sector != OFF:
        fled = from_own_on(game, seat, game.fled)
    pen.flag(ended, "ended: since the last decision")
    pen.one_of(sector, SECTORS, "sector: where it is")
    pen.number(clash, CLASHES, "round: which of this combat")
    begins = pen.numbers(PLACES, PLACES, "order: the place of each armada by initiative, last the foe's")
    place: i64 = 1
    for number in order:
        pen.put(begins + from_own(game, seat, number), place)
        place += 1
    pen.number(game.passes, FOE, "passes: in Buff, one after the other")
    pen.one_of(foe - 1, BOSS, "foe: Raider of level 1, 2, 3, Boss")
    pen.number(hull, HULL, "foe hull: what is left of it")
    pen.members(fled, FOE, "fled: armadas, from this combat")
    pen.members(
        from_own_on(game, seat, game.joined), FOE, "joined: armadas against a Boss, before that combat"
    )
    last_attack(game, seat, ended, pen)


def from_own_on(game: Space, seat: i64, armadas: i64) -> i64:
    """A set of armadas, counted from the seat's own on."""
    if armadas == 0:
        return 0
    size: i64 = len(game.armadas)
    own = game.setting.each * seat
    return (armadas >> own | armadas << (size - own)) & full(size)


def last_attack(game: Space, seat: i64, ended: bool, pen: Pen) -> None:
    """The last attack of that combat."""
    shooter = game.shooter
    target = game.shot_at
    hits = game.shot_hits
    stopped = game.shot_stopped
    rolled = game.rolled
    if ended:
        shooter = game.ended[4]
        target = game.ended[5]
        hits = game.ended[6]
        stopped = game.ended[7]
        rolled = game.ended[8]
    if shooter == NOBODY:
        shooter = target = NONE
        hits = stopped = rolled = 0
    pen.one_of(
        from_own(game, seat, shooter), PLACES, "attacker: of the last attack, an armada or last the foe"
    )
    pen.one_of(from_own(game, seat, target), PLACES, "attacked: likewise")
    pen.number(hits, MANY, "successes: of the last attack")
    pen.number(stopped, MANY, "stopped: of them, by the Shield")
    begins = pen.numbers(FACES, 255, "dice: how many showed each face in the last attack")
    while rolled != 0:
        pen.put(begins, rolled & 255)
        rolled >>= 8
        begins += 1


# --- the question


def question(game: Space, seat: i64, pen: Pen) -> None:
    step = game.waiting
    asks: i64 = NONE
    about: i64 = NONE
    if game.seat != OVER:
        asks = step.question()
    if asks >= questions.ORDERS:
        about = from_own(game, seat, step.n)
    pen.one_of(
        asks,
        questions.QUESTIONS,
        "question: pick a side, spread levels, Upkeep, drop a card, choose a token, Movement, Buff, blaze, "
        "trade, Convoy, orders, fly, evade again, push what, push to, swap, decide, flee to, engage, "
        "spend a die, reroll, join against a Boss, regroup",
    )
    pen.one_of(from_seat(game, seat, game.seat), game.seats, "who decides: this seat, those after it")
    pen.one_of(about, FOE, "armada: that it is about")
    details(game, seat, step, asks, pen)


def details(game: Space, seat: i64, step: Step, asks: i64, pen: Pen) -> None:
    """The other numbers of the step that waits, each where it means something."""
    sector: i64 = NONE
    target: i64 = NONE
    card: i64 = NONE
    token: i64 = NONE
    left: i64 = 0
    if asks in (questions.EVADE_AGAIN, questions.PUSH_TO):
        sector = step.target
    elif asks in (questions.SPEND_DIE, questions.REROLL):
        target = from_own(game, seat, step.target)
    elif asks == questions.NAME_BLAZE:
        card = step.what
    elif asks == questions.TRADE:
        token = step.mode
    elif asks in (questions.SPREAD, questions.UPKEEP, questions.CONVOY_STEP):
        left = step.n
    pen.one_of(sector, SECTORS, "sector: where it wants to fly, or whose Raider is pushed")
    pen.one_of(target, PLACES, "attacked: an armada or last the foe")
    pen.one_of(card, len(game.pack.cards), "card: the kind that is played")
    pen.one_of(token, 2, "token: combat, exploration: of which kind")
    pen.number(left, POINTS, "left: levels to spread, the Convoy's points; in Upkeep, cards played")
    pen.flag(asks == questions.CONVOY_STEP and step.mode == 1, "first step: of the Convoy, whatever it costs")
    pen.number(step.x, MANY, "successes: before a reroll; how far a swap reaches")
    pen.number(step.y, MANY, "dice: of which so many were rolled")
