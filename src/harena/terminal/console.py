"""A screen to write on and a keyboard to read from; also works with pipes, and without colour."""

from __future__ import annotations

import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment, Segments
from rich.text import Text

from harena.core.errors import HarenaError

# Control characters, marks that turn the direction of text around, half characters, line separators.
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def visible(text: str, keep: str = "") -> str:
    """The text with everything that could rewrite a terminal shown as `\\x1b` and the like."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        ascii(sign)[1:-1] if unicodedata.category(sign) in UNSEEN and sign not in keep else sign
        for sign in text
    )


def in_rows(sentence: str, stream: TextIO | None) -> str:
    """A sentence as wide as the terminal that a stream leads to; as it is where it leads elsewhere."""
    if stream is None or not stream.isatty():
        return sentence
    wide = max(20, Console(file=stream).width)
    return textwrap.fill(sentence, wide, break_long_words=False, break_on_hyphens=False)


class Visible:
    """Anything to print, with its text made `visible` at the last moment, whatever it is made of."""

    def __init__(self, content: RenderableType) -> None:
        self._content = content

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text, style, control in console.render(self._content, options):
            yield Segment(text if control else visible(text, keep="\n"), style, control)


class Screen(Console):
    """A console that lets its program find out that nobody reads on."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def read_line() -> str:
    """One line from the keyboard."""
    check_open()
    return input()


def check_open() -> None:
    """Refuse to go on where there is nothing to type on or nothing to write to."""
    if sys.stdin is None or sys.stdout is None:
        closed = "input" if sys.stdin is None else "output"
        raise HarenaError(f"Nobody can be asked here: the standard {closed} is closed.")


class Terminal:
    """What a player sees and types. Not `interactive`: a script types, and nothing is cleared or paged."""

    def __init__(
        self,
        console: Console | None = None,
        read: Callable[[], str] = read_line,
        interactive: bool | None = None,
    ) -> None:
        self.console = console or Screen(highlight=False)
        self._read = read
        self.interactive = self._at_keyboard() if interactive is None else interactive

    def _at_keyboard(self) -> bool:
        return self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    def say(self, *lines: RenderableType) -> None:
        """Write lines; plain text is taken as it is, so that nobody's name can be markup, and is not broken
        into rows, so that a command can be copied. Nothing is, where no terminal has rows.
        """
        for line in lines:
            plain = isinstance(line, str) or (isinstance(line, Text) and not self.console.is_terminal)
            self._print(Text(line) if isinstance(line, str) else line, plain)

    def _print(self, content: RenderableType, soft_wrap: bool = False) -> None:
        self.console.print(Visible(content), soft_wrap=soft_wrap)

    def ask(self, prompt: str) -> str:
        """One line from the keyboard, without the space around it. EOFError when there are no more."""
        self._print(Text(prompt, end=""), soft_wrap=True)
        self.console.file.flush()
        answer = self._read().strip()
        if not self.interactive:
            self.say(answer)  # so that the transcript of a script reads like a session
        return answer

    def clear(self) -> None:
        """Start on an empty screen."""
        if not self.interactive:
            self.say("")
        elif self.console.is_dumb_terminal:
            self.say("\n" * self.console.height)
        else:
            self.console.clear()

    @contextmanager
    def own_screen(self) -> Iterator[None]:
        """Play on a screen of its own, which leaves no trace to scroll back to: hands stay hidden."""
        separate = self.interactive and not self.console.is_dumb_terminal
        if separate:
            self.console.set_alt_screen(True)
        try:
            yield
        finally:
            if separate:
                self.console.set_alt_screen(False)

    def rows(self, *parts: RenderableType) -> int:
        """How many rows these take."""
        return len(self.console.render_lines(Group(*parts), pad=False))

    def rows_left(self, *parts: RenderableType) -> int:
        """How many rows are free beside these and the line one types on."""
        if not self.interactive:
            return sys.maxsize
        return self.console.height - self.rows(*parts) - 1

    def look_through(self, title: str, content: RenderableType, from_end: bool = False) -> None:
        """Show something on pages of its own, the last page first if asked."""
        heading = Text(title, style="bold")
        if not self.interactive:
            self.say("", heading, content)
            return
        pages = self._pages(content)
        at = len(pages) - 1 if from_end else 0
        while True:
            self.clear()
            self.say(heading)
            self._print(pages[at])
            more = at + 1 < len(pages)
            keys = f"Enter: {'next page' if more else 'back'}{', b: page before' if at else ''}"
            answer = self.ask(f"{keys}{', q: back' if more else ''} ").lower()
            if answer == "b" and at:
                at -= 1
            elif answer == "q" or not more:
                return
            else:
                at += 1

    def _pages(self, content: RenderableType) -> list[Segments]:
        lines = self.console.render_lines(content, pad=False)
        size = max(self.console.height - 3, 1)
        return [
            Segments([part for line in lines[start : start + size] for part in (*line, Segment.line())])
            for start in range(0, max(len(lines), 1), size)
        ]


def open_terminal() -> Terminal:
    """The terminal this program runs in."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an odd byte or a narrow character set stops nobody
    return Terminal()
