"""Taking a seat: what is sent, and how the same seat is given again to those who did not hear the answer."""

from __future__ import annotations

from typing import Any

import msgspec

from harena.server import rulings
from harena.server.http import ProblemError
from harena.server.hub import Hub
from harena.server.keys import hashed, is_key, new_key, opens
from harena.server.live import LiveTable
from harena.server.rulings import RefusedError
from harena.server.table import OVER

NO_KEY = "A key of your own has 22 to 64 letters, digits, - or _, chosen at random."


class SitRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who would sit where."""

    seat: int
    name: str = ""
    seed: str = ""  # the browser's part of the dice
    invite: str = ""
    key: str = ""  # by which to hold the seat; the server makes one if there is none


def sit_request(plain: dict[str, Any]) -> SitRequest:
    checked_key(plain.get("key", ""))
    try:
        return msgspec.convert(plain, SitRequest)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ProblemError(400, f"To sit down, send seat, name, seed, invite and key: {error}.") from None


def checked_key(key: Any) -> str:
    """A secret that was chosen by whoever sends it, or none."""
    if isinstance(key, str) and (key == "" or is_key(key)):
        return key
    raise ProblemError(400, NO_KEY)


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, and the secret of the link that leads to it."""

    seat: int
    invite: str


FREE, TAKEN, WRONG = "free", "taken", "wrong"


def state_of(live: LiveTable, plain: dict[str, Any]) -> str:
    """Is an invitation good: does it fit its seat, and is that still free?"""
    try:
        asked = msgspec.convert(plain, Invitation)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ProblemError(400, f"To ask about an invitation, send seat and invite: {error}.") from None
    seats = live.table.seats
    if not 0 <= asked.seat < len(seats) or not opens(asked.invite, seats[asked.seat].invite):
        return WRONG
    if seats[asked.seat].taken:
        return TAKEN
    return OVER if live.table.status == OVER else FREE


async def sit(hub: Hub, live: LiveTable, asked: SitRequest) -> str:
    """Take a seat, with the invitation where it needs one; the key that holds it from now on.

    Who has it already by this very key has only not heard so.
    """
    key = asked.key or new_key()
    try:
        await hub.do(live, rulings.sit_invited, asked.seat, asked.name, hashed(key), asked.seed, asked.invite)
    except RefusedError:
        if not is_held(live, asked):
            raise
    return key


def is_held(live: LiveTable, asked: SitRequest) -> bool:
    seats = live.table.seats
    return bool(asked.key) and 0 <= asked.seat < len(seats) and opens(asked.key, seats[asked.seat].key)
