"""What may be done in Dawn Raid and what happens: the raid as a chain of small steps."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, full
from harena.core.dice import Dice
from harena.core.state import ASKED, DONE, Step
from harena.games.dawn_raid.actions import (
    BANK,
    CONTINUE,
    END_RAID,
    NO_ROLE,
    TAKE_OVER,
    TYPE,
    USE_ROLE,
)
from harena.games.dawn_raid.pack.cards import (
    DECK_SIZE,
    ELITES,
    FAST_ATTACK,
    HQ,
    TROOPS,
    DawnRaidPack,
)
from harena.games.dawn_raid.rules import questions
from harena.games.dawn_raid.state import NO_CARD, NO_TYPE, Clash, Table, deal

# How the defender's cards are met (a step's `mode`).
PLAIN: Final = 0
MAY_BANK: Final = 1  # DR-3.5: a matching Elites card attacks
IGNORED: Final = 2  # DR-3.6: Fast Attack, the scores do not count

# Why a raid goes on (a step's `mode`), and the rule that says so.
CONTINUED: Final = 0
TAKEN_OVER: Final = 1
DRAWN: Final = 2
WHY_ON: Final = ["DR-2.3", "DR-2.4", "DR-2.5"]


@final
class SetUp(Step):
    """DR-1.2, DR-1.4. who: the seat that takes the first deck; target: the first Attacker; both or BY_LOT."""

    def begin(self, game: Table) -> bool:
        deal(game, self.who, self.target)
        game.say("took_deck", "DR-1.2", 0, game.sides[0].deck)
        game.say("took_deck", "DR-1.2", 1, game.sides[1].deck)
        game.say("attacks_first", "DR-1.4", game.attacker)
        game.next(RAIDS)
        return DONE


@final
class Raids(Step):
    """The bottom of the stack: raid after raid until all cards have been played (DR-4.1)."""

    def begin(self, game: Table) -> bool:
        if not game.decks_empty():
            game.next(RAIDS)
            game.next(BEGIN_RAID)
            return DONE
        count_skulls(game)
        game.end()
        return ASKED


@final
class BeginRaid(Step):
    """DR-2.1: the Attacker's next card is turned up."""

    def begin(self, game: Table) -> bool:
        game.raid += 1
        game.battle = 0
        game.type = NO_TYPE
        attack(game, "DR-2.1")
        game.next(NAME_TYPE)
        return DONE


@final
class NameType(Step):
    """DR-2.1: the Attacker names a type in which the card scores at least 1."""

    def question(self) -> i64:
        return questions.NAME_TYPE

    def begin(self, game: Table) -> bool:
        game.ask(game.attacker, TYPE, game.card(game.clash.attack).types)
        return ASKED

    def choose(self, game: Table, action: i64) -> None:
        game.type = action - TYPE
        game.say("named", "DR-2.1", game.attacker, game.type, game.strength(game.clash.attack, NO_CARD))
        game.next(DEFEND)


@final
class NextBattle(Step):
    """The raid goes on: the Attacker's next card, and its role if an icon in the pot matches (DR-3.1).

    mode: why it goes on.
    """

    def begin(self, game: Table) -> bool:
        attack(game, WHY_ON[self.mode])
        if may_use_role(game):
            game.next(CHOOSE_ROLE)
        else:
            game.next(DEFEND_AGAINST_ELITES if elites_match(game) else DEFEND)
        return DONE


@final
class ChooseRole(Step):
    """DR-3.1: after the card is seen and before the Defender's is turned."""

    def question(self) -> i64:
        return questions.CHOOSE_ROLE

    def begin(self, game: Table) -> bool:
        if game.card(game.clash.attack).role == HQ:
            game.ask(game.attacker, 0, other_types(game) | bit(NO_ROLE))
        else:
            game.ask(game.attacker, 0, bit(USE_ROLE) | bit(NO_ROLE))
        return ASKED

    def choose(self, game: Table, action: i64) -> None:
        if action == NO_ROLE:
            game.next(DEFEND)
            return
        role = game.card(game.clash.attack).role
        game.say("used_role", "DR-3.1", game.attacker, game.clash.attack, role)
        if role == HQ:
            change_type(game, action - TYPE)
        elif role == TROOPS:
            game.next(DEFEND_AGAINST_TWO)
        elif role == FAST_ATTACK:
            game.next(DEFEND_IN_VAIN)
        else:
            replace_heavy_support(game)


