"""What one takes along: pictures of a moment, sounds of it, and one's own games."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from web.hosted import Server
from web.playing import READY, resign, sit_down
from web.test_accessible import LOOKS, SIZES, findings
from web.test_measured import EARS, HEAR
from web.test_replay_page import Played, opened, play, wait_for

Visit = Callable[..., Any]
looks = pytest.mark.parametrize(("size", "theme"), LOOKS)

LISTEN = """
async ([lines, won]) => (await import("/static/sounds.js")).soundsOf(lines, won)
"""


@pytest.fixture(scope="module")
def raid(server: Server) -> Played:
    """A finished game."""
    return play(server, "dawn_raid", ["person", "bot:easy"])


def saved(page: Any, kind: str, folder: Path) -> bytes:
    """Press a button of the dialog; the file that comes."""
    with page.expect_download() as coming:
        page.locator(f"[data-kind={kind}]").click()
    download = coming.value
    page.wait_for_function(
        "name => document.getElementById('share-said').textContent.includes(name)",
        arg=download.suggested_filename,
    )
    target = folder / download.suggested_filename
    download.save_as(target)
    return target.read_bytes()


@looks
def test_a_moment_is_saved_as_a_picture_a_drawing_and_a_turn_that_moves(
    visitor: Visit, raid: Played, tmp_path: Path, size: str, theme: str
) -> None:
    page = visitor(f"{raid.path}#7", viewport=SIZES[size], color_scheme=theme)
    opened(page)
    wait_for(page, 7)
    page.locator("#share").click()
    page.wait_for_selector("#share-dialog[open]")
    assert "Move 7 of Dawn Raid" in page.locator("#share-about").inner_text()
    assert page.locator("#share-open").is_hidden(), "of a finished game nothing is a secret"
    assert findings(page) == []
    drawing = saved(page, "svg", tmp_path).decode()
    assert drawing.startswith("<svg")
    assert "Ann" in drawing
    page.check("#share-nameless")
    assert "Ann" not in saved(page, "svg", tmp_path).decode()
    assert "data:image/svg+xml;base64," in saved(page, "turn", tmp_path).decode()
    picture = saved(page, "png", tmp_path)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1600
    assert height > 800
    assert painted(page, picture), "it is not one colour all over"


def painted(page: Any, png: bytes) -> bool:
    """Does a PNG show anything?"""
    count: int = page.evaluate(
        """async (bytes) => {
          const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          canvas.drawImage(bitmap, 0, 0);
          const seen = canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
          const found = new Set();
          for (let n = 0; n < seen.length; n += 4 * 97) found.add(`${seen[n]} ${seen[n + 1]} ${seen[n + 2]}`);
          return found.size;
        }""",
        list(png),
    )
    return count > 20


def test_in_a_game_that_goes_on_it_is_said_what_a_picture_gives_away(visitor: Visit) -> None:
    page = visitor("/")
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    page.goto(f"{page.url}/replay")
    opened(page)
    page.locator("#share").click()
    page.wait_for_selector("#share-dialog[open]")
    assert "what only you may see" in page.locator("#share-open").inner_text()


def test_a_record_from_a_file_is_shared_too(
    visitor: Visit, server: Server, raid: Played, tmp_path: Path
) -> None:
    page = visitor("/replay")
    record = page.request.get(f"{server.address}/api/tables/{raid.id}/record").body()
    page.set_input_files("#file", {"name": "raid.json", "mimeType": "application/json", "buffer": record})
    opened(page)
    page.locator("#share").click()
    page.wait_for_selector("#share-dialog[open]")
    assert saved(page, "turn", tmp_path).decode().startswith("<svg")


@pytest.mark.parametrize(
    ("lines", "won", "heard"),
    [
        ([], None, []),
        ([{"glimpse": {}}, {}], None, []),
        ([{"glimpse": {"dice": [3, 4]}}, {"glimpse": {"dice": [1], "hit": "one"}}], None, ["dice", "hit"]),
        ([{"glimpse": {"dice": [3], "hit": "one", "sound": "thud"}}], None, ["dice", "thud"]),
        ([{"glimpse": {"sound": "nothing known"}}], None, []),
        ([{"glimpse": {"mark": "end"}}], None, ["end"]),
        ([{"glimpse": {"mark": "end"}}], "won", ["win"]),
        ([{"glimpse": {"hit": "one"}}], "lost", ["hit", "loss"]),
        ([], "even", ["end"]),
        ([{"glimpse": {"sound": "fanfare", "mark": "end"}}], "won", ["fanfare"]),
    ],
)
def test_what_is_heard_follows_from_the_effects_of_what_happened(
    visitor: Visit, lines: list[Any], won: str | None, heard: list[str]
) -> None:
    page = visitor("/replay")
    assert page.evaluate(LISTEN, [lines, won]) == heard


def test_each_sound_plays_something_and_none_without_the_setting(visitor: Visit) -> None:
    page = visitor("/replay")
    page.evaluate(EARS)
    for name in ("dice", "hit", "win", "loss", "end"):
        assert len(page.evaluate(HEAR, [name])) == 0
    page.get_by_role("button", name="Settings").click()
    assert not page.locator("#sound").is_checked()
    page.check("#sound")
    for name in ("dice", "hit", "win", "loss", "end"):
        assert len(page.evaluate(HEAR, [name])) > 0, name


def test_the_end_of_ones_own_game_is_heard(visitor: Visit) -> None:
    page = visitor("/")
    page.context.add_init_script(f"({EARS})()")
    page.evaluate("() => localStorage.setItem('harena.sound', 'yes')")
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    page.evaluate("() => { heard.length = 0; }")
    resign(page)
    page.wait_for_selector("[data-status=over]")
    page.wait_for_function("() => heard.filter((one) => one === 'tone').length >= 3")


def test_whether_a_game_was_won_depends_on_the_seats_one_holds(visitor: Visit) -> None:
    page = visitor("/replay")
    page.evaluate("() => { document.body.insertAdjacentHTML('beforeend', '<i id=table></i>'); }")
    held = [
        ([1, 0], [0]),
        ([1, 0], [1]),
        ([0.5, 0.5], [0]),
        ([1, 0], [0, 1]),
        ([1, 0], []),
        ([1, 1, 0], [0, 1]),
    ]
    how = page.evaluate(
        """async (held) => {
          const { outcome } = await import("/static/here.js");
          return held.map(([scores, yours]) => outcome({ scores }, yours));
        }""",
        held,
    )
    assert how == ["won", "lost", "even", "even", "even", "won"]


# --- one's own games

BOTS = [{"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "hard"}]


def plays_some(page: Any) -> None:
    """Three games: two given up, one that waits for a friend."""
    for bot in BOTS:
        sit_down(page, "dawn_raid", bot)
        page.wait_for_selector(READY)
        resign(page)
        page.wait_for_selector("[data-status=over]")
    sit_down(page, "dawn_raid", {"kind": "friend"})


@looks
def test_ones_own_games_are_shown_with_their_results(visitor: Visit, size: str, theme: str) -> None:
    page = visitor("/yours", viewport=SIZES[size], color_scheme=theme)
    page.wait_for_selector("[data-status=shown]")
    assert page.locator("#none").is_visible()
    assert page.locator("#summary").is_hidden()
    assert findings(page) == []
    plays_some(page)
    page.goto("/yours")
    page.wait_for_selector("[data-status=shown]")
    assert page.locator("#rows li").count() == 3
    assert page.locator("#rows [data-result=lost]").count() == 2
    assert page.locator("#headline").inner_text() == "2 games: 0 won, 0 drawn, 2 lost."
    for told in page.locator("#by-bot li").all_inner_texts():
        assert "Who is stronger cannot be told yet." in told
    assert findings(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= SIZES[size]["width"]
    with page.expect_download() as coming:
        page.locator("#export").click()
    kept = json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))
    assert len(kept["tables"]) == 3
    assert sum("record" in one for one in kept["tables"]) == 2


def test_another_browser_sees_nothing_of_it(visitor: Visit) -> None:
    ann, eve = visitor("/"), visitor("/")
    sit_down(ann, "dawn_raid")
    for page, shown in ((ann, 1), (eve, 0)):
        page.goto("/yours")
        page.wait_for_selector("[data-status=shown]")
        assert page.locator("#rows li").count() == shown


@looks
def test_a_link_takes_ones_games_to_another_device(visitor: Visit, size: str, theme: str) -> None:
    desk, phone = visitor("/"), visitor("/", viewport=SIZES[size], color_scheme=theme)
    sit_down(desk, "dawn_raid")
    desk.goto("/yours")
    desk.locator("#link").click()
    desk.locator("#linked").wait_for()
    assert "play on your seats" in desk.locator("#linked").inner_text(), "it says what it gives away"
    assert findings(desk) == []
    address = desk.locator("#address").input_value()
    phone.goto(address)
    phone.locator("#taking").wait_for()
    assert "take=" not in phone.url, "the secret stays in no address"
    assert findings(phone) == []
    phone.locator("#take").click()
    phone.get_by_text("1 seat came along.").wait_for()
    phone.wait_for_selector("#rows li")
    phone.get_by_role("link", name="Go on").click()
    phone.wait_for_selector(READY)


@looks
def test_all_of_ones_own_is_deleted_after_being_asked_once_more(
    visitor: Visit, size: str, theme: str
) -> None:
    page = visitor("/", viewport=SIZES[size], color_scheme=theme)
    sit_down(page, "dawn_raid", name="Zebulon")
    page.evaluate("() => localStorage.setItem('harena.name', 'Zebulon')")
    page.goto("/yours")
    page.locator("#delete").click()
    assert "Games under way are resigned" in page.locator("#sure").inner_text()
    box = page.locator("#sure").bounding_box()
    assert abs(2 * box["x"] + box["width"] - SIZES[size]["width"]) < 20, "it lies in the middle"
    assert findings(page) == []
    page.get_by_role("button", name="Keep them").click()
    assert page.locator("#rows li").count() == 1
    page.locator("#delete").click()
    page.locator("#sure").get_by_role("button", name="Delete all of mine").click()
    page.get_by_text("Done: 1 game resigned.").wait_for()
    page.locator("#none").wait_for()
    kept = page.evaluate(
        "() => Object.keys(localStorage).filter((key) => /^harena.(name|table|dice)/.test(key))"
    )
    assert kept == []
