"""What docs/server.md shows is what a server does."""

from __future__ import annotations

import contextlib
import io
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harena.server.limits import Limits, Rate
from harena.server.messages import Hello, Message
from server.conftest import RunningServer
from server.test_api import ask

PAGE = (Path(__file__).parent.parent.parent / "docs" / "server.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def fits(shown: Any, real: Any) -> bool:
    """Is everything that is shown there, and of the kind that is shown?"""
    if isinstance(shown, dict):
        return isinstance(real, dict) and all(key in real and fits(shown[key], real[key]) for key in shown)
    if isinstance(shown, list):
        return isinstance(real, list) and all(fits(shown[0], one) for one in real[:1] if shown)
    return type(shown) is type(real)


def test_the_requests_are_answered_as_shown(server: RunningServer) -> None:
    known: dict[str, str] = {}
    shown = blocks("http")
    assert len(shown) >= 8
    for block in shown:
        asked, told = block.strip().split("\n\n")
        for name, value in known.items():
            asked = asked.replace(name, value)
        (_, path), *body = (line for line in [asked.split("\n")[0].split(" "), *asked.split("\n")[1:]])
        status, answer, _ = ask(server, str(path), str(body[0]).encode() if body else None)
        expected, content = told.split("\n", 1)
        assert str(status) == expected, (block, answer)
        plain = msgspec.json.decode(content)
        assert fits(plain, answer), (plain, answer)
        if "problem" in plain:
            assert plain == answer
        if "invites" in plain:
            known = {"INVITE-0": answer["invites"]["0"], "INVITE-1": answer["invites"]["1"]}
            known["TABLE"] = answer["id"]
        if "key" in plain:
            known["KEY-0"] = answer["key"]


def test_the_messages_are_those_a_server_understands() -> None:
    hello, messages = blocks("json")
    assert msgspec.json.decode(hello, type=Hello)
    lines = messages.strip().split("\n")
    kinds = {type(msgspec.json.decode(line, type=Message)) for line in lines}
    assert kinds == set(Message.__args__), "every message is shown"


def test_the_client_plays_as_shown(server: RunningServer) -> None:
    (example,) = blocks("python")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(example.replace("http://127.0.0.1:8421", server.address), {"__name__": "example"})
    assert out.getvalue().startswith("This record holds: the server seed is the one that was promised to you")


@pytest.mark.parametrize("limit", fields(Limits), ids=lambda limit: str(limit.name))
def test_the_limits_are_as_shown(limit: Any) -> None:
    row = re.search(rf"^\| `{limit.name}` \| ([^|]*) \|", PAGE, re.MULTILINE)
    assert row is not None
    value = getattr(Limits(), limit.name)
    first = f"{value.burst:g} at once" if isinstance(value, Rate) else str(value)
    assert row[1].startswith(first)
