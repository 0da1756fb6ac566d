"""A table at which somebody may call a test by tower: a program plays so far, for a browser to build it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from harena import client

T = TypeVar("T")
BUILDER, CALLER = 0, 1
FEWEST, MOST = 3, 10  # cubes of a tower that is worth a test
PASSIVE = ("move:", "stop", "no_", "block:none", "skill:")
QUICK = 1e6  # messages a second
# A page that can be told to hear nothing more: what it shows then stays, however slow the machine is.
HEARS = """
(() => {
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...how) {
      super(...how);
      for (const kind of ["message", "close"])
        this.addEventListener(kind, (event) => window.deaf && event.stopImmediatePropagation());
    }
  };
})();
"""
HOLDS = """
(letGo) => {
  window.deaf ||= Boolean(document.querySelector(letGo));
  return window.deaf;
}
"""


def holds_on(page: Any, there: AtTheCall, let_go: str) -> Any:
    """The page of the builder, whose first cube swings for as long as anybody looks at it."""
    page.add_init_script(HEARS)
    page.goto(there.page(BUILDER))
    page.wait_for_selector("[data-status=running]")
    there.call()
    page.wait_for_function(HOLDS, arg=let_go)
    return page


class AtTheCall(NamedTuple):
    """A table at which seat 1 is asked whether to call a test of seat 0, by tower."""

    address: str
    table: str
    keys: list[str]

    def page(self, seat: int) -> str:
        return f"/t/{self.table}#key.{seat}.{self.keys[seat]}"

    def call(self) -> None:
        in_a_thread(self._call())

    async def _call(self) -> None:
        async with (
            client.connect(self.address) as server,
            server.live(self.table, [self.keys[CALLER]], per_second=QUICK) as caller,
        ):
            await caller.act("call", seat=CALLER)

    def record(self) -> Any:
        async def fetch() -> Any:
            async with client.connect(self.address) as server:
                return await server.record(self.table, self.keys[BUILDER])

        return in_a_thread(fetch())


def in_a_thread(doing: Coroutine[Any, Any, T]) -> T:
    """The browser's driver has a loop of its own in this one."""
    with ThreadPoolExecutor(1) as one:
        return one.submit(asyncio.run, doing).result()


def at_the_call(address: str, **options: Any) -> AtTheCall:
    """Open tables until the one who strikes may call a test of a few cubes."""
    return in_a_thread(_at_the_call(address, {"test": "tower", "wins": 1, "fighters": "random", **options}))


async def _at_the_call(address: str, options: dict[str, Any]) -> AtTheCall:
    async with client.connect(address) as server:
        for _ in range(20):
            opened = await server.open_table("knockdown", ["person", "person"], options=options)
            places = [
                await server.sit(opened.id, seat, ("Ann", "Bob")[seat], invite)
                for seat, invite in opened.invites.items()
            ]
            keys = [place.key for place in places]
            async with server.live(opened.id, keys, ["view"], per_second=QUICK) as both:
                if await _come_to_the_call(both):
                    return AtTheCall(address, opened.id, keys)
    raise AssertionError("nobody ever could call a test")


async def _come_to_the_call(both: client.Live) -> bool:
    """The caller strikes, the other lets it happen; False: it went another way."""
    async for sight in both:
        if sight.over or sight.swing is not None:
            return False
        if sight.eyes not in sight.asked:
            await both.look(sight.asked[0])
            continue
        if not sight.actions:
            continue
        cubes = sight.view["fighters"][BUILDER]["counted"]
        if sight.eyes == CALLER and "call" in sight.open_actions and FEWEST <= cubes <= MOST:
            return True
        await both.act(_choice(sight), seat=sight.eyes, moves=sight.moves)
    return False


def _choice(sight: client.Sight) -> str:
    reach = {f"attack:{one['attack']}" for one in sight.view["reach"] if one["in_range"]}
    wanted = ("no_call", "take:", "stop") if sight.eyes == CALLER else PASSIVE
    hits = [one for one in sight.open_actions if one in reach and sight.eyes == CALLER]
    rest = [one for one in sight.open_actions if one.startswith(wanted)]
    return [*hits, *rest, *sight.open_actions][0]
