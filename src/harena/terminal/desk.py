"""What lies before a player who decides: the table, what happened, the question and the choices."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from harena.core.fair import FairSeeds
from harena.core.match import Match
from harena.terminal.choices import MARK, Choices
from harena.terminal.console import Terminal
from harena.terminal.told import latest, sentences, since_last_decision

LET_GO = "Press Enter to let go. Dice stand in for your hand: a terminal cannot tell when a key was pressed."
FEWEST_EVENTS = 1  # rows for what happened, even where there is no room


def draw(terminal: Terminal, match: Match, seat: int, notice: str = "") -> None:
    """Draw all of it; what happened gets the rows that are left."""
    view = match.view(seat)
    choices = Choices(match, view)
    table = match.game.screen(match.pack, view, match.names)
    question: list[RenderableType] = [
        Text(match.words.prompt(view), style="bold"),
        Text(LET_GO) if match.measured else choices.show(),
        Text(_keys(match, seat, choices), style="dim"),
        *([Text(notice, style="bold")] if notice else []),
    ]
    if terminal.rows_left(table, *question) < FEWEST_EVENTS and not match.measured:
        question[1] = choices.show_briefly()
    rows = max(terminal.rows_left(table, *question), FEWEST_EVENTS)
    happened = latest(terminal, sentences(match, since_last_decision(match, seat), seat), rows)
    gap = [Text()] if terminal.rows_left(table, *question, *happened) > 0 else []
    terminal.clear()
    terminal.say(table, *happened, *gap, *question)


def _keys(match: Match, seat: int, choices: Choices) -> str:
    looks = ",".join(key for key, _, _ in match.game.extras(match.pack, match.view(seat), match.names))
    look = f"{looks} look  " if looks else ""
    how = "Enter let go" if match.measured else f"{choices.numbers} choose"
    return f"{how}  {look}? why  l story  u take back  s save  q quit  h help"


def help_on(match: Match, seat: int) -> RenderableType:
    """Everything one can type."""
    grid = Grid.grid(padding=(0, 3, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    grid.add_row("2", "take the second choice; so does its notation, as records write it")
    for key, title, _ in match.game.extras(match.pack, match.view(seat), match.names):
        grid.add_row(Text(key), Text(f"look: {title}"))
    if match.measured:
        grid.add_row("Enter", "let go; dice stand in for your hand")
    grid.add_row(MARK.strip(), "after a choice that may cost you a lot: you are asked once more")
    grid.add_row("?", "the rules behind what just happened")
    grid.add_row("? RULE", "one rule, by its number")
    grid.add_row("?2", "what the second choice does")
    grid.add_row("l", "the story so far")
    grid.add_row("u", _take_back(match))
    grid.add_row("resign", "give the game up; while others play on, a bot plays for you")
    grid.add_row("s", "save for good; s FILE saves there from now on")
    grid.add_row("q", "quit; the record was saved after every action")
    grid.add_row(
        "q!", "quit without saving: back to what was saved with s or resumed, else no record is left"
    )
    parts: list[RenderableType] = [Text(match.game.summary), Text(), grid]
    if isinstance(match.seeds, FairSeeds):
        parts += [
            Text(),
            Text("The dice are fair: they follow from a promised seed and the players' words."),
            Text("After the game `harena verify RECORD --promise PROMISE` checks them. The promise:"),
            Text(match.seeds.commitment),
        ]
    return Group(*parts)


def _take_back(match: Match) -> str:
    if match.practice:
        return "take your last action back; in practice, whatever happened since"
    return "take your last action back, as long as nothing was turned up, rolled or decided since"
