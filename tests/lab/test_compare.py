"""`harena compare`: what it asks, what it finds, and what it says when it cannot."""

from __future__ import annotations

import math
import os
import random
import re
import shutil
from pathlib import Path

import pytest

import harena
from harena.core.errors import HarenaError
from harena.lab import compare, sides
from harena.lab.changes import Changes
from harena.lab.compare_words import headline, sentences
from harena.lab.match_ups import pair_settings
from harena.lab.measures import Amount, Paired, measured
from harena.lab.plan import Row
from harena.lab.sequential import corrected
from harena.lab.sprt import Verdict
from harena.lab.stronger import Stronger
from lab.typed import Run, stopped_by_ctrl_c

ARENA = harena.game("combat_arena")


def a_row(scores: list[float], fighters: list[str], rounds: int = 5, bots: str = "ab") -> Row:
    traits = [{"fighter": name, "seat": str(seat + 1)} for seat, name in enumerate(fighters)]
    return Row(0, 0, list(bots), 0, scores, 40, traits, [{} for _ in scores], {"rounds": rounds})


# --- two bots


def test_the_stronger_of_two_bots_is_found_with_few_games(run: Run) -> None:
    out, _, code = run("compare", "dawn_raid", "--a", "random", "--b", "greedy", "--workers", "1")
    assert code == 0
    said = r"greedy is stronger than random: it wins ([\d.]+)% \([\d.–]+\) of (\d+) games"  # noqa: RUF001
    found = re.search(said, out)
    assert found
    assert float(found[1]) > 75
    assert int(found[2]) < 200, "it stopped long before 2,000 games"
    assert "about +" in out


def test_too_few_games_leave_it_open(run: Run) -> None:
    out, _, code = run(
        "compare", "dawn_raid", "--a", "random", "--b", "greedy", "--games", "6", "--workers", "1"
    )
    assert code == 0
    assert "It is not clear yet whether random or greedy is stronger" in out


def test_the_answer_is_the_same_for_any_number_of_workers(run: Run) -> None:
    words = ("compare", "dawn_raid", "--a", "mcts:6", "--b", "random", "--games", "60")
    assert run(*words, "--workers", "1") == run(*words, "--workers", "2")


def test_another_seed_is_other_games(run: Run) -> None:
    words = ("compare", "dawn_raid", "--a", "greedy", "--b", "random", "--games", "60", "--workers", "1")
    assert run(*words)[0] != run(*words, "--seed", "2")[0]


def test_in_a_pair_the_bots_change_places_and_keep_seed_and_setting() -> None:
    found = compare.prepare(
        compare.Asked("combat_arena", ["greedy"], ["random"], options={"players": "3"}, games=60)
    )
    pairs = list(found._pairs(1))
    assert len(pairs) == 30, "more than the 24 orders of the fighters"
    for one, two in pairs:
        assert (one.seed, one.setting) == (two.seed, two.setting)
        assert {*zip(one.bots, two.bots, strict=True)} == {("greedy", "random"), ("random", "greedy")}
    assert len({tuple(one.bots) for one, _ in pairs}) > 1, "they move around the table"


def test_equals_share_a_pair_however_good_a_seat_is() -> None:
    """Who sits first always wins here; over a pair that is a half."""
    study = Stronger("a", "b", 0.05, 0.05)
    for _ in range(40):
        study.add(a_row([1.0, 0.0], ["x", "y"], bots="ab"), a_row([1.0, 0.0], ["x", "y"], bots="ba"))
    assert study.score == 0.5
    study.add(a_row([1.0, 0.0, 0.0], ["x"] * 3, bots="aba"), a_row([1.0, 0.0, 0.0], ["x"] * 3, bots="bab"))
    assert study.score == 0.5


def test_a_winning_team_of_one_bot_has_all_points() -> None:
    assert Stronger("a", "b", 0.05, 0.05).share(a_row([1.0, 0.0, 1.0, 0.0], ["x"] * 4, bots="abab")) == 1.0


