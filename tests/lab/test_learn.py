"""`harena learn`: the fit finds a known truth, the gate is honest, a run goes on where it was left."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

import harena
from contract.play import pack_of
from harena.bots.learned import habits_of
from harena.bots.mcts import Habits
from harena.core.errors import HarenaError
from harena.core.learned import FILE, Judgement, Made, read_learned
from harena.lab import learn_gate, learn_screen
from harena.lab.learn import DROPPED, HAND_MADE, KEPT, Learning, Wish, measured_budget, put_beside
from harena.lab.learn_fit import fitted, tables
from harena.lab.learn_gate import Arena, Gate, Terms
from harena.lab.learn_screen import chosen, still_in, ways
from harena.lab.learn_store import Kept, Variant, read_run
from harena.lab.learn_store import Run as LearnRun
from harena.lab.learn_words import habits_words, strengths
from harena.lab.plan import job, make_plan
from harena.lab.play import Player
from harena.lab.samples import Position, unpacked
from harena.lab.sprt import Verdict
from lab.typed import Run

RAID = harena.game("dawn_raid")


# --- the fit


def made_up(
    games: int, seats: int, truth: list[float], seed: int = 1
) -> list[tuple[list[float], list[Position]]]:
    """Games decided by a softmax over a known linear strength, and an estimate that knows half of it."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(games):
        rows = random.integers(0, 4, (seats, len(truth)))
        hint = random.normal(0, 1, seats)
        shares = np.exp(hint) / np.exp(hint).sum()
        strength = 0.5 * np.log(shares) + rows @ np.array(truth)
        chances = np.exp(strength) / np.exp(strength).sum()
        winner = random.choice(seats, p=chances)
        scores = [float(seat == winner) for seat in range(seats)]
        position = Position([float(share) for share in shares], [bytes(map(int, row)) for row in rows])
        found.append((scores, [position]))
    return found


@pytest.mark.parametrize("seats", [2, 3])
def test_a_fit_finds_a_known_linear_truth(seats: int) -> None:
    truth = [0.8, -0.6, 0.0, 0.3]
    (table,) = tables(made_up(6000, seats, truth), range(seats))
    assert table.standing == seats
    fit = fitted(table, len(truth))
    assert fit is not None
    weights = dict(zip(fit.weights.places, fit.weights.weights, strict=True))
    assert [weights.get(place, 0.0) for place in range(4)] == pytest.approx(truth, abs=0.12)
    assert fit.weights.trust == pytest.approx(0.5, abs=0.12)
    assert fit.loss < fit.hand_made, "it foretells games it was not fitted to"


def test_where_there_is_nothing_to_find_little_is_believed() -> None:
    random, found = Random(2), []
    for scores, positions in made_up(1500, 2, [0.0] * 30):
        random.shuffle(scores)
        found.append((scores, [Position([0.5, 0.5], one.rows) for one in positions]))
    (table,) = tables(found, range(2))
    fit = fitted(table, 30)
    assert fit is not None
    assert fit.loss == pytest.approx(fit.hand_made, abs=0.01)
    assert max(map(abs, fit.weights.weights), default=0.0) < 0.1


def test_sides_are_weighed_by_those_who_still_play() -> None:
    rows = [bytes([2, 0]), bytes([0, 4]), bytes([4, 0]), b""]
    position = Position([0.6, 0.4, 0.6, 0.0], rows)
    (table,) = tables([([1.0, 0.0, 1.0, 0.0], [position])], [0, 1, 0, 1])
    assert table.standing == 2
    assert table.won == [[1.0, 0.0]]
    assert table.matrix(2).toarray().tolist() == [[3.0, 0.0], [0.0, 4.0]]


def test_too_little_teaches_nothing() -> None:
    (table,) = tables(made_up(10, 2, [1.0]), range(2))
    assert fitted(table, 1) is None


# --- what is kept of games


def test_positions_come_with_the_games_and_change_nothing_else() -> None:
    plain = make_plan(RAID, [RAID.options()], ["mcts:2"], 2, 3)
    sampled = replace(plain, sample=2)
    one, two = (Player(plan).play(job(plan, 1)) for plan in (plain, sampled))
    assert one.kept == b""
    assert (one.scores, one.decisions, one.counts) == (two.scores, two.decisions, two.counts)
    found = unpacked(two.kept)
    width = RAID.features(pack_of(RAID), RAID.options()).width
    assert one.decisions / 4 < len(found) < one.decisions
    assert all(len(row) == width for position in found for row in position.rows)


# --- the gate


def coins(chance: float, seed: int, most: int = 400) -> Verdict:
    """The verdict on a candidate that wins games with this chance."""
    arena = Arena(RAID, "standard", [RAID.options()])
    gate, random = Gate(arena, ("a", "b"), Terms("1", (0.0, 100.0), 0.05), 1), Random(seed)
    while not gate.over and len(gate.scores) < most:
        gate.add(((random.random() < chance) + (random.random() < chance)) / 2)
    return gate.verdict


