"""Fair dice: anyone can check after the game that nobody chose the rolls.

Before the first draw the host shows SHA-256(server seed); then every player gives a seed of their own.
The stream of random bytes is HMAC-SHA256(server seed, players' seeds and a block counter), block after
block. A number below n takes the next four bytes as a word and rejects words that would favour some
numbers. After the game the server seed is shown, and everything can be computed again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec

from harena.core.dice import Dice
from harena.core.errors import OptionError, RecordError

SEED_BYTES = 32
LONGEST_SEED = 200
WORDS_PER_BLOCK = 8
WORD_SPAN = 1 << 32


class FairSeeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fair", tag_field="kind"):
    """What fair dice are made from: the host's secret seed and one text from each player."""

    server_seed: str  # hexadecimal, 32 bytes
    player_seeds: list[str]

    @property
    def commitment(self) -> str:
        return commitment(self.server_seed)

    def check(self, players: int) -> None:
        """Refuse seeds that do not fit so many players, or that cannot be written down."""
        _seed_bytes(self.server_seed)
        if len(self.player_seeds) != players:
            raise OptionError(f"Fair dice need one seed from each of the {players} players.")
        for seed in self.player_seeds:
            check_player_seed(seed)

    def dice(self) -> FairDice:
        return FairDice(_seed_bytes(self.server_seed), self.player_seeds)


def new_server_seed() -> str:
    """A fresh secret seed for the host."""
    return secrets.token_hex(SEED_BYTES)


def commitment(server_seed: str) -> str:
    """What the host shows before the first draw."""
    return hashlib.sha256(_seed_bytes(server_seed)).hexdigest()


def check_player_seed(seed: str) -> None:
    """Refuse what cannot be a player's part of the dice."""
    if not isinstance(seed, str) or len(seed) > LONGEST_SEED or not _is_text(seed):
        raise OptionError(f"A player's seed is a text of at most {LONGEST_SEED} characters.")


def _seed_bytes(server_seed: str) -> bytes:
    try:
        seed = bytes.fromhex(server_seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise RecordError(
            f"A server seed is {SEED_BYTES} bytes written as {2 * SEED_BYTES} hexadecimal digits."
        )
    return seed


class FairDice(Dice):
    """Dice whose every draw can be computed again from the seeds."""

    def __init__(self, server_seed: bytes, player_seeds: list[str]) -> None:
        super().__init__()
        self._key = server_seed
        self._message = b"".join(_with_length(seed) for seed in player_seeds)
        self._words_used = 0
        self._block = b""
        self._log: list[tuple[int, int]] = []  # shared with copies, which may have drawn more

    @property
    def log(self) -> list[tuple[int, int]]:
        """(n, number drawn), in order."""
        return self._log[: self.drawn]

    def below(self, n: int) -> int:
        limit = WORD_SPAN - WORD_SPAN % n
        word = self._word()
        while word >= limit:  # a word beyond the last full multiple of n would favour small numbers
            word = self._word()
        if len(self._log) > self.drawn:  # a copy has gone on: from here on this is a log of its own
            self._log = self._log[: self.drawn]
        self.drawn += 1
        self._log.append((n, word % n))
        return word % n

    def copy(self) -> FairDice:
        same = FairDice(self._key, [])
        same._message = self._message
        same._words_used = self._words_used
        same._block = self._block
        same.drawn = self.drawn
        same._log = self._log  # what is drawn is never changed: a copy costs as much early as late
        return same

    def _word(self) -> int:
        place = self._words_used % WORDS_PER_BLOCK
        if place == 0:
            counter = (self._words_used // WORDS_PER_BLOCK).to_bytes(8, "big")
            self._block = hmac.digest(self._key, self._message + counter, hashlib.sha256)
        self._words_used += 1
        return int.from_bytes(self._block[4 * place : 4 * place + 4], "big")


def _with_length(seed: str) -> bytes:
    """A player's seed so that no two lists of seeds look alike: its length in 4 bytes, then its UTF-8."""
    text = seed.encode()
    return len(text).to_bytes(4, "big") + text


def _is_text(seed: str) -> bool:
    """Can it be written as UTF-8? Half a surrogate pair cannot."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        return False
    return True
