"""Secrets of 128 bits: given once to whom they belong, kept only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

KEY_BYTES = 16
ID_BYTES = 8
KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")


def new_key() -> str:
    """A secret for one seat, one invitation or one browser."""
    return secrets.token_urlsafe(KEY_BYTES)


def is_key(text: str) -> bool:
    """Could this be a secret of 128 bits, as letters or as hexadecimal digits?"""
    return KEY.fullmatch(text) is not None


def derived(key: str, what: str) -> str:
    """A further secret, which only those can tell who know the key."""
    return base64.urlsafe_b64encode(_digest(key, what)[:KEY_BYTES]).decode().rstrip("=")


def derived_id(key: str) -> str:
    """The public name of the table that a key opens: it tells nothing of the key, and allows nothing but
    looking on where that is allowed.
    """
    return _digest(key, "table")[:ID_BYTES].hex()


def _digest(key: str, what: str) -> bytes:
    return hmac.digest(key.encode(), what.encode(), "sha256")


def hashed(key: str) -> str:
    """What is kept of a secret. It is random, so a plain hash cannot be guessed back."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def opens(key: str, kept: str) -> bool:
    """Is this the secret that was kept so? Takes the same time whatever differs."""
    return kept != "" and hmac.compare_digest(hashed(key), kept)
