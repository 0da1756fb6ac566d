"""Options: typed, from text or values, refused by name with what they can be."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from harena.core.errors import OptionError
from harena.core.options import Options, fields, read_options, write_options


class Sample(Options, frozen=True):
    side: Annotated[Literal["sun", "moon"], Meta(description="Which side of the board.")] = "sun"
    rounds: Annotated[int, Meta(ge=1, le=9, description="How many rounds.")] = 3
    closed: bool = False


def test_defaults_hold_when_nothing_is_given() -> None:
    assert read_options(Sample, {}) == Sample()


def test_text_and_values_mean_the_same() -> None:
    from_text = read_options(Sample, {"side": "moon", "rounds": "5", "closed": "true"})
    assert from_text == read_options(Sample, {"side": "moon", "rounds": 5, "closed": True})
    assert from_text == Sample(side="moon", rounds=5, closed=True)


def test_written_options_are_read_back() -> None:
    chosen = Sample(side="moon", rounds=9)
    assert read_options(Sample, write_options(chosen)) == chosen


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"sides": "sun"}, "no option 'sides'; there are: side, rounds, closed"),
        ({"side": "star"}, "Option 'side': there is no 'star'. It can be: sun, moon"),
        ({"rounds": "ten"}, "Option 'rounds'"),
        ({"rounds": 10}, "Option 'rounds': .*<= 9"),
        ({"closed": "perhaps"}, "Option 'closed': there is no 'perhaps'. It can be: False, True"),
        ([("side", "sun")], "names with values"),
    ],
)
def test_a_wrong_option_is_refused_by_name(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        read_options(Sample, given)


def test_every_option_explains_itself() -> None:
    described = {field.name: field for field in fields(Sample)}
    assert described["side"].about == "Which side of the board."
    assert described["side"].choices == ["sun", "moon"]
    assert described["rounds"].default == 3
    assert described["closed"].choices == [False, True]
