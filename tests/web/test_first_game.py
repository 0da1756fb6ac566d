"""A newcomer's first game: shown around, told what each new decision is about, free to leave and return."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from harena.core import registry
from web.hosted import Server
from web.playing import READY, TAUGHT, confirm, resign, take_back, wait_for_turn

Visit = Callable[..., Any]
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
TITLES = {name: {lesson.title: lesson.id for lesson in registry.find(name).lessons.lesson} for name in TAUGHT}


def begin(page: Any) -> None:
    """Through the door."""
    page.wait_for_url(re.compile("/first/"))
    page.fill("#name", "Ann")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("/t/"))
    page.wait_for_selector("#guide:not([hidden])")


def press(page: Any, word: str) -> None:
    page.locator("#guide").get_by_role("button", name=word, exact=True).click()


def title(page: Any) -> str:
    return str(page.locator("#guide h2").inner_text())


def look_around(page: Any) -> list[str]:
    """The introduction, step by step."""
    titles = []
    while True:
        titles.append(title(page))
        assert page.locator("#picture .pointed").count() > 0, titles
        word = page.locator("#guide button.main").inner_text()
        press(page, word)
        if word == "Let us play":
            return titles


def listen(page: Any) -> list[str]:
    """Read every lesson that is told now."""
    told = []
    while page.locator("#guide").get_by_role("button", name="Got it").count():
        told.append(title(page))
        assert page.locator("#picture .pointed").count() > 0, told
        press(page, "Got it")
    return told


def decide(page: Any, which: int = 0) -> None:
    """Make a choice and wait until the table has gone on."""
    page.locator("#picture > svg").evaluate("picture => picture.classList.add('old')")
    page.locator(READY).nth(which).click()
    page.wait_for_selector("#picture > svg:not(.old), #sure[open]")
    if page.locator("#sure").is_visible():
        confirm(page)
        page.wait_for_selector("#picture > svg:not(.old)")


def test_a_first_game_of_dawn_raid_to_its_end_with_a_return_in_between(visitor: Visit) -> None:
    page = visitor("/")
    page.locator("[data-first=dawn_raid]").click()
    begin(page)
    introduction = registry.find("dawn_raid").lessons.introduction
    assert look_around(page) == [lesson.title for lesson in introduction]
    table, told, turns = page.url, [], 0
    while wait_for_turn(page):
        told += listen(page)
        turns += 1
        if turns == 3:  # leave in the middle, and come back by the home page
            page.goto("/")
            link = page.locator("[data-first=dawn_raid]", has_text="Go on with your first game")
            link.click()
            page.get_by_role("link", name="Go on with your first game").click()
            page.wait_for_url(table)
            wait_for_turn(page)
            page.wait_for_selector("#guide:not([hidden])")
            assert title(page) not in told
            told += listen(page)
        decide(page)
    assert turns > 3
    assert told[0] == "Name the type of the raid"
    assert len(set(told)) == len(told), "no lesson is told twice"
    assert set(told) <= set(TITLES["dawn_raid"])
    page.wait_for_function(
        "() => document.querySelector('#guide h2').textContent === 'That was a whole game'"
    )
    assert page.locator("#guide a").first.get_attribute("href") == "/start/dawn_raid"
    page.goto("/")
    page.wait_for_selector("#finished li")
    assert page.locator("[data-first=dawn_raid]").inner_text() == "First game, step by step"


TO_THE_END = ("special:", "attack:", "call")  # what brings a round of Knockdown to its end


def test_a_first_game_of_knockdown_james_against_puppy_to_its_end(visitor: Visit) -> None:
    page = visitor("/")
    page.locator("[data-first=knockdown]").click()
    begin(page)
    lessons = registry.find("knockdown").lessons
    assert look_around(page) == [lesson.title for lesson in lessons.introduction]
    for seat, name in enumerate(("James", "Puppy")):
        assert name in page.locator(f"#picture [data-key=panel-{seat}]").text_content()
    told: list[str] = []
    turns = 0
    while wait_for_turn(page):
        turns += 1
        if turns > 30:  # a long fight; while something is asked nothing can end it
            resign(page)
            break
        told += listen(page)
        page.wait_for_selector(READY)
        actions = page.evaluate("() => [...choices.children].map((one) => one.dataset.action)")
        decide(page, next((n for n, one in enumerate(actions) if one.startswith(TO_THE_END)), 0))
    assert len(set(told)) == len(told), "no lesson is told twice"
    learnt = {TITLES["knockdown"][one] for one in told}
    assert learnt >= {"Keep", "KeepReceived", "Face", "DraftCard", "Act"}
    assert lessons.closing
    page.wait_for_function(
        "title => document.querySelector('#guide h2').textContent === title", arg=lessons.closing.title
    )
    assert page.locator("#guide a").first.get_attribute("href") == "/start/knockdown"


def test_a_first_game_of_centauri_teaches_upkeep_and_orders(visitor: Visit) -> None:
    page = visitor("/")
    page.locator("[data-first=centauri]").click()
    begin(page)
    lessons = registry.find("centauri").lessons
    assert look_around(page) == [lesson.title for lesson in lessons.introduction]
    told: list[str] = []
    for _ in range(12):
        if not wait_for_turn(page) or {"Upkeep", "Movement", "Orders"} <= {
            TITLES["centauri"][one] for one in told
        }:
            break
        told += listen(page)
        page.wait_for_selector(READY)
        decide(page)
    assert len(set(told)) == len(told), "no lesson is told twice"
    assert {TITLES["centauri"][one] for one in told} >= {"Upkeep", "Movement", "Orders"}
    resign(page)
    assert lessons.closing
    page.wait_for_function(
        "title => document.querySelector('#guide h2').textContent === title", arg=lessons.closing.title
    )


LEARNT = {"ChooseAction", "Walk", "ChooseAction.attack"}


def test_a_first_game_of_combat_arena_teaches_moving_and_attacking(visitor: Visit) -> None:
    """The dice are real: who is pushed into an arc-snare before coming near plays another first game."""
    told: list[str] = []
    for _ in range(3):
        page = visitor("/first/combat_arena")
        begin(page)
        look_around(page)
        told = listen_while_coming_near(page)
        if ids(told) >= LEARNT:
            break
    assert ids(told) >= LEARNT


def listen_while_coming_near(page: Any) -> list[str]:
    """What the guide says until the attack was explained or the game is over."""
    told: list[str] = []
    for _ in range(80):
        if not wait_for_turn(page) or ids(told) >= LEARNT:
            break
        told += listen(page)
        approach(page)
    return told


def ids(told: list[str]) -> set[str]:
    return {TITLES["combat_arena"][one] for one in told}


NEAREST = """() => {
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const foe = middle(document.querySelector("[data-key=fighter-rafelo]"));
  const far = (one) => Math.hypot(middle(one)[0] - foe[0], middle(one)[1] - foe[1]);
  const ways = [...document.querySelectorAll("#picture :is([data-action^=hex], [data-action^=facing])")];
  return ways.sort((a, b) => far(a) - far(b))[0]?.dataset.action;
}"""


def approach(page: Any) -> None:
    """Go where the other one is, and look there; else play the longest move."""
    page.wait_for_selector(READY)
    actions = [one.get_attribute("data-action") for one in page.locator(READY).all()]
    labels = page.locator(READY).all_inner_texts()
    nearest = page.evaluate(NEAREST)
    if nearest:
        return decide(page, actions.index(nearest))
    moves = [
        (label[label.index("move ") :], number) for number, label in enumerate(labels) if "move " in label
    ]
    return decide(page, max(moves)[1] if moves else 0)


def test_a_lesson_can_be_read_again_and_the_guide_be_sent_away_and_called_back(visitor: Visit) -> None:
    page = visitor("/first/dawn_raid")
    begin(page)
    press(page, "Next")
    press(page, "Back")
    assert "1 of 4" in page.locator("#guide").inner_text()
    press(page, "Skip")
    assert listen(page) == ["Name the type of the raid"]
    assert page.locator("#picture .pointed").count() == 0
    press(page, "Show again")
    assert title(page) == "Name the type of the raid"
    page.locator("#settings-button").click()
    page.get_by_label("explain each decision").uncheck()
    assert page.locator("#guide").is_hidden()
    assert page.locator("#picture .pointed").count() == 0
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator("#guide").is_hidden()
    page.locator("#settings-button").click()
    page.get_by_label("explain each decision").check()
    page.wait_for_selector("#guide:not([hidden])")


def test_anything_may_be_taken_back_in_a_first_game(visitor: Visit) -> None:
    page = visitor("/first/dawn_raid")
    begin(page)
    press(page, "Skip")
    listen(page)
    wait_for_turn(page)  # a bot may decide first
    asked = page.locator("#prompt").inner_text()
    decide(page)
    wait_for_turn(page)
    page.keyboard.press("Escape")
    for _ in range(20):
        if page.locator("#prompt").inner_text() == asked:
            break
        moves = page.locator("#table").get_attribute("data-moves")
        take_back(page)
        page.wait_for_function("old => table.dataset.moves !== old", arg=moves)
        wait_for_turn(page)
    assert page.locator("#prompt").inner_text() == asked


def test_even_the_end_of_a_first_game_and_giving_it_up_may_be_taken_back(visitor: Visit) -> None:
    page = visitor("/first/dawn_raid")
    begin(page)
    press(page, "Skip")
    while wait_for_turn(page):
        listen(page)
        page.wait_for_selector(READY)
        decide(page)
    assert "win" in page.locator("#banner").inner_text() or "draw" in page.locator("#banner").inner_text()
    lines = page.locator("#log li").count()
    take_back(page)
    page.wait_for_selector("[data-status=running]")
    page.wait_for_selector(READY)
    assert page.locator("#banner").is_hidden()
    assert page.locator("#log li").count() < lines
    resign(page)
    page.wait_for_selector("[data-status=over]")
    assert page.locator("#banner").inner_text() == "Easy bot wins. You resigned."
    assert page.locator("#log li").nth(-2).inner_text() == "You resign."
    assert "You decide" not in page.locator("#picture").inner_text()
    take_back(page)
    page.wait_for_selector("[data-status=running]")
    page.wait_for_selector(READY)
    assert page.locator("#log li").last.inner_text() == "You play on after all."
    decide(page)


def test_other_tables_have_no_guide_unless_it_is_wished(visitor: Visit) -> None:
    page = visitor("/")
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    assert page.locator("#guide").is_hidden()


def test_a_first_game_by_finger_on_a_phone(visitor: Visit) -> None:
    page = visitor("/first/combat_arena", **PHONE)
    page.get_by_role("button", name="Begin").tap()
    page.wait_for_selector("#guide:not([hidden])")
    for _ in range(4):
        button = page.locator("#guide button.main")
        box = button.bounding_box()
        assert box["height"] >= 32
        assert 0 <= box["y"] <= 740 - box["height"]
        button.tap()
    wait_for_turn(page)
    page.locator("#guide").get_by_role("button", name="Got it").first.tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


# How many of the things that a lesson speaks of are in sight, and how many there are.
POINTED = """
() => {
  const view = stage.getBoundingClientRect();
  const pointed = [...document.querySelectorAll("#picture .pointed")];
  const things = pointed.map((one) => one.getBoundingClientRect());
  const seen = things.filter((box) => box.top >= view.top - 1 && box.bottom <= view.bottom + 1);
  return [seen.length, things.length];
}
"""


@pytest.mark.parametrize("name", TAUGHT)
def test_on_a_phone_the_guide_shows_what_it_speaks_of(visitor: Visit, name: str) -> None:
    page = visitor(f"/first/{name}", **PHONE)
    page.get_by_role("button", name="Begin").tap()
    page.wait_for_selector("#guide:not([hidden])")
    page.wait_for_selector("#picture .pointed")
    for lesson in registry.find(name).lessons.introduction:
        assert title(page) == lesson.title
        seen, all_of_them = page.evaluate(POINTED)
        assert seen > 0, f"{lesson.title}: none of {all_of_them} is in sight"
        page.locator("#guide button.main").tap()


def test_a_first_game_is_read_by_keyboard_alone(visitor: Visit) -> None:
    page = visitor("/first/dawn_raid")
    begin(page)
    press(page, "Skip")
    page.locator("#guide button.main").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.closest('#choices')")


@pytest.mark.parametrize("name", TAUGHT)
def test_the_door_opens_a_table_that_forgives(server: Server, name: str) -> None:
    text = server.get(f"/first/{name}")[2]
    assert 'data-seats="2"' in text
    for option in registry.find(name).first_game:
        assert option in text
    assert server.get(f"/first/{name}/lessons")[2].count('"title"') == 5
