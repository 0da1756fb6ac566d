"""What is sent of a table: to a seat what it may know, to a spectator what everybody may."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from harena.core import registry
from harena.core.game import retold
from harena.core.listing import listing
from harena.core.match import Match
from harena.core.state import SPECTATOR
from harena.server.packs import PackKit, load
from harena.server.rulings import may_undo_end
from harena.server.setup import may_be_watched
from harena.server.story import heard, standing, with_notes
from harena.server.table import OVER, RUNNING, Said, Table
from harena.server.talk import TEAM, heard_by, team_of
from harena.server.tempo import pace_of

VIEW, PICTURE, CHOICES, LESSONS = "view", "picture", "choices", "lessons"
PARTS = (VIEW, PICTURE, CHOICES, LESSONS)
CHANGES = "changes"  # of chat and picture what has changed since the last message, where that is less


class Looks:
    """A match as it stands, through all eyes: each view is made once, for picture, words and data."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.words = match.words
        self._views: dict[int, Any] = {}

    def view(self, eyes: int) -> Any:
        if eyes not in self._views:
            self._views[eyes] = self.match.view(eyes)
        return self._views[eyes]


def sight(
    table: Table, eyes: int, parts: Collection[str], now: int, looks: Looks | None = None
) -> dict[str, Any]:
    """A table through the eyes of one seat, or of a SPECTATOR; a picture in it is a wide one."""
    game = registry.find(table.setup.game)
    out: dict[str, Any] = {
        "id": table.id,
        "game": {"name": game.name, "title": game.title},
        "number": table.number,
        "moves": table.moves,
        "now": now,
        "status": table.status,
        "promise": table.promise,
        "next_promise": table.next_promise,
        "setup": setup_of(table),
        "pack": pack_seen(table.kit),
        "seats": [seat_of(table, number) for number in range(len(table.seats))],
        "sides": table.sides,
        "eyes": eyes,
        "asked": table.asked(),
        "clock": clock_of(table),
        "scores": table.scores,
        "pace": pace_of(table),
        "standing": standing(table, eyes),
        "wished": sorted(table.wished),
        "rematch": table.rematch,
    }
    if CHANGES not in parts:
        out["chat"] = [line_of(said) for said in heard_by(table, eyes)]
    if team := team_of(table, eyes):
        out["team"] = team
    if table.match is not None:
        out |= position(looks or Looks(table.match), table, eyes, parts)
    return out


def pack_seen(kit: PackKit) -> dict[str, str]:
    """Which pack it is."""
    return {"name": kit.name, "title": load(kit).title, "digest": kit.digest}


def line_of(said: Said) -> dict[str, Any]:
    """A line of chat, for eyes that may read it."""
    return {"at": said.at, "seat": said.seat, "text": said.text, **({"to": TEAM} if said.to_team else {})}


def talk_since(before: list[Said], now: list[Said]) -> dict[str, Any]:
    """What was said since: drop so many of the first lines, then add these."""
    place = before.index(now[0]) if now and now[0] in before else len(before)
    kept = len(before) - place
    if before[place:] != now[:kept]:
        place, kept = len(before), 0
    return {"drop": place, "lines": [line_of(said) for said in now[kept:]]}


def setup_of(table: Table) -> dict[str, Any]:
    """What was agreed, without the seats, which stand by themselves."""
    plain: dict[str, Any] = msgspec.to_builtins(table.setup)
    del plain["seats"], plain["game"]
    plain["words"] = table.agreed_options
    plain["spectators"] = may_be_watched(table.setup)
    return plain


def seat_of(table: Table, number: int) -> dict[str, Any]:
    """One seat as all may see it."""
    seat = table.seats[number]
    return {
        "name": seat.name,
        "kind": seat.plan.kind,
        "taken": seat.taken,
        "here": seat.here,
        "since": seat.here_since,
        "bot": seat.bot,
        "pace": seat.pace,
        "lost": seat.lost,
        "agreed": sorted(table.agreed.get(number, ())),
    }


