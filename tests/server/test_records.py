"""Records that come with the request: replayed and checked here, stored nowhere."""

from __future__ import annotations

import json
import random
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
import pytest

import harena
from harena.core.fair import FairSeeds
from harena.core.state import SPECTATOR
from harena.server import records
from server.conftest import RunningServer


def finished(game: str = "dawn_raid") -> harena.Match:
    match = harena.new(game, fair=FairSeeds("5e" * 32, ["Ann's words", "Bo's words"]), names=["Ann", "Bo"])
    dice = random.Random(1)
    while not match.over:
        match.play(dice.choice(match.legal()))
    return match


def body_of(match: harena.Match, **changed: Any) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(match.record()) | changed)


def post(server: RunningServer, path: str, body: bytes) -> tuple[int, Any]:
    try:
        with urllib.request.urlopen(urllib.request.Request(server.address + path, body)) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_record_is_replayed_through_any_eyes(server: RunningServer) -> None:
    match = finished()
    body = body_of(match)
    status, told = post(server, "/api/replay?eyes=1", body)
    assert status == 200
    assert [line["text"] for one in told["moments"] for line in one["lines"]] == match.story(1)
    assert (told["status"], told["scores"]) == ("over", match.scores)
    for eyes in (0, 1, SPECTATOR):
        status, frame = post(server, f"/api/replay/{len(match.played)}?eyes={eyes}", body)
        assert status == 200
        assert frame["picture"] == match.picture(eyes)
    assert post(server, "/api/replay/9999", body)[0] == 404
    assert post(server, "/api/replay/0?eyes=2", body)[0] == 403


def test_a_sound_record_holds_and_the_promise_is_compared(server: RunningServer) -> None:
    match = finished()
    assert post(server, "/api/verify", body_of(match))[1]["holds"]
    promise = harena.commitment("5e" * 32)
    assert "promised to you" in post(server, f"/api/verify?promise={promise}", body_of(match))[1]["sentence"]
    status, told = post(server, f"/api/verify?promise={'ab' * 32}", body_of(match))
    assert (status, told["holds"]) == (200, False)
    assert "not the one that was promised to you" in told["sentence"]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"draws": ["1/2"]}, "Draw 1 is recorded as"),
        ({"commitment": "ab" * 32}, "not the one that the record says was committed to"),
        ({"result": {"scores": [0.5, 0.5]}}, "The record claims the scores"),
        ({"position": "0" * 16}, "a different position"),
        ({"actions": ["0 nonsense"]}, "Action 1 of this record"),
        ({"game": "chess"}, "cannot be replayed"),
        ({"pack": {"name": "standard", "digest": "00"}}, "a pack that this site does not have"),
    ],
    ids=lambda one: next(iter(one)) if isinstance(one, dict) else "",
)
def test_a_changed_record_does_not_hold_and_the_reason_is_said(
    server: RunningServer, changed: dict[str, Any], reason: str
) -> None:
    status, told = post(server, "/api/verify", body_of(finished(), **changed))
    assert (status, told["holds"]) == (200, False)
    assert reason in told["sentence"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"harena_record": 1}', b"\xff\xfe", b"[" * 5000])
def test_what_is_no_record_is_refused_in_a_sentence(server: RunningServer, body: bytes) -> None:
    for path in ("/api/replay", "/api/replay/3"):
        status, told = post(server, path, body)
        assert status == 400
        assert told["problem"].endswith(".")
    status, told = post(server, "/api/verify", body)
    assert (status, told["holds"]) == (200, False)


LONG = "<b>me</b>" * 5000


@pytest.mark.parametrize(
    "changed",
    [
        {"harena_record": LONG},
        {"game": LONG},
        {"pack": {"name": LONG, "digest": LONG}},
        {LONG: 1},
        {"options": {LONG: LONG}},
        {"names": [LONG, LONG]},
        {"actions": [f"0 {LONG}"]},
        {"draws": [LONG]},
        {"result": {"scores": [1e9] * 20_000}},
        {"pending": [LONG]},
        {"times": [LONG]},
        {"given_up": [0], "names": [LONG, "B"]},
    ],
    ids=lambda one: min(one, key=len)[:20],
)
def test_a_verdict_does_not_send_back_what_it_was_sent(
    server: RunningServer, changed: dict[str, Any]
) -> None:
    status, told = post(server, "/api/verify", body_of(finished(), **changed))
    assert status == 200
    assert len(json.dumps(told)) < 2500


def test_a_record_that_is_too_large_is_refused(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert post(server, "/api/replay", b" " * (records.BIGGEST + 1))[0] == 413
    monkeypatch.setattr(records, "LONGEST", 3)
    assert post(server, "/api/replay", body_of(finished(), names=["A", "B"]))[0] == 413


def test_a_record_leads_to_no_folder_of_the_server(server: RunningServer, tmp_path: Path) -> None:
    body = body_of(finished(), pack={"name": str(tmp_path), "digest": "00"})
    status, told = post(server, "/api/replay", body)
    assert status == 400
    assert "cannot be replayed" in told["problem"]


def test_a_page_of_another_site_cannot_send_records(server: RunningServer) -> None:
    request = urllib.request.Request(
        server.address + "/api/verify", b"{}", {"origin": "https://evil.example"}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 403


def test_who_gave_up_has_nothing_and_the_others_have_won(server: RunningServer) -> None:
    match = harena.new("dawn_raid", fair=FairSeeds("5e" * 32, ["a", "b"]))
    for _ in range(6):
        match.play(match.legal()[0])
    record = msgspec.structs.replace(match.record(), given_up=[0]).sealed()
    body = msgspec.json.encode(record)
    told = post(server, "/api/replay", body)[1]
    assert (told["status"], told["scores"], told["seats"][0]["lost"]) == ("over", [0, 1], True)
    assert post(server, "/api/verify", body)[1]["holds"]
