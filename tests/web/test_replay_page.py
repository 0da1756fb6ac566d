"""Replays in a real browser: forward and back, through whose eyes, a bot's opinion, dice that are checked."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harena import client
from web.hosted import Server
from web.playing import PATIENCE, READY, resign

Visit = Callable[..., Any]
LONG = 40  # moves: as far as these tests go into a duel
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


@dataclass(frozen=True)
class Played:
    """A game that is over, or under way."""

    id: str
    key: str
    path: str
    moves: int


def play(server: Server, game: str, seats: list[str], decisions: int = 10_000) -> Played:
    """Ann plays at random; in a thread, since a browser's test has a loop of its own already."""

    async def talk() -> Played:
        dice = random.Random(game)
        async with client.connect(server.address) as at:
            opened = await at.open_table(game, seats)
            place = await at.sit(opened.id, 0, "Ann", opened.invites[0])
            async with at.live(place.id, place.key, parts=["view"], per_second=200) as live:
                left, moves = decisions, 0
                async for sight in live:
                    moves = sight.moves
                    if sight.over or not left:
                        break
                    if sight.actions:
                        left -= 1
                        await live.act(dice.choice(sight.open_actions))
        return Played(opened.id, place.key, f"/t/{opened.id}/replay", moves)

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, talk()).result()


@pytest.fixture(scope="module")
def raid(server: Server) -> Played:
    """A finished game of Dawn Raid, which is short."""
    return play(server, "dawn_raid", ["person", "bot:easy"])


@pytest.fixture(scope="module")
def duel(server: Server) -> Played:
    """A finished duel, in which hands are hidden. By the dice one may be short: then another is played."""
    for _ in range(8):
        played = play(server, "combat_arena", ["person", "bot:easy"])
        if played.moves >= LONG:
            return played
    raise AssertionError(f"eight duels in a row took fewer than {LONG} moves")


def opened(page: Any) -> int:
    """Wait for the first picture; the number of the last move."""
    page.wait_for_selector("[data-shown]")
    return int(page.locator("#move").get_attribute("max"))


def wait_for(page: Any, move: int) -> None:
    page.wait_for_selector(f"[data-shown='{move}']")
    assert page.locator("#where").inner_text().startswith(f"Move {move} of ")
    assert page.url.endswith(f"#{move}")


def picture(page: Any) -> str:
    return str(page.locator("#scene").inner_html())


def test_one_goes_forward_and_back_by_keys_buttons_and_slider(visitor: Visit, raid: Played) -> None:
    page = visitor(raid.path)
    last = opened(page)
    wait_for(page, 0)
    for key, move in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)]:
        page.keyboard.press(key)
        wait_for(page, move)
    for button, move in [("One move on", 1), ("To the end", last), ("One move back", last - 1)]:
        page.get_by_role("button", name=button).click()
        wait_for(page, move)
    page.get_by_role("slider", name="Move").fill("7")
    wait_for(page, 7)
    assert page.locator("#log li.now").first.get_attribute("data-move") == "7"
    assert (
        page.locator("#happened").inner_text().splitlines()[0]
        in page.locator("#log li.now").first.inner_text()
    )
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    wait_for(page, 8)


def test_one_jumps_by_raids_and_to_marked_moments(visitor: Visit, raid: Played) -> None:
    page = visitor(raid.path)
    last = opened(page)
    page.get_by_role("button", name="A chapter on").click()
    page.get_by_role("button", name="A chapter on").click()
    page.wait_for_function(
        "() => where.textContent.endsWith('Raid 3') || where.textContent.endsWith('Raid 2')"
    )
    page.keyboard.press("PageUp")
    tick = page.locator("#ticks .mark").nth(2)
    tick.hover()
    move = tick.get_attribute("data-move")
    assert page.locator(".tip").inner_text().startswith(f"Move {move}: ")
    tick.click()
    wait_for(page, int(move))
    ends = page.locator("#jump optgroup[label=Moments] option").all_inner_texts()
    assert any(": end - " in one for one in ends)
    page.locator("#log li").nth(3).click()
    page.wait_for_function(
        "last => Number(document.querySelector('[data-shown]').dataset.shown) < last", arg=last
    )


def test_it_plays_by_itself_until_it_is_stopped(visitor: Visit, duel: Played) -> None:
    page = visitor(duel.path)
    opened(page)
    page.get_by_label("Speed").select_option("550")
    page.locator("#where").click()
    page.keyboard.press(" ")
    page.wait_for_function("() => Number(document.querySelector('[data-shown]').dataset.shown) >= 3")
    page.get_by_role("button", name="Pause").click()
    stopped = page.url
    page.wait_for_timeout(800)
    assert page.url == stopped


