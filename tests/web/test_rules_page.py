"""Rulebooks in a browser: contents, search, rules to link to, and the index of cards and pieces."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harena.core import registry
from harena.core.rulebook import Rulebook
from harena.web import gallery, rules

Visit = Callable[..., Any]
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


class Somebodys:
    """A game of somebody else's, as far as its rulebook goes."""

    name = "theirs"

    def __init__(self, folder: Path, text: str) -> None:
        (folder / "RULES.md").write_text(text)
        self.rulebook = Rulebook(folder / "RULES.md")


def book(folder: Path, text: str) -> rules.Book:
    return rules.rulebook_page(Somebodys(folder, text))  # type: ignore[arg-type]


def in_sight(page: Any, selector: str) -> bool:
    """Is this on the screen, below the bar at the top?"""
    box = page.locator(selector).bounding_box()
    bar = page.locator("header.top").bounding_box()
    high = page.viewport_size["height"]
    return bool(box["y"] >= bar["y"] + bar["height"] - 1 and box["y"] < high)


# --- without a browser


def test_html_inside_a_rulebook_stays_text_and_notes_to_writers_are_left_out(tmp_path: Path) -> None:
    html = book(
        tmp_path, "# A\n\n<!-- a note -->\n\n<script>alert(1)</script>\n\n**XX-1.1** <b onclick=x>Go</b>."
    ).html
    assert "<script>" not in html
    assert "<b " not in html
    assert "&lt;script&gt;" in html
    assert "a note" not in html


def test_where_a_text_names_a_rule_it_leads_there(tmp_path: Path) -> None:
    made = book(
        tmp_path, "## One\n\n**XX-1.1** See XX-1.2 and XX-9.9.\n\n- **XX-1.2** Go.\n- [XX-1.1](elsewhere)\n"
    )
    assert '<p id="XX-1.1" class="rule">' in made.html
    assert '<li id="XX-1.2" class="rule">' in made.html
    assert made.html.count('href="#XX-1.2"') == 2
    assert "#XX-9.9" not in made.html
    assert '<a href="elsewhere">XX-1.1</a>' in made.html
    assert [(one.id, one.text) for one in made.passages if one.id.startswith("XX")] == [
        ("XX-1.1", "See XX-1.2 and XX-9.9."),
        ("XX-1.2", "Go."),
    ]


@pytest.mark.parametrize("name", registry.installed())
def test_a_search_looks_through_every_rule_and_every_thing_and_finds_its_place(name: str) -> None:
    game = registry.find(name)
    made = rules.rulebook_page(game)
    found = {one.id for one in made.passages}
    assert set(game.rulebook.rules) <= found
    for passage in made.passages:
        assert f'id="{passage.id}"' in made.html
        assert passage.text
    assert {one.id for one in gallery.passages(game)} == {one.key for one in game.exhibits(game.pack())}


def test_the_index_has_every_card_and_fighter_and_shares_what_all_pictures_need() -> None:
    game = registry.find("combat_arena")
    pack, made = game.pack(), gallery.gallery(game)
    kinds = {shelf.kind: shelf for shelf in made.shelves}
    assert len(kinds["Action cards"].things) == len(pack.cards)
    assert {shown.thing.name for shown in kinds["Fighters"].things} == {one.name for one in pack.characters}
    assert [shown.form for shown in kinds["Boards"].things] == ["wide", "wide"]
    pictures = "".join(shown.picture for shelf in made.shelves for shown in shelf.things)
    assert "<style>" not in pictures
    for needed in set(re.findall(r'href="#([\w-]+)"', pictures)):
        assert made.shared.count(f'id="{needed}"') == 1


def test_things_with_a_number_in_their_name_lie_in_the_order_of_their_numbers() -> None:
    shelves = {shelf.kind: shelf for shelf in gallery.gallery(registry.find("centauri")).shelves}
    names = [shown.thing.name for shown in shelves["Scanning Reports"].things]
    assert names == [f"Report {number}" for number in range(1, 13)]
    assert sorted(["b", "Card 2b", "Card 10", "a"], key=gallery.in_order) == ["Card 2b", "Card 10", "a", "b"]


def test_a_table_has_no_empty_header(tmp_path: Path) -> None:
    made = book(
        tmp_path, "# A\n\n|  | Two |\n|--|--|\n| a | b |\n\ntext\n\n|  |  |\n|--|--|\n| c | d |\n"
    ).html
    assert not re.search(r"<th[^>]*>\s*</th>", made)
    assert made.count("<thead>") == 1
    assert "<td></td>\n<th>Two</th>" in made
    for name in registry.installed():
        assert not re.search(r"<th[^>]*>\s*</th>", rules.rulebook_page(registry.find(name)).html)


# --- in a browser