@final
class Defend(Step):
    """DR-2.2: the Defender's cards are turned up and compared. n: cards a side; mode: how they are met."""

    def begin(self, game: Table) -> bool:
        clash = game.clash
        if self.n == 2:
            clash.attack2 = turn_up(game, game.attacker, "DR-3.4")
        clash.defence = turn_up(game, game.defender(), "DR-2.2")
        if self.n == 2:
            clash.defence2 = turn_up(game, game.defender(), "DR-3.4")
        if self.mode == IGNORED:
            draw_battle(game, "DR-3.6")
            return DONE
        attack = game.strength(clash.attack, clash.attack2)
        defence = game.strength(clash.defence, clash.defence2)
        game.say("compared", "DR-3.4" if self.n == 2 else "DR-2.2", game.type, attack, defence)
        if attack > defence:
            game.next(ELITES_WON if self.mode == MAY_BANK else ATTACKER_WON)
        elif defence > attack:
            game.next(DEFENDER_WON)
        else:
            draw_battle(game, "DR-2.5")
        return DONE


@final
class AttackerWon(Step):
    """DR-2.3: end the raid or continue; with mode MAY_BANK also bank the pot first (DR-3.5)."""

    def question(self) -> i64:
        return questions.ATTACKER_WON

    def begin(self, game: Table) -> bool:
        choices = bit(END_RAID)
        if not game.decks_empty():
            choices |= bit(CONTINUE)
        if self.may_bank(game):
            choices |= bit(BANK)
        game.ask(game.attacker, 0, choices)
        return ASKED

    def may_bank(self, game: Table) -> bool:
        """DR-3.5: a matching Elites card won; there is no more banking after the last battle (DR-4.1)."""
        return self.mode == MAY_BANK and not game.decks_empty()

    def choose(self, game: Table, action: i64) -> None:
        if action == END_RAID:
            end_raid(game, game.attacker, "DR-4.1" if game.decks_empty() else "DR-2.3")
            return
        if action == BANK:
            bank(game)
            clash_to_pot(game, "DR-3.5")
        else:
            game.say("continued", "DR-2.3", game.attacker)
            clash_to_pot(game, "DR-2.3")
        game.next(CONTINUED_BATTLE)


@final
class DefenderWon(Step):
    """DR-2.4: end the raid or take it over."""

    def question(self) -> i64:
        return questions.DEFENDER_WON

    def begin(self, game: Table) -> bool:
        choices = bit(END_RAID)
        if not game.decks_empty():
            choices |= bit(TAKE_OVER)
        game.ask(game.defender(), 0, choices)
        return ASKED

    def choose(self, game: Table, action: i64) -> None:
        if action == END_RAID:
            end_raid(game, game.defender(), "DR-4.1" if game.decks_empty() else "DR-2.4")
            return
        game.say("took_over", "DR-2.4", game.defender())
        game.attacker = game.defender()
        clash_to_pot(game, "DR-2.4")
        game.next(TAKEN_OVER_BATTLE)


# --- what happens


def turn_up(game: Table, seat: i64, rule: str) -> i64:
    """A player's next card is seen by both."""
    card = game.sides[seat].turn_up()
    game.reveal("turned_up", rule, seat, card)
    return card


def attack(game: Table, rule: str) -> None:
    """A battle begins with the Attacker's next card."""
    game.battle += 1
    game.clash.attack = turn_up(game, game.attacker, rule)


def icon_matches(game: Table) -> bool:
    """DR-3.1: does the Attacker's card share its faction icon with a card in the pot?"""
    return game.card(game.clash.attack).kin & game.pot != 0


def elites_match(game: Table) -> bool:
    """DR-3.5: nothing is declared beforehand."""
    return game.card(game.clash.attack).role == ELITES and icon_matches(game)


def other_types(game: Table) -> i64:
    """DR-3.3: the types an HQ may change the raid to."""
    return game.card(game.clash.attack).types & ~bit(game.type)


def may_use_role(game: Table) -> bool:
    """DR-3.1: a role is offered only if an icon matches and it can change something."""
    if not icon_matches(game):
        return False
    role = game.card(game.clash.attack).role
    if role == ELITES:
        return False
    if role == HQ:
        return other_types(game) != 0
    return game.sides[game.attacker].left() > 0  # DR-3.4, DR-3.6, DR-3.7: not with the deck's last card


