"""Ray itself: asked to be quiet, started on this machine or joined elsewhere, and missed with a sentence."""

from __future__ import annotations

import logging
import os
import socket
from typing import Any

from harena.core.errors import HarenaError

LOCAL = "local"
OBJECT_STORE = 128 * 1024 * 1024  # bytes; what is sent is small, and little is on its way at a time
LISTENING = 5.0  # seconds to find out whether anybody is there
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


def ray_package() -> Any:
    """The package, asked to be quiet before it is loaded."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise HarenaError('Ray is not installed: pip install "harena[ray]" brings it.') from None
    return ray


def connect(ray: Any, address: str, workers: int) -> None:
    """Start a cluster on this machine, or join the one at an address."""
    _check_listening(address)
    asked: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        asked |= {"num_cpus": workers, "include_dashboard": False, "object_store_memory": OBJECT_STORE}
    try:
        ray.init(**asked)
    except Exception as error:  # Ray raises many kinds
        what = str(error).strip().splitlines()[:1] or [type(error).__name__]
        raise _unreachable(address, what[0]) from error


def _check_listening(address: str) -> None:
    """Find out at once whether anybody is at an address: Ray itself would try for a long time."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return  # `local` or `auto`: Ray finds those itself
    try:
        socket.create_connection((host.strip("[]"), int(port)), LISTENING).close()
    except (OSError, OverflowError) as error:
        raise _unreachable(address, getattr(error, "strerror", None) or error) from None


def _unreachable(address: str, why: object) -> HarenaError:
    return HarenaError(f"There is no Ray cluster at {address[:80]!r}: {str(why).rstrip('.')}.")
