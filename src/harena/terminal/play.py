"""A table at one terminal: people take turns at the keyboard, bots move by themselves."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from rich.text import Text

from harena import bots
from harena.bots.bot import Chair
from harena.core.dice import Dice, fast_dice
from harena.core.errors import HarenaError
from harena.core.fair import FairSeeds
from harena.core.giving_up import with_bots
from harena.core.match import Match
from harena.core.record import SEED_LIMIT
from harena.core.state import HAND, SPECTATOR
from harena.terminal.choices import Choices
from harena.terminal.console import Terminal
from harena.terminal.desk import draw, help_on
from harena.terminal.hangup import as_end_of_input
from harena.terminal.keep import RecordFile
from harena.terminal.players import Player, named_again, stand_in
from harena.terminal.told import explain, last_action, sentences, since_last_decision, story

WHOLE_WORDS = {"help": "h", "story": "l", "log": "l", "quit": "q", "exit": "q", "save": "s", "undo": "u"}
RESIGN = "resign"  # a whole word, so that no slip of a finger gives a game up


class GetUp(Exception):  # noqa: N818 - nothing is wrong
    """A player leaves the table."""

    def __init__(self, save: bool) -> None:
        super().__init__()
        self.save = save


class TerminalTable:
    """One match, its players, and the terminal they share."""

    def __init__(self, terminal: Terminal, match: Match, players: Sequence[Player], file: RecordFile) -> None:
        self.terminal = terminal
        self.match = match
        self.players = list(players)
        self.file = file
        self._leaving = ExitStack()  # of the bots
        self.looking = self.people[0] if len(self.people) == 1 else SPECTATOR  # who sees the screen
        self.notice = self._promise() if terminal.interactive else ""  # what the next drawing says
        self.hand: Dice = fast_dice(secrets.randbelow(SEED_LIMIT))  # in place of people's
        self.fresh = True  # the position was not drawn yet
        self.unsaved = False  # the position was not written down yet

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, player in enumerate(self.players) if player.person]

    # --- the whole match

    def play(self) -> None:
        """Play to the end, or until someone gets up; the record is written after every action."""
        self.file.save(self.match)
        try:
            with as_end_of_input(), self._bots_seated(), self.terminal.own_screen():
                while not self.match.over:
                    self._go_on()
        except GetUp as leaving:
            self._leave(leaving.save)
        except (EOFError, KeyboardInterrupt):
            self._leave(new_line=True)
        except Exception:
            self._leave()  # a fault in a game or a bot costs nobody their match
            raise
        else:
            self._leave()

    @contextmanager
    def _bots_seated(self) -> Iterator[None]:
        """Bots sit down before the first decision, and stand up however the match is left."""
        with self._leaving:
            for seat in range(len(self.players)):
                self._seat_bot(seat)
            yield

    def _seat_bot(self, seat: int) -> None:
        match, bot = self.match, self.players[seat].bot
        if bot is not None:
            self._leaving.callback(bot.stand_up)
            chair = Chair(match.game, match.pack, match.options, seat, tuple(match.names))
            bot.sit_down(chair)
            self._say_once(bot.note(chair), seat)

    def _say_once(self, note: str, seat: int) -> None:
        """What people should know of a bot; of several alike, once."""
        before = self.players[:seat]
        alike = any(type(player.bot) is type(self.players[seat].bot) for player in before)
        if note and not alike:
            self.notice = "\n".join(filter(None, [self.notice, f"{self.match.names[seat]}: {note}"]))

    def _promise(self) -> str:
        seeds = self.match.seeds
        if not isinstance(seeds, FairSeeds) or self.match.played:
            return ""
        return f"Dice promise: {seeds.commitment}"

    def _go_on(self) -> None:
        """One action of a bot, or one line from a person."""
        seat = self.match.seat
        if not self.players[seat].person:
            self._bot_acts(self.players[seat])
        elif seat != self.looking:
            self._hand_over(seat)
        else:
            self._person_types(seat)

    def _bot_acts(self, player: Player) -> None:
        assert player.bot is not None
        assert player.dice is not None
        if self.terminal.interactive and self.people:
            self.terminal.say(Text(f"{player.name} is thinking.", style="dim"))
        self.match.play(bots.ask(player.bot, self.match, player.dice))
        self._changed()
        if not self.people:  # else it is told at the next person's decision
            self.terminal.say(*sentences(self.match, last_action(self.match, SPECTATOR), SPECTATOR))

    def _hand_over(self, seat: int) -> None:
        """A curtain, so that nobody sees what only the next player may."""
        self.terminal.clear()
        if self.notice:
            self.terminal.say(self.notice)
        answer = self.terminal.ask(f"Hand over to {self.match.names[seat]}, then press Enter. ")
        if answer.lower() in ("q", "q!"):
            self._obey(answer, seat)
        else:
            self.looking, self.fresh = seat, True

    # --- what a person types

    def _person_types(self, seat: int) -> None:
        if self.fresh or self.terminal.interactive:
            draw(self.terminal, self.match, seat, self.notice)
        elif self.notice:
            self.terminal.say(self.notice)
        self.notice, self.fresh = "", False
        self._obey(self.terminal.ask("> "), seat)

    def _obey(self, line: str, seat: int) -> None:
        """Do what the line says, or say why not and change nothing."""
        try:
            self._understand(line, seat)
        except HarenaError as error:
            self.notice = str(error)

    def _understand(self, line: str, seat: int) -> None:
        if self.match.measured:
            self._let_go_or_obey(line, seat)
            return
        choices = self._choices(seat)
        if action := choices.numbered(line):
            self._choose(choices, action, seat)
        elif not self._command(line, seat):
            if action := choices.written(line):
                self._choose(choices, action, seat)
            elif ":" in line:
                self._act(line, seat)  # the match says why it cannot be
            elif line.isdecimal():
                raise HarenaError(f"There is no choice {line[:9]}. Type {choices.numbers}.")
            else:
                asked = f"{line[:40]!r} is not a choice here. " if line else ""
                raise HarenaError(f"{asked}Type {choices.numbers} to choose, or h for help.")

    def _let_go_or_obey(self, line: str, seat: int) -> None:
        """At a measured question nothing is chosen: no terminal tells when a key was pressed."""
        if line == "":
            self._act(self.match.actions.notation(self.match.state.knack(self.hand, HAND)), seat)
        elif not self._command(line, seat):
            raise HarenaError("Press Enter to let go, or type h for help.")

    def _choices(self, seat: int) -> Choices:
        return Choices(self.match, self.match.view(seat))

    def _choose(self, choices: Choices, action: str, seat: int) -> None:
        """Take a choice; a dangerous one only after asking once more."""
        warning = choices.warning(action)
        if warning and self.terminal.ask(f"{warning} Type y to do it. ").lower() not in ("y", "yes"):
            self.notice = "Not done. Choose again."
        else:
            self._act(action, seat)

    def _act(self, action: str, seat: int) -> None:
        self.match.play(action, seat)
        self._changed()

    def _command(self, line: str, seat: int) -> bool:
        """Obey a line that is a command; false if it is none."""
        if line.startswith("?") and (action := self._choices(seat).numbered(line[1:].strip())):
            self.notice = self._choices(seat).hint(action)
            return True
        if line.startswith("?"):
            explain(self.terminal, self.match, since_last_decision(self.match, seat), seat, line[1:])
            return True
        word, _, rest = line.partition(" ")
        letter = WHOLE_WORDS.get(word.lower(), word.lower())
        if letter == "s":
            self._save(rest.strip())
        elif rest:
            return False
        elif letter in ("q", "q!"):
            self._quit(save=letter == "q")
        elif letter == RESIGN:
            self._resign(seat)
        elif letter == "u":
            self._take_back(seat)
        elif letter == "l":
            self.terminal.look_through("The story so far", story(self.match, seat), from_end=True)
        elif letter == "h":
            self.terminal.look_through(f"{self.match.game.title}: help", help_on(self.match, seat))
        else:
            return self._look_at(letter, seat)
        return True

    def _look_at(self, letter: str, seat: int) -> bool:
        match = self.match
        for key, title, content in match.game.extras(match.pack, match.view(seat), match.names):
            if key == letter:
                self.terminal.look_through(title, content)
                return True
        return False

    def _take_back(self, seat: int) -> None:
        self.match.take_back(seat)
        self.notice = "Taken back. Decide again."
        self._changed()

    def _resign(self, seat: int) -> None:
        """Give up, after asking once more; while others play on, a bot plays for the seat."""
        if self.terminal.ask("Resign this game? Type y to do it. ").lower() not in ("y", "yes"):
            self.notice = "Not done. Choose again."
            return
        bots_here = [number for number in range(len(self.players)) if number not in self.people]
        for one in with_bots(self.match.sides, [*self.match.given_up, seat], bots_here):
            if one not in self.match.given_up:
                self.match.give_up(one)
        if not self.match.over:
            self.players[seat] = stand_in(self.match, seat)
            self._seat_bot(seat)
            self.looking = self.people[0] if len(self.people) == 1 else SPECTATOR
        self._changed()

    # --- keeping the record

    def _changed(self) -> None:
        """The position has changed: draw it anew, and write it down so that nothing can lose it."""
        self.fresh = self.unsaved = True
        try:
            self._write_down()
        except HarenaError as error:
            self.notice = f"{error} s FILE saves it elsewhere."

    def _write_down(self) -> None:
        self.file.save(self.match)
        self.unsaved = False

    def _save(self, elsewhere: str) -> None:
        self.file.save_by_hand(self.match, elsewhere)
        self.unsaved = False
        self.notice = f"Saved in {self.file.path}. It holds what is hidden: show it to nobody before the end."

    def _quit(self, save: bool) -> None:
        if save and self.unsaved:
            try:
                self._write_down()
            except HarenaError as error:
                raise HarenaError(f"{error} q! leaves without saving.") from None
        raise GetUp(save)

    def _leave(self, save: bool = True, new_line: bool = False) -> None:
        """See to the record first, because the screen may be gone; then say what is where."""
        where = self._settle(save)
        if new_line:
            self.terminal.say("")
        if self.match.over:
            self._show_end()
        self.terminal.say(*where)

    def _settle(self, save: bool) -> list[str]:
        """Keep the record or give it up; what can be done with it now."""
        if save and self.unsaved:  # else the file has all, and the position may be left amid an action
            self._write_down()
        if not save or not self.file.worth_keeping:
            return [self.file.discard()]
        typed = self.file.typed
        saved = f"The record is saved in {self.file.path}"
        if not self.match.over:
            return [saved, f"Go on with: harena play --resume {typed}{named_again(self.players)}"]
        return [saved, f"Step through it: harena replay {typed}", f"Check the dice:  harena verify {typed}"]

    def _show_end(self) -> None:
        match, seat = self.match, self.people[0] if len(self.people) == 1 else SPECTATOR
        recent = last_action(match, seat) if seat == SPECTATOR else since_last_decision(match, seat)
        view = match.view(seat)
        self.terminal.say(match.game.screen(match.pack, view, match.names))
        if self.people:
            self.terminal.say(*sentences(match, recent, seat))
        self.terminal.say(Text(match.words.prompt(view), style="bold"))
