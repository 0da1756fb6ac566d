"""Balance reports: what is counted, what is said about it, and how it looks."""

from __future__ import annotations

import re
import sys
import tracemalloc
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from rich.console import Console

from harena.commands import cli
from harena.core.errors import HarenaError
from harena.core.study import Count
from harena.lab import plots
from harena.lab.balance import Tally, tally
from harena.lab.balance_parts import Report
from harena.lab.balance_report import make_report
from harena.lab.balance_run import Findings, Wish, find, plan_balance
from harena.lab.balance_tables import tables
from harena.lab.balance_words import called, signed, verdict
from harena.lab.bars import bar_sentences, judge, read_bar
from harena.lab.plan import Plan, Row
from harena.lab.results import Results
from harena.lab.simulate import rows
from harena.lab.statistics import wilson
from lab.made_up import FIGHTERS, arena, duel, row

ADA = FIGHTERS[0]


NAMED = {"wounds": Count("Damage by source", place=1)}


def report_of(played: list[Row]) -> Report:
    return make_report(tally(played), NAMED)


def plan_of(seats: int = 2, games: int = 600) -> Plan:
    return Plan("dawn_raid", "standard", "0" * 64, 1, [{}], ["random"] * seats, games, 1)


def findings(games: int = 600, seats: int = 2, *bars: str, strong: float = 2.0) -> Findings:
    limits = [read_bar(bar) for bar in bars]
    return find(plan_of(seats, games), arena(games, seats, strong), limits, "harena balance dawn_raid")


# --- counting


def test_a_win_rate_counts_draws_as_shares_and_knows_the_decided_games() -> None:
    counted = tally(
        [duel(0, "A", "B", 1), duel(1, "A", "B", 0.5), duel(2, "B", "A", 0), duel(3, "B", "A", 1)]
    )
    rate = counted.traits["fighter"]["A"]
    assert (rate.games, rate.won, rate.rate, rate.fair) == (4, 2.5, 0.625, 0.5)
    assert (rate.decided, rate.decided_won) == (3, 2)
    assert counted.drawn == 1


def test_who_only_meets_itself_is_left_out() -> None:
    counted = tally([duel(0, "A", "A", 1), duel(1, "A", "B", 1)])
    assert counted.traits["fighter"]["A"].games == 1
    assert counted.meetings["fighter"].keys() == {("A", "B"), ("B", "A")}


def test_several_seats_of_one_kind_are_one_witness() -> None:
    traits = [{"side": "many"}, {"side": "many"}, {"side": "many"}, {"side": "one"}]
    counted = tally([row(0, [0, 1, 0, 0], traits)])
    many = counted.traits["side"]["many"]
    assert (many.games, many.won, many.fair) == (1, pytest.approx(1 / 3), 0.25)


def test_head_to_head_says_who_beats_whom() -> None:
    counted = tally(
        [duel(0, "A", "B", 1), duel(1, "B", "A", 0), duel(2, "A", "C", 0), duel(3, "A", "B", 0.5)]
    )
    meetings = counted.meetings["fighter"]
    assert (meetings["A", "B"].won, meetings["A", "B"].games) == (2.5, 3)
    assert (meetings["B", "A"].won, meetings["C", "A"].won) == (0.5, 1)


def test_among_more_than_two_only_games_that_one_of_them_won_count() -> None:
    traits = [{"fighter": name} for name in "ABC"]
    counted = tally([row(0, [1, 0, 0], traits), row(1, [0, 0, 1], traits), row(2, [0.5, 0.5, 0], traits)])
    against_b = counted.meetings["fighter"]["A", "B"]
    assert (against_b.games, against_b.won) == (2, 1.5)


def test_allies_who_win_together_have_not_met() -> None:
    traits = [{"fighter": name} for name in "ABCD"]
    counted = tally([row(0, [1, 1, 0, 0], traits)])
    assert ("A", "B") not in counted.meetings["fighter"]
    assert counted.meetings["fighter"]["A", "C"].won == 1
    assert counted.drawn == 0


def test_a_cards_worth_is_compared_among_those_who_have_it() -> None:
    """B never has the card, so that B's losses do not speak for it."""
    played = []
    for number in range(40):
        counts = [{"card:Lunge": 2} if number % 4 < 2 else {}, {}]
        played.append(row(number, [1, 0], [{"fighter": "A"}, {"fighter": "B"}], counts))
    use = report_of(played).uses[0].things[0]
    assert (use.name, use.per_game, use.used) == ("Lunge", 1.0, 0.5)
    assert (use.won_with, use.won_without, use.gain.gap, use.standing) == (1, 1, 0, 0)


