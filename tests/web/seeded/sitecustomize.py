"""Loaded dice for a server and its workers: Python reads this file first where its folder is on the path.

What a test plays must not hang on luck. With `SECRETS` of tests/web/conftest.py in the browser, a test meets
the same cards and dice in every run. Names and keys of the server stay secret.
"""

from __future__ import annotations

import secrets

SERVER_SEED_BYTES = 32  # harena.core.fair.SEED_BYTES: what asks for as many bytes asks for dice

fresh = secrets.token_hex


def token_hex(nbytes: int | None = None) -> str:
    return "5e" * nbytes if nbytes == SERVER_SEED_BYTES else fresh(nbytes)


def randbelow(exclusive_upper_bound: int) -> int:
    """Only bots ask: each begins with the same seed at every table."""
    return 14 % exclusive_upper_bound


secrets.token_hex = token_hex
secrets.randbelow = randbelow
