"""A comparison for other programs: everything the report says, as plain data."""

from __future__ import annotations

import math
from typing import Any

from harena.lab.changes import Changes, Line
from harena.lab.compare import Comparison
from harena.lab.compare_words import sentences
from harena.lab.measures import is_length
from harena.lab.sides import Side
from harena.lab.stronger import Stronger

FORMAT = 1


def as_data(comparison: Comparison) -> dict[str, Any]:
    """The whole comparison; docs/reports.md says what each field is."""
    study = comparison.study
    plan = comparison.plans[0]
    return {
        "harena_compare": FORMAT,
        "game": plan.game,
        "seed": plan.seed,
        "a": side_data(comparison.a),
        "b": side_data(comparison.b),
        "games": 2 * study.pairs,
        "most_games": 2 * plan.games,
        "interrupted": comparison.interrupted,
        "settled": study.decided,
        "risk": study.risk,
        "margin": study.margin,
        "match_ups": len(plan.settings),
        "left_out": comparison.left_out,
        "sentences": sentences(comparison),
        **(of_changes(study) if isinstance(study, Changes) else of_bots(study)),
    }


def side_data(side: Side) -> dict[str, Any]:
    return {"label": side.label, "bot": side.bot, "pack": side.pack, "digest": side.digest}


def of_changes(study: Changes) -> dict[str, Any]:
    return {"lines": [line_data(line) for line in study.lines()]}


def line_data(line: Line) -> dict[str, Any]:
    """One line; what is not known is null."""
    trait, equals, value = line.name.partition("=")
    length = is_length(line.name)
    return {
        "measure": line.name,
        "trait": trait if equals else None,
        "value": value if equals else None,
        "unit": "length" if length else "rate",
        "a": line.a,
        "b": line.b,
        "fair_a": None if length else line.fair[0],
        "fair_b": None if length else line.fair[1],
        "above_fair": line.shifted,
        "difference": line.difference,
        "low": known(line.low),
        "high": known(line.high),
        "p": line.p_value,
        "verdict": line.verdict.value,
        "margin": line.margin,
        "within_margin": line.small,
        "games_more": known(line.games_more),
        "newcomer": line.note or None,
        "complement": line.reverse or None,
        "rare": line.rare,
    }


def of_bots(study: Stronger) -> dict[str, Any]:
    low, high = study.interval
    return {
        "score": study.score,
        "low": low,
        "high": high,
        "p": study.p_value,
        "verdict": study.verdict.value,
        "games_more": known(study.games_more),
        "pair_scores": {f"{score:g}": n for score, n in sorted(study.scores.items())},
    }


def known(number: float) -> float | None:
    """A number, or nothing where it has no end."""
    return number if math.isfinite(number) else None
