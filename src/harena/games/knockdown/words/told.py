"""What happens in a match, a sentence an event, and who is who in them."""

from __future__ import annotations

from harena.core.bits import members_of
from harena.core.prose import count, listed
from harena.core.telling import Teller, tells
from harena.core.view import Told
from harena.games.knockdown.pack.content import Arena, Attack, BrawlPack, Sheet, Skill
from harena.games.knockdown.rules.block import BOTH, WOUNDS
from harena.games.knockdown.rules.ending import BY_KNOCKOUT
from harena.games.knockdown.rules.tower import REACH
from harena.games.knockdown.view import Cast
from harena.games.knockdown.words.glimpses import pips
from harena.games.knockdown.words.printed import SYMBOL_TITLES, a_card, contamination, wounds
from harena.games.knockdown.words.things import arena_of, sheets_of, skills_of

WAYS = {  # how a fighter comes to a space, by cause: for you and for others
    "move": ("move", "moves"),
    "dash": ("dash", "dashes"),
    "corridor": ("go through a corridor", "goes through a corridor"),
    "blink": ("slip", "slips"),
    "forward": ("close in", "closes in"),
    "spend_move": ("move", "moves"),
}
PUSHES = {  # how somebody else takes it there
    "backward": ("throw {whom} back", "throws {whom} back"),
    "drag": ("drag {whom}", "drags {whom}"),
    "shift": ("move {whom}", "moves {whom}"),
}
DISCARDS = {  # why a card is discarded by its owner
    "cost": ("pay with", "pays with"),
    "dash": ("spend", "spends"),
    "block": ("spend", "spends"),
    "reload": ("spend", "spends"),
    "shake": ("pay with", "pays with"),
}


