"""Saving a match, leaving it, and coming back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import harena
from harena import bots
from harena.core.errors import HarenaError, RecordError
from harena.core.record import read_record
from harena.terminal.keep import RecordFile, new_file
from harena.terminal.start import resumed_table
from terminal.typist import GAME, Typist, always, played, sit_down


@pytest.mark.parametrize("leaving", [["q"], [], ["^C"]])
def test_however_one_leaves_the_match_is_saved_and_can_be_resumed(leaving: list[str]) -> None:
    seen, match = played("", "1", *leaving)
    assert "Go on with: harena play --resume game.json" in seen
    typist = Typist(["", "1"])
    table = resumed_table(typist.terminal(), Path("game.json"))
    assert table.match.record() == match.record()
    table.play()
    assert "Hand over to" in typist.seen
    assert len(read_record(Path("game.json")).actions) > 1


def test_a_resumed_match_knows_its_bots_and_goes_to_the_end() -> None:
    played("1", "1", "q", seats="bot:random,Ann", seed=None)
    typist = Typist([], then=always("1"))
    table = resumed_table(typist.terminal(), Path("game.json"))
    assert [player.person for player in table.players] == [False, True]
    table.play()
    assert harena.verify(read_record(Path("game.json"))).holds


def test_people_can_take_over_the_bots_of_a_resumed_match() -> None:
    played("1", seats="Ann")
    table = resumed_table(Typist([]).terminal(), Path("game.json"), hot_seat=True)
    assert [player.person for player in table.players] == [True, True]


def test_a_finished_match_is_not_resumed() -> None:
    played(then=always("1"))
    with pytest.raises(HarenaError, match="this match is over"):
        resumed_table(Typist([]).terminal(), Path("game.json"))


def test_a_record_of_another_game_is_not_resumed() -> None:
    played("", "1")
    with pytest.raises(HarenaError, match="record of 'dawn_raid', not of 'knockdown'"):
        resumed_table(Typist([]).terminal(), Path("game.json"), game="knockdown")


def test_a_damaged_record_is_not_resumed() -> None:
    played("", "1")
    text = Path("game.json").read_text()
    Path("game.json").write_text(text.replace("0 type:ranged", "0 type:melee"))
    with pytest.raises(RecordError, match="changed or is damaged"):
        resumed_table(Typist([]).terminal(), Path("game.json"))


def test_saving_elsewhere_moves_the_record_there() -> None:
    seen, match = played("", "1", "s other.json", "q")
    assert "Saved in other.json." in seen
    assert "--resume other.json" in seen
    assert not Path("game.json").exists()
    assert read_record(Path("other.json")) == match.record()


def test_saving_never_writes_over_another_file() -> None:
    Path("letter.txt").write_text("Dear Bo")
    seen, _ = played("", "1", "s letter.txt")
    assert "letter.txt: there is such a file already. Name another one." in seen
    assert Path("letter.txt").read_text() == "Dear Bo"


@pytest.mark.parametrize("where", ["nowhere/game.json", "x" * 300, "~nobody-of-that-name/x", "a\0b"])
def test_a_place_where_nothing_can_be_saved_is_refused_and_play_goes_on(where: str) -> None:
    seen, match = played("", f"s {where}", "1")
    assert "the record cannot be saved" in seen
    assert len(match.played) == 1


def test_who_cannot_save_may_leave_without_saving() -> None:
    typist, table = sit_down("", "1", "q", "q!", save=Path("gone/game.json"))
    table.play()
    assert "q! leaves without saving." in typist.seen
    assert typist.seen.endswith("Nothing was saved. ")


def test_a_bot_that_breaks_costs_nobody_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall_over(*_: object) -> int:
        raise ZeroDivisionError

    _, table = sit_down("1", "1", seats="Ann", seed=4)
    monkeypatch.setattr(bots, "ask", fall_over)
    with pytest.raises(ZeroDivisionError):
        table.play()
    assert len(read_record(Path("game.json")).actions) == 2


def test_a_new_file_is_named_after_the_game_and_is_new() -> None:
    first = new_file(GAME)
    assert re.fullmatch(r"dawn_raid-[\d-]+\.json", first.name)
    first.touch()
    assert not new_file(GAME).exists()


def test_a_record_file_must_not_be_there_unless_it_is_the_matchs_own() -> None:
    Path("there.json").touch()
    with pytest.raises(HarenaError, match="such a file already"):
        RecordFile(Path("there.json"))
    assert RecordFile(Path("there.json"), ours=True).typed == "there.json"


def test_a_foreign_pack_is_named_in_what_one_types_next() -> None:
    assert RecordFile(Path("my game.json"), pack="my pack").typed == "'my game.json' --pack 'my pack'"
