"""A server, and a real browser."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from web.hosted import Server
from web.playing import PATIENCE

FAILED = pytest.StashKey[bool]()

# What Chromium need not do here. Its address bar loads two pages of its own into every window, which takes
# longer than ours does; the rest is what Playwright leaves out, since only the last such list counts.
WITHOUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)

# A browser's secrets: other ones for every test and visitor, the same ones in every run.
SECRETS = """
(() => {
  const who = %s;
  if (location.protocol !== "http:") return;  // a page without an address of its own keeps nothing
  const count = () => (localStorage.secrets = Number(localStorage.secrets || 0) + 1);
  crypto.getRandomValues = (array) => {
    let mixed = 2166136261;
    const mix = (text) => {
      for (const one of text) mixed = Math.imul(mixed ^ one.charCodeAt(0), 16777619) >>> 0;
      return mixed >>> 13;
    };
    mix(`${who} ${count()}`);
    return array.map((_, place) => mix(String(place)));
  };
})();
"""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failure, so that the pages a test had open can be shown with it."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a process."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture(scope="module")
def server(hosted: Server) -> Server:
    """The server that a file's tests visit: the one of the process, unless the file says otherwise."""
    if hosted.process.poll() is not None:  # a test that stops it has failed
        hosted.start()
    return hosted


# The first of these that is there. The shell draws pages and no window around them: a third of the work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The system's Chromium."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no Chromium here: install the package chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    os.environ.pop("DISPLAY", None)
    with playwright.sync_playwright() as driver:
        args = ["--no-sandbox", "--disable-gpu", f"--disable-features={','.join(WITHOUT)}"]
        running = driver.chromium.launch(executable_path=found, args=args)
        yield running
        running.close()


@pytest.fixture
def visitor(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Somebody with a browser of their own; whatever goes wrong in its pages fails the test."""
    contexts, faults = [], []

    def visit(path: str = "/", **how: Any) -> Any:
        how.setdefault("reduced_motion", "reduce")  # gliding is drawn without a graphics card here, and slow
        context = browser.new_context(base_url=server.address, **how)
        context.add_init_script(SECRETS % json.dumps(f"{request.node.nodeid} {len(contexts)}"))
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: said.type == "error" and faults.append(said.text))
        page.on("dialog", lambda dialog: faults.append(f"dialog: {dialog.message}"))
        page.goto(path)
        return page

    yield visit
    if request.node.stash.get(FAILED, False):
        for page in (page for context in contexts for page in context.pages):
            print(f"--- {page.url}\n{page.locator('body').inner_text()[:1500]}")
    for context in contexts:
        context.close()
    assert faults == []
