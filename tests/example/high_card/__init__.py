"""High Card: the smallest complete game that uses all of the contract. docs/add-a-game.md explains it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal
from xml.sax.saxutils import escape

import msgspec
from msgspec import Meta
from rich.text import Text

from harena.core.actions import Actions, Stretch
from harena.core.bits import bit, count_bits, full, low_bit, members_of
from harena.core.dice import Dice, deal, deal_anew
from harena.core.game import Game, Words
from harena.core.options import Options
from harena.core.pack import Pack
from harena.core.packfile import PackFiles
from harena.core.picture import Layout, Picture, PlainPicture
from harena.core.prose import count, listed
from harena.core.state import ASKED, DONE, State, Step
from harena.core.swing import Swing
from harena.core.telling import Teller, tells
from harena.core.view import Told, View, asked_of
from harena.look.writing import clip, wrap

from . import bell

CARDS, HAND, ROUNDS = 12, 3, 3
CARD, NO_DUST, DUST, GOLD, SILVER, KEEP, BET = 0, 12, 13, 14, 15, 16, 17
NOBODY = -1

ACTIONS = Actions(
    [
        Stretch("card", CARD, [str(number + 1) for number in range(CARDS)]),
        Stretch("dust", NO_DUST, ["no", "yes"]),
        Stretch("prize", GOLD, ["gold", "silver"]),
        Stretch("bet", KEEP, ["keep", "roll"]),
        Stretch("stop", bell.STOP, [*map(str, range(-bell.FAR, bell.FAR + 1)), "late"]),
    ]
)


class HighCardPack(Pack):
    """What the prizes are worth."""

    def __init__(self, name: str, title: str, digest: str, gold: int, silver: int) -> None:
        super().__init__(name, title, digest)
        self.gold = gold
        self.silver = silver


class Table(State):
    """What lies on the table: sets of cards as bits, points, whether the gold is still there."""

    def __init__(self, pack: HighCardPack, seats: int, dice: Dice) -> None:
        super().__init__(seats, dice)
        self.pack = pack
        self.hands = [0] * seats
        self.chosen = [0] * seats  # secret until all have chosen
        self.aside = 0
        self.discard = 0
        self.points = [0] * seats
        self.gold_left = True
        self.round = 0
        self.bell = False  # HC-2.6: hands decide about bets

    def copy(self) -> Table:
        return self._same(self.dice.copy())

    def _same(self, dice: Dice) -> Table:
        same = Table(self.pack, self.seats, dice)
        self.copy_flow_to(same)
        same.hands, same.chosen = self.hands[:], self.chosen[:]
        same.aside, same.discard = self.aside, self.discard
        same.points, same.gold_left, same.round = self.points[:], self.gold_left, self.round
        same.bell = self.bell
        return same

    def guess(self, seat: int, dice: Dice) -> Table:
        same = self._same(dice)
        others = [other for other in range(self.seats) if other != seat]
        hidden = [same.hands[other] for other in others] + [same.chosen[other] for other in others]
        zones = [*hidden, same.aside]
        deal_anew(zones, dice)
        for place, other in enumerate(others):
            same.hands[other] = zones[place]
            same.chosen[other] = zones[place + len(others)]
        same.aside = zones[-1]
        same.ask_again()
        return same

    def table(self) -> list[int]:
        return [*self.hands, *self.chosen, self.aside, self.discard, *self.points, self.gold_left, self.round]

    def knack(self, dice: Dice, error: int) -> int:
        return bell.knack(dice, error)

    def score(self) -> list[float]:
        best = max(self.points)
        share = 1.0 / self.points.count(best)
        return [share if points == best else 0.0 for points in self.points]


class SetUp(Step):
    """HC-1.1: three cards each, secretly."""

    def begin(self, game: Table) -> bool:
        game.aside = full(CARDS)
        for seat in range(game.seats):
            game.hands[seat] = deal(game.aside, HAND, game.dice)
            game.aside &= ~game.hands[seat]
            game.whisper(bit(seat), game.hands[seat], "dealt", "HC-1.1", seat, HAND)
        game.next(Rounds())
        return DONE


class Rounds(Step):
    """The bottom of the stack: three rounds, then the end (HC-3.1)."""

    def begin(self, game: Table) -> bool:
        if game.round == ROUNDS:
            game.say("ended", "HC-3.1", max(game.points))
            game.end()
            return ASKED
        game.round += 1
        game.next(self)
        game.next(Show())
        choosing = [seat for seat in range(game.seats) if game.hands[seat] != 0]
        game.seal(sum(bit(seat) for seat in choosing))
        for seat in reversed(choosing):
            game.next(Choose(who=seat))
        return DONE


class Choose(Step):
    """HC-2.1: a card in secret. who: the seat that chooses."""

    def begin(self, game: Table) -> bool:
        game.ask(self.who, CARD, game.hands[self.who])
        return ASKED

    def choose(self, game: Table, action: int) -> None:
        game.hands[self.who] &= ~bit(action - CARD)
        game.chosen[self.who] = bit(action - CARD)
        game.echo(bit(self.who), action - CARD, "chose", "HC-2.1", self.who)


class Show(Step):
    """HC-2.1, HC-2.2: all cards are shown together; the highest wins."""

    def begin(self, game: Table) -> bool:
        game.unseal()
        for seat in range(game.seats):
            if game.chosen[seat] != 0:
                game.reveal("shown", "HC-2.1", seat, low_bit(game.chosen[seat]))
                game.discard |= game.chosen[seat]
        winner = game.chosen.index(max(game.chosen))
        game.chosen = [0] * game.seats
        game.say("won_round", "HC-2.2", winner)
        game.next(Prize(who=winner))
        left = (winner + 1) % game.seats
        if game.hands[left] != 0:
            game.next(Dust(who=left, target=winner))
        return DONE


class Dust(Step):
    """HC-2.3: always asked, whatever the hand, so that the question tells nothing."""

    def begin(self, game: Table) -> bool:
        has_the_one = game.hands[self.who] & bit(0) != 0
        game.ask_hidden(self.who, NO_DUST, 3 if has_the_one else 1)
        return ASKED

    def choose(self, game: Table, action: int) -> None:
        if action == DUST:
            game.hands[self.who] &= ~bit(0)
            game.discard |= bit(0)
            game.reveal("threw_dust", "HC-2.3", self.who, self.target)
            game.steps.pop()  # the prize that would come next


class Prize(Step):
    """HC-2.4: gold once in the game, or silver."""

    def begin(self, game: Table) -> bool:
        game.ask(self.who, GOLD, 3 if game.gold_left else 2)
        return ASKED

    def choose(self, game: Table, action: int) -> None:
        if action == GOLD:
            game.gold_left = False
        worth = game.pack.gold if action == GOLD else game.pack.silver
        game.say("took", "HC-2.4", self.who, worth)
        game.next((BetOnBell if game.bell else Bet)(who=self.who, n=worth))


class Bet(Step):
    """HC-2.5: keep the prize or bet it on a die. n: what it is worth."""

    def begin(self, game: Table) -> bool:
        game.ask(self.who, KEEP, 3)
        return ASKED

    def choose(self, game: Table, action: int) -> None:
        worth = self.n
        if action == BET:
            rolled = game.dice.below(6) + 1
            worth = 2 * self.n if rolled >= 4 else 0
            game.say("rolled", "HC-2.5", self.who, rolled)
        game.points[self.who] += worth
        game.say("scored", "HC-2.5", self.who, worth)


class BetOnBell(Bet):
    """HC-2.6: as a Bet, but the hand decides and no die."""

    def choose(self, game: Table, action: int) -> None:
        if action == BET:
            bell.hang(game, self.who, self.n)
        else:
            super().choose(game, action)


class HighCardQuestion(msgspec.Struct, frozen=True):
    """What a bet is about."""

    worth: int


class HighCardView(View, frozen=True, kw_only=True):
    """The table through one pair of eyes."""

    question: HighCardQuestion | None = None
    hand: list[str]
    hand_sizes: list[int]
    chose: list[bool]  # who has chosen; what, only its owner knows
    own_choice: str
    discard: list[str]
    points: list[int]
    gold_left: bool
    round: int


def look(table: Table, viewer: int) -> HighCardView:
    """What a seat, or a SPECTATOR, may see, built field by field."""
    own = viewer >= 0
    return HighCardView(
        **asked_of(table, ACTIONS, viewer),
        question=HighCardQuestion(table.waiting.n) if isinstance(table.waiting, Bet) else None,
        hand=_numbers(table.hands[viewer]) if own else [],
        hand_sizes=[count_bits(hand) for hand in table.hands],
        chose=[chosen != 0 for chosen in table.chosen],
        own_choice="".join(_numbers(table.chosen[viewer])) if own else "",
        discard=_numbers(table.discard),
        points=table.points[:],
        gold_left=table.gold_left,
        round=table.round,
    )


def _numbers(cards: int) -> list[str]:
    return [str(card + 1) for card in members_of(cards)]


class HighCardTeller(Teller[HighCardPack, Any]):
    """What happens, a sentence for each kind of event."""

    @tells("dealt")
    def _dealt(self, event: Told) -> str:
        which = "" if event.secret is None else f": {listed(_numbers(event.secret))}"
        return f"{self.does(event.a, 'are', 'is')} dealt {count(event.b, 'card')}{which}."

    @tells("chose")
    def _chose(self, event: Told) -> str:
        which = "a card" if event.secret is None else f"the {event.secret + 1}"
        return f"{self.does(event.a, 'choose', 'chooses')} {which}."

    @tells("shown")
    def _shown(self, event: Told) -> str:
        return f"{self.does(event.a, 'show', 'shows')} the {event.b + 1}."

    @tells("won_round")
    def _won_round(self, event: Told) -> str:
        return f"{self.does(event.a, 'win', 'wins')} the round."

    @tells("threw_dust")
    def _threw_dust(self, event: Told) -> str:
        return f"{self.does(event.a, 'throw', 'throws')} dust: {self.whom(event.b)} cannot take a prize."

    @tells("took", "scored")
    def _took(self, event: Told) -> str:
        verb = ("take", "takes") if event.kind == "took" else ("score", "scores")
        return f"{self.does(event.a, *verb)} {count(event.b, 'point')}."

    @tells("rolled")
    def _rolled(self, event: Told) -> str:
        return f"{self.does(event.a, 'roll', 'rolls')} {event.b}."

    @tells("swinging")
    def _swinging(self, event: Told) -> str:
        return f"The hammer swings for {self.whom(event.a)}."

    @tells("stopped")
    def _stopped(self, event: Told) -> str:
        where = ACTIONS.notation(bell.STOP + event.b).partition(":")[2]
        return f"{self.does(event.a, 'stop', 'stops')} it at {where}." if where != "late" else "Too late."

    @tells("ended")
    def _ended(self, event: Told) -> str:
        return f"The game ends: {count(event.a, 'point')} is the best."


class HighCardWords(Words[HighCardPack, HighCardView]):
    """What is said at the table."""

    told_by: ClassVar[type[Teller[Any, Any]]] = HighCardTeller

    def prompt(self, view: HighCardView) -> str:
        if view.over:
            return f"The game is over: {view.points}."
        if view.instead:
            return view.instead
        if view.viewer != view.decider:
            return f"{self.names[view.decider]} is deciding."
        return {
            "Choose": "Choose a card.",
            "Dust": "Throw dust with your 1?",
            "Prize": "You won the round. Take a prize.",
            "Bet": "Keep it, or bet it on a die?",
            "BetOnBell": "Keep it, or bet that you stop the hammer twice in the middle?",
            "Stop": "Stop the hammer in the middle.",
        }[view.asking]

    def label(self, view: HighCardView, action: str) -> str:
        return action.replace(":", " ")

    def hint(self, view: HighCardView, action: str) -> str:
        return ""

    def danger(self, view: HighCardView, action: str) -> str:
        if action != "bet:roll":
            return ""
        return "You lose the prize on 1 to 3." if view.asking == "Bet" else "You lose the prize if you miss."

    def describe(self, view: HighCardView) -> str:
        return f"Round {view.round}, points {view.points}, hand {view.hand}. {self.prompt(view)}"


def drawn(words: HighCardWords, view: HighCardView, wide: int) -> str:
    """The table in a few lines, and a button for each choice below them."""
    points = [f"{name}: {points} points" for name, points in zip(words.names, view.points, strict=True)]
    told = [f"Round {view.round}", *points, f"Your hand: {', '.join(view.hand)}", words.prompt(view)]
    lines = [clip(line, wide - 20, 16) for text in told for line in wrap(text, wide - 20, 16, 3)]
    top = 24 * len(lines) + 20
    buttons = [
        f'<g data-action="{action}" role="button" tabindex="0" transform="translate({x} {top})">'
        '<rect width="85" height="48" rx="8" fill="#9a6b2f"/>'
        f'<text x="10" y="30" font-size="14" fill="#fff">{words.label(view, action)}</text></g>'
        for x, action in zip(range(10, wide, 95), view.actions, strict=False)
    ]
    hammer = f'<circle data-key="hammer" cx="{wide / 2}" cy="{top + 24}" r="24" fill="#9a6b2f"/>'
    if view.asking == "Stop":
        buttons = [hammer]
    rows = [f'<text x="10" y="{24 + 24 * row}">{escape(line)}</text>' for row, line in enumerate(lines)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {top + 58}" font-size="16">'
    return f"{head}{''.join([*rows, *buttons])}</svg>"


class HighCardOptions(Options, frozen=True):
    """What can be set."""

    players: Annotated[Literal[2, 3, 4], Meta(description="How many play.")] = 2
    bell: Annotated[bool, Meta(description="Bets are decided by hand, at the bell (HC-2.6).")] = False


class PackEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The shape of pack.toml."""

    game: Literal["high_card"]
    name: str
    title: str
    gold: Annotated[int, Meta(ge=1, le=9)]
    silver: Annotated[int, Meta(ge=1, le=9)]


