"""Makes the pictures of the site that README and docs show: `make screenshots`.

A server of its own, a real browser, a game of each kind some moves in: light, dark and on a phone.
Named games are photographed alone: `python docs/make_screenshots.py dawn_raid`.
"""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from harena.core import registry

PICTURES = Path(__file__).parent / "pictures"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 800}
SOON = 120  # seconds that anything may take on a busy machine
TABLES = 12  # games that may be over too early, before something must be wrong
READY = "[data-input=open] #choices button:enabled"
HARMLESS = f"{READY}:not(.danger)"  # the page does not ask once more
AT_REST = "() => document.getAnimations().every(one => one.playState !== 'running')"


def free_port() -> int:
    """A port of our own: at another run's server tables would vanish in the middle of a picture."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def server() -> Iterator[str]:
    """The address of a server with tables of its own, which are thrown away."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--no-open", "--port", str(port), "--pace", "0.05", "--hidden-pace", "0.05"]
        words += ["--database", f"sqlite:///{folder}/tables.db"]
        running = subprocess.Popen([sys.executable, "-m", "harena", *words])
        try:
            yield wait_for(running, f"http://127.0.0.1:{port}")
        finally:
            running.terminate()
            running.wait()


def wait_for(running: subprocess.Popen[bytes], address: str) -> str:
    """The address, once the server answers there."""
    deadline = time.monotonic() + SOON
    while running.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=5)
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.1)
        else:
            return address
    raise SystemExit("The server does not start.")


class Photographer:
    """A visitor with a camera."""

    def __init__(self, browser: Any, address: str, size: dict[str, int], theme: str, ending: str) -> None:
        context = browser.new_context(base_url=address, viewport=size, color_scheme=theme)
        context.set_default_timeout(SOON * 1000)
        self.page = context.new_page()
        self.ending = ending
        self.chance = random.Random(ending)

    def take(self, name: str) -> None:
        """A picture of what is on the screen, once everything has come to rest."""
        self.page.mouse.move(0, 0)
        self.page.wait_for_timeout(900)  # what is about to move has begun to
        self.page.wait_for_function(AT_REST)
        self.page.screenshot(path=PICTURES / f"{name}-{self.ending}.png")
        print(f"{name}-{self.ending}.png", flush=True)

    def home(self) -> None:
        self.page.goto("/")
        self.page.wait_for_load_state("networkidle")
        self.take("home")

    def table(self, game: str) -> None:
        """A game some moves in. One that is over by then is no picture: another is begun."""
        for _ in range(TABLES):
            self.page.goto("/")
            self.page.locator(f"[data-play={game}]").click()
            if all(self.decide() for _ in range(registry.find(game).study.screenshot)) and self.asked():
                self.page.locator("#stage").evaluate("stage => stage.scrollTo(0, 0)")
                self.take(game.replace("_", "-"))
                return
        raise SystemExit(f"{game}: {TABLES} games were over before there was something to see.")

    def asked(self) -> bool:
        """Wait for a decision; False: the game is over, or as good as lost."""
        self.page.wait_for_selector(f"{READY}, [data-status=over]")
        return bool(self.page.locator(HARMLESS).count())

    def decide(self) -> bool:
        """Make a harmless choice and wait until the table has gone on; False: there is none."""
        if not self.asked():
            return False
        moves = self.page.locator("#table").get_attribute("data-moves")
        self.chance.choice(self.page.locator(HARMLESS).all()).click()
        self.page.wait_for_function("old => table.dataset.moves !== old", arg=moves)
        return True

    def replay(self, game: str) -> None:
        """A game is given up, and looked at again."""
        self.table(game)
        self.page.locator("#resign").click()
        self.page.locator("#sure[data-input=open] #sure-yes").click()
        self.page.wait_for_selector("[data-status=over]")
        self.page.goto(f"{self.page.url.partition('#')[0]}/replay#16")
        self.page.wait_for_selector("svg.harena")
        self.page.wait_for_timeout(1500)  # the dice of that moment have fallen
        self.take("replay")

    def set_up(self, game: str) -> None:
        """The form that opens a table, with its first large choice."""
        self.page.goto(f"/start/{game}")
        choice = self.page.locator("main fieldset:has(input[type=radio])").first  # the menu has some too
        choice.evaluate("one => one.scrollIntoView()")
        self.take("set-up")

    def rules(self, game: str) -> None:
        self.page.goto(f"/rules/{game}")
        self.take("rules")

    def first_game(self, game: str) -> None:
        self.page.goto(f"/first/{game}")
        self.page.locator("#begin").click()
        self.page.wait_for_selector("#picture svg")
        self.take("first-game")

    def go_round(self, games: Sequence[str]) -> None:
        """A table of each game, and the pages that it is to be shown on."""
        pages = {
            "replay": self.replay,
            "set-up": self.set_up,
            "rules": self.rules,
            "first-game": self.first_game,
        }
        for game in games:
            showcase = registry.find(game).study.showcase
            if "replay" not in showcase:  # which begins with a table of its own
                self.table(game)
            for page in showcase:
                pages[page](game)


def main() -> None:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        raise SystemExit("This needs Chromium, for example from the package chromium.")
    named = [registry.find(name).name for name in sys.argv[1:]]
    with server() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for size, theme, ending in (
            (DESK, "light", "light"),
            (DESK, "dark", "dark"),
            (PHONE, "light", "phone"),
        ):
            visitor = Photographer(browser, address, size, theme, ending)
            if not named:
                visitor.home()
            visitor.go_round(named or registry.installed())
        browser.close()


if __name__ == "__main__":
    main()