def test_who_sits_where_can_be_said() -> None:
    asked = compare.Asked(
        "combat_arena", ["greedy"], ["random"], options={"players": "4"}, games=4, table="abba"
    )
    found = compare.prepare(asked)
    assert found.plans[0].bots == ["greedy", "random", "random", "greedy"]
    assert found.plans[1].bots == ["random", "greedy", "greedy", "random"]


def test_fishtests_question_can_be_asked(run: Run) -> None:
    words = ("compare", "dawn_raid", "--a", "greedy", "--b", "random", "--workers", "1")
    assert (
        "greedy passes: it is stronger than random by 40 Elo rather than 0" in run(*words, "--elo1", "40")[0]
    )
    words = ("compare", "dawn_raid", "--a", "random", "--b", "greedy", "--workers", "1")
    assert "random fails: it is not 40 Elo stronger than greedy" in run(*words, "--elo1", "40")[0]


# --- two packs or sets of options


def test_a_shorter_game_is_found_to_be_shorter(run: Run) -> None:
    words = ("--b", "max_rounds=1", "--bots", "random", "--measure", "decisions", "--workers", "1")
    out, _, code = run("compare", "combat_arena", *words)
    assert code == 0
    said = r"With max_rounds=1 games are \d\d% shorter \([\d.]+ decisions instead of [\d.]+; "
    assert re.match(said + r"−\d+ to −\d\d%, p.< .001\)\.\n", out), "the finding comes first"  # noqa: RUF001
    games = re.search(r"(\d+) games each way from the same seeds", out)
    assert games
    assert int(games[1]) < 200


def test_without_a_measure_everything_is_shown(run: Run) -> None:
    words = ("--b", "max_rounds=1", "--bots", "random", "--games", "60", "--workers", "1")
    out = run("compare", "combat_arena", *words)[0]
    for name in ("seat 1", "start a1", "decisions"):
        assert f"\n {name} " in out
    table = out.partition("B: ")[2].partition("\nNo change")[0].partition("\nOpen")[0]
    assert max(map(len, table.splitlines())) <= 80


def test_the_same_pack_under_another_name_is_the_same(run: Run, tmp_path: Path) -> None:
    shutil.copytree(ARENA.folder / "content/standard", tmp_path / "mine")
    _, err, code = run("compare", "combat_arena", "--b", "pack=mine")
    assert code == 2
    assert "are the same: there is nothing to compare. The two packs have the same content." in err


def test_a_fighter_who_was_made_weaker_is_found_out(tmp_path: Path) -> None:
    pack, weaker = tmp_path / "mine", ARENA.pack().characters[1]
    shutil.copytree(ARENA.folder / "content/standard", pack)
    text = (pack / "fighters.toml").read_text(encoding="utf-8")
    changed = re.sub(rf'(id = "{weaker.id}".*?\nhealth = )\d+', r"\g<1>2", text, count=1, flags=re.DOTALL)
    (pack / "fighters.toml").write_text(changed, encoding="utf-8")
    measure = f"fighter={weaker.name}"
    asked = compare.Asked("combat_arena", [], [f"pack={pack}"], bot="random", games=600, measures=[measure])
    found = compare.prepare(asked)
    found.run(1, lambda line: None)
    assert isinstance(found.study, Changes)
    assert verdicts(found.study) == {measure: Verdict.LESS}


def verdicts(study: Changes) -> dict[str, Verdict]:
    return {line.name: line.verdict for line in study.lines()}


def changes(rng: random.Random, better: float, pairs: int = 3000) -> Changes:
    """Rows in which Ann wins half of her games under A, and `better` more under B."""
    study = Changes(["fighter=Ann", "rounds"], 0.1, 0.05)
    for number in range(pairs):
        luck, other = rng.random(), rng.random()
        one = float(luck < 0.5)
        two = float((luck if rng.random() < 0.5 else other) < 0.5 + better)
        length = rng.randint(4, 12)
        study.add(
            a_row([one, 1 - one], ["Ann", "Bo"], length),
            a_row([two, 1 - two], ["Ann", "Bo"], length + rng.randint(-1, 1)),
        )
        if number % 5 == 4 and study.decided:  # looking at every pair would take longer, and find the same
            break
    return study


