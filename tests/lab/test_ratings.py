"""`harena ratings`: a round robin, and what it says of the bots."""

from __future__ import annotations

import csv
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from harena.lab.fair import Shares
from harena.lab.plan import Row
from harena.lab.rating_words import rating_sentence
from harena.lab.ratings import (
    Results,
    Together,
    Tournament,
    by_side,
    cross,
    middle,
    prepare,
    rated,
    seatings,
    taken,
)
from lab.typed import Run, stopped_by_ctrl_c


def played(strengths: dict[str, float], pairs: int, seed: int = 1) -> Results:
    """A round robin in which a bot beats another as often as its strength is of both together."""
    rng, blocks = random.Random(seed), []
    for one, two in combinations(strengths, 2):
        chance = strengths[one] / (strengths[one] + strengths[two])
        for _ in range(pairs):
            blocks.append([a_game(one, two, rng.random() < chance), a_game(two, one, rng.random() > chance)])
    return Results(list(strengths), [], 1, blocks)


def a_game(one: str, two: str, first_wins: bool) -> Row:
    scores = [1.0, 0.0] if first_wins else [0.0, 1.0]
    return Row(0, 0, [one, two], 0, scores, 9, [{}, {}], [{}, {}], {})


# --- the command


def test_the_better_bot_has_the_higher_rating(run: Run) -> None:
    out, _, code = run("ratings", "dawn_raid", "--bots", "random,greedy", "--games", "40", "--workers", "1")
    assert code == 0
    assert re.search(r"1 greedy +\d\d\.\d +\d\d\.\d to \d\d\.\d +40 +\d\d\.\d%", out)
    assert re.search(r"2 random ", out)
    assert "greedy is first, clearly: it is ahead of random in 100% of the draws." in out


def test_a_run_gives_the_same_ratings_again_and_with_any_number_of_workers(run: Run) -> None:
    words = ("ratings", "dawn_raid", "--bots", "random,greedy,mcts:4", "--games", "10")
    once = run(*words, "--workers", "1")
    assert once == run(*words, "--workers", "2")
    assert once != run(*words, "--workers", "1", "--seed", "2")


def test_the_ratings_can_be_written_to_a_file(run: Run, tmp_path: Path) -> None:
    words = (
        "ratings",
        "dawn_raid",
        "--bots",
        "random,greedy",
        "--games",
        "10",
        "--workers",
        "1",
        "--csv",
        "r.csv",
    )
    assert "The ratings are in r.csv" in run(*words)[0]
    lines = list(csv.DictReader((tmp_path / "r.csv").read_text(encoding="utf-8").splitlines()))
    assert [line["bot"] for line in lines] == ["greedy", "random"]
    assert float(lines[0]["low"]) <= float(lines[0]["rating"]) <= float(lines[0]["high"])
    assert float(lines[0]["against random"]) == float(lines[0]["score"])
    assert lines[0]["against greedy"] == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "ratings need at least 2 different bots, not 0."),
        (("random",), "ratings need at least 2 different bots, not 1."),
        (("random", "random"), "The bot random is named twice; each takes part once."),
        (("random", "clever"), "There is no bot 'clever'"),
        (
            ("random", "greedy", "-o", "players=3"),
            "Combat Arena has 3 seats here, so ratings need at least 3",
        ),
        (("random", "greedy", "-o", "players"), "An option is written NAME=VALUE, not 'players'."),
        (("random", "greedy", "-o", "colour=red"), "There is no option 'colour'"),
        (("random", "greedy", "--games", "0"), "There is at least one game at each table, not 0."),
        (("random", "greedy", "--pack", "nowhere"), "Combat Arena has no pack of that name"),
        (("random", "greedy", "--workers", "0"), "A run takes 1 to"),
    ],
)
def test_what_cannot_be_rated_is_said_in_a_sentence(run: Run, words: tuple[str, ...], sentence: str) -> None:
    out, err, code = run("ratings", "combat_arena", *words)
    assert (out, code) == ("", 2)
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_ctrl_c_says_what_is_known_so_far() -> None:
    words = [
        "ratings",
        "combat_arena",
        "--bots",
        "random,greedy,mcts:50",
        "--games",
        "20000",
        "--workers",
        "1",
    ]
    out, err, code = stopped_by_ctrl_c(*words)
    assert (err, code) == ("", 130)
    assert "Not everybody has met everybody" in out or "nothing is known" in out


