"""What several commands take in the same way."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

OptionWords = Annotated[list[str] | None, Parameter(name=["--option", "-o"])]
BotWords = Annotated[list[str] | None, Parameter(name=["--bots", "--bot"])]