def test_a_change_that_is_there_is_rarely_missed_and_none_rarely_seen() -> None:
    rng = random.Random(3)
    assert sum(changes(rng, 0.1).lines()[0].verdict is Verdict.MORE for _ in range(60)) >= 54
    assert sum(changes(rng, -0.1).lines()[0].verdict is Verdict.LESS for _ in range(60)) >= 54
    assert sum(changes(rng, 0.0).lines()[0].verdict is Verdict.SAME for _ in range(60)) >= 54


def test_what_is_equal_in_all_pairs_is_soon_found_equal() -> None:
    study = Changes(["fighter=Ann"], 0.05, 0.05)
    while not study.decided:
        study.add(a_row([1.0, 0.0], ["Ann", "Bo"]), a_row([1.0, 0.0], ["Ann", "Bo"]))
    assert verdicts(study) == {"fighter=Ann": Verdict.SAME}
    assert 30 < study.pairs < 120, "not at once: the next pair may differ"


def test_paired_differences_have_the_error_of_the_differences() -> None:
    rng, paired, differences = random.Random(1), Paired(), []
    for _ in range(500):
        base = rng.gauss(10, 5)
        a, b = base + rng.gauss(0, 1), base + 1 + rng.gauss(0, 1)
        paired.add(Amount(a, 1.0), Amount(b, 1.0))
        differences.append(b - a)
    mean = sum(differences) / 500
    spread = sum((value - mean) ** 2 for value in differences) / 499
    assert paired.difference == pytest.approx(mean)
    assert paired.error == pytest.approx(math.sqrt(spread / 500))


def test_a_trait_that_is_not_in_every_game_is_measured_where_it_is() -> None:
    paired = Paired()
    paired.add(Amount(1.0, 1.0), Amount(0.0, 0.0))
    paired.add(Amount(0.0, 1.0), Amount(2.0, 2.0))
    assert (paired.a, paired.b, paired.seen) == (0.5, 1.0, 2)


def test_a_game_tells_lengths_and_what_each_trait_won() -> None:
    found = measured(a_row([1.0, 0.0], ["Ann", "Bo"], rounds=7))
    assert {name: amount[:2] for name, amount in found.items()} == {
        "decisions": (40.0, 1.0),
        "rounds": (7.0, 1.0),
        "fighter=Ann": (1.0, 1.0),
        "fighter=Bo": (0.0, 1.0),
        "seat=1": (1.0, 1.0),
        "seat=2": (0.0, 1.0),
    }


def test_many_questions_at_once_are_corrected_as_holm_says() -> None:
    assert corrected({"a": 0.01, "b": 0.04, "c": 0.03}) == pytest.approx({"a": 0.03, "c": 0.06, "b": 0.06})


def test_the_sentences_say_what_changes_what_does_not_and_what_is_open() -> None:
    asked = compare.Asked("combat_arena", [], ["max_rounds=9"], bot="random")
    found = compare.prepare(asked)
    found.study = Changes([], 0.05, 0.05)
    rng = random.Random(5)
    for _ in range(900):
        one, two = float(rng.random() < 0.3), float(rng.random() < 0.8)
        found.study.add(
            a_row([one, 1 - one], ["Ann", "Bo"], rng.randint(4, 6)),
            a_row([two, 1 - two], ["Ann", "Bo"], rng.randint(4, 6)),
        )
    said = sentences(found)
    points = r"(?:Ann wins \d\d points more|Bo wins \d\d points less)"
    assert re.match(rf"With max_rounds=9 {points} \(\d\d% instead of \d\d%; .* points, p.< .001\)\.", said[0])
    assert said[1] == "No change of 5% or more in the number of rounds."
    assert said[-1] == "This holds when random plays all seats: 900 games each way from the same seeds."
    assert "nothing" not in headline(found, found.study.lines())


