"""The notebook runs from its first cell to its last, and shows what it promises."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import pytest

NOTEBOOK = Path(__file__).parent.parent.parent / "examples" / "notebook.ipynb"
CELLS = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


@pytest.fixture(autouse=True)
def no_window() -> Iterator[None]:
    before = matplotlib.get_backend()
    plt.switch_backend("agg")
    yield
    plt.close("all")
    plt.switch_backend(before)


def run(source: str, names: dict[str, Any]) -> str:
    """What a notebook would draw below a cell: the value of its last line, if that can be drawn."""
    lines = ast.parse(source)
    last = lines.body.pop() if isinstance(lines.body[-1], ast.Expr) else None
    exec(compile(lines, str(NOTEBOOK), "exec"), names)
    value = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names) if last else None
    for drawn in ("_repr_svg_", "_repr_html_"):
        if hasattr(value, drawn):
            return str(getattr(value, drawn)())
    return ""


def test_the_notebook_plays_draws_and_plots(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = [run("".join(cell["source"]), names) for cell in CELLS if cell["cell_type"] == "code"]
    first, second = (one for one in shown if one.startswith("<svg"))
    assert first != second, "they have played on"
    (table,) = (one for one in shown if one.startswith("<table"))
    assert table.count("<tr>") == len(names["features"].features) + 1
    assert len(plt.get_fignums()) == 3
    assert names["match"].over
    assert "The game is over" in capsys.readouterr().out


def test_the_notebook_is_kept_without_its_output() -> None:
    codes = [cell for cell in CELLS if cell["cell_type"] == "code"]
    assert len(codes) >= 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in codes)
