"""Makes the pictures of the site that README and docs show: `make screenshots`.

A server of its own, a real browser, a game of each kind some moves in: light, dark and on a phone.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from harena.core import registry

PICTURES = Path(__file__).parent / "pictures"
PORT = 8433
ADDRESS = f"http://127.0.0.1:{PORT}"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 800}
READY = "[data-input=open] #choices button:enabled"


@contextmanager
def server() -> Iterator[None]:
    """A server with tables of its own, which are thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--no-open", "--port", str(PORT), "--pace", "0.05", "--hidden-pace", "0.05"]
        words += ["--database", f"sqlite:///{folder}/tables.db"]
        running = subprocess.Popen([sys.executable, "-m", "harena", *words])
        try:
            wait_for_it()
            yield
        finally:
            running.terminate()
            running.wait()


def wait_for_it() -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{ADDRESS}/healthz")
        except urllib.error.URLError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server does not start.")


class Photographer:
    """A visitor with a camera."""

    def __init__(self, browser: Any, size: dict[str, int], theme: str, ending: str) -> None:
        context = browser.new_context(base_url=ADDRESS, viewport=size, color_scheme=theme)
        self.page = context.new_page()
        self.ending = ending

    def take(self, name: str) -> None:
        """A picture of what is on the screen, once everything has come to rest."""
        self.page.mouse.move(0, 0)
        self.page.wait_for_timeout(900)
        self.page.screenshot(path=PICTURES / f"{name}-{self.ending}.png")
        print(f"{name}-{self.ending}.png")

    def home(self) -> None:
        self.page.goto("/")
        self.page.wait_for_load_state("networkidle")
        self.take("home")

    def table(self, game: str) -> None:
        """A game some moves in, then its replay."""
        self.page.goto("/")
        self.page.locator(f"[data-play={game}]").click()
        for _ in range(registry.find(game).study.screenshot):
            self.page.locator(READY).first.click(timeout=30_000)
            self.page.wait_for_timeout(250)
        self.page.wait_for_selector(READY)
        self.take(game.replace("_", "-"))

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
        self.page.locator("fieldset:has(input[type=radio])").first.evaluate("one => one.scrollIntoView()")
        self.take("set-up")

    def rules(self, game: str) -> None:
        self.page.goto(f"/rules/{game}")
        self.take("rules")

    def first_game(self, game: str) -> None:
        self.page.goto(f"/first/{game}")
        self.page.locator("#begin").click()
        self.page.wait_for_selector("#picture svg")
        self.take("first-game")

    def go_round(self) -> None:
        """The home page, a table of every game, and the pages that some game is to be shown on."""
        self.home()
        pages = {
            "replay": self.replay,
            "set-up": self.set_up,
            "rules": self.rules,
            "first-game": self.first_game,
        }
        for game in registry.installed():
            showcase = registry.find(game).study.showcase
            if "replay" not in showcase:  # which begins with a table of its own
                self.table(game)
            for page in showcase:
                pages[page](game)


def main() -> None:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        raise SystemExit("This needs Chromium, for example from the package chromium.")
    with server(), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for size, theme, ending in (
            (DESK, "light", "light"),
            (DESK, "dark", "dark"),
            (PHONE, "light", "phone"),
        ):
            Photographer(browser, size, theme, ending).go_round()
        browser.close()


if __name__ == "__main__":
    main()
