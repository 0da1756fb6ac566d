"""The whole game once more, slowly, straight from RULES.md: it knows the pack but nothing of the engine.

What chance decides it takes from `Luck`, in the order of the rules. Everything else it works out by itself.
"""

from __future__ import annotations

from harena.games.knockdown.pack import content as printed
from harena.games.knockdown.pack.content import Attack, BrawlPack

from .book_attack import Attacks
from .book_table import ROW, Agreed, Flow, Luck, Question, RoundWon, Side, can_pay, cost_of
from .on_paper import Paper


class ByTheBook(Attacks):
    """A match. `question` is what is asked now, None once it is over; `answer` goes on."""

    def __init__(self, pack: BrawlPack, agreed: Agreed, luck: Luck) -> None:
        super().__init__(pack, agreed, luck)
        self.question: Question | None = None
        self.flow = self.match()
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

    # --- KD-2: the set-up

    def match(self) -> Flow[None]:
        yield from self.set_up()
        first = self.first
        while self.winner < 0:
            self.round += 1
            self.begin_round(first)
            try:
                yield from self.turns(first)
            except RoundWon as won:
                first = 1 - won.winner
                self.end_round(won.winner)

    def set_up(self) -> Flow[None]:
        """KD-2.4: in this order."""
        arena, skill_set = self.luck.next("laid_out")
        self.arena, self.skill_set = self.pack.arenas[arena], self.pack.skill_sets[skill_set]
        names = self.arena.field.names
        self.paper = Paper(names[space] for space in range(len(names)) if self.arena.spaces >> space & 1)
        yield from self.take_fighters()
        self.deck = {card.id for card in self.arena.cards}
        yield from self.draft_skills()
        self.first = 0 if self.initiative(self.sides[0]) > self.initiative(self.sides[1]) else 1
        yield from self.opening_draft()

    def take_fighters(self) -> Flow[None]:
        """KD-2.1: each fighter once; agreed on, chosen or drawn."""
        for side, pick in zip(self.sides, self.agreed.picks, strict=True):
            if pick:
                self.become(side, pick)
        open_seats = [side for side in self.sides if side.sheet is None]
        if not self.agreed.choose:
            for side in open_seats:
                (drawn,) = self.luck.next(f"took_fighter {side.seat}")
                self.become(side, self.pack.sheets[drawn].id)
            return
        if len(open_seats) == 2:
            (seat,) = self.luck.next("first_pick")
            open_seats = [self.sides[seat], self.sides[1 - seat]]
        for side in open_seats:
            taken = {one.fighter.id for one in self.sides if one.sheet is not None}
            free = [sheet.id for sheet in self.pack.sheets if sheet.id not in taken]
            answer = yield from self.ask(side.seat, [f"fighter:{id}" for id in free])
            self.become(side, answer.removeprefix("fighter:"))

    def become(self, side: Side, id: str) -> None:
        side.sheet = next(sheet for sheet in self.pack.sheets if sheet.id == id)
        assert side.sheet is not self.other(side).sheet, "each fighter once"

    def draft_skills(self) -> Flow[None]:
        """KD-2.2 and KD-2.6."""
        for side in self.sides:
            side.dealt = {self.skill_set.skills[skill].id for skill in self.luck.next(f"dealt {side.seat}")}
        assert all(len(side.dealt) == 3 for side in self.sides)
        assert not self.sides[0].dealt & self.sides[1].dealt
        for side in self.sides:
            keep = yield from self.ask(side.seat, [f"skill:{id}" for id in side.dealt])
            side.kept = [keep.removeprefix("skill:")]
            side.passed, side.dealt = side.dealt - set(side.kept), set()
        faces = []
        for side in self.sides:
            received = self.other(side).passed
            keep = yield from self.ask(side.seat, [f"skill:{id}" for id in received])
            side.kept.append(keep.removeprefix("skill:"))
            side.away = received - set(side.kept)
            faces.append((yield from self.ask(side.seat, [f"skill:{id}" for id in side.kept])))
        for side, face in zip(self.sides, faces, strict=True):
            side.up = {face.removeprefix("skill:")}

    def initiative(self, side: Side) -> int:
        (up,) = self.skills_of(side)
        return int(up.initiative)

    def opening_draft(self) -> Flow[None]:
        """KD-2.3 and KD-2.5."""
        self.fill_row()
        one, two = self.sides[self.first], self.sides[1 - self.first]
        for side in (one, two, two, one):
            answer = yield from self.ask(side.seat, [f"take:{id}" for id in self.row])
            self.row.remove(answer.removeprefix("take:"))
            side.hand.add(answer.removeprefix("take:"))

    # --- KD-6: rounds

    def begin_round(self, first: int) -> None:
        """KD-6.4, and the last line of KD-2.3."""
        if self.round > 1:
            self.deck, self.row = {card.id for card in self.arena.cards}, []
            for side in self.sides:
                side.hand = set()
        self.discard, self.aside, self.turn, self.first = set(), "", 0, first
        for side in self.sides:
            side.space = self.arena.field.names[self.arena.starts[side.seat]]
            side.light = side.heavy = side.contamination = 0
            side.ammo, side.flame = int(side.fighter.ammo), ""
        self.fill_row()

    def end_round(self, winner: int) -> None:
        """KD-6.3: a Victory Token; the second Skill of the loser."""
        won, lost = self.sides[winner], self.sides[1 - winner]
        won.wins += 1
        if won.wins == self.agreed.wins:
            self.winner = winner
        else:
            lost.up = set(lost.kept)

    def by_wounds(self, starting: Side) -> int:
        """KD-6.2: fewest heavy wounds, then fewest light ones, then whoever was about to start."""
        one, two = self.sides
        if one.heavy != two.heavy:
            return 0 if one.heavy < two.heavy else 1
        if one.light != two.light:
            return 0 if one.light < two.light else 1
        return starting.seat

    # --- KD-3: a turn

    def turns(self, first: int) -> Flow[None]:
        seat = first
        while True:
            self.active = seat
            yield from self.one_turn(self.sides[seat])
            seat = 1 - seat

    def fill_row(self) -> None:
        while len(self.row) < ROW:
            (number,) = self.luck.next("row")
            card = self.arena.cards[number].id
            assert card in self.deck, f"{card} is dealt but not in the deck"
            self.deck.remove(card)
            self.row.append(card)

    def one_turn(self, me: Side) -> Flow[None]:
        """KD-3.7, then two actions."""
        if self.turn > 0:
            if len(self.row) == ROW:
                self.discard.add(self.row.pop(0))
            if len(self.deck) < ROW - len(self.row):
                raise RoundWon(self.by_wounds(me))
            self.fill_row()
        self.turn += 1
        self.turn_used, self.combo_used = set(), set()
        self.burn(me)
        for skill in self.skills_of(me):
            if skill.when == printed.TURN_START:
                yield from self.effect(me, skill.verbs)
        for _ in range(2):
            yield from self.one_action(me)

    def one_action(self, me: Side) -> Flow[None]:
        """KD-3.2, with the window for corridors before it (KD-3.6)."""
        corridors = self.corridors(me)
        while True:
            answers = {f"move:{space}" for space in self.free_beside(me)}
            answers |= {f"attack:{id}" for id in self.row}
            answers |= self.parts_of_a_combo(me, used=set()) | corridors
            answer = yield from self.ask(me.seat, answers)
            if not answer.startswith("corridor"):
                break
            self.go_through(me, answer)
            corridors = set()
        if answer.startswith("move"):
            self.go_to(me, answer.removeprefix("move:"))
        elif answer.startswith("attack"):
            yield from self.attack_with(me, answer.removeprefix("attack:"))
        else:
            yield from self.combo(me, answer)

    def red(self) -> list[str]:
        return [self.arena.field.names[space] for space in self.arena.red]

    def corridors(self, me: Side) -> set[str]:
        """KD-3.6 and KD-3.10."""
        if me.space not in self.red():
            return set()
        taken = {me.space, self.other(me).space}
        return {f"corridor:{n}" for n, space in enumerate(self.red(), 1) if space not in taken}

    def go_through(self, me: Side, answer: str) -> None:
        """KD-3.6: the wound is the one printed where it comes out."""
        space = self.red()[int(answer.removeprefix("corridor:")) - 1]
        heavy = self.arena.heavy >> self.arena.field.names.index(space) & 1 == 1
        knows_the_way = any(skill.corridor for skill in self.skills_of(me))
        if knows_the_way:
            me.light += 1 if heavy else 0
        elif heavy:
            me.heavy += 1
        else:
            me.light += 1
        self.go_to(me, space)

    def attack_with(self, me: Side, id: str) -> Flow[None]:
        """KD-3.4."""
        self.row.remove(id)
        self.aside = id
        if self.in_range(me, self.card(id)):
            yield from self.sequence(me, self.card(id))
        self.aside = ""
        me.hand.add(id)
        yield from self.keep_the_limit(me)

    # --- KD-3.5: Combos

    def combo(self, me: Side, answer: str) -> Flow[None]:
        used: set[str] = set()
        while answer != "stop":
            if answer.startswith("dash"):
                self.throw_away(me, "dash")
                self.go_to(me, answer.removeprefix("dash:"))
            elif answer == "shake_off":
                used.add(answer)
                yield from self.pay(me, [printed.WILD] * 2)
                me.contamination -= 1
            else:
                used.add(answer)
                special = me.fighter.specials[int(answer.removeprefix("special:")) - 1]
                yield from self.pay(me, cost_of(special))
                yield from self.sequence(me, special)
            answer = yield from self.ask(me.seat, self.parts_of_a_combo(me, used) | {"stop"})

    def parts_of_a_combo(self, me: Side, used: set[str]) -> set[str]:
        found: set[str] = set()
        if any(self.symbol(id) == "dash" for id in me.hand):
            found |= {f"dash:{space}" for space in self.free_beside(me)}
        if me.contamination > 0 and len(me.hand) >= 2:
            found.add("shake_off")
        for slot, special in enumerate(me.fighter.specials, 1):
            if special.type != printed.REACTION and self.can_use(me, special):
                found.add(f"special:{slot}")
        return found - used

    def can_use(self, me: Side, special: Attack) -> bool:
        return (
            can_pay([self.card(id).symbol for id in me.hand], cost_of(special))
            and self.in_range(me, special)
            and self.does_something(me, special)
        )
