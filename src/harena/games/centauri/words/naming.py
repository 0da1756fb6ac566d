"""What players, teams, armadas, sectors and foes are called in a sentence, by whoever hears it."""

from __future__ import annotations

from harena.core.prose import genitive, listed
from harena.core.telling import Teller
from harena.games.centauri.pack.content import BOSS, DAWN, JUMPGATE, ArenaPack, Map, Scenario
from harena.games.centauri.state import FOE
from harena.games.centauri.view import Cast
from harena.games.centauri.words.printed import foe_name
from harena.games.centauri.words.things import scenario_of

PLACES = ("first", "second")  # of a player's armadas (CN-1.7)
NAMED_KINDS = {JUMPGATE: "the Jumpgate", DAWN: "Dawn"}  # sectors that players know by name


class Naming(Teller[ArenaPack, Cast]):
    """Who is who. Seats go by the names of their players; armadas, teams and sectors by what is said here."""

    # --- players and teams

    @property
    def each(self) -> int:
        """Armadas of a player."""
        return self.cast[0].each

    @property
    def seats(self) -> int:
        return len(self.cast)

    def members(self, team: int) -> list[int]:
        """The seats of a team (CN-1.12)."""
        return list(range(team, self.seats, 2))

    def team(self, team: int) -> str:
        """A team inside a sentence: you, Bo, your team, the other team; to onlookers Ann and Cy."""
        members = self.members(team)
        if len(members) == 1:
            return self.whom(members[0])
        if self.viewer < 0:
            return listed([self.names[seat] for seat in members])
        return "your team" if self.viewer & 1 == team else "the other team"

    def whose_team(self, team: int) -> str:
        members = self.members(team)
        return self.whose(members[0]) if len(members) == 1 else genitive(self.team(team))

    def team_does(self, team: int, many: str, one: str) -> str:
        """A team with its verb: you win, Bo wins, your team wins, Ann and Cy win."""
        members = self.members(team)
        alone = len(members) == 1
        plural = members[0] == self.viewer if alone else self.viewer < 0
        return f"{self.team(team)} {many if plural else one}"

    def mate(self, seat: int) -> str:
        """A player as somebody on the same side speaks of them: your team-mate Cy."""
        mates = self.viewer >= 0 and seat != self.viewer and (seat ^ self.viewer) & 1 == 0
        return f"your team-mate {self.names[seat]}" if mates else self.player(seat)

    # --- armadas

    def owner(self, armada: int) -> int:
        return armada // self.each

    def _which(self, armada: int) -> str:
        return f"{PLACES[armada % self.each]} armada"

    def armada(self, armada: int) -> str:
        """An armada inside a sentence: your first armada, Bo's second armada; alone you, Bo."""
        owner = self.owner(armada)
        return self.whom(owner) if self.each == 1 else f"{self.whose(owner)} {self._which(armada)}"

    def own_armada(self, armada: int) -> str:
        """An armada where its owner was named just before: the first armada."""
        return f"the {self._which(armada)}" if self.each > 1 else "it"

    def an_armada(self, armada: int) -> str:
        """An armada that is spoken of as ships, not as its player: your armada, Bo's first armada."""
        owner = self.owner(armada)
        which = self._which(armada) if self.each > 1 else "armada"
        return f"{self.whose(owner)} {which}"

    def armada_does(self, armada: int, you: str, other: str) -> str:
        """An armada with its verb: you fly, your first armada flies."""
        alone = self.each == 1 and self.is_you(self.owner(armada))
        return f"{self.armada(armada)} {you if alone else other}"

    # --- who fights

    def fighter(self, number: int, cause: str = "") -> str:
        """An armada, or the Raider or Boss that is fought."""
        if number == FOE:
            return "the Boss" if cause == "boss" else "the Raider"
        return self.armada(number)

    def fighter_does(self, number: int, you: str, other: str, cause: str = "") -> str:
        if number == FOE:
            return f"{self.fighter(number, cause)} {other}"
        return self.armada_does(number, you, other)

    def foe(self, level: int) -> str:
        """A level 2 Raider, the Boss."""
        return "the Boss" if level == BOSS else f"a {foe_name(level)}"

    # --- where

    @property
    def scenario(self) -> Scenario:
        return scenario_of(self.pack, self.cast[0].scenario)

    @property
    def map(self) -> Map:
        return self.scenario.map

    def sector(self, number: int) -> str:
        """A sector: b3, the Jumpgate (d4)."""
        name = str(self.map.field.names[number])
        kind = NAMED_KINDS.get(self.map.kinds[number])
        return f"{kind} ({name})" if kind else name

    def starbase(self, team: int) -> str:
        return f"{self.whose_team(team)} Starbase"
