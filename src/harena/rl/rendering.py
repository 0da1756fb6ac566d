"""A position as a seat sees it: printed, as text, or as the game's own picture."""

from __future__ import annotations

from typing import Final

from harena.core.errors import OptionError
from harena.core.state import State
from harena.rl.setting import Setting

RENDER_MODES: Final = ("human", "ansi", "svg")


def checked_mode(mode: str | None) -> str | None:
    """A way of rendering that there is."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(
            f"There is no render_mode {str(mode)[:40]!r}. There are: {', '.join(RENDER_MODES)}."
        )
    return mode


def rendered(setting: Setting, state: State, seat: int, mode: str | None) -> str | None:
    """A position as text, as a picture (SVG), or printed."""
    if mode is None:
        raise OptionError(f"Say at the beginning how to render: render_mode is {', '.join(RENDER_MODES)}.")
    view = setting.game.view(state, seat)
    if mode == "svg":
        svg: str = setting.game.draw(setting.pack, view, setting.names).svg()
        return svg
    text = setting.game.words(setting.pack, setting.names).describe(view)
    if mode == "ansi":
        return text
    print(text)
    return None
