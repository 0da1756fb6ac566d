"""The host's folders of packs: what is offered, what is left out and why, and what changes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import cast

import pytest

from example.high_card import GAME as HIGH_CARD
from harena.core.errors import HarenaError, PackError
from harena.core.registry import find
from harena.server import packs
from harena.server.house import House, Offered
from harena.server.library import Library
from harena.server.packs import MissingPackError, PackCopy, PackKit, load
from harena.server.store import Store
from server.conftest import run
from server.houses import NEW_CARD, high_card, house_pack, rename

RAID = find("dawn_raid")


def names(house: House, game: str = "dawn_raid") -> list[str]:
    return [one.name for one in house.offered(find(game))]


def test_without_a_folder_there_is_what_comes_with_the_game() -> None:
    assert names(House()) == ["standard"]
    assert names(House(), "high_card") == ["standard", "riches"]


def test_a_folder_of_packs_is_offered_each_to_its_game(tmp_path: Path) -> None:
    house_pack(tmp_path / "packs", "mine")
    house_pack(tmp_path / "packs", "fight", "combat_arena")
    house = House([tmp_path / "packs"])
    assert house.told() == []
    assert names(house) == ["standard", "mine"]
    assert names(house, "combat_arena") == ["standard", "fight"]
    kit = house.kit(RAID, "mine")
    assert kit.digest == RAID.pack(tmp_path / "packs" / "mine").digest
    assert NEW_CARD in {one.name for one in RAID.exhibits(load(kit))}


def test_one_pack_can_be_named_itself(tmp_path: Path) -> None:
    assert names(House([house_pack(tmp_path / "packs")])) == ["standard", "mine"]


def test_a_changed_folder_offers_its_new_content_and_the_old_kit_stays_as_it_was(tmp_path: Path) -> None:
    pack = house_pack(tmp_path / "packs")
    house = House([tmp_path / "packs"])
    before = house.kit(RAID, "mine")
    rename(pack, NEW_CARD, "Other Mob")
    after = house.kit(RAID, "mine")
    assert before.digest != after.digest
    shutil.rmtree(pack)
    for kit, card in ((before, NEW_CARD), (after, "Other Mob")):
        packs._packs.clear()  # so that it is read from its copy
        assert card in {one.name for one in RAID.exhibits(load(kit))}


def test_a_folder_that_vanishes_is_told_once_and_its_pack_is_gone(tmp_path: Path) -> None:
    pack = house_pack(tmp_path / "packs")
    house = House([tmp_path / "packs"])
    shutil.rmtree(pack)
    assert names(house) == ["standard"]
    assert house.told() == [f"{pack} is gone, so its pack is no longer offered."]
    assert names(house) == ["standard"]
    assert house.told() == []
    shutil.rmtree(tmp_path / "packs")
    assert names(house) == ["standard"]
    house_pack(tmp_path / "packs")
    assert names(house) == ["standard", "mine"], "and there again"


def test_folders_that_were_looked_at_just_now_are_not_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    high_card(tmp_path, "one")
    house = House([tmp_path])
    monkeypatch.setattr("harena.server.house.RESTS", 1e9)
    high_card(tmp_path, "two")
    assert names(house, "high_card") == ["standard", "riches", "one"]
    monkeypatch.setattr("harena.server.house.RESTS", 0.0)
    assert names(house, "high_card") == ["standard", "riches", "one", "two"]


def test_one_look_finds_a_pack_by_its_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        high_card(tmp_path, f"p{number}", gold=number + 3)
    house, looks = House([tmp_path]), []
    wanted = house.kit(HIGH_CARD, "p4")
    whole = house._pack_folders
    monkeypatch.setattr(house, "_pack_folders", lambda: looks.append(1) or whole())
    library = Library(cast(Store, None), house)
    assert run(library.by_digest(HIGH_CARD, wanted.digest)) == wanted
    assert len(looks) == 1
    assert run(library.by_digest(HIGH_CARD, HIGH_CARD.pack("riches").digest)).name == "riches"
    assert house.with_digest(RAID, wanted.digest) is None


def test_a_name_in_a_record_does_not_choose_how_much_is_looked_up(tmp_path: Path) -> None:
    asked: list[str] = []

    class NoCopies:
        async def copies(self, game: str, digests: object = (), name: str = "") -> list[PackCopy]:
            asked.append(name)
            return []

    library = Library(cast(Store, NoCopies()), House([tmp_path]))
    for name in ("+".join(f"p{number}" for number in range(1000)), "standard++riches", "riches+riches"):
        with pytest.raises(MissingPackError):
            run(library.find(HIGH_CARD, name, "0" * 64))
    assert asked == []
    with pytest.raises(MissingPackError):
        run(library.find(HIGH_CARD, "standard+here+there+elsewhere", "0" * 64))
    assert asked == ["standard", "here"], "and none after the first that nobody knows"


def test_what_visitors_try_pushes_out_no_table_s_pack(tmp_path: Path) -> None:
    house = House()
    library = Library(cast(Store, None), house)
    table, tried = PackKit("high_card", "table", "t" * 64), house.kit(HIGH_CARD, "standard+riches")
    library.note(table)
    for number in range(1000):
        library.tried(PackKit("high_card", "other", str(number)))
    library.tried(tried)
    assert run(library.by_digest(HIGH_CARD, table.digest)) == table
    assert run(library.by_digest(HIGH_CARD, tried.digest)) == tried


def test_packs_of_one_name_for_two_games_keep_their_titles(tmp_path: Path) -> None:
    high_card(tmp_path / "one", "winter")
    other = house_pack(tmp_path / "two", "winter")
    title = RAID.pack(other).title
    house = House([tmp_path / "one", tmp_path / "two"])
    assert house.offered(HIGH_CARD)[-1] == Offered("winter", "Winter")
    assert house.offered(RAID)[-1] == Offered("winter", title)
    assert title != "Winter"


def test_a_pack_is_offered_once_the_other_of_its_name_is_gone(tmp_path: Path) -> None:
    high_card(tmp_path / "one", "mine", gold=3)
    high_card(tmp_path / "two", "mine", gold=4)
    (tmp_path / "two" / "bad").mkdir()
    (tmp_path / "two" / "bad" / "pack.toml").write_text("game = [")
    house = House([tmp_path / "one", tmp_path / "two"])
    assert len(house.told()) == 2
    high_card(tmp_path / "one", "third")
    assert names(house, "high_card")[2:] == ["mine", "third"]
    assert house.told() == [], "what was told is not told again"
    shutil.rmtree(tmp_path / "one" / "mine")
    assert load(house.kit(HIGH_CARD, "mine")).gold == 4  # type: ignore[attr-defined]
    assert len(house.told()) == 1, "that the other is gone"


def test_a_reader_that_fails_in_its_own_way_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house_pack(tmp_path / "packs", "fine")
    high_card(tmp_path / "packs", "odd")

    def fails(folder: Path) -> None:
        raise KeyError("gold")

    monkeypatch.setattr(HIGH_CARD, "read_pack", fails)
    house = House([tmp_path / "packs"])
    assert names(house) == ["standard", "fine"]
    assert house.told() == [f"{tmp_path / 'packs' / 'odd'} is left out: it cannot be read: 'gold'."]


def test_a_pack_that_is_mended_is_offered(tmp_path: Path) -> None:
    pack = house_pack(tmp_path / "packs")
    whole = (pack / "pack.toml").read_text()
    (pack / "pack.toml").write_text("game = [")
    house = House([tmp_path / "packs"])
    assert names(house) == ["standard"]
    (pack / "pack.toml").write_text(whole)
    assert names(house) == ["standard", "mine"]


@pytest.mark.parametrize(
    ("file", "content", "sentence"),
    [
        ("pack.toml", "game = [", "this is not TOML"),
        ("pack.toml", 'name = "mine"', "say which game the pack is for: "),
        ("pack.toml", 'game = "chess"', "There is no game 'chess'"),
        ("pack.toml", 'game = "dawn_raid"', "missing required field"),
        ("pack.toml", b"\xff\xfe", "the file is not UTF-8 text"),
        ("big.toml", "#" * 2_000_001, "a pack has at most 2,000,000 bytes"),
    ],
)
def test_a_bad_pack_is_left_out_with_a_sentence_and_harms_no_other(
    tmp_path: Path, file: str, content: str | bytes, sentence: str
) -> None:
    bad = house_pack(tmp_path / "packs", "bad")
    house_pack(tmp_path / "packs", "good")
    (bad / file).write_bytes(content.encode() if isinstance(content, str) else content)
    house = House([tmp_path / "packs"])
    assert names(house) == ["standard", "good"]
    told = house.told()
    assert len(told) == 1
    assert told[0].startswith(f"{bad} is left out: ")
    assert sentence in told[0]


def test_a_folder_without_a_head_is_told_of_and_one_without_anything_is_none(tmp_path: Path) -> None:
    (house_pack(tmp_path / "packs") / "pack.toml").unlink()
    (tmp_path / "packs" / "notes").mkdir()
    told = House([tmp_path / "packs"]).told()
    assert len(told) == 1
    assert "pack.toml: the file is missing" in told[0]


def test_more_packs_than_anyone_needs_are_told_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harena.server.house.MOST_PACKS", 2)
    for name in ("one", "two", "xyz"):
        high_card(tmp_path, name)
    house = House([tmp_path])
    assert names(house, "high_card") == ["standard", "riches", "one", "two"]
    assert house.told() == ["There are 3 packs; only the first 2 are offered."]


def test_too_many_files_are_no_pack(tmp_path: Path) -> None:
    pack = house_pack(tmp_path / "packs")
    for number in range(60):
        (pack / f"{number}.toml").touch()
    assert "at most 50 files" in House([tmp_path / "packs"]).told()[0]


def test_names_that_would_be_mistaken_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "packs"
    high_card(folder, "mine")
    high_card(tmp_path / "others", "mine")
    for number, name in enumerate(("..", "a+b", "a/b", "standard", "")):
        (folder / f"x{number}").mkdir()
        lines = f'game = "high_card"\nname = "{name}"\ntitle = "T"\ngold = 1\nsilver = 1'
        (folder / f"x{number}" / "pack.toml").write_text(lines)
    house = House([folder, tmp_path / "others"])
    assert names(house, "high_card") == ["standard", "riches", "mine"]
    told = " ".join(house.told())
    assert "already has a pack named 'mine'" in told
    assert "'standard' is a pack that comes with High Card" in told
    assert told.count("a name has letters, digits, - and _ only") == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nowhere", "Dawn Raid has no pack 'nowhere' here. There are: standard, mine."),
        ("fight", "'fight' is a pack for Combat Arena, not for Dawn Raid."),
        ("..", "Dawn Raid has no pack '..' here."),
        ("../mine", "has no pack '../mine' here."),
        ("/etc", "has no pack '/etc' here."),
        ("", "a name is missing"),
        ("mine+mine", "is named twice"),
        ("standard+mine", "packs of Dawn Raid cannot be mixed."),
    ],
)
def test_what_cannot_be_chosen_is_said(tmp_path: Path, text: str, sentence: str) -> None:
    house_pack(tmp_path / "packs", "mine")
    house_pack(tmp_path / "packs", "fight", "combat_arena")
    with pytest.raises(PackError) as refused:
        House([tmp_path / "packs"]).kit(RAID, text)
    assert sentence in str(refused.value)


def test_no_such_folder_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(HarenaError, match="--packs: there is no folder"):
        House([tmp_path / "nowhere"])


def test_packs_of_the_house_join_with_those_of_the_game(tmp_path: Path) -> None:
    high_card(tmp_path, "mine")
    house = House([tmp_path])
    kit = house.kit(HIGH_CARD, "standard+mine")
    assert (kit.name, len(kit.copies)) == ("mine+standard", 1)
    whole = HIGH_CARD.pack(f"standard+{tmp_path / 'mine'}")
    assert kit.digest == whole.digest
    packs._packs.clear()
    assert load(kit).gold == whole.gold == 9  # type: ignore[attr-defined]


def test_a_kit_whose_content_is_not_its_digest_is_refused(tmp_path: Path) -> None:
    house_pack(tmp_path / "packs")
    kit = House([tmp_path / "packs"]).kit(RAID, "mine")
    for broken in (
        PackKit("dawn_raid", "mine", kit.digest, ()),
        PackKit("dawn_raid", "mine", "0" * 64, kit.copies),
    ):
        packs._packs.clear()
        with pytest.raises(HarenaError, match=r"This site does not have the pack 'mine' \(digest"):
            load(broken)
