"""What `harena learn` says of a run, and how it draws its strength over time."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table
from rich.text import Text

from harena.bots.learned import habits_of
from harena.bots.mcts import EXPLORATION, USUAL, WIDENING, Habits
from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.learned import Judgement, Trial
from harena.core.prose import count, percent, times
from harena.lab.learn import HAND_MADE, KEPT
from harena.lab.learn_store import Generation, Run
from harena.lab.sprt import Verdict, elo_of

FIT, UNFIT = {"more": "passes", "less": "fails", "open": "is undecided"}, "is undecided"


def trial_words(trial: Trial) -> str:
    """A test in a sentence."""
    low, high = trial.elo
    found = FIT.get(trial.verdict, UNFIT)
    share = f"{percent(trial.score, 1)} ({100 * trial.low:.1f}–{100 * trial.high:.1f})"  # noqa: RUF001 - a range
    return (
        f"Against {trial.against} it {found} the test of {high:g} rather than {low:g} Elo: {share} of "
        f"{trial.games:,} games at {budget_words(trial.budget)}."
    )


def budget_words(budget: str) -> str:
    """A budget a move, of both."""
    if budget.endswith("cpu"):
        return f"{budget.removesuffix('cpu')} ms of processor time a move each"
    if budget.endswith("ms"):
        return f"{budget.removesuffix('ms')} ms a move each"
    return f"{budget} iterations a move each"


def made_words(judgement: Judgement) -> list[str]:
    """How a judgement was made."""
    made = judgement.made
    options = ", ".join(f"{name}={value}" for name, value in made.options.items()) or "the usual options"
    return [
        f"Learned with {options} from {made.positions:,} positions of {made.games:,} games by "
        f"{', '.join(dict.fromkeys(made.players))} (seeds {', '.join(map(str, made.seeds))}), "
        f"Harena {made.harena}, {made.minutes:g} minutes in all.",
        habits_words(habits_of(judgement)),
        *map(trial_words, made.trials),
    ]


def habits_words(habits: Habits) -> str:
    """How a search goes with a judgement, in a sentence."""
    horizon = f"{count(habits.horizon, 'decision')} ahead" if habits.horizon else "as far as the game says"
    playouts = f" {times(habits.playouts)}" if habits.playouts else ""
    return (
        f"It looks {horizon}{playouts} before it judges, with exploration "
        f"{habits.exploration or EXPLORATION:g} and widening {habits.widening or WIDENING}."
    )


def table_of(run: Run) -> Table:
    """The generations of a run."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("", "games", "positions", "log-loss", "hand-made", "against", "score", "of games", ""):
        table.add_column(name, justify="left" if name in ("against", "") else "right")
    for one in run.generations:
        for number, bout in enumerate(one.bouts or [None]):
            first = number == 0
            head = (
                [str(one.number), f"{one.games:,}", f"{one.positions:,}", *_losses(one)]
                if first
                else [""] * 5
            )
            tail = ["", "", ""]
            if bout is not None:
                score = sum(bout.pairs) / len(bout.pairs) if bout.pairs else 0.5
                tail = [bout.against, percent(score, 1) if bout.pairs else "", f"{2 * len(bout.pairs):,}"]
            table.add_row(*head, *tail, (one.verdict or "under way") if first else "")
    return table


def _losses(one: Generation) -> list[str]:
    """Of the positions with the fewest sides standing, which decide most."""
    if not one.losses:
        return ["", ""]
    _, learned, hand_made = one.losses[0]
    return [f"{learned:.4f}", f"{hand_made:.4f}"]


def closing_words(run: Run, goal: Path) -> list[Text]:
    """What came of it."""
    kept = [one for one in run.generations if one.verdict == KEPT]
    if not kept:
        return [
            Text("No candidate was shown to be better than the game's own judgement, so nothing was kept.")
        ]
    best = kept[-1]
    said = [Text(habits_words(best.habits or USUAL)), *(Text(trial_words(trial)) for trial in best.trials)]
    return [Text(f"Generation {best.number} is the best so far. It is in {goal}", style="bold"), *said]


# --- strength over time


def strengths(run: Run) -> list[tuple[float, float, float, float, bool]]:
    """By candidate with a verdict: minutes, Elo over the hand-made judgement, its interval, and was it kept?

    Where it met only the one before, that one's strength is added.
    """
    found, best = [], 0.0
    for one in run.generations:
        if not one.verdict or not one.trials:
            continue
        direct = [trial for trial in one.trials if trial.against == HAND_MADE]
        trial, base = (direct[-1], 0.0) if direct else (one.trials[-1], best)
        elo, low, high = (_finite(elo_of(share)) for share in (trial.score, trial.low, trial.high))
        kept = one.verdict == KEPT
        found.append((one.minutes, base + elo, base + low, base + high, kept))
        best = base + elo if kept else best
    return found


def _finite(elo: float) -> float:
    return max(-800.0, min(800.0, elo))


def draw_strength(run: Run, file: Path) -> None:
    """A plot of every candidate's strength, in a file of its own."""
    try:
        import matplotlib
    except ImportError:
        raise HarenaError("The plot needs Matplotlib: pip install 'harena[lab]'.") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.axhline(0, color="0.6", linewidth=1)
    found = strengths(run)
    for kept, colour, label in ((True, "#1b7f5c", "kept"), (False, "#b0532c", "dropped")):
        points = [point for point in found if point[4] is kept]
        if points:
            spread = [[p[1] - p[2] for p in points], [p[3] - p[1] for p in points]]
            axes.errorbar(
                [p[0] for p in points], [p[1] for p in points], yerr=spread, fmt="o", capsize=4,
                color=colour, label=label, mfc=colour if kept else "white",
            )  # fmt: skip
    best = [point for point in found if point[4]]
    if best:
        last = max(point[0] for point in found)
        axes.step([0, *(p[0] for p in best), last], [0, *(p[1] for p in best), best[-1][1]],
                  where="post", color="#1b7f5c", linewidth=1.5)  # fmt: skip
    if found:
        axes.legend(frameon=False)
    axes.set_xlabel("minutes")
    axes.set_ylabel("Elo over the game's own judgement")
    axes.set_title(f"{registry.find(run.game).title}: strength at {budget_words(run.budget)}", loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(file)
    pyplot.close(figure)


def verdict_words(verdict: Verdict, trial: Trial) -> str:
    """What a check found, in a word and a sentence."""
    says = {Verdict.MORE: "It holds.", Verdict.LESS: "It does not hold."}
    return f"{says.get(verdict, 'It is not clear yet.')} {trial_words(trial)}"
