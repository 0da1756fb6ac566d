"""Bots: each takes an open action, judges only from what its seat may know, and searching pays."""

from __future__ import annotations

import re
from itertools import count

import pytest

import harena
from contract.play import new_match, pack_of, start
from example.high_card import Table
from harena import bots
from harena.bots.bot import Bot, Chair
from harena.bots.levels import DECISIONS, SLIPS, EasyBot, NormalBot
from harena.bots.mcts import PATIENT, PLAYOUTS, MctsBot
from harena.bots.random import RandomBot
from harena.bots.search import Manner, Search, sensible
from harena.core.dice import fast_dice
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.options import read_options
from harena.core.state import OVER, State

# Every bot there is, with a budget that a test can wait for; `program` has tests of its own.
BUDGETS = {
    "mcts": "mcts:40",
    "hard": "mcts:1ms",
    "normal": "mcts:25",
    "learned": "learned:8",
    "master": "learned:8",
}


def every_bot() -> list[str]:
    return sorted({BUDGETS.get(name, name) for name in bots.names() if name != "program"})


def seated(text: str, game: AnyGame, seat: int) -> Bot:
    bot = bots.find(text)
    bot.sit_down(Chair(game, pack_of(game), game.options(), seat))
    return bot


@pytest.fixture(autouse=True)
def _a_clock_that_goes_on_a_little_at_each_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a budget in milliseconds is the same number of iterations each time."""
    ticks = count()
    monkeypatch.setattr("harena.bots.mcts.time.monotonic", lambda: next(ticks) / 2000)


def test_bots_are_found_by_name() -> None:
    own = {"easy", "greedy", "hard", "learned", "master", "mcts", "normal", "random"}
    assert own <= set(bots.names())
    assert {bots.find(name).name for name in own} == own
    with pytest.raises(HarenaError, match=r"no bot 'oracle'.*mcts, normal"):
        bots.find("oracle")


def test_a_budget_stands_behind_the_name() -> None:
    assert bots.find("mcts:30").iterations == 30
    assert bots.find("mcts:250ms").milliseconds == 250
    assert not bots.find("mcts:250ms").by_processor
    assert bots.find("mcts:250cpu").milliseconds == 250
    assert bots.find("mcts:250cpu").by_processor


@pytest.mark.parametrize("text", ["mcts:", "mcts:0", "mcts:-3", "mcts:5s", "mcts:0ms", "random:2", "hard:3"])
def test_a_budget_that_is_none_is_refused(text: str) -> None:
    if text == "mcts:":
        assert bots.find(text).iterations == 400, "nothing said: as without a colon"
        return
    with pytest.raises(HarenaError, match=re.escape(f"Bot {text!r}: ")):
        bots.find(text)


@pytest.mark.parametrize("text", every_bot())
def test_a_bot_takes_an_open_action(game: AnyGame, text: str) -> None:
    match, dice = new_match(game, 2), fast_dice(2)
    players = [seated(text, game, seat) for seat in range(match.state.seats)]
    for _ in range(40):
        if match.over:
            break
        match.play(bots.ask(players[match.seat], match, dice))


@pytest.mark.parametrize("text", every_bot())
def test_a_bots_choice_is_the_same_whatever_the_hidden_truth_is(
    game: AnyGame, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two bots that remember, the same dice of their own, and secrets permuted for one of them."""
    truth, others = start(game, 5), fast_dice(3)
    pairs = [(seated(text, game, seat), seated(text, game, seat)) for seat in range(truth.seats)]
    dice = [(fast_dice(seat), fast_dice(seat)) for seat in range(truth.seats)]
    for number in range(60):
        if truth.seat == OVER:
            break
        seat = truth.seat
        permuted = truth.guess(seat, fast_dice(number))
        chosen = []
        for state, bot, own in zip((truth, permuted), pairs[seat], dice[seat], strict=True):
            ticks = count()
            monkeypatch.setattr("harena.bots.mcts.time.monotonic", lambda ticks=ticks: next(ticks) / 2000)
            chosen.append(bots.answer(bot, state, own))
        assert chosen[0] == chosen[1]
        assert dice[seat][0].drawn == dice[seat][1].drawn
        truth.play(chosen[0] if number % 3 else truth.nth(others.below(truth.count())))