def test_useful_cards_come_first() -> None:
    cards = report_of(list(arena(800))).uses[0].things
    assert [card.name for card in cards] == ["Lunge", "Wait", "Cower"]
    assert [card.standing for card in cards] == [1, 0, -1]
    assert cards[0].correlation > 0.2 > -0.2 > cards[2].correlation


def test_damage_has_its_sources_for_everybody_and_for_each_fighter() -> None:
    report = report_of(list(arena(600)))
    wounds = next(each for each in report.sources if each.kind == "wounds")
    assert wounds.title == "Damage by source"
    assert sorted(wounds.groups) == sorted(FIGHTERS)
    assert [each.name for each in wounds.things] == ["melee", "snare"]
    assert sum(each.share for each in wounds.things) == pytest.approx(1)
    snare = wounds.things[1]
    assert snare.per_game == 2
    assert snare.by_group == [1, 1, 1, 1]


def test_small_sources_are_put_together() -> None:
    counts = {f"wounds:{number}": 20 - number for number in range(15)}
    things = report_of([row(0, [1, 0], counts=[counts, {}])]).sources[0].things
    assert (len(things), things[-1].name) == (10, "6 others")
    assert sum(each.share for each in things) == pytest.approx(1)


def test_what_a_game_does_not_count_was_nought() -> None:
    played = [
        row(0, [1, 0], of_game={"pushes": 3}),
        row(1, [1, 0]),
        row(2, [0, 1], of_game={"ended:rout": 1}),
    ]
    counted = tally(played)
    assert counted.lengths()["pushes"] == Counter({0: 2, 3: 1})
    assert "ended:rout" not in counted.lengths()
    assert make_report(counted).sources[-1].things[0].name == "rout"


def test_what_is_the_same_in_every_game_has_no_histogram() -> None:
    played = [row(number, [1, 0], of_game={"defeats": 1, "rounds": 4 + number}) for number in range(3)]
    assert list(tally(played).lengths()) == ["decisions", "rounds"]
    assert "rounds (median 5)" in verdict(make_report(tally(played)))[1]


def test_a_value_that_is_no_name_is_said_with_its_trait() -> None:
    assert called("placed", "second") == "placed second"
    assert called("start", "a1") == "start a1"
    assert called("fighter", "Brother Rafelo") == "Brother Rafelo"


def test_bots_are_compared_where_they_differ() -> None:
    report = report_of([row(0, [1, 0], bots=["mcts", "random"]), row(1, [0, 1], bots=["random", "mcts"])])
    bots = next(section for section in report.sections if section.trait == "bot")
    assert [(value.name, value.rate.won) for value in bots.values] == [("mcts", 2), ("random", 0)]


def test_memory_does_not_grow_with_games() -> None:
    counted = Tally()
    for each in arena(500):
        counted.add(each)
    tracemalloc.start()
    for each in arena(3000, seed=2):
        counted.add(each)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 100_000


# --- saying


def test_the_verdict_names_what_stands_out_and_nothing_else() -> None:
    first, *rest = verdict(report_of(list(arena(2400))))
    assert re.match(rf"{ADA} wins 6\d\.\d% \(.*\), clearly more than its share of 50%; ", first)
    assert "decides first" not in first
    assert first.endswith(".")
    assert rest[0].startswith("None was drawn; half of the games take ")
    assert "most useful Lunge" in rest[1]
    assert "least useful Cower" in rest[1]


def test_the_verdict_says_when_nothing_stands_out_and_how_much_could_hide() -> None:
    even = [duel(number, "A", "B", number % 2) for number in range(100)]
    assert verdict(report_of(even))[0].startswith("Nothing stands out")
    assert "off by less than about 11 points" in verdict(report_of(even))[0]


def test_of_two_only_the_stronger_is_named() -> None:
    said = verdict(report_of([duel(number, "A", "B", 1) for number in range(50)]))[0]
    assert "A wins" in said
    assert "B wins" not in said


def test_the_same_finding_is_said_once() -> None:
    traits = [{"seat": "1", "first decision": "yes"}, {"seat": "2", "first decision": "no"}]
    said = verdict(report_of([row(number, [1, 0], traits) for number in range(50)]))[0]
    assert said.startswith("Seat 1 wins 100.0")
    assert "decides first" not in said


def test_equal_numbers_are_not_yet_the_same_finding() -> None:
    """Deck A and the first attacker both win 30 of 40, but not the same 30."""
    played = []
    for winner, loser, games in (("A yes", "B no", 20), ("A no", "B yes", 10), ("B yes", "A no", 10)):
        traits = [
            dict(zip(("deck", "first attacker"), seat.split(), strict=True)) for seat in (winner, loser)
        ]
        played += [row(number, [1, 0], traits) for number in range(games)]
    said = verdict(report_of(played))[0]
    assert "Deck A wins 75.0" in said
    assert "the first attacker wins 75.0" in said


