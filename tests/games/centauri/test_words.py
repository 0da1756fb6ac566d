"""Every question, answer and event has a sentence for everybody, with the right numbers in it."""

from __future__ import annotations

import re

import pytest

from harena.games.centauri import GAME
from harena.games.centauri.words.printed import (
    card_facts,
    card_line,
    card_text,
    foe_facts,
    foe_text,
    foe_title,
    gains_text,
    report_facts,
    report_text,
    scenario_facts,
    scenario_text,
    track_facts,
    track_text,
)
from kit import spoken
from kit.spoken import assert_labels, assert_plain, assert_read_out, assert_told

from .scene import NAMES, PACKS, STEPS, Scene, games, views
from .table import FROZEN, HOME_RUN, INTERSTELLAR, NEW_HOPE, make_pack

THINGS = "cards|tokens|points|levels|sectors|dice|successes|modules|armadas|Raiders"


def assert_sensible(text: str) -> None:
    """What no player should ever read."""
    assert_plain(text)
    assert not re.search(rf"(?<![\d.])1 ([A-Za-z]+ )?({THINGS})\b", text), text
    several = r"(?<![\d.])([02-9]|\d\d+) ([A-Z][a-z]+ )?(card|token|point|level|die)\b"
    assert not re.search(several, text), text
    inside = text.replace(" You shall not pass", "")  # a card
    assert not re.search(r"(?<![.:?!]) You\b", inside), f"'you' is small inside a sentence: {text}"
    assert not re.search(r"\b[Yy]ou (is|has|does|goes|flies|takes|rolls|plays|draws|gets|wins)\b", text), text
    assert not re.search(r"(?<!and )\b(Ann|Bo|Cy|Di) (are|have|do|go|fly|take|roll|play|draw) ", text), text


def assert_sentence(text: str) -> None:
    spoken.assert_sentence(text, assert_sensible)


# --- everything has a sentence


def test_every_question_has_a_prompt_for_those_who_decide_and_those_who_wait() -> None:
    asked: set[str] = set()
    for words, view in views():
        asked.add(view.asking)
        assert_sentence(words.prompt(view))
    assert asked >= STEPS


def test_every_choice_has_a_label_of_its_own_and_a_hint() -> None:
    for number, (words, view) in enumerate(views()):
        assert_labels(words, view, assert_sensible)
        for action in view.actions[number % 4 :: 4]:
            assert_sentence(words.hint(view, action))


def test_every_event_is_told_to_everybody_in_a_sentence() -> None:
    for seen, state in games():
        words = GAME.words(state.pack, NAMES)
        assert_told(words, state.journal or [], seen[-1].cast, assert_sensible)


def test_every_position_can_be_read_out() -> None:
    for number, (words, view) in enumerate(views()):
        if number % 23 == 0:
            assert_read_out(words, view, assert_sensible)


@pytest.mark.rule("CN-1.2")
def test_tracks_go_by_the_names_of_their_pack() -> None:
    pack = make_pack(lambda written: written["tracks"]["lab"].update(name="Think Tank"))
    scene = Scene(players=4, pack=pack)
    assert "Starport 0, Think Tank 0;" in scene.words.describe(scene.view(1))


@pytest.mark.rule("CN-1.11", "CN-5.1")
def test_cards_of_other_hands_are_read_out_to_those_who_know_them() -> None:
    hands = {1: "pushback", 2: "afterburner field_repairs", 3: "salvage_rights"}
    scene = Scene(players=4, hands=hands, open_hands=True)
    scene.player(2).known = scene.player(2).hand & FROZEN.cards[0].cards
    told = {seat: scene.words.describe(scene.view(seat)).split("\n") for seat in (0, 1, 2)}
    assert "Everybody knows that Bo holds Afterburner." in told[0]
    assert "Everybody knows that Bo holds Afterburner." in told[1]
    assert "Cy holds Salvage Rights." in told[1], "a team-mate, and hands are open"
    assert not any("Salvage" in line for seat in (0, 2) for line in told[seat])
    assert not any(line.startswith("Everybody knows") for line in told[2])
    assert any(line.startswith("Your card Field Repairs.") for line in told[2])


