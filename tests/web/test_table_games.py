"""Whole games on the table page: by mouse, by keys, with onlookers, over a restart, on one device."""

from __future__ import annotations

import json
import random
import re
import signal
import statistics
import time
import urllib.request
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from web.counting import Counting
from web.hosted import Server
from web.playing import (
    GAMES,
    PATIENCE,
    READY,
    decide,
    news,
    next_decision,
    resign,
    sit_down,
    stand_by,
    wait_for_turn,
)

Visit = Callable[..., Any]


SHORT = {  # a short game of each
    "centauri": {"max_rounds": 2},
    "combat_arena": {"max_rounds": 2},
    "dawn_raid": {},
    "knockdown": {"wins": 1},
}

KEYS = "1234567890"  # of the first ten choices


@pytest.mark.parametrize(("game", "options"), SHORT.items())
def test_a_whole_game_is_played_by_clicking_things_in_the_picture(
    visitor: Visit, game: str, options: dict[str, Any]
) -> None:
    page = visitor(reduced_motion="no-preference")  # nothing runs away from a click
    sit_down(page, game, options=options)
    luck, moves, clicks = random.Random(7), -1, 0
    while (found := next_decision(page, moves)) is not None:
        moves, points = found["moves"], found["at"]
        assert points, "a person who is asked has something to choose"
        hidden = [action for action, at in points.items() if at is None]
        assert not hidden, f"in the list, but not to be clicked in the picture: {hidden}"
        page.mouse.click(*points[luck.choice(to_the_point(points))])
        stand_by(page, moves)
        clicks += 1
    assert clicks > 10
    assert re.match("The (game|match) is over: ", page.locator("#prompt").inner_text())
    assert page.locator("#turn").inner_text() == "The game is over"
    assert page.locator("#picture [data-action], .choice").count() == 0


def to_the_point(actions: Iterable[str]) -> list[str]:
    """Some of these that let a game come to its end: anyone who only strolls about is never done."""
    return [one for one in actions if not one.startswith("move:")] or list(actions)


@pytest.mark.parametrize("game", ["dawn_raid", "knockdown"])
def test_a_whole_game_is_played_with_keys_alone(visitor: Visit, game: str) -> None:
    page = visitor()
    sit_down(page, game, options=SHORT[game])
    keys, moves, pressed = page.keyboard, -1, 0
    while (found := next_decision(page, moves)) is not None:
        moves, pressed = found["moves"], pressed + 1
        if pressed % 4 == 0:
            keys.press(KEYS[: len(found["at"])][-1])
        elif focus_is_in(page) == "picture":  # the keyboard goes on where it was
            keys.press("ArrowLeft")
            assert focus_is_in(page) == "picture"
            keys.press("Enter" if pressed % 2 else " ")
        elif pressed % 4 == 3:
            assert focus_is_in(page) == "choices"
            while focus_is_in(page) != "picture":  # past what can only be asked what it reaches
                keys.press("Shift+Tab")
            keys.press("Enter")
        else:
            keys.press("ArrowDown")
            assert focus_is_in(page) == "choices"
            keys.press("ArrowUp")
            keys.press("Enter")
        stand_by(page, moves, keys=True)
    assert pressed > 10
    assert "win" in page.locator("#prompt").inner_text()


def focus_is_in(page: Any) -> str:
    """Is the keyboard on a choice of the list or on one in the picture?"""
    on = "document.activeElement.closest('[data-action]')?.closest('#picture, #choices')"
    return str(page.evaluate(f"() => {on}?.id"))


