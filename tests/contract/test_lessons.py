"""A first game: every question of every game has a lesson, and what it points at can be seen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import harena
from contract.play import every_position, new_match, start
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.errors import PackError
from harena.core.game import AnyGame
from harena.core.lesson import Lesson, read_lessons
from harena.core.picture import LAYOUTS
from harena.core.state import OVER, Step

MANY = [f"Player {number}" for number in range(1, 9)]
FEWEST, MOST = 36, 120  # games; so many that every question comes up
TAUGHT = [name for name in registry.names() if registry.find(name).lessons.lesson]


@pytest.fixture(params=TAUGHT)
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each game that teaches newcomers: the site offers a first game of those alone."""
    return registry.find(request.param)


def steps(kind: type) -> set[type]:
    """All steps there are."""
    return {kind} | {one for child in kind.__subclasses__() for one in steps(child)}


def questions(game: AnyGame) -> set[str]:
    """The steps of a game that take an answer."""
    start(game, 1)  # so that its rules are loaded
    home = type(game).__module__
    own = {one for one in steps(Step) if f"{one.__module__}.".startswith(f"{home}.")}
    return {one.__name__ for one in own if "choose" in vars(one)}


def points_at(lesson: Lesson, picture: str, seat: int) -> bool:
    """Is something of what the lesson points at drawn?"""
    keys = re.findall(r'data-key="([^"]+)"', picture)
    keys += [f"action-{action}" for action in re.findall(r'data-action="([^"]+)"', picture)]
    wanted = [look.replace("{seat}", str(seat)) for look in lesson.look]
    exact = {look for look in wanted if not look.endswith("*")}
    starts = tuple(look[:-1] for look in wanted if look.endswith("*"))
    return any(key in exact or (starts and key.startswith(starts)) for key in keys)


def test_every_question_that_can_be_asked_has_a_lesson(game: AnyGame) -> None:
    taught = {lesson.id for lesson in game.lessons.lesson if "." not in lesson.id}
    assert taught == questions(game)


def test_whoever_is_asked_in_a_random_game_is_taught_what_it_is_about(game: AnyGame) -> None:
    words = game.words(game.pack(), MANY)
    every = {lesson.id for lesson in game.lessons.lesson}
    met: set[str] = set()
    games = 0
    for state in every_position(game, MOST):
        if state.seat == OVER:
            games += 1
            if games >= FEWEST and met == every:
                break
            continue
        view = game.view(state, state.seat)
        lessons = words.lessons(view)
        assert lessons, view.asking
        assert lessons[0].id == view.asking
        fresh = {lesson.id: lesson for lesson in lessons if lesson.id not in met}
        met |= set(fresh)
        if fresh:
            for layout in LAYOUTS:
                picture = game.draw(game.pack(), view, words.names, layout).svg()
                lost = [one for one, lesson in fresh.items() if not points_at(lesson, picture, state.seat)]
                assert lost == [], layout
    assert met == every


def test_a_game_is_introduced_in_a_few_steps_that_can_be_seen_in_a_first_game(game: AnyGame) -> None:
    match = harena.new(game.name, seed=2, **game.first_game)
    lessons = game.lessons
    assert 3 <= len(lessons.introduction) <= 4
    assert match.state.seats == 2
    for lesson in lessons.introduction:
        for layout in LAYOUTS:
            assert points_at(lesson, match.picture(0, layout), 0), (lesson.title, layout)
    dice = fast_dice(1)
    while not match.over:
        open_now = match.legal()
        match.play(open_now[dice.below(len(open_now))])
    assert lessons.closing is not None
    assert points_at(lessons.closing, match.picture(0), 0)


def test_lessons_are_short(game: AnyGame) -> None:
    lessons = game.lessons
    assert lessons.closing is not None
    for lesson in (*lessons.introduction, *lessons.lesson, lessons.closing):
        assert 0 < len(lesson.title) <= 40
        assert 40 <= len(lesson.text) <= 330, lesson.title


def test_lessons_tell_nothing_that_the_view_does_not(game: AnyGame) -> None:
    match = new_match(game, 3)
    words, seat = match.words, match.state.seat
    guess = match.state.guess(seat, fast_dice(9))
    truth, other = game.view(match.state, seat), game.view(guess, seat)
    assert words.lessons(truth) == words.lessons(other)


def test_a_game_without_lessons_teaches_nothing(tmp_path: Path) -> None:
    assert read_lessons(tmp_path).about("Move") == []


def test_a_lesson_with_a_wrong_field_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "lessons.toml").write_text('[[lesson]]\nid = "Walk"\ntitle = "Go"\ntext = "Go."\nlok = []\n')
    with pytest.raises(PackError, match=r"lesson 1 \(Walk\).*lok"):
        read_lessons(tmp_path)