class HighCard(Game[Table, HighCardPack, HighCardOptions, HighCardView]):
    """The game as the rest of Harena knows it."""

    name: ClassVar[str] = "high_card"
    title: ClassVar[str] = "High Card"
    summary: ClassVar[str] = "Play your highest when it counts."
    folder: ClassVar[Path] = Path(__file__).parent
    options = HighCardOptions
    longest: ClassVar[int] = ROUNDS * (4 + 3 + bell.PARTS)

    def seats(self, options: HighCardOptions) -> int:
        return options.players

    def read_pack(self, folder: Path) -> HighCardPack:
        files = PackFiles(folder)
        head = files.read("pack.toml", PackEntry)
        return HighCardPack(head.name, head.title, files.digest(), head.gold, head.silver)

    def join(self, packs: Sequence[HighCardPack]) -> HighCardPack:
        return HighCardPack("", "", "", sum(pack.gold for pack in packs), sum(pack.silver for pack in packs))

    def actions(self, pack: HighCardPack) -> Actions:
        return ACTIONS

    def new(self, pack: HighCardPack, options: HighCardOptions, dice: Dice) -> Table:
        table = Table(pack, options.players, dice)
        table.bell = options.bell
        table.next(SetUp())
        return table

    def swing(self, state: Table) -> Swing | None:
        return bell.swing_of(state.waiting)

    def measure(self, state: Table, ms: int | None, before: int) -> int:
        swing = self.swing(state)
        assert swing is not None
        return bell.stopped_at(swing, ms, before)

    def view(self, state: Table, seat: int) -> HighCardView:
        return look(state, seat)

    def words(self, pack: HighCardPack, names: Sequence[str]) -> HighCardWords:
        return HighCardWords(pack, names)

    def draw(
        self, pack: HighCardPack, view: HighCardView, names: Sequence[str], layout: Layout = "wide"
    ) -> Picture:
        return PlainPicture(drawn(self.words(pack, names), view, 640 if layout == "wide" else 390))

    def screen(self, pack: HighCardPack, view: HighCardView, names: Sequence[str]) -> Any:
        return Text(self.words(pack, names).describe(view))

    def missing(self, state: Table) -> str:
        found = 0
        for zone in [*state.hands, *state.chosen, state.aside, state.discard]:
            if found & zone:
                return f"cards {found & zone:b} lie in two places"
            found |= zone
        return "" if found == full(CARDS) else "cards are lost"


GAME = HighCard()
