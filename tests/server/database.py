"""A real PostgreSQL for the tests: found, or installed where that is allowed, and started for them alone."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from server.conftest import free_port

USER = "postgres"  # PostgreSQL does not run as root
INSTALL_WITHIN = 300  # seconds


class NoPostgresError(Exception):
    """PostgreSQL cannot be had here."""


def programs() -> Path:
    """The folder with initdb and pg_ctl."""
    found = find_programs()
    if found is None:
        install()
        found = find_programs()
    if found is None:
        raise NoPostgresError("PostgreSQL is not installed, and only root can install it on Debian")
    return found


def find_programs() -> Path | None:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def install() -> None:
    """As root on a Debian; tests that run at the same time wait for each other."""
    if os.getuid() != 0 or shutil.which("apt-get") is None:
        return
    with open(Path(tempfile.gettempdir()) / "harena-install-postgres.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if find_programs() is not None:
            return
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "postgresql"]):
            with contextlib.suppress(subprocess.SubprocessError):
                subprocess.run(
                    command, env=environment, timeout=INSTALL_WITHIN, capture_output=True, check=True
                )


def command(*parts: str) -> list[str]:
    """A command as the user that PostgreSQL runs as."""
    return ["runuser", "-u", USER, "--", *parts] if os.getuid() == 0 else list(parts)


@contextlib.contextmanager
def running_postgres() -> Iterator[str]:
    """A fresh PostgreSQL as long as it is needed; its address."""
    bin_folder = programs()
    folder = Path(tempfile.mkdtemp(prefix="harena-postgres-"))
    control = str(bin_folder / "pg_ctl")
    try:
        if os.getuid() == 0:
            shutil.chown(folder, USER)
        data, port = str(folder / "data"), free_port()
        run(str(bin_folder / "initdb"), "-D", data, "-A", "trust", "-U", "harena", "-E", "UTF8", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=60"
        run(control, "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "-t", "60", "start")
        try:
            yield f"postgresql://harena@127.0.0.1:{port}/postgres"
        finally:
            run(control, "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(*parts: str) -> None:
    done = subprocess.run(
        command(*parts),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        cwd="/",
    )
    if done.returncode != 0:
        raise NoPostgresError(f"{parts[0]} failed: {done.stderr.strip()[-300:]}")
