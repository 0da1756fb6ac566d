"""Writing that fits its room, estimated without knowing the reader's fonts."""

from __future__ import annotations

import pytest

from harena.look.cards import heading
from harena.look.writing import BOLD, clip, fit, width, wrap


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert clip("Ann", 100, 10) == "Ann"
    assert fit("Ann", 100, 10) == 10


@pytest.mark.parametrize("text", ["W" * 40, "a b c " * 20, "é́" * 30, "漢字" * 20])
def test_a_long_one_is_cut_within_its_room_or_written_smaller(text: str) -> None:
    cut = clip(text, 100, 10)
    assert cut.endswith("…")
    assert width(cut, 10) <= 100
    assert width(text, fit(text, 100, 10)) <= 100 + 0.05 * width(text, 1)  # sizes are rounded to a tenth


def test_a_wide_sign_takes_more_than_a_narrow_one_and_an_accent_nothing() -> None:
    assert width("i", 10) < width("n", 10) < width("M", 10) < width("漢", 10)
    assert width("e\u0301", 10) == width("e", 10)


def test_lines_break_between_words_and_the_last_takes_all_that_is_left() -> None:
    lines = wrap("one two three four five six", 40, 10, 3)
    assert " ".join(lines) == "one two three four five six"
    assert len(lines) == 3
    assert all(width(line, 10) <= 40 for line in lines[:-1])
    assert wrap("", 40, 10, 3) == ()


def test_a_word_wider_than_a_line_breaks_at_its_hyphens_and_no_other() -> None:
    assert wrap("Interrogator-Chaplain", 80, 10, 2) == ("Interrogator-", "Chaplain")
    assert wrap("so-so and so-so", 80, 10, 2) == ("so-so and so-so",)


def test_a_cards_name_is_never_too_small_to_read_nor_too_wide() -> None:
    for name in ("Ann", "Interrogator-Chaplain", "W" * 30, "one " * 12):
        found = heading(name, 143, 17, 15, 2)
        assert 15 <= found.size <= 17
        assert 1 <= len(found.lines) <= 2
        assert all(width(line, found.size * BOLD) <= 143 for line in found.lines)
    assert heading("Ann", 143, 17, 15).lines == ("Ann",)
