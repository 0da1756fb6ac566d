"""What a client may say at a table, in JSON: each kind of message and what belongs to it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from harena.core.swing import LONGEST
from harena.server.talk import TABLE

Text = Annotated[str, Meta(max_length=600)]


class Marked(msgspec.Struct, frozen=True):
    """The mark of a message that could not be heard otherwise."""

    request: Annotated[str, Meta(max_length=40)] = ""


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """Who I am (keys of seats) and what I would like to be sent."""

    keys: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=8)] = []
    parts: Annotated[list[str], Meta(max_length=8)] = []
    layout: Text = "wide"
    seen: int = 0  # the highest `number` that I have been told of this table, through whichever server


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="act"):
    """Take an action in the position with this number of moves."""

    action: Text
    moves: int
    seat: int | None = None
    request: Annotated[str, Meta(max_length=40)] = ""


class LetGo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="let_go"):
    """Let go at a measured question, so many milliseconds after it was shown."""

    ms: Annotated[int, Meta(ge=0, le=LONGEST)]
    moves: int
    seat: int | None = None
    request: Annotated[str, Meta(max_length=40)] = ""


class Simple(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message about one of your own seats."""

    seat: int | None = None
    request: Annotated[str, Meta(max_length=40)] = ""


class TakeBack(Simple, frozen=True, tag="take_back"):
    moves: int = -1


class Resign(Simple, frozen=True, tag="resign"):
    pass


class Start(Simple, frozen=True, tag="start"):
    pass


class Return(Simple, frozen=True, tag="return"):
    pass


class Rematch(Simple, frozen=True, tag="rematch"):
    pass


class Agree(Simple, frozen=True, tag="agree"):
    leaver: int = -1


class Say(Simple, frozen=True, tag="say"):
    text: Text = ""
    to: Text = TABLE
    name: Text = ""  # of one who looks on; a seat has its own


class WishPace(Simple, frozen=True, tag="pace"):
    pace: Text = ""


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """See through another of my seats; -2 as a spectator."""

    seat: int


class LayOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="layout"):
    """Draw me wide or tall pictures from now on."""

    layout: Text
    request: Annotated[str, Meta(max_length=40)] = ""


class Describe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="describe"):
    """Tell me the position in words, as I see it."""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Is the connection alive?"""

    at: float = 0.0


class Pong(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pong"):
    """The answer to a ping of the server's, which times it."""

    number: int


Asked = Act | LetGo | TakeBack | Resign | Return | Agree | Say | WishPace | Start  # of the table
Message = Asked | Rematch | Look | LayOut | Describe | Ping | Pong
