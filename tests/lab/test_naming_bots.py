"""One way to name bots in all commands that let them play, and the same refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from harena.lab import ratings, simulate_run
from lab.typed import Run

# What each command plays, besides its bots.
COMMANDS = {
    "simulate": ("dawn_raid", "--games", "2", "--workers", "1", "--out", "x.jsonl"),
    "ratings": ("dawn_raid", "--games", "2", "--workers", "1"),
    "compare": ("combat_arena", "--b", "max_rounds=3", "--games", "8", "--workers", "1"),
    "balance": ("dawn_raid", "--games", "8", "--workers", "1"),
    "play": ("dawn_raid", "--seats", "bot:random", "--seed", "1"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (("--bots", "gredy"), "There is no bot 'gredy'. There are: "),
        (("--bots", "random,gredy"), "There is no bot 'gredy'. There are: "),
        (("--bots", "random", "--bots", "gredy"), "There is no bot 'gredy'. There are: "),
        (("--bots", "mcts:fast"), "Bot 'mcts:fast': its budget is a number of iterations"),
    ],
)
def test_what_is_no_bot_is_refused_alike(
    run: Run, command: str, bots: tuple[str, ...], sentence: str
) -> None:
    out, err, code = run(command, *COMMANDS[command], *bots)
    assert (out, code) == ("", 2)
    assert sentence in " ".join(err.split())
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("simulate", "Dawn Raid has 2 seats here; 3 bots were named, not 1 or 2."),
        ("compare", "harena compare takes one bot for all seats; 3 were named."),
        ("balance", "harena balance takes one bot for all seats; 3 were named."),
        ("play", "1 seat is left for bots; 3 were named."),
    ],
)
def test_too_many_bots_are_refused(run: Run, command: str, sentence: str) -> None:
    out, err, code = run(command, *COMMANDS[command], "--bots", "random,greedy,mcts:3")
    assert (out, code) == ("", 2)
    assert sentence in " ".join(err.split())


def test_with_commas_one_by_one_or_in_the_old_way(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    class EnoughError(Exception):
        pass

    def rated(tournament: ratings.Tournament) -> None:
        asked.append(list(tournament.bots))
        raise EnoughError

    def simulated(wish: simulate_run.Wish, *rest: object) -> None:
        asked.append(wish.bots)

    monkeypatch.setattr(ratings, "prepare", rated)
    monkeypatch.setattr("harena.commands.simulation.play_run", simulated)
    both = ("--bots", "random,greedy"), ("--bots", "random", "--bots", "greedy")
    for words in (*both, ("random", "greedy")):
        with pytest.raises(EnoughError):
            run("ratings", *COMMANDS["ratings"], *words)
    for words in both:
        run("simulate", *COMMANDS["simulate"], *words)
    assert asked == [["random", "greedy"]] * 5