# --- the tournament


def test_every_two_bots_meet_as_often_in_both_seats() -> None:
    results = prepare(Tournament("dawn_raid", ["random", "greedy", "mcts:2"], games=4))
    results.run(1, lambda line: None)
    met = Counter(tuple(row.bots) for block in results.blocks for row in block)
    assert len(met) == 6
    assert set(met.values()) == {2}
    assert all(len({row.seed for row in block}) == 1 for block in results.blocks), "the same deal for both"


def test_at_a_larger_table_everybody_has_every_seat() -> None:
    options = {"players": "3", "max_rounds": "1"}
    bots = ["random", "mcts:1", "mcts:2", "mcts:3"]
    results = prepare(Tournament("combat_arena", bots, options=options, games=3))
    results.run(1, lambda line: None)
    assert results.games == results.planned == 12
    seats = Counter(
        (bot, seat) for block in results.blocks for row in block for seat, bot in enumerate(row.bots)
    )
    assert set(seats.values()) == {3}
    assert len(rated(results)) == 4


def test_in_teams_everybody_plays_with_and_against_everybody() -> None:
    options = {"variant": "brothers", "max_rounds": "1"}
    bots = ["random", "mcts:1", "mcts:2", "mcts:3"]
    results = prepare(Tournament("combat_arena", bots, options=options, games=12))
    results.run(1, lambda line: None)
    sides = [by_side(row, results.shares) for block in results.blocks for row in block]
    together = Counter(frozenset(side.bots) for game in sides for side in game)
    assert len(together) == 6, "every two of four"
    assert set(together.values()) == {4}
    assert len(cross(results)) == 12
    assert len(rated(results)) == 4


def test_alone_everybody_is_a_side() -> None:
    results = prepare(Tournament("dawn_raid", ["random", "greedy"], games=2))
    row = a_game("random", "greedy", True)
    assert by_side(row, results.shares) == [Together(["random"], 1.0), Together(["greedy"], 0.0)]
    assert seatings([(0, 1)]) == [[0, 1], [1, 0]]


# --- the ratings


def in_pairs(win: Callable[[Sequence[str]], bool], games: int) -> Results:
    """Two against two, each of four bots with each other; `win` says whether seats 1 and 3 do."""
    rows = [
        Row(0, 0, list(way), 0, [1.0, 0.0] * 2 if win(way) else [0.0, 1.0] * 2, 9, [{}] * 4, [{}] * 4, {})
        for _ in range(games)
        for way in ("abcd", "abdc", "acbd")
    ]
    blocks = [rows[start : start + 3] for start in range(0, len(rows), 3)]
    return Results(list("abcd"), [], 1, blocks, shares=Shares([(0, 1, 0, 1)]))


def test_a_team_wins_together_and_the_better_of_it_is_found() -> None:
    results = in_pairs(lambda way: "a" in (way[0], way[2]), 12)
    found = rated(results)
    assert found[0].bot == "a"
    assert rating_sentence(results, found).startswith("a is first, clearly")
    rates = cross(results)
    assert rates["a", "b"] == 1.0
    assert rates["b", "c"] == 0.5, "as often with a as against it"


def test_equal_bots_in_teams_are_seldom_called_different() -> None:
    """Coins instead of games: of twenty runs one at most may name a first."""
    coin, clear = random.Random(5), 0
    for _ in range(20):
        level = in_pairs(lambda way: coin.random() < 0.5, 12)
        clear += "is first, clearly" in rating_sentence(level, rated(level))
    assert clear <= 1


