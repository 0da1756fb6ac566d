"""A measured question at the terminal: Enter lets go, and dice stand in for the hand (HC-2.6)."""

from __future__ import annotations

from pathlib import Path

import harena
from harena.core.record import read_record
from harena.terminal.start import new_table
from terminal.typist import Typist


def test_enter_lets_go_and_nothing_is_chosen() -> None:
    typist = Typist([])
    table = new_table(
        typist.terminal(), "high_card", seats="Ann", seed=3, save=Path("game.json"), options=("bell=true",)
    )
    tried: list[str] = []

    def types() -> str:
        if table.match.measured:
            if not tried:
                tried.append("stop:0")
                return tried[0]
            return ""
        choices = table._choices(0).actions
        return str(choices.index("bet:roll") + 1) if "bet:roll" in choices and not asked() else answer()

    def asked() -> bool:
        return typist.screen.getvalue().rstrip().endswith("Type y to do it.")

    def answer() -> str:
        return "y" if asked() else "1"

    typist.then = types
    table.play()
    stops = [entry for entry in read_record(Path("game.json")).actions if entry.startswith("0 stop:")]
    assert tried, "Ann never came to the bell"
    assert len(stops) >= 2
    assert "Press Enter to let go. Dice stand in for your hand" in typist.seen
    assert "Press Enter to let go, or type h for help." in typist.seen
    record = read_record(Path("game.json"))
    assert record.times == []
    assert harena.verify(record).holds
