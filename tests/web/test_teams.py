"""Teams at the table: the page says who plays with whom, and ends the game when a team has given up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from web.playing import BOT, sit_down

BROTHERS = {"variant": "brothers"}


def test_the_players_list_says_who_plays_with_whom_and_a_team_resigns(visitor: Callable[..., Any]) -> None:
    page = visitor()
    sit_down(page, "combat_arena", {"kind": "friend"}, BOT, BOT, options=BROTHERS)
    page.wait_for_selector("[data-status=waiting]")
    rows = page.locator("#waiting-seats li").all_inner_texts()
    assert "with Easy bot" in " ".join(rows[0].split())
    sit_down(page, "combat_arena", BOT, BOT, BOT, options=BROTHERS)
    page.wait_for_selector("#players li:has-text('with Easy bot 2')")
    rows = [" ".join(row.split()) for row in page.locator("#players li").all_inner_texts()]
    assert "you, with Easy bot 2" in rows[0]
    assert "with Ann" in rows[2]
    page.locator("#resign").click()
    page.get_by_text("The others win, or play on without you.").wait_for()
    page.locator("#sure[data-input=open] #sure-yes").click()
    page.wait_for_selector("[data-status=over]")
    rows = [" ".join(row.split()) for row in page.locator("#players li").all_inner_texts()]
    assert [row.endswith("won") for row in rows] == [False, True, False, True]


def test_the_form_says_which_seats_play_together(visitor: Callable[..., Any]) -> None:
    page = visitor("/start/centauri")
    mates = page.locator("#seats .seat-row small")
    for players, said in {"Six": "with 3 and 5, with 4 and 6, with 1 and 5", "Two": ", "}.items():
        page.locator("#options label.card", has_text=players).first.click()
        page.wait_for_function(
            "said => [...document.querySelectorAll('#seats .seat-row small')]"
            ".map((one) => one.textContent).join(', ').startsWith(said)",
            arg=said,
        )
        assert mates.count() == (6 if players == "Six" else 2)


def test_where_each_is_alone_nobody_is_with_anyone(visitor: Callable[..., Any]) -> None:
    page = visitor()
    sit_down(page, "combat_arena")
    page.wait_for_selector("#players li")
    assert "with" not in " ".join(page.locator("#players li small").all_inner_texts())


def test_a_mate_plays_on_when_one_of_a_team_resigns(visitor: Callable[..., Any]) -> None:
    page = visitor()
    sit_down(page, "combat_arena", BOT, {"kind": "device", "name": "Cy"}, BOT, options=BROTHERS)
    page.locator("#curtain button").click()
    page.locator("#resign").click()
    page.get_by_text("Your side plays on, with a bot in your seat.").wait_for()
    page.locator("#sure[data-input=open] #sure-yes").click()
    page.wait_for_selector("#players li:has-text('out of the game')")
    assert page.locator("[data-status=running]").count() == 1