class BrawlTeller(Teller[BrawlPack, Cast]):
    """Tells events, which name fighters by their seats; the cast says who each of them is."""

    # --- who and what is what

    def sheet(self, seat: int) -> Sheet | None:
        """A fighter's sheet, once it is chosen."""
        return sheets_of(self.pack).get(self.cast[seat].character)

    def name(self, number: int) -> str:
        """A fighter by its name, or before it has one by its player's."""
        sheet = self.sheet(number)
        return self.names[number] if sheet is None else sheet.name

    @property
    def arena(self) -> Arena:
        return arena_of(self.pack, self.cast[0].arena)

    def space(self, number: int) -> str:
        return str(self.arena.field.names[number])

    def card(self, number: int) -> Attack:
        return self.arena.cards[number]

    def skill(self, number: int) -> Skill:
        return skills_of(self.pack, self.cast[0].skills)[number]

    def _player_does(self, seat: int, you: str, other: str) -> str:
        """Before fighters are chosen, players act."""
        return f"{self.player(seat)} {you if seat == self.viewer else other}"

    # --- the set-up

    @tells("laid_out")
    def _laid_out(self, event: Told) -> str:
        arena, skills = self.pack.arenas[event.a], self.pack.skill_sets[event.b]
        return f"The arena is {arena.name}, and the Skills are {skills.name}."

    @tells("first_pick")
    def _first_pick(self, event: Told) -> str:
        return f"{self._player_does(event.a, 'pick', 'picks')} a fighter first."

    @tells("took_fighter")
    def _took_fighter(self, event: Told) -> str:
        return f"{self._player_does(event.a, 'take', 'takes')} {self.pack.sheets[event.b].name}."

    @tells("dealt")
    def _dealt(self, event: Told) -> str:
        which = "" if event.secret is None else f": {self._skills(event.secret)}"
        return f"{self.does(event.a, 'are', 'is')} dealt {count(event.b, 'Skill')}{which}."

    @tells("kept")
    def _kept(self, event: Told) -> str:
        what = "one Skill" if event.secret is None else self.skill(event.secret).name
        kept = f"{self.does(event.a, 'keep', 'keeps')} {what}"
        if event.b:
            return f"{kept} of the two received."
        return f"{kept} and {'pass' if self.is_you(event.a) else 'passes'} on two."

    @tells("received")
    def _received(self, event: Told) -> str:
        what = "two Skills" if event.secret is None else self._skills(event.secret)
        return f"{self.does(event.a, 'receive', 'receives')} {what}."

    @tells("chose_face")
    def _chose_face(self, event: Told) -> str:
        what = "a Skill" if event.secret is None else self.skill(event.secret).name
        return f"{self.does(event.a, 'choose', 'chooses')} {what} to lie face up."

    @tells("skill_up")
    def _skill_up(self, event: Told) -> str:
        skill = self.skill(event.b)
        return f"{self.does(event.a, 'turn', 'turns')} up {skill.name} (Initiative {skill.initiative})."

    def _skills(self, skills: int) -> str:
        return listed([self.skill(number).name for number in members_of(skills)])

    # --- the round

    @tells("first")
    def _first(self, event: Told) -> str:
        return f"{self.does(event.a, 'go', 'goes')} first in round {event.b}."

    @tells("row")
    def _row(self, event: Told) -> str:
        return f"{self.card(event.a).name} joins the Row."

    @tells("drafted")
    def _drafted(self, event: Told) -> str:
        return f"{self.does(event.a, 'draft', 'drafts')} {a_card(self.card(event.b))}."

    @tells("aged")
    def _aged(self, event: Told) -> str:
        return f"{self.card(event.a).name}, the oldest card of the Row, is discarded."

    @tells("round")
    def _round(self, event: Told) -> str:
        return f"Round {event.a} begins."

    @tells("turn")
    def _turn(self, event: Told) -> str:
        return f"Turn {event.b} is {'yours' if self.is_you(event.a) else self.whose(event.a)}."

    @tells("round_won")
    def _round_won(self, event: Told) -> str:
        if event.b == BY_KNOCKOUT:
            return f"{self.does(event.a, 'win', 'wins')} the round by K.O."
        return f"The deck has run out: {self.whom(event.a)} {self._wins(event.a)} the round on wounds."

    @tells("match_won")
    def _match_won(self, event: Told) -> str:
        return f"{self.does(event.a, 'win', 'wins')} the match."

    def _wins(self, seat: int) -> str:
        return "win" if self.is_you(seat) else "wins"

    # --- moving

    @tells("moved")
    def _moved(self, event: Told) -> str:
        there = self.space(event.c)
        if event.cause in PUSHES:
            you, other = (text.format(whom=self.whom(event.a)) for text in PUSHES[event.cause])
            return f"{self.does(event.by, you, other)} to {there}."
        return f"{self.does(event.a, *WAYS[event.cause])} to {there}."

    # --- attacks

    @tells("attacked")
    def _attacked(self, event: Told) -> str:
        attack = self.pack.attacks[event.b]
        if event.cause == "reaction":
            return f"{self.does(event.a, 'react', 'reacts')} with {attack.name}."
        if not attack.aimed() or event.cause == "special":
            return f"{self.does(event.a, 'use', 'uses')} {attack.name}."
        return f"{self.does(event.a, 'attack', 'attacks')} with {attack.name}."

    @tells("missed")
    def _missed(self, event: Told) -> str:
        return f"{self.pack.attacks[event.b].name} does not reach {self.whom(1 - event.a)}."

    @tells("blocked")
    def _blocked(self, event: Told) -> str:
        attack = self.pack.attacks[event.c].name
        return f"{self.does(event.a, *_blocks(event.b))} of {attack}."

    @tells("added")
    def _added(self, event: Told) -> str:
        return f"{self.whose(event.a)} Skill adds {wounds(event.b, 0)}."

    @tells("ignored")
    def _ignored(self, event: Told) -> str:
        return f"{self.whose(event.a)} Skill ignores {wounds(event.b, 0)}."

    @tells("wounded")
    def _wounded(self, event: Told) -> str:
        suffered = wounds(event.b, event.c)
        if event.cause == "flame":
            return f"The Flame burns {self.whom(event.a)}: {suffered}."
        if event.cause == "corridor":
            return f"The corridor costs {self.whom(event.a)} {suffered}."
        why = {"skill": " from a Skill", "ammo": " from Ammo", "effect": " from the effect"}
        return f"{self.does(event.a, 'suffer', 'suffers')} {suffered}{why.get(event.cause, '')}."

    @tells("healed")
    def _healed(self, event: Told) -> str:
        gone = wounds(event.b, event.c)
        if event.cause == "skill":
            return f"{self.whose(event.a)} Skill heals {gone}."
        if event.cause == "relief":
            return f"{self.does(event.a, 'discard', 'discards')} {gone} after the test."
        return f"{self.does(event.a, 'heal', 'heals')} {gone}."

    # --- cards

    @tells("took")
    def _took(self, event: Told) -> str:
        took = f"{self.does(event.a, 'take', 'takes')} {a_card(self.card(event.b))}"
        return f"{took} {'without attacking' if event.cause == 'out_of_range' else 'into hand'}."

    @tells("discarded")
    def _discarded(self, event: Told) -> str:
        card = a_card(self.card(event.b))
        if event.cause in DISCARDS:
            return f"{self.does(event.a, *DISCARDS[event.cause])} {card}."
        if event.cause in ("strip", "order") and event.by != event.a:
            return f"{self.does(event.by, 'make', 'makes')} {self.whom(event.a)} discard {card}."
        too_many = ", one too many" if event.cause == "limit" else ""
        return f"{self.does(event.a, 'discard', 'discards')} {card}{too_many}."

    @tells("shown")
    def _shown(self, event: Told) -> str:
        return f"{self.does(event.a, 'show', 'shows')} a {SYMBOL_TITLES[event.b]} card."

    # --- tokens

    @tells("flame")
    def _flame(self, event: Told) -> str:
        return f"{self.does(event.a, 'lay', 'lays')} the Flame on {self.space(event.b)}."

    @tells("flame_out")
    def _flame_out(self, event: Told) -> str:
        return f"{self.whose(event.a)} Flame goes out."

    @tells("contaminated")
    def _contaminated(self, event: Told) -> str:
        got = self.does(event.a, "get", "gets")
        return f"{got} {contamination(event.b)}, which makes {event.c}."

    @tells("shook_off")
    def _shook_off(self, event: Told) -> str:
        shake = self.does(event.a, "shake", "shakes")
        return f"{shake} off a Contamination card; {event.b or 'none'} {'is' if event.b < 2 else 'are'} left."

    @tells("ammo")
    def _ammo(self, event: Told) -> str:
        if event.b < 0:
            return f"{self.does(event.a, 'spend', 'spends')} {-event.b} Ammo, leaving {event.c}."
        return f"{self.does(event.a, 'gain', 'gains')} {event.b} Ammo, which makes {event.c}."

    @tells("no_relief")
    def _no_relief(self, event: Told) -> str:
        return "If this attack leads to a test, passing it takes no wounds away."

    # --- Knockdown Tests

    @tells("called")
    def _called(self, event: Told) -> str:
        call = self.does(event.a, "call", "calls")
        counted = f"{count(event.c, 'wound')} {'counts' if event.c == 1 else 'count'}"
        return f"{call} a Knockdown Test: {counted} against {self.whom(event.b)}."

    @tells("rolled")
    def _rolled(self, event: Told) -> str:
        roll = self.does(event.a, "roll", "rolls")
        return f"{roll} {pips(event)}: {event.b}, needing {event.c}."

    @tells("passed")
    def _passed(self, event: Told) -> str:
        return f"{self.does(event.a, 'pass', 'passes')} the test."

    @tells("knocked_down")
    def _knocked_down(self, event: Told) -> str:
        return f"{self.does(event.a, 'are', 'is')} knocked down."

    @tells("hung")
    def _hung(self, event: Told) -> str:
        return f"{self.whose(event.a)} cube {event.b + 1} swings from the crane."

    @tells("landed")
    def _landed(self, event: Told) -> str:
        return f"{self.whose(event.a)} cube {event.c + 1} lands {off_centre(event.b - REACH)}."

    @tells("toppled")
    def _toppled(self, event: Told) -> str:
        return f"{self.whose(event.a)} tower falls."

    @tells("late")
    def _late(self, event: Told) -> str:
        return f"{self.does(event.a, 'run', 'runs')} out of time."


def off_centre(twentieths: int) -> str:
    """Where a cube landed on the one below."""
    if twentieths == 0:
        return "dead centre"
    return f"{5 * abs(twentieths)}% off to the {'left' if twentieths < 0 else 'right'}"


def _blocks(code: int) -> tuple[str, str]:
    """What a way to block stops; to block nothing is no event."""
    what = "wounds and the effect" if code >= BOTH else "wounds" if code >= WOUNDS else "the effect"
    return f"block {what}", f"blocks {what}"
