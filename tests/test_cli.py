"""The command line: what each command says, and what it says when it cannot."""

from __future__ import annotations

import io
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import harena
from harena.commands import cli
from harena.core.match import Match
from resting import wait_until_it_rests

HARENA = [sys.executable, "-c", "from harena.commands.cli import main; main()"]


class Said:
    """What a command said, and its exit code."""

    def __init__(self, out: str, err: str, code: int) -> None:
        self.out, self.err, self.code = out, err, code

    @property
    def words(self) -> str:
        return " ".join(self.out.split())


Run = Callable[..., Said]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `harena` with these words, in a folder of its own, with this typed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def typed(*words: str, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as exit_info:
            cli.main(words)
        out, err = capsys.readouterr()
        assert isinstance(exit_info.value.code, int)
        return Said(out, err, exit_info.value.code)

    return typed


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a finished match with fair dice."""
    seeds = harena.FairSeeds(harena.new_server_seed(), ["ann", "bo"])
    match = harena.new("dawn_raid", fair=seeds, names=["Ann", "Bo"])
    while not match.over:
        match.play(match.legal()[-1])
    return _saved(match, tmp_path_factory.mktemp("finished"))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a match that goes on."""
    match = harena.new("dawn_raid", seed=4, names=["Ann", "Bo"])
    match.play(match.legal()[0])
    return _saved(match, tmp_path_factory.mktemp("running"))


def _saved(match: Match, folder: Path) -> Path:
    match.save(folder / "game.json")
    return folder / "game.json"


# --- what there is


def test_version_says_whether_the_core_is_compiled(run: Run) -> None:
    said = run("--version")
    assert said.code == 0
    core = "compiled core" if harena.compiled() else "core in plain Python (slow)"
    assert said.out == f"Harena {harena.__version__}, {core}\n"


def test_help_lists_every_command(run: Run) -> None:
    said = run("--help")
    assert said.code == 0
    for command in ("bench", "bots", "games", "options", "pack", "play", "replay", "rules", "show", "verify"):
        assert f"│ {command} " in said.out


def test_the_help_of_play_warns_of_the_secrets_in_a_running_record(run: Run) -> None:
    assert "it holds everything that is hidden" in run("play", "--help").words


def test_games_are_listed_with_title_and_summary(run: Run) -> None:
    said = run("games")
    assert said.code == 0
    begins = " ".join(harena.game("dawn_raid").summary.split()[:4])
    assert f"dawn_raid Dawn Raid, for 2 {begins}" in said.words
    assert "combat_arena Combat Arena, for 2 to 4 " in said.words


def test_a_game_that_cannot_be_loaded_hides_no_other(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from harena.core import registry

    known = registry.names
    monkeypatch.setattr(registry, "names", lambda: ["broken", *known()])
    said = run("games")
    assert said.code == 0
    assert "There is no game 'broken'" in said.words
    assert "Dawn Raid" in said.out


def test_bots_are_listed_with_how_they_play(run: Run) -> None:
    from harena.bots.greedy import GreedyBot

    said = run("bots")
    assert said.code == 0
    for name in ("easy", "greedy", "hard", "learned", "master", "mcts", "normal", "program", "random"):
        assert re.search(rf"^{name} +\w", said.out, re.MULTILINE)
    assert " ".join(GreedyBot.about.split()[:6]) in said.words


def test_a_bot_that_cannot_be_loaded_hides_no_other(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from harena.bots import registry

    known = registry.names
    monkeypatch.setattr(registry, "names", lambda: ["broken", *known()])
    said = run("bots")
    assert said.code == 0
    assert "There is no bot 'broken'" in said.words
    assert "random Takes " in said.words


def test_rules_print_the_whole_rulebook(run: Run) -> None:
    said = run("rules", "dawn_raid")
    assert said.code == 0
    for rule in harena.game("dawn_raid").rulebook.rules:
        assert rule in said.out


def test_rules_leave_out_what_a_terminal_cannot_show(run: Run) -> None:
    assert "![An arena with four fighters]" in harena.game("combat_arena").rulebook.text
    said = run("rules", "combat_arena")
    assert said.code == 0
    for unseen in ("🌆", "An arena with four fighters", "![", "<!--", "generated from"):
        assert unseen not in said.out
    for rule in harena.game("combat_arena").rulebook.rules:
        assert rule in said.out


def test_rules_print_one_rule(run: Run) -> None:
    said = run("rules", "dawn_raid", "dr-2.5")
    assert said.code == 0
    assert said.words.startswith("DR-2.5 ")
    assert "DR-2.6" not in said.out


def test_options_are_listed_with_their_choices(run: Run) -> None:
    said = run("options", "dawn_raid")
    assert said.code == 0
    assert "first_attacker Who attacks first. Can be: random " in said.words
    assert " seat1 Seat 1 seat2 Seat 2 If left out: random" in said.words


def test_options_are_listed_with_what_a_pack_allows(run: Run, tmp_path: Path) -> None:
    said = run("options", "combat_arena")
    assert "Can be: storm_eye The Storm's Eye pinwheel The Pinwheel set_up" in said.words
    assert "Up to 4 of these, with commas: rafelo Brother Rafelo teknoth" in said.words
    assert "max_rounds After so many rounds the least wounded side wins. Can be: 1 to 99 " in said.words
    assert run("pack", "new", "combat_arena", "mine").code == 0
    boards = tmp_path / "mine" / "boards.toml"
    boards.write_text(boards.read_text().replace('"pinwheel"', '"windmill"'))
    said = run("options", "combat_arena", "--pack", "mine")
    assert "storm_eye The Storm's Eye windmill The Pinwheel" in said.words
    assert run("options", "combat_arena", "--pack", "nowhere").code == 2


def test_a_pack_is_checked_and_counted(run: Run) -> None:
    said = run("pack", "dawn_raid", "standard")
    assert said.code == 0
    pack = harena.game("dawn_raid").pack("standard")
    assert said.out.startswith(f"{pack.title} (standard), a pack for Dawn Raid. It can be played.\n")
    assert f"Digest {pack.digest}\n" in said.out
    assert said.out.count("card: 30") == 2


def test_a_pack_that_cannot_be_used_is_refused_with_its_place(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for file in (harena.game("dawn_raid").folder / "content" / "standard").glob("*.toml"):
        (folder / file.name).write_text(file.read_text().replace("melee = ", "melee = -", 1))
    said = run("pack", "dawn_raid", str(folder))
    assert said.code == 2
    assert "field 'melee'" in said.err
    assert said.out == ""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A pack of one's own: a copy of the standard one."""
    return Path(shutil.copytree(harena.game("dawn_raid").folder / "content" / "standard", tmp_path / "mine"))


@pytest.mark.parametrize("content", [b"= not TOML", b"title = '\xff'", b"x = " + b"[" * 5000])
def test_files_that_are_no_part_of_a_pack_do_not_matter(run: Run, mine: Path, content: bytes) -> None:
    (mine / "notes.toml").write_bytes(content)
    (mine / "folder.toml").mkdir()
    said = run("pack", "dawn_raid", "mine")
    assert said.code == 0
    assert "notes.toml" not in said.out
    assert said.out.count("card: 30") == 2


def test_the_pack_page_shows_the_message_one_gets(run: Run, mine: Path) -> None:
    (mine / "chaos.toml").rename(mine / "sunward.toml")
    head = (mine / "pack.toml").read_text()
    (mine / "pack.toml").write_text(head.replace('"chaos"', '"sunward"'))
    cards = (mine / "sunward.toml").read_text().split("[[card]]")
    cards[4] = re.sub("^id = .*", 'id = "lion_queen"', cards[4], flags=re.MULTILINE)
    cards[4] = re.sub("^role = .*", 'role = "queen"', cards[4], flags=re.MULTILINE)
    (mine / "sunward.toml").write_text("[[card]]".join(cards))
    said = run("pack", "dawn_raid", "mine")
    assert said.err.startswith("sunward.toml, card 4 (lion_queen), field 'role': ")
    general = Path(__file__).parent.parent / "docs" / "write-a-pack.md"
    for page in (general, harena.game("dawn_raid").folder / "PACKS.md"):
        assert f"    {said.err}" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "', 'id = "\\u001b[2J'),
        ("[[card]]", '[[card]]\n"\\u001b[2J" = 1'),
        ('title = "', '"\\u001b[2J" = 1\ntitle = "'),
    ],
)
def test_no_message_about_a_pack_can_rewrite_the_terminal(run: Run, mine: Path, old: str, new: str) -> None:
    text = (mine / "chaos.toml").read_text()
    (mine / "chaos.toml").write_text(text.replace(old, new, 1))
    said = run("pack", "dawn_raid", "mine")
    assert said.code == 2
    assert "\x1b" not in said.err
    assert r"\x1b[2J" in said.err


def test_no_message_about_a_record_can_rewrite_the_terminal(run: Run, finished: Path) -> None:
    record = json.loads(finished.read_text())
    record["pack"]["name"] = "\x1b[2J"
    Path("odd.json").write_text(json.dumps(record))
    said = run("replay", "odd.json")
    assert said.code == 2
    assert "\x1b" not in said.err
    assert r"\x1b[2J" in said.err


# --- playing


def test_a_game_is_played_from_a_pipe(run: Run) -> None:
    typed = "three owls\n" + "1\n" * 70
    said = run("play", "dawn_raid", "--seats", "Ann", "--save", "game.json", typed=typed)
    assert said.code == 0
    assert said.out.startswith("Dawn Raid\n"), "what was agreed comes first"
    assert "\nDice promise: " in said.out
    assert "The game is over: " in said.out
    assert json.loads(Path("game.json").read_text())["dice"]["player_seeds"][0] == "three owls"
    assert run("verify", "game.json", "--promise", said.out.split("Dice promise: ")[1][:64]).code == 0


def test_words_for_the_dice_come_from_the_command_line_or_are_random(run: Run) -> None:
    words = [
        "play",
        "dawn_raid",
        "--hot-seat",
        "--words",
        "three owls",
        "--words",
        "rain",
        "--save",
        "a.json",
    ]
    assert "some words" not in run(*words, typed="\n1\n").out
    assert json.loads(Path("a.json").read_text())["dice"]["player_seeds"] == ["three owls", "rain"]
    assert "some words" not in run("play", "dawn_raid", "--quick", "--save", "b.json", typed="1\n").out
    assert len(json.loads(Path("b.json").read_text())["actions"]) >= 1


def test_who_leaves_instead_of_giving_words_leaves_nothing(run: Run, tmp_path: Path) -> None:
    said = run("play", "dawn_raid")
    assert (said.code, said.out.splitlines()[-1]) == (0, "Nothing was saved.")
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_saved_resumed_and_played_to_its_end(run: Run) -> None:
    said = run("play", "dawn_raid", "--hot-seat", "--save", "game.json", typed="\n\n\n1\nq\n")
    assert "Hand over to Player" in said.out
    assert "Go on with: harena play --resume game.json" in said.out
    assert len(json.loads(Path("game.json").read_text())["actions"]) == 1
    said = run("play", "--resume", "game.json", typed="1\n" * 200)
    assert said.code == 0
    assert "The game is over: " in said.out
    assert run("verify", "game.json").code == 0


def test_play_saves_under_a_name_of_its_own(run: Run, tmp_path: Path) -> None:
    run("play", "dawn_raid", typed="\n1\n")
    assert [file.name.startswith("dawn_raid-") for file in tmp_path.iterdir()] == [True]


def test_options_and_seed_reach_the_game(run: Run) -> None:
    words = ["play", "dawn_raid", "--seed", "3", "-o", "first_deck=seat2", "--option", "first_attacker=seat1"]
    run(*words, "--practice", "--save", "game.json", typed="1\n")
    record = json.loads(Path("game.json").read_text())
    assert record["options"] == {"first_deck": "seat2", "first_attacker": "seat1", "deck_cards": 30}
    assert record["dice"] == {"kind": "fast", "seed": 3}
    assert record["practice"] is True


def test_a_match_with_a_pack_of_ones_own_is_resumed_with_it(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(harena.game("dawn_raid").folder / "content" / "standard", folder)
    text = (folder / "pack.toml").read_text()
    (folder / "pack.toml").write_text(text.replace('title = "', 'title = "My ', 1))
    said = run("play", "dawn_raid", "--pack", "mine", "--quick", "--save", "g.json", typed="1\nq\n")
    assert "harena play --resume g.json --pack mine" in said.out
    without = run("play", "--resume", "g.json")
    assert without.code == 2
    assert "played with a different pack" in without.err
    assert run("play", "--resume", "g.json", "--pack", "mine", typed="q\n").code == 0


EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"
PLAIN = f"bot:program:{sys.executable} {EXAMPLES / 'plain_bot.py'}"


def test_a_program_plays_and_is_named_again_to_go_on(run: Run) -> None:
    words = ["play", "dawn_raid", "--seed", "3", "--seats", f"Ann,{PLAIN}", "--save", "game.json"]
    said = run(*words, typed="1\n" * 5 + "q\n")
    assert said.code == 0
    assert f"Go on with: harena play --resume game.json --seats ',{PLAIN}'\n" in said.out
    assert str(EXAMPLES) not in Path("game.json").read_text()
    said = run("play", "--resume", "game.json", typed="1\n" * 70)
    assert said.code == 2
    assert (
        "a saved match never starts one by itself. Name it again: --seats ',bot:program:COMMAND'" in said.err
    )
    said = run("play", "--resume", "game.json", "--seats", f",{PLAIN}", typed="1\n" * 70)
    assert said.code == 0
    assert "The game is over: " in said.out


def test_a_program_that_misbehaves_is_named_and_the_match_is_kept(run: Run, tmp_path: Path) -> None:
    bad = (EXAMPLES / "plain_bot.py").read_text().replace('"action": action', '"action": "surrender"')
    (tmp_path / "bad.py").write_text(bad)
    seats = f"Ann,bot:program:{sys.executable} bad.py"
    said = run("play", "dawn_raid", "--seed", "3", "--seats", seats, "--save", "game.json", typed="1\n" * 70)
    assert said.code == 2
    assert re.match(
        r"At decision \d+ the bot program '\S+ bad\.py' chose 'surrender', which is not", said.err
    )
    assert "Traceback" not in said.err
    assert "Go on with: harena play --resume game.json" in said.out
    assert len(harena.load("game.json").played) >= 1


def test_a_program_that_cannot_be_started_leaves_no_match(run: Run, tmp_path: Path) -> None:
    said = run("play", "dawn_raid", "--seed", "3", "--seats", "Ann,bot:program:./none", "--save", "game.json")
    assert said.code == 2
    assert "'./none' cannot be started: No such file or directory." in said.err
    assert list(tmp_path.iterdir()) == []


# --- records


def test_a_record_that_holds_is_said_to_hold(run: Run, finished: Path) -> None:
    said = run("verify", str(finished))
    assert said.code == 0
    assert said.out.startswith("This record holds: the server seed is the one ")
    assert said.out.count("\n") == 1, "a pipe gets the sentence on one line"


def test_a_promise_noted_down_is_compared_with_the_record(run: Run, finished: Path) -> None:
    promise = json.loads(finished.read_text())["commitment"]
    assert run("verify", str(finished), "--promise", promise).code == 0
    said = run("verify", str(finished), "--promise", "0" * 64)
    assert said.code == 1
    assert "This record does NOT hold" in said.out
    assert run("verify", str(finished), "--promise", "").code == 2


@pytest.mark.parametrize(
    ("entry", "value"),
    [("game", "chess"), ("rules", 99), ("pack", {"name": "unheard_of", "digest": "0"})],
)
def test_a_record_that_cannot_be_checked_here_is_not_called_false(
    run: Run, finished: Path, entry: str, value: object
) -> None:
    record = json.loads(finished.read_text())
    record[entry] = value
    Path("other.json").write_text(json.dumps(record))
    said = run("verify", "other.json")
    assert (said.code, said.out) == (2, "")
    assert "does NOT hold" not in said.err


def test_a_record_that_was_changed_does_not_hold(run: Run, finished: Path) -> None:
    record = json.loads(finished.read_text())
    record["names"][0] = "Eve"
    Path("changed.json").write_text(json.dumps(record))
    said = run("verify", "changed.json")
    assert said.code == 1
    assert said.words.startswith("This record does NOT hold: The record was changed after it was sealed.")


def test_an_unfinished_record_does_not_hold_yet(run: Run, running: Path) -> None:
    said = run("verify", str(running))
    assert said.code == 1
    assert "not finished" in said.out


def test_a_replay_without_a_keyboard_tells_the_story(run: Run, finished: Path) -> None:
    match = harena.load(finished)
    said = run("replay", str(finished))
    assert said.code == 0
    for sentence in match.story(harena.SPECTATOR):
        assert sentence in said.words
    assert "You turn up" in run("replay", str(finished), "--seat", "2").out


def test_show_prints_the_position_after_so_many_actions(run: Run, finished: Path) -> None:
    said = run("show", str(finished), "--at", "0")
    assert said.code == 0
    assert "raid 1, battle 1, type not named yet" in said.out
    assert "the game is over" in run("show", str(finished)).out


def test_show_sees_with_a_seats_eyes(run: Run, finished: Path) -> None:
    assert "(you)" not in run("show", str(finished)).out
    assert "B Bo (you)" in run("show", str(finished), "--seat", "2").out


def test_show_writes_a_picture(run: Run, finished: Path) -> None:
    said = run("show", str(finished), "--at", "3", "--svg", "table.svg")
    assert (said.code, said.out) == (0, "The picture is in table.svg\n")
    match = harena.replay(harena.read_record(finished), upto=3)
    assert Path("table.svg").read_text() == match.picture(harena.SPECTATOR)


# --- what cannot be used


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["play", "chess"], "There is no game 'chess'. Installed are:"),
        (["rules", "chess"], "There is no game 'chess'."),
        (["rules", "dawn_raid", "DR-9.9"], "Dawn Raid has no rule 'DR-9.9'."),
        (["options", "chess"], "There is no game 'chess'."),
        (["pack", "dawn_raid", "nowhere"], "nowhere: Dawn Raid has no pack of that name (standard)"),
        (["play", "dawn_raid", "-o", "speed"], "An option is written NAME=VALUE, not 'speed'."),
        (["play", "dawn_raid", "-o", "speed=1"], "There is no option 'speed'; there are: first_deck"),
        (["play", "dawn_raid", "-o", "seed=1"], "There is no option 'seed'"),
        (["play", "dawn_raid", "-o", "first_deck=me"], "It can be: random, seat1, seat2."),
        (["play", "dawn_raid", "--seed", "-1"], "A seed is a whole number"),
        (["play", "dawn_raid", "--seats", "a,b,c"], "There are 3 players for 2 seats."),
        (["play", "dawn_raid", "--seats", "bot:x"], "There is no bot 'x'."),
        (["play", "dawn_raid", "--pack", "nowhere"], "nowhere: Dawn Raid has no pack"),
        (["play", "dawn_raid", "--save", "."], "this file already exists"),
        (
            ["play", "dawn_raid", "--save", "no/x.json"],
            "no/x.json: the record cannot be saved: there is no folder",
        ),
        (["play", "dawn_raid", "--seed", "1", "--words", "x"], "Words are for fair dice"),
        (
            ["play", "dawn_raid", "--words", "x", "--words", "y"],
            "There are more words (2) than people who play (1).",
        ),
        (["play", "--resume", "none.json", "--words", "x"], "A saved match keeps its options"),
        (["play", "--resume", "none.json"], "none.json: the record cannot be read: No such file"),
        (["play", "--resume", "none.json", "--seed", "1"], "A saved match keeps its options"),
        (["verify", "none.json"], "none.json: the record cannot be read: No such file"),
        (["replay", "none.json"], "none.json: the record cannot be read: No such file"),
        (["show", "none.json"], "none.json: the record cannot be read: No such file"),
        (["fly"], 'Unknown command "fly"'),
        (["verify"], "requires an argument"),
        (["play", "dawn_raid", "--seed", "x"], 'Invalid value for --seed: unable to convert "x" into int.'),
        (["play", "dawn_raid", "--fly"], "Unknown option: "),
    ],
)
def test_what_cannot_be_used_gets_a_sentence_and_exit_code_2(run: Run, words: list[str], answer: str) -> None:
    said = run(*words)
    assert said.code == 2
    assert answer in " ".join(said.err.replace("│", "").split())
    assert "Traceback" not in said.err
    assert said.out == ""


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"", "not a record"),
        (b"\xff\xfe", "not a record"),
        (b"{}", "no 'harena_record' entry"),
        (b'{"harena_record": 99}', "has format 99"),
        (b'{"harena_record": 1}', "This record is damaged"),
    ],
)
@pytest.mark.parametrize("command", [["verify"], ["replay"], ["show"], ["play", "--resume"]])
def test_what_is_no_record_is_refused(run: Run, command: list[str], content: bytes, answer: str) -> None:
    Path("bad.json").write_bytes(content)
    said = run(*command, "bad.json")
    assert said.code == 2
    assert said.err.startswith("bad.json: ")
    assert answer in said.err


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--at", "999"], "--at takes 0 to"),
        (["--at", "-1"], "--at takes 0 to"),
        (["--seat", "0"], "There is no seat 0; --seat takes 1 to 2."),
        (["--seat", "3"], "There is no seat 3"),
        (["--svg", "nowhere/x.svg"], "nowhere/x.svg: No such file or directory."),
    ],
)
def test_show_refuses_what_it_cannot_show(run: Run, finished: Path, words: list[str], answer: str) -> None:
    said = run("show", str(finished), *words)
    assert said.code == 2
    assert answer in said.err


