"""What a link to a table says before it is opened: who invites whom to what, and nothing that is secret."""

from __future__ import annotations

import html
import json
import re
import urllib.request
from typing import Any

import pytest

from harena.core.state import SPECTATOR
from web.hosted import Server

NOWHERE = "0123456789abcdef"


def told(server: Server, table: str) -> dict[str, str]:
    text = server.get(f"/t/{table}")[2]
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', text)
    return {name: html.unescape(said) for name, said in reversed(found)}  # of several the first


def opened(server: Server, *kinds: str, **more: Any) -> Any:
    setup = {"game": "dawn_raid", "seats": [{"kind": one} for one in kinds], **more}
    return server.post("/api/tables", setup)


def sit(server: Server, made: Any, seat: int, name: str) -> str:
    body = {"seat": seat, "name": name, "invite": made["invites"].get(str(seat), "")}
    return str(server.post(f"/api/tables/{made['id']}/sit", body)["key"])


def picture(server: Server, table: str) -> tuple[int, str]:
    status, _, text = server.get(f"/t/{table}/picture.svg")
    return status, text


def test_an_invitation_says_who_invites_to_which_game(server: Server) -> None:
    made = opened(server, "person", "friend")
    sit(server, made, 0, 'Ann "the <b>')
    said = told(server, made["id"])
    assert said["title"] == 'Ann "the <b> invites you to Dawn Raid'
    assert said["url"] == f"{server.address}/t/{made['id']}"
    assert said["image"] == f"{server.address}/icons/preview.png"
    status, shown = picture(server, made["id"])
    assert (status, shown[:4]) == (200, "<svg")


def test_a_game_under_way_says_who_plays_and_shows_a_spectators_view(server: Server) -> None:
    made = opened(server, "person", "friend")
    keys = [sit(server, made, seat, name) for seat, name in enumerate(("Ann", "Bo"))]
    assert told(server, made["id"])["title"] == "Dawn Raid: Ann against Bo"
    seen = []
    for eyes in (SPECTATOR, 0, 1):
        address = f"{server.address}/api/tables/{made['id']}/replay/0?eyes={eyes}"
        with urllib.request.urlopen(
            urllib.request.Request(address, headers={"harena-key": ",".join(keys)})
        ) as answer:
            seen.append(json.load(answer)["picture"])
    status, shown = picture(server, made["id"])
    assert (status, shown) == (200, seen[0])
    assert shown not in seen[1:], "a hand is seen by its own player alone"


CLOSED = [(("person", "device"), {}), (("person", "person"), {"spectators": False})]


@pytest.mark.parametrize(("kinds", "more"), CLOSED)
def test_a_closed_table_is_like_one_that_is_not_there(server: Server, kinds: Any, more: Any) -> None:
    made = opened(server, *kinds, **more)
    for seat in (0, 1):
        sit(server, made, seat, f"Secret {seat}")
    shown, nothing = (server.get(f"/t/{table}") for table in (made["id"], NOWHERE))
    assert shown[2].replace(made["id"], NOWHERE) == nothing[2]
    assert picture(server, made["id"]) == picture(server, NOWHERE)
    assert picture(server, NOWHERE)[0] == 404


def test_a_closed_table_invites_while_it_waits_and_is_silent_once_it_runs(server: Server) -> None:
    made = opened(server, "person", "friend", spectators=False)
    sit(server, made, 0, "Ann")
    assert told(server, made["id"])["title"] == "Ann invites you to Dawn Raid"
    sit(server, made, 1, "Bo")
    assert told(server, made["id"])["title"] == "A table at Harena"
    assert picture(server, made["id"])[0] == 404


def test_the_pictures_of_a_link_and_of_an_installed_site_are_there(server: Server) -> None:
    for name in ("preview", "icon-192", "icon-512", "maskable-512", "apple-180"):
        with urllib.request.urlopen(f"{server.address}/icons/{name}.png") as answer:
            assert answer.headers["content-type"] == "image/png"
            assert answer.read(8) == b"\x89PNG\r\n\x1a\n"
    assert server.get("/icons/nothing.png")[0] == 404
    assert server.get("/icons/..%2Fpages.py")[0] == 404