@pytest.mark.parametrize("number", range(len(PACKS)))
def test_everything_printed_is_written_out(number: int) -> None:
    pack = PACKS[number]
    for card in pack.cards:
        for text in (card_text(card), card_line(card)):
            assert_sentence(text)
    for track in pack.tracks:
        assert_sentence(track_text(track))
    for foe in pack.foes[1:]:
        assert_sentence(foe_text(foe))
    for scenario in pack.scenarios:
        assert_sentence(scenario_text(scenario))
        for report in pack.reports:
            assert_sentence(report_text(pack, scenario, report))
    facts = [card_facts(card) for card in pack.cards] + [track_facts(track) for track in pack.tracks]
    facts += [foe_facts(foe) for foe in pack.foes[1:]] + [scenario_facts(one) for one in pack.scenarios]
    for heading, text in (fact for found in facts for fact in found):
        assert_sensible(heading)
        assert_sensible(text)


# --- what is printed


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("afterburner", "Get 2 more movement points."),
        ("field_repairs", "Restore 3 Hull."),
        ("hardened_shields", "Shield +2 this combat round."),
        (
            "cloak_and_dagger",
            "This move needs no Evade. This armada's first attack this round has 2 more dice.",
        ),
        (
            "blaze_of_glory",
            "4 more dice in each attack this combat round. "
            "After Engage this armada is destroyed, and nobody gains by it.",
        ),
    ],
)
def test_a_card_is_written_out_from_its_verbs(id: str, text: str) -> None:
    card = next(card for card in FROZEN.cards if card.id == id)
    assert card_text(card) == text


def test_tracks_foes_and_scenarios_say_their_numbers() -> None:
    starport, lab = FROZEN.tracks
    assert gains_text(starport.levels[5]) == "Speed, Combat and Shield +1"
    assert [text for _, text in track_facts(lab)][:3] == ["Speed +1", "Draw 2 cards", "Speed +1"]
    assert foe_title(2) == "Raider, level 2"
    assert foe_text(FROZEN.foes[2]) == (
        "Level 2 Raider: Combat 3, Shield 2, Hull 4. Leaving its sector costs 2 movement points more. "
        "Destroying it brings 2 Astartium and a token."
    )
    home_run = dict(scenario_facts(FROZEN.scenarios[0]))
    assert home_run["Victory points"] == (
        "5 for a module at your Starbase, 2 for an armada destroyed and 1 for an enemy that flees and "
        "survives. 19 win at once."
    )
    assert home_run["Closed"] == "Nobody enters the Jumpgate."
    interstellar = dict(scenario_facts(FROZEN.scenarios[1]))
    assert interstellar["Peaceful"] == "Players do not fight at the Jumpgate or Dawn."
    assert interstellar["Closed"] == "Nobody enters any Thick Nebula."


@pytest.mark.rule("CN-2.7", "CN-4.2", "CN-4.3")
def test_a_report_says_what_counts_in_the_scenario() -> None:
    first, last = FROZEN.reports[0], FROZEN.reports[-1]
    home_run, interstellar, new_hope = FROZEN.scenarios
    assert report_facts(FROZEN, home_run, first) == [("Raiders", "c2 and e5")]
    assert report_facts(FROZEN, home_run, last) == []
    assert report_text(FROZEN, home_run, last) == "It brings nothing."
    assert report_facts(FROZEN, interstellar, first) == [("Harmony", "b4 and b5"), ("Raiders", "b4 and b5")]
    assert report_facts(FROZEN, new_hope, first) == [("Raiders", "a4 and g1"), ("Colour", "amber")]


# --- who acts, for which armada, and who waits


