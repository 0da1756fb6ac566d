"""A position of Combat Arena for the terminal, in 80 columns or stacked in 60, without need of colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.table import Table as Grid
from rich.text import Text

from harena.core.prose import capital, genitive, listed
from harena.games.combat_arena.look.arena_rows import LEGEND, WIDTH, draw_board
from harena.games.combat_arena.pack.content import ActionCard, ArenaPack, Character
from harena.games.combat_arena.view import ArenaView, FighterView
from harena.games.combat_arena.words.printed import (
    BOX_TITLES,
    ROWS,
    card_line,
    injury_text,
    row_text,
    sheet_lines,
    space_number,
)
from harena.games.combat_arena.words.words import NUMERALS, VARIANT_TITLES, party
from harena.look.badge import badge
from harena.look.lines import WIDEST, cut
from harena.look.room import ByRoom

SIDE_BY_SIDE = 76  # columns for the board with the fighters beside it; with fewer they stand below it
CARDS_LISTED = ("ChooseAction", "ResolveShown", "DiscardAny", "ShowTwo", "Redraw", "Snare")  # by the choices


def show(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> RenderableType:
    """The arena as the viewer sees it."""
    parts: list[RenderableType] = [
        ByRoom(SIDE_BY_SIDE, _side_by_side(pack, view, names), _stacked(pack, view, names))
    ]
    if view.viewer != view.decider or view.asking not in CARDS_LISTED:
        parts += _hands(pack, view)
    return Constrain(Group(*parts), WIDEST)


def extras(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> list[tuple[str, str, RenderableType]]:
    """Your own hand, the fighters' reference cards, the discard pile, the signs of the board."""
    found: list[tuple[str, str, RenderableType]] = []
    if any(fighter.hand for fighter in view.fighters):
        found.append(("c", "Your cards", _own_cards(pack, view)))
    found.append(("f", "The fighters", _sheets(pack, view, names)))
    found.append(("d", "Cards discarded this round", _pile(pack, view)))
    found.append(("m", "What the board and the table show", _legend()))
    return found


# --- the table


