"""CN-2.3, CN-2.8 to CN-2.11: Upkeep and Movement of a slow, literal Centauri Arena."""

from __future__ import annotations

from harena.games.centauri.pack import content as printed

from .book_fight import Fights
from .book_table import EXPLORATION, Flow, Mat, Ship
from .on_paper import BESIDE, GATE, cheapest, distance


class Moves(Fights):
    """What players do before they meet."""

    # --- CN-2.8: Upkeep

    def upkeep(self, mat: Mat) -> Flow[None]:
        yield from self.draw(mat)
        played = False
        while True:
            open_now = {"finish"}
            if mat.astartium >= self.basics.level_price:
                open_now |= self.open_levels(mat)
            cards = [] if played else self.playable(mat, printed.UPKEEP)
            open_now |= {f"play:{card.id}" for card in cards if self.does_something(mat, card)}
            answer = yield from self.ask(mat.seat, open_now, hidden=bool(mat.hand) and not played)
            if answer == "finish":
                return
            if answer.startswith("play:"):
                played = True
                yield from self.play_in_upkeep(mat, self.give_up(mat, answer.removeprefix("play:")))
            else:
                mat.astartium -= self.basics.level_price
                yield from self.level(mat, answer)

    def play_in_upkeep(self, mat: Mat, card: printed.Card) -> Flow[None]:
        """What needs no answer at once, the rest in the order in which the card says it."""
        self.repair(mat, int(card.amount(printed.REPAIR)))
        mat.astartium += card.amount(printed.ASTARTIUM)
        for verb in card.verbs:
            if verb.do == printed.DRAW:
                yield from self.draw(mat, int(verb.n))
            elif verb.do == printed.TOKEN:
                for _ in range(verb.n):
                    yield from self.choose_token(mat)

    # --- CN-2.3: Movement

    def movement(self, mat: Mat) -> Flow[None]:
        """CN-1.13: one armada after the other."""
        waiting = [ship for ship in self.ships if ship.owner is mat]
        while waiting:
            named = yield from self.ask(mat.seat, {f"armada:{ship.number + 1}" for ship in waiting})
            ship = next(ship for ship in waiting if named == f"armada:{ship.number + 1}")
            waiting.remove(ship)
            yield from self.move(ship)

    def move(self, ship: Ship) -> Flow[None]:
        mat = ship.owner
        ship.points, ship.moved, ship.stepped = mat.speed, True, False
        ship.loose, ship.back, ship.wall, ship.cloaked = ship.back, False, False, False
        while True:
            open_now = self.orders(ship)
            cards = [] if ship.stepped else self.playable(mat, printed.MOVEMENT)
            open_now |= {f"play:{card.id}" for card in cards if self.has_use(ship, card)}
            answer = yield from self.ask(mat.seat, open_now, hidden=bool(mat.hand) and not ship.stepped)
            what, _, name = answer.partition(":")
            if what == "stay":
                break
            if what == "pick_up":
                ship.points -= 1
                ship.cargo = ship.stepped = True
                self.modules.remove(ship.sector)
            elif what == "spend":
                mat.tokens[EXPLORATION] -= 1
                ship.points += 1
            elif what == "play":
                yield from self.play_in_movement(ship, self.give_up(mat, name))
            elif not (yield from self.evades(ship)):
                break
            else:
                self.fly(ship, name)
        ship.points, ship.cloaked = 0, False

    def fly(self, ship: Ship, name: str) -> None:
        ship.points -= min(self.reach(ship)[name], ship.points)
        ship.sector, ship.stepped, ship.loose = name, True, False

    def orders(self, ship: Ship) -> set[str]:
        """What an armada can do but play cards."""
        open_now = {"stay"} | {f"fly:{name}" for name in self.reach(ship)}
        here = ship.sector
        if (
            here in self.modules
            and ship.points >= 1
            and not self.carries(ship.owner)
            and not self.foe_at(here)
        ):
            open_now.add("pick_up")
        if ship.owner.tokens[EXPLORATION] > 0:
            open_now.add("spend")
        return open_now

    def reach(self, ship: Ship) -> dict[str, int]:
        """CN-2.3, CN-2.11: by sector in reach, what it costs."""
        if self.is_walled(ship, ship.sector):
            return {}
        foes = {
            name: int(self.pack.foes[self.foe_at(name)].leaving) for name in {*self.raiders, *self.bosses}
        }
        found = cheapest(
            ship.sector,
            ship.points,
            self.enter,
            foes,
            lambda name: self.is_walled(ship, name) or (not ship.cloaked and bool(self.to_evade(ship, name))),
        )
        if not found and not ship.stepped and self.foe_at(ship.sector):
            return dict.fromkeys(self.neighbours_to_enter(ship.sector), ship.points)
        return found

    def is_walled(self, ship: Ship, name: str) -> bool:
        """CN-2.9: has an enemy there played You shall not pass?"""
        return any(other.wall for other in self.at(name) if other.team != ship.team)

    # --- CN-2.10: Evade

    def to_evade(self, ship: Ship, name: str) -> list[Ship]:
        """The enemies in a sector that must be evaded before flying on."""
        if name in self.peaceful:
            return []
        return [other for other in self.at(name) if other.team != ship.team and not other.back]

    def evades(self, ship: Ship) -> Flow[bool]:
        enemies = self.to_evade(ship, ship.sector)
        if not enemies or ship.cloaked or ship.loose:
            return True
        halves = sorted(-(-enemy.owner.speed // 2) for enemy in enemies)
        difficulty = halves[-1] + len(halves) - 1
        if self.successes(ship.owner.speed) >= difficulty:
            return True
        tokens = ship.owner.tokens
        if tokens[EXPLORATION] == 0 or (yield from self.ask(ship.owner.seat, {"yes", "no"})) == "no":
            return False
        tokens[EXPLORATION] -= 1
        return self.successes(ship.owner.speed) >= difficulty

    # --- CN-2.9: Movement cards

    def has_use(self, ship: Ship, card: printed.Card) -> bool:
        if not self.does_something(ship.owner, card) or (card.does(printed.PUSH) and not self.to_push(ship)):
            return False
        return not card.does(printed.SWAP) or bool(self.to_swap(ship, int(card.amount(printed.SWAP))))

    def play_in_movement(self, ship: Ship, card: printed.Card) -> Flow[None]:
        ship.points += card.amount(printed.POINTS)
        self.repair(ship.owner, int(card.amount(printed.REPAIR)))
        ship.wall |= card.does(printed.WALL)
        ship.cloaked |= card.does(printed.CLOAK)
        ship.dagger += card.amount(printed.DAGGER)
        if card.does(printed.PUSH):
            yield from self.push(ship)
        if card.does(printed.SWAP):
            yield from self.swap(ship, int(card.amount(printed.SWAP)))

    def to_push(self, ship: Ship) -> set[str]:
        """Raiders in this sector or next to it that can go somewhere."""
        near = {ship.sector, *BESIDE[ship.sector]}
        return {name for name in near & set(self.raiders) if self.away_from(ship, name)}

    def away_from(self, ship: Ship, name: str) -> set[str]:
        far = distance(ship.sector, name)
        return {to for to in BESIDE[name] if distance(ship.sector, to) > far and not self.no_raider(to)}

    def push(self, ship: Ship) -> Flow[None]:
        which = yield from self.ask(ship.owner.seat, {f"sector:{name}" for name in self.to_push(ship)})
        old = which.removeprefix("sector:")
        to = yield from self.ask(ship.owner.seat, {f"sector:{name}" for name in self.away_from(ship, old)})
        self.move_raider(old, to.removeprefix("sector:"))

    def to_swap(self, ship: Ship, far: int) -> list[Ship]:
        """Armadas near enough; neither on a home nor the Jumpgate."""
        barred = {GATE, *self.homes}
        if ship.sector in barred:
            return []
        return [
            other
            for other in self.ships
            if other.sector not in barred | {ship.sector} and distance(ship.sector, other.sector) <= far
        ]

    def swap(self, ship: Ship, far: int) -> Flow[None]:
        others = {f"target:{other.number + 1}": other for other in self.to_swap(ship, far)}
        other = others[(yield from self.ask(ship.owner.seat, others))]
        ship.sector, other.sector = other.sector, ship.sector
        ship.cloaked = True