def test_what_was_found_is_kept_while_only_the_own_choice_came_between() -> None:
    """Combat Arena: a hex, then a facing; no die falls and nobody else decides."""
    game = harena.game("combat_arena")
    state = game.start(pack_of(game), game.options(players=2), fast_dice(1))
    bot, dice = MctsBot(iterations=60), fast_dice(2)
    seat = state.seat
    kept: list[Search] = []
    while state.seat == seat:
        state.play(bots.answer(bot, state, dice))
        kept.append(bot.search)
    assert len(kept) == 3, "a fighter, a starting hex and a facing"
    assert kept[0] is kept[1] is kept[2]
    after_all = bot.search
    while state.seat != seat:
        state.play(state.nth(0))
    bots.answer(bot, state, dice)
    assert bot.search is not after_all, "somebody else decided since"


def test_what_was_found_is_forgotten_when_a_card_is_seen() -> None:
    """Dawn Raid: after `continue` the same seat may decide again, but a card was turned up."""
    game = harena.game("dawn_raid")
    bot, dice, state = MctsBot(iterations=20), fast_dice(2), start(game, 1)
    searches: list[Search] = []
    while state.seat != OVER:
        state.play(bots.answer(bot, state, dice))
        searches.append(bot.search)
    assert len({id(search) for search in searches}) == len(searches) > 20


def test_a_new_game_begins_with_an_empty_mind() -> None:
    game = harena.game("combat_arena")
    bot = seated("mcts:30", game, 0)
    bots.answer(bot, start(game, 1), fast_dice(1))
    assert bot.search is not None
    bot.sit_down(Chair(game, pack_of(game), game.options(), 0))
    assert bot.search is None


