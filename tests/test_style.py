"""Types, lint and format are part of the tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
APART = re.compile(r"(?<![A-Za-z])\d(?: |\u00a0|&nbsp;)%(?!})")  # 88 %, but no template's {% if n > 0 %}
READ = (".md", ".py", ".js", ".j2", ".toml")


def run(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_types() -> None:
    run("mypy")


def test_lint() -> None:
    run("ruff", "check", ".")


def test_format() -> None:
    run("ruff", "format", "--check", ".")


def test_percentages_are_written_in_one_way() -> None:
    """88%, never 88 %: see `harena.core.prose.percent`."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "src").rglob("*")]
    apart = [
        f"{page.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for page in pages
        if page.suffix in READ
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if APART.search(line)
    ]
    assert apart == []
