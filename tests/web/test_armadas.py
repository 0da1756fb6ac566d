"""Teams of armadas in the browser: two people with two bots, and six seats, on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from web.playing import BOT, READY, confirm, next_decision, sit_down

Visit = Callable[..., Any]
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
TABLET = {"viewport": {"width": 1024, "height": 768}}
DONE = ("pass", "finish", "stay")  # so that a round comes to its end soon

# Whatever somebody has to see beside the picture: is it in the window, and is nothing over it?
SEEN = """
() => ["turn", "prompt", "choices", "resign"].filter((id) => {
  const box = document.getElementById(id).getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
  return !at || !document.getElementById(id).contains(at) && !at.contains(document.getElementById(id));
})
"""

CUT_OFF = """
() => [...document.querySelectorAll("#seats li")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)
"""


def answer(page: Any, *wishes: str) -> str:
    """Take what is wished for, or else what brings the round on, and say what was asked."""
    prompt, moves = page.locator("#prompt").inner_text(), page.locator("#table").get_attribute("data-moves")
    actions = [str(one.get_attribute("data-action")) for one in page.locator(READY).all()]
    action = next((one for one in (*wishes, *DONE) if one in actions), actions[0])
    page.locator(f'.choice[data-action="{action}"]').click()
    gone_on = "old => table.dataset.moves !== old || table.dataset.status === 'over'"
    page.wait_for_function(f"old => sure.open || ({gone_on})(old)", arg=moves)
    if page.locator("#sure").is_visible():
        confirm(page)
        page.wait_for_function(gone_on, arg=moves)
    return str(prompt)


def next_asked(*pages: Any) -> Any:
    """The page of whoever has a choice; None when the game is over."""
    for _ in range(1600):
        for page in pages:
            if page.locator(READY).count():
                return page
            if page.locator("[data-status=over]").count():
                return None
        pages[0].wait_for_timeout(25)
    raise AssertionError("nobody is asked")


def test_two_people_and_two_bots_play_to_the_end(visitor: Visit) -> None:
    """Ann and a bot against Bo and a bot: whoever waits reads for whom, and for which armada."""
    ann = visitor()
    sit_down(ann, "centauri", {"kind": "friend"}, BOT, BOT, options={"players": 4, "max_rounds": 1})
    bo = visitor(ann.locator("input.invite").input_value(), **PHONE)
    bo.fill("#name", "Bo")
    bo.get_by_role("button", name="Sit down").click()
    names, waits = {ann: "Ann", bo: "Bo"}, set()
    while (page := next_asked(ann, bo)) is not None:
        other = bo if page is ann else ann
        assert page.locator("#turn").inner_text() == "Your turn"
        other.wait_for_function("text => turn.textContent === text", arg=f"Waiting for {names[page]}")
        said = other.locator("#prompt").inner_text()
        assert said.startswith(f"{names[page]} ")
        assert other.locator(".choice").count() == 0
        asked = answer(page)
        if "movement point" in asked:
            assert re.search(r"Your armada at \w\d has", asked)
            waits.add(re.sub(r"at \w\d", "at", said))
    assert {f"{name} is giving orders to the armada at." for name in names.values()} <= waits
    for page in (ann, bo):
        page.wait_for_selector("[data-status=over]")
        assert page.locator("#prompt").inner_text().startswith("The game is over: ")
        assert page.locator("#picture [data-key=result]").count() == 1
    rows = [" ".join(row.split()) for row in ann.locator("#players li").all_inner_texts()]
    ends = [row.rpartition(", ")[2] for row in rows]
    assert ends[0] == ends[2], "team-mates win or lose together"
    assert ends[1] == ends[3]


@pytest.mark.parametrize("how", [TABLET, PHONE], ids=["tablet", "phone"])
def test_six_seats_keep_everything_in_sight_and_say_who_acts(visitor: Visit, how: dict[str, Any]) -> None:
    page = visitor(**how)
    sit_down(page, "centauri", *[BOT] * 5, options={"players": 6, "max_rounds": 1})
    asked = []
    while next_asked(page) is not None:
        page.wait_for_function("() => document.querySelectorAll('#seats li').length === 6")
        assert page.evaluate(SEEN) == []
        assert page.evaluate(CUT_OFF) == []
        found = next_decision(page)
        if found is None:
            break
        if how is TABLET:
            assert None not in found["at"].values(), "all can be clicked in the picture"
        asked.append(answer(page))
    assert any("movement point" in one for one in asked)
    assert page.locator("#log").get_by_text("Easy bot 5").count() > 0, "what each of five bots did is told"
    rows = page.locator("#players li").all_text_contents()
    assert sum("with Ann" in row for row in rows) == 2


def combat(page: Any) -> str:
    """What stands in the picture's combat; empty: there is none."""
    panel = page.locator("#picture [data-key=battle]")
    return " ".join(panel.first.text_content().split()) if panel.count() else ""


def test_two_people_meet_in_the_black_hole_and_one_flees(visitor: Visit) -> None:
    """Interstellar Conflict: both fly to where the module is, so they fight; both see all of it."""
    ann = visitor()
    options = {"players": 2, "scenario": "interstellar", "max_rounds": 2}  # so that something comes after it
    sit_down(ann, "centauri", {"kind": "friend"}, options=options)
    bo = visitor(ann.locator("input.invite").input_value(), **PHONE)
    bo.fill("#name", "Bo")
    bo.get_by_role("button", name="Sit down").click()
    while not re.search("Engage.*rolled", combat(ann)):
        page = next_asked(ann, bo)
        assert page is not None, "they have met and fought"
        answer(page, "fly:c5", "fight")
    assert combat(ann).count("Combat in c5, round ") == 1
    while "fled to" not in combat(ann):
        page = next_asked(ann, bo)
        assert page is not None, "an armada that flees mostly survives it"
        answer(page, "flee")
    told = re.search(r"(?:Bo's|[Yy]our) \w+ armada fled to (\w\d)", combat(ann))
    assert told is not None
    fled_to = "place => document.querySelector('#picture [data-key=battle]').textContent.includes(place)"
    bo.wait_for_function(fled_to, arg=f"fled to {told[1]}")
    log = ann.locator("#log").inner_text()
    assert f"away to {told[1]}" in log
    assert re.search("attacks? .* with", log)
