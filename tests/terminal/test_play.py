"""A table at the terminal, driven by what players type."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import pytest
from rich.cells import cell_len

import harena
from harena import bots
from harena.bots import registry
from harena.bots.bot import Chair
from harena.bots.random import RandomBot
from harena.core.dice import fast_dice
from harena.core.errors import BotError
from harena.core.listing import listing
from harena.core.record import read_record
from harena.look.badge import badge
from harena.terminal.desk import draw
from harena.terminal.start import new_table, resumed_table
from terminal.typist import CLEAR, GAME, Typist, always, played, sit_down

# --- whole games


def test_a_hot_seat_game_is_played_to_its_end_and_its_record_holds() -> None:
    seen, match = played(then=always("1"), seed=None)
    assert match.over
    assert match.words.prompt(match.view(harena.SPECTATOR)) in seen
    assert {seat for seat, _ in match.played} == {0, 1}
    record = read_record(Path("game.json"))
    assert record.names == ["Ann", "Bo"]
    assert harena.verify(record).holds
    assert "harena replay game.json" in seen
    assert "harena verify game.json" in seen


def test_against_a_bot_only_the_person_is_asked_and_the_bot_is_told_about() -> None:
    seen, match = played(then=always("1"), seats="Ann")
    assert match.over
    assert match.names == ["Ann", "Random bot"]
    assert "Hand over" not in seen
    assert "Random bot is deciding" not in seen
    for sentence in match.story(0):
        assert sentence in seen


def test_a_seed_gives_the_same_game_again_bots_included() -> None:
    first = played(then=always("1"), seats="Ann", save=Path("a.json"))[1]
    second = played(then=always("1"), seats="Ann", save=Path("b.json"))[1]
    assert first.record() == second.record()


def test_bots_alone_need_nobody_at_the_keyboard() -> None:
    seen, match = played(seats="bot:random,bot:random")
    assert match.over
    assert match.names == ["Random bot", "Random bot 2"]
    last = match.story(harena.SPECTATOR)[-1]
    assert seen.count(last) == 1


class Manners(RandomBot):
    """Notes down when it sits down and when it stands up."""

    name: ClassVar[str] = "manners"
    noted: ClassVar[list[object]] = []

    def sit_down(self, chair: Chair) -> None:
        self.noted.append((chair.game.name, chair.seat, chair.names))

    def stand_up(self) -> None:
        self.noted.append("up")


@pytest.fixture
def manners(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    monkeypatch.setitem(registry._added, "manners", Manners)
    Manners.noted.clear()
    return Manners.noted


@pytest.mark.parametrize("lines", [["1", "q"], ["1", "^C"], ["1"], ["1"] * 70])
def test_a_bot_sits_down_and_stands_up_however_the_match_is_left(
    manners: list[object], lines: list[str]
) -> None:
    played("", *lines, seats="Ann,bot:manners")
    assert manners == [(GAME, 1, ("Ann", "Manners bot")), "up"]


def test_all_bots_stand_up_even_if_one_cannot_sit_down(manners: list[object]) -> None:
    _, table = sit_down(seats="bot:manners,bot:program:./none")
    with pytest.raises(BotError, match="cannot be started"):
        table.play()
    assert manners == [(GAME, 0, ("Manners bot", "Program bot")), "up"]
    assert not Path("game.json").exists()


def test_dice_from_a_seed_promise_nothing() -> None:
    assert "promise" not in played("1", seats="Ann")[0]


# --- what the deciding person sees


def test_a_decision_shows_table_events_with_rules_question_and_numbered_choices() -> None:
    seen, match = played("", seats="Ann,Bo")
    view = match.view(0)
    assert match.words.prompt(view) in seen
    assert "You attack first. DR-1.4" in seen
    for number, action in enumerate(view.actions, start=1):
        assert f"{number} {match.words.label(view, action)} {match.words.hint(view, action)}" in seen
    for seat in (0, 1):
        assert f"{badge(seat)[0]} {match.names[seat]}" in seen


def test_only_what_happened_since_the_own_last_decision_is_told_again() -> None:
    typist, table = sit_down("", "1", "2", seats="Ann,Bo")
    table.play()
    last = typist.screen.getvalue().rpartition("> 1\n")[2]
    assert "You call: ranged" in last
    assert "You attack first" not in last


def test_the_story_tells_everything_again() -> None:
    typist, table = sit_down("", "1", "l", seats="Ann,Bo")
    table.play()
    story = typist.screen.getvalue().rpartition("The story so far")[2]
    assert "You attack first" in story


def test_the_own_deck_is_shown_in_order_next_card_first() -> None:
    typist, table = sit_down("", "d")
    table.play()
    listed = typist.screen.getvalue().rpartition("Your deck, next card first")[2]
    pack_cards = {card.id: card.name for card in table.match.pack.cards}  # type: ignore[attr-defined]
    order = [pack_cards[card] for card in table.match.view(0).sides[0].order]  # type: ignore[attr-defined]
    assert len(order) == 29
    for number, name in enumerate(order, start=1):
        assert re.search(rf"\b{number} \*?{re.escape(name)} ", listed)


def test_the_opponents_cards_are_listed_without_their_order() -> None:
    typist, table = sit_down("", "o")
    table.play()
    listed = typist.screen.getvalue().rpartition("What Bo has left")[2]
    assert "30 cards in an order you do not know" in listed
    deck = table.match.pack.cards[30:]  # type: ignore[attr-defined]
    assert all(card.name in listed for card in deck)


def test_help_names_every_key() -> None:
    typist, table = sit_down("", "h")
    table.play()
    told = typist.screen.getvalue().rpartition("Dawn Raid: help")[2]
    for key in ("d ", "o ", "? RULE", "l ", "u ", "s ", "q "):
        assert f"\n{key}" in told


def test_no_frame_is_higher_than_24_rows_or_wider_than_80_columns() -> None:
    for seed in range(8):
        match = harena.new(GAME, seed=seed, names=["A very long name, as long as names go ..", "会" * 20])
        dice, bot = fast_dice(seed), bots.find("random")
        while not match.over:
            typist = Typist([])
            draw(
                typist.terminal(interactive=True),
                match,
                match.seat,
                notice="One line that says what was wrong.",
            )
            lines = typist.screen.getvalue().partition(CLEAR)[2].split("\n")
            assert len(lines) <= 24, "\n".join(lines)
            assert max(cell_len(line) for line in lines[1:]) <= 80
            assert match.words.label(match.view(match.seat), match.legal()[-1]) in "\n".join(lines)
            match.play(bots.ask(bot, match, dice))


# --- choosing


@pytest.mark.parametrize("typed", ["1", " 1 ", "01", "type:ranged", "TYPE:RANGED", "ranged"])
def test_a_choice_is_taken_by_number_notation_or_the_end_of_it(typed: str) -> None:
    _, match = played("", typed)
    assert match.record().actions == ["0 type:ranged"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("banana", "'banana' is not a choice here. Type 1-2 to choose, or h for help."),
        ("", "Type 1-2 to choose, or h for help."),
        ("0", "There is no choice 0. Type 1-2."),
        ("3", "There is no choice 3. Type 1-2."),
        ("9" * 5000, "There is no choice 999999999. Type 1-2."),
        ("²", "'²' is not a choice here."),
        ("-1", "'-1' is not a choice here."),
        ("[red]x", "'[red]x' is not a choice here."),
        ("d now", "'d now' is not a choice here."),
        ("type:psychic", "scores 0 in psychic (DR-2.1). Possible: type:ranged, type:melee."),
        ("raid:end", "raid:end is not possible now."),
        ("type:x", "There is no action written 'type:x'."),
    ],
)
def test_what_is_no_choice_gets_a_sentence_and_changes_nothing(typed: str, answer: str) -> None:
    seen, match = played("", typed)
    assert answer in seen
    assert match.played == []


# --- why


def test_a_question_mark_shows_each_rule_behind_what_happened_in_the_rulebooks_words() -> None:
    typist, table = sit_down("", "?")
    table.play()
    told = re.sub(r"\s+", " ", typist.screen.getvalue().rpartition("by which rule")[2])
    cited = {event.rule for event in table.match.events(0)}
    assert cited == {"DR-1.2", "DR-1.4", "DR-2.1"}
    rulebook = table.match.game.rulebook
    for rule in cited:
        words = re.sub(r"\s+", " ", rulebook.rule(rule).replace("*", ""))
        assert f"{rule} {words}" in told
    assert "DR-2.3 " not in told


@pytest.mark.parametrize("typed", ["? DR-2.3", "?dr-2.3"])
def test_a_certain_rule_can_be_asked_for(typed: str) -> None:
    seen, _ = played("", typed)
    assert "DR-2.3 If the Attacker" in seen


def test_a_rule_that_does_not_exist_is_refused() -> None:
    assert "Dawn Raid has no rule 'DR-9.9'. They run from DR-1.1 to DR-4.3" in played("", "? DR-9.9")[0]


# --- taking back


def test_nothing_turned_up_can_be_taken_back() -> None:
    seen, match = played("", "1", "u")
    assert "That cannot be taken back. Something was rolled or turned up since" in seen
    assert len(match.played) == 1


def test_who_has_done_nothing_has_nothing_to_take_back() -> None:
    assert "You have not done anything yet." in played("", "u")[0]


def test_in_practice_anything_can_be_taken_back() -> None:
    seen, match = played("", "1", "u", practice=True)
    assert "Taken back. Decide again." in seen
    assert match.played == []


def test_after_a_take_back_another_choice_can_be_made() -> None:
    _, match = played("", "1", "u", "2", practice=True)
    assert match.record().actions == ["0 type:melee"]


def test_what_nobody_else_has_seen_can_be_taken_back_outside_practice() -> None:
    typist, table = sit_down(game="high_card", seed=0)
    match, before = table.match, []

    def first_that_can_be_taken_back() -> str:
        if before:
            raise EOFError
        if match.played and table.looking == match.seat and not match.why_no_take_back(match.seat):
            before.append(list(match.played))
            return "u"
        return "1"

    typist.then = first_that_can_be_taken_back
    table.play()
    assert match.played == before[0][:-1]
    assert "Taken back. Decide again." in typist.seen


# --- another game at the same table


def test_the_terminal_plays_a_game_it_has_never_heard_of() -> None:
    seen, match = played(then=always("1"), game="high_card")
    assert match.over
    for sentence in match.story(harena.SPECTATOR)[-2:]:
        assert sentence in seen


def test_a_number_is_a_choices_number_and_never_part_of_a_notation() -> None:
    _, table = sit_down("", game="high_card", seed=0)
    cards = [action.partition(":")[2] for action in table.match.legal()]
    beyond = next(card for card in cards if int(card) > len(cards))
    seen, match = played("", beyond, game="high_card", seed=0, save=None)
    assert f"There is no choice {beyond}. Type 1-{len(cards)}." in seen
    assert match.played == []


# --- the curtain


def test_between_two_people_the_screen_is_cleared_and_waits() -> None:
    typist, table = sit_down(seats="Ann,Bo", interactive=True, then=always("1"))
    table.play()
    frames = typist.screen.getvalue().split(CLEAR)
    curtains = [place for place, frame in enumerate(frames) if "Hand over to" in frame]
    assert len(curtains) > 3
    for place in curtains:
        assert "Dawn Raid" not in frames[place]
        assert "> " not in frames[place]
    deciders = [name for frame in frames for name in re.findall(r"Hand over to (\w+),", frame)]
    assert all(one != other for one, other in pairwise(deciders))


def test_what_is_typed_at_the_curtain_is_no_choice() -> None:
    _, match = played("2", "1")
    assert match.record().actions == ["0 type:ranged"]


def test_one_can_quit_at_the_curtain() -> None:
    seen, match = played("q")
    assert "Nothing was saved." in seen
    assert match.played == []


def test_a_screen_of_its_own_is_left_even_when_the_keyboard_closes() -> None:
    typist, table = sit_down("", "1", interactive=True)
    table.play()
    shown = typist.screen.getvalue()
    assert shown.count("\x1b[?1049h") == shown.count("\x1b[?1049l") == 1
    assert shown.index("\x1b[?1049l") < shown.index("The record is saved in")


# --- dangerous choices


def at_a_danger(*lines: str) -> tuple[str, harena.Match]:
    """Ann and Bo go on with the raid until that is dangerous, then these lines are typed."""
    Path("game.json").unlink(missing_ok=True)
    typist, table = sit_down(seats="Ann,Bo", seed=5)
    after = iter(lines)

    def type_on() -> str:
        match = table.match
        if match.seat != table.looking:
            return ""  # hand over
        offered = listing(match.words, match.view(match.seat))
        if offered[-1].danger:
            return next(after, "q")
        return str(len(offered))

    typist.then = type_on
    table.play()
    return typist.seen, table.match


def test_a_dangerous_choice_stands_last_and_is_asked_about_once_more() -> None:
    seen, before = at_a_danger()
    offered = listing(before.words, before.view(before.seat))
    risky = offered[-1]
    assert f"{len(offered)} {risky.label} (!) " in seen
    for answer in ("", "n", str(len(offered))):
        seen, match = at_a_danger(str(len(offered)), answer)
        assert f"{risky.label}? {risky.danger} Type y to do it." in seen
        assert "Not done. Choose again." in seen
        assert match.played == before.played
    _, match = at_a_danger(risky.action, "y")
    assert len(match.played) > len(before.played)
    assert match.actions.notation(match.played[len(before.played)][1]) == risky.action
    assert risky.danger in at_a_danger(f"?{len(offered)}")[0]


# --- giving up


def test_resigning_is_asked_once_more_and_ends_the_game_for_one_side() -> None:
    seen, match = played("", "resign", "n", "resign", "y")
    assert "Resign this game? Type y to do it." in seen
    assert "Not done. Choose again." in seen
    assert match.scores == [0.0, 1.0]
    assert "Bo wins. Ann gave up." in seen
    record = read_record(Path("game.json"))
    assert record.given_up == [0]
    assert harena.verify(record).holds


def test_a_bot_plays_on_for_one_who_resigns_while_others_play_and_after_a_pause_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("harena.terminal.players.STAND_IN", "random")
    typist = Typist(["", "resign", "y"])
    four = ("variant=brothers", "max_rounds=1")
    table = new_table(typist.terminal(), "combat_arena", hot_seat=True, seed=2, options=four, save=Path("g"))
    first = table.match.seat
    table.play()
    assert table.match.given_up == [first]
    assert not table.match.over
    typist = Typist(["", "resign", "y"])
    again = resumed_table(typist.terminal(), Path("g"))
    assert not again.players[first].person
    mate = (first + 2) % 4
    while again.match.seat != mate:
        again.match.play(again.match.legal()[0])
    again.play()
    assert again.match.scores == [float(seat not in (first, mate)) for seat in range(4)]
    assert "gave up." in typist.seen
