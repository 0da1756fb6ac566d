"""The page on packs is true: its entries load, and its message is the real one."""

from __future__ import annotations

import msgspec

from harena.core.errors import PackError
from harena.games.dawn_raid import GAME
from harena.games.dawn_raid.pack.reading import CardEntry, FactionEntry, PackEntry
from kit.pack_page import PackPage

PAGE = PackPage(GAME.folder / "PACKS.md")


def test_the_head_and_its_faction_load() -> None:
    head = PAGE.block("game")
    assert msgspec.convert(head, PackEntry).name == "my_pack"
    assert msgspec.convert(head["faction"][0], FactionEntry).id == "lions"


def test_the_card_loads() -> None:
    assert msgspec.convert(PAGE.block("card")["card"][0], CardEntry).id == "lion_queen"


def test_the_message_is_written_as_messages_are() -> None:
    (message,) = PAGE.messages
    made = PackError("sunward.toml", "x.", "card 4 (lion_queen)", "role")
    assert message.startswith(str(made).removesuffix("x."))
