"""Saving a match, leaving it, and coming back."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import harena
from harena import bots
from harena.core.errors import HarenaError, RecordError
from harena.core.record import Record, read_record, write_record
from harena.terminal import keep
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
    played("1", "1", "q", seats="bot:random,Ann", seed=None, quick=True)
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
    assert "letter.txt: this file already exists. Name another one." in seen
    assert Path("letter.txt").read_text() == "Dear Bo"


@pytest.mark.parametrize("where", ["nowhere/game.json", "x" * 300, "~nobody-of-that-name/x", "a\0b"])
def test_a_place_where_nothing_can_be_saved_is_refused_and_play_goes_on(where: str) -> None:
    seen, match = played("", f"s {where}", "1")
    assert "the record cannot be saved" in seen
    assert len(match.played) == 1


def test_a_match_that_could_not_be_saved_does_not_begin() -> None:
    with pytest.raises(
        HarenaError, match=r"gone/game\.json: the record cannot be saved: there is no folder gone"
    ):
        sit_down("", "1", "q", save=Path("gone/game.json"))


def test_who_cannot_save_any_more_is_told_and_may_leave_without_saving() -> None:
    Path("there").mkdir()
    typist, table = sit_down("", seats="Ann,Bo", save=Path("there/game.json"))

    def lose_the_folder() -> str:
        shutil.rmtree("there", ignore_errors=True)
        typist.then = lambda: "q" if "q! leaves" not in typist.seen else "q!"
        return "1"

    typist.then = lose_the_folder
    table.play()
    assert "there/game.json: the record cannot be saved" in typist.seen
    assert "s FILE saves it elsewhere." in typist.seen
    assert "q! leaves without saving." in typist.seen


# --- nothing is lost


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many actions the record had, each time it was written."""
    lengths: list[int] = []

    def write(record: Record, path: Path) -> None:
        lengths.append(len(record.actions))
        write_record(record, path)

    monkeypatch.setattr(keep, "write_record", write)
    return lengths


@pytest.mark.parametrize("seats", ["Ann,Bo", "Ann", "bot:random,bot:random"])
def test_the_record_is_written_at_the_start_and_after_every_action(seats: str, written: list[int]) -> None:
    _, match = played(then=always("1"), seats=seats)
    assert match.over
    assert written == list(range(len(match.played) + 1))


def test_what_was_taken_back_is_taken_back_in_the_record_too(written: list[int]) -> None:
    played("", "1", "u", practice=True)
    assert written == [0, 1, 0]


def test_an_action_that_was_interrupted_half_way_is_not_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    _, table = sit_down("1", "1", seats="Ann")
    take = table.match._take

    def interrupted(action: int) -> None:
        if len(table.match.played) == 1:
            table.match.played.append((0, action))
            raise KeyboardInterrupt
        take(action)

    monkeypatch.setattr(table.match, "_take", interrupted)
    table.play()
    assert len(table.match.played) == 2
    assert len(read_record(Path("game.json")).actions) == 1


@pytest.mark.parametrize("leaving", [["q"], ["q!"], [], ["^C"]])
def test_a_match_left_before_anything_was_played_leaves_no_file(leaving: list[str]) -> None:
    seen, _ = played("", *leaving)
    assert seen.endswith("Nothing was saved. ")
    assert list(Path().iterdir()) == []


def test_leaving_without_saving_removes_the_file_and_says_so() -> None:
    seen, _ = played("", "1", "q!")
    assert seen.endswith("Nothing was saved; game.json is removed. ")
    assert list(Path().iterdir()) == []


def test_leaving_a_resumed_match_without_saving_leaves_its_file_as_it_was() -> None:
    played("1", "q", seats="Ann")
    before = read_record(Path("game.json"))
    typist = Typist(["1", "1", "q!"])
    table = resumed_table(typist.terminal(), Path("game.json"))
    table.play()
    assert len(table.match.played) > len(before.actions)
    assert read_record(Path("game.json")) == before
    assert typist.seen.endswith("game.json is again as it was when it was last saved. ")


def test_leaving_without_saving_keeps_what_was_saved_by_hand() -> None:
    typist, table = sit_down("1", "s", "1", "q!", seats="Ann")
    table.play()
    kept = read_record(Path("game.json"))
    assert 0 < len(kept.actions) < len(table.match.played)
    assert typist.seen.endswith("game.json is again as it was when it was last saved. ")


def test_a_resumed_match_that_is_saved_elsewhere_leaves_the_old_file_as_it_was() -> None:
    played("1", "q", seats="Ann")
    before = read_record(Path("game.json"))
    table = resumed_table(Typist(["1", "s other.json", "1", "q"]).terminal(), Path("game.json"))
    table.play()
    assert read_record(Path("game.json")) == before
    assert read_record(Path("other.json")) == table.match.record()


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
    with pytest.raises(HarenaError, match="this file already exists"):
        RecordFile(Path("there.json"))
    own = harena.new(GAME, seed=1).record()
    assert RecordFile(Path("there.json"), kept=own).typed == "there.json"


def test_a_foreign_pack_is_named_in_what_one_types_next() -> None:
    assert RecordFile(Path("my game.json"), pack="my pack").typed == "'my game.json' --pack 'my pack'"
