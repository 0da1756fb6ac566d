"""What happened, in sentences, and the rules behind it in the words of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.text import Text

from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.view import Told
from harena.terminal.console import Terminal

UNSEEN = re.compile(r"!\[[^\]]*\]\([^)]*\)|<!--.*?-->", re.DOTALL)  # pictures and comments in Markdown


def since_last_decision(match: Match, seat: int) -> list[Told]:
    """What a seat has heard since it last decided, its own action's consequences first."""
    own = [move for move, (actor, _) in enumerate(match.played, start=1) if actor == seat]
    last = own[-1] if own else 0
    return [told for told in match.events(seat) if told.move >= last]


def last_action(match: Match, seat: int) -> list[Told]:
    """What a seat, or a SPECTATOR, has heard of the last action."""
    return [told for told in match.events(seat) if told.move == len(match.played)]


def sentences(match: Match, events: Sequence[Told], seat: int) -> list[Text]:
    """One line an event, each with its rule."""
    teller = match.words.teller(match.cast, seat)
    return [_sentence(teller.tell(told), told) for told in events]


def story(match: Match, seat: int) -> Text:
    """All that a seat has heard, as the table would still show it."""
    told = zip(match.story(seat), match.events(seat), strict=True)
    return Text("\n").join(_sentence(text, event) for text, event in told)


def _sentence(sentence: str, told: Told) -> Text:
    line = Text(f"- {sentence}")
    return line.append(f"  {told.rule}", style="dim") if told.rule else line


def latest(terminal: Terminal, lines: Sequence[Text], rows: int) -> list[Text]:
    """The newest lines that fit into so many rows, and a word on those that do not; always the last."""
    heights = [terminal.rows(line) for line in lines]
    if sum(heights) <= rows:
        return list(lines)
    shown, used = 1, heights[-1] + 1  # one row says what is left out
    while shown < len(lines) and used + heights[-shown - 1] <= rows:
        used += heights[-shown - 1]
        shown += 1
    left_out = Text(f"  ({len(lines) - shown} earlier: l tells all)", style="dim")
    return [*([left_out] if used <= rows else []), *lines[-shown:]]


def explain(terminal: Terminal, match: Match, events: Sequence[Told], seat: int, rule: str = "") -> None:
    """Show the rule asked for, or all those behind these events."""
    try:
        if rule.strip():
            terminal.look_through("The rule", rule_in_words(match.game, rule))
        else:
            terminal.look_through("What happened, and by which rule", rules_behind(match, events, seat))
    except OSError as error:
        raise HarenaError(f"The rulebook cannot be read: {error.strerror}.") from None


def rules_behind(match: Match, events: Sequence[Told], seat: int) -> RenderableType:
    """Every rule these events cite, once, with what it caused."""
    parts: list[RenderableType] = []
    teller = match.words.teller(match.cast, seat)
    for rule in dict.fromkeys(told.rule for told in events if told.rule):
        caused = [told for told in events if told.rule == rule]
        parts += [Text(f"  {teller.tell(told)}", style="italic") for told in caused]
        parts += [rule_in_words(match.game, rule), Text()]
    return Group(*parts) if parts else Text("Nothing has happened yet.")


def rule_in_words(game: AnyGame, rule: str) -> RenderableType:
    """One rule as the rulebook says it."""
    rulebook = game.rulebook
    name = rule.strip().upper()
    if name not in rulebook.rules:
        known = list(rulebook.rules)
        span = f"They run from {known[0]} to {known[-1]}" if known else "Its rulebook numbers none"
        raise HarenaError(
            f"{game.title} has no rule {rule.strip()[:40]!r}. {span}: harena rules {game.name}."
        )
    return Markdown(f"**{name}** {only_words(rulebook.rule(name))}")


def only_words(text: str) -> str:
    """Markdown without pictures and comments, which no terminal can show."""
    return UNSEEN.sub("", text)
