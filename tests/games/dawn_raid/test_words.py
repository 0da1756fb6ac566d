"""Every question, answer and event has a sentence for everybody who may read it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import harena
from harena.core.state import OVER, SPECTATOR
from harena.core.view import tell
from harena.games.dawn_raid import ACTIONS, GAME
from harena.games.dawn_raid.pack.cards import DawnRaidPack
from harena.games.dawn_raid.state import Table
from harena.games.dawn_raid.view import DawnRaidView, seen_by
from harena.games.dawn_raid.words.words import DawnRaidWords

from .table import (
    ELITES,
    FAST_ATTACK,
    FOE,
    HEAVY_SUPPORT,
    HQ,
    ME,
    TROOPS,
    ULTRAMARINES,
    Raid,
    card,
    more,
    pot_with,
    raid,
    random_deck,
    random_pack,
    start,
)

NAMES = ["Ada", "Ben"]
EVERYBODY = [ME, FOE, SPECTATOR]

# Every kind of event, with the letter of the number that names a seat, if one does.
KINDS = {
    "took_deck": "a",
    "attacks_first": "a",
    "attacks_next": "a",
    "turned_up": "a",
    "named": "a",
    "changed_type": "a",
    "used_role": "a",
    "put_back": "a",
    "compared": "",
    "drawn": "a",
    "to_pot": "",
    "continued": "a",
    "took_over": "a",
    "banked": "a",
    "ended_raid": "a",
    "pot_lost": "",
    "counted": "a",
    "won": "a",
    "game_drawn": "",
}


def words_of(pack: DawnRaidPack) -> DawnRaidWords:
    words = GAME.words(pack, NAMES)
    assert isinstance(words, DawnRaidWords)
    return words


def tables() -> Iterator[Table]:
    """All positions of many random games: with full decks, with short ones, and with the standard pack."""
    for seed in range(12):
        yield from played(start(random_pack(seed), seed), seed)
    for seed in range(40):
        luck = random.Random(seed)
        size = luck.randint(1, 6)
        decks = [random_deck(luck, size, 2, 2) for _ in range(2)]
        yield from played(Raid(decks[ME], decks[FOE], luck.randrange(2)).table, seed)
    for seed in range(8):
        yield from played(start(GAME.pack("standard"), seed), seed)


def played(table: Table, seed: int) -> Iterator[Table]:
    luck = random.Random(seed)
    while table.seat != OVER:
        yield table
        table.play(luck.choice(table.legal()))
    yield table


def assert_sensible(text: str) -> None:
    """What no player should ever read."""
    assert text.strip() == text
    assert text
    assert "_" not in text, text
    assert "None" not in text, text
    assert "  " not in text, text
    assert not re.search(r"-\d", text), text
    assert not re.search(r"\b1 (skulls|cards)\b", text), text
    assert not re.search(r"[a-z,;:] You\b", text), f"'you' is small inside a sentence: {text}"
    assert not re.search(r"\bYou \w+s\b", text), text


def assert_sentence(text: str) -> None:
    assert_sensible(text)
    assert re.match(r"[A-Z0-9]", text), text
    assert text[-1] in ".?!", text


@pytest.mark.rule("DR-1.3", "DR-2.7")
def test_every_event_of_many_games_is_told_to_everybody_in_a_sentence() -> None:
    told: set[str] = set()
    for table in tables():
        if table.seat != OVER:
            continue
        words = words_of(table.pack)
        for event in table.journal or []:
            told.add(event.kind)
            for viewer in EVERYBODY:
                assert_sentence(words.tell(tell(event, 0, viewer), (), viewer))
    assert told == set(KINDS)


@pytest.mark.rule("DR-3.2")
def test_a_player_is_called_you_and_by_name_to_everybody_else() -> None:
    for table in tables():
        if table.seat != OVER:
            continue
        words = words_of(table.pack)
        for event in table.journal or []:
            for viewer in EVERYBODY:
                sentence = words.tell(tell(event, 0, viewer), (), viewer)
                if not KINDS[event.kind]:
                    assert not re.search(r"\b(you|ada|ben)\b", sentence.lower()), sentence
                elif event.a == viewer:
                    assert re.search(r"\byou\b", sentence.lower()), sentence
                    assert NAMES[event.a] not in sentence
                elif event.kind != "drawn":
                    assert sentence.startswith(f"{NAMES[event.a]} "), sentence
                    assert "you" not in sentence.lower().split(), sentence


@pytest.mark.rule("DR-2.1", "DR-2.3", "DR-2.4", "DR-3.1")
def test_every_question_and_every_answer_of_many_games_has_words() -> None:
    asked: set[tuple[str, str]] = set()
    for table in tables():
        words = words_of(table.pack)
        for viewer in EVERYBODY:
            seen = seen_by(table, ACTIONS, viewer)
            assert_sentence(words.prompt(seen))
            for line in words.describe(seen).splitlines():
                assert_sentence(line)
            labels = [words.label(seen, action) for action in seen.actions]
            assert len(set(labels)) == len(labels), "no two answers read the same"
            for action, label in zip(seen.actions, labels, strict=True):
                asked.add((seen.asking, action))
                assert_sensible(label)
                assert len(label) <= 40
                assert_sentence(words.hint(seen, action))
    types = ["type:ranged", "type:melee", "type:psychic"]
    assert asked == {
        *(("NameType", kind) for kind in types),
        *(("ChooseRole", answer) for answer in [*types, "role:use", "role:skip"]),
        *(("AttackerWon", answer) for answer in ["raid:end", "raid:continue", "raid:bank"]),
        *(("DefenderWon", answer) for answer in ["raid:end", "raid:take_over"]),
    }


@pytest.mark.rule("DR-2.1")
def test_who_does_not_decide_reads_who_does() -> None:
    now = raid(mine=more(2), theirs=more(2))
    words = words_of(now.pack)
    for viewer in (FOE, SPECTATOR):
        assert words.prompt(now.view(viewer)) == "Ada is deciding."


def reads(now: Raid, viewer: int | None = None) -> tuple[str, dict[str, str], dict[str, str]]:
    """The prompt, the labels and the hints, as who decides reads them."""
    words, seen = words_of(now.pack), now.view(now.decider if viewer is None else viewer)
    labels = {action: words.label(seen, action) for action in seen.actions}
    hints = {action: words.hint(seen, action) for action in seen.actions}
    return words.prompt(seen), labels, hints


@pytest.mark.rule("DR-2.1")
def test_naming_a_type_shows_the_card_and_its_scores() -> None:
    prompt, labels, _ = reads(raid(mine=[card("ranged 16, melee 4"), *more(1)], theirs=more(2)))
    assert "Card 0" in prompt
    assert labels == {"type:ranged": "ranged 16", "type:melee": "melee 4"}


@pytest.mark.rule("DR-3.1", "DR-3.3")
def test_an_hq_is_asked_whether_to_change_the_type_or_to_keep_it() -> None:
    prompt, labels, _ = reads(
        pot_with(mine=[card("ranged 3, melee 4", HQ, ULTRAMARINES), *more(1)], theirs=more(2))
    )
    assert "Card 1" in prompt
    assert "Ultramarines" in prompt
    assert "HQ" in prompt
    assert labels == {"type:ranged": "Change to ranged 3", "role:skip": "Keep melee"}


@pytest.mark.rule("DR-3.1", "DR-3.4", "DR-3.6", "DR-3.7")
@pytest.mark.parametrize(
    ("role", "title", "what"),
    [
        (TROOPS, "Troops", "next two"),
        (FAST_ATTACK, "Fast Attack", "drawn"),
        (HEAVY_SUPPORT, "Heavy Support", "back of your deck"),
    ],
)
def test_a_role_is_named_and_its_hint_says_what_it_does(role: str, title: str, what: str) -> None:
    prompt, labels, hints = reads(
        pot_with(mine=[card("melee 4", role, ULTRAMARINES), *more(1)], theirs=more(2))
    )
    assert title in prompt
    assert labels["role:use"] == f"Use {title}"
    assert what in hints["role:use"]


@pytest.mark.rule("DR-2.3", "DR-3.5")
def test_a_winning_attacker_reads_the_scores_and_the_stake() -> None:
    now = pot_with(
        my_first=card("melee 9", HQ, ULTRAMARINES),
        mine=[card("melee 7", ELITES, ULTRAMARINES), *more(1)],
        theirs=[card("melee 3", HQ), *more(1)],
    )
    prompt, labels, hints = reads(now)
    assert "7 to 3" in prompt
    assert "4 cards" in prompt
    assert "2 of them HQ" in prompt
    assert list(labels) == ["raid:end", "raid:continue", "raid:bank"]
    assert "4 cards" in hints["raid:end"]
    assert "Ben attacks next" in hints["raid:end"]
    assert "2 cards" in hints["raid:bank"]


@pytest.mark.rule("DR-2.4")
def test_a_winning_defender_reads_the_scores_and_that_the_next_raid_is_his() -> None:
    prompt, labels, hints = reads(raid(mine=[card("melee 3"), *more(1)], theirs=[card("melee 7"), *more(1)]))
    assert "7 to 3" in prompt
    assert "2 cards" in prompt
    assert list(labels) == ["raid:end", "raid:take_over"]
    assert "You attack next" in hints["raid:end"]
    assert "melee" in hints["raid:take_over"]


@pytest.mark.rule("DR-4.2")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_the_end_says_who_won_by_how_much(viewer: int) -> None:
    now = raid(mine=[card("melee 9", HQ)], theirs=[card("melee 1", HQ)])
    assert now.over
    prompt = words_of(now.pack).prompt(now.view(viewer))
    assert "3 skulls to 0" in prompt
    assert ("you win" if viewer == ME else "Ada wins") in prompt
    last = words_of(now.pack).tell(tell(now.told("won")[0], 0, viewer), (), viewer)
    assert last == (
        "You win the game, 3 skulls to 0." if viewer == ME else "Ada wins the game, 3 skulls to 0."
    )


@pytest.mark.rule("DR-4.2")
def test_a_single_skull_is_a_skull() -> None:
    now = raid(mine=[card("melee 9")], theirs=[card("melee 1")])
    words = words_of(now.pack)
    assert "1 skull to 0" in words.prompt(now.view(SPECTATOR))
    assert "1 skull to 0" in words.tell(tell(now.told("won")[0], 0, SPECTATOR), (), SPECTATOR)


@pytest.mark.rule("DR-4.1", "DR-2.5")
def test_after_a_drawn_last_battle_nobody_is_said_to_go_on() -> None:
    now = raid(mine=[card("melee 4")], theirs=[card("melee 4")])
    assert now.over
    words = words_of(now.pack)
    story = [words.tell(tell(event, 0, SPECTATOR), (), SPECTATOR) for event in now.table.journal or []]
    assert not any("goes on" in sentence for sentence in story), story
    assert "The last battle was drawn: the 2 cards in the pot go to nobody." in story


@pytest.mark.rule("DR-4.2")
def test_a_drawn_game_is_called_a_draw() -> None:
    now = raid(mine=[card("melee 4")], theirs=[card("melee 4")])
    seen: DawnRaidView = now.view(ME)
    assert "a draw, 0 skulls each" in words_of(now.pack).prompt(seen)


@pytest.mark.rule("DR-1.3")
def test_the_position_as_text_shows_the_own_deck_in_order_and_never_the_other() -> None:
    mine = [card(f"melee {score}") for score in (9, 11, 22, 33)]
    theirs = [card(f"melee {score}") for score in (1, 44, 55, 66)]
    now = raid(mine=mine, theirs=theirs)
    words = words_of(now.pack)
    text = words.describe(now.view(ME))
    places = [text.index(f"Card {number} ") for number in (1, 2, 3)]
    assert places == sorted(places)
    assert not re.search("Card [567]", text)
    onlooking = words.describe(now.view(SPECTATOR))
    assert not re.search("Card [123567]", onlooking)


@pytest.mark.rule("DR-2.1")
def test_a_match_tells_its_story_to_each_seat() -> None:
    match = harena.new("dawn_raid", seed=1, names=NAMES, first_attacker="seat1")
    assert "You attack first." in match.story(ME)
    assert "Ada attacks first." in match.story(FOE)
    assert "Ada attacks first." in match.story(SPECTATOR)
