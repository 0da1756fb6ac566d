"""What a pack has to say about options is said before the first game, and nothing is left half done."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from harena.commands import cli
from harena.lab.play import Player

COMMANDS = [
    ("play", "combat_arena", "--seats", "bot:random,bot:random", "--seed", "1", "--option", "{}"),
    ("simulate", "combat_arena", "--games", "4", "--workers", "1", "--option", "{}"),
    ("simulate", "combat_arena", "--games", "4", "--workers", "1", "--option", "{}", "--match-ups"),
    ("simulate", "combat_arena", "--games", "4", "--workers", "1", "--option", "{}", "--out", "rows.csv"),
    ("balance", "combat_arena", "--bots", "random", "--games", "4", "--workers", "1", "--option", "{}"),
    ("compare", "combat_arena", "--bots", "random", "--b", "{}", "--workers", "1"),
    ("compare", "combat_arena", "--a", "random", "--b", "greedy", "--option", "{}", "--workers", "1"),
    (
        "ratings",
        "combat_arena",
        "--bots",
        "random,greedy",
        "--games",
        "2",
        "--option",
        "{}",
        "--workers",
        "1",
    ),
]
WRONG = [
    ("board=moon", "Option 'board': there is no board 'moon'. It can be: storm_eye, pinwheel."),
    ("picks=nobody", "Option 'picks': there is no fighter 'nobody'."),
    ("picks=grue,grue", "Option 'picks': grue can be picked only once."),
    ("max_rounds=0", "Option 'max_rounds': expected `int` >= 1."),
]


@pytest.mark.parametrize(("option", "sentence"), WRONG, ids=lambda text: text[:12])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: "-".join(words[:1] + words[-1:]))
def test_a_wrong_option_is_refused_before_the_first_game(
    command: tuple[str, ...],
    option: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def no_game(*_: object) -> None:
        raise AssertionError("a game was begun")

    monkeypatch.setattr(Player, "played", no_game)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        cli.main([word.replace("{}", option) for word in command])
    assert left.value.code == cli.UNUSABLE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS[1:3] + COMMANDS[4:5], ids=lambda words: words[0] + words[-1])
def test_a_variant_sets_what_goes_with_it_as_at_a_table(
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        cli.main([word.replace("{}", "variant=brothers") for word in command])
    assert left.value.code == 0, capsys.readouterr().err