def test_a_finished_match_is_not_resumed(run: Run, finished: Path) -> None:
    said = run("play", "--resume", str(finished))
    assert said.code == 2
    assert "this match is over" in said.err


def test_play_without_a_game_asks_which(run: Run) -> None:
    said = run("play")
    assert said.code == 2
    assert said.err.startswith("Which game? Installed are: ")
    assert "dawn_raid, high_card" in said.err


# --- measuring


def test_bench_measures_the_games_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from harena.commands import bench
    from harena.core import registry

    asked: list[list[str]] = []
    monkeypatch.setattr(bench, "calibration", lambda: 1.0)
    monkeypatch.setattr(bench, "measured", lambda names: {})
    monkeypatch.setattr(bench, "measure_interpreted", lambda names: asked.append(names) or {})
    said = run("bench", "dawn_raid", "--json")
    assert said.code == 0
    assert json.loads(said.out)
    assert run("bench").code == 0
    assert asked == [["dawn_raid"], registry.names()]


def test_the_figures_of_bench_fit_on_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from harena.commands.bench import Figures, _print_table

    monkeypatch.setenv("COLUMNS", "80")
    figures = Figures(*[9_999_999.0] * 5)
    _print_table(1e6, {"combat_arena, four fighters": figures}, {"combat_arena, four fighters": figures})
    assert capsys.readouterr().out.count("9,999,999") == 10


