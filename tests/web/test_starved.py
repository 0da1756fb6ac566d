"""One visitor does the worst there is, point by point: others play on, and it stays within its limits.

What others feel in milliseconds is measured by bench/attacked.py; here counts and processor time are
compared, which hold on a busy machine too.
"""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harena import client
from server.conftest import run
from web.hosted import Server

BENCH = Path(__file__).parent.parent.parent / "bench"
USUAL = ("requests=200/50", "messages=40/15", "counsels=4/0.5", "tables=30/0.5")
PATIENCE = 300.0  # seconds
ACTIONS = 4  # of the other player
ATTACK = "import sys; sys.path.insert(0, sys.argv[1]); import attacks; attacks.ATTACKER = sys.argv[4]; "
ATTACK += "attacks.go_on(int(sys.argv[2]), sys.argv[3])"
PUT = "import sys, asyncio; sys.path.insert(0, sys.argv[1]); import poison; "
PUT += "asyncio.run(poison.put_into(sys.argv[2], 90, 200))"
pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="has one address only, or no /proc"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With tables that are dear to take up, and the limits that every server has."""
    folder = tmp_path_factory.mktemp("starved")
    database = f"sqlite:///{folder / 'tables.db'}"
    subprocess.run([sys.executable, "-c", PUT, str(BENCH), database], check=True, timeout=PATIENCE)
    running = Server(folder, *(word for one in USUAL for word in ("--limits", one)))
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log


def figures(site: Server) -> dict[str, float]:
    lines = [line.split() for line in site.get("/metrics")[2].splitlines() if not line.startswith("#")]
    return {words[0].removeprefix("harena_").removesuffix("_total"): float(words[1]) for words in lines}


async def some_actions(address: str) -> None:
    """Somebody else plays against a bot; each action is answered, and so is each by the bot."""
    async with client.connect(address) as server:
        opened = await server.open_table("dawn_raid", ["person", "bot:easy"])
        place = await server.sit(opened.id, 0, "Ann", opened.invites[0])
        async with server.live(place.id, place.key) as live:
            for _ in range(ACTIONS):
                sight = await live.until(lambda sight: sight.actions or sight.over)
                if sight.over:
                    return
                await live.act(sight.open_actions[0])


# Each point, and what shows that it is being done: a figure, and how much more of it.
POINTS = {
    "chunks": ("refused_http", 5),
    "frames": ("refused_frames", 1),
    "files": ("refused_files", 1),
    "pages": ("refused_requests", 1),
    "games": ("refused_requests", 1),
    "probes": ("refused_probes", 1),
    "look": ("bytes_sent", 100_000),
    "chat": ("entries_chat", 20),
    "take-backs": ("entries_took_back", 3),
    "poison": ("entries_took_back", 3),
    "bots": ("entries_action", 14),
    "verify": ("answers_429", 1),
}


@pytest.mark.parametrize("point", POINTS)
def test_others_play_on_and_whoever_does_it_stays_within_the_limits(site: Server, point: str) -> None:
    figure, more = POINTS[point]
    before, began = figures(site), time.monotonic()
    address = f"127.0.0.{20 + list(POINTS).index(point)}"
    words = [sys.executable, "-c", ATTACK, str(BENCH), str(site.port), point, address]
    attackers = [subprocess.Popen(words) for _ in range(2)]
    try:
        run(some_actions(site.address), PATIENCE)
        while (now := figures(site)).get(figure, 0) < before.get(figure, 0) + more:
            assert time.monotonic() - began < PATIENCE, f"{point} does nothing: {figure}"
            time.sleep(0.05)
        passed = time.monotonic() - began
        assert all(attacker.poll() is None for attacker in attackers)
    finally:
        for attacker in attackers:
            attacker.kill()
            attacker.wait()
    grown = {name: now[name] - before.get(name, 0) for name in now}
    assert grown["bytes_sent"] <= 9_000_000 + 1_000_000 * passed, "what one address is sent, and little more"
    assert grown.get("entries_chat", 0) <= 62 + 2 * passed, "what one address may say"
    assert grown.get("errors", 0) == 0


# --- what one request costs

TICK = os.sysconf("SC_CLK_TCK") if sys.platform.startswith("linux") else 1
REQUESTS = 300
CHEAP = "/api/rules/dawn_raid/DR-1.1"
DEAR = ["/api/games", "/", "/start/combat_arena", "/rules/combat_arena", "/static/table.js", "/readyz"]


def cost(site: Server, path: str) -> float:
    """Seconds of the server's processor time that some requests take."""
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)

    def ask() -> None:
        line.request("GET", path, headers={"accept-encoding": "gzip", "accept": "text/html"})
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200, path

    ask()  # made once
    before = worked(site)
    for _ in range(REQUESTS):
        ask()
    line.close()
    return worked(site) - before


def worked(site: Server) -> float:
    words = Path(f"/proc/{site.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICK


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = [word for name in ("requests", "files", "probes") for word in ("--limits", f"{name}=1e9/1e9")]
    running = Server(tmp_path_factory.mktemp("unlimited"), *limits)
    yield running
    running.stop()


def test_what_is_the_same_for_everybody_costs_little_more_than_the_least(unlimited: Server) -> None:
    """The list of games took twelve times as long, and was compressed for everyone anew."""
    least = max(cost(unlimited, CHEAP), 0.03)
    costs = {path: cost(unlimited, path) for path in DEAR}
    assert max(costs.values()) < 6 * least, (least, costs)
