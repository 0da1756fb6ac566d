"""Every pack that this site can find: with its games, in the host's folders, kept with tables."""

from __future__ import annotations

from collections import OrderedDict
from itertools import product

from harena.core import registry
from harena.core.errors import HarenaError, PackError, RecordError
from harena.core.game import AnyGame
from harena.core.joining import PLUS, joined_digest, parts_of
from harena.core.record import Record
from harena.server.house import House
from harena.server.packs import MissingPackError, PackCopy, PackKit, installed, missing
from harena.server.store import Store

NOTED = 500  # packs of tables that were looked at last
TRIED = 50  # packs that visitors tried in the form for a table
Kits = OrderedDict[tuple[str, str], PackKit]  # by game and digest, the last used last
MOST_TRIED = 4096  # ways in which packs that were kept may have been joined


class Library:
    """Finds packs by name and digest."""

    def __init__(self, store: Store, house: House) -> None:
        self.store = store
        self.house = house
        self._noted: Kits = OrderedDict()
        self._tried: Kits = OrderedDict()  # apart: visitors cannot push out what tables need

    def note(self, kit: PackKit) -> None:
        """A table is played with this."""
        _keep(self._noted, kit, NOTED)

    def tried(self, kit: PackKit) -> None:
        """Somebody may open a table with this, and looks at its pictures."""
        _keep(self._tried, kit, TRIED)

    async def by_digest(self, game: AnyGame, digest: str) -> PackKit:
        """A pack that some table is played with, or that can be chosen for one."""
        key = (game.name, digest)
        if kit := self._noted.get(key) or self._tried.get(key) or self.house.with_digest(game, digest):
            return kit
        for copy in await self.store.copies(game.name, [digest]):
            return PackKit(game.name, copy.name, digest, (copy,))
        raise MissingPackError(f"There is no pack with the digest {digest[:12]} here.")

    async def of_record(self, record: Record) -> PackKit:
        """The pack a record was played with; or a sentence that says what is missing."""
        try:
            game = registry.find(record.game)
            return await self.find(game, record.pack.name, record.pack.digest)
        except MissingPackError:
            raise RecordError(
                "This record cannot be replayed: it was played with a pack that this site does not have: "
                f"'{record.pack.name[:80]}', digest {record.pack.digest[:12]}."
            ) from None
        except HarenaError as error:
            raise RecordError(f"This record cannot be replayed: {error}") from None

    async def find(self, game: AnyGame, name: str, digest: str) -> PackKit:
        """A pack, or several joined, of this very content."""
        try:
            names = parts_of(name)
        except PackError:
            raise missing(name, digest) from None
        kit = self._noted.get((game.name, digest))
        if kit is not None and sorted(kit.name.split(PLUS)) == sorted(names):
            return kit
        if len(names) == 1 and names[0] in game.pack_names() and installed(game.name, name).digest == digest:
            return installed(game.name, name)
        known: list[list[PackKit]] = []
        for one in names:
            known.append(await self._all_named(game, one))
            if not known[-1]:
                raise missing(name, digest)
        for tried, parts in enumerate(product(*known)):
            if tried == MOST_TRIED:
                break
            in_order = sorted(parts, key=lambda kit: kit.name)
            found = parts[0].digest if len(parts) == 1 else joined_digest([one.digest for one in in_order])
            if found == digest:
                copies = tuple(copy for part in parts for copy in part.copies)
                return PackKit(game.name, PLUS.join(names), digest, copies)
        raise missing(name, digest)

    async def _all_named(self, game: AnyGame, name: str) -> list[PackKit]:
        """Every content that a name has had here."""
        copies: list[PackCopy] = await self.store.copies(game.name, name=name)
        found = {copy.digest: PackKit(game.name, name, copy.digest, (copy,)) for copy in copies}
        if name in game.pack_names():
            kit = installed(game.name, name)
            return list((found | {kit.digest: kit}).values())
        if name in (one.name for one in self.house.offered(game)):
            kit = self.house.kit(game, name)
            found[kit.digest] = kit
        return list(found.values())


def _keep(kits: Kits, kit: PackKit, most: int) -> None:
    """The last used stay."""
    kits.pop((kit.game, kit.digest), None)
    kits[kit.game, kit.digest] = kit
    while len(kits) > most:
        kits.popitem(last=False)