def test_two_play_and_a_third_looks_on(visitor: Visit) -> None:
    ann = visitor()
    sit_down(ann, "dawn_raid", {"kind": "friend"})
    bo = visitor(ann.locator("input.invite").input_value())
    bo.fill("#name", "Bo")
    bo.get_by_role("button", name="Sit down").click()
    eve = visitor(ann.url)
    for page in (ann, bo, eve):
        page.wait_for_selector("#picture svg")
    for _ in range(8):
        page, other = who_decides(ann, bo)
        assert page.locator("#turn").inner_text() == "Your turn"
        assert page.title().startswith("Your turn - ")
        waits = f"Waiting for {'Ann' if page is ann else 'Bo'}"
        for onlooker in (other, eve):
            onlooker.wait_for_function("text => turn.textContent === text", arg=waits)
            assert not onlooker.title().startswith("Your turn")
            assert onlooker.locator("#picture [data-action], .choice").count() == 0, "nothing to choose"
        decide(page)
    said = [one.locator("#log li").count() for one in (ann, bo)]
    eve.wait_for_function("count => log.children.length === count", arg=max(said))
    assert eve.locator("#picture [data-key=own-deck]").count() == 0, "who looks on sees nobody's deck"
    resign(ann)
    for page in (ann, bo, eve):
        page.wait_for_function("() => turn.textContent === 'The game is over'")
        won = "You win. Ann resigned." if page is bo else "Bo wins. You resigned."
        assert page.locator("#banner").inner_text() == (won if page is not eve else "Bo wins. Ann resigned.")


def who_decides(one: Any, other: Any) -> tuple[Any, Any]:
    """The page that has a choice to make, and the other."""
    for _ in range(1600):
        for page, rest in ((one, other), (other, one)):
            if page.locator(READY).count():
                return page, rest
        one.wait_for_timeout(25)
    raise AssertionError("nobody is asked")


def test_a_game_goes_on_after_the_server_was_restarted_in_the_middle_of_it(
    browser: Any, server: Server
) -> None:
    page = browser.new_page(base_url=server.address)
    page.set_default_timeout(PATIENCE)
    page.goto("/")
    sit_down(page, "combat_arena")
    for _ in range(6):
        decide(page)
    page.wait_for_selector(READY)
    shown = "() => ['picture', 'log', 'prompt', 'choices'].map((id) => document.getElementById(id).innerText)"
    before, told = page.evaluate(shown), news(page)
    assert server.stop() in (0, -signal.SIGTERM)
    page.wait_for_function("() => connection.textContent !== ''")
    server.start()
    page.wait_for_function("() => connection.textContent === ''")
    page.wait_for_selector(READY)
    assert page.evaluate(shown) == before
    assert news(page) == told, "a screen reader hears nothing twice"
    decide(page)
    page.close()


# --- one device for two

FRAMES = """
() => {
  window.frames_seen = [];
  const keys = (all) => [...document.querySelectorAll(all)].map((one) => one.dataset.key).sort().join(" ");
  const look = () => {
    const hand = keys("#picture [data-key=own-deck] [data-key]");
    const lines = document.querySelectorAll("#log li, .choice, #news p").length;
    window.frames_seen.push([curtain.hidden, hand, lines, tip.hidden]);
    requestAnimationFrame(look);
  };
  look();
}
"""


def test_no_frame_shows_the_hand_of_one_to_the_other(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "dawn_raid", {"kind": "device", "name": "Bo"})
    page.wait_for_selector("#curtain:not([hidden])")
    page.evaluate(FRAMES)
    holder, hands, told = "", {"Ann": set[str](), "Bo": set[str]()}, 0
    for _ in range(18):
        page.wait_for_function(f"() => !curtain.hidden || document.querySelector('{READY}')")
        frames = page.evaluate("() => window.frames_seen")
        for is_open, hand, lines, no_tip in frames[told:]:
            if not is_open:
                assert (hand, lines, no_tip) == ("", 0, True)
            elif hand:
                hands[holder].add(hand)
        told = len(frames)
        if page.locator("#curtain").is_visible():
            name = re.search(r"Hand over to (\w+)", page.locator("#curtain").inner_text())
            assert name
            holder = name.group(1)
            page.keyboard.press("1")  # keys reach nothing behind the curtain
            page.keyboard.press("d")
            assert page.locator("#described").is_hidden()
            page.locator("#curtain button").click()
            page.wait_for_function("() => curtain.hidden")
        else:
            page.locator(READY).first.hover()
            decide(page)
    assert hands["Ann"]
    assert hands["Bo"]
    assert not hands["Ann"] & hands["Bo"], "no frame under one name showed what the other's did"


