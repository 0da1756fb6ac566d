"""A balance report for other programs: everything the page says, as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from harena.lab.balance import Rate
from harena.lab.balance_parts import Heat, Length, Section, Sources, Usefulness, Uses
from harena.lab.balance_run import Finished
from harena.lab.balance_words import verdict
from harena.lab.bars import MEDIAN, Judged, bar_sentences

FORMAT = 1


def as_data(done: Finished) -> dict[str, Any]:
    """The whole report; docs/reports.md says what each field is."""
    found = done.found
    report, played = found.report, found.played
    return {
        "harena_balance": FORMAT,
        "harena": played.version,
        "title": played.title,
        "played": dict(played.facts),
        "command": played.command,
        "page": str(done.page),
        "games_file": None if done.games is None else str(done.games),
        "stopped": done.stopped,
        "games": report.games,
        "drawn": report.drawn,
        "seats": report.seats,
        "main": report.main or None,
        "sentences": [*verdict(report), *bar_sentences(found.judged)],
        "traits": [section_data(section) for section in report.sections],
        "lengths": [length_data(each) for each in report.lengths],
        "uses": [uses_data(each) for each in report.uses],
        "sources": [sources_data(each) for each in report.sources],
        "bars": [bar_data(each) for each in found.judged],
    }


def rate_data(rate: Rate, clear: int) -> dict[str, Any]:
    low, high = rate.interval
    decided_low, decided_high = rate.decided_interval
    return {
        "games": rate.games,
        "won": rate.won,
        "rate": rate.rate,
        "low": low,
        "high": high,
        "fair": rate.fair,
        "p": rate.p_value,
        "clear": clear,
        "alone": rate.standing,
        "decided": rate.decided,
        "decided_rate": rate.decided_rate,
        "decided_low": decided_low,
        "decided_high": decided_high,
    }


def section_data(section: Section) -> dict[str, Any]:
    return {
        "trait": section.trait,
        "same_as": section.said or None,
        "values": [{"name": each.name, **rate_data(each.rate, each.clear)} for each in section.values],
        "tables": [heat_data(heat) for heat in section.heats],
    }


def heat_data(heat: Heat) -> dict[str, Any]:
    return {
        "title": heat.title,
        "caption": heat.caption,
        "cells": [
            {"row": row, "column": column, **rate_data(cell, clear)}
            for row, cells, marks in zip(heat.rows, heat.cells, heat.clear, strict=True)
            for column, cell, clear in zip(heat.columns, cells, marks, strict=True)
            if cell is not None and cell.games
        ],
    }


def length_data(length: Length) -> dict[str, Any]:
    low, median, high = length.quartiles
    return {
        "name": length.name,
        "median": median,
        "quarter": low,
        "three_quarters": high,
        "mean": length.mean,
        "shortest": length.shortest,
        "longest": length.longest,
        "histogram": {str(value): length.histogram[value] for value in sorted(length.histogram)},
    }


def uses_data(uses: Uses) -> dict[str, Any]:
    return {"kind": uses.kind, "title": uses.title, "things": [use_data(each) for each in uses.things]}


def use_data(each: Usefulness) -> dict[str, Any]:
    known = each.compared
    return {
        "name": each.name,
        "gain": each.gain.gap if known else None,
        "low": each.gain.low if known else None,
        "high": each.gain.high if known else None,
        "p": each.p_value,
        "clear": each.clear,
        "alone": each.standing,
        "won_with": each.won_with,
        "won_without": each.won_without if known else None,
        "used": each.used,
        "per_game": each.per_game,
        "prevails": each.prevails,
        "correlation": each.correlation,
    }


def sources_data(sources: Sources) -> dict[str, Any]:
    return {
        "kind": sources.kind,
        "title": sources.title,
        "per": sources.per or None,
        "things": [
            {
                "name": each.name,
                "per_game": each.per_game,
                "often": sources.often(each) if sources.per else None,
                "share": each.share if sources.shares else None,
                "by_group": dict(zip(sources.groups, each.by_group, strict=False)),
            }
            for each in sources.things
        ],
    }


def bar_data(judged: Judged) -> dict[str, Any]:
    out: dict[str, Any] = msgspec.to_builtins(judged)
    low, high = judged.interval
    bar = judged.bar
    limits = (bar.lowest, bar.highest) if judged.of == MEDIAN else (bar.low, bar.high)
    return {**out, "interval": [low, high], "bar": list(limits)}
