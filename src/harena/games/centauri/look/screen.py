"""A position of Centauri Arena for the terminal, in 80 columns or stacked in 60, without need of colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.table import Table as Grid
from rich.text import Text

from harena.core.prose import capital, count
from harena.games.centauri.look.map_rows import LEGEND, WIDTH, draw_rows
from harena.games.centauri.look.onlooker import Onlooker
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.state import FOE
from harena.games.centauri.view import ArenaView, BattleView
from harena.games.centauri.words.aftermath import flights, outcome
from harena.games.centauri.words.printed import (
    card_text,
    foe_text,
    foe_title,
    gains_text,
    phases_text,
    report_facts,
    scenario_text,
)
from harena.look.badge import badge
from harena.look.lines import WIDEST, cut, headed
from harena.look.room import ByRoom

SIDE_BY_SIDE = 76  # columns for the map with the players beside it; with fewer they stand below it
NAME = 8  # columns of a player's name
HEADING = "Sp Co Sh Hull St La As Ct Et Hand"
CARDS_LISTED = ("Upkeep", "Orders", "Buff", "DropCard")  # by the choices


def show(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> RenderableType:
    """The game as the viewer sees it."""
    on = Onlooker(pack, view, names)
    players = _players(on)
    parts: list[RenderableType] = [
        cut(_title(on)),
        ByRoom(SIDE_BY_SIDE, _side_by_side(on, players), Group(draw_rows(on), *players)),
        *_armadas(on),
    ]
    if view.battle is not None and view.battle.order:
        parts += _battle(on, view.battle)
    elif view.aftermath is not None and not view.over:
        parts += _aftermath(on, view.aftermath)
    elif view.report >= 0:
        parts.append(cut(Text(_report(on), style="dim")))
    if view.viewer >= 0 and (view.viewer != view.decider or view.asking not in CARDS_LISTED):
        parts.append(cut(_hand(on)))
    return Constrain(Group(*parts), WIDEST)


def extras(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> list[tuple[str, str, RenderableType]]:
    """Cards in hand, the scenario, tracks and foes, what was discarded, the signs of the map."""
    on = Onlooker(pack, view, names)
    return [
        ("c", "The cards that you know of", _cards(on)),
        ("k", "All kinds of Action cards", _kinds(on)),
        ("f", "The scenario, the tracks, Raiders and Bosses", _facts(on)),
        ("d", "Cards spent and discarded", _pile(on)),
        ("m", "What the map and the table show", headed(LEGEND)),
    ]


# --- the table


def _title(on: Onlooker) -> Text:
    view = on.view
    goal = f" ({view.goal} win)" if view.goal else ""
    teams = ["".join(on.letters[team::2]) for team in (0, 1)]
    score = f"{teams[0]} {view.points[0]} : {view.points[1]} {teams[1]} VP{goal}"
    if view.over:
        when = "the game is over"
    elif not view.round:
        when = "set-up"
    else:
        when = f"round {view.round} of {view.max_rounds}, {view.phase}"
    return Text(f"{on.scenario.name}: {when}; {score}", style="bold")


def _side_by_side(on: Onlooker, players: list[RenderableType]) -> RenderableType:
    sides = Grid.grid(padding=(0, 1, 0, 0), expand=True, pad_edge=False)
    sides.add_column(width=WIDTH, no_wrap=True)
    sides.add_column(ratio=1, no_wrap=True)
    sides.add_row(draw_rows(on), Group(*players))
    return sides


def _players(on: Onlooker) -> list[RenderableType]:
    """A line for each player: who, and all numbers."""
    most = int(on.pack.basics.hull)
    lines: list[RenderableType] = [cut(Text(f"{'':{NAME + 5}}{HEADING}", style="dim"))]
    for seat, mat in enumerate(on.view.players):
        mark = ">" if seat == on.asked else " "
        name = "you" if seat == on.view.viewer else on.words.names[seat]
        who = Text.assemble(badge(seat), f"{mark}")
        who.append(_fixed(f"{on.letters[seat]} {name}" if on.letters[seat] != badge(seat)[0][-1] else name))
        numbers = (
            f"{mat.speed:2} {mat.combat:2} {mat.shield:2} {mat.hull:2}/{most} {mat.starport:2} {mat.lab:2} "
            f"{mat.astartium:2} {mat.combat_tokens:2} {mat.exploration_tokens:2} {mat.hand_size:3}"
        )
        first = "1" if seat == on.view.first else " "
        lines.append(cut(who.append(f"{first} {numbers}")))
    return lines


def _fixed(name: str) -> Text:
    """A name in exactly so many columns, however wide its letters are."""
    text = Text(name)
    text.truncate(NAME, overflow="ellipsis", pad=True)
    return text


def _armadas(on: Onlooker) -> list[RenderableType]:
    """Where armadas are, and how they do."""
    told = []
    for number, armada in enumerate(on.view.armadas):
        if not armada.sector:
            continue
        state = [
            word
            for word, holds in (
                ("module", armada.cargo),
                (f"{armada.points} MP", bool(armada.points)),
                ("back", armada.back),
                ("out", armada.away),
                ("wall", armada.wall),
                ("cloaked", armada.cloaked),
                (f"dagger +{armada.dagger}", armada.dagger > 0),
            )
            if holds
        ]
        mark = "*" if number == on.view.active else ""
        more = f" ({', '.join(state)})" if state else ""
        told.append(f"{mark}{on.short(number)} {armada.sector}{more}")
    crowded = [
        f"{sector.name} {_there(sector.raider, sector.boss, sector.modules)}"
        for sector in on.view.sectors
        if (sector.raider or sector.boss or sector.modules)
        and any(armada.sector == sector.name for armada in on.view.armadas)
    ]
    lines: list[RenderableType] = [cut(Text(f"Armadas: {', '.join(told)}"))] if told else []
    if crowded:
        lines.append(cut(Text(f"With them: {'; '.join(crowded)}")))
    return lines


def _there(raider: int, boss: bool, modules: int) -> str:
    foe = ["Boss"] if boss else [f"Raider {raider}"] if raider else []
    return ", ".join([*foe, *([count(modules, "module")] if modules else [])])


def _report(on: Onlooker) -> str:
    facts = report_facts(on.pack, on.scenario, on.pack.reports[on.view.report])
    told = "; ".join(f"{label} {text}" for label, text in facts) or "nothing"
    return f"Scanning Report: {told}"


def _hand(on: Onlooker) -> Text:
    return Text(f"Your cards: {_names(on, on.mat(on.view.viewer).hand) or 'none'}")


def _names(on: Onlooker, kinds: Iterable[str]) -> str:
    """Cards by name, those of a kind together: Afterburner, Pushback x2."""
    return ", ".join(
        f"{on.cards[kind].name}{f' x{n}' if n > 1 else ''}" for kind, n in Counter(kinds).items()
    )


# --- a combat


def _battle(on: Onlooker, battle: BattleView) -> list[RenderableType]:
    """Who fights, in the order of initiative: Hull, dice, what the Shield stops; and the last attack."""
    more = f", +{count(battle.more_dice, 'die', 'dice')} in every attack" if battle.more_dice else ""
    lines: list[RenderableType] = [
        cut(Text(f"Combat in {battle.sector}, round {battle.round}{more}", style="bold underline"))
    ]
    line = Text("")
    for place, one in enumerate(battle.order):
        line.append(f"{' ' if place else ''}{place + 1}.")
        if one == FOE:
            name = "Boss" if battle.foe == len(on.pack.foes) - 1 else f"R{battle.foe}"
            line.append(f"{name} H{battle.foe_hull} {battle.dice[place]}d")
        else:
            line.append(on.short(one), style=badge(on.view.armadas[one].owner)[1])
            line.append(f" H{on.mat_of(one).hull} {battle.dice[place]}d")
    lines.append(cut(line))
    if battle.blow is not None:
        lines.append(cut(Text(_blow(on, battle), style="dim")))
    return lines


def _aftermath(on: Onlooker, battle: BattleView) -> list[RenderableType]:
    """How a combat has just ended, in two lines."""
    teller = on.words.teller_of(on.view)
    news = filter(None, (outcome(on.view, battle, teller), flights(on.view, battle, teller)))
    lines: list[RenderableType] = [
        cut(Text(f"Combat in {battle.sector} is over: {'. '.join(news)}", style="bold"))
    ]
    if battle.blow is not None:
        lines.append(cut(Text(_blow(on, battle), style="dim")))
    return lines


def _blow(on: Onlooker, battle: BattleView) -> str:
    blow = battle.blow
    assert blow is not None
    by, target = (foe_title(battle.foe) if one == FOE else on.of_armada(one) for one in (blow.by, blow.on))
    stopped = f", {min(blow.stopped, blow.successes)} stopped" if blow.stopped and blow.successes else ""
    dice = " ".join(map(str, blow.dice))
    return f"{capital(by)} rolled {dice}: {blow.successes} good{stopped}, {blow.damage} damage to {target}"


# --- to look through


def _cards(on: Onlooker) -> RenderableType:
    """The viewer's hand card by card, and what is known of the others."""
    view = on.view
    mine = view.players[view.viewer].hand if view.viewer >= 0 else []
    rows = [(_names(on, [kind] * n), _card(on, kind)) for kind, n in Counter(mine).items()]
    for seat, mat in enumerate(view.players):
        if seat != view.viewer and (mat.hand or mat.shown):
            rows.append((on.words.names[seat], _names(on, mat.hand or mat.shown)))
    return headed(rows) if rows else Text("You know of no card.")


def _kinds(on: Onlooker) -> RenderableType:
    return headed((f"{card.name} x{card.count}", _card(on, card.id)) for card in on.pack.cards)


def _card(on: Onlooker, kind: str) -> str:
    return f"{phases_text(on.cards[kind])}: {card_text(on.cards[kind])}"


def _facts(on: Onlooker) -> RenderableType:
    rows = [(on.scenario.name, scenario_text(on.scenario))]
    for track in on.pack.tracks:
        levels = [f"{place + 1} {gains_text(level)}" for place, level in enumerate(track.levels)]
        rows.append((track.name, "; ".join(levels)))
    rows += [(foe_title(int(foe.level)), foe_text(foe)) for foe in on.pack.foes[1:]]
    return headed(rows)


def _pile(on: Onlooker) -> RenderableType:
    spent, gone = on.view.spent, on.view.discards
    if not spent and not gone:
        return Text("No card is spent or discarded yet.")
    piles = (("Spent this round", spent), ("Discarded", gone))
    return headed((title, _names(on, cards) or "none") for title, cards in piles)