def test_a_link_leads_to_the_moment_and_the_eyes(visitor: Visit, duel: Played) -> None:
    page = visitor(f"{duel.path}#20", permissions=["clipboard-read", "clipboard-write"])
    opened(page)
    wait_for(page, 20)
    page.get_by_label("Through the eyes of").select_option(label="Ann")
    page.wait_for_function("() => location.search === '?eyes=0'")
    page.wait_for_selector("[data-through='0']")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Copied").wait_for()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link.endswith(f"{duel.path}?eyes=0#20")
    other = visitor(link)
    opened(other)
    wait_for(other, 20)
    assert picture(other) == picture(page)


def test_all_eyes_are_open_once_it_is_over_and_show_different_hands(visitor: Visit, duel: Played) -> None:
    page = visitor(f"{duel.path}?eyes=0#30")
    opened(page)
    offered = page.locator("#eyes option").all_inner_texts()
    assert offered == ["Ann", "Easy bot", "someone who watches"]
    seen = []
    for eyes in offered:
        page.get_by_label("Through the eyes of").select_option(label=eyes)
        page.wait_for_selector(f"[data-through='{page.locator('#eyes').input_value()}']")
        seen.append(picture(page))
    assert len(set(seen)) == 3


def test_the_eyes_chosen_last_count_whichever_answer_comes_last(visitor: Visit, duel: Played) -> None:
    page = visitor(f"{duel.path}?eyes=0#30")
    opened(page)
    held: list[Any] = []
    page.route("**/replay?eyes=1", lambda route: held.append(route))
    page.get_by_label("Through the eyes of").select_option(label="Easy bot")
    page.get_by_label("Through the eyes of").select_option(label="someone who watches")
    page.wait_for_selector("[data-through='-2']")
    with page.expect_response("**/replay?eyes=1") as late:
        held[0].continue_()
    late.value.finished()
    page.wait_for_timeout(100)
    assert (
        page.locator("#eyes").input_value()
        == page.locator("[data-through]").get_attribute("data-through")
        == "-2"
    )


def test_nothing_in_a_replay_can_be_chosen(visitor: Visit, duel: Played) -> None:
    page = visitor(f"{duel.path}?eyes=0#0")
    last = opened(page)
    for move in range(min(last, 40)):
        if page.locator("#chosen").inner_text():
            break
        page.keyboard.press("ArrowRight")
        wait_for(page, move + 1)
    assert page.locator("#chosen").inner_text().startswith("Chosen: ")
    assert page.locator("#scene [data-action], #scene [tabindex]").count() == 0


def test_a_player_looks_back_at_a_game_that_goes_on_and_others_do_not(visitor: Visit) -> None:
    page = visitor("/start/combat_arena#now")
    for _ in range(3):
        page.wait_for_selector(READY)
        moves = page.locator("#table").get_attribute("data-moves")
        page.locator(READY).first.click()
        page.wait_for_function("moves => document.querySelector('#table').dataset.moves !== moves", arg=moves)
    page.get_by_role("link", name="Look back").click()
    last = opened(page)
    wait_for(page, last)
    assert page.locator("#eyes option").all_inner_texts() == ["Player 1 (you)", "someone who watches"]
    assert page.locator("#verify").is_hidden()
    page.keyboard.press("Home")
    wait_for(page, 0)


def test_others_are_told_why_they_cannot_look_back(browser: Any, server: Server) -> None:
    running = play(server, "combat_arena", ["person", "bot:easy"], decisions=3)
    page = browser.new_page(base_url=server.address)
    page.set_default_timeout(PATIENCE)
    page.goto(running.path)
    page.get_by_text("While a game goes on, only its players can look back").wait_for()
    assert page.locator("#scene > svg").count() == 0
    page.close()


# --- a bot's opinion


def test_a_bot_says_what_it_would_do_and_what_it_thinks_of_the_chances(visitor: Visit, duel: Played) -> None:
    page = visitor(f"{duel.path}?eyes=0#25")
    opened(page)
    while not page.locator("#chosen").inner_text():
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(120)
    page.get_by_role("button", name="What would a bot do?").click()
    page.wait_for_selector(".chances li")
    shares = [int(one.removesuffix("%")) for one in page.locator(".chances .number").all_inner_texts()]
    assert len(shares) == 2
    assert sum(shares) == 100
    assert re.search(
        r"after [\d,]+ tries, a bot would choose “.+”", page.locator("#advice p").first.inner_text()
    )
    tries = [int(one.replace(",", "")) for one in page.locator(".considered .tries").all_inner_texts()]
    assert tries == sorted(tries, reverse=True)
    told = re.search(r"after ([\d,]+) tries", page.locator("#advice p").first.inner_text())
    rest = re.search(r"([\d,]+) tries together", page.locator(".considered").inner_text())
    numbers = [int(one[1].replace(",", "")) if one else 0 for one in (told, rest)]
    assert sum(tries) + numbers[1] == numbers[0]
    best = page.locator(".considered .chance").first.inner_text()
    assert best in page.locator(".chances .number").all_inner_texts()