def change_type(game: Table, kind: i64) -> None:
    """DR-3.3: it stays changed for the rest of the raid."""
    game.type = kind
    game.say("changed_type", "DR-3.3", game.attacker, kind, game.strength(game.clash.attack, NO_CARD))
    game.next(DEFEND)


def replace_heavy_support(game: Table) -> None:
    """DR-3.7: to the back of the deck, the next card in its place, without its role."""
    side = game.sides[game.attacker]
    side.to_the_back(game.clash.attack)
    game.say("put_back", "DR-3.7", game.attacker, game.clash.attack)
    game.clash.attack = turn_up(game, game.attacker, "DR-3.7")
    game.next(DEFEND)


def clash_to_pot(game: Table, rule: str) -> None:
    """The cards of this battle join the pot."""
    cards = game.clash.cards()
    game.pot |= cards
    game.clash = Clash()
    game.say("to_pot", rule, count_bits(cards), count_bits(game.pot))


def draw_battle(game: Table, rule: str) -> None:
    """DR-2.5: all to the pot, the Attacker goes on; after the last battle nobody gets the pot (DR-4.1)."""
    game.say("drawn", rule, game.attacker)
    clash_to_pot(game, rule)
    if game.decks_empty():
        game.say("pot_lost", "DR-4.1", count_bits(game.pot))
    else:
        game.next(BATTLE_AFTER_DRAW)


def bank(game: Table) -> None:
    """DR-3.5: the pot as it lay before this battle goes to the Attacker's pile; the raid goes on."""
    game.say("banked", "DR-3.5", game.attacker, count_bits(game.pot))
    game.sides[game.attacker].pile |= game.pot
    game.pot = 0


def end_raid(game: Table, winner: i64, rule: str) -> None:
    """Pot and clash go to the winner's pile; the Defender attacks next (DR-2.6)."""
    prize = game.pot | game.clash.cards()
    game.sides[winner].pile |= prize
    game.pot = 0
    game.clash = Clash()
    game.say("ended_raid", rule, winner, count_bits(prize))
    game.attacker = game.defender()
    if not game.decks_empty():
        game.say("attacks_next", "DR-2.6", game.attacker)


def count_skulls(game: Table) -> None:
    """DR-4.2: the piles are turned over and counted."""
    seat: i64 = 0
    while seat < 2:
        game.say("counted", "DR-4.2", seat, game.skulls(seat), count_bits(game.sides[seat].pile))
        seat += 1
    lead = game.skulls(0) - game.skulls(1)
    if lead == 0:
        game.say("game_drawn", "DR-4.2", game.skulls(0))
    else:
        game.say("won", "DR-4.2", 0 if lead > 0 else 1, game.skulls(0), game.skulls(1))


RAIDS: Final[Raids] = Raids()
BEGIN_RAID: Final[BeginRaid] = BeginRaid()
NAME_TYPE: Final[NameType] = NameType()
CONTINUED_BATTLE: Final[NextBattle] = NextBattle(mode=CONTINUED)
TAKEN_OVER_BATTLE: Final[NextBattle] = NextBattle(mode=TAKEN_OVER)
BATTLE_AFTER_DRAW: Final[NextBattle] = NextBattle(mode=DRAWN)
CHOOSE_ROLE: Final[ChooseRole] = ChooseRole()
DEFEND: Final[Defend] = Defend(n=1)
DEFEND_AGAINST_ELITES: Final[Defend] = Defend(n=1, mode=MAY_BANK)
DEFEND_AGAINST_TWO: Final[Defend] = Defend(n=2)
DEFEND_IN_VAIN: Final[Defend] = Defend(n=1, mode=IGNORED)
ATTACKER_WON: Final[AttackerWon] = AttackerWon()
ELITES_WON: Final[AttackerWon] = AttackerWon(mode=MAY_BANK)
DEFENDER_WON: Final[DefenderWon] = DefenderWon()


def new_table(
    pack: DawnRaidPack, dice: Dice, first_deck_to: i64, first_attacker: i64, deck_cards: i64
) -> Table:
    """A table before the decks are dealt; each has the first so many cards of its list (DR-1.5)."""
    table = Table(pack, dice)
    table.dealt = full(deck_cards) | full(deck_cards) << DECK_SIZE
    table.next(SetUp(who=first_deck_to, target=first_attacker))
    return table
