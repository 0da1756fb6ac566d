"""The position as plain text, line by line."""

from __future__ import annotations

from harena.core.prose import capital, count, listed
from harena.games.centauri.pack.content import BOSS, ArenaPack
from harena.games.centauri.state import FOE
from harena.games.centauri.view import ArenaView, BattleView, SectorView
from harena.games.centauri.words.aftermath import flights, outcome
from harena.games.centauri.words.printed import (
    KIND_TITLES,
    card_line,
    dice,
    foe_name,
    movement_points,
    report_text,
    victory_points,
)
from harena.games.centauri.words.things import cards_of, scenario_of
from harena.games.centauri.words.told import ArenaTeller

PHASES = {
    "set_up": "the set-up",
    "upkeep": "Upkeep",
    "movement": "Movement",
    "encounter": "the Encounter",
    "expand": "Expand",
}


def describe(pack: ArenaPack, view: ArenaView, teller: ArenaTeller) -> list[str]:
    """All that lies open, in short sentences."""
    lines = [_round(pack, view, teller)]
    lines += [_team(view, teller, team) for team in (0, 1)]
    if view.report >= 0:
        lines.append(_report(pack, view))
    lines += [_player(pack, view, teller, seat) for seat in range(len(view.players))]
    lines += [_armada(view, teller, number) for number in range(len(view.armadas))]
    lines += _map(view)
    if view.battle is not None:
        lines.append(_battle(view.battle, teller))
        lines += [f"{fled}." for fled in [flights(view, view.battle, teller)] if fled]
    if view.aftermath is not None:
        ended = outcome(view, view.aftermath, teller)
        lines.append(f"The combat at {view.aftermath.sector} is over: {ended}.")
        lines += [f"{fled}." for fled in [flights(view, view.aftermath, teller)] if fled]
    lines.append(f"{count(view.deck, 'card')} in the deck, {len(view.spent)} spent this round.")
    return [*lines, *_hands(pack, view, teller)]


def _round(pack: ArenaPack, view: ArenaView, teller: ArenaTeller) -> str:
    scenario = scenario_of(pack, view.scenario)
    if view.round == 0:
        return f"{scenario.name}. The game is being set up."
    first = "you are" if teller.is_you(view.first) else f"{teller.names[view.first]} is"
    when = f"Round {view.round} of {view.max_rounds}, {PHASES[view.phase]}"
    return f"{scenario.name}. {when}; {first} the first player."


def _team(view: ArenaView, teller: ArenaTeller, team: int) -> str:
    has = teller.team_does(team, "have", "has")
    points = f"{view.points[team]} of {victory_points(view.goal)}"
    parts = [f"{has} {points if view.goal else victory_points(view.points[team])}"]
    parts += [f"Starbase at {view.homes[team]}"] * bool(view.homes[team])
    parts.append(f"armadas destroyed: {view.kills[team]}")
    parts += [f"Raiders and Bosses destroyed: {view.hunted[team]}"] * (view.hunted[team] > 0)
    parts += [f"modules delivered: {view.delivered[team]}"] * (view.delivered[team] > 0)
    return capital(f"{'; '.join(parts)}.")


def _report(pack: ArenaPack, view: ArenaView) -> str:
    scenario = scenario_of(pack, view.scenario)
    return f"Scanning Report: {report_text(pack, scenario, pack.reports[view.report])}"


def _player(pack: ArenaPack, view: ArenaView, teller: ArenaTeller, seat: int) -> str:
    player = view.players[seat]
    starport, lab = (track.name for track in pack.tracks)
    who = teller.names[seat] + (", you" if seat == view.viewer else "")
    return (
        f"{who}: Speed {player.speed}, Combat {player.combat}, Shield {player.shield}, Hull {player.hull}; "
        f"{starport} {player.starport}, {lab} {player.lab}; {player.astartium} Astartium, "
        f"{count(player.combat_tokens, 'Combat token')}, "
        f"{count(player.exploration_tokens, 'Exploration token')}, {count(player.hand_size, 'card')}."
    )


def _armada(view: ArenaView, teller: ArenaTeller, number: int) -> str:
    armada = view.armadas[number]
    where = f"at {armada.sector}" if armada.sector else "not on the map yet"
    parts = [f"{teller.an_armada(number)} is {where}"]
    parts += ["with a power module on board"] * armada.cargo
    parts += [f"{movement_points(armada.points)} left"] * (view.active == number)
    parts += ["it fled or was destroyed this round"] * (armada.away and not armada.back)
    parts += ["it has just come back"] * armada.back
    parts += ["it lets no enemy leave by moving"] * armada.wall
    parts += ["it needs no Evade"] * armada.cloaked
    parts += [f"its first attack has {dice(armada.dagger)} more"] * (armada.dagger > 0)
    return capital(f"{', '.join(parts)}.")


def _map(view: ArenaView) -> list[str]:
    """Sectors with something on them."""
    lines = [_sector(sector) for sector in view.sectors]
    return [line for line in lines if line]


def _sector(sector: SectorView) -> str:
    things = [f"{count(sector.modules, 'power module')}"] * (sector.modules > 0)
    things += [f"a {foe_name(sector.raider)}"] * (sector.raider > 0)
    things += [f"a {foe_name(BOSS)}"] * sector.boss
    things += ["the Convoy"] * sector.convoy
    things += ["harmony"] * sector.harmony
    if not things:
        return ""
    return (
        f"At {sector.name}, {KIND_TITLES[sector.kind]} for {movement_points(sector.cost)}: {listed(things)}."
    )


def _battle(battle: BattleView, teller: ArenaTeller) -> str:
    foe = f"the {foe_name(battle.foe)} with {battle.foe_hull} Hull"
    names = [foe if one == FOE else teller.armada(one) for one in battle.order]
    return f"Combat at {battle.sector}, round {battle.round}, in this order: {listed(names)}."


def _hands(pack: ArenaPack, view: ArenaView, teller: ArenaTeller) -> list[str]:
    """The cards that the viewer knows of: those of other hands by name, their own in full."""
    cards = cards_of(pack)
    lines = []
    for seat, player in enumerate(view.players):
        held = listed([cards[kind].name for kind in player.hand or player.shown])
        if seat == view.viewer or not held:
            continue
        holds = f"{teller.names[seat]} holds {held}"
        lines.append(f"{holds}." if player.hand else f"Everybody knows that {holds}.")
    if view.viewer < 0:
        return lines
    return [*lines, *(f"Your card {card_line(cards[kind])}" for kind in view.players[view.viewer].hand)]