def test_ratings_follow_strength() -> None:
    found = rated(played({"a": 1.0, "b": 2.0, "c": 8.0, "d": 4.0}, 60))
    assert [one.bot for one in found] == ["c", "d", "b", "a"]
    assert all(one.low <= one.rating <= one.high for one in found)
    assert sum(one.score for one in found) == pytest.approx(2.0)


def test_the_order_of_the_games_hardly_matters() -> None:
    """OpenSkill itself would rate the last games most; here wins early and late come to the same."""
    results = played({"a": 1.0, "b": 1.5}, 100)
    by_winner = sorted(
        results.blocks, key=lambda block: sum(row.scores[row.bots.index("a")] for row in block)
    )
    early, late = (
        {one.bot: one for one in rated(Results(["a", "b"], [], 1, blocks))}
        for blocks in (by_winner, by_winner[::-1])
    )
    assert early["a"].rating == pytest.approx(late["a"].rating, abs=0.5)


def test_more_games_give_narrower_intervals() -> None:
    few, many = (rated(played({"a": 1.0, "b": 2.0}, pairs))[0] for pairs in (20, 400))
    assert many.high - many.low < (few.high - few.low) / 1.5


def test_equals_are_not_told_apart() -> None:
    results = played({"a": 1.0, "b": 1.0, "c": 30.0}, 50)
    found = rated(results)
    assert rating_sentence(results, found).startswith("c is first, clearly")
    level = Results(["a", "b"], [], 1, [block for block in results.blocks if "c" not in block[0].bots])
    assert "It is not clear who is first: " in rating_sentence(level, rated(level))


def test_too_few_games_tell_nothing() -> None:
    """With one seed every draw is the same, and whoever won would be ahead in all of them."""
    for seeds in (1, 5, 9):
        few = Results(["a", "b"], [], 1, [[a_game("a", "b", True), a_game("b", "a", False)]] * seeds)
        assert rating_sentence(few, rated(few)) == f"{2 * seeds} games are too few to tell who is first."
    enough = Results(["a", "b"], [], 1, [[a_game("a", "b", True), a_game("b", "a", False)]] * 10)
    assert rating_sentence(enough, rated(enough)).startswith("a is first, clearly")


def test_equal_bots_are_seldom_called_different() -> None:
    """Coins instead of games: of thirty runs one at most may name a first."""
    coin, clear = random.Random(5), 0
    for run in range(30):
        blocks = [
            [a_game("a", "b", coin.random() < 0.5), a_game("b", "a", coin.random() < 0.5)] for _ in range(12)
        ]
        level = Results(["a", "b"], [], run, blocks)
        clear += "is first, clearly" in rating_sentence(level, rated(level))
    assert clear <= 1


def test_stopped_early_the_sentence_says_only_what_is_so() -> None:
    blocks = [[a_game("a", "b", True), a_game("b", "a", False)]] * 12
    plan = prepare(Tournament("dawn_raid", ["random", "greedy"], games=100)).plans
    stopped = Results(["a", "b"], plan, 1, blocks, interrupted=True)
    said = rating_sentence(stopped, rated(stopped))
    assert said.startswith("Stopped after 24 of 100 games. a is first, clearly"), "both have met"
    alone = Results(["a", "b", "c"], plan, 1, blocks, interrupted=True)
    assert "Not everybody has met everybody" in rating_sentence(alone, rated(alone))


def test_the_cross_table_is_who_came_out_before_whom() -> None:
    draw = Row(0, 0, ["a", "b"], 0, [0.5, 0.5], 9, [{}, {}], [{}, {}], {})
    results = Results(["a", "b"], [], 1, [[a_game("a", "b", True), a_game("a", "b", True), draw, draw]])
    assert cross(results) == {("a", "b"): 0.75, ("b", "a"): 0.25}
    points, games = taken(results)
    assert (points, games) == ({"a": 3.0, "b": 1.0}, {"a": 4, "b": 4})


def test_the_middle_leaves_out_as_many_above_as_below() -> None:
    assert middle([float(n) for n in range(100)]) == (2.0, 97.0)