def _side_by_side(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> RenderableType:
    sides = Grid.grid(padding=(0, 2, 0, 0), expand=True, pad_edge=False)
    sides.add_column(width=WIDTH, no_wrap=True)
    sides.add_column(ratio=1, no_wrap=True)
    sides.add_row(draw_board(pack, view), Group(*_fighters(pack, view, names)))
    return Group(cut(_title(pack, view)), sides, cut(_status(view)))


def _stacked(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> RenderableType:
    """For a narrow terminal: the fighters below the board, a line each."""
    heading = _heading(_track_width(view))
    shorts = [_short(pack, fighter.character) or "--" for fighter in view.fighters]
    who = [f"{_mark(view, number)}{short}" for number, short in enumerate(shorts)]
    wide = max(map(len, who)) + 2
    lines: list[RenderableType] = [Text(f"{'':{wide + 2}}{heading}  Player", style="dim")]
    for number, fighter in enumerate(view.fighters):
        how = _how(fighter, _track_width(view)).plain.strip() or "no fighter yet"
        said = f"{who[number]:{wide}}{how:{len(heading)}}  {_player(view, names, number)}"
        lines.append(cut(Text.assemble(badge(fighter.owner), said)))
    return Group(_title(pack, view), draw_board(pack, view), *lines, _status(view))


def _title(pack: ArenaPack, view: ArenaView) -> Text:
    board = next(board.name for board in pack.boards if board.id == view.board)
    if view.over:
        when = "the game is over"
    elif view.round == 0:
        when = "set-up"
    else:
        when = f"round {view.round} of {view.max_rounds}, {view.initiative_left} Initiative left"
    drawn = {"": "", "neutral": ", drawn neutral"}.get(view.drawn, f", drawn {_short(pack, view.drawn)}")
    return Text(f"{VARIANT_TITLES[view.variant]}, {board}: {when}{drawn}", style="bold")


def _status(view: ArenaView) -> Text:
    """Last roll, discards and decks in one line."""
    parts = [f"discarded {len(view.discard)}, put aside {view.aside}, injuries left {view.injuries_left}"]
    if view.rolled:
        needed = f", needing {view.needed}" if view.needed else ""
        parts.insert(0, f"Last roll {' '.join(map(str, view.rolled))}{needed}")
    line = "; ".join(parts)
    return Text(capital(line), style="dim")


def _fighters(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> list[RenderableType]:
    """Two lines a fighter: who, and how it is."""
    wide = _track_width(view)
    lines: list[RenderableType] = [cut(Text(f"   {_heading(wide)}", style="dim"))]
    for number, fighter in enumerate(view.fighters):
        lines.append(_who(pack, view, names, number))
        lines.append(_how(fighter, wide))
    return lines


def _track_width(view: ArenaView) -> int:
    return max(max((fighter.spaces for fighter in view.fighters), default=0) + 2, 6)


def _heading(track: int) -> str:
    return f"{'Health':{track}} left En Ini Hand Box"


def _who(pack: ArenaPack, view: ArenaView, names: Sequence[str], number: int) -> Text:
    fighter = view.fighters[number]
    sheet = _sheet(pack, fighter.character)
    name = f"{sheet.short} {sheet.name}" if sheet is not None else "no fighter yet"
    said = f"{_mark(view, number)}{name} ({_player(view, names, number)})"
    return cut(Text.assemble(badge(fighter.owner), said))


def _mark(view: ArenaView, number: int) -> str:
    """Whether the decision is about this fighter, and whose side it is on."""
    return (">" if number == _asked(view) else " ") + _side(view, view.fighters[number])


def _player(view: ArenaView, names: Sequence[str], number: int) -> str:
    owner = view.fighters[number].owner
    return "you" if owner == view.viewer else names[owner]


def _side(view: ArenaView, fighter: FighterView) -> str:
    """A team's numeral or the Champion's star, in front of the name, where nothing cuts it off."""
    if view.variant == "brothers":
        return f"{NUMERALS[fighter.side]:3}"
    if view.variant == "kingslayer":
        return "*" if fighter.champion else " "
    return ""


def _how(fighter: FighterView, track: int) -> Text:
    if not fighter.character:
        return Text()
    if fighter.down:
        return Text("   DEFEATED")
    boxes = "".join(
        letter if box in fighter.healthy else "-" if box in fighter.wounded else " "
        for box, letter in (("melee", "m"), ("ranged", "r"), ("rule", "u"))
    )
    slow = f" s{fighter.slow}" if fighter.slow else ""
    weak = f" w{fighter.weak}" if fighter.weak else ""
    handed = " t" if fighter.handed else ""
    space = space_number(fighter.energy)
    numbers = f"{fighter.wounds_left:4} {space:2} {fighter.initiative:3} {fighter.hand_size:4}"
    return cut(Text(f"   {_track(fighter):{track}} {numbers} {boxes}{slow}{weak}{handed}"))


def _track(fighter: FighterView) -> str:
    """CA-7.1: covered spaces, free ones and the marker, the top on the left."""
    spaces = ["x" if place < fighter.covered else "-" for place in range(fighter.spaces)]
    if fighter.marker < fighter.spaces:
        spaces[fighter.marker] = "O"
    return f"[{''.join(spaces)}]"


def _asked(view: ArenaView) -> int:
    """The fighter a decision is about, or -1."""
    if view.question is None:
        return -1
    return view.question.target if view.asking in ("React", "Snare") else view.question.who


# --- hands


def _hands(pack: ArenaPack, view: ArenaView) -> list[RenderableType]:
    """Your own cards, each in a few words: one paragraph for each own fighter."""
    own = [fighter for fighter in view.fighters if fighter.hand]
    if view.viewer == view.decider and view.fighters[_asked(view)] in own:
        own = [view.fighters[_asked(view)]]
    lines: list[RenderableType] = []
    for fighter in own:
        name = genitive(_short(pack, fighter.character))
        whose = "Hand (move/dice/Special)" if len(own) == 1 else f"{name} hand"
        cards = [card for card in pack.cards if card.id in fighter.hand]
        lines.append(Text.assemble((f"{whose}: ", "bold"), "; ".join(_brief(card) for card in cards)))
    return lines


def _brief(card: ActionCard) -> str:
    """A card's rows as move/dice/Special, on as few columns as can be."""
    return f"{card.name} {card.hexes}/{card.dice}/{card.special}"


def _own_cards(pack: ArenaPack, view: ArenaView) -> RenderableType:
    parts: list[RenderableType] = []
    own = [fighter for fighter in view.fighters if fighter.hand]
    for fighter in own:
        if len(own) > 1:
            sheet = _sheet(pack, fighter.character)
            parts.append(Text(sheet.name if sheet is not None else "", style="bold underline"))
        parts.append(_cards(card for card in pack.cards if card.id in fighter.hand))
    return Group(*parts)


def _cards(cards: Iterable[ActionCard]) -> RenderableType:
    """Cards with all three rows in words."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for card in cards:
        grid.add_row(Text(card.name, style="bold"), "")
        for row, text in zip(ROWS, (row_text(card, row) for row in ROWS), strict=True):
            grid.add_row(Text(f"  {card.special if row == 'special' else row.capitalize()}"), Text(text))
    return Constrain(grid, WIDEST)


def _pile(pack: ArenaPack, view: ArenaView) -> RenderableType:
    """The discard pile, card by card in short; then the injuries seen."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for card in pack.cards:
        if card.id in view.discard:
            grid.add_row(Text(card.name), Text(card_line(card)))
    parts: list[RenderableType] = [grid if view.discard else Text("No card is discarded yet.")]
    resolved = [injury.name for injury in pack.injuries if injury.id in view.injuries_resolved]
    if resolved:
        parts += [Text(), Text(f"Critical Injuries resolved: {', '.join(resolved)}.")]
    return Constrain(Group(*parts), WIDEST)


# --- reference cards


def _sheets(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> RenderableType:
    """Every fighter in the arena, or all there are while some can still be picked."""
    chosen = {fighter.character: fighter for fighter in view.fighters}
    parts: list[RenderableType] = []
    for character in pack.characters:
        fighter = chosen.get(character.id)
        if fighter is not None or "" in chosen:
            parts += _reference(pack, character, fighter, _played_by(view, fighter, names))
    return Constrain(Group(*parts), WIDEST)


def _played_by(view: ArenaView, fighter: FighterView | None, names: Sequence[str]) -> str:
    if fighter is None:
        return ""
    side = party(view, fighter)
    return f", played by {names[fighter.owner]}" + (f" ({side})" if side else "")


def _reference(
    pack: ArenaPack, character: Character, fighter: FighterView | None, owner: str
) -> list[RenderableType]:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for heading, text in sheet_lines(character):
        grid.add_row(Text(f"  {heading}"), Text(text))
    if fighter is not None:
        titles = dict(zip(("melee", "ranged", "rule"), BOX_TITLES, strict=True))
        bare = [titles[box] for box in fighter.wounded]
        if bare:
            grid.add_row(Text("  Now"), Text(f"Wounded values for the {listed(bare)}."))
        for injury in pack.injuries:
            if injury.id in fighter.lasting:
                grid.add_row(Text("  Injury"), Text(f"{injury.name}. {injury_text(injury)}"))
    heading = f"{character.short} {character.name}, {character.title}{owner}"
    return [Text(heading, style="bold"), grid]


def _legend() -> RenderableType:
    grid = Grid.grid(padding=(0, 3, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for sign, meaning in LEGEND:
        grid.add_row(Text(sign), Text(meaning))
    return grid


# --- small things


def _sheet(pack: ArenaPack, character: str) -> Character | None:
    return next((sheet for sheet in pack.characters if sheet.id == character), None)


def _short(pack: ArenaPack, character: str) -> str:
    sheet = _sheet(pack, character)
    return sheet.short if sheet is not None else ""
