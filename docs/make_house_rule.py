"""Runs the commands of docs/house-rule.md again, and writes their output into their boxes.

Run as `python docs/make_house_rule.py` whenever a pack, a bot or a report changes; it takes a few minutes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "house-rule.md"
BOX = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands(box: str) -> list[str]:
    """The commands of a box, in order."""
    return [line.removeprefix("$ ") for line in box.splitlines() if line.startswith("$ ")]


def said(command: str, folder: Path) -> str:
    """What a command says, as at a terminal of 80 columns without colour."""
    print(f"$ {command}", flush=True)
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    surroundings = {**os.environ, "PATH": tools, "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1) or done.stderr:  # 1: a balance report found something
        sys.exit(f"This command no longer works:\n{done.stdout}{done.stderr}")
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def main() -> None:
    """Write the page again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "src").symlink_to(ROOT / "src")

        def filled(box: re.Match[str]) -> str:
            told = [f"$ {command}\n{said(command, folder)}" for command in commands(box[1])]
            return f"```console\n{''.join(told)}```"

        page = BOX.sub(filled, PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(page, encoding="utf-8")
    print("Now read the verdict in docs/house-rule.md again: does it still say what the boxes say?")


if __name__ == "__main__":
    main()
