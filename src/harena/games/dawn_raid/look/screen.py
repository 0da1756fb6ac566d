"""A position of Dawn Raid for the terminal, in 80 columns or, in shorter words, in 60; colour or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from harena.games.dawn_raid.pack.cards import HQ, ROLE_NAMES, TYPE_NAMES, Card, DawnRaidPack
from harena.games.dawn_raid.view import DawnRaidView
from harena.games.dawn_raid.words.told import ROLE_TITLES
from harena.look.badge import badge
from harena.look.room import ByRoom

ROLE_LETTERS = ("HQ", "T", "E", "FA", "HS")
WIDEST = 100  # columns; wider lines are hard to follow
ROOMY = 76  # columns; with fewer, headings and roles are short, and cards stand below each other
POT_SHOWN = 6  # more cards than this are summed up; `p` shows them all
SHORT = 3  # letters of a heading where there is little room
CROWN = "*"
KIN = "="


def show(pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str]) -> RenderableType:
    """The table as the viewer sees it."""
    roomy, narrow = (_shown(pack, view, names, room) for room in (True, False))
    return Constrain(ByRoom(ROOMY, roomy, narrow), WIDEST)


def _shown(pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str], roomy: bool) -> RenderableType:
    parts: list[RenderableType] = [_sides(view, names, roomy)]
    if view.over:
        parts += _hq_won(pack, view)
    else:
        parts += [Text(), _battle(pack, view, roomy)]
    parts += _pot(pack, view)
    return Panel(Group(*parts), title=_title(view), title_align="left", padding=(0, 1))


def extras(
    pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str]
) -> list[tuple[str, str, RenderableType]]:
    """Your own deck in order (DR-1.3), what the other deck still holds, the pot card by card (DR-2.7)."""
    found: list[tuple[str, str, RenderableType]] = []
    if 0 <= view.viewer < len(view.sides):
        found.append(("d", "Your deck, next card first", _own_deck(pack, view)))
    foreign = [seat for seat in range(len(view.sides)) if seat != view.viewer]
    title = f"What {names[foreign[0]]} has left" if len(foreign) == 1 else "What both have left"
    found.append(("o", title, Group(*(_unseen(pack, view, names, seat) for seat in foreign))))
    if view.pot:
        found.append(("p", "The pot, card by card", _listed(pack, _hq_first(pack, view.pot))))
    return found


# --- the two sides


def _title(view: DawnRaidView) -> Text:
    if view.over:
        return Text("Dawn Raid: the game is over")
    kind = view.type or "type not named yet"
    return Text(f"Dawn Raid: raid {view.raid}, battle {view.battle}, {kind}")


def _sides(view: DawnRaidView, names: Sequence[str], roomy: bool) -> Grid:
    """Who has what, one line a seat."""
    grid = _grid(roomy)
    counted = ("Left", "Put back", "Victory pile") if roomy else ("Left", "Back", "Pile")
    grid.add_column("Player", ratio=3)
    longest = max(len(side.deck_title) for side in view.sides)
    grid.add_column("Deck", ratio=2 if roomy else None, min_width=min(13, longest))
    for heading in ("", *counted, *(["Skulls"] if view.over else [])):
        grid.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for seat, side in enumerate(view.sides):
        part = "" if view.over else "ATTACKS" if seat == view.attacker else "defends"
        player = Text.assemble(badge(seat), f" {names[seat]}", *([" (you)"] if seat == view.viewer else []))
        skulls = [str(side.skulls)] if view.over else []
        grid.add_row(
            _short(player),
            _short(Text(side.deck_title)),
            Text(part, style="bold" if part == "ATTACKS" else ""),
            str(side.left),
            str(len(side.put_back)),
            str(side.pile),
            *skulls,
        )
    return grid


def _hq_won(pack: DawnRaidPack, view: DawnRaidView) -> list[RenderableType]:
    """The cards behind the skulls (DR-4.2), once the victory piles are turned over."""
    lines: list[RenderableType] = [Text()]
    for seat, side in enumerate(view.sides):
        hq_cards = [card.name for card in _cards(pack, side.pile_cards) if card.role == HQ]
        lines.append(Text.assemble(badge(seat), f" {CROWN}HQ won: {', '.join(hq_cards) or 'none'}"))
    return lines


# --- the battle


def _battle(pack: DawnRaidPack, view: DawnRaidView, roomy: bool) -> Grid:
    """The cards that fight, with the score that counts."""
    grid = _grid(roomy)
    grid.add_column("Battle", ratio=1)
    grid.add_column("Icon", no_wrap=True)
    grid.add_column("Role", no_wrap=True, min_width=max(map(len, ROLE_TITLES.values())) if roomy else 2)
    for name in TYPE_NAMES:
        counts = name == view.type
        heading = name if roomy else name[:SHORT]
        grid.add_column(
            heading.upper() if counts else heading,
            justify="right",
            no_wrap=True,
            style="bold" if counts else "",
        )
    grid.add_column("total", justify="right", no_wrap=True, style="bold")
    defender = 1 - view.attacker
    titles = list(ROLE_TITLES.values()) if roomy else ROLE_LETTERS
    for seat, fighters, strength in (
        (view.attacker, view.attack, view.attack_score),
        (defender, view.defence, view.defence_score),
    ):
        _add_fighters(grid, pack, seat, fighters, strength, dict(zip(ROLE_NAMES, titles, strict=True)))
    if not view.defence:
        grid.add_row(_short(Text.assemble(badge(defender), (" no card yet", "dim"))))
    return grid


def _add_fighters(
    grid: Grid,
    pack: DawnRaidPack,
    seat: int,
    fighters: Sequence[str],
    strength: int | None,
    roles: Mapping[str, str],
) -> None:
    for place, card in enumerate(_cards(pack, fighters)):
        last = place == len(fighters) - 1
        grid.add_row(
            Text.assemble(badge(seat), f" {card.name}"),
            pack.factions[card.faction].short,
            roles[ROLE_NAMES[card.role]],
            *(str(score) for score in card.scores),
            str(strength) if last and strength is not None else "",
        )


# --- the pot


def _pot(pack: DawnRaidPack, view: DawnRaidView) -> list[RenderableType]:
    """What is at stake, in a few lines."""
    cards = _cards(pack, view.pot)
    if view.over and not cards:
        return []
    if not cards:
        return [Text("The pot is empty.", style="dim")]
    hq_cards = sum(card.role == HQ for card in cards)
    kin = _kin(pack, view)
    summed_up = len(cards) > POT_SHOWN
    notes = [f"{KIN} shares the attack card's icon"] * bool(kin) + ["p lists them"] * summed_up
    note = f"  ({'; '.join(notes)})" if notes else ""
    heading = Text.assemble(
        (f"Pot: {len(cards)} cards, {hq_cards or 'none'} of them HQ", "bold"), (note, "dim")
    )
    ids = _hq_first(pack, view.pot)
    if not summed_up:
        return [heading, _listed(pack, ids, kin=kin, numbered=False)]
    names = ", ".join(card.name for card in _cards(pack, ids) if card.role == HQ)
    lines = [f"{CROWN}HQ: {names}"] * bool(names) + [f"Icons: {_icons(pack, cards, kin)}"]
    return [heading, *map(Text, lines)]


def _kin(pack: DawnRaidPack, view: DawnRaidView) -> set[str]:
    """The cards of the pot that let the attack card use its role (DR-3.1)."""
    if not view.attack:
        return set()
    faction = _cards(pack, view.attack)[0].faction
    return {card.id for card in _cards(pack, view.pot) if card.faction == faction}


def _icons(pack: DawnRaidPack, cards: Sequence[Card], kin: set[str]) -> str:
    counted = []
    for place, faction in enumerate(pack.factions):
        these = [card for card in cards if card.faction == place]
        if these:
            mark = KIN if these[0].id in kin else ""
            counted.append(f"{mark}{faction.short} {len(these)}")
    return ", ".join(counted)


# --- lists of cards


def _own_deck(pack: DawnRaidPack, view: DawnRaidView) -> RenderableType:
    side = view.sides[view.viewer]
    if not side.order:
        return Text("Your deck is empty.")
    parts: list[RenderableType] = [_listed(pack, side.order)]
    if side.put_back:
        parts.append(Text(f"Everybody saw the last {len(side.put_back)} go to the back."))
    return Group(*parts)


def _unseen(pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str], seat: int) -> RenderableType:
    """What a foreign deck still holds: in the pack's order, then what was seen going to the back."""
    side = view.sides[seat]
    heading = Text.assemble(
        badge(seat),
        f" {names[seat]}, {side.deck_title}: {len(side.unseen)} cards in an order you do not know.",
    )
    parts: list[RenderableType] = [heading]
    if side.unseen:
        parts.append(_listed(pack, side.unseen, numbered=False))
    if side.put_back:
        parts += [Text("After them, in this order:"), _listed(pack, side.put_back)]
    return Group(*parts)