# --- as a program of its own


def test_the_installed_program_plays_from_a_pipe(tmp_path: Path) -> None:
    words = ["play", "dawn_raid", "--seats", "Ann", "--seed", "3", "--save", "game.json"]
    done = subprocess.run(
        [*HARENA, *words],
        input=b"1\n\xff\xff\n" + b"1\n" * 70,
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "The game is over: " in done.stdout.decode()


def test_a_narrow_character_set_stops_nobody(tmp_path: Path) -> None:
    done = subprocess.run(
        [*HARENA, "play", "dawn_raid", "--seed", "3", "--save", "game.json"],
        input=b"1\n",
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "TERM": "dumb", "NO_COLOR": "1"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?A Player 1 (you)" in done.stdout


@pytest.mark.parametrize("words", [["--help"], ["games"], ["pack", "dawn_raid"], ["rules", "dawn_raid"]])
def test_a_terminal_said_to_be_0_wide_is_shown_everything(words: list[str]) -> None:
    shown = [
        subprocess.run([*HARENA, *words], env={**os.environ, **size}, capture_output=True, check=True).stdout
        for size in ({"COLUMNS": "0", "LINES": "0"}, {"COLUMNS": "80"})
    ]
    assert shown[0] == shown[1] != b""


def _without(stream: int, words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run with a standard stream closed, as `<&-` does it."""
    return subprocess.run(
        [*HARENA, *words],
        cwd=folder,
        preexec_fn=lambda: os.close(stream),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(os.name != "posix", reason="closes a file descriptor before the program starts")
@pytest.mark.parametrize("dice", [[], ["--quick"], ["--seed", "3"]])
@pytest.mark.parametrize(("stream", "name"), [(0, "input"), (1, "output")])
def test_without_a_keyboard_or_a_screen_nobody_can_play(
    tmp_path: Path, dice: list[str], stream: int, name: str
) -> None:
    done = _without(stream, ["play", "dawn_raid", *dice], tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Nobody can be asked here: the standard {name} is closed.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="closes a file descriptor before the program starts")
def test_bots_and_records_need_no_keyboard(tmp_path: Path) -> None:
    words = ["play", "dawn_raid", "--seats", "bot:random,bot:random", "--save", "game.json"]
    assert "The game is over" in _without(0, words, tmp_path).stdout
    assert _without(0, ["verify", "game.json"], tmp_path).returncode == 0
    assert "The game is over" in _without(0, ["replay", "game.json"], tmp_path).stdout


@pytest.mark.skipif(os.name != "posix", reason="pipes work differently there")
def test_when_nobody_reads_on_what_was_played_is_kept(tmp_path: Path) -> None:
    words = ["play", "dawn_raid", "--hot-seat", "--seed", "4", "--save", "game.json"]
    program = subprocess.Popen(
        [*HARENA, *words], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdin
    assert program.stdout
    assert program.stderr
    program.stdin.write(b"\n1\n")
    program.stdin.flush()
    _read_until(program.stdout.fileno(), b"> 1\n")
    program.stdout.close()
    program.stdin.write(b"1\n" * 10)
    program.stdin.close()
    assert program.wait(timeout=60) == 128 + signal.SIGPIPE
    assert program.stderr.read() == b""
    program.stderr.close()
    assert len(harena.load(tmp_path / "game.json").played) >= 1


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("sign", ["SIGHUP", "SIGTERM", "SIGKILL"])
@pytest.mark.parametrize("actions", [0, 1])
def test_a_program_that_is_ended_loses_nothing(tmp_path: Path, sign: str, actions: int) -> None:
    words = ["play", "dawn_raid", "--hot-seat", "--seed", "4", "--save", "game.json"]
    program = subprocess.Popen([*HARENA, *words], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert program.stdin
    assert program.stdout
    program.stdin.write(b"\n" + b"1\n" * actions)
    program.stdin.flush()
    _read_until(program.stdout.fileno(), b"> 1\n" if actions else b"> ")
    wait_until_it_rests(program.pid)  # it has written the record and waits for input
    program.send_signal(getattr(signal, sign))
    code = program.wait(timeout=60)
    program.stdin.close()
    program.stdout.close()
    if actions:
        assert len(harena.load(tmp_path / "game.json").played) == actions
    elif sign != "SIGKILL":
        assert list(tmp_path.iterdir()) == []
    assert code == (-signal.SIGKILL if sign == "SIGKILL" else 0)


def test_help_is_quick_because_it_loads_no_game(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom harena.commands.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "heavy = ('harena.games.', 'harena.terminal', 'rich.markdown', 'jinja2')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_ctrl_c_at_a_real_terminal_saves_and_leaves_tidily(tmp_path: Path) -> None:
    import pty

    own, theirs = pty.openpty()
    words = ["play", "dawn_raid", "--hot-seat", "--seed", "4", "--save", "game.json"]
    program = subprocess.Popen(
        [*HARENA, *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm", "LINES": "24", "COLUMNS": "80"},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        shown = _read_until(own, b"press Enter. ")
        os.write(own, b"\n")
        shown += _read_until(own, b"\n> ")
        os.write(own, b"1\n")
        shown += _read_until(own, b"\n> ", b"press Enter. ")
        wait_until_it_rests(program.pid)  # Python acts on a signal that comes just before only later
        program.send_signal(signal.SIGINT)
        shown += _read_until(own, b"--resume game.json")
        assert program.wait(timeout=60) == 0
    finally:
        program.kill()
        os.close(own)
    assert b"Traceback" not in shown
    assert shown.count(b"\x1b[?1049h") == shown.count(b"\x1b[?1049l") == 1
    assert len(json.loads((tmp_path / "game.json").read_text())["actions"]) == 1


def _read_until(terminal: int, *wanted: bytes, seconds: float = 60) -> bytes:
    """What a program writes until one of these comes."""
    shown, end = b"", time.monotonic() + seconds
    while not any(text in shown for text in wanted):
        assert time.monotonic() < end, shown
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 65536)
    return shown
