"""The picture: well-formed, clickable where the viewer may act, and true of the view and the rules."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from statistics import median
from typing import Any
from xml.etree import ElementTree

import pytest

import harena
from contract.sizes import SVG
from harena.core.match import Match
from harena.core.picture import LAYOUTS, Layout
from harena.games.knockdown import GAME
from harena.games.knockdown.look.figures import PLAYERS, place
from harena.games.knockdown.look.onlooker import MEASURED
from harena.games.knockdown.words.outlook import Outlook
from kit.matches import by_question, every_eye

from .brawl import JAMES, PUPPY, Bout, put

WICKED = ["<b>&\"'", "魑" * 40]
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "closed": {"closed_hands": True, "picks": "katie,puppy"},
    "tower": {"test": "tower", "fighters": "random"},
}
Node = ElementTree.Element


def positions(options: dict[str, Any], seeds: range, each: int = 3) -> Iterator[Match]:
    return by_question("knockdown", options, seeds, each, then_every=60)


def attributes(root: Node, name: str) -> list[str]:
    return [value for node in root.iter() if (value := node.get(name)) is not None]


def by_key(root: Node) -> dict[str, Node]:
    return {key: node for node in root.iter() if (key := node.get("data-key")) is not None}


def texts(node: Node) -> list[str]:
    """What is written on a thing, without its title."""
    return ["".join(one.itertext()) for one in node.iter(f"{SVG}text")]


@cache
def set_up(*more: str) -> tuple[Any, Any, Any]:
    """James on c2 and Puppy on c4 with a Row, as in the rulebook: game, pack, state."""
    game: Any = harena.game("knockdown")
    pack = game.pack()
    return game, pack, place(game, pack, ("c2", "c4"), *more)


def drawn(state: Any, seat: int, layout: Layout = "wide") -> Node:
    game, pack, _ = set_up()
    return ElementTree.fromstring(game.draw(pack, game.view(state, seat), PLAYERS, layout).svg())


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("options", OPTIONS)
def test_every_position_shows_the_viewers_actions_and_no_others(options: str, layout: Layout) -> None:
    asked = set()
    for match in positions(OPTIONS[options], range(1), each=2):
        for seat in every_eye(match):
            view: Any = match.view(seat)
            asked.add(view.asking)
            root = ElementTree.fromstring(match.picture(seat, layout))
            open_actions = [action for action in view.actions if not action.startswith(MEASURED)]
            assert Counter(attributes(root, "data-action")) == Counter(open_actions), view.asking
            keys = attributes(root, "data-key")
            assert len(keys) == len(set(keys)), [key for key, n in Counter(keys).items() if n > 1]
            assert root.find(f"{SVG}title") is not None
    assert {"Keep", "Face", "DraftCard", "Act", "Block"} <= asked


def test_everything_that_can_be_clicked_says_what_it_does() -> None:
    for match in positions({}, range(1)):
        root = ElementTree.fromstring(match.picture(max(match.state.seat, 0)))
        for node in root.iter():
            if node.get("data-action") is not None:
                title = node.find(f"{SVG}title")
                assert title is not None, node.get("data-action")
                assert title.text, node.get("data-action")
                assert node.get("tabindex") == "0"


def test_what_is_lit_is_there() -> None:
    """A thing shows its reach on things that this very picture has."""
    for match in positions({}, range(1)):
        for seat in every_eye(match):
            root = ElementTree.fromstring(match.picture(seat))
            named = {key for lights in attributes(root, "data-lights") for key in lights.split()}
            assert named <= set(by_key(root))


# --- what is hidden


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_card_of_a_closed_hand_is_drawn(layout: Layout) -> None:
    looked = 0
    for match in positions({"closed_hands": True, "picks": "james,katie"}, range(1)):
        for seat in every_eye(match):
            view: Any = match.view(seat)
            known = {*view.row, view.taking, *view.discard, *(view.fighters[seat].hand if seat >= 0 else [])}
            cards = set(re.findall(r'data-key="card-([a-z0-9_]+)"', match.picture(seat, layout)))
            assert cards <= known
            looked += bool(cards)
    assert looked > 20


def test_no_skill_is_drawn_that_the_viewer_does_not_know() -> None:
    for match in positions({}, range(1)):
        for seat in every_eye(match):
            view: Any = match.view(seat)
            known = {skill for fighter in view.fighters for skill in (*fighter.up, *fighter.down)}
            draft = view.draft
            if draft is not None:
                known |= {*draft.held, *draft.kept, *draft.passed, *draft.received, *draft.dropped}
            skills = set(re.findall(r'data-key="skill-([a-z0-9_]+)"', match.picture(seat)))
            assert skills <= known


# --- can I hit from here?


@pytest.mark.rule("KD-1.3")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_card_of_the_row_says_whether_it_is_in_range(layout: Layout) -> None:
    seen: set[str] = set()
    for match in positions({}, range(1)):
        view: Any = match.view(0)
        things = by_key(ElementTree.fromstring(match.picture(0, layout)))
        aimed = {attack.id for attack in match.pack.attacks if attack.aimed()}  # type: ignore[attr-defined]
        for reach in view.reach:
            if reach.attack in view.row:
                said = texts(things[f"card-{reach.attack}"])
                word = "Always works"
                if reach.attack in aimed:
                    word = "In range" if reach.in_range else "Out of range"
                assert word in said, (reach, said)
                seen.add(word)
    assert seen == {"In range", "Out of range", "Always works"}


@pytest.mark.rule("KD-1.3")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_card_lights_the_spaces_it_reaches_and_a_space_the_cards_that_reach_from_there(
    layout: Layout,
) -> None:
    game, _, state = set_up()
    view, things = game.view(state, 0), by_key(drawn(state, 0, layout))
    shotgun = things["card-shotgun"].get("data-lights", "").split()  # exactly two steps away
    assert {"lamp-c4", "lamp-a2", "lamp-b3", "lamp-e1"} < set(shotgun)
    assert not {"lamp-c2", "lamp-c3", "lamp-b1", "lamp-c5"} & set(shotgun)
    beside = things["space-c3"].get("data-lights", "").split()  # next to Puppy, and in line with it
    assert set(beside) == {"card-haymaker", "card-service_pistol", "special-0-1", "special-0-3"}
    for reach in view.reach:
        if f"card-{reach.attack}" in things:
            lit = things[f"card-{reach.attack}"].get("data-lights", "").split()
            assert sorted(lit) == sorted(f"lamp-{space}" for space in reach.reaches)


def test_the_distance_of_the_opponent_is_marked_on_every_card_with_steps() -> None:
    _, _, state = set_up()
    things = by_key(drawn(state, 0))
    shown = {key: len(one.findall(f".//{SVG}path[@class='kd-here']")) for key, one in things.items()}
    assert [shown[f"card-{card}"] for card in ("shotgun", "haymaker", "long_shot")] == [1, 1, 1]
    assert shown["card-service_pistol"] == 0, "it shoots along a line"


# --- what is true of the fighters


def test_fighters_stand_where_the_view_says_and_have_their_wounds() -> None:
    _, _, state = set_up()
    for layout in LAYOUTS:
        things = by_key(drawn(state, 0, layout))
        places = [
            things[key].get("transform", "") for key in ("fighter-0", "space-c2", "fighter-1", "space-c4")
        ]
        across = [float(re.findall(r"[\d.]+", place)[0]) for place in places]
        assert across[0] == across[1] < across[2] == across[3]
        assert {"3", "1"} <= set(texts(things["wounds-0"]))
        assert {"4", "2"} <= set(texts(things["wounds-1"]))
    cubes = Counter(node.get("href") for node in by_key(drawn(state, 0))["wounds-1"].iter(f"{SVG}use"))
    assert cubes["#kd-light"] == 4 + 1, "and one before the number"
    assert cubes["#kd-heavy"] == 2 + 1


@pytest.mark.rule("KD-5.1")
def test_the_odds_of_a_test_are_those_of_three_dice() -> None:
    _, _, state = set_up()
    puppy = by_key(drawn(state, 0))["panel-1"]
    assert "Test 6" in texts(puppy)
    assert "5% fails" in texts(puppy)  # 10 of 216


@pytest.mark.rule("KD-3.5")
def test_a_special_attack_says_whether_it_can_be_paid_for() -> None:
    _, _, state = set_up()
    things = by_key(drawn(state, 0))
    assert all("Payable now" in texts(things[f"special-0-{slot}"]) for slot in (1, 2, 3, 4))
    assert "Payable now" in texts(things["special-1-2"]), "Spit costs Block, and Puppy has two"
    state.one.hand = 0
    try:
        things = by_key(drawn(state, 0))
        assert "Too dear now" in texts(things["special-0-1"])
    finally:
        set_up.cache_clear()


@pytest.mark.rule("KD-4.7")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_way_to_block_shows_what_it_stops(layout: Layout) -> None:
    game, pack, state = set_up("haymaker")
    view, things = game.view(state, 1), by_key(drawn(state, 1, layout))
    outlook = Outlook(pack, view)
    ways = [action for action in view.actions if action.startswith("block:")]
    assert len(ways) > 3
    for action in ways:
        done, thing = outlook.block(action.removeprefix("block:")), things[f"action-{action}"]
        crossed = len(thing.findall(f".//{SVG}path[@class='kd-stopped']"))
        assert crossed == done.stopped.light + done.stopped.heavy
        assert ("No effect" in texts(thing)) == done.effect
        assert f"K.O.: a test counts {done.counted.low}" in texts(thing)
        shields = [node for node in thing.iter(f"{SVG}use") if node.get("href") == "#harena-icon-shield"]
        assert len(shields) == done.cards
    assert "Haymaker" in texts(things["incoming"])


# --- names, the end, size, speed


def test_names_are_escaped_and_clipped() -> None:
    for match in positions({"names": WICKED}, range(1), each=1):
        for layout in LAYOUTS:
            svg = match.picture(0, layout)
            ElementTree.fromstring(svg)
            assert "<b>" not in svg


def test_a_picture_at_the_end_names_the_winner() -> None:
    *_, match = positions({"wins": 1, "names": ["Ann", "Bo"]}, range(1), each=0)
    view: Any = match.view(harena.SPECTATOR)
    winner = view.scores.index(1.0)
    assert f"{match.names[winner]} wins!" in match.picture(harena.SPECTATOR)
    assert "You win!" in match.picture(winner)
    assert "You win!" not in match.picture(1 - winner)


def seconds(match: Match, layout: Layout) -> float:
    """What drawing takes of the processor, without what others took of the time: the best of several."""
    tries = []
    for _ in range(8):
        started = time.process_time()
        match.picture(match.state.seat, layout)
        tries.append(time.process_time() - started)
    return min(tries)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_picture_is_small_and_quick(layout: Layout) -> None:
    took = {}
    for match in positions({}, range(1), each=8):
        if not match.over:
            assert len(match.picture(match.state.seat, layout).encode()) < 90_000
            took[match.view(0).asking, match.state.made] = seconds(match, layout)
    assert median(took.values()) < 0.002, "twice what an idle machine takes"
    assert max(took.values()) < 0.005, max(took, key=took.__getitem__)


@pytest.mark.rule("KD-3.3")
@pytest.mark.parametrize(("arena", "pits"), [("nest", 0), ("moon_pool", 1)])
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_a_pit_is_no_floor(arena: str, pits: int, layout: Layout) -> None:
    match = harena.new("knockdown", seed=1, pack="standard+abyss", arena=arena)
    svg = GAME.draw(match.pack, match.view(0), match.names, layout).svg()
    assert svg.count('class="kd-pit"') == pits
    assert ('data-key="space-c3"' in svg) == (pits == 0)


@pytest.mark.rule("KD-1.8")
def test_contamination_that_is_left_is_what_does_not_lie_before_the_opponent() -> None:
    bout = Bout(put(JAMES, "c2", contamination=1), put(PUPPY, "c4", contamination=2))
    picture = GAME.draw(bout.pack, GAME.view(bout.state, 0), PLAYERS).svg()
    assert "Contamination left: 2" in picture
