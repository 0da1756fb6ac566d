"""Those who look on: who is counted, who may talk to them, and what is kept of it."""

from __future__ import annotations

import pytest

from harena.server import rulings
from harena.server.live import LiveTable, Watcher
from harena.server.onlookers import KEPT_REMARKS, checked_remark
from harena.server.rulings import LONGEST_CHAT, LONGEST_NAME, RefusedError
from server.made_up import Noted

NO_PARTS: frozenset[str] = frozenset()
NO_MARK = ("", "")


def comes(live: LiveTable, *seats: int, since_start: bool = True) -> Watcher:
    watcher = Watcher(frozenset(seats), NO_PARTS)
    watcher.since_start = since_start
    live.watchers.add(watcher)
    live.onlookers.recount(live.table, live.watchers)
    return watcher


def texts(live: LiveTable, watcher: Watcher) -> list[str]:
    return [line["text"] for line in live.onlookers.news(live.table, watcher)["lines"]]


def say(live: LiveTable, one: Watcher, text: str, name: str = "Eve", mark: tuple[str, str] = NO_MARK) -> None:
    live.remark(5000, checked_remark(live.table, one, name, text), mark)


def over(noted: Noted) -> Noted:
    noted.note(rulings.resign(noted.table, 4000, 0))
    return noted


def test_who_has_no_seat_looks_on_once_the_game_has_begun() -> None:
    noted = Noted()
    live = LiveTable(noted.table)
    comes(live, since_start=False)
    assert live.onlookers.count == 0, "it may be about to sit down"
    for number in (0, 1):
        key, seed = f"{number}" * 64, f"seed {number}"
        live.apply(rulings.sit(noted.table, 2000, number, f"Player {number}", key, seed))
    assert live.onlookers.count == 1
    comes(live)
    comes(live, 0)
    assert live.onlookers.count == 2


def test_each_is_told_once_what_is_new() -> None:
    live = LiveTable(Noted().sit_all().table)
    player, eve = comes(live, 0), comes(live)
    assert live.onlookers.news(live.table, player) == {
        "type": "onlookers",
        "count": 1,
        "from": 0,
        "lines": [],
    }
    assert not live.onlookers.owed(live.table, player)
    assert not live.onlookers.owed(live.table, eve), "it looks on alone"
    assert b'"talk":true' in live.message(eve, 0)
    assert b'"talk"' not in live.message(player, 0)
    say(live, eve, "who leads?")
    assert texts(live, eve) == ["who leads?"]
    assert not live.onlookers.owed(live.table, eve)
    say(live, eve, "nobody")
    told = live.onlookers.news(live.table, eve)
    assert (told["from"], told["lines"]) == (1, [{"number": 1, "at": 5000, "name": "Eve", "text": "nobody"}])


def test_it_is_no_entry_and_raises_no_number() -> None:
    noted = Noted().sit_all()
    live = LiveTable(noted.table)
    before = noted.table.number, live.version
    say(live, comes(live), "hello")
    assert (noted.table.number, live.version) == before
    assert noted.table.chat == []


def test_who_plays_reads_it_only_when_the_game_is_over() -> None:
    noted = Noted().sit_all()
    live = LiveTable(noted.table)
    player, eve = comes(live, 0), comes(live)
    player.look_as(-2)
    say(live, eve, "they hold the king")
    assert texts(live, player) == []
    over(noted)
    assert texts(live, player) == ["they hold the king"]


def test_in_practice_an_end_may_be_taken_back_and_is_none() -> None:
    noted = over(Noted(practice=True).sit_all())
    live = LiveTable(noted.table)
    player, eve = comes(live, 0), comes(live)
    say(live, eve, "they hold the king")
    assert texts(live, player) == []
    assert texts(live, eve) == ["they hold the king"]


def test_who_was_here_before_the_game_began_comes_anew() -> None:
    """In another window its browser may have taken a seat since."""
    noted = Noted().sit_all()
    live = LiveTable(noted.table)
    early, eve = comes(live, since_start=False), comes(live)
    say(live, eve, "hello")
    assert live.onlookers.news(live.table, early) == {
        "type": "onlookers",
        "count": 1,
        "from": 0,
        "lines": [],
    }
    with pytest.raises(RefusedError, match=r"^Connect again"):
        say(live, early, "hello")


def test_a_seat_does_not_speak_there_and_nobody_does_before_the_game() -> None:
    live, early = LiveTable(Noted().sit_all().table), LiveTable(Noted().table)
    with pytest.raises(RefusedError, match=r"^You have a seat"):
        say(live, comes(live, 1), "hello")
    with pytest.raises(RefusedError, match="once the game has begun"):
        say(early, comes(early, since_start=False), "hello")


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("", "hello", "needs a name"),
        ("  ", "hello", "needs a name"),
        ("x" * (LONGEST_NAME + 1), "hello", "at most 40"),
        ("a\nb", "hello", "printable"),
        ("player  0", "hello", "A player at this table has this name"),
        ("Eve", "", "one to 500 characters"),
        ("Eve", "x" * (LONGEST_CHAT + 1), "one to 500 characters"),
    ],
)
def test_a_line_needs_a_name_of_its_own_and_the_length_of_any(name: str, text: str, why: str) -> None:
    live = LiveTable(Noted().sit_all().table)
    with pytest.raises(RefusedError, match=why):
        say(live, comes(live), text, name)
    assert live.onlookers.said == 0


def test_a_line_stays_on_one_line() -> None:
    live = LiveTable(Noted().sit_all().table)
    assert checked_remark(live.table, comes(live), " Eve  B ", " a\nb\x07c<b> ") == ("Eve B", "a b c<b>")


def test_only_the_newest_lines_are_kept() -> None:
    live = LiveTable(Noted().sit_all().table)
    eve, late = comes(live), comes(live)
    for count in range(KEPT_REMARKS + 5):
        say(live, eve, f"line {count}")
    assert texts(live, late) == [f"line {count}" for count in range(5, KEPT_REMARKS + 5)]


def test_a_message_is_known_by_its_mark_and_where_it_came_from() -> None:
    live = LiveTable(Noted().sit_all().table)
    eve, known = comes(live), live.onlookers.knows
    say(live, eve, "hello", mark=("192.0.2.1", "m1"))
    say(live, eve, "hello", mark=("192.0.2.1", ""))
    assert known(("Eve", "hello"), ("192.0.2.1", "m1"))
    assert not known(("Eve", "goodbye"), ("192.0.2.1", "m1")), "another message with the same mark"
    assert not known(("Eve", "hello"), ("192.0.2.2", "m1"))
    assert not known(("Eve", "hello"), ("192.0.2.1", ""))
