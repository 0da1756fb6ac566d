"""Secrets of 128 bits: given once to whom they belong, kept only as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets

KEY_BYTES = 16
ID_BYTES = 8


def new_key() -> str:
    """A secret for one seat, one invitation or one browser."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_table_id() -> str:
    """The public name of a table; knowing it allows nothing but looking on where that is allowed."""
    return secrets.token_hex(ID_BYTES)


def hashed(key: str) -> str:
    """What is kept of a secret. It is random, so a plain hash cannot be guessed back."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def opens(key: str, kept: str) -> bool:
    """Is this the secret that was kept so? Takes the same time whatever differs."""
    return kept != "" and hmac.compare_digest(hashed(key), kept)
