"""Promise 11: whatever comes from outside, the answer is our own error, a sentence, and nothing changes."""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.play import new_match, options_for, pack_of, pick
from harena.core.dice import fast_dice
from harena.core.errors import ActionError, HarenaError, OptionError, PackError, RecordError
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.options import fields, read_options
from harena.core.record import FastSeed, parse_record
from harena.core.replaying import replay

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
many = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def is_a_sentence(error: HarenaError) -> bool:
    text = str(error)
    return len(text) > 20 and text.rstrip().endswith((".", ")")) and "Traceback" not in text


@many
@given(action=junk, seat=st.none() | st.integers() | st.text(max_size=3))
def test_any_action_is_taken_or_refused(game: AnyGame, action: Any, seat: Any) -> None:
    match = new_match(game, 4)
    before = (match.state.key(), match.record())
    try:
        match.play(action, seat)
    except ActionError as error:
        assert is_a_sentence(error)
        assert (match.state.key(), match.record()) == before


@many
@given(data=st.data())
def test_any_options_are_read_or_refused(game: AnyGame, data: st.DataObject) -> None:
    names = st.sampled_from([field.name for field in fields(game.options)]) | st.text(max_size=8)
    given_options = data.draw(st.dictionaries(names, junk, max_size=3))
    try:
        read_options(game.options, given_options)
    except OptionError as error:
        assert is_a_sentence(error)


@cache
def finished_record(game: AnyGame) -> bytes:
    match = new_match(game, 5)
    choices = fast_dice(5)
    while not match.over:
        match.play(pick(match.state, choices))
    return msgspec.json.encode(match.record())


@many
@given(data=st.data())
def test_a_damaged_record_is_refused_or_leads_where_it_says(game: AnyGame, data: st.DataObject) -> None:
    plain = json.loads(finished_record(game))
    damage(plain, data)
    try:
        match = replay(parse_record(json.dumps(plain)))
    except RecordError as error:
        assert is_a_sentence(error)
    else:
        assert f"{match.state.key():016x}" == plain["position"]


def damage(plain: Any, data: st.DataObject) -> None:
    """Change, remove or add something somewhere in a JSON document."""
    place = data.draw(st.sampled_from(sorted(plain) if isinstance(plain, dict) else range(len(plain))))
    inner = plain[place]
    if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
        damage(inner, data)
        return
    match data.draw(st.sampled_from(["change", "remove", "add"])):
        case "change":
            plain[place] = data.draw(junk)
        case "remove":
            del plain[place]
        case "add" if isinstance(plain, dict):
            plain[data.draw(st.text(max_size=8))] = data.draw(junk)
        case "add":
            plain.insert(place, data.draw(junk))


@many
@given(content=st.binary(max_size=200) | st.text(max_size=200) | junk.map(lambda value: json.dumps(value)))
def test_anything_else_is_no_record(content: bytes | str) -> None:
    try:
        parse_record(content)
    except RecordError as error:
        assert is_a_sentence(error)


TOML_JUNK = [
    "",
    "=",
    "x = 1",
    '"',
    "[[",
    "[card]",
    "1",
    "-5",
    "'a'",
    "true",
    "1979-05-27",
    "[]",
    "{}",
    "inf",
    "\x00",
]


@many
@given(data=st.data())
def test_a_damaged_pack_is_read_or_refused_by_file_and_reason(game: AnyGame, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "pack"
        shutil.copytree(game.folder / "content" / "standard", copy)
        file = data.draw(st.sampled_from(sorted(path.name for path in copy.iterdir())))
        damage_text(copy / file, data)
        try:
            pack = game.read_pack(copy)
        except PackError as error:
            assert is_a_sentence(error)
            assert error.file
        else:
            options = options_for(game, 1)
            assert Match(game, pack, options, FastSeed(1)).legal()


def damage_text(path: Path, data: st.DataObject) -> None:
    """Replace, remove or double a line, or what stands behind its equals sign."""
    lines = path.read_text().split("\n")
    place = data.draw(st.integers(0, len(lines) - 1))
    wrong = data.draw(st.sampled_from(TOML_JUNK) | st.text(max_size=12))
    match data.draw(st.sampled_from(["value", "line", "remove", "double"])):
        case "value" if "=" in lines[place]:
            lines[place] = lines[place].split("=")[0] + "= " + wrong
        case "remove":
            del lines[place]
        case "double":
            lines.insert(place, lines[place])
        case _:
            lines[place] = wrong
    path.write_text("\n".join(lines), encoding="utf-8", errors="replace")


def test_a_pack_of_another_game_is_refused(game: AnyGame, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('game = "chess"\nname = "x"\n')
    assert pack_of(game).digest
    try:
        game.read_pack(tmp_path)
    except PackError as error:
        assert "pack.toml" in str(error)
    else:
        raise AssertionError("a pack of another game was read")