def clock_of(table: Table) -> dict[str, Any] | None:
    """The clocks: what each had left when its clock last began to run, and since when it runs."""
    clock = table.clock
    if not clock.runs:
        return None
    running = {str(seat): clock.since(seat) for seat in clock.asked_at if not table.seats[seat].bot}
    return {"left": [clock.left(seat) for seat in range(len(table.seats))], "running": running}


def position(looks: Looks, table: Table, eyes: int, parts: Collection[str]) -> dict[str, Any]:
    """The match as the eyes see it."""
    match, words, view = looks.match, looks.words, looks.view(eyes)
    drawn = shown(table, eyes, view)
    out: dict[str, Any] = {"prompt": words.prompt(drawn), "actions": [], "log": heard(table)}
    decides = may_decide(table, eyes)
    if decides and not table.measured:
        out["actions"] = choices(words, view, CHOICES in parts)
    if decides and LESSONS in parts:
        out["lessons"] = msgspec.to_builtins(words.lessons(view))
    if eyes != SPECTATOR and (table.status == RUNNING or may_undo_end(table, eyes)):
        out["take_back"] = "" if table.seats[eyes].lost else match.why_no_take_back(eyes)
    if VIEW in parts:
        out["view"] = msgspec.to_builtins(view)
    if PICTURE in parts:
        out["picture"] = match.game.draw(match.pack, drawn, match.names).svg()
    return out


def may_decide(table: Table, eyes: int) -> bool:
    """Is it the decision of these eyes, and not of a bot that plays for them?"""
    return eyes in table.asked() and not table.seats[eyes].bot


def shown(table: Table, eyes: int, view: Any) -> Any:
    """A view as the picture shows it: with something to click only for whoever decides.

    Where the game was given up, or a bot decides for these eyes, that is said in place of the question.
    """
    if may_decide(table, eyes):
        return msgspec.structs.replace(view, actions=[]) if table.measured else view
    given_up = table.status == OVER and not view.over
    bot_decides = eyes >= 0 and view.decider == eyes and bool(table.seats[eyes].stand_in)
    instead = standing(table, eyes) if given_up or bot_decides else ""
    return msgspec.structs.replace(view, actions=[], instead=instead)


def in_words(table: Table, eyes: int) -> str:
    """The position as text, through the eyes of one seat: for anyone who cannot see the picture."""
    if table.match is None:
        return "The game has not begun."
    text: str = table.match.words.describe(shown(table, eyes, table.match.view(eyes)))
    return text


def choices(words: Any, view: Any, explained: bool) -> list[dict[str, str]]:
    """The open actions as buttons say them; explained: in the order to show them, with hints and dangers."""
    if not explained:
        return [{"action": action, "label": words.label(view, action)} for action in view.actions]
    return [
        {**msgspec.to_builtins(one), "hint": words.hint(view, one.action)} for one in listing(words, view)
    ]


def log_lines(table: Table, eyes: int, since: int, looks: Looks) -> list[dict[str, Any]]:
    """The log from a line on: what happened in the match, and who gave up or plays for whom."""
    return with_notes(table, eyes, since, lambda event: lines(looks, eyes, event))


def lines(looks: Looks, eyes: int, since: int) -> list[dict[str, Any]]:
    """What was heard from an event on, in sentences, each with its rule.

    A line that is `faded` by the next one of its kind is then to be told so.
    """
    words, cast, events = looks.words, looks.view(eyes).cast, looks.match.events(eyes, since)
    return [
        {
            "move": told.move,
            "kind": told.kind,
            "rule": told.rule,
            "text": text,
            "glimpse": msgspec.to_builtins(words.glimpse(told, cast)),
            **({"faded": faded} if (faded := words.faded(told, cast, eyes)) else {}),
        }
        for told, text in zip(events, retold(words, events, cast, eyes), strict=True)
    ]
