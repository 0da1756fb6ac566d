"""What a comparison of packs or options counts and says: lines, newcomers, cards, fair shares."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest
from rich.console import Console

import harena
from harena.lab import compare
from harena.lab.changes import Changes, Line, Waits
from harena.lab.compare_tables import VERDICTS, notes, numbers, table
from harena.lab.compare_words import CLEAR, headline, sentences
from harena.lab.fair import Kind, Shares
from harena.lab.plan import Row
from harena.lab.sprt import Verdict
from lab.made_up import row
from lab.typed import Run

ARENA = harena.game("combat_arena")
FIGHTERS = ("Ann", "Bo", "Cy", "Di")


def game(
    number: int,
    fighters: Sequence[str],
    winner: int,
    *,
    first: int = 0,
    rounds: int = 5,
    cards: Sequence[str] = (),
    setting: int = 0,
) -> Row:
    """One game; the seats have fighters, and the first may have played cards."""
    scores = [float(seat == winner) for seat in range(len(fighters))]
    traits = [
        {
            "seat": str(seat + 1),
            "first decision": "yes" if seat == first else "no",
            "board": "The Pit",
            "fighter": name,
        }
        for seat, name in enumerate(fighters)
    ]
    counts = [dict.fromkeys(cards, 1), *({} for _ in fighters[1:])]
    made = row(number, scores, traits, counts, of_game={"rounds": rounds}, decisions=40 + rounds)
    return Row(**{**{name: getattr(made, name) for name in made.__struct_fields__}, "setting": setting})


def even(study: Changes, rng: random.Random, pairs: int, seats: int = 2, better: float = 0.0) -> Changes:
    """Coin-flipped games of all match-ups, in which Ann may be better under B."""
    orders = list(permutations(FIGHTERS, seats))
    for number in range(pairs):
        fighters = orders[number % len(orders)]
        one = rng.randrange(seats)
        two = one if rng.random() < 0.3 else rng.randrange(seats)
        if "Ann" in fighters and rng.random() < better:
            two = fighters.index("Ann")
        first, length = rng.randrange(seats), rng.randint(3, 8)
        a = game(number, fighters, one, first=first, rounds=length)
        study.add(a, game(number, fighters, two, first=first, rounds=length + rng.randint(-1, 1)))
        if number % 10 == 9 and study.decided:
            break
    return study


def comparison(study: Changes) -> compare.Comparison:
    found = compare.prepare(compare.Asked("combat_arena", [], ["max_rounds=9"], bot="random"))
    found.study = study
    return found


# --- what is claimed where nothing is


@pytest.mark.parametrize("seats", [2, 4])
def test_of_coin_flipped_games_hardly_ever_a_change_is_claimed(seats: int) -> None:
    """At whatever time somebody stops: every tenth pair is looked at, and one claim is one too many."""
    wrong = 0
    rng = random.Random(seats)
    for _ in range(20):
        study = Changes([], 0.05, 0.05)
        for _ in range(12):
            even(study, rng, 10, seats)
            if any(line.verdict in CLEAR for line in study.lines()):
                wrong += 1
                break
    assert wrong <= 1


# --- one reading


def test_the_verdict_the_interval_and_p_of_a_line_never_contradict_each_other() -> None:
    for better in (0.0, 0.05, 0.2, 0.5):
        study = even(Changes([], 0.05, 0.05), random.Random(5), 400, better=better)
        for line in study.lines():
            apart = line.low > 0 or line.high < 0
            assert apart == (line.p_value <= 0.05) == (line.verdict in CLEAR)
            assert line.low <= line.difference <= line.high
        said = headline(comparison(study), study.lines())
        found = any(line.verdict in CLEAR for line in study.lines())
        assert bool(re.search("nothing|no change", said)) == (not found)


@pytest.mark.parametrize(("better", "pairs"), [(0.0, 30), (0.0, 200), (0.1, 200), (0.5, 30), (0.5, 200)])
def test_a_report_shows_a_small_p_beside_a_finding_only(better: float, pairs: int) -> None:
    """With no change, a small one and a large one, after few games and more: one reading."""
    found = comparison(even(Changes([], 0.05, 0.05), random.Random(11), pairs, better=better))
    assert isinstance(found.study, Changes)
    said, lines = sentences(found), found.study.lines()
    surest = min(float(numbers(line)[-1].removeprefix("<")) for line in lines)
    if any(line.verdict in CLEAR for line in lines):
        assert re.search(r"p.[<=] \.\d+", said[0]), "what was found, and how sure it is"
        assert not re.search("nothing|[Nn]o change", said[0])
    else:
        assert surest > 0.05
        assert not re.search(r"p.[<=] ", " ".join(said))
        assert re.search("nothing is settled|no change", said[0])


def test_the_headline_says_what_how_large_and_how_sure() -> None:
    study = even(Changes(["fighter=Ann"], 0.05, 0.05), random.Random(5), 400, better=0.5)
    said = headline(comparison(study), study.lines())
    assert re.fullmatch(
        r"With max_rounds=9 Ann wins \d\d points more "
        r"\(\d\d% instead of \d\d%; \+\d+ to \+\d\d points, p.[<=] \.\d+\)\.",
        said,
    )


def test_what_was_asked_for_stops_the_games_when_it_is_settled() -> None:
    asked = even(Changes(["fighter=Ann"], 0.05, 0.05), random.Random(5), 4000, better=0.5)
    assert asked.decided
    assert asked.pairs < 150
    everything = even(Changes([], 0.05, 0.05), random.Random(5), 300, better=0.5)
    assert not everything.decided


def test_a_small_change_that_is_sure_is_called_small() -> None:
    sizes, waits = (0.02, 0.01, 0.03, 0.001), Waits(2000, 0.003, 0.05, 1.0)
    line = Line("fighter=Ann", 0.5, 0.52, (0.5, 0.5), False, *sizes, Verdict.MORE, 0.05, waits)
    said = headline(comparison(Changes([], 0.05, 0.05)), [line])
    assert "wins 2 points more, which is less than 5 (52% instead of 50%; +1 to +3 points" in said


@pytest.mark.parametrize(
    ("low", "shown"), [(0.0301, "+3.0 to"), (0.0003, "+0.03 to"), (0.00004, "+0.004 to")]
)
def test_an_interval_without_zero_never_looks_as_if_it_had_it(low: float, shown: str) -> None:
    """Where a run stops, the interval has just left 0: rounded, it must not be 0 again."""
    sizes, waits = (0.1, low, 0.2, 0.0499), Waits(2000, 0.003, 0.05, 1.0)
    line = Line("fighter=Ann", 0.5, 0.6, (0.5, 0.5), False, *sizes, Verdict.MORE, 0.05, waits)
    assert numbers(line)[3].startswith(shown)
    assert numbers(line)[4] == "<.05"
    assert "+0 to" not in headline(comparison(Changes([], 0.05, 0.05)), [line])


def test_it_is_said_how_many_more_games_would_settle_what_is_open() -> None:
    study = even(Changes(["fighter"], 0.05, 0.05), random.Random(5), 60)
    said = next(each for each in sentences(comparison(study)) if each.startswith("Open after 120 games"))
    assert re.search(
        r"About [\d,]+ more games would settle the first, about [\d,]+ more games all of them", said
    )


# --- which lines there are


def duels(study: Changes) -> Changes:
    """Ann and Bo, always on the same seats."""
    rng = random.Random(1)
    for number in range(40):
        one, two = (game(number, ("Ann", "Bo"), rng.randrange(2)) for _ in "AB")
        study.add(one, two)
    return study


def test_of_two_that_are_each_others_complement_there_is_one_line() -> None:
    """Seat 1 and seat 2; first and not first; and the board, on which all win as many as they lose."""
    names = [line.name for line in even(Changes([], 0.05, 0.05), random.Random(1), 60).lines()]
    assert names == [
        *(f"fighter={name}" for name in FIGHTERS),
        "first decision=yes",
        "seat=1",
        "decisions",
        "rounds",
    ]


def test_of_two_fighters_the_one_that_was_asked_for_has_the_line() -> None:
    study = duels(Changes(["fighter=Bo"], 0.05, 0.05))
    assert [line.name for line in study.lines()] == ["fighter=Bo"]


def test_lines_that_always_say_the_same_are_one() -> None:
    """Whoever decides first always sits first here."""
    study = duels(Changes(["seat", "first"], 0.05, 0.05))
    assert len(study.lines()) == 1


def test_a_length_that_never_changes_has_no_line() -> None:
    study = duels(Changes([], 0.05, 0.05))
    assert not {"rounds", "decisions"} & {line.name for line in study.lines()}


# --- newcomers


def test_a_fighter_with_a_new_name_is_measured_against_the_old_one() -> None:
    rng, study = random.Random(1), Changes(["fighter"], 0.05, 0.05)
    for number in range(200):
        old, new = ("Ann", "Bo"), ("Anna", "Bo")
        study.add(game(number, old, rng.randrange(2)), game(number, new, 0))
    (line,) = study.lines()
    assert (line.name, line.note, line.verdict) == ("fighter=Anna", "instead of Ann", Verdict.MORE)
    assert 0.4 < line.a < 0.6
    assert line.b == 1.0
    assert "Anna (instead of Ann) wins" in sentences(comparison(study))[0]


def test_a_newcomer_is_measured_against_those_whose_place_it_takes() -> None:
    rng, study = random.Random(1), Changes(["fighter"], 0.05, 0.05, exchanged={1})
    for number in range(300):
        fighters = ("Ann", "Bo") if number % 4 else ("Bo", "Ann")
        winner = rng.randrange(2)
        study.add(game(number, fighters, winner), game(number, fighters, winner))
        old = ("Ann", "Bo") if number % 2 else ("Bo", "Ann")
        study.add(game(number, old, rng.randrange(2), setting=1), game(number, ("New", old[1]), 0, setting=1))
    lines = {line.name: line for line in study.lines()}
    assert lines["fighter=New"].note == "new"
    assert lines["fighter=New"].verdict is Verdict.MORE
    assert lines["fighter=New"].b == 1.0
    assert abs(lines["fighter=New"].a - 0.5) < 0.1
    assert notes(study)[0].startswith("New: A shows what those it replaces")


def test_a_renamed_fighter_is_never_dropped(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    shutil.copytree(ARENA.folder / "content/standard", pack)
    old = ARENA.pack().characters[0]
    file = pack / "fighters.toml"
    text = file.read_text(encoding="utf-8")
    text = text.replace(f'id = "{old.id}"', 'id = "somebody"').replace(f'"{old.name}"', '"Somebody New"')
    file.write_text(text, encoding="utf-8")
    words = ("--b", "pack=mine", "--bots", "random", "--games", "48", "--workers", "1", "--json")
    out, err, code = run("compare", "combat_arena", *words)
    assert (err, code) == ("", 0)
    lines = {line["measure"]: line for line in json.loads(out)["lines"]}
    assert lines["fighter=Somebody New"]["newcomer"] == f"instead of {old.name}"
    others = {f"fighter={each.name}" for each in ARENA.pack().characters[1:]}
    assert others < lines.keys(), "and those who meet it are measured too"


# --- cards


def test_a_card_is_measured_where_it_was_held_and_where_it_was_played() -> None:
    rng, study = random.Random(1), Changes(["card=long_game"], 0.05, 0.05)
    for number in range(200):
        cards = ["held:Long Game", "card:Long Game", "card:Other"] if number % 3 else ["held:Long Game"]
        won = 0 if number % 3 and rng.random() < 0.9 else 1
        study.add(
            game(number, ("Ann", "Bo"), rng.randrange(2), cards=cards),
            game(number, ("Ann", "Bo"), won, cards=cards),
        )
    lines = {line.name: line for line in study.lines()}
    assert lines.keys() == {"card=Long Game", "held=Long Game"}
    assert lines["card=Long Game"].verdict is Verdict.MORE
    assert lines["card=Long Game"].b > 0.85
    assert "whoever played Long Game wins" in sentences(comparison(study))[0]


def test_a_card_that_is_not_there_is_refused(run: Run) -> None:
    words = ("--b", "max_rounds=9", "--bots", "random", "--measure", "card=Excalibur", "--games", "400")
    _, err, code = run("compare", "combat_arena", *words, "--workers", "1")
    assert code == 2
    assert "There is no 'card=Excalibur' to measure; there are: " in err


def test_a_card_of_a_pack_can_be_asked_for(run: Run) -> None:
    card = ARENA.pack().cards[0].name
    words = ("--b", "max_rounds=9", "--bots", "random", "--measure", f"card={card.lower()}", "--games", "60")
    out, _, code = run("compare", "combat_arena", *words, "--workers", "1")
    assert code == 0
    assert f"\n {card} held " in out
    assert f"\n {card} played " in out


# --- fair shares


def test_four_alone_share_by_quarters_and_two_teams_by_halves() -> None:
    assert Shares().share(Kind(4, 1)) == 0.25
    assert Shares().share(Kind(2, 2)) == 0.5


def test_one_against_three_has_half_and_the_three_what_their_living_get() -> None:
    shares = Shares([[0, 1, 1, 1]])
    for scores in ([0.0, 1.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]):
        shares.add(row(0, scores))
    champion, challenger, *_ = shares.kinds(row(0, [1.0, 0.0, 0.0, 0.0]))
    assert shares.share(champion) == 0.5
    assert shares.share(challenger) == pytest.approx(0.5 * 2 / 3)


def test_a_game_tells_its_sides() -> None:
    def sides(**options: object) -> list[int]:
        return list(ARENA.sides(ARENA.options(**options)))

    assert sides(players=3) == [0, 1, 2]
    assert sides(variant="brothers", players=4) == [0, 1, 0, 1]
    assert sides(variant="kingslayer", players=4, champion=2) == [1, 0, 1, 1]


def test_against_another_variant_only_what_is_above_the_fair_share_counts(run: Run) -> None:
    """In teams everybody wins half, alone a quarter: that is no change."""
    words = ("--a", "variant=brothers", "--b", "variant=last_standing", "--option", "players=4")
    out, _, code = run(
        "compare", "combat_arena", *words, "--bots", "random", "--measure", "fighter", "--games", "300"
    )
    assert code == 0
    assert "points above the fair share, which is 50% under A and 25% under B" in out
    assert "points less" not in out


# --- how it looks


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_table_fits(width: int) -> None:
    study = even(Changes([], 0.05, 0.05), random.Random(3), 100, seats=4)
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(table(study))
    said = capture.get()
    assert max(map(len, said.splitlines())) <= width
    assert "…" not in said
    for line in study.lines():
        assert VERDICTS[line.verdict][0] in said
    assert notes(study) == []


def test_all_of_it_is_there_as_json(run: Run) -> None:
    words = ("--b", "max_rounds=1", "--bots", "random", "--games", "60", "--workers", "1")
    out, err, code = run("compare", "combat_arena", *words, "--json")
    assert (err, code) == ("", 0)
    found = json.loads(out)
    assert (found["harena_compare"], found["game"], found["games"]) == (1, "combat_arena", 60)
    assert (found["a"]["label"], found["b"]["label"]) == ("as it is", "max_rounds=1")
    rounds = next(line for line in found["lines"] if line["measure"] == "rounds")
    assert rounds["verdict"] == "less"
    assert rounds["low"] <= rounds["difference"] <= rounds["high"] < 0
    said = run("compare", "combat_arena", *words)[0]
    assert all(sentence in said for sentence in found["sentences"])


def test_two_bots_are_compared_in_json_too(run: Run) -> None:
    words = ("--a", "greedy", "--b", "random", "--workers", "1", "--json")
    found = json.loads(run("compare", "dawn_raid", *words)[0])
    assert found["verdict"] == "more"
    assert 0.5 < found["low"] < found["score"] <= found["high"]
    assert sum(found["pair_scores"].values()) * 2 == found["games"]