ADDED_UP = """
async () => {
  const { percents } = await import("/static/counsel.js");
  const three = [[[1 / 3, 1 / 3, 1 / 3]], [[0.335, 0.335, 0.33], 1]];
  const many = [...three, [[0.125, 0.125, 0.125, 0.625], 3], [[0.6, 0.4, 0.6, 0.4]]];
  return many.map((given) => percents(...given).map((one) => parseInt(one, 10)));
}
"""


def test_percents_add_up_however_they_are_rounded(visitor: Visit) -> None:
    thirds, second, last, teams = visitor("/").evaluate(ADDED_UP)
    assert sorted(thirds) == [33, 33, 34]
    assert (sum(second), second[1]) == (100, 34), "the one it is about is rounded as in the list of moves"
    assert (sum(last), last[3]) == (100, 63)
    assert teams == [60, 40, 60, 40], "of two teams each wins together"


def test_the_chances_are_a_line_over_the_game_that_leads_to_its_moments(visitor: Visit, raid: Played) -> None:
    page = visitor(raid.path)
    last = opened(page)
    page.get_by_role("button", name="Chances over the game").click()
    page.get_by_text("as a bot judges from what everybody could know").wait_for()
    assert page.locator("#chart-place path.line").count() == 2
    drawn = "lines => lines.map((line) => getComputedStyle(line).strokeDasharray)"
    dashes = page.locator("#chart-place path.line").evaluate_all(drawn)
    assert len(set(dashes)) == 2, "told apart without colours too"
    chart = page.locator("#chart-place")
    box = chart.bounding_box()
    chart.hover(position={"x": box["width"] / 2, "y": 20})
    assert re.match(r"Move \d+\nAnn \d+%\nEasy bot \d+%", page.locator(".tip").inner_text())
    chart.click(position={"x": box["width"] - 1, "y": 20})
    wait_for(page, last)
    figures = page.locator("#legend b").all_inner_texts()
    assert sorted(figures) in (["0%", "100%"], ["50%", "50%"])


def test_at_a_table_with_bots_one_can_ask_a_bot(visitor: Visit) -> None:
    page = visitor("/start/dawn_raid#now")
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Ask a bot").click()
    page.locator("#counsel-dialog .chances li").first.wait_for()
    assert "From what you can know" in page.locator("#counsel-dialog").inner_text()
    page.locator("#counsel-dialog").get_by_role("button", name="Close").click()
    assert page.locator("#counsel-dialog").is_hidden()


# --- the dice


def resigned(page: Any) -> None:
    """Begin a game against a bot in this browser, give it up, and open its replay."""
    page.goto("/start/dawn_raid#now")
    page.wait_for_selector(READY)
    page.locator(READY).first.click()
    page.wait_for_timeout(300)
    resign(page)
    page.get_by_role("link", name="Replay and analysis").click()
    opened(page)


def verdict(page: Any) -> str:
    page.get_by_role("button", name="Verify the dice").click()
    page.wait_for_selector(".checks li")
    return str(page.locator("#verdict").inner_text())


def test_the_browser_checks_promise_own_seed_and_every_draw(visitor: Visit) -> None:
    page = visitor()
    resigned(page)
    said = verdict(page)
    assert said.startswith("The dice were honest: your browser computed every draw again")
    assert "is the promise that this browser noted at the table. in your browser" in said
    assert "The seed that this browser gave is in the record, unchanged. in your browser" in said
    assert re.search(
        r"All \d+ draws follow from the seeds of the server and the players. in your browser", said
    )
    assert re.search(r"exactly these draws and end as recorded.\s+on the server", said)
    assert page.locator(".checks .good").count() == 4


def test_who_was_not_there_is_told_to_compare_the_promise(visitor: Visit, duel: Played) -> None:
    page = visitor(duel.path)
    opened(page)
    said = verdict(page)
    assert "This browser did not note it before the game, so compare it with yours" in said
    assert page.locator(".checks .bad").count() == 0


def other_draw(record: dict[str, Any]) -> None:
    drawn, _, below = record["draws"][3].partition("/")
    record["draws"][3] = f"{(int(drawn) + 1) % int(below)}/{below}"


def other_seed(record: dict[str, Any]) -> None:
    first = record["dice"]["server_seed"]
    record["dice"]["server_seed"] = ("0" if first[0] != "0" else "1") + first[1:]


def other_players_seed(record: dict[str, Any]) -> None:
    record["dice"]["player_seeds"][0] += "x"


def other_result(record: dict[str, Any]) -> None:
    """Another winner, also where there was none: one game in a hundred is drawn."""
    won = record["result"]["scores"][0] == 1
    record["result"]["scores"] = [0.0, 1.0] if won else [1.0, 0.0]