def test_four_share_by_quarters() -> None:
    report = report_of(list(arena(1200, seats=4, strong=3)))
    ada = report.sections[0].values[0]
    assert (ada.name, ada.rate.fair) == (ADA, 0.25)
    assert "clearly more than its share of 25" in verdict(report)[0]


def test_nothing_rounds_to_a_signed_nought() -> None:
    assert [signed(number) for number in (-0.001, 0.001, -0.25, 0.25)] == ["0.00", "0.00", "−0.25", "+0.25"]  # noqa: RUF001


# --- bars


def test_a_bar_tells_inside_from_outside_from_unsure() -> None:
    even = [duel(number, "A", "B", number % 2) for number in range(100)]
    wide, narrow = (judge(report_of(even), [read_bar(bar)]) for bar in ("30-70", "45-55"))
    assert {each.verdict for each in wide} == {"inside"}
    assert {each.verdict for each in narrow} == {"unsure"}
    outside = judge(report_of([duel(0, "A", "B", 1)]), [read_bar("45-55")])
    assert [each.verdict for each in outside] == ["outside", "outside"]
    assert "A is outside the bar of 45–55" in " ".join(bar_sentences(outside)).replace("Fighter ", "")  # noqa: RUF001


def test_a_bar_is_for_decided_games() -> None:
    played = [
        duel(0, "A", "B", 1),
        duel(1, "A", "B", 1),
        *(duel(number, "A", "B", 0.5) for number in range(98)),
    ]
    assert judge(report_of(played), [read_bar("45-55")])[0].verdict == "outside"


def test_a_bar_can_be_for_one_thing() -> None:
    report = report_of(list(arena(100)))
    judged = judge(report, [read_bar("seat=0-100")])
    assert {each.trait for each in judged} == {"seat"}
    with pytest.raises(HarenaError, match=r"bar is for 'deck'.*fighter"):
        judge(report, [read_bar("deck=45-55")])


@pytest.mark.parametrize("text", ["", "45", "55-45", "45-550", "-5-10", "a-b", "fighter=", "45–55"])  # noqa: RUF001
def test_a_bad_bar_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(HarenaError, match=r"bar .*\.$"):
        read_bar(text)


# --- drawing


