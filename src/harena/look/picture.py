"""Names from before the room was divided; they go when every game has taken up the new ones."""

from __future__ import annotations

from harena.look.laying import Box, where
from harena.look.writing import BOLD, clip, fit, width, wrap

__all__ = ["BOLD", "Box", "clip", "fit", "where", "width", "wrap"]