# --- measures

CLICK = """
async () => {
  const choice = document.querySelector("[data-input=open] .choice:not([disabled])");
  const changed = new Promise((resolve) => {
    new MutationObserver((_, watch) => {
      watch.disconnect();
      requestAnimationFrame(() => resolve(performance.now()));
    }).observe(document.getElementById("picture"), { childList: true });
  });
  const began = performance.now();
  choice.click();
  const took = (await changed) - began;
  return [took, document.querySelectorAll(".choice:not([disabled])").length > 0];
}
"""


# How long this machine takes just now for the least there is to ask.
YARDSTICK = """
async () => {
  const began = performance.now();
  await (await fetch("/healthz")).text();
  return performance.now() - began;
}
"""


def test_from_a_click_to_the_new_picture_takes_less_than_a_blink(visitor: Visit) -> None:
    page = visitor(reduced_motion="no-preference")
    sit_down(page, "combat_arena")
    took, least = list[float](), list[float]()
    while len(took) < 15:
        if not wait_for_turn(page):  # a short game: another
            sit_down(page, "combat_arena")
            continue
        page.wait_for_timeout(30)  # let the last picture come to rest
        least.append(page.evaluate(YARDSTICK))
        milliseconds, still_mine = page.evaluate(CLICK)
        if still_mine:
            took.append(milliseconds)
    middle, yardstick = statistics.median(took), statistics.median(least)
    print(
        f"click to picture: median {middle:.0f} ms, slowest {max(took):.0f} ms; yardstick {yardstick:.1f} ms"
    )
    assert middle < 100 + 12 * yardstick, "100 ms, and what a busy machine adds"


def wait_until_left(server: Server, url: str) -> None:
    """Until the server knows that the first seat's player has gone."""
    for _ in range(400):
        with urllib.request.urlopen(f"{server.address}/api/tables/{url.rpartition('/')[2]}") as answer:
            if not json.load(answer)["seats"][0]["here"]:
                return
        time.sleep(0.05)
    raise AssertionError("the player who closed the page never left")


def look_again(browser: Any, url: str, seat: Any) -> tuple[Any, list[Any]]:
    """A page with a seat's secret, and nothing else, kept from before; and what its socket is told."""
    told: list[Any] = []
    page = browser.new_page(storage_state=seat)
    page.set_default_timeout(PATIENCE)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(frame)))
    page.goto(url)
    assert wait_for_turn(page), "so that no bot moves while it is counted"
    page.wait_for_load_state("networkidle")
    return page, told


@pytest.mark.parametrize("game", ["", *GAMES])
def test_the_first_view_takes_less_than_150_kilobytes(browser: Any, server: Server, game: str) -> None:
    counted = Counting(server.port)
    page = browser.new_page(base_url=counted.address)
    page.set_default_timeout(PATIENCE)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    if game:
        sit_down(page, game)
        assert wait_for_turn(page)
        url, seat, told = page.url, page.context.storage_state(), list[Any]()
        for _ in range(6):  # on a busy machine a table is shown once more when it is known who has come
            page.close()
            wait_until_left(server, url)
            counted.bytes = 0
            page, told = look_again(browser, url, seat)
            if len(told) == 1:
                break
        assert len(told) == 1, "it was always told more than once"
    print(f"first view of {game or 'home'}: {counted.bytes / 1000:.0f} kB")
    assert 10_000 < counted.bytes < 150_000
    page.close()
    counted.close()
