"""The position as plain text, line by line."""

from __future__ import annotations

from harena.core.prose import chance, count, listed
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.view import BrawlView, FighterView
from harena.games.knockdown.words.outlook import fall_chance
from harena.games.knockdown.words.printed import attack_line, contamination, skill_text, wounds
from harena.games.knockdown.words.things import arena_of, attacks_of, skills_by_id
from harena.games.knockdown.words.told import BrawlTeller


def describe(pack: BrawlPack, view: BrawlView, teller: BrawlTeller) -> list[str]:
    """All that lies open, in short sentences."""
    lines = [f"{arena_of(pack, view.arena).name}. {_round(view, teller)}"]
    lines += [_fighter(pack, view, teller, seat) for seat in range(len(view.fighters))]
    attacks = attacks_of(pack)
    lines += [f"In the Row: {attacks[card].name}. {attack_line(attacks[card])}" for card in view.row]
    if view.taking:
        lines.append(f"Being resolved: {attacks[view.taking].name}.")
    lines.append(f"{count(view.deck, 'card')} in the deck, {len(view.discard)} discarded.")
    if view.rolled:
        lines.append(f"Last test: {', '.join(map(str, view.rolled))}, needing {view.needed}.")
    return [*lines, *_open_skills(pack, view), *_own_skills(pack, view)]


def _round(view: BrawlView, teller: BrawlTeller) -> str:
    if view.round == 0:
        return "The fighters are being set up."
    wanted = "a single round decides" if view.wins == 1 else f"{view.wins} rounds win the match"
    return f"Round {view.round}, turn {view.turn}{_whose_turn(view, teller)}; {wanted}."


def _whose_turn(view: BrawlView, teller: BrawlTeller) -> str:
    """Nobody's, once the match is over."""
    if view.over:
        return ""
    return f", which is {'yours' if teller.is_you(view.active) else teller.whose(view.active)}"


def _fighter(pack: BrawlPack, view: BrawlView, teller: BrawlTeller, seat: int) -> str:
    fighter = view.fighters[seat]
    owner = teller.names[seat] + (", you" if seat == view.viewer else "")
    sheet = teller.sheet(seat)
    if sheet is None:
        return f"{owner}: fighter not picked yet."
    parts = [f"{sheet.name} ({owner}) on {fighter.space}: {wounds(fighter.light, fighter.heavy)}"]
    parts.append(_test(view, seat))
    parts.append(f"{count(fighter.hand_size, 'card')} of {fighter.most_cards} in hand{_hand(fighter)}")
    parts += [f"{fighter.ammo} Ammo"] * (sheet.most_ammo > 0)
    parts += [contamination(fighter.contamination)] * (fighter.contamination > 0)
    parts += [f"Flame on {fighter.flame}"] * bool(fighter.flame)
    parts += [f"{count(fighter.wins, 'round')} won"] * (fighter.wins > 0)
    skills = skills_by_id(pack, view.skills)
    parts += [f"face up {listed([skills[one].name for one in fighter.up])}"] * bool(fighter.up)
    return f"{'; '.join(parts)}."


def _test(view: BrawlView, seat: int) -> str:
    counted = view.fighters[seat].counted
    if view.fighters[seat].builds:
        return f"a test would be a tower of {count(counted, 'cube')}"
    return f"a test would count {counted} ({chance(fall_chance(counted))} to fail with dice)"


def _hand(fighter: FighterView) -> str:
    held = [f"{n} {name.capitalize()}" for name, n in fighter.symbols.items() if n]
    return f" ({listed(held)})" if held else ""


def _open_skills(pack: BrawlPack, view: BrawlView) -> list[str]:
    """What the Skills face up give: a picture may have no room for all of it."""
    skills = skills_by_id(pack, view.skills)
    up = [skills[one] for fighter in view.fighters for one in fighter.up]
    return [f"Skill {skill.name}: {skill_text(skill)}" for skill in up]


def _own_skills(pack: BrawlPack, view: BrawlView) -> list[str]:
    """What the viewer alone knows."""
    if view.viewer < 0:
        return []
    skills = skills_by_id(pack, view.skills)
    down = [skills[one] for one in view.fighters[view.viewer].down]
    return [f"Your Skill {skill.name}, face down: {skill_text(skill)}" for skill in down]
