"""A link that takes one's games along to another device: secret, good once and for a short time."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.server.api import Api
from harena.server.http import ProblemError, address_of, answer, give_cookie, player_of, read_json
from harena.server.hub import now
from harena.server.keys import hashed, is_key, new_key

GOOD_FOR = 15 * 60  # seconds
NOTE = "carry "  # in the database, before the hash of a link's secret
LETTERS = 32  # of the hash: 128 bits, as the secret has
USED_UP = "This link is used up, or too old. Make a new one on the other device."
NOTHING = "This browser has not sat at any table: there is nothing to take along."


class Carrying:
    """Answers for those who change devices."""

    def __init__(self, api: Api) -> None:
        self.api = api

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/yours/link", self.link, methods=["POST"]),
            Route("/api/yours/take", self.take, methods=["POST"]),
        ]

    async def link(self, request: Request) -> Response:
        """A new secret, in place of this browser's last one; only its hash is kept."""
        self.api.check(request, changes=True)
        if not self.api.opened.take(address_of(request, self.api.settings)):
            raise ProblemError(429, "You have made many links just now; wait a little.")
        store, player = self.api.hub.store, player_of(request)
        if not player or not await store.held(player, most=1):
            raise ProblemError(409, NOTHING)
        for name, value in (await store.noted(NOTE)).items():
            whose, until = read_note(value)
            if whose == player or until < now():
                await store.take_note(name)
        secret = new_key()
        await store.remember(note_of(secret), f"{player} {now() + GOOD_FOR * 1000}")
        return answer({"secret": secret, "good_for": GOOD_FOR}, 201)

    async def take(self, request: Request) -> Response:
        """What the other device holds this one holds too, by a new secret of its own."""
        self.api.check(request, changes=True)
        secret = (await read_json(request, self.api.settings.limits.body)).get("secret")
        store, before = self.api.hub.store, player_of(request)
        noted = await store.take_note(note_of(secret)) if isinstance(secret, str) and is_key(secret) else ""
        other, until = read_note(noted)
        if not other or until < now() or other == before:
            self.api.miss(request)
            raise ProblemError(404, USED_UP)
        fresh = new_key()
        seats = await store.hold_like(hashed(fresh), other)
        if not seats:  # it has another secret by now, as it sat down elsewhere
            raise ProblemError(404, USED_UP)
        if before:
            await store.hold_like(hashed(fresh), before)
            self.api.hub.start(self.api.forget(before))
        response = answer({"seats": seats})
        give_cookie(response, fresh, request, self.api.settings)
        return response


def note_of(secret: str) -> str:
    return NOTE + hashed(secret)[:LETTERS]


def read_note(value: str) -> tuple[str, int]:
    """Whose games a note leads to, and until when."""
    whose, _, until = value.partition(" ")
    return whose, int(until) if until.isdigit() else 0
