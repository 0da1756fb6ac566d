"""Lists with explanations: a name at the left, what is to be said of it at the right, at any width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from harena.core.options import Known, OptionField


def explained(rows: Iterable[tuple[str, list[RenderableType]]]) -> Table:
    """Names, each with some lines."""
    grid = _grid()
    for name, lines in rows:
        grid.add_row(Text(name, style="bold cyan"), Group(*lines))
    return grid


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


def explained_options(fields: Iterable[OptionField], known: Mapping[str, Known]) -> Table:
    """Options, what each can be, and what it is if nobody says."""
    return explained((field.name, _lines(field, known.get(field.name))) for field in fields)


def _lines(field: OptionField, known: Known | None) -> list[RenderableType]:
    default = str(field.default)
    lines: list[RenderableType] = [Text(field.about), *_values(field, known)]
    if default:
        lines.append(_said("If left out:", default))
    return [*lines, Text("")]


def _values(field: OptionField, known: Known | None) -> Iterator[RenderableType]:
    """What an option can be: those that have names one below the other, numbers in a row."""
    if known:
        yield _said("Can be:" if known.most == 1 else f"Up to {known.most} of these, with commas:")
        yield _with_names(known.names)
    elif any(isinstance(choice.value, str) for choice in field.words):
        yield _said("Can be:")
        yield _with_names({str(choice.value): choice.label for choice in field.words})
    elif field.words:
        yield _said("Can be:", ", ".join(str(choice.value) for choice in field.words))
    elif field.least is not None and field.most is not None:
        yield _said("Can be:", f"{field.least} to {field.most}")


def _with_names(names: Mapping[str, str]) -> Padding:
    grid = _grid()
    for value, name in names.items():
        grid.add_row(Text(value, style="cyan"), Text(name))
    return Padding(grid, (0, 0, 0, 2), expand=False)


def _said(heading: str, value: str = "") -> Text:
    return Text.assemble((heading, "dim"), " ", value)
