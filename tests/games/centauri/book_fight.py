"""CN-3: fights of a slow, literal Centauri Arena, between players and against Raiders and Bosses."""

from __future__ import annotations

from harena.games.centauri.pack import content as printed

from .book_table import BOSS, COMBAT, Flow, Mat, Ship, Table


class Foe:
    """CN-3.7: a Raider or Boss in a fight."""

    def __init__(self, sector: str, written: printed.Foe) -> None:
        self.sector, self.level = sector, int(written.level)
        self.combat, self.shield, self.hull = int(written.combat), int(written.shield), int(written.hull)
        self.speed, self.astartium, self.tokens = written.initiative, written.astartium, written.tokens


Fighter = Ship | Foe


def name_of(fighter: Fighter) -> str:
    """As the notation has it."""
    return "foe" if isinstance(fighter, Foe) else str(fighter.number + 1)


class Fights(Table):
    """One fight at a time; `order` are those still in it, by initiative."""

    order: list[Fighter]
    clash: int
    foe: Foe | None

    def fight(self, ships: list[Ship], foe: Foe | None) -> Flow[None]:
        """Until one side is left, twelve rounds at most."""
        self.foe = foe
        for ship in ships:
            ship.fought = True
        sector = ships[0].sector
        everyone: list[Fighter] = [*sorted(ships, key=lambda ship: ship.number)]
        self.order = self.initiative([*everyone, foe] if foe else everyone)
        self.clash = 0
        while self.two_sides() and self.clash < self.basics.combat_rounds:
            self.clash += 1
            yield from self.combat_round()
        if self.two_sides():
            for ship in self.still_in():
                ship.stood_off = True
        assert all(ship.sector == sector for ship in self.still_in())
        self.order = []
        self.foe = None

    def initiative(self, fighters: list[Fighter]) -> list[Fighter]:
        """CN-3.1: a die plus Speed; those that tie roll again among themselves."""

        def speed(fighter: Fighter) -> int:
            return fighter.speed if isinstance(fighter, Foe) else fighter.owner.speed

        return self.ranked([(self.die() + speed(one), one) for one in fighters])

    def ranked(self, rolls: list[tuple[int, Fighter]]) -> list[Fighter]:
        order: list[Fighter] = []
        for total in sorted({total for total, _ in rolls}, reverse=True):
            tied = [one for rolled, one in rolls if rolled == total]
            order += tied if len(tied) == 1 else self.ranked([(self.die(), one) for one in tied])
        return order

    # --- who is still there

    def still_in(self) -> list[Ship]:
        return [one for one in self.order if isinstance(one, Ship)]

    def against(self, fighter: Fighter) -> list[Fighter]:
        """Its enemies in this fight, by initiative."""
        if isinstance(fighter, Foe):
            return [one for one in self.order if isinstance(one, Ship)]
        return [one for one in self.order if isinstance(one, Foe) or one.team != fighter.team]

    def two_sides(self) -> bool:
        return bool(self.order) and bool(self.against(self.order[0]))

    # --- a combat round

    def combat_round(self) -> Flow[None]:
        if self.foe is None:
            for ship in self.still_in():
                if ship in self.order and self.two_sides():
                    yield from self.decide(ship)
        if self.two_sides():
            yield from self.buff()
            for fighter in list(self.order):
                if fighter in self.order and self.two_sides():
                    yield from self.engage(fighter)
            yield from self.burn_out()
        for ship in self.still_in():
            self.calm_down(ship)

    def decide(self, ship: Ship) -> Flow[None]:
        """CN-3.2, CN-3.10."""
        ways = self.neighbours_to_enter(ship.sector)
        answer = yield from self.ask(ship.owner.seat, {"fight", "flee"} if ways else {"fight"})
        if answer == "fight":
            return
        for enemy in [one for one in self.against(ship) if isinstance(one, Ship)]:
            hits = self.successes(enemy.owner.combat)
            saved = self.successes(ship.owner.shield)
            ship.owner.hull -= max(0, hits - saved)
            if ship.owner.hull <= 0:
                yield from self.destroy(ship, enemy)
                return
        self.order.remove(ship)
        ship.away = True
        self.score(1 - ship.team, self.scenario.escape)
        to = yield from self.ask(ship.owner.seat, {f"fly:{name}" for name in ways})
        ship.sector = to.removeprefix("fly:")

    def buff(self) -> Flow[None]:
        """CN-3.3, CN-3.9."""
        players = list(dict.fromkeys(ship.owner.seat for ship in self.still_in()))
        passes = place = 0
        while passes < len(players):
            mat = self.mats[players[place % len(players)]]
            place += 1
            passes += 1
            if mat.hand and (yield from self.play_in_buff(mat)):
                passes = 0

    def play_in_buff(self, mat: Mat) -> Flow[bool]:
        """Is a card played?"""
        cards = self.playable(mat, printed.BUFF)
        open_now = {f"play:{card.id}" for card in cards if self.does_something(mat, card)}
        answer = yield from self.ask(mat.seat, open_now | {"pass"}, hidden=True)
        if answer == "pass":
            return False
        card = self.give_up(mat, answer.removeprefix("play:"))
        mine = [ship for ship in self.still_in() if ship.owner is mat]
        if card.does(printed.BLAZE):
            numbers = {f"target:{ship.number + 1}" for ship in mine}
            named = yield from self.ask(mat.seat, numbers)
            mine = [ship for ship in mine if named == f"target:{ship.number + 1}"]
        self.repair(mat, int(card.amount(printed.REPAIR)))
        for ship in mine:
            ship.dice += card.amount(printed.DICE)
            ship.shielding += card.amount(printed.SHIELD)
            ship.rerolls |= card.does(printed.REROLL)
            ship.blaze |= card.does(printed.BLAZE)
        return True

    def does_something(self, mat: Mat, card: printed.Card) -> bool:
        """A card that only repairs is no use with a full Hull."""
        return [verb.do for verb in card.verbs] != [printed.REPAIR] or mat.hull < self.basics.hull

    # --- Engage

    def engage(self, fighter: Fighter) -> Flow[None]:
        """CN-3.4, CN-3.7."""
        more = int(self.basics.escalation) * (self.clash - 1)
        if isinstance(fighter, Foe):
            places = self.in_turn()
            target = min(self.still_in(), key=lambda ship: (ship.owner.hull, places.index(ship)))
            yield from self.hurt(fighter, target, self.successes(fighter.combat + more))
            return
        enemies = {f"target:{name_of(one)}": one for one in self.against(fighter)}
        named = yield from self.ask(fighter.owner.seat, enemies)
        tokens = fighter.owner.tokens
        spent = tokens[COMBAT] > 0 and (yield from self.ask(fighter.owner.seat, {"yes", "no"})) == "yes"
        tokens[COMBAT] -= spent
        dice = fighter.owner.combat + fighter.dice + fighter.dagger + more + spent
        fighter.dagger = 0
        hits = self.successes(dice)
        if fighter.rerolls:
            hits += self.successes(dice - hits)
        may_again = not spent and tokens[COMBAT] > 0 and hits < dice
        if may_again and (yield from self.ask(fighter.owner.seat, {"yes", "no"})) == "yes":
            tokens[COMBAT] -= 1
            hits += self.successes(dice - hits)
        yield from self.hurt(fighter, enemies[named], hits)

    def hurt(self, by: Fighter, target: Fighter, hits: int) -> Flow[None]:
        if isinstance(target, Foe):
            assert isinstance(by, Ship)
            target.hull -= max(0, hits - target.shield // 2)
            if target.hull <= 0:
                yield from self.slay(target, by)
            return
        target.owner.hull -= max(0, hits - (target.owner.shield + target.shielding) // 2)
        if target.owner.hull <= 0:
            yield from self.destroy(target, by)

    def slay(self, foe: Foe, by: Ship) -> Flow[None]:
        """CN-3.7, CN-4.3."""
        self.order.remove(foe)
        self.raiders.pop(foe.sector, None)
        self.bosses.discard(foe.sector)
        by.owner.astartium += foe.astartium
        self.hunted[by.team] += 1
        self.score(by.team, self.scenario.raider if foe.level < BOSS else 0)
        for _ in range(foe.tokens):
            yield from self.choose_token(by.owner)

    def destroy(self, ship: Ship, by: Fighter) -> Flow[None]:
        """CN-3.5, CN-3.12, CN-3.13."""
        self.order.remove(ship)
        self.put_back(ship)
        if isinstance(by, Ship):
            by.owner.astartium += self.basics.kill_astartium
            self.kills[by.team] += 1
            self.score(by.team, self.scenario.kill)
            yield from self.choose_token(by.owner)

    def burn_out(self) -> Flow[None]:
        """CN-3.12: what Blaze of Glory costs."""
        for ship in [one for one in self.still_in() if one.blaze]:
            self.order.remove(ship)
            self.put_back(ship)
        yield from ()
