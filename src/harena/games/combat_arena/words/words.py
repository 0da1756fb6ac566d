"""Combat Arena in English: prompts, labels, hints, sentences, and the position as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from harena.core.bits import members_of
from harena.core.glimpse import Glimpse
from harena.core.hinting import HintedWords
from harena.core.lesson import Lesson
from harena.core.prose import capital, count, genitive, listed, times
from harena.core.telling import Teller
from harena.core.view import Told
from harena.games.combat_arena.pack.content import FACING_NAMES, SAFE, ActionCard, ArenaPack, Character
from harena.games.combat_arena.rules.attack import dice_left
from harena.games.combat_arena.rules.move import hexes_left
from harena.games.combat_arena.view import ArenaQuestion, ArenaView, Cast, FighterView
from harena.games.combat_arena.words.dangers import danger_of
from harena.games.combat_arena.words.glimpses import glimpse_of
from harena.games.combat_arena.words.hints import Hints, by_foe
from harena.games.combat_arena.words.lessons import lessons_for
from harena.games.combat_arena.words.outlook import Outlook
from harena.games.combat_arena.words.printed import (
    BOX_TITLES,
    FACING_MEANS,
    FACING_TEXTS,
    card_text,
    dice,
    fate_text,
    hexes,
    row_label,
    space_number,
    verb_text,
)
from harena.games.combat_arena.words.told import WAYS, ArenaTeller

VARIANT_TITLES = {
    "last_standing": "Last one standing",
    "brothers": "Brothers in Arms",
    "kingslayer": "Kingslayer",
    "single_combat": "Single Combat",
}
NUMERALS = ("I", "II", "III", "IV")
BOXES = ("melee", "ranged", "rule")
LABELS = {"pass": "Pass", "two_cards": "Reveal two cards", "no_reaction": "No reaction"}
YES = {"UseFate": "Use the Fate", "ExtraTurn": "Take the turn"}
NO = {"UseFate": "Decline", "ExtraTurn": "Decline", "Redraw": "Keep these cards", "Snare": "Let go"}
WAITS = {  # what a player does while the others wait
    "TakePlace": "is choosing a starting hex",
    "PickFighter": "is picking a fighter",
    "FirstFacing": "is choosing a facing",
    "Redraw": "may swap cards",
    "Walk": "is choosing where to move",
    "Face": "is choosing a facing",
    "ChooseKind": "is choosing between melee and ranged",
    "ChooseEnemy": "is choosing whom to attack",
    "ChooseTarget": "is choosing a target",
    "React": "may react to the attack",
    "Push": "is choosing where to push",
    "Snare": "may discard cards against the arc-snare",
    "ChooseBox": "is choosing which Damage marker goes",
    "Mend": "is choosing which Damage marker to put back",
    "DiscardAny": "is choosing a card to discard",
    "ShowTwo": "is choosing two cards to reveal",
    "ResolveShown": "is choosing an action of the cards shown",
    "UseFate": "may use the Fate of the defeated",
    "ExtraTurn": "may take an extra turn",
}


class ArenaWords(HintedWords[ArenaPack, ArenaView, Hints]):
    """What is said at a table of Combat Arena."""

    told_by: ClassVar[type[Teller[Any, Any]]] = ArenaTeller

    def __init__(self, pack: ArenaPack, names: Sequence[str]) -> None:
        super().__init__(pack, names)
        self._cards = {card.id: card for card in pack.cards}
        self._sheets = {character.id: character for character in pack.characters}

    def card(self, card_id: str) -> ActionCard:
        return self._cards[card_id]

    def sheet(self, character: str) -> Character:
        return self._sheets[character]

    def teller_of(self, view: ArenaView) -> ArenaTeller:
        """Who is who in a view, as its viewer calls them."""
        return ArenaTeller(self.pack, self.names, view.cast, view.viewer)

    def glimpse(self, event: Told, cast: Cast) -> Glimpse:
        return glimpse_of(event, cast)

    def lessons(self, view: ArenaView) -> list[Lesson]:
        return lessons_for(self.pack, view)

    # --- prompts

    def prompt(self, view: ArenaView) -> str:
        if view.over:
            return self._result(view)
        if view.instead:
            return view.instead
        question = view.question
        assert question is not None
        if view.viewer != view.decider:
            return self._waiting(view, question)
        asks = {
            "TakePlace": self._ask_place,
            "PickFighter": self._ask_fighter,
            "FirstFacing": self._ask_facing,
            "Face": self._ask_facing,
            "Redraw": self._ask_redraw,
            "ChooseAction": self._ask_action,
            "Walk": self._ask_walk,
            "ChooseKind": self._ask_kind,
            "ChooseEnemy": self._ask_enemy,
            "ChooseTarget": self._ask_target,
            "React": self._ask_react,
            "Push": self._ask_push,
            "Snare": self._ask_snare,
            "ChooseBox": self._ask_box,
            "Mend": self._ask_mend,
            "DiscardAny": self._ask_discard,
            "ShowTwo": self._ask_show,
            "ResolveShown": self._ask_resolve,
            "UseFate": self._ask_fate,
            "ExtraTurn": self._ask_extra_turn,
        }
        return asks[view.asking](view, question)

    def _waiting(self, view: ArenaView, question: ArenaQuestion) -> str:
        who = _decider(view, question)
        player = self.names[view.decider]
        sheet = self.teller_of(view).sheet(who)
        name = f" ({sheet.name})" if sheet is not None else ""
        return f"{player}{name} {WAITS.get(view.asking, 'is choosing an action')}."

    def _result(self, view: ArenaView) -> str:
        best = max(view.scores)
        winners = [seat for seat, score in enumerate(view.scores) if score == best]
        names = listed([self.teller_of(view).player(seat) for seat in winners])
        if best < 1:
            return f"The game is over: a draw between {names}."
        verb = "win" if len(winners) > 1 or winners[0] == view.viewer else "wins"
        return f"The game is over: {names} {verb}."

    def _for(self, view: ArenaView, who: int) -> str:
        """Which of the viewer's fighters a question is about, if there are several."""
        return "" if self.teller_of(view).is_you(who) else f"{self.teller_of(view).name(who)}: "

    def _put(self, view: ArenaView, who: int, text: str) -> str:
        heading = self._for(view, who)
        return heading + (text[:1].lower() + text[1:] if heading else text)

    def _ask_place(self, view: ArenaView, q: ArenaQuestion) -> str:
        return f"Choose a starting hex for {self.teller_of(view).name(q.who)}."

    def _ask_fighter(self, view: ArenaView, q: ArenaQuestion) -> str:
        mine = [n for n, fighter in enumerate(view.fighters) if fighter.owner == view.viewer]
        chosen = sum(view.fighters[n].character != "" for n in mine)
        return "Pick your fighter." if len(mine) == 1 else f"Pick fighter {chosen + 1} of your {len(mine)}."

    def _ask_facing(self, view: ArenaView, q: ArenaQuestion) -> str:
        return self._put(view, q.who, "Choose which way to face.")

    def _ask_redraw(self, view: ArenaView, q: ArenaQuestion) -> str:
        rule = self.sheet(view.fighters[q.who].character).rule
        assert rule is not None
        n = min(q.n, view.aside)
        left = "one card" if n == 1 else f"up to {count(n, 'card')}, one at a time,"
        return f"{self._for(view, q.who)}{rule.name}: swap {left} before your turn?"

    def _ask_action(self, view: ArenaView, q: ArenaQuestion) -> str:
        fighter = view.fighters[q.who]
        left = count(fighter.wounds_left, "wound")
        return f"Choose {self.teller_of(view).whose(q.who)} action. {_energy(fighter)}, {left} to defeat."

    def _ask_walk(self, view: ArenaView, q: ArenaQuestion) -> str:
        steps = hexes_left(q.n, view.fighters[q.who].slow)
        slowed = f" ({hexes(q.n - steps)} lost to injuries)" if steps < q.n else ""
        icon = FACING_NAMES.index(q.facing)
        facing = f"You will {FACING_TEXTS[icon]}{FACING_MEANS[icon]}." if icon else "Then choose any facing."
        return self._put(view, q.who, f"Choose where to move, up to {hexes(steps)}{slowed}. {facing}")

    def _ask_kind(self, view: ArenaView, q: ArenaQuestion) -> str:
        return self._put(view, q.who, f"Attack with {_dice(view, q)}: melee or ranged?")

    def _ask_enemy(self, view: ArenaView, q: ArenaQuestion) -> str:
        extra = f", +{count(q.wounds, 'wound')} a hit" if q.wounds else ""
        push = f", push {hexes(q.push)} on a hit" if q.push else ""
        what = f"Choose whom to attack: {_dice(view, q)}, {q.kind}{extra}{push}."
        return self._put(view, q.who, what)

    def _ask_target(self, view: ArenaView, q: ArenaQuestion) -> str:
        verb = self.pack.effects[q.effect].verbs[q.n]
        fallen = view.fighters[q.who].down
        return self._put(view, q.who, f"Choose a target. {verb_text(verb, fallen)}")

    def _ask_react(self, view: ArenaView, q: ArenaQuestion) -> str:
        hit = f"hits {self.teller_of(view).whom(q.target)}"
        push = f" and a push of {hexes(q.push)}" if q.push else ""
        left = view.fighters[q.target].wounds_left
        wounds = f"{count(q.n * q.wounds, 'wound')}{push}"
        attack = f"{self.teller_of(view).name(q.who)} {hit} {times(q.n)} ({q.kind}): {wounds}."
        return f"{attack} {left} would be defeat. React?"

    def _ask_push(self, view: ArenaView, q: ArenaQuestion) -> str:
        return self._put(view, q.who, f"Choose where to push {self.teller_of(view).whom(q.target)}.")

    def _ask_snare(self, view: ArenaView, q: ArenaQuestion) -> str:
        need = count(SAFE - q.n, "card")
        what = f"The arc-snare pulls: you have {q.n} and need {SAFE}. Discard {need}, one at a time, or fall?"
        return self._for(view, q.target) + what

    def _ask_box(self, view: ArenaView, q: ArenaQuestion) -> str:
        return self._put(view, q.who, "Choose which Damage marker to lose to the Critical Injury.")

    def _ask_mend(self, view: ArenaView, q: ArenaQuestion) -> str:
        return self._put(view, q.who, "Choose which Damage marker to put back.")

    def _ask_discard(self, view: ArenaView, q: ArenaQuestion) -> str:
        what = "a card" if q.n == 1 else f"the first of {q.n} cards"
        return self._put(view, q.who, f"Choose {what} to discard.")

    def _ask_show(self, view: ArenaView, q: ArenaQuestion) -> str:
        first = f"{self.card(q.cards[0]).name} is shown. " if q.n == 1 else ""
        return (
            self._for(view, q.who) + f"{first}Choose the {'second' if q.n == 1 else 'first'} card to reveal."
        )

    def _ask_resolve(self, view: ArenaView, q: ArenaQuestion) -> str:
        shown = listed([self.card(card).name for card in q.cards])
        return self._put(view, q.who, f"Choose an action to resolve: {shown}.")

    def _ask_fate(self, view: ArenaView, q: ArenaQuestion) -> str:
        sheet = self.sheet(view.fighters[q.who].character)
        return f"{sheet.name} is down, but not done. Use {sheet.fate_name}? {fate_text(sheet)}"

    def _ask_extra_turn(self, view: ArenaView, q: ArenaQuestion) -> str:
        return self._put(view, q.who, "You rolled higher: take an extra turn?")

    # --- labels and hints

    def label(self, view: ArenaView, action: str) -> str:
        stretch, _, member = action.partition(":")
        if stretch == "card":
            card, _, row = member.partition("/")
            return f"{self.card(card).name}: {row_label(self.card(card), row)}"
        if stretch in LABELS:
            return LABELS[stretch]
        if stretch in ("yes", "no"):
            return (YES if stretch == "yes" else NO)[view.asking]
        if stretch in ("kind", "hex"):
            return member.capitalize() if stretch == "kind" else member
        return self._label_piece(view, stretch, member)

    def _label_piece(self, view: ArenaView, stretch: str, member: str) -> str:
        question = view.question
        assert question is not None
        if stretch == "unique":
            return f"Unique: {self.sheet(view.fighters[question.who].character).unique_name}"
        if stretch == "hand_over":
            mate = self.hints(view).mate()
            return f"Hand over to {self.teller_of(view).whom(mate)}"
        if stretch == "facing":
            return WAYS[member].capitalize()
        if stretch in ("target", "fighter"):
            return self.sheet(member).name
        if stretch == "box":
            name = self.teller_of(view).box(question.who, BOXES.index(member))
            return f"{name} ({BOX_TITLES[BOXES.index(member)]})"
        card = self.card(member)
        return f"{card.special} ({card.name})" if stretch == "react" else card.name

    def danger(self, view: ArenaView, action: str) -> str:
        return danger_of(self.hints(view), action)

    def hints_for(self, view: ArenaView) -> Hints:
        return Hints(self.pack, view, self.teller_of(view))

    # --- the position as text

    def describe(self, view: ArenaView) -> str:
        board = next(board for board in self.pack.boards if board.id == view.board)
        lines = [f"{VARIANT_TITLES[view.variant]} on {board.name}. {self._describe_round(view)}"]
        snares = ", ".join(self.pack.field.names[h] for h in members_of(board.snares))
        lines.append(f"Arc-snares: {snares}.")
        lines += [self._describe_fighter(view, number) for number in range(len(view.fighters))]
        if view.rolled:
            lines.append(f"Last roll: {', '.join(map(str, view.rolled))}{_needing(view)}.")
        discarded = ", ".join(self.card(card).name for card in view.discard) or "none"
        lines.append(f"Discarded cards: {discarded}. Put aside: {view.aside}.")
        for number, fighter in enumerate(view.fighters):
            lines += self._describe_hand(view, number, fighter)
        lines.append(self.prompt(view))
        return "\n".join(lines)

    def _describe_round(self, view: ArenaView) -> str:
        if view.round == 0:
            return "The fighters are being set up."
        drawn = {"": "", "neutral": " The neutral one was drawn last."}.get(view.drawn)
        if drawn is None:
            drawn = f" {genitive(self.sheet(view.drawn).name)} was drawn last."
        left = f"{count(view.initiative_left, 'Initiative card')} left."
        return f"Round {view.round} of at most {view.max_rounds}. {left}{drawn}"

    def _describe_fighter(self, view: ArenaView, number: int) -> str:
        fighter = view.fighters[number]
        you = ", you" if fighter.owner == view.viewer else ""
        owner = ", ".join([f"{self.names[fighter.owner]}{you}", *filter(None, [party(view, fighter)])])
        if not fighter.character:
            return f"{owner}: fighter not picked yet."
        name = f"{self.sheet(fighter.character).name} ({owner})"
        if fighter.down:
            return f"{name}: defeated."
        place = f"on {fighter.hex} facing {WAYS[fighter.facing]}" if fighter.hex else "not placed yet"
        facts = [
            place,
            f"{count(fighter.wounds_left, 'wound')} to defeat",
            f"{fighter.covered} of {count(fighter.spaces, 'health space')} covered",
            _energy(fighter),
            f"{count(fighter.hand_size, 'card')} in hand",
        ]
        bare = [self.teller_of(view).box(number, BOXES.index(box)) for box in fighter.wounded]
        facts += [f"damaged: {listed(bare)}"] * bool(bare)
        facts += [f"hampered by {listed(self._injuries(fighter))}"] * bool(fighter.lasting)
        reached = self._in_reach(view, number)
        facts += [f"reaches {reached}"] * bool(reached)
        return f"{name}: {', '.join(facts)}."

    def _injuries(self, fighter: FighterView) -> list[str]:
        names = {injury.id: injury.name for injury in self.pack.injuries}
        return [names[injury] for injury in fighter.lasting]

    def _in_reach(self, view: ArenaView, number: int) -> str:
        """The enemies in a fighter's Kill Zones."""
        outlook = Outlook(self.pack, view)
        if not view.fighters[number].hex:
            return ""
        here, facing = outlook.place(number), [view.fighters[number].facing]
        found = outlook.reached_from(number, here, facing)
        return listed([f"{self.teller_of(view).name(other)} ({needs})" for other, needs in by_foe(found)])

    def _describe_hand(self, view: ArenaView, number: int, fighter: FighterView) -> list[str]:
        if not fighter.hand:
            return []
        whose = capital(self.teller_of(view).whose(number))
        return [f"{whose} hand:", *(f"- {card_text(self.card(card))}" for card in fighter.hand)]


def party(view: ArenaView, fighter: FighterView) -> str:
    """On whose side a fighter is, in the variants with sides (CA-8.1, CA-8.2); empty in the others."""
    if view.variant == "brothers":
        return f"team {NUMERALS[fighter.side]}"
    if view.variant == "kingslayer":
        return "Champion" if fighter.champion else "Challenger"
    return ""


def _energy(fighter: FighterView) -> str:
    cards = count(fighter.initiative, "Initiative card")
    return f"Energy {space_number(fighter.energy)} ({cards})"


def _decider(view: ArenaView, question: ArenaQuestion) -> int:
    """The fighter that a decision is about."""
    return question.target if view.asking in ("React", "Snare") else question.who


def _dice(view: ArenaView, question: ArenaQuestion) -> str:
    return dice(dice_left(question.n, view.fighters[question.who].weak))


def _needing(view: ArenaView) -> str:
    return f", needing {view.needed}" if view.needed else ""