class Looker(HTMLParser):
    """Notes tags and what they point to, and that each is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tables = self.captions = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link"):
            self.open.append(tag)
        found = {name: value or "" for name, value in attributes}
        self.links += [found[name] for name in ("href", "src") if name in found]
        self.ids += [found["id"]] if "id" in found else []
        self.tables += tag == "table"
        self.captions += tag == "caption"

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(("seats", "bars"), [(2, ("fighter=45-55",)), (4, ())])
def test_the_page_stands_alone_and_is_whole(seats: int, bars: tuple[str, ...]) -> None:
    page = findings(600, seats, *bars).page()
    looker = Looker()
    looker.feed(page)
    assert looker.open == []
    assert all(link.startswith("#") or link == "data:," for link in looker.links)
    assert {link[1:] for link in looker.links if link.startswith("#")} <= set(looker.ids)
    assert len(looker.ids) == len(set(looker.ids))
    assert looker.tables == looker.captions > 8
    assert "url(" not in page
    assert "@import" not in page
    assert len(page) < 400_000
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(drawing)


def test_the_same_games_give_the_same_page() -> None:
    assert findings(200).page() == findings(200).page()


def test_names_cannot_be_markup() -> None:
    played = [duel(number, "<b>A&B</b>", "[red]B[/red]", number % 2) for number in range(10)]
    found = find(plan_of(), played, [], "harena balance")
    assert "&lt;b&gt;A&amp;B&lt;/b&gt;" in found.page()
    assert "<b>A&B" not in found.page()
    assert "[red]B[/red]" in printed(found)


def printed(found: Findings, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        for each in tables(found.report, found.judged):
            console.print(each)
    return capture.get()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_tables_fit_into_eighty_columns(seats: int) -> None:
    said = printed(findings(600, seats))
    assert max(map(len, said.splitlines())) <= 80
    assert "…" not in said, "something was cut off"
    for words in (
        "Wins by fighter",
        "Head to head",
        "Wins by seat",
        "Game length",
        "Cards",
        "Wounds",  # which the game of this plan does not count, so it has no title for it
    ):
        assert words in said


def test_a_scale_has_round_ends_and_holds_its_numbers() -> None:
    scale = plots.scale([0.437, 0.561])
    assert (scale.low, scale.high, scale.ticks) == (0.4, 0.6, [0.4, 0.45, 0.5, 0.55, 0.6])
    assert (scale.at(0.5), scale.at(0), scale.at(1)) == (50, 0, 100)
    same = plots.scale([0.5, 0.5])
    assert same.low < same.high


def test_a_histogram_has_all_games() -> None:
    plot = plots.histogram(Counter({3: 2, 4: 4, 7: 1}), (3.0, 4.0, 4.0))
    assert [column.height for column in plot.columns] == [50, 100, 25]
    assert plot.columns[0].words == "3: 2 games"
    wide = plots.histogram(Counter(range(1000)), (250.0, 500.0, 750.0))
    assert len(wide.columns) <= plots.MOST_BINS
    assert plots.histogram(Counter({5: 1}), (5.0, 5.0, 5.0)).box == (50, 50, 50)


# --- the command


def test_games_are_rounded_up_to_whole_rounds_of_match_ups() -> None:
    plan = plan_balance(Wish(game="combat_arena", bot="random", games=13))
    assert plan.games % len(plan.settings) == 0
    assert plan.games >= 13


def test_a_small_game_can_be_reported_on() -> None:
    plan = plan_balance(Wish(game="high_card", bot="random", games=20))
    found = find(plan, rows(plan), [], "harena balance high_card")
    assert found.report.games == plan.games
    assert [section.trait for section in found.report.sections][-2:] == ["seat", "first decision"]
    assert "High Card" in found.page()


def command(*words: str) -> int:
    with pytest.raises(SystemExit) as exit_info:
        cli.main(["balance", *words])
    assert isinstance(exit_info.value.code, int)
    return exit_info.value.code


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdin", None)
    return tmp_path


def test_the_command_prints_and_writes(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("dawn_raid", "--bots", "random", "--games", "12") == 0
    out = capsys.readouterr().out
    assert "12 games by random" in out
    assert "Wins by seat" in out
    assert "The page is in balance-dawn_raid.html" in out
    assert re.search(r"The same again: harena balance dawn_raid --bots random --games \d+ --seed 1", out)
    assert (here / "balance-dawn_raid.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_what_lies_outside_the_bar_fails_the_command(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("dawn_raid", "--bots", "random", "--games", "10", "--html", "page.html")
    assert command(*words, "--bar", "seat=0-1") == 1
    assert "Seat 1 is outside the bar" in capsys.readouterr().out
    assert command(*words, "--bar", "0-100") == 0
    assert (here / "page.html").exists()


def keep(file: Path, played: list[Row], plan: Plan) -> None:
    results = Results(file, plan)
    list(results.kept())
    for each in played:
        results.add(each)
    results.close()


def test_kept_games_are_reported_on_as_if_just_played(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = plan_balance(Wish(game="dawn_raid", bot="random", games=12))
    keep(here / "kept", list(rows(plan)), plan)
    assert command("--from", "kept", "--html", "kept.html") == 0
    assert "The same again: harena balance --from kept" in capsys.readouterr().out
    assert command("dawn_raid", "--bots", "random", "--games", "12", "--html", "played.html") == 0
    kept, played = ((here / name).read_text(encoding="utf-8") for name in ("kept.html", "played.html"))
    assert without_command(kept) == without_command(played)


def without_command(page: str) -> str:
    return re.sub(r"<pre>.*?</pre>", "", page, flags=re.DOTALL)


def test_kept_games_of_another_game_are_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(here / "kept", [], plan_of())
    assert command("high_card", "--from", "kept") == 2
    assert "these are games of 'dawn_raid'" in capsys.readouterr().err
    assert command("--from", "kept") == 2
    assert "no games to report on" in capsys.readouterr().err


def test_a_damaged_row_is_said_in_a_sentence(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(here / "kept", [replace(row(0, [1, 0]), counts=[])], plan_of())
    assert command("--from", "kept") == 2
    assert "kept: game 0 does not say the same of all its seats." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere"], "nowhere"),
        (["dawn_raid", "--games", "0"], "at least one game"),
        (["dawn_raid", "--bots", "nobody"], "nobody"),
        (["dawn_raid", "--bar", "high"], "A bar is written like 45-55"),
        (["dawn_raid", "--html", "nowhere/page.html"], "folder that exists"),
        (["dawn_raid", "--option", "colour=red"], "no option 'colour'"),
        (["--from", "missing.file"], "missing.file"),
        (["--from", "missing.file", "--seed", "4"], "leave them out"),
    ],
)
def test_what_cannot_be_used_is_said_before_anything_is_played(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    assert command(*words) == 2
    assert complaint in capsys.readouterr().err
    assert list(here.iterdir()) == []


# --- the page that explains


def test_the_table_of_precision_is_true() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reports.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| (\d+) \| ±([\d.]+) \| ±([\d.]+) \|$", text, re.MULTILINE)
    assert len(lines) == 5
    for games, *reaches in lines:
        for rate, reach in zip((0.5, 0.25), reaches, strict=True):
            low, high = wilson(rate * int(games), int(games))
            assert f"{50 * (high - low):.1f}" == reach