def test_an_equal_is_kept_no_more_often_than_is_said() -> None:
    kept = sum(coins(0.5, seed) is Verdict.MORE for seed in range(120))
    assert kept <= 11, "of 120 at a risk of 0.05: more than 11 would come by chance once in 50"


def test_what_is_much_better_is_kept() -> None:
    assert sum(coins(0.7, seed) is Verdict.MORE for seed in range(20)) >= 18


# --- a run


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts after a few games: here it matters that there is one, not whether it is right."""
    monkeypatch.setattr(learn_gate, "FEWEST_PAIRS", 3)
    monkeypatch.setattr(learn_screen, "FIRST", 1)


def tiny(folder: Path, **changed: object) -> Wish:
    """A run of a few seconds; anything that is not far worse is kept."""
    wish = {
        "game": "dawn_raid", "minutes": 1.0, "games": 6, "generations": 1, "player": "2", "budget": "2",
        "elo": (-400.0, -100.0), "risk": 0.2, "folder": folder / "run", "out": folder / FILE,
    }  # fmt: skip
    return Wish(**{**wish, **changed})  # type: ignore[arg-type]


@pytest.mark.usefixtures("_soon")
def test_a_run_ends_with_a_verdict_and_says_how_it_was_made(tmp_path: Path) -> None:
    learning = Learning(tiny(tmp_path))
    learning.run()
    (one,) = learning.store.run.generations
    assert one.verdict in (KEPT, DROPPED)
    assert [trial.against for trial in one.trials] == [HAND_MADE]
    assert one.trials[0].games == 2 * len(one.bouts[0].pairs)
    assert (tmp_path / FILE).is_file() is (one.verdict == KEPT)
    made = read_learned(learning.store.candidate(1)).judgements[0].made
    assert (made.games, made.players, made.seeds) == (6, ["mcts:2"], [one.seed])
    assert len(strengths(learning.store.run)) == 1


def whole(run: LearnRun) -> object:
    """What must not depend on how often a run was stopped."""
    return [
        (one.games, one.losses, one.variants, one.habits, one.bouts, one.verdict) for one in run.generations
    ]


@pytest.mark.usefixtures("_soon")
def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    straight = Learning(tiny(tmp_path / "a"))
    straight.run()
    news = 0
    for _ in range(60):
        parts = Learning(tiny(tmp_path / "b"))
        left = [5]  # stopped after so many games

        def stop(left: list[int] = left) -> bool:
            return left[0] <= 0

        def heard(text: str, left: list[int] = left) -> None:
            nonlocal news
            news += 1
            left[0] -= 1

        parts.asked_to_stop, parts.on_news = stop, heard
        parts.run()
        if parts.store.run.generations[-1].verdict:
            break
    assert news > 6
    assert whole(read_run(tmp_path / "b/run/run.json")) == whole(straight.store.run)
    weights = [read_learned(one.store.candidate(1)).judgements[0].weights for one in (straight, parts)]
    assert weights[0] == weights[1]


def test_half_a_game_at_the_end_of_a_file_is_dropped(tmp_path: Path) -> None:
    store = Learning(tiny(tmp_path)).store
    for number in range(3):
        store.add(1, Kept([1.0, 0.0], bytes(number)))
    file = store.games_file(1)
    file.write_bytes(file.read_bytes()[:-1])
    assert len(list(store.games(1))) == 2
    store.add(1, Kept([0.0, 1.0], b"more"))
    assert [kept.positions for kept in store.games(1)] == [b"", b"\0", b"more"]


@pytest.mark.usefixtures("_soon")
def test_the_next_generation_is_played_by_the_best_and_meets_it(tmp_path: Path) -> None:
    learning = Learning(tiny(tmp_path, elo=(-800.0, -400.0), generations=2))
    learning.run()
    one, two = learning.store.run.generations
    assert one.verdict == KEPT
    assert two.player == f"learned:2@{learning.store.candidate(1)}"
    assert [bout.against for bout in two.bouts] == ["the one before", HAND_MADE]
    assert two.variants[0].habits == one.habits, "it begins with what was best before"


# --- how to search with a judgement


def tried(*scores: list[float]) -> list[Variant]:
    return [Variant(Habits(horizon), pairs) for horizon, pairs in enumerate(scores, 1)]


def test_the_better_half_goes_on_for_twice_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_screen, "FIRST", 2)
    assert len(still_in(tried([1, 0], [1, 1], [0, 0], [1]))[0]) == 4, "the last has played too little"
    left, need = still_in(tried([1, 0], [1, 1], [0, 0], [0, 0.5]))
    assert ([one.habits.horizon for one in left], need) == ([2, 1], 4)
    left, _ = still_in(tried([1, 0, 1, 1], [1, 1, 0, 0], [0, 0], [0, 0.5]))
    assert [one.habits.horizon for one in left] == [1]
    assert chosen(tried([0, 0], [1, 1, 0], [1, 0, 1], [0, 0])).habits.horizon == 2, "the first of two equals"


def test_one_thing_is_changed_at_a_time() -> None:
    now = Habits(16, 3, 1.0, 2)
    found = ways(now)
    assert found[0] == now
    assert len(set(found)) == len(found) > 5
    assert all(sum(a != b for a, b in zip(now, one, strict=True)) <= 1 for one in found)
    assert all(one.horizon > 0 for one in ways(now._replace(horizon=1)))
    assert {one.horizon for one in ways(now._replace(horizon=0))} == {0}, "it plays on to the end"


def test_how_it_searches_is_said() -> None:
    said = habits_words(Habits(8, 1, 0.5, 4))
    assert said == "It looks 8 decisions ahead once before it judges, with exploration 0.5 and widening 4."
    assert habits_words(Habits()).startswith("It looks as far as the game says before it judges")


@pytest.mark.usefixtures("_soon")
def test_the_deals_of_the_verdict_are_others_than_those_of_the_choice(tmp_path: Path) -> None:
    learning = Learning(tiny(tmp_path))
    learning.run()
    (one,) = learning.store.run.generations
    met = [learning.meeting(one, variant) for variant in one.variants]
    assert len({gate.seed for gate in met}) == 1
    assert met[0].seed not in (one.seed, one.bouts[0].seed)
    judgement = read_learned(learning.store.candidate(1)).judgements[0]
    assert habits_of(judgement) == one.habits == chosen(one.variants).habits


def test_another_run_does_not_go_on_in_its_folder(tmp_path: Path) -> None:
    Learning(tiny(tmp_path)).save()
    with pytest.raises(HarenaError, match=r"holds a run with a different seed\. Name another folder"):
        Learning(tiny(tmp_path, seed=2))
    (tmp_path / "run/run.json").write_text("{}")
    with pytest.raises(HarenaError, match="this is not a run of harena learn"):
        Learning(tiny(tmp_path))


def test_what_is_learned_for_other_seats_stays(tmp_path: Path) -> None:
    learning, file = Learning(tiny(tmp_path)), tmp_path / "l.json"
    made = Made("0", {}, ["mcts:2"], [1], 2, 50, 0.1, [])
    two, four = Judgement("a", 9, [0, 1], [], made), Judgement("b", 9, [0, 1, 2, 3], [], made)
    for new in (two, four, replace(two, horizon=7)):
        put_beside(file, learning.learned([new]))
    assert read_learned(file).judgements == [four, replace(two, horizon=7)]
    put_beside(file, replace(learning.learned([two]), digest="other"))
    assert read_learned(file).judgements == [two], "what was for another pack goes"


def test_a_budget_is_as_long_as_the_yardstick_takes() -> None:
    game = harena.game("high_card")
    assert measured_budget(game, pack_of(game), game.options()).endswith("cpu")


# --- the command


@pytest.mark.usefixtures("_soon")
def test_the_command_learns_draws_and_checks(tmp_path: Path, run: Run) -> None:
    words = ("--games", "6", "--generations", "1", "--player", "2", "--budget", "2", "--workers", "1")
    terms = ("--elo0", "-800", "--elo1", "-400", "--risk", "0.2", "--minutes", "1")
    where = ("--folder", str(tmp_path / "run"), "--out", str(tmp_path / FILE))
    out, err, code = run("learn", "dawn_raid", *words, *terms, *where)
    assert (code, err) == (0, "")
    assert "Generation 1 is the best so far." in out
    assert (tmp_path / "run/strength.svg").is_file()
    again, _, _ = run("learn", "dawn_raid", *words, *terms, *where)
    assert again.startswith("Going on with the run in"), "all its generations are there already"
    out, err, code = run("learn", "--check", str(tmp_path / FILE), "--workers", "1")
    said = " ".join(out.split())
    assert (code, err) == (0, "")
    assert "It holds. Against hand-made it passes the test of -400 rather than -800 Elo" in said
    assert "at 2 iterations a move each" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Name the game, or a learned file with --check."),
        (("chess",), "There is no game 'chess'"),
        (("dawn_raid", "--minutes", "0"), "--minutes takes a number above 0, not 0."),
        (("dawn_raid", "--risk", "0.9"), "--risk takes a number above 0 and up to 0.4, not 0.9."),
        (("dawn_raid", "--elo0", "30"), "--elo0 must be less than --elo1"),
        (("dawn_raid", "--budget", "soon"), "Bot 'mcts:soon': its budget is a number of iterations"),
        (("dawn_raid", "--games", "-1"), "--games and --generations take numbers from 1 on."),
        (("dawn_raid", "--option", "colour=red"), "colour"),
        (("dawn_raid", "--pack", "none"), "Dawn Raid has no pack of that name"),
        (("--check", "none.json"), "none.json: No such file or directory."),
        (("dawn_raid", "--workers", "0", "--budget", "2"), "A run takes 1 to 1024 workers, not 0."),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    _, err, code = run("learn", *words)
    assert code == 2
    assert sentence in " ".join(err.split())
    assert not list(tmp_path.rglob("*.bin"))
