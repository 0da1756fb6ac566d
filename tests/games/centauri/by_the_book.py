"""The whole game once more, slowly, straight from RULES.md: it knows the pack but nothing of the engine.

It throws the same dice as the engine, in the order of the rules. Everything else it works out by itself.
"""

from __future__ import annotations

from harena.core.bits import members_of
from harena.core.dice import Dice, shuffle
from harena.games.centauri.pack import content as printed
from harena.games.centauri.pack.content import ArenaPack, Scenario

from .book_fight import Foe
from .book_move import Moves
from .book_table import BOSS, COMBAT, EXPLORATION, NEITHER, Flow, GameOver, Question, Ship
from .on_paper import ALL, BESIDE, GATE, distance, in_order, steps_to

SIDES = ("red", "blue")
MOST_TRADED = 9
NOWHERE = 99


class ByTheBook(Moves):
    """A game. `question` is what is asked now, None once it is over; `answer` goes on."""

    def __init__(self, pack: ArenaPack, scenario: Scenario, players: int, rounds: int, dice: Dice) -> None:
        super().__init__(pack, scenario, players, rounds, dice)
        self.order, self.clash, self.foe = [], 0, None
        self.question: Question | None = None
        self.flow = self.game()
        self._go_on(None)

    def answer(self, answer: str) -> None:
        assert self.question is not None
        assert answer in self.question.answers
        self._go_on(answer)

    def _go_on(self, answer: str | None) -> None:
        try:
            self.question = next(self.flow) if answer is None else self.flow.send(answer)
        except StopIteration:
            self.question = None
        except GameOver as over:
            self.question, self.winner = None, over.winner

    # --- CN-1: the set-up

    def game(self) -> Flow[None]:
        yield from self.set_up()
        while self.round < self.rounds:
            yield from self.one_round()
        raise GameOver(self.after_the_last_round())

    def set_up(self) -> Flow[None]:
        self.first = int(self.dice.below(len(self.mats)))
        self.deal()
        seats = self.seats_in_turn()
        yield from self.pick_side(seats[1])
        for seat in seats:
            for _ in range(self.scenario.upgrades):
                mat = self.mats[seat]
                track = yield from self.ask(seat, self.open_levels(mat))
                yield from self.level(mat, track)

    def deal(self) -> None:
        """CN-1.5, CN-1.11: two Common cards each, face up; then the Arena cards join the deck."""
        common = members_of(self.pack.common)
        shuffle(common, self.dice)
        for mat in (self.mats[seat] for seat in self.seats_in_turn()):
            mat.hand = {common.pop() for _ in range(self.basics.first_cards)}
            mat.seen = set(mat.hand)
        rest = [card for card in range(len(self.pack.kind_of)) if not self.pack.common >> card & 1]
        self.deck = [*common, *rest]
        shuffle(self.deck, self.dice)
        self.reports = list(range(len(self.pack.reports)))
        shuffle(self.reports, self.dice)

    def pick_side(self, seat: int) -> Flow[None]:
        """CN-4.1 to CN-4.3: the second player picks for their team."""
        side = yield from self.ask(seat, {f"side:{name}" for name in SIDES})
        picked = SIDES.index(side.removeprefix("side:"))
        starts = [ALL[start] for start in self.scenario.map.starts]
        self.homes[seat % 2], self.homes[1 - seat % 2] = starts[picked], starts[1 - picked]
        for ship in self.ships:
            ship.sector = self.homes[ship.team]

    # --- CN-2: the round

    def one_round(self) -> Flow[None]:
        self.round += 1
        if self.round > 1:
            self.first = self.seats_in_turn()[1]
        self.discards, self.spent = self.discards | self.spent, set()
        for ship in self.ships:
            ship.moved = ship.stepped = ship.stood_off = ship.away = ship.fought = False
            ship.dagger = 0
        self.events()
        for seat in self.seats_in_turn():
            yield from self.upkeep(self.mats[seat])
        for seat in self.seats_in_turn():
            yield from self.movement(self.mats[seat])
        yield from self.encounter()
        yield from self.after_the_fights()
        yield from self.expand()

    # --- CN-2.1, CN-2.7: Events

    def events(self) -> None:
        if self.scenario.one_module:
            self.modules = [self.hole]
            for ship in self.ships:
                ship.cargo = False
        if not self.reports:
            self.reports, self.reported = sorted(self.reported), set()
            shuffle(self.reports, self.dice)
        self.report = self.reports.pop()
        self.reported.add(self.report)
        report, map = self.pack.reports[self.report], self.scenario.map
        if self.scenario.colour_raises:
            for name in self.raiders:
                if map.colours[ALL.index(name)] == report.colour:
                    self.raiders[name] = min(3, self.raiders[name] + 1)
        use, pair = self.scenario.pair, []
        if use != printed.PAIR_NOTHING:
            pair = [ALL[sector] for sector in members_of(map.module_pairs[report.modules])]
        self.harmony = set(pair) if use == printed.PAIR_HARMONY else set()
        sectors = pair if use == printed.PAIR_RAIDERS else []
        if self.scenario.raiders and report.raiders >= 0:
            sectors = [*sectors, *(ALL[sector] for sector in members_of(map.raider_pairs[report.raiders]))]
        for name in sectors:
            self.bring_raider(name)

    # --- CN-2.4, CN-2.12: the Encounter

    def encounter(self) -> Flow[None]:
        yield from self.fights_of_players()
        yield from self.fights_with_raiders()
        yield from self.fights_with_bosses()

    def fights_of_players(self) -> Flow[None]:
        done: set[str] = set()
        while True:
            sectors = [
                ship.sector
                for ship in self.in_turn()
                if ship.takes_part
                and ship.sector not in self.peaceful | done
                and any(enemy.takes_part for enemy in self.enemies(ship))
            ]
            if not sectors:
                return
            done.add(sectors[0])
            yield from self.fight(self.ready_at(sectors[0]), None)

    def ready_at(self, sector: str) -> list[Ship]:
        return [ship for ship in self.at(sector) if ship.takes_part]

    def fights_with_raiders(self) -> Flow[None]:
        done: set[str] = set()
        while True:
            sectors = [
                ship.sector
                for ship in self.in_turn()
                if ship.takes_part
                and ship.sector in self.raiders
                and ship.sector not in done
                and not any(enemy.takes_part for enemy in self.enemies(ship))
            ]
            if not sectors:
                return
            done.add(sectors[0])
            foe = Foe(sectors[0], self.pack.foes[self.raiders[sectors[0]]])
            yield from self.fight(self.ready_at(sectors[0]), foe)

    def fights_with_bosses(self) -> Flow[None]:
        """CN-2.14."""
        for sector in dict.fromkeys(ship.sector for ship in self.in_turn() if ship.sector in self.bosses):
            ready = [ship for ship in self.in_turn() if ship.sector == sector and ship.takes_part]
            if len({ship.team for ship in self.at(sector)}) > 1:
                continue
            joined = []
            for ship in ready:
                if (yield from self.ask(ship.owner.seat, {"join", "no"})) == "join":
                    joined.append(ship)
            if joined:
                yield from self.fight(joined, Foe(sector, self.pack.foes[BOSS]))

    def regroups(self) -> Flow[None]:
        """CN-2.13."""
        for ship in self.in_turn():
            if ship.fought or not ship.takes_part or self.foe_at(ship.sector):
                continue
            if self.enemies(ship) and ship.sector not in self.peaceful:
                continue
            mat = ship.owner
            answer = yield from self.ask(
                mat.seat, {"draw", "repair"} if mat.hull < self.basics.hull else {"draw"}
            )
            if answer == "draw":
                yield from self.draw(mat)
            else:
                self.repair(mat, int(self.basics.regroup))

    def after_the_fights(self) -> Flow[None]:
        yield from self.regroups()
        for ship in self.ships:
            if self.scenario.wear and ship.sector == self.hole:
                ship.owner.hull = max(1, ship.owner.hull - self.scenario.wear)
        if self.scenario.trade:
            yield from self.trades()
        if self.scenario.raiders_move:
            self.raiders_move()

    # --- CN-4.3: A New Hope

    def trades(self) -> Flow[None]:
        """CN-4.8."""
        places = {ALL[sector] for sector in members_of(self.scenario.map.trades)}
        for ship in self.in_turn():
            if ship.sector not in places or ship.away:
                continue
            for kind in (COMBAT, EXPLORATION):
                held = ship.owner.tokens[kind]
                numbers = {f"number:{n}" for n in range(min(held, MOST_TRADED) + 1)}
                n = int((yield from self.ask(ship.owner.seat, numbers)).removeprefix("number:"))
                ship.owner.tokens[kind] -= n
                self.score(ship.team, n * self.scenario.trade)

    def raiders_move(self) -> None:
        """CN-4.11: the highest first, then by sector; one that surged does not move again."""
        still: set[str] = set()
        for old in sorted(self.raiders, key=lambda name: (-self.raiders[name], ALL.index(name))):
            if old not in self.raiders or old in still:
                continue
            new = self.next_on_way(old)
            if new in self.homes:
                team = self.homes.index(new)
                self.points[team] = max(0, self.points[team] - self.raiders.pop(old))
            elif new:
                if new in self.raiders:
                    still.add(new)
                self.move_raider(old, new)

    def next_on_way(self, old: str) -> str:
        """The next sector on the way to the nearest Starbase, round the Jumpgate; dice break ties."""
        blocked = {GATE} | self.bosses | set(ALL) - set(self.enter)
        steps = [steps_to(home, blocked) for home in self.homes]
        far = [one[old] for one in steps]
        team = self.dice.below(2) if far[0] == far[1] else int(far[1] < far[0])
        ways = in_order({to for to in BESIDE[old] if steps[team].get(to, NOWHERE) < far[team]})
        return ways[self.dice.below(len(ways))] if len(ways) > 1 else ways[0]

    # --- CN-2.5: Expand

    def expand(self) -> Flow[None]:
        for ship in self.in_turn():
            if ship.cargo and not ship.away:
                self.deliver(ship)
        if self.scenario.convoy:
            yield from self.convoy_moves()
        goal = self.scenario.goal
        if goal and max(self.points) >= goal and self.ahead() != NEITHER:
            raise GameOver(self.ahead())

    def deliver(self, ship: Ship) -> None:
        """CN-4.1, CN-4.2, CN-4.9."""
        if ship.sector in self.harmony:
            worth, astartium = self.scenario.harmony, 0
        elif ship.sector == self.homes[ship.team]:
            worth, astartium = self.scenario.delivery, self.scenario.delivery_astartium
        else:
            return
        if not worth:
            return
        ship.cargo = False
        ship.owner.astartium += astartium
        self.delivered[ship.team] += 1
        self.score(ship.team, worth, at_once=False)

    def convoy_moves(self) -> Flow[None]:
        """CN-4.3, CN-4.7."""
        left = abs(self.points[0] - self.points[1])
        team = 0 if self.points[0] > self.points[1] else 1
        self.points = [0, 0]
        chooser = next(seat for seat in self.seats_in_turn() if seat % 2 == team)
        rate, first = self.scenario.convoy_rates[len(self.mats) // 2 - 1], True
        while left > 0:
            here, home = self.convoy, self.homes[team]
            nearer = {
                to for to in self.neighbours_to_enter(here) if distance(to, home) < distance(here, home)
            }
            costs = {
                to: rate * self.scenario.map.costs[ALL.index(to)] + self.raiders.get(here, 0)
                for to in nearer
                if to not in self.raiders
            }
            open_now = {f"sector:{to}" for to, cost in costs.items() if first or cost <= left}
            if not open_now:
                break
            to = (yield from self.ask(chooser, open_now)).removeprefix("sector:")
            left, first, self.convoy = left - costs[to], False, to
            if to == home:
                raise GameOver(team)

    # --- the end

    def ahead(self) -> int:
        """CN-4.4: the team that is ahead."""
        keys = [
            (
                self.points[team],
                self.kills[team],
                sum(m.starport + m.lab for m in self.mats if m.team == team),
            )
            for team in (0, 1)
        ]
        return winner_of(keys[0], keys[1])

    def after_the_last_round(self) -> int:
        if not self.scenario.convoy:
            return self.ahead()
        one, two = (
            (-distance(self.convoy, self.homes[team]), self.kills[team], self.hunted[team]) for team in (0, 1)
        )
        return winner_of(one, two)


def winner_of(one: tuple[int, ...], two: tuple[int, ...]) -> int:
    return NEITHER if one == two else int(one < two)
