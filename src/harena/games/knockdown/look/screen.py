"""A position of Knockdown for the terminal, in 80 columns or stacked in 60, without need of colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from harena.core.prose import chance, count
from harena.games.knockdown.look.arena_rows import LEGEND, WIDTH, draw_rows
from harena.games.knockdown.look.onlooker import DRAFTS, Onlooker, can_pay
from harena.games.knockdown.pack.content import (
    FIRE,
    NO_SYMBOL,
    PROJECTILE,
    STEPS,
    SYMBOL_NAMES,
    Attack,
    BrawlPack,
)
from harena.games.knockdown.rules.odds import ROLLS
from harena.games.knockdown.view import BrawlView
from harena.games.knockdown.words.printed import (
    SYMBOL_TITLES,
    TYPE_TITLES,
    attack_line,
    cost_symbols,
    effect_text,
    sheet_lines,
    skill_text,
)
from harena.look.badge import badge
from harena.look.lines import WIDEST, cut, headed
from harena.look.room import ByRoom

SIDE_BY_SIDE = 76  # columns for the arena with the fighters beside it; with fewer they stand below it
IN_RANGE, OUT_OF_RANGE = "+", "-"


def show(pack: BrawlPack, view: BrawlView, names: Sequence[str]) -> RenderableType:
    """The match as the viewer sees it."""
    on = Onlooker(pack, view, names)
    fighters = [line for seat in (on.near, on.far) for line in _fighter(on, seat)]
    parts: list[RenderableType] = [
        cut(_title(on)),
        ByRoom(SIDE_BY_SIDE, _side_by_side(on, fighters), Group(draw_rows(pack, view), *fighters)),
    ]
    if view.asking in DRAFTS and view.draft is not None:
        parts.append(_draft(on))
    if view.row or view.taking:
        parts.append(_attacks("Attack Row", _row(on)))
    if view.round:
        parts += [_specials(on, seat) for seat in (on.near, on.far)]
    return Constrain(Group(*parts), WIDEST)


def extras(pack: BrawlPack, view: BrawlView, names: Sequence[str]) -> list[tuple[str, str, RenderableType]]:
    """The fighters' sheets, Skills, the discard pile, the signs of the board."""
    on = Onlooker(pack, view, names)
    return [
        ("f", "The fighters and their Special Attacks", _sheets(on)),
        ("k", "Skills of this match", _skills(on)),
        ("d", "Cards discarded this round", _pile(on)),
        ("m", "What the board and the table show", headed(LEGEND)),
    ]


# --- the table


def _title(on: Onlooker) -> Text:
    view = on.view
    if view.over:
        when = "the match is over"
    elif not view.round:
        when = "set-up"
    else:
        when = f"round {view.round}, turn {view.turn}; deck {view.deck}, discards {len(view.discard)}"
    rolled = ""
    if view.rolled:
        passed = "passed" if sum(view.rolled) >= view.needed else "failed"
        rolled = f"; last test {' '.join(map(str, view.rolled))} of {view.needed}: {passed}"
    return Text(f"{on.arena.name}: {when}{rolled}", style="bold")


def _side_by_side(on: Onlooker, fighters: list[RenderableType]) -> RenderableType:
    sides = Grid.grid(padding=(0, 2, 0, 0), expand=True, pad_edge=False)
    sides.add_column(width=WIDTH, no_wrap=True)
    sides.add_column(ratio=1, no_wrap=True)
    sides.add_row(draw_rows(on.pack, on.view), Group(*fighters))
    return sides


def _fighter(on: Onlooker, seat: int) -> list[RenderableType]:
    """Four lines a fighter: who, how it is, what it holds, what it knows."""
    view, one, sheet = on.view, on.fighter(seat), on.sheet(seat)
    mark = ">" if seat == on.asked else "*" if seat == view.active else " "
    player = "you" if seat == view.viewer else on.words.names[seat]
    name = f"{sheet.name}, {sheet.title}" if sheet is not None else "no fighter yet"
    wins = f", {one.wins} of {view.wins} won" if view.round else ""
    who = cut(Text.assemble(badge(seat), f"{mark}{name} ({player}){wins}"))
    if sheet is None:
        return [who]
    taint = f"  Contamination {one.contamination}" if one.contamination else ""
    test = (
        f"tower of {one.counted}" if one.builds else f"test {one.counted}: {chance(one.fails / ROLLS)} fails"
    )
    tokens = f"  Ammo {one.ammo} of {sheet.most_ammo}" if sheet.most_ammo else ""
    tokens += f"  Flame on {one.flame}" if one.flame else ""
    return [
        who,
        cut(Text(f"   L {one.light}  H {one.heavy}{taint}  {test}{_actions_left(on, seat)}")),
        cut(Text(f"   Hand {one.hand_size} of {one.most_cards}{_hand(on, seat)}{tokens}")),
        cut(Text(f"   {_known_skills(on, seat)}", style="dim")),
    ]


def _actions_left(on: Onlooker, seat: int) -> str:
    view = on.view
    if seat != view.active or view.asking != "Act" or view.question is None:
        return ""
    return f"  {count(view.question.n, 'action')} left"


def _hand(on: Onlooker, seat: int) -> str:
    held = [
        f"{SYMBOL_TITLES[SYMBOL_NAMES.index(name)]} {n}" for name, n in on.fighter(seat).symbols.items() if n
    ]
    return f": {', '.join(held)}" if held else ""