@pytest.mark.rule("CN-1.7", "CN-1.12")
def test_a_question_says_for_which_armada_it_is() -> None:
    pair = Scene(players=2, ships={1: "c3"}).move(1)
    assert pair.prompt() == "Your first armada at c3 has 2 movement points. Fly, or stay."
    assert pair.prompt(2) == "Ann is giving orders to the first armada at c3."
    team = Scene(players=4, ships={3: "c3"}, hands={3: "afterburner"}).move(3)
    assert team.prompt() == "Your armada at c3 has 2 movement points. Play cards first, fly, or stay."
    assert team.prompt(1) == "Your team-mate Cy is giving orders to the armada at c3."
    assert team.prompt(2) == "Cy is giving orders to the armada at c3."


@pytest.mark.rule("CN-2.3")
def test_a_move_says_what_can_be_done_with_what_is_left() -> None:
    scene = Scene(players=4, ships={1: "d1"})
    scene.player(1).exploration_tokens = 1
    scene.move(1).play("fly:b1")
    assert scene.asking == "Fly"
    assert scene.prompt() == (
        "Your armada at b1 has no movement points left. Spend an Exploration token to fly on, or stay."
    )
    scene.play("spend")
    assert scene.prompt() == "Your armada at b1 has 1 movement point. Fly on, or stay."
    scene = Scene(players=4, ships={1: "a1"}).move(1)
    scene.play("fly:a2")
    assert scene.prompt() == "Your armada at a2 has 1 movement point. Take the module, fly on, or stay."


@pytest.mark.rule("CN-3.2")
def test_a_fight_says_who_fights_whom_and_where() -> None:
    scene = Scene(players=4, ships={1: "c3", 3: "c3", 2: "c3"}).any_dice(6, 5, 1).encounter()
    assert scene.asking == "Decide"
    assert scene.prompt() == "Combat at c3 against Bo, round 1. Does your armada fight or flee?"
    names = {1: "Ann", 3: "Cy"}
    other = 4 - scene.asked
    assert scene.prompt(other) == (
        f"Your team-mate {names[scene.asked]} decides whether the armada fights or flees in the combat "
        "at c3 against Bo."
    )
    assert scene.watched().startswith(f"{names[scene.asked]} decides whether the armada fights")
    pair = Scene(players=2, ships={1: "c3", 3: "c3"}).any_dice(6, 1).encounter()
    assert (
        pair.prompt()
        == "Combat at c3 against Bo's first armada, round 1. Does your first armada fight or flee?"
    )


@pytest.mark.rule("CN-4.5", "CN-2.6")
def test_the_end_says_who_has_won() -> None:
    for players, told in ((2, "you win"), (4, "your team wins")):
        scene = Scene(players=players, ships={1: "c3", 2: "c3", 3: "c3"})
        scene.state.points[0] = 14
        scene.ship(1).pos, scene.ship(1).cargo = scene.state.homes[0], True
        scene.expand()
        assert scene.over
        assert scene.prompt(1) == f"The game is over: {told}."
    assert scene.prompt(2) == "The game is over: the other team wins."
    assert scene.watched() == "The game is over: Ann and Cy win."


# --- hints with the numbers a player wants


@pytest.mark.rule("CN-2.3", "CN-3.7")
def test_a_flight_says_what_it_costs_and_what_waits_there() -> None:
    scene = Scene(players=2, ships={1: "d5", 2: "g4", 3: "e4"}, raiders={"d6": 2})
    scene.player(1).speed = 3
    scene.modules = ["c4"]
    scene.move(1)
    assert scene.hint("fly:c4") == (
        "Costs 1 movement point; 2 left. 1 power module lies there, and you have the movement point to take "
        "one."
    )
    assert scene.hint("fly:d6") == (
        "Costs 1 movement point; 2 left. If you stop there: you fight a level 2 Raider "
        "(Combat 3, Shield 2, Hull 4): 77% to win without cards."
    )
    assert scene.hint("fly:e4") == (
        "Costs 1 movement point; 2 left. If you stop there: you fight Bo's first armada "
        "(Combat 2, Shield 2, Hull 8): 55% to win without cards."
    )
    assert scene.hint("stay") == "This move ends here. Nothing is here."
    assert scene.label("fly:d6") == "Fly to d6"