# --- how a side is written


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("mcts:400", ["mcts:400"]),
        ("bot=mcts:400,max_rounds=10", ["bot=mcts:400", "max_rounds=10"]),
        ("max_rounds=10,greedy", ["max_rounds=10", "greedy"]),
        ("picks=rafelo,teknoth", ["picks=rafelo,teknoth"]),
        ("picks=rafelo,teknoth, board=pinwheel", ["picks=rafelo,teknoth", "board=pinwheel"]),
    ],
)
def test_commas_part_a_side_but_not_a_value(word: str, parts: list[str]) -> None:
    assert sides.split(word) == parts


def test_a_side_can_be_written_short_and_long() -> None:
    common = sides.Common("random", "standard", {"players": "3"})
    short = sides.read_side(ARENA, ["greedy,max_rounds=9"], common)
    long = sides.read_side(ARENA, ["bot=greedy", "option.max_rounds=9"], common)
    assert short[1:] == long[1:]
    assert (short.bot, short.options.max_rounds, short.options.players) == ("greedy", 9, 3)


def paired_match_ups(
    monkeypatch: pytest.MonkeyPatch, a: list[str], b: list[str]
) -> tuple[set[str], int, int]:
    """What is played where A (at most 9 rounds) has these match-ups and B (8) those: pairs, which of them
    are exchanges, and how many match-ups are left out.
    """
    ups = {9: a, 8: b}
    monkeypatch.setattr(
        type(ARENA),
        "match_ups",
        lambda self, pack, options: [
            self.options(max_rounds=options.max_rounds, picks=pick) for pick in ups[options.max_rounds]
        ],
    )
    common = sides.Common("random", "standard", {})
    one, two = (sides.read_side(ARENA, [f"max_rounds={rounds}"], common) for rounds in (9, 8))
    found = pair_settings(ARENA, one, two)
    assert {each.max_rounds for each in found.a} == {9}
    assert {each.max_rounds for each in found.b} == {8}
    pairs = {f"{old.picks} > {new.picks}" for old, new in zip(found.a, found.b, strict=True)}
    return pairs, len(found.exchanged), found.left_out


def test_a_renamed_fighter_is_played_in_the_place_of_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs, exchanged, left_out = paired_match_ups(
        monkeypatch, ["ann,bo", "bo,ann", "ann,cy", "bo,cy"], ["anna,bo", "bo,anna", "anna,cy", "bo,cy"]
    )
    assert pairs == {"bo,cy > bo,cy", "ann,bo > anna,bo", "bo,ann > bo,anna", "ann,cy > anna,cy"}
    assert (exchanged, left_out) == (3, 0)


def test_a_newcomer_meets_the_same_opponents_as_those_whose_place_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs, exchanged, left_out = paired_match_ups(
        monkeypatch,
        ["ann,bo", "bo,ann", "ann,cy", "cy,ann", "bo,cy", "cy,bo"],
        ["ann,bo", "bo,ann", "ann,cy", "cy,ann", "bo,cy", "cy,bo", "new,ann", "new,bo", "new,cy"],
    )
    new = {pair for pair in pairs if "new" in pair}
    assert len(new) == exchanged == 3
    assert left_out == 0
    for pair in new:
        old, newcomer = pair.split(" > ")
        assert old.split(",")[1] == newcomer.split(",")[1], "the same opponent"
    assert len({pair[:2] for pair in new}) > 1, "not always in the same one's place"


def test_a_fighter_who_is_gone_is_set_against_who_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs, exchanged, _ = paired_match_ups(monkeypatch, ["ann,bo", "gone,bo"], ["ann,bo"])
    assert pairs == {"ann,bo > ann,bo", "gone,bo > ann,bo"}
    assert exchanged == 1


