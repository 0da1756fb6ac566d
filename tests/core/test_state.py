"""The question and the flow, on a game of a few lines written in plain Python on the compiled core."""

from __future__ import annotations

import pytest

from harena.core.dice import fast_dice
from harena.core.state import ASKED, DONE, OVER, SPECTATOR, State, Step
from harena.core.view import tell


class Toy(State):
    """Asks whatever the test wants."""

    def __init__(self) -> None:
        super().__init__(2, fast_dice(1))
        self.heard: list[int] = []

    def table(self) -> list[int]:
        return self.heard


class Ask(Step):
    """n: the mask of the first window; what: that of the second, from action 100 on; mode: hidden."""

    def begin(self, game: Toy) -> bool:
        if self.mode:
            game.ask_hidden(1, 10, self.n, 100, self.what)
        else:
            game.ask(1, 10, self.n, 100, self.what)
        return ASKED

    def choose(self, game: Toy, action: int) -> None:
        game.heard.append(action)


class End(Step):
    def begin(self, game: Toy) -> bool:
        game.end()
        return ASKED


class Work(Step):
    def begin(self, game: Toy) -> bool:
        game.heard.append(-self.n)
        return DONE


def run(*steps: Step) -> Toy:
    """A game of these steps, the first to come first."""
    toy = Toy()
    toy.next(End())
    for step in reversed(steps):
        toy.next(step)
    toy.run_on()
    return toy


def test_a_question_over_two_stretches() -> None:
    toy = run(Ask(n=0b1010, what=0b101))
    assert toy.legal() == [11, 13, 100, 102]
    assert toy.count() == 4
    assert [toy.nth(k) for k in range(4)] == [11, 13, 100, 102]


def test_only_the_second_window_may_be_open() -> None:
    toy = run(Ask(n=0, what=0b11))
    assert [toy.nth(k) for k in range(toy.count())] == toy.legal() == [100, 101]


def test_a_question_with_one_answer_is_answered_at_once() -> None:
    toy = run(Ask(n=0b100), Ask(n=0, what=0b1000), Ask(n=0b11))
    assert toy.heard == [12, 103]
    assert toy.legal() == [10, 11]


def test_a_hidden_question_is_always_put_and_the_flag_does_not_survive() -> None:
    toy = run(Ask(n=0b100, mode=1), Ask(n=0b1000))
    assert toy.hidden
    assert toy.legal() == [12]
    toy.play(12)
    assert toy.heard == [12, 13], "the next question was an ordinary one and is answered at once"
    assert toy.seat == OVER


def test_what_is_put_last_comes_first() -> None:
    assert run(Work(n=1), Work(n=2), Work(n=3)).heard == [-1, -2, -3]


def test_a_question_without_an_answer_is_a_mistake_of_the_game() -> None:
    with pytest.raises(RuntimeError, match="step Ask asked a question without an answer"):
        run(Ask(n=0))


def test_masks_reach_to_62_actions() -> None:
    toy = run(Ask(n=2**62 - 1))
    assert toy.count() == 62
    assert toy.legal() == list(range(10, 72))
    assert toy.nth(61) == 71


def test_the_key_tells_table_steps_and_question_apart() -> None:
    base = run(Ask(n=0b11), Work(n=1))
    assert base.key() == run(Ask(n=0b11), Work(n=1)).key()
    different = [
        run(Ask(n=0b111), Work(n=1)),
        run(Ask(n=0b11), Work(n=2)),
        run(Ask(n=0b11)),
        run(Ask(n=0b11, mode=1), Work(n=1)),
        run(Work(n=5), Ask(n=0b11), Work(n=1)),
    ]
    assert len({base.key(), *(other.key() for other in different)}) == 6


def test_a_state_that_does_not_say_how_explains_itself() -> None:
    toy = Toy()
    for missing in (toy.copy, toy.score, lambda: toy.guess(0, toy.dice)):
        with pytest.raises(TypeError, match="Toy does not say how"):
            missing()
    with pytest.raises(TypeError, match="takes no answer"):
        Work().choose(toy, 1)


def test_instead_forgets_all_that_was_still_to_come() -> None:
    class CutShort(Step):
        def begin(self, game: Toy) -> bool:
            game.next(Work(n=4))
            game.instead(End())
            return DONE

    game = Toy()
    game.steps = [End(), Work(n=3), Work(n=2), CutShort(), Work(n=1)]
    game.run_on()
    assert (game.seat, game.heard, game.steps) == (OVER, [-1], [])


# --- what events say


def test_a_roll_is_told_with_all_its_dice_in_one_event() -> None:
    toy = Toy()
    toy.journal = []
    many = [1 + place % 6 for place in range(22)]
    for die in many:
        toy.fell(die)
    toy.say("paused", "T-1")
    toy.say_roll("storm", 1, "checked", "T-2", 3)
    toy.say_roll("storm", 1, "checked", "T-2", 4)
    paused, checked, after = toy.journal
    assert (paused.dice, checked.dice, after.dice) == ((), tuple(many), ())
    assert (checked.cause, checked.by, checked.a) == ("storm", 1, 3)


def test_an_event_says_what_it_comes_from_to_everybody() -> None:
    toy = Toy()
    toy.journal = []
    toy.fell(6)
    toy.say_roll("storm", 1, "checked", "T-2", 3)
    toy.say("paused", "T-1")
    checked, paused = (tell(event, 1, SPECTATOR) for event in toy.journal)
    assert (checked.cause, checked.by, checked.dice) == ("storm", 1, (6,))
    assert (paused.cause, paused.by, paused.dice) == ("", -1, ())


def test_without_a_journal_no_die_is_kept() -> None:
    toy = Toy()
    toy.fell(6)
    toy.say_roll("storm", 1, "checked", "T-2", 3)
    assert toy.fallen is None
    toy.journal = []
    toy.say_roll("storm", 1, "checked", "T-2", 3)
    assert toy.journal[0].dice == ()