def one_action_less(record: dict[str, Any]) -> None:
    del record["actions"][-1]


TAMPERED = [
    (other_draw, "Draw 4 is recorded as"),
    (other_seed, "The server's seed is NOT the one whose promise stands in the record."),
    (other_players_seed, "but the seeds give"),
    (other_result, "The record claims the scores"),
    (one_action_less, "The record was changed after it was sealed."),
]


def test_a_record_that_was_tampered_with_is_refused_with_the_reason(
    visitor: Visit, server: Server, raid: Played
) -> None:
    text = server.get(f"/api/tables/{raid.id}/record", "application/json")[2]
    sent = [text]
    page = visitor(raid.path)
    page.route("**/record", lambda route: route.fulfill(body=sent[-1]))
    opened(page)
    assert verdict(page).startswith("The dice were honest")
    for tamper, reason in TAMPERED:
        record = json.loads(text)
        tamper(record)
        sent.append(json.dumps(record))
        page.evaluate("() => document.querySelector('#verdict').replaceChildren()")
        said = verdict(page)
        assert said.startswith("This record does NOT hold."), tamper.__name__
        assert reason in said, tamper.__name__
        assert page.locator("#verdict .problem").count() == 1


def test_a_promise_that_was_broken_is_seen_by_who_noted_it(visitor: Visit, raid: Played) -> None:
    page = visitor(raid.path)
    opened(page)
    page.evaluate(
        "id => localStorage.setItem(`harena.dice.${id}`, JSON.stringify({promise: 'ab'.repeat(32)}))", raid.id
    )
    said = verdict(page)
    assert "The server's seed is NOT the one it had promised to this browser." in said
    assert "not the one that was promised to you" in said, "the server says so too"


# --- records from a file


@pytest.fixture
def record_file(server: Server, duel: Played, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(server.get(f"/api/tables/{duel.id}/record", "application/json")[2])
    return path


def test_a_record_from_a_file_is_replayed_and_verified(
    visitor: Visit, duel: Played, record_file: Path
) -> None:
    page, table = visitor("/replay"), visitor(f"{duel.path}?eyes=0#9")
    page.set_input_files("#file", record_file)
    last = opened(page)
    opened(table)
    page.get_by_label("Through the eyes of").select_option(label="Ann")
    page.get_by_role("slider").fill("9")
    wait_for(page, 9)
    page.wait_for_selector("[data-through='0']")
    assert picture(page) == picture(table)
    assert last == opened(table)
    assert verdict(page).startswith("The dice were honest")


def test_a_file_that_is_no_record_is_refused_in_a_sentence(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"harena_record": 1}')
    page = browser.new_page(base_url=server.address)
    page.set_default_timeout(PATIENCE)
    page.goto("/replay")
    page.set_input_files("#file", broken)
    page.get_by_role("alert").get_by_text("This record is damaged").wait_for()
    page.close()


# --- for everyone


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_nothing_keeps_people_out(visitor: Visit, raid: Played, size: dict[str, int], theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = visitor(f"{raid.path}?eyes=0#10", viewport=size, color_scheme=theme)
    opened(page)
    page.get_by_role("button", name="Chances over the game").click()
    page.get_by_text("as a bot judges").wait_for()
    page.get_by_role("button", name="What would a bot do?").click()
    page.wait_for_selector(".chances li")
    verdict(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]
    found = axe.run(page).response["violations"]
    grave = [one for one in found if one["impact"] in ("serious", "critical")]
    assert grave == [], [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in grave]


def test_on_a_phone_the_picture_can_be_made_larger(visitor: Visit, duel: Played) -> None:
    page = visitor(f"{duel.path}#20", viewport=PHONE)
    opened(page)
    small = page.locator("#scene > svg").bounding_box()["width"]
    page.get_by_role("button", name="Larger picture").click()
    page.wait_for_function("small => document.querySelector('#scene svg').clientWidth > 2 * small", arg=small)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Whole picture").click()
    page.wait_for_function(
        "small => document.querySelector('#scene svg').clientWidth < 1.1 * small", arg=small
    )


def test_who_wants_nothing_to_move_sees_nothing_move(visitor: Visit, duel: Played) -> None:
    page = visitor(duel.path, reduced_motion="reduce")
    last = opened(page)
    first = max(0, last - 9)  # its last moves: by the dice a duel may be short
    page.keyboard.press("End")
    wait_for(page, last)
    for move in [*range(last - 1, first - 1, -1), *range(first + 1, last + 1)]:
        page.keyboard.press("ArrowRight" if page.url.endswith(f"#{move - 1}") else "ArrowLeft")
        wait_for(page, move)
        assert page.evaluate("() => document.getAnimations().length") == 0
