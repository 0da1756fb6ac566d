"""DR-1.1, DR-2.1: a pack is read as it is written, and a mistake in it is named and placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harena.core.errors import PackError
from harena.games.dawn_raid import GAME
from harena.games.dawn_raid.pack.cards import HQ, PSYCHIC, DawnRaidPack
from kit.packs import Plain, WrittenPack

ROLES = ["hq", "troops", "elites", "fast_attack", "heavy_support"]


class Written(WrittenPack):
    """A pack as its three files say it, free to be changed before it is read."""

    game = GAME

    def __init__(self) -> None:
        self.head: Plain = {
            "game": "dawn_raid",
            "name": "mine",
            "title": "Mine",
            "about": "A pack for tests.",
            "decks": ["day", "night"],
            "faction": [
                {"id": "suns", "name": "The Suns", "short": "SU", "emblem": "star"},
                {"id": "moons", "name": "The Moons", "short": "MO", "emblem": "eye"},
            ],
        }
        self.day = deck("Day", "suns")
        self.night = deck("Night", "moons")

    def files(self) -> dict[str, Plain]:
        return {"pack": self.head, "day": self.day, "night": self.night}


def deck(title: str, faction: str) -> Plain:
    cards = [
        {
            "id": f"{title.lower()}_{number}",
            "name": f"{title} {number}",
            "faction": faction,
            "role": ROLES[number % 5],
            "ranged": number,
            "melee": 30 - number,
            "psychic": 7 if number == 4 else 0,
            "text": "So it goes.",
        }
        for number in range(30)
    ]
    return {"title": title, "card": cards}


# --- what is read


@pytest.mark.rule("DR-1.1")
def test_a_pack_is_read_as_it_is_written(tmp_path: Path) -> None:
    written = Written()
    pack = written.read(tmp_path)
    assert (pack.name, pack.title, pack.deck_titles) == ("mine", "Mine", ["Day", "Night"])
    assert [(icon.id, icon.name, icon.short, icon.emblem) for icon in pack.factions] == [
        ("suns", "The Suns", "SU", "star"),
        ("moons", "The Moons", "MO", "eye"),
    ]
    assert len(pack.cards) == 60
    for number, entry in enumerate([*written.day["card"], *written.night["card"]]):
        card = pack.cards[number]
        assert (card.id, card.name, card.text) == (entry["id"], entry["name"], entry["text"])
        assert card.faction == number // 30
        assert ROLES[card.role] == entry["role"]
        assert card.scores == [entry["ranged"], entry["melee"], entry["psychic"]]


@pytest.mark.rule("DR-1.1")
def test_a_card_needs_no_text_and_scores_reach_from_0_to_99(tmp_path: Path) -> None:
    written = Written()
    entry = written.day["card"][0]
    del entry["text"]
    entry["ranged"], entry["melee"] = 99, 0
    card = written.read(tmp_path).cards[0]
    assert (card.text, card.scores[:2]) == ("", [99, 0])


@pytest.mark.rule("DR-2.1")
def test_a_single_point_in_one_type_is_enough_for_a_card(tmp_path: Path) -> None:
    written = Written()
    written.day["card"][0] |= {"ranged": 0, "melee": 0, "psychic": 1}
    assert written.read(tmp_path).cards[0].scores == [0, 0, 1]


# --- what is refused

Mistake = Callable[[Written], object]


def card_with(**fields: Any) -> Mistake:
    """The fourth card of the first deck says something else."""
    return lambda written: written.day["card"][3].update(fields)


def card_without(field: str) -> Mistake:
    return lambda written: written.day["card"][3].pop(field)


def faction_with(**fields: Any) -> Mistake:
    """The second faction says something else."""
    return lambda written: written.head["faction"][1].update(fields)


def head_with(**fields: Any) -> Mistake:
    return lambda written: written.head.update(fields)


def head_without(field: str) -> Mistake:
    return lambda written: written.head.pop(field)


FOURTH = "card 4 (day_3)"
SECOND = "faction 2 (moons)"

MISTAKES: dict[str, tuple[Mistake, str, str, str, list[str]]] = {
    # what: (the mistake, the file, the entry, the field, what the error says would be right)
    "another game": (head_with(game="chess"), "pack.toml", "", "game", ["dawn_raid"]),
    "a pack without a name": (head_without("name"), "pack.toml", "", "name", ["missing"]),
    "a pack named with a space": (head_with(name="my pack"), "pack.toml", "", "name", ["a-z"]),
    "a pack without a title": (head_without("title"), "pack.toml", "", "title", ["missing"]),
    "an empty title": (head_with(title=""), "pack.toml", "", "title", [">= 1"]),
    "a title of 41 letters": (head_with(title="x" * 41), "pack.toml", "", "title", ["<= 40"]),
    "a pack that says nothing about itself": (head_without("about"), "pack.toml", "", "about", ["missing"]),
    "an unknown field": (head_with(colour="red"), "pack.toml", "", "colour", ["unknown"]),
    "no decks": (head_without("decks"), "pack.toml", "", "decks", ["missing"]),
    "one deck": (head_with(decks=["day"]), "pack.toml", "", "decks", ["2"]),
    "three decks": (head_with(decks=["day", "night", "noon"]), "pack.toml", "", "decks", ["2"]),
    "decks that are a number": (head_with(decks=2), "pack.toml", "", "decks", ["array"]),
    "the same deck twice": (head_with(decks=["day", "day"]), "pack.toml", "", "decks", ["two different"]),
    "a deck without a file": (head_with(decks=["day", "noon"]), "noon.toml", "", "", ["missing"]),
    "no factions": (head_without("faction"), "pack.toml", "", "faction", ["missing"]),
    "a faction's id twice": (
        faction_with(id="suns"),
        "pack.toml",
        "faction 2 (suns)",
        "id",
        ["used before, by faction 1 (suns);", "own"],
    ),
    "a faction's letters twice": (
        faction_with(short="SU"),
        "pack.toml",
        SECOND,
        "short",
        ["'SU'", "own"],
    ),
    "an emblem twice": (
        faction_with(emblem="star"),
        "pack.toml",
        SECOND,
        "emblem",
        ["'star'", "own"],
    ),
    "an emblem that nobody can draw": (
        faction_with(emblem="rose"),
        "pack.toml",
        SECOND,
        "emblem",
        ["'rose'", "chevron", "wheel"],
    ),
    "small letters": (faction_with(short="mo"), "pack.toml", SECOND, "short", ["A-Z", "2"]),
    "three letters": (faction_with(short="MOO"), "pack.toml", SECOND, "short", ["A-Z", "2"]),
    "a faction with a colour": (faction_with(colour="red"), "pack.toml", SECOND, "colour", ["unknown"]),
    "a faction without a name": (
        lambda written: written.head["faction"][1].pop("name"),
        "pack.toml",
        SECOND,
        "name",
        ["missing"],
    ),
    "29 cards": (lambda written: written.day["card"].pop(), "day.toml", "", "", ["29", "30", "DR-1.1"]),
    "31 cards": (
        lambda written: written.night["card"].append(dict(written.night["card"][0], id="x", name="X")),
        "night.toml",
        "",
        "",
        ["31", "30", "DR-1.1"],
    ),
    "a deck without a title": (
        lambda written: written.day.pop("title"),
        "day.toml",
        "",
        "title",
        ["missing"],
    ),
    "a deck with a motto": (
        lambda written: written.day.update(motto="Up!"),
        "day.toml",
        "",
        "motto",
        ["unknown"],
    ),
    "an id with a hyphen": (card_with(id="day-3"), "day.toml", "card 4 (day-3)", "id", ["a-z"]),
    "an id with a line break": (card_with(id="day_3\n"), "day.toml", "card 4", "id", ["a-z"]),
    "a card without a name": (card_without("name"), "day.toml", FOURTH, "name", ["missing"]),
    "a name of 25 letters": (card_with(name="x" * 25), "day.toml", FOURTH, "name", ["<= 24"]),
    "an unknown faction": (
        card_with(faction="stars"),
        "day.toml",
        FOURTH,
        "faction",
        ["'stars'", "suns", "moons"],
    ),
    "an unknown role": (card_with(role="hero"), "day.toml", FOURTH, "role", ["hero", *ROLES]),
    "a card without a role": (card_without("role"), "day.toml", FOURTH, "role", ["missing"]),
    "a card without a score": (card_without("melee"), "day.toml", FOURTH, "melee", ["missing"]),
    "a score below 0": (card_with(melee=-1), "day.toml", FOURTH, "melee", [">= 0"]),
    "a score above 99": (card_with(psychic=100), "day.toml", FOURTH, "psychic", ["<= 99"]),
    "a score that is a text": (card_with(ranged="12"), "day.toml", FOURTH, "ranged", ["int"]),
    "a score that is no whole number": (card_with(ranged=1.5), "day.toml", FOURTH, "ranged", ["int"]),
    "a score that is true": (card_with(ranged=True), "day.toml", FOURTH, "ranged", ["int"]),
    "a card of three zeros": (
        card_with(ranged=0, melee=0, psychic=0),
        "day.toml",
        FOURTH,
        "ranged",
        ["0 in everything", "DR-2.1", "give it a score"],
    ),
    "a text of 91 letters": (card_with(text="x" * 91), "day.toml", FOURTH, "text", ["<= 90"]),
    "an unknown score": (card_with(magic=3), "day.toml", FOURTH, "magic", ["unknown"]),
    "an id twice in a deck": (
        card_with(id="day_0"),
        "day.toml",
        "card 4 (day_0)",
        "id",
        ["'day_0'", "used before, by card 1 (day_0);", "own"],
    ),
    "a name twice in a deck": (
        card_with(name="Day 0"),
        "day.toml",
        FOURTH,
        "name",
        ["'Day 0'", "used before, by card 1 (day_0);", "own"],
    ),
    "an id in both decks": (
        lambda written: written.night["card"][5].update(id="day_0"),
        "night.toml",
        "card 6 (day_0)",
        "id",
        ["'day_0'", "used before, by card 1 (day_0) of day.toml;"],
    ),
    "a name in both decks": (
        lambda written: written.night["card"][5].update(name="Day 0"),
        "night.toml",
        "card 6 (night_5)",
        "name",
        ["'Day 0'", "used before, by card 1 (day_0) of day.toml;"],
    ),
}


@pytest.mark.rule("DR-1.1", "DR-2.1")
@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_named_with_file_entry_and_field_and_what_would_be_right(
    what: str, tmp_path: Path
) -> None:
    make, file, entry, field, right = MISTAKES[what]
    written = Written()
    make(written)
    with pytest.raises(PackError) as refused:
        written.read(tmp_path)
    error, text = refused.value, str(refused.value)
    assert error.file == file
    assert error.field == field
    assert error.entry.startswith(entry) if entry else error.entry == ""
    assert text.startswith(file)
    assert entry in text
    assert field in text
    for words in right:
        assert words in text.partition(": ")[2], text
    assert text.endswith(".")


@pytest.mark.rule("DR-1.1")
def test_a_deck_of_30_in_the_second_file_is_checked_like_the_first(tmp_path: Path) -> None:
    written = Written()
    written.night["card"][9] |= {"ranged": 0, "melee": 0, "psychic": 0}
    with pytest.raises(PackError, match=r"night\.toml, card 10 \(night_9\), field 'ranged'"):
        written.read(tmp_path)


@pytest.mark.rule("DR-1.1")
def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"nowhere.*no such folder"):
        GAME.read_pack(tmp_path / "nowhere")
    with pytest.raises(PackError, match=r"nowhere.*standard"):
        GAME.pack("nowhere")


@pytest.mark.rule("DR-1.1")
@pytest.mark.parametrize(
    ("content", "what"),
    [(b"title = ", "not TOML"), (b"\xff\xfe", "not UTF-8"), (b"# " + b"x" * 1_000_000, "larger than")],
)
def test_a_file_that_cannot_be_read_is_named(content: bytes, what: str, tmp_path: Path) -> None:
    Written().write(tmp_path)
    (tmp_path / "night.toml").write_bytes(content)
    with pytest.raises(PackError, match=rf"night\.toml: .*{what}"):
        GAME.read_pack(tmp_path)


@pytest.mark.rule("DR-1.1")
def test_a_pack_without_its_head_is_refused(tmp_path: Path) -> None:
    Written().write(tmp_path)
    (tmp_path / "pack.toml").unlink()
    with pytest.raises(PackError, match=r"pack\.toml: the file is missing"):
        GAME.read_pack(tmp_path)


@pytest.mark.rule("DR-1.1")
def test_all_mistakes_of_a_pack_are_said_at_once(tmp_path: Path) -> None:
    written = Written()
    written.head["title"] = ""
    written.head["faction"][0]["emblem"] = "spoon"
    written.head["faction"][1]["short"] = "moons"
    written.day["card"][3].update(role="hero", melee=-1)
    written.day["card"][5].update(faction="stars")
    written.night["card"].pop()
    written.night["card"][2].update(name="Day 0")
    with pytest.raises(PackError) as caught:
        written.read(tmp_path)
    assert [(error.file, error.entry, error.field) for error in caught.value.mistakes] == [
        ("pack.toml", "", "title"),
        ("pack.toml", "faction 2 (moons)", "short"),
        ("pack.toml", "faction 1 (suns)", "emblem"),
        ("day.toml", "card 4 (day_3)", "role"),
        ("day.toml", "card 4 (day_3)", "melee"),
        ("day.toml", "card 6 (day_5)", "faction"),
        ("night.toml", "", ""),
        ("night.toml", "card 3 (night_2)", "name"),
    ]


# --- the digest


def digest(written: Written, folder: Path, **layout: Any) -> str:
    return written.read(folder, **layout).digest


@pytest.mark.rule("DR-1.1")
def test_the_digest_is_the_same_for_any_layout(tmp_path: Path) -> None:
    plain = digest(Written(), tmp_path)
    assert len(plain) == 64
    assert digest(Written(), tmp_path, backwards=True) == plain
    assert digest(Written(), tmp_path, spread=True) == plain
    assert digest(Written(), tmp_path, backwards=True, spread=True) == plain


@pytest.mark.rule("DR-1.1")
@pytest.mark.parametrize(
    "change",
    [
        card_with(melee=28),
        card_with(role="hq"),
        card_with(name="Somebody Else"),
        card_with(faction="moons"),
        lambda written: written.night["card"][29].update(psychic=1),
        lambda written: written.day["card"].reverse(),
        faction_with(name="The Other Moons"),
        head_with(decks=["night", "day"]),
    ],
    ids=["score", "role", "name", "faction", "last card", "order", "icon", "decks"],
)
def test_the_digest_differs_for_any_other_content(change: Mistake, tmp_path: Path) -> None:
    plain = digest(Written(), tmp_path)
    changed = Written()
    change(changed)
    assert digest(changed, tmp_path) != plain


# --- the pack that comes with the game


@pytest.fixture(scope="module")
def standard() -> DawnRaidPack:
    return GAME.pack("standard")


def halves(pack: DawnRaidPack) -> list[list[Any]]:
    return [pack.cards[:30], pack.cards[30:]]


@pytest.mark.rule("DR-1.1")
def test_every_card_of_the_standard_pack_has_its_own_name(standard: DawnRaidPack) -> None:
    assert len({card.name for card in standard.cards}) == 60
    assert len({card.id for card in standard.cards}) == 60


@pytest.mark.rule("DR-1.1")
def test_each_standard_deck_has_at_least_four_icons_of_6_to_9_cards(standard: DawnRaidPack) -> None:
    for half in halves(standard):
        icons = Counter(card.faction for card in half)
        assert len(icons) >= 4
        assert all(6 <= count <= 9 for count in icons.values()), icons
    first, second = ({card.faction for card in half} for half in halves(standard))
    assert not first & second, "no icon serves both sides"


@pytest.mark.rule("DR-1.1")
def test_the_standard_decks_have_the_same_roles(standard: DawnRaidPack) -> None:
    first, second = (Counter(card.role for card in half) for half in halves(standard))
    assert first == second
    assert set(first) == set(range(5)), "all five roles"
    assert first[HQ] == 6


@pytest.mark.rule("DR-1.1", "DR-2.1")
def test_standard_scores_are_in_the_range_of_the_samples_and_psychic_is_rare(standard: DawnRaidPack) -> None:
    for half in halves(standard):
        best = [max(card.scores) for card in half]
        assert min(best) >= 10
        assert 20 <= max(best) <= 29
        assert sum(card.scores[PSYCHIC] == 0 for card in half) > 15, "mostly 0"
        assert any(card.scores[PSYCHIC] > 0 for card in half)