@pytest.mark.rule("CN-2.3", "CN-2.10")
def test_leaving_an_enemy_says_the_odds_of_the_evade() -> None:
    scene = Scene(players=4, ships={1: "c3", 2: "c3", 4: "c3"}).move(1)
    assert scene.prompt().endswith("To leave it must evade: 2 successes, 25% likely.")
    assert scene.hint("fly:c4").startswith("You must evade first, 25% to get away. Costs 1 movement point")


@pytest.mark.rule("CN-2.12")
def test_a_raider_beside_which_both_teams_stand_in_peace_is_no_fight() -> None:
    pack = make_pack(lambda written: written.scenario(NEW_HOPE).update(peaceful=["jumpgate", "nebula"]))
    raiders = {"c2": 3}
    scene = Scene(NEW_HOPE, ships={1: "c1"}, raiders=raiders, pack=pack).move(1)
    assert "You fight a level 3 Raider" in scene.hint("fly:c2")
    scene = Scene(NEW_HOPE, ships={1: "c1", 2: "c2"}, raiders=raiders, pack=pack).move(1)
    assert scene.hint("fly:c2").endswith(
        "Bo and a level 3 Raider are there, and players do not fight there, nor the Raider beside them."
    )
    assert scene.danger("fly:c2") == ""


@pytest.mark.rule("CN-2.4")
def test_who_is_there_and_is_not_fought_is_said_too() -> None:
    scene = Scene(NEW_HOPE, ships={1: "d3", 2: "d4", 3: "d5", 5: "d3"}, players=6).move(1)
    assert scene.hint("fly:d5") == "Costs 2 movement points; none left. Cy is there."
    assert scene.hint("stay") == "This move ends here. Ed is here."
    peace = "Bo and the Convoy are there, and players do not fight there."
    assert scene.hint("fly:d4") == f"Costs 1 movement point; 1 left. {peace}"


@pytest.mark.rule("CN-1.4", "CN-4.1", "CN-4.9")
def test_a_module_says_what_it_is_worth_and_how_far_home_is() -> None:
    scene = Scene(players=2, ships={1: "c3"})
    scene.modules = ["c3"]
    scene.move(1)
    assert scene.hint("pick_up") == (
        "Costs 1 movement point; 1 left. Your Starbase is 4 movement points away, where it is worth "
        "5 victory points."
    )
    scene = Scene(players=2, ships={1: "d1"})
    scene.modules = ["d1"]
    assert scene.move(1).hint("pick_up") == (
        "Costs 1 movement point; 1 left. Your module counts here at the end of the round: 5 victory points."
    ), "at home there is no way to go"
    scene = Scene(players=2, ships={1: "d2"})
    scene.ship(1).cargo = True
    scene.move(1)
    assert scene.hint("fly:d1") == (
        "Costs 1 movement point; 1 left. Your Starbase stands there. "
        "Your module counts there at the end of the round: 5 victory points."
    )


@pytest.mark.rule("CN-1.2", "CN-2.8")
def test_upkeep_says_what_a_level_gives_and_a_card_does() -> None:
    scene = Scene(players=2, hands={1: "salvage_rights long_range_scan"}).upkeep(1)
    assert scene.prompt() == ("Upkeep: buy levels for 2 Astartium each (you have 2), play a card, or finish.")
    assert scene.label("starport") == "Starport level 1"
    assert scene.hint("starport") == (
        "2 Combat tokens. Costs 2 Astartium; none left. The next one: Combat +1."
    )
    assert scene.hint("play:salvage_rights") == "Gain 2 Astartium. You have 4 Astartium then."
    scene.player(1).astartium = 0
    scene.upkeep(1).play("finish")