# --- what cannot be compared


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Say what to compare: --a and --b"),
        (("--a", "clever"), "What is 'clever'? A side is a bot (easy, "),
        (("--a", "bot=clever"), "There is no bot 'clever'. There are: easy, "),
        (("--a", "mcts:x", "--b", "random"), "Bot 'mcts:x': its budget is a number"),
        (
            ("--a", "random", "--b", "random"),
            "A (random) and B (random) are the same: there is nothing to compare.",
        ),
        (("--a", "max_rounds=30"), "are the same"),
        (
            ("--a", "rounds=9"),
            "There is nothing called 'rounds' to compare; there are: bot, pack, and the options",
        ),
        (("--a", "option.rounds=9"), "There is no option 'rounds'"),
        (("--a", "max_rounds="), "'max_rounds=' says nothing after the '='."),
        (("--a", "max_rounds=100"), "Option 'max_rounds'"),
        (("--a", "players=2", "--b", "players=3"), "A is for 2 players and B for 3"),
        (("--a", "pack=nowhere"), "Combat Arena has no pack of that name"),
        (("--a", "greedy", "--b", "random,max_rounds=9"), "nobody could say what made the difference"),
        (("--a", "greedy", "--b", "random", "--measure", "rounds"), "bots are compared by what they win"),
        (("--b", "max_rounds=9", "--measure", "fighter="), "--measure takes a trait like fighter"),
        (
            ("--b", "max_rounds=9", "--measure", "colour"),
            "There is no 'colour' to measure; there are: ",
        ),
        (("--b", "max_rounds=9", "--elo1", "9"), "--elo0 and --elo1 are for comparing bots"),
        (("--a", "greedy", "--b", "random", "--elo0", "9"), "--elo0 needs --elo1"),
        (("--a", "greedy", "--b", "random", "--elo0", "9", "--elo1", "1"), "--elo0 must be less than --elo1"),
        (("--b", "max_rounds=9", "--table", "AB"), "--table is for comparing bots"),
        (("--a", "greedy", "--b", "random", "--table", "ABA"), "--table takes 2 letters A and B here"),
        (("--b", "max_rounds=9", "--margin", "0"), "--margin takes points above 0"),
        (("--b", "max_rounds=9", "--risk", "0.5"), "--risk takes a number above 0"),
        (("--b", "max_rounds=9", "--games", "1"), "A pair is two games"),
        (("--b", "max_rounds=9", "--workers", "0"), "A run takes 1 to"),
        (("--b", "max_rounds=9", "--option", "players"), "An option is written NAME=VALUE, not 'players'."),
    ],
)
def test_what_cannot_be_compared_is_said_in_a_sentence(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    out, err, code = run("compare", "combat_arena", "--bots", "random", *words)
    assert (out, code) == ("", 2)
    assert sentence in err
    assert err.count("\n") == 1


def test_a_pack_with_an_error_is_refused_with_its_error(run: Run, tmp_path: Path) -> None:
    shutil.copytree(ARENA.folder / "content/standard", tmp_path / "mine")
    file = tmp_path / "mine" / "fighters.toml"
    file.write_text(re.sub(r"(?m)^health = \d+", "health = 99", file.read_text(encoding="utf-8"), count=1))
    _, err, code = run("compare", "combat_arena", "--b", "pack=mine")
    assert code == 2
    assert "field 'health'" in err


def test_a_value_that_nobody_has_is_refused_before_all_games_are_played() -> None:
    study = Changes(["fighter=Ilka"], 0.05, 0.05)
    row = a_row([1.0, 0.0], ["Ann", "Bo"])
    for _ in range(99):
        study.add(row, row)
    with pytest.raises(HarenaError, match="There is no 'fighter=Ilka' to measure; there are: Ann, Bo"):
        study.add(row, row)


# --- stopping it


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_says_what_is_known_so_far(workers: str) -> None:
    words = ["compare", "combat_arena", "--b", "max_rounds=29", "--games", "20000", "--workers", workers]
    out, err, code = stopped_by_ctrl_c(*words)
    assert (err, code) == ("", 130)
    assert "Open after" in out or "nothing is known" in out
