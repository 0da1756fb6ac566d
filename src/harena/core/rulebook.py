"""A game's RULES.md: its rules found by id, because every event cites one."""

from __future__ import annotations

import re
from pathlib import Path

RULE = re.compile(r"^(?:[-*] )?\*\*([A-Z]{2}-\d+\.\d+)\*\*\s*(.*)$")


class Rulebook:
    """The text of a rulebook and the single rules in it."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")
        self.rules = _rules(self.text)

    def rule(self, rule_id: str) -> str:
        """What a rule says, in the words of the rulebook."""
        return self.rules[rule_id]


def _rules(text: str) -> dict[str, str]:
    """A rule begins with its id in bold and ends at the next empty line."""
    found: dict[str, str] = {}
    current = ""
    for line in text.splitlines():
        start = RULE.match(line.strip())
        if start:
            current = start.group(1)
            found[current] = start.group(2)
        elif not line.strip():
            current = ""
        elif current:
            found[current] += " " + line.strip()
    return found
