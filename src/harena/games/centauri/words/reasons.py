"""Why an action is not open, where a player might wonder."""

from __future__ import annotations

from harena.core.bits import bit
from harena.games.centauri.actions import (
    DISCARD,
    FLEE,
    FLY,
    LAB,
    NUMBER,
    PICK_UP,
    PLAY,
    REPAIR,
    SECTOR,
    SPEND,
    STARPORT,
    TARGET,
)
from harena.games.centauri.pack.content import BUFF, LEVELS, MOST_KINDS, MOVEMENT, PUSH, SECTORS, SWAP, UPKEEP
from harena.games.centauri.rules.push import pushable, swappable
from harena.games.centauri.rules.reach import is_walled_in
from harena.games.centauri.state import FOE, Space
from harena.games.centauri.words.printed import phases_text

PHASES = {"Upkeep": UPKEEP, "Orders": MOVEMENT, "Buff": BUFF}  # questions that take cards, and of which phase


def why_not(game: Space, action: int) -> str:
    """A reason in a few words with its rule, from what the decider knows; empty if there is none to tell."""
    asking = type(game.waiting).__name__
    if PLAY <= action < PLAY + MOST_KINDS:
        return _no_card(game, asking, action - PLAY)
    if DISCARD <= action < DISCARD + MOST_KINDS:
        return _no_discard(game, asking, action - DISCARD)
    if asking in ("Orders", "Fly"):
        return _no_move(game, action)
    if asking == "FleeTo" and FLY <= action < FLY + SECTORS:
        return _no_refuge(game, action - FLY)
    if asking in ("Upkeep", "Spread") and action in (STARPORT, LAB):
        return _no_level(game, action)
    if asking == "Decide" and action == FLEE:
        return "no sector beside it may be entered (CN-3.2)"
    if asking == "Regroup" and action == REPAIR:
        return "your Hull is full (CN-2.4)"
    if asking == "Trade" and NUMBER <= action < SECTOR:
        return "you do not have so many (CN-4.8)"
    return _no_choice(game, asking, action)


# --- cards (CN-1.5)


def _no_card(game: Space, asking: str, kind: int) -> str:
    if kind >= len(game.pack.cards):
        return ""
    card, player = game.pack.cards[kind], game.players[game.seat]
    if not player.hand & card.cards:
        return "you do not hold this card (CN-1.5)"
    if asking == "Fly":
        return "cards are played before the first step (CN-2.9)"
    if asking not in PHASES:
        return "no card is played now (CN-1.5)"
    if not card.phases & bit(PHASES[asking]):
        return f"it is a card for {phases_text(card)} (CN-1.5)"
    if asking == "Upkeep" and game.waiting.n > 0:
        return "you have played a card in this Upkeep (CN-1.9)"
    return _useless(game, asking, kind)


def _useless(game: Space, asking: str, kind: int) -> str:
    """A card that would do nothing."""
    card, player = game.pack.cards[kind], game.players[game.seat]
    if player.hull == game.pack.basics.hull and game.pack.only_repair & bit(kind):
        return "your Hull is full (CN-1.2)"
    if asking != "Orders":
        return ""
    number = game.waiting.n
    if card.does(PUSH) and pushable(game, number) == 0:
        return "there is no Raider beside it that could be pushed (CN-2.9)"
    if card.does(SWAP) and swappable(game, number, card.amount(SWAP)) == 0:
        return "there is nobody it could change places with (CN-2.9)"
    return ""


def _no_discard(game: Space, asking: str, kind: int) -> str:
    if asking != "DropCard":
        return "you need not discard now (CN-1.9)"
    if kind >= len(game.pack.cards):
        return ""
    return "you do not hold this card (CN-1.5)"


# --- levels (CN-1.2)


def _no_level(game: Space, action: int) -> str:
    player = game.players[game.seat]
    if (player.starport if action == STARPORT else player.lab) == LEVELS:
        return f"this track has only {LEVELS} levels (CN-1.2)"
    return f"a level costs {game.pack.basics.level_price} Astartium (CN-1.2)"


# --- Movement (CN-2.3)


def _no_move(game: Space, action: int) -> str:
    if action == PICK_UP:
        return _no_module(game)
    if action == SPEND:
        return "you have no Exploration token (CN-1.6)"
    if not FLY <= action < FLY + SECTORS:
        return ""
    sector, number = action - FLY, game.waiting.n
    if sector == game.armadas[number].pos:
        return "it is already there"
    if not game.may_enter(sector):
        return _closed(game)
    if is_walled_in(game, number):
        return "an enemy lets nobody leave this sector (CN-2.9)"
    return "your movement points do not reach so far, or an enemy is in the way (CN-2.3)"


def _no_module(game: Space) -> str:
    """CN-1.4: the first thing that is in the way."""
    armada = game.armadas[game.waiting.n]
    if armada.pos not in game.modules:
        return "no power module lies here (CN-1.4)"
    if game.foe_at(armada.pos) > 0:
        return "a Raider or Boss guards it (CN-1.4)"
    if game.carries(armada.owner):
        return "you have one on board already (CN-1.4)"
    return "it costs a movement point (CN-1.4)"


def _no_refuge(game: Space, sector: int) -> str:
    if game.field.distance(game.armadas[game.waiting.n].pos, sector) != 1:
        return "you flee to the next sector (CN-3.10)"
    return _closed(game)


def _closed(game: Space) -> str:
    return f"nobody may enter it in this scenario ({game.scenario.paragraph()})"


# --- targets


def _no_choice(game: Space, asking: str, action: int) -> str:
    if asking == "Engage" and TARGET <= action <= TARGET + FOE:
        return "it is no enemy in this combat (CN-3.4)"
    if asking == "SwapWith" and TARGET <= action < TARGET + FOE:
        return "it is too far away, or one of you is at a Starbase or the Jumpgate (CN-2.9)"
    if asking == "NameBlaze" and TARGET <= action < TARGET + FOE:
        return "it is not your armada in this combat (CN-1.13)"
    if asking == "PushWhat" and SECTOR <= action < SECTOR + SECTORS:
        return "there is no Raider that could be pushed (CN-2.9)"
    if asking == "PushTo" and SECTOR <= action < SECTOR + SECTORS:
        return "it must go one sector away from you, where Raiders may be (CN-2.9)"
    if asking == "ConvoyStep" and SECTOR <= action < SECTOR + SECTORS:
        return "the Convoy goes to a sector nearer to your Starbase, without a Raider (CN-4.3)"
    return ""
