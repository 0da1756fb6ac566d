"""Harena plays, hosts and studies tabletop arena games.

>>> import harena
>>> match = harena.new("dawn_raid", seed=1)
>>> match
<Match of Dawn Raid: 0 actions, Seat 1 decides>
"""

from __future__ import annotations

from harena import interpreted

interpreted.use_if_asked()

from harena.core.errors import HarenaError  # noqa: E402
from harena.core.fair import FairSeeds, commitment, new_server_seed  # noqa: E402
from harena.core.match import Match, new  # noqa: E402
from harena.core.record import Record, read_record  # noqa: E402
from harena.core.registry import find as game  # noqa: E402
from harena.core.registry import names as game_names  # noqa: E402
from harena.core.replaying import load, replay  # noqa: E402
from harena.core.state import OVER, SPECTATOR  # noqa: E402
from harena.core.verify import Verdict, verify  # noqa: E402
from harena.interpreted import compiled  # noqa: E402
from harena.version import VERSION  # noqa: E402

__version__ = VERSION

__all__ = [
    "OVER",
    "SPECTATOR",
    "FairSeeds",
    "HarenaError",
    "Match",
    "Record",
    "Verdict",
    "commitment",
    "compiled",
    "game",
    "game_names",
    "load",
    "new",
    "new_server_seed",
    "read_record",
    "replay",
    "verify",
]
