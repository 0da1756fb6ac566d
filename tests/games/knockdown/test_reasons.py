"""Anyone who tries what is not open learns why, in a few words with the rule."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import harena
from contract.play import options_for
from harena.core.dice import fast_dice
from harena.core.errors import ActionError
from harena.core.state import OVER
from harena.games.knockdown import GAME

from .brawl import FROZEN, Placed, put
from .scene import Scene

PUPPY = put("puppy", "c4", hand="body_blow")


def act(one: Placed, two: Placed = PUPPY, row: str = "haymaker tracer_burst") -> Scene:
    return Scene(one, two, row)


@pytest.mark.rule("KD-3.3", "KD-3.4", "KD-3.5")
def test_moves_dashes_and_attacks() -> None:
    scene = act(put("james", "c3"))
    assert scene.why_not("move:c4") == "the other fighter stands there (KD-3.3)"
    assert scene.why_not("move:a1") == "it is not one step away (KD-3.3)"
    assert scene.why_not("dash:c2") == "you hold no Dash card (KD-3.5)"
    assert scene.why_not("attack:uppercut") == "that card is not in the Row (KD-3.4)"
    assert scene.why_not("stop") == "there is no Combo to stop (KD-3.5)"
    holding = act(put("james", "c3", hand="fire_axe"))
    assert holding.why_not("dash:c4") == "the other fighter stands there (KD-3.3)"


@pytest.mark.rule("KD-3.5", "KD-1.3")
def test_special_attacks() -> None:
    poor = act(put("james", "c3", hand="fire_axe", ammo=0))
    assert poor.why_not("special:1") == "you cannot pay for it (KD-3.5)"
    assert poor.why_not("special:2") == "it would do nothing now (KD-3.5)", "there is no Ammo to spend"
    assert poor.why_not("special:6") == "your fighter has no such Special Attack"
    rich = put("james", "b1", hand="uppercut fire_axe", ammo=2)
    assert act(rich).why_not("special:1") == "the other fighter is out of range (KD-1.3)"
    katie = act(put("katie", "c3", hand="fire_axe uppercut"))
    assert katie.why_not("special:4") == "it is a Reaction, for the other's turn (KD-4.3)"
    used = act(put("james", "c3", hand="fire_axe uppercut")).play("special:3", "symbol:dash")
    while used.asking != "Combo":
        used.play(sorted(used.open)[0])
    assert used.why_not("special:3") == "you have used it in this Combo (KD-3.5)"
    assert used.why_not("move:c2") == "a Combo has Dashes, not Moves (KD-3.5)"
    assert (
        used.why_not("attack:haymaker") == "an Attack is an action of its own, not part of a Combo (KD-3.2)"
    )
    assert used.why_not("corridor:1") == "corridors are for before and between actions (KD-3.6)"


@pytest.mark.rule("KD-3.6")
def test_corridors() -> None:
    assert act(put("james", "b2")).why_not("corridor:1") == "you do not stand on a red space (KD-3.6)"
    on_red = act(put("james", "a1"), put("puppy", "a3"))
    names = {on_red.arena.field.names[space]: place + 1 for place, space in enumerate(on_red.arena.red)}
    assert on_red.why_not(f"corridor:{names['a3']}") == "the other fighter stands there (KD-3.6)"
    assert on_red.why_not(f"corridor:{names['a1']}") == "you stand there already"
    assert on_red.why_not("corridor:8") == "the arena has no such red space (KD-3.6)"
    on_red.play(f"corridor:{names['e1']}")
    assert on_red.why_not(f"corridor:{names['a1']}") == "you went through a corridor just now (KD-3.6)"


@pytest.mark.rule("KD-3.9")
def test_shaking_off() -> None:
    assert act(put("james", "c3")).why_not("shake_off") == "you have no Contamination (KD-3.9)"
    one_card = put("james", "c3", contamination=1, hand="fire_axe")
    assert act(one_card).why_not("shake_off") == "it costs two cards (KD-3.9)"
    twice = act(
        put("james", "c3", contamination=3, hand="fire_axe uppercut haymaker med_kit"), row="scavenge"
    )
    twice.play("shake_off", "symbol:power", "symbol:power")
    assert twice.why_not("shake_off") == "you have done so in this Combo (KD-3.9)"


@pytest.mark.rule("KD-4.2", "KD-4.3", "KD-4.9")
def test_reactions_and_blocks() -> None:
    puppy = put("puppy", "c4", hand="body_blow med_kit")
    scene = act(put("james", "c3"), puppy).play("attack:haymaker")
    assert scene.asking == "React"
    assert scene.why_not("special:1") == "it is no Reaction (KD-4.3)"
    scene.play("no_reaction")
    assert scene.why_not("block:both0") == "you lack a Block card (KD-4.2)"
    assert scene.why_not("block:wounds1") == "it would stop nothing more (KD-4.7)"


@pytest.mark.rule("KD-1.5", "KD-3.5", "KD-4.10")
def test_symbols_and_places() -> None:
    scene = act(put("james", "c2", hand="fire_axe uppercut", ammo=2), put("puppy", "c3"))
    scene.play("special:1")
    assert scene.asking in ("Pay", "React", "Block", "Spend")
    walk = act(put("james", "c2"), PUPPY, "adrenaline vent_crawl").play("attack:adrenaline")
    assert walk.why_not("place:c4") == "the other fighter stands there (KD-3.3)"
    assert walk.why_not("place:e3") == "it is too far or cut off (KD-4.10)"
    pays = act(put("katie", "c3", hand="fire_axe uppercut med_kit"), put("puppy", "a1"), "scavenge")
    pays.play("special:3")
    assert pays.why_not("symbol:block") == "there is no card with that symbol (KD-1.5)"


def test_a_match_says_it_in_its_refusal() -> None:
    match = harena.new("knockdown", seed=1, picks="james,puppy")
    while match.view(match.state.seat).asking != "Act":
        match.play(match.legal()[0])
    before = match.state.key()
    with pytest.raises(ActionError, match=r"shake_off.*no Contamination \(KD-3\.9\)"):
        match.play("shake_off")
    assert match.state.key() == before


def test_every_reason_of_random_matches_is_a_few_words() -> None:
    numbers = [
        stretch.start + n for stretch in GAME.actions(FROZEN).stretches for n in range(len(stretch.members))
    ]
    said: set[str] = set()
    for seed in range(12):
        luck = random.Random(seed)
        state: Any = GAME.start(FROZEN, GAME.options(**options_for(GAME, seed)), fast_dice(seed))
        while state.seat != OVER:
            legal = state.legal()
            said |= {GAME.why_not(state, n) for n in luck.sample(numbers, 12) if n not in legal}
            state.play(luck.choice(legal))
    assert len(said) > 12
    for reason in said - {""}:
        assert re.fullmatch(r"[a-z][^_.]*( \(KD-[\d.]+\))?", reason), reason
