"""What Centauri Arena is played with, as the rules index it: scenarios, maps, cards, tracks, foes."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit, low_bit
from harena.core.hex import Field
from harena.core.pack import Pack

SECTORS: Final = 37  # the frame: everything at most three sectors from the middle (CN-1.1)
RADIUS: Final = 3
MOST_CARDS: Final = 60  # of a deck: a set holds them
MOST_KINDS: Final = 24  # of cards: what actions have room for
LEVELS: Final = 6  # of a track (CN-1.2)
TOP_LEVEL: Final = 3  # of a Raider (CN-3.7)
BOSS: Final = 4  # the level of a Boss
PAIRS: Final = 6  # twin sectors of each kind on a map (CN-2.7)
MOST: Final = 10  # of an attribute (CN-1.2)
MOST_COST: Final = 4  # movement points to enter a sector, and more to leave a Raider's or Boss's
NO_WAY: Final = 40  # points: more than any way costs
NOBODY: Final = -1

# Kinds of sectors (CN-1.1). The red and blue ones are the twins that scenarios name.
OPEN: Final = 0
NEBULA: Final = 1
THICK_NEBULA: Final = 2
BLACK_HOLE: Final = 3
JUMPGATE: Final = 4
DAWN: Final = 5
RED_SPACE: Final = 6
BLUE_SPACE: Final = 7
RED_NEBULA: Final = 8
BLUE_NEBULA: Final = 9
KIND_NAMES: Final = [
    "open",
    "nebula",
    "thick_nebula",
    "black_hole",
    "jumpgate",
    "dawn",
    "red_space",
    "blue_space",
    "red_nebula",
    "blue_nebula",
]

# The colours that Scanning Reports name (CN-1.1).
AMBER: Final = 0
GREEN: Final = 1
VIOLET: Final = 2
COLOUR_NAMES: Final = ["amber", "green", "violet"]

# Phases in which a card can be played (CN-1.5).
UPKEEP: Final = 0
MOVEMENT: Final = 1
BUFF: Final = 2
PHASE_NAMES: Final = ["upkeep", "movement", "buff"]

# The verbs that cards are made of; pack/verbs.py says all of each.
POINTS: Final = 0
PUSH: Final = 1
DICE: Final = 2
SHIELD: Final = 3
REROLL: Final = 4
REPAIR: Final = 5
ASTARTIUM: Final = 6
DRAW: Final = 7
TOKEN: Final = 8
WALL: Final = 9
CLOAK: Final = 10
DAGGER: Final = 11
BLAZE: Final = 12
SWAP: Final = 13
VERB_NAMES: Final = [
    "points",
    "push",
    "dice",
    "shield",
    "reroll",
    "repair",
    "astartium",
    "draw",
    "token",
    "wall",
    "cloak",
    "dagger",
    "blaze",
    "swap",
]

# What a level of a track gives (CN-1.2).
GAIN_SPEED: Final = 0
GAIN_COMBAT: Final = 1
GAIN_SHIELD: Final = 2
GAIN_COMBAT_TOKENS: Final = 3
GAIN_EXPLORATION_TOKENS: Final = 4
GAIN_CARDS: Final = 5
GAIN_NAMES: Final = ["speed", "combat", "shield", "combat_tokens", "exploration_tokens", "cards"]

# The two tracks.
STARPORT: Final = 0
LAB: Final = 1
TRACK_NAMES: Final = ["starport", "lab"]

# What a Scanning Report's first pair of sectors is for (CN-2.7, CN-4.2, CN-4.3).
PAIR_NOTHING: Final = 0
PAIR_HARMONY: Final = 1  # modules count more there this round
PAIR_RAIDERS: Final = 2  # Raiders appear there
PAIR_NAMES: Final = ["nothing", "harmony", "raiders"]


@final
class Verb:
    """One thing that a card does."""

    def __init__(self, do: i64, n: i64) -> None:
        self.do: i64 = do
        self.n: i64 = n  # how many points, dice, cards …; how far for a swap


@final
class Card:
    """CN-1.5: one kind of Action card. All cards of a kind are alike."""

    def __init__(self, id: str, name: str, count: i64, verbs: list[Verb]) -> None:
        self.id = id
        self.name = name
        self.number: i64 = 0  # of the kind
        self.count: i64 = count  # cards of this kind in the deck
        self.arena: bool = False  # an Arena card; the others are Common
        self.phases: i64 = 0  # the set of phases in which it can be played
        self.verbs = verbs
        self.cards: i64 = 0  # the set of its cards in the deck
        self.about = ""  # a sentence of flavour; may be empty

    def amount(self, do: i64) -> i64:
        """The number of a verb; 0 if the card does not have it."""
        for verb in self.verbs:
            if verb.do == do:
                return verb.n
        return 0

    def does(self, do: i64) -> bool:
        """Does the card have this verb?"""
        return any(verb.do == do for verb in self.verbs)


@final
class Report:
    """CN-2.7: a Scanning Report."""

    def __init__(self, modules: i64, raiders: i64, colour: i64) -> None:
        self.modules: i64 = modules  # which of the map's module pairs
        self.raiders: i64 = raiders  # which of its Raider pairs; NOBODY: none
        self.colour: i64 = colour


@final
class Gain:
    """One thing that a level gives."""

    def __init__(self, what: i64, n: i64) -> None:
        self.what: i64 = what
        self.n: i64 = n


@final
class Track:
    """CN-1.2: Starport or Research Lab; what each of its levels gives."""

    def __init__(self, id: str, name: str, levels: list[list[Gain]]) -> None:
        self.id = id
        self.name = name
        self.levels = levels


@final
class Foe:
    """CN-3.7: a Raider of one level, or a Boss."""

    def __init__(self, level: i64) -> None:
        self.level: i64 = level  # BOSS: a Boss
        self.combat: i64 = 0
        self.shield: i64 = 0
        self.hull: i64 = 0
        self.initiative: i64 = 0  # added to its die
        self.leaving: i64 = 0  # points more to leave its sector (CN-2.3)
        self.astartium: i64 = 0  # for destroying it
        self.tokens: i64 = 0


@final
class Basics:
    """CN-1.2, CN-1.9, CN-3.1: numbers that hold in all scenarios."""

    def __init__(self) -> None:
        self.speed: i64 = 2  # of an armada at the start
        self.combat: i64 = 2
        self.shield: i64 = 2
        self.hull: i64 = 8
        self.astartium: i64 = 2
        self.first_cards: i64 = 2  # Common cards dealt face up (CN-1.11)
        self.hand: i64 = 5  # cards a hand may hold (CN-1.9)
        self.level_price: i64 = 2  # Astartium for a level
        self.regroup: i64 = 2  # Hull restored (CN-2.4)
        self.escalation: i64 = 1  # dice more in each further combat round (CN-3.1)
        self.combat_rounds: i64 = 12  # then it is a stand-off
        self.kill_astartium: i64 = 2  # for destroying an armada (CN-3.5)


@final
class Map:
    """CN-1.1, CN-1.10: the frame with everything that lies on it at the start."""

    def __init__(self, id: str, name: str, field: Field) -> None:
        self.id = id
        self.name = name
        self.number: i64 = 0
        self.field = field
        self.mirrored: bool = False  # the symmetry that changes the two starts: a mirror, else half a turn
        self.kinds: list[i64] = []  # by sector
        self.costs: list[i64] = []  # by sector: points to enter it
        self.colours: list[i64] = []  # by sector
        self.image: list[i64] = []  # by sector: its twin under the symmetry; OFF: it has none
        self.jumpgate: i64 = 0
        self.hole: i64 = NOBODY  # the Black Hole where modules appear; NOBODY: there is none
        self.starts: list[i64] = []  # the two sectors where Starbases can stand
        self.modules: list[i64] = []  # where modules lie at the start
        self.bosses: i64 = 0
        self.trades: i64 = 0  # sectors where tokens can be traded
        self.module_pairs: list[i64] = []  # twin sectors as sets
        self.raider_pairs: list[i64] = []
        self.whole: i64 = 0  # all sectors
        self.entries: list[
            i64
        ] = []  # by cost: the sectors that cost so much to enter, as `walk_at_cost` wants
        self.of_colour: list[i64] = []  # by colour: its sectors

    def of_kind(self, kind: i64) -> i64:
        """All sectors of a kind."""
        area: i64 = 0
        sector: i64 = 0
        while sector < len(self.kinds):
            if self.kinds[sector] == kind:
                area |= bit(sector)
            sector += 1
        return area

    def lay_out(self) -> None:
        """Work out what the rules look up, once all is there."""
        self.entries = [0] * (MOST_COST + 1)
        self.of_colour = [0, 0, 0]
        sector: i64 = 0
        while sector < len(self.kinds):
            self.entries[self.costs[sector]] |= bit(sector)
            self.whole |= bit(sector)
            self.of_colour[self.colours[sector]] |= bit(sector)
            if self.kinds[sector] == JUMPGATE:
                self.jumpgate = sector
            sector += 1


@final
class Scenario:
    """CN-4: what is played for, and what is different. The rules ask these numbers, never which one it is."""

    def __init__(self, id: str, name: str, map: Map) -> None:
        self.id = id
        self.name = name
        self.number: i64 = 0
        self.about = ""  # a sentence or two for those who choose
        self.aim = ""  # what wins, in one sentence
        self.map = map
        self.goal: i64 = 0  # victory points that win at once; 0: there is no such goal
        self.upgrades: i64 = 0  # levels that everybody spreads over the tracks at the start
        self.closed: i64 = 0  # sectors that nobody enters, Raiders neither
        self.peaceful: i64 = 0  # sectors without combat between players
        self.back_at_gate: bool = False  # whoever is destroyed returns to the Jumpgate, not to the start
        self.one_module: bool = False  # each round one module, in the Black Hole (CN-4.2)
        self.pair: i64 = PAIR_NOTHING  # what a report's module pair is for
        self.raiders: bool = True  # a report's Raider pair brings Raiders
        self.colour_raises: bool = False  # a report raises Raiders on its colour (CN-4.3)
        self.delivery: i64 = 0  # victory points for a module at one's own Starbase; 0: no deliveries
        self.delivery_astartium: i64 = 0
        self.harmony: i64 = 0  # victory points for a module in harmony
        self.kill: i64 = 2  # victory points for destroying an armada
        self.escape: i64 = 1  # for an enemy that fled and survived
        self.raider: i64 = 0  # for destroying a Raider
        self.trade: i64 = 0  # for a token traded; 0: no trading
        self.raiders_move: bool = False
        self.wear: i64 = 0  # Hull lost by an armada in the Black Hole (CN-4.12)
        self.convoy: bool = False  # the Convoy decides (CN-4.3)
        self.entries: list[i64] = []  # by cost: the sectors that may be entered for it
        self.ways: list[i64] = []  # points to fly from a to b, whoever is there: a SECTORS + b; see `way`
        self.convoy_rates: list[i64] = [
            2,
            2,
            3,
        ]  # by players a side less one: what entry costs are times (CN-4.7)

    def paragraph(self) -> str:
        """The rule that speaks of such a scenario: with a Convoy, with one module each round, or neither."""
        if self.convoy:
            return "CN-4.3"
        return "CN-4.2" if self.one_module else "CN-4.1"

    def way(self, a: i64, b: i64) -> i64:
        """The fewest points to fly from a to b, whoever is there; NO_WAY where nobody gets there."""
        return self.ways[a * SECTORS + b]

    def work_out_ways(self) -> None:
        """All ways, once the map and what is closed are known."""
        self.entries = [area & ~self.closed for area in self.map.entries]
        self.ways = []
        start: i64 = 0
        while start < SECTORS:
            reached = self.map.field.walk_at_cost(start, NO_WAY - 1, self.entries, [0])
            found: list[i64] = [NO_WAY] * SECTORS
            cost: i64 = 0
            while cost < NO_WAY:
                area = reached[cost]
                while area != 0:
                    found[low_bit(area)] = cost
                    area &= area - 1
                cost += 1
            self.ways += found
            start += 1


@final
class ArenaPack(Pack):
    """Everything a game of Centauri Arena is played with."""

    def __init__(self, name: str, title: str, digest: str) -> None:
        super().__init__(name, title, digest)
        self.basics = Basics()
        self.maps: list[Map] = []
        self.scenarios: list[Scenario] = []
        self.cards: list[Card] = []  # by kind
        self.reports: list[Report] = []
        self.tracks: list[Track] = []  # Starport, Research Lab
        self.foes: list[Foe] = []  # by level; the first is nobody's
        self.kind_of: list[i64] = []  # by card of the deck: its kind
        self.common: i64 = 0  # the Common cards of the deck
        self.in_phase: list[i64] = []  # by phase: the cards that can be played in it
        self.only_repair: i64 = 0  # kinds of cards that do nothing but repair

    def finish(self) -> None:
        """Number everything, once all is there."""
        self.kind_of = []
        self.common = 0
        self.only_repair = 0
        self.in_phase = [0, 0, 0]
        number: i64 = 0
        for card in self.cards:
            card.number = number
            self._count_in(card)
            number += 1
        number = 0
        for map in self.maps:
            map.number = number
            number += 1
        number = 0
        for scenario in self.scenarios:
            scenario.number = number
            scenario.work_out_ways()
            number += 1

    def _count_in(self, card: Card) -> None:
        """Give a kind its cards of the deck."""
        card.cards = 0
        copies: i64 = 0
        while copies < card.count:
            card.cards |= bit(len(self.kind_of))
            self.kind_of.append(card.number)
            copies += 1
        if not card.arena:
            self.common |= card.cards
        if len(card.verbs) == 1 and card.verbs[0].do == REPAIR:
            self.only_repair |= bit(card.number)
        phase: i64 = 0
        while phase < 3:
            if (card.phases >> phase) & 1 != 0:
                self.in_phase[phase] |= card.cards
            phase += 1