def share_of_wins(name: str, one: Bot, other: Bot, games: int) -> float:
    """What `one` scores against `other`, sides swapped."""
    game = harena.game(name)
    won = 0.0
    for number in range(games):
        state = start(game, number // 2)
        dice = fast_dice(1000 + number)
        seats = [one, other] if number % 2 == 0 else [other, one]
        while state.seat != OVER:
            state.play(seats[state.seat].choose(state.guess(state.seat, dice), dice))
        won += state.score()[number % 2]
    return won / games


def test_searching_beats_chance_in_dawn_raid() -> None:
    assert share_of_wins("dawn_raid", MctsBot(iterations=60), RandomBot(), 40) > 0.75


def test_a_search_finds_the_winning_action() -> None:
    """High Card, last round, gold still there: two points win, one does not."""
    game = harena.game("high_card")
    state = game.start(game.pack(), game.options(), fast_dice(1))
    while not (type(state.waiting).__name__ == "Prize" and state.round == 3 and state.gold_left):
        state = state if state.seat != OVER else game.start(game.pack(), game.options(), state.dice)
        state.play(state.nth(state.dice.below(state.count())))
    state.points = [0, 0]
    state.points[1 - state.seat] = 1
    search = Search(Manner(0.7, 0, False, 0), fast_dice(1))
    search.iterate(state, 400)
    assert search.best(state) == 14, "gold and keep wins; silver only draws"


def four_in_the_arena() -> State:
    game = harena.game("combat_arena")
    options = read_options(game.options, {"players": 4, "set_up": "given"})
    state: State = game.start(game.pack(), options, fast_dice(4))
    while state.count() == 1:
        state.play(state.nth(0))
    return state


def test_a_normal_opponent_tries_more_where_it_need_not_play_on_for_long(game: AnyGame) -> None:
    state = start(game, 1)
    while state.count() == 1:
        state.play(state.nth(0))
    bot = NormalBot()
    bot.choose(state.guess(state.seat, fast_dice(1)), fast_dice(2))
    assert bot.iterations * state.horizon() == DECISIONS
    assert bot.search is not None
    assert tries_at_the_root(bot.search) >= bot.iterations / 2


def test_an_easy_opponent_slips_now_and_then_but_does_nothing_that_has_no_point(game: AnyGame) -> None:
    class QuickBot(EasyBot):
        thought = 600

    state, dice, slips, looked = start(game, 1), fast_dice(5), 0, 60
    while state.count() == 1:
        state.play(state.nth(0))
    bot = QuickBot()
    for _ in range(looked):
        assert bot.choose(state.guess(state.seat, dice), dice) in sensible(state)
        slips += not bot.visits()
    assert looked / SLIPS / 3 < slips < looked / SLIPS * 2
    assert EasyBot.thought < NormalBot.thought


def tries_at_the_root(search: Search) -> int:
    tries, child = 0, search.root.child
    while child is not None:
        tries, child = tries + child.visits, child.sibling
    return tries


class Hopeless(Table):
    """A game in which nothing has a point."""

    def pointless(self, action: int) -> bool:
        return True


def test_where_nothing_has_a_point_anything_may_be_done() -> None:
    state = start(harena.game("high_card"), 1)
    assert sensible(state) == state.legal()
    state.__class__ = Hopeless
    assert sensible(state) == state.legal()


def test_every_playout_of_an_iteration_counts_and_none_touches_the_position() -> None:
    state = four_in_the_arena()
    before = state.key()
    search = Search(Manner(0.25, 8, True, 2, playouts=5), fast_dice(1))
    search.iterate(state, 30)
    visits, value, child = 0, 0.0, search.root.child
    while child is not None:
        visits, value, child = visits + child.visits, value + child.value, child.sibling
    assert visits == 5 * 30
    assert 0 < value < visits
    assert state.key() == before


def test_playouts_from_one_leaf_roll_their_own_dice() -> None:
    search = Search(Manner(0.25, 30, True, 2), fast_dice(1))
    state = four_in_the_arena()
    once = [search.play_on_often(state, 1) for _ in range(4)]
    assert len({tuple(got) for got in once}) > 1
    assert sum(search.play_on_often(state, 6)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("bot", "playouts"),
    [(MctsBot(PATIENT - 1), 1), (MctsBot(PATIENT), PLAYOUTS), (MctsBot(milliseconds=5), PLAYOUTS)],
)
def test_who_has_time_plays_on_more_often(bot: MctsBot, playouts: int) -> None:
    state = four_in_the_arena()
    search, _ = bot.search_from(state.guess(state.seat, fast_dice(1)), fast_dice(2))
    assert search.manner.playouts == playouts


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["mcts:400"], ["mcts:400"]),
        (["mcts:400, greedy"], ["mcts:400", "greedy"]),
        (["mcts:400", "greedy"], ["mcts:400", "greedy"]),
        (["program:./a --of 1,2,greedy"], ["program:./a --of 1,2", "greedy"]),
        (["program:./a --like greedy,random", "random"], ["program:./a --like greedy,random", "random"]),
        ([], []),
    ],
)
def test_bots_are_named_with_commas_or_one_by_one(texts: list[str], found: list[str]) -> None:
    assert bots.named(texts) == found


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["mcts:400,gredy"], "There is no bot 'gredy'. There are: "),
        (["greedy,"], "There is no bot ''. There are: "),
        (["greedy", "mcts:fast"], "Bot 'mcts:fast': its budget is a number of iterations"),
    ],
)
def test_bots_that_are_not_there_are_refused_by_name(texts: list[str], sentence: str) -> None:
    with pytest.raises(HarenaError, match=re.escape(sentence)):
        bots.named(texts)