def _known_skills(on: Onlooker, seat: int) -> str:
    one = on.fighter(seat)
    up = [on.skills[skill].name for skill in one.up]
    down = [f"{on.skills[skill].name} (down)" for skill in one.down]
    if not down and one.down_count:
        down = ["one face down"] if one.down_count == 1 else [f"{one.down_count} face down"]
    return f"Skills: {', '.join([*up, *down])}" if up or down else "No Skills yet"


# --- attacks


class Line:
    """An attack as a line: what stands before its name, then its facts."""

    def __init__(self, mark: str, attack: Attack, sign: str, after: str = "") -> None:
        self.mark, self.attack, self.sign, self.after = mark, attack, sign, after


def _row(on: Onlooker) -> list[Line]:
    lines = []
    for place, card in enumerate(on.view.row):
        reach = on.reach.get(card)
        mark = "" if reach is None else IN_RANGE if reach.in_range else OUT_OF_RANGE
        attack = on.attacks[card]
        lines.append(Line(mark, attack, SYMBOL_TITLES[attack.symbol], "" if place else "old"))
    if on.view.taking:
        attack = on.attacks[on.view.taking]
        lines.append(Line("", attack, SYMBOL_TITLES[attack.symbol], "now"))
    return lines


def _special(on: Onlooker, seat: int, special: Attack) -> Line:
    reach = on.reach.get(special.id) if seat == on.view.eyes else None
    mark = "" if reach is None or not special.aimed() else IN_RANGE if reach.in_range else OUT_OF_RANGE
    symbols = on.fighter(seat).symbols
    held = tuple(symbols.get(name, 0) for name in SYMBOL_NAMES)
    cost = "".join(
        "?" if one.startswith("any") else one[0] for one in cost_symbols([int(n) for n in special.cost])
    )
    return Line(mark, special, cost, "$" if symbols and can_pay(special, held) else "")


def _specials(on: Onlooker, seat: int) -> RenderableType:
    """One's own Special Attacks with all they do, the other's by name and cost."""
    sheet = on.sheet(seat)
    lines = [_special(on, seat, one) for one in sheet.specials] if sheet is not None else []
    if seat == on.view.viewer:
        return _attacks("Your Special Attacks", lines)
    told = [" ".join(filter(None, [line.attack.name, line.sign, line.after])) for line in lines]
    return Text.assemble((f"{on.name(seat)}: ", "bold"), ", ".join(told))


def _attacks(title: str, lines: Iterable[Line]) -> RenderableType:
    """Attacks with what they do beside them, or below where there is less room."""
    found = list(lines)
    return Group(
        Text(title, style="bold underline"), ByRoom(SIDE_BY_SIDE, _table(found, True), _table(found, False))
    )


def _table(lines: list[Line], beside: bool) -> RenderableType:
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for _ in range(6):
        grid.add_column(no_wrap=True)
    if beside:
        grid.add_column(ratio=1)
    parts: list[RenderableType] = []
    for line in lines:
        attack = line.attack
        name = Text(attack.name, style="bold")
        facts = [
            Text(line.mark),
            name,
            Text(line.sign),
            Text(_range(attack)),
            Text(_pool(attack)),
            Text(_rest(line)),
        ]
        effect = Text(effect_text(attack) or TYPE_TITLES[attack.type], style="dim")
        if beside:
            grid.add_row(*facts, effect)
        else:
            parts += [Text(" ").join(one for one in facts if one.plain), Padding(effect, (0, 0, 0, 4))]
    return grid if beside else Group(*parts)


def _rest(line: Line) -> str:
    return " ".join(filter(None, ["K.O." if line.attack.knockout else "", line.after]))


def _range(attack: Attack) -> str:
    if attack.range == STEPS:
        return f"{attack.near}-{attack.far}" if attack.far > attack.near else f"{attack.near}"
    if attack.range == PROJECTILE:
        return "line"
    return "Flame" if attack.range == FIRE else "any" if attack.aimed() else ""


def _pool(attack: Attack) -> str:
    return "L" * int(attack.light) + "H" * int(attack.heavy)


# --- to look through


def _draft(on: Onlooker) -> RenderableType:
    """The viewer's own Skills while they are drafted."""
    draft = on.view.draft
    assert draft is not None
    rows = []
    for skills, note in (
        (draft.held, "dealt"),
        (draft.kept, "kept"),
        (draft.received, "received"),
        (draft.passed, "passed on"),
    ):
        rows += [(f"{on.skills[one].name} ({note})", _skill_line(on, one)) for one in skills]
    return headed(rows)


def _skill_line(on: Onlooker, skill: str) -> str:
    return f"Initiative {on.skills[skill].initiative}. {skill_text(on.skills[skill])}"


def _sheets(on: Onlooker) -> RenderableType:
    """Every fighter of the match, or all there are while some can still be picked."""
    chosen = {one.character for one in on.view.fighters}
    parts: list[RenderableType] = []
    for sheet in on.pack.sheets:
        if sheet.id in chosen or "" in chosen:
            parts += [Text(f"{sheet.name}, {sheet.title}", style="bold"), headed(sheet_lines(sheet))]
    return Constrain(Group(*parts), WIDEST)


def _skills(on: Onlooker) -> RenderableType:
    return headed([(skill.name, _skill_line(on, skill.id)) for skill in on.skills.values()])


def _pile(on: Onlooker) -> RenderableType:
    if not on.view.discard:
        return Text("No card is discarded yet.")
    cards = [on.attacks[card] for card in on.view.discard]
    return headed(
        [
            (f"{card.name} ({SYMBOL_TITLES[card.symbol]})", attack_line(card))
            for card in cards
            if card.symbol != NO_SYMBOL
        ]
    )