def _listed(
    pack: DawnRaidPack, ids: Sequence[str], kin: Iterable[str] = (), numbered: bool = True
) -> RenderableType:
    """Cards in two columns, read downwards, or in one: name, icon, role, ranged/melee/psychic."""
    cells = [
        _cells(pack, card, place, card.id in kin, numbered) for place, card in enumerate(_cards(pack, ids))
    ]
    room = ROOMY - 4  # it may stand inside the frame
    return Constrain(ByRoom(room, _in_columns(cells, 2), _in_columns(cells, 1)), WIDEST)


def _in_columns(cells: list[list[RenderableType]], columns: int) -> Grid:
    grid = Grid.grid(padding=(0, 1, 0, 0), expand=True)
    for _ in range(columns):
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column(ratio=1)
        for _ in range(3):
            grid.add_column(no_wrap=True)
    rows = -(-len(cells) // columns)
    stacks = [cells[column * rows : (column + 1) * rows] for column in range(columns)]
    nothing: list[RenderableType] = []
    for row in zip_longest(*stacks, fillvalue=nothing):
        grid.add_row(*(cell for part in row for cell in part))
    return grid


def _cells(pack: DawnRaidPack, card: Card, place: int, kin: bool, numbered: bool) -> list[RenderableType]:
    crowned = card.role == HQ
    mark = f"{KIN if kin else ''}{CROWN if crowned else ''}"
    return [
        f"{place + 1}" if numbered else "",
        _short(Text(f"{mark}{card.name}", style="bold" if crowned else "")),
        pack.factions[card.faction].short,
        ROLE_LETTERS[card.role],
        "/".join(f"{score:2}" for score in card.scores),
    ]


def _cards(pack: DawnRaidPack, ids: Iterable[str]) -> list[Card]:
    known = {card.id: card for card in pack.cards}
    return [known[card] for card in ids]


def _hq_first(pack: DawnRaidPack, ids: Sequence[str]) -> list[str]:
    return [card.id for card in sorted(_cards(pack, ids), key=lambda card: (card.role != HQ, card.faction))]


def _grid(roomy: bool) -> Grid:
    between = 2 if roomy else 1
    return Grid(box=None, expand=True, padding=(0, between, 0, 0), pad_edge=False, header_style="dim")


def _short(text: Text) -> Text:
    """Text that is cut rather than wrapped where it is too long."""
    text.no_wrap = True
    text.overflow = "ellipsis"
    return text
