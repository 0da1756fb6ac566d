"""What an open action does, with the numbers a player wants: costs, what waits there, what it brings."""

from __future__ import annotations

from harena.core.prose import capital, chance, count, listed, sentence
from harena.games.centauri.pack.content import (
    ASTARTIUM,
    DRAW,
    LEVELS,
    POINTS,
    REPAIR,
    TRACK_NAMES,
    Card,
    Track,
)
from harena.games.centauri.view import SectorView
from harena.games.centauri.words.battle_hints import BattleHints, join, left
from harena.games.centauri.words.outlook import Fight
from harena.games.centauri.words.printed import (
    KIND_TITLES,
    card_text,
    foe_name,
    foe_numbers,
    level_text,
    movement_points,
    tokens_left,
    victory_points,
)
from harena.games.centauri.words.things import cards_of

SIDES = ("red", "blue")  # of the map, as actions name them
TOKEN_USES = {
    "combat": "One more die in an attack, or its misses rolled again.",
    "exploration": "One more movement point, or a failed Evade rolled again.",
}


class Hints(BattleHints):
    """The hints of one decision: the set-up, Upkeep, Movement, and what comes after the fights."""

    def hint(self, action: str) -> str:
        """What an action does, in a sentence or two."""
        stretch, _, member = action.partition(":")
        hint: str = getattr(self, f"_{stretch}")(member)
        return hint

    def sector(self, name: str) -> SectorView:
        return self.outlook.sector(name)

    def start(self, side: str) -> str:
        """The sector of a side of the map."""
        map = self.outlook.scenario.map
        return self.teller.sector(map.starts[SIDES.index(side)])

    def next_level(self, track_id: str) -> tuple[Track, int]:
        """A track, and the level that comes next on it."""
        track = self.pack.tracks[TRACK_NAMES.index(track_id)]
        mine = self.outlook.mine
        return track, (mine.starport if track_id == "starport" else mine.lab) + 1

    # --- the set-up and Upkeep

    def _side(self, member: str) -> str:
        number = self.outlook.scenario.map.starts[SIDES.index(member)]
        kind = KIND_TITLES[self.view.sectors[number].kind]
        return f"Your Starbase stands at {self.start(member)}, the {kind}. Your armadas start there."

    def _starport(self, _: str) -> str:
        return self._level("starport")

    def _lab(self, _: str) -> str:
        return self._level("lab")

    def _level(self, track_id: str) -> str:
        track, level = self.next_level(track_id)
        price = ""
        if self.view.asking == "Upkeep":
            cost = int(self.pack.basics.level_price)
            price = f"Costs {cost} Astartium; {left(self.outlook.mine.astartium - cost)}."
        after = f"The next one: {level_text(track, level + 1)}." if level < LEVELS else "It is the last one."
        return join(f"{capital(level_text(track, level))}.", price, after)

    def _finish(self, _: str) -> str:
        astartium = self.outlook.mine.astartium
        kept = f"You keep {astartium} Astartium for later." if astartium else ""
        return join("Your Upkeep is over.", kept)

    def _discard(self, member: str) -> str:
        return join("You lose this card:", card_text(cards_of(self.pack)[member]))

    def _token(self, member: str) -> str:
        mine = self.outlook.mine
        held = mine.combat_tokens if member == "combat" else mine.exploration_tokens
        return join(TOKEN_USES[member], f"You have {held or 'none'} now.")

    # --- cards

    def _play(self, member: str) -> str:
        card = cards_of(self.pack)[member]
        return join(card_text(card), self._then(card))

    def _then(self, card: Card) -> str:
        """What a card comes to here."""
        if self.view.asking == "Buff":
            return self.buffed(card)
        mine = self.outlook.mine
        if card.does(REPAIR):
            return f"Your Hull is {self.outlook.mended(int(card.amount(REPAIR)))} then."
        if card.does(POINTS):
            has = self.view.armadas[self.question.armada].points + int(card.amount(POINTS))
            return f"You have {movement_points(has)} then."
        if card.does(ASTARTIUM):
            return f"You have {mine.astartium + int(card.amount(ASTARTIUM))} Astartium then."
        if card.does(DRAW):
            return self._too_many(int(card.amount(DRAW)) - 1)
        return ""

    def _too_many(self, more: int) -> str:
        """What becomes of a hand with more cards."""
        over = self.outlook.mine.hand_size + more - int(self.pack.basics.hand)
        return f"Your hand is full then: you discard {count(over, 'card')}." if over > 0 else ""

    # --- Movement

    def _armada(self, member: str) -> str:
        armada = self.view.armadas[int(member) - 1]
        cargo = "with a power module on board" if armada.cargo else "without cargo"
        return f"It is at {armada.sector}, {cargo}. The other one moves after it."

    def _fly(self, member: str) -> str:
        if self.view.asking == "FleeTo":
            return join("You are out of all fights this round.", self._lies_there(member))
        cost = self.question.costs[member]
        has = self.view.armadas[self.question.armada].points - cost
        evade = ""
        if self.question.evade:
            evade = f"You must evade first, {chance(self.question.evade_odds)} to get away."
        return join(evade, f"Costs {movement_points(cost)}; {left(has)}.", self._there(member, has))

    def _stay(self, _: str) -> str:
        here = self.view.armadas[self.question.armada].sector
        return join("This move ends here.", self._there(here, 0)).replace(" there", " here")

    def _there(self, name: str, points: int) -> str:
        """What ending a move in a sector comes to."""
        armada = self.question.armada
        fight = self._fought(armada, self.outlook.fight_at(armada, name))
        if fight and points:
            fight = f"If you stop there: {fight[:1].lower()}{fight[1:]}"
        told = join(fight, self._lies_there(name, points))
        return told or self._company(armada, name) or "Nothing is there."

    def _company(self, armada: int, name: str) -> str:
        """Who is in a sector where an armada would fight nobody."""
        sector, armadas = self.sector(name), self.view.armadas
        beside = [n for n, one in enumerate(armadas) if one.sector == name and n != armada]
        who = [self.teller.armada(one) for one in beside]
        who += [f"a {foe_name(sector.raider)}"] * (sector.raider > 0) + ["the Convoy"] * sector.convoy
        if not who:
            return ""
        enemies = any(armadas[one].team != self.outlook.team for one in beside)
        peace = ", and players do not fight there" if sector.peaceful and enemies else ""
        alone = ", nor the Raider beside them" if peace and sector.raider else ""
        return sentence(f"{listed(who)} {'is' if len(who) == 1 else 'are'} there{peace}{alone}")

    def _fought(self, armada: int, fight: Fight) -> str:
        """CN-2.4: whom one fights there."""
        texts = []
        if fight.enemies:
            who = listed([self.teller.armada(one) for one in fight.enemies])
            numbers = ""
            if len(fight.enemies) == 1:
                other = self.view.players[self.view.armadas[fight.enemies[0]].owner]
                numbers = f" (Combat {other.combat}, Shield {other.shield}, Hull {other.hull})"
            texts.append(f"You fight {who}{numbers}")
        if fight.level:
            numbers = foe_numbers(self.pack.foes[fight.level])
            then = "then a" if fight.enemies else "You fight a"
            texts.append(f"{then} {foe_name(fight.level)} ({numbers})")
        if not texts:
            return ""
        beside = [self.teller.armada(one) for one in fight.friends]
        together = f" together with {listed(beside)}" if beside else ""
        outcome = self.outlook.duel(armada, fight)
        odds = f": {chance(outcome.won)} to win without cards" if outcome is not None else ""
        return sentence(f"{', '.join(texts)}{together}{odds}")

    def _lies_there(self, name: str, points: int = 0) -> str:
        """What else there is in a sector; `points`: movement points left there."""
        sector, armada, scenario = self.sector(name), self.question.armada, self.outlook.scenario
        texts = [f"{capital(self.teller.starbase(sector.home))} stands there."] * (sector.home >= 0)
        if sector.boss:
            fights = self.outlook.takes_part(armada)
            texts.append(f"A Boss is there{'; you fight it only if you want to' if fights else ''}.")
        away = self.view.armadas[armada].away  # CN-3.2: who fled neither delivers nor trades
        if self.view.armadas[armada].cargo and not away:
            texts.append(self._delivers(armada, name))
        if sector.modules:
            texts.append(self._module(sector, points))
        if scenario.wear and self.outlook.sectors[name] == scenario.map.hole:
            texts.append(f"After the fights you lose {scenario.wear} Hull there, but never the last one.")
        if sector.trades and not away:
            texts.append(f"Tokens bring {victory_points(int(scenario.trade))} each there.")
        return join(*texts)

    def _delivers(self, armada: int, name: str) -> str:
        worth = self.outlook.worth(armada, name)
        if not worth:
            return ""
        return f"Your module counts there at the end of the round: {victory_points(worth)}."

    def _module(self, sector: SectorView, points: int) -> str:
        """CN-1.4: can it be taken?"""
        lie = f"{count(sector.modules, 'power module')} {'lies' if sector.modules == 1 else 'lie'} there"
        if sector.raider or sector.boss:
            return f"{lie}, guarded by the {'Boss' if sector.boss else 'Raider'}."
        if self.outlook.carries() or not points:
            return f"{lie}."
        return f"{lie}, and you have the movement point to take one."

    def _pick_up(self, _: str) -> str:
        armada = self.view.armadas[self.question.armada]
        return join(
            f"Costs 1 movement point; {left(armada.points - 1)}.",
            self._delivers(self.question.armada, armada.sector).replace(" there", " here")
            or self._way_home(armada.sector),
        )

    def _way_home(self, name: str) -> str:
        """How far a module has to be carried from a sector, where it is worth something at home."""
        worth = int(self.outlook.scenario.delivery)
        way = self.outlook.way_home(self.question.armada, name)
        if not worth:
            return ""
        if not way:
            return "The way to your Starbase is barred."
        return f"Your Starbase is {movement_points(way)} away, where it is worth {victory_points(worth)}."

    def _spend(self, _: str) -> str:
        has = self.view.armadas[self.question.armada].points + 1
        tokens = tokens_left(1, self.outlook.mine.exploration_tokens - 1)
        short = self.outlook.leads_nowhere(self.question.armada, 1)
        return join(
            f"You have {movement_points(has)} then; {tokens}.", "Nothing is in reach with that." * short
        )

    def _sector(self, member: str) -> str:
        if self.view.asking == "ConvoyStep":
            return self._convoy_to(member)
        if self.view.asking == "PushWhat":
            return f"You can push it to {listed(self.outlook.pushed_to(member), 'or')}."
        surged = self.outlook.pushed(member)
        if surged:
            return f"It meets another Raider there, and they become one of level {surged}."
        return self._beside(member)

    def _beside(self, name: str) -> str:
        """Who stands where a Raider comes."""
        here = [n for n, one in enumerate(self.view.armadas) if one.sector == name]
        if not here:
            return "Nobody is there."
        return f"It comes to {listed([self.teller.armada(one) for one in here])}."

    def _convoy_to(self, name: str) -> str:
        cost, far = self.outlook.convoy_cost(name), self.outlook.convoy_distance(name)
        points = self.question.points
        if far == 0:
            return "The Convoy arrives at your Starbase, and you win."
        pays = f"Costs {count(cost, 'point')} of {points}"
        if cost > points:
            pays = f"Costs {count(cost, 'point')}, and the first step is made even with {points}"
        return f"{pays}. Your Starbase is {count(far, 'sector')} away then."

    # --- after the fights

    def _repair(self, _: str) -> str:
        return f"Your Hull is {self.outlook.mended(int(self.pack.basics.regroup))} then."

    def _draw(self, _: str) -> str:
        full = self._too_many(1)
        return full or f"You have {count(self.outlook.mine.hand_size + 1, 'card')} then."

    def _number(self, member: str) -> str:
        n, mine = int(member), self.outlook.mine
        held = mine.combat_tokens if self.question.kind == "combat" else mine.exploration_tokens
        if not n:
            return f"You keep {'it' if held == 1 else f'all {held} of them'}."
        gained = victory_points(n * int(self.outlook.scenario.trade))
        return f"{capital(gained)} for your team; {left(held - n)}."
