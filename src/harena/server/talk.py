"""Who hears what is said at a table: everybody, or only the speaker's own side."""

from __future__ import annotations

from harena.server.setup import BOT
from harena.server.table import Said, Table

TABLE, TEAM = "table", "team"
AUDIENCES = (TABLE, TEAM)


def heard_by(table: Table, eyes: int) -> list[Said]:
    """What these eyes may read, in the order in which it was said; a SPECTATOR has no side."""
    if eyes < 0:
        return table.chat
    lines = [*table.chat, *table.team_chat.get(table.sides[eyes], [])]
    return sorted(lines, key=lambda said: said.number)


def team_of(table: Table, eyes: int) -> list[int]:
    """The other seats whose people hear what these eyes say to their team; none where nobody would."""
    if eyes < 0 or why_no_team(table, eyes):
        return []
    return [mate for mate in _mates(table, eyes) if table.seats[mate].plan.kind != BOT]


def why_no_team(table: Table, seat: int) -> str:
    """Why a seat cannot speak to its team; empty: it can.

    Before the game begins a seat can be given up and taken by another, who might not be of the team later.
    """
    mates = _mates(table, seat)
    if len(set(table.sides)) == len(table.sides):
        return "There are no teams in this game; say it to the table."
    if not mates:
        return "You play alone here, so there is no team to talk to."
    if all(table.seats[mate].plan.kind == BOT for mate in mates):
        return "Only bots play on your side, and bots do not read chat."
    if table.match is None:
        return "You can talk to your team once the game has begun; until then people may still change seats."
    return ""


def _mates(table: Table, seat: int) -> list[int]:
    return [other for other, side in enumerate(table.sides) if side == table.sides[seat] and other != seat]
