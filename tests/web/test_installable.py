"""The site as something to install: manifest, icons, and a page for when the server is away."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from web.hosted import Server
from web.playing import sit_down
from web.test_accessible import findings
from web.test_invitations import SIZES

Visit = Callable[..., Any]
READY = "() => navigator.serviceWorker.ready.then((one) => Boolean(one.active))"
CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"
KEPT = """
async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found;
}
"""


def test_the_manifest_names_icons_that_are_there(server: Server) -> None:
    status, headers, text = server.get("/manifest.webmanifest")
    assert (status, headers["content-type"]) == (200, "application/manifest+json")
    named = json.loads(text)
    assert named["start_url"] == named["scope"] == "/"
    assert {"192x192", "512x512", "any"} <= {icon["sizes"] for icon in named["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in named["icons"])
    assert 'href="/manifest.webmanifest"' in server.get("/")[2]
    assert server.get("/static/icon.svg")[0] == 200


def test_the_worker_may_do_little(server: Server) -> None:
    status, headers, _ = server.get("/away.js")
    assert status == 200
    assert headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert headers["content-security-policy"] == "default-src 'none'; connect-src 'self'"
    assert headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("size", SIZES)
def test_without_the_server_there_is_a_page_that_says_so(visitor: Visit, size: str) -> None:
    page = visitor(viewport=SIZES[size])
    page.wait_for_function(READY)
    page.wait_for_function(CONTROLLED)
    sit_down(page, "dawn_raid")
    assert page.evaluate(KEPT) == ["/offline"], "never a table, nor anything of one"
    page.goto("/offline")
    page.get_by_role("heading", name="Not connected").wait_for()
    assert findings(page) == []
    page.get_by_role("link", name="Try again").wait_for()


def test_a_table_is_not_shown_from_what_was_kept(visitor: Visit, server: Server) -> None:
    page = visitor()
    page.wait_for_function(READY)
    page.wait_for_function(CONTROLLED)
    page.evaluate("document.body.replaceChildren()")
    page.context.set_offline(True)
    page.goto("/t/0123456789abcdef")
    page.get_by_role("heading", name="Not connected").wait_for()
    assert page.locator("#table").count() == 0
    page.context.set_offline(False)
    page.goto(server.address)
    page.get_by_role("heading", name=re.compile("What shall we play")).wait_for()