@pytest.mark.rule("CN-3.2", "CN-3.4")
def test_fight_and_flight_say_their_chances() -> None:
    scene = Scene(players=2, ships={1: "c3", 3: "c3"}).any_dice(6, 1).encounter()
    scene.player(1).hull = 1
    assert scene.hint("flee") == ("The enemy attacks once: 69% to get away. Then Bo gets 1 victory point.")
    assert re.fullmatch(
        r"If both fight on without cards, you win in \d+% of such fights\.", scene.hint("fight")
    )
    assert scene.label("flee") == "Flee"


@pytest.mark.rule("CN-3.4", "CN-3.11")
def test_an_attack_says_the_damage_to_expect() -> None:
    scene = Scene(players=2, ships={1: "c3", 3: "c3", 4: "c3"}).any_dice(6, 2, 1).encounter().all_fight()
    assert scene.asking == "Engage"
    assert scene.label("target:3") == "Bo's first armada"
    assert scene.hint("target:3") == (
        "2 dice, and the Shield stops 1 success: 0.2 damage to expect against 8 Hull."
    )
    scene.player(2).hull, scene.player(1).combat = 2, 4
    assert scene.hint("target:3") == (
        "4 dice, and the Shield stops 1 success: 1.1 damage to expect against 2 Hull, 31% to destroy it."
    )


@pytest.mark.rule("CN-3.12", "CN-1.13")
def test_a_blaze_names_its_armada() -> None:
    scene = Scene(players=2, ships={1: "c3", 2: "c3", 3: "c3"}, hands={1: "blaze_of_glory"})
    scene.any_dice(6, 5, 1).encounter().all_fight()
    assert scene.asking == "Buff"
    assert scene.danger("play:blaze_of_glory") == "One of your armadas is destroyed after this combat round."
    scene.play("play:blaze_of_glory")
    assert scene.asking == "NameBlaze"
    assert scene.prompt() == "Blaze of Glory: choose the armada that it is for."
    assert scene.prompt(2) == "Ann is choosing which armada burns out."
    assert scene.label("target:2") == "Your second armada"
    assert scene.hint("target:2") == "Your second armada is destroyed after this combat round."


@pytest.mark.rule("CN-4.3", "CN-4.7")
def test_the_convoy_says_what_a_step_costs_and_how_far_it_is() -> None:
    scene = Scene(NEW_HOPE, players=4)
    scene.state.points[:] = [5, 0]
    scene.expand()
    assert scene.asking == "ConvoyStep"
    assert (
        scene.prompt()
        == "Choose the Convoy's next sector toward your Starbase. You have 5 points left for it."
    )
    hints = {scene.hint(action) for action in scene.open}
    assert all(
        re.match(r"Costs \d points of 5\. Your Starbase is 2 sectors away then\.", one) for one in hints
    )


@pytest.mark.rule("CN-4.8")
def test_trading_says_what_tokens_bring() -> None:
    scene = Scene(NEW_HOPE, players=4, ships={1: "b4"})
    scene.player(1).combat_tokens = 2
    scene.after_fights()
    assert scene.prompt() == "Trade how many Combat tokens? Each brings 2 victory points."
    assert scene.hint("number:2") == "4 victory points for your team; none left."
    assert scene.label("number:0") == "No token"


@pytest.mark.rule("CN-4.12")
def test_the_black_hole_says_what_it_costs() -> None:
    scene = Scene(INTERSTELLAR, players=4, ships={1: "c4"}).move(1)
    assert "After the fights you lose 2 Hull there, but never the last one." in scene.hint("fly:c5")


def test_lessons_follow_the_question() -> None:
    scene = Scene(HOME_RUN, players=2, ships={1: "c3", 3: "c3"}).move(1)
    lessons = scene.words.lessons(scene.view(1))
    assert [lesson.id for lesson in lessons] == ["Orders", "Orders.evade"]