def test_somebody_searches_reads_the_sentence_and_jumps_to_the_rule(visitor: Visit) -> None:
    page = visitor("/rules/combat_arena")
    page.keyboard.press("/")
    page.keyboard.type("pushed arc-snare")
    page.wait_for_selector("#found a")
    row = page.locator("#found li", has_text="CA-6.5")
    assert "would be pushed into an arc-snare" in row.inner_text()
    assert row.locator("mark").all_inner_texts() == ["pushed", "arc-snare"]
    row.locator("a").click()
    page.wait_for_url(re.compile("#CA-6.5$"))
    assert page.locator("#found").is_hidden()
    assert in_sight(page, "[id='CA-6.5']")
    assert page.evaluate("CSS.highlights.get('found').size") > 2


def test_the_results_can_be_walked_through_by_keyboard_and_closed(visitor: Visit) -> None:
    page = visitor("/rules/dawn_raid")
    page.keyboard.press("/")
    page.keyboard.type("skull")
    page.wait_for_selector("#found a")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.locator("#found a").nth(1)
    assert second.evaluate("link => link === document.activeElement")
    page.keyboard.press("Escape")
    assert page.locator("#found").is_hidden()
    assert page.evaluate("document.activeElement.id") == "words"
    page.fill("#words", "xylophone")
    page.wait_for_function("() => document.querySelector('#found p').textContent === 'Nothing matches.'")


def test_a_search_in_the_rules_finds_a_card_in_the_index(visitor: Visit) -> None:
    page = visitor("/rules/dawn_raid")
    page.fill("#words", "wolf lord")
    page.wait_for_selector("#found a")
    page.locator("#found a[href*='/index']", has_text="Wolf Lord").first.click()
    page.wait_for_url(re.compile(r"/rules/dawn_raid/index\?find=wolf%20lord#"))
    assert "Wolf Lord" in page.locator("li:target .thing").get_attribute("aria-label")


def test_what_is_typed_before_the_page_is_ready_is_searched_for(visitor: Visit) -> None:
    page = visitor("/offline")
    held: list[Any] = []
    page.route("**/static/rules.js", lambda route: held.append(route))
    page.goto("/rules/dawn_raid", wait_until="commit")
    page.locator("#words").fill("tie")
    page.wait_for_function("() => document.activeElement.id === 'words'")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    page.locator("#found a").first.wait_for()


def test_a_link_to_a_rule_shows_it_brought_out(visitor: Visit) -> None:
    page = visitor("/rules/combat_arena#CA-6.4")
    assert page.locator(":target").inner_text().startswith("CA-6.4")
    assert in_sight(page, "[id='CA-6.4']")
    ground = "one => getComputedStyle(one).backgroundColor"
    assert page.locator(":target").evaluate(ground) != page.locator("[id='CA-6.3']").evaluate(ground)
    assert page.locator(".contents [aria-current]").inner_text() == "Arcs, distance and pushing"


def test_the_contents_stay_beside_the_text_and_fold_away_on_a_phone(visitor: Visit) -> None:
    page = visitor("/rules/dawn_raid")
    page.locator(".contents a", has_text="Battlefield roles").click()
    assert in_sight(page, "#battlefield-roles")
    assert page.locator(".contents a", has_text="Set-up").is_visible()
    phone = visitor("/rules/dawn_raid", **PHONE)
    link = phone.locator(".contents a", has_text="Battlefield roles")
    assert link.is_hidden()
    phone.locator(".contents summary").tap()
    link.tap()
    assert in_sight(phone, "#battlefield-roles")
    assert phone.locator(".contents a").first.is_hidden()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_somebody_filters_the_index_and_looks_at_a_card_closely(visitor: Visit) -> None:
    page = visitor("/rules/combat_arena/index")
    whole = page.locator(".shelf li:visible").count()
    page.fill("#filter", "parry")
    page.wait_for_function("() => document.querySelector('#count').textContent !== ''")
    shown = page.locator(".shelf li:visible")
    assert 0 < shown.count() < whole
    assert page.locator("#count").inner_text() == f"{shown.count()} of {whole}"
    shown.locator(".thing").first.click()
    assert "Parry" in page.locator("#enlarged p").inner_text()
    assert page.locator("#enlarged svg").bounding_box()["width"] > 350
    page.keyboard.press("Escape")
    assert page.locator("#enlarged").is_hidden()
    page.fill("#filter", "xylophone")
    assert page.locator("#none").is_visible()


def test_the_index_fits_a_phone_and_its_pictures_follow_the_chosen_colours(visitor: Visit) -> None:
    page = visitor("/rules/dawn_raid/index", **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    paper = "() => getComputedStyle(document.querySelector('.thing .h-paper')).fill"
    light = page.evaluate(paper)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(paper) != light
