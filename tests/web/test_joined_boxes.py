"""Boxes that are joined with the form of a new table: what they bring can be chosen, and is played with."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from harena.core import registry
from web.playing import decide_until, stand_by, wait_for_turn

Visit = Callable[..., Any]


def choose(page: Any, option: str, value: str) -> None:
    """Choose one of the cards of an option."""
    page.locator(f"input[name={option}][value='{value}']").check()


def agree(page: Any, *fighters: str) -> None:
    """Agree on fighters; the form is fitted anew after each."""
    for seat, fighter in enumerate(fighters):
        page.locator(f"#option-picks-{seat}").select_option(fighter)
        so_far = ",".join(fighters[: seat + 1])
        page.wait_for_function(
            "said => document.querySelector('[name=picks]').value.startsWith(said)", arg=so_far
        )


@pytest.mark.rule("KD-6.5")
def test_joined_boxes_are_chosen_with_the_form_and_played_with(visitor: Visit) -> None:
    page = visitor("/start/knockdown")
    assert page.locator("input[name=arena][type=radio]").count() == 0, "one arena leaves nothing to choose"
    choose(page, "pack", "abyss")
    page.wait_for_selector("input[name=arena][value=moon_pool]")
    offered = page.locator("#option-picks-0 option").all_inner_texts()
    assert [one.split(",")[0] for one in offered[1:]] == ["Ines", "Old Brass", "James", "Katie", "Puppy"]
    choose(page, "arena", "moon_pool")
    choose(page, "skills", "survivors")
    choose(page, "wins", "1")
    agree(page, "ines", "puppy")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))
    assert wait_for_turn(page)
    said = "The arena is The Moon Pool, and the Skills are Survivors."
    assert page.locator("#log li").first.inner_text() == said
    for seat, name in enumerate(("Ines", "Puppy")):
        assert name in page.locator(f"#picture [data-key=panel-{seat}]").text_content()
    assert page.locator("#picture [data-key^=space-]").count() == 16
    row = "#picture [data-key=row] > [data-key^=card-]"
    mine = f"table.dataset.input === 'open' && document.querySelector('{row}[data-action]') !== null"
    decide_until(page, f"() => {mine}")
    keys = {str(one.get_attribute("data-key")) for one in page.locator(row).all()}
    (pool,) = registry.find("knockdown").pack("abyss").arenas
    assert keys <= {f"card-{card.id}" for card in pool.cards}, "an arena brings its own cards"
    taken = page.locator(f"{row}[data-action]").first
    name = taken.locator("text").first.text_content()
    moves = page.locator("#table").get_attribute("data-moves")
    taken.click()
    stand_by(page, int(moves))
    page.wait_for_function("card => log.textContent.includes(card)", arg=name)
