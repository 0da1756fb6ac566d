#!/usr/bin/env python3
"""Harena beside its peers: one table, one core, one run.

    python bench/peers.py [--seconds 3] [--rounds 3] [--only harena,catanatron] [--core 0]

Each peer gets an environment of its own below `.venv/peers`, which is kept for the next time. What cannot be
installed or run is named with the reason. Everything is measured in turn, `--rounds` times, and the best of
each counts, since other programs can only slow a run down. Run it on a quiet machine, with Harena compiled.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
PARTS = HERE / "peer_parts.py"
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
LONGEST = 1800  # seconds for installing a peer
GENERAL = ("note:", "hint:", "error: subprocess-exited", "ERROR: Failed to build")  # what says too little
BATCH, NUMPY, AEC, PLAY = "harena_batch", "harena_numpy", "harena_aec", "harena_play"


@dataclass(frozen=True)
class Peer:
    """What is installed, the first of several ways that works, and what is then measured."""

    name: str
    ways: tuple[tuple[str, ...], ...]
    parts: tuple[tuple[str, ...], ...]


PEERS = (
    Peer(
        "catanatron",
        (
            ("catanatron==3.2.1", "catanatron-gym==3.2.1"),
            ("catanatron==3.2.1", "catanatron-gym==4.0.0"),
            ("catanatron==3.2.1",),
        ),
        (("catanatron_play",), ("catanatron_gym",)),
    ),
    Peer("open-spiel", (("open-spiel==2.0.2",), ("open-spiel",)), (("openspiel_vector",),)),
    Peer("envpool", (("envpool==1.2.5", "gymnasium"), ("envpool", "gymnasium")), (("envpool_cartpole",),)),
    Peer(
        "pettingzoo",
        (("pettingzoo[classic]",),),
        (("pettingzoo_classic", "texas_holdem_v4"), ("pettingzoo_classic", "chess_v6")),
    ),
)


@dataclass
class Line:
    """One thing that is measured."""

    python: str
    words: tuple[str, ...]
    rates: list[float] = field(default_factory=list)
    what: str = ""
    package: str = ""
    driven: str = ""
    failed: str = ""

    @property
    def best(self) -> float:
        return max(self.rates, default=0.0)


# --- installing


def install(peer: Peer, folder: Path) -> tuple[str, list[str]]:
    """The Python of a peer's environment, or none; and what did not work."""
    home = folder / peer.name
    python, done, failed = str(home / "bin" / "python"), home / "installed.txt", []
    if done.exists():
        return python, done.read_text().splitlines()
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    for way in peer.ways:
        print(f"installing {' '.join(way)} ...", file=sys.stderr, flush=True)
        tried = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--no-input", *way],
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        if tried.returncode == 0:
            done.write_text("\n".join(failed))
            return python, failed
        failed.append(f"{' '.join(way)} did not install: {why(tried.stderr)}")
    return "", failed


def why(errors: str) -> str:
    """The line of an error that says most."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.lower() and not line.startswith(GENERAL)]
    return (telling or lines or ["no reason given"])[-1][:160]


# --- measuring


def harena_lines() -> list[Line]:
    """Every game in every setting that it is measured with."""
    sys.path.insert(0, str(ROOT / "src"))
    from harena.core import registry

    games = [registry.find(name) for name in registry.installed()]
    settings = [(game.name, setting) for game in games for setting in game.measured_with]
    parts = [(part, *setting) for part in (BATCH, NUMPY, AEC, PLAY) for setting in settings]
    return [Line(sys.executable, words) for words in parts]


def measure(line: Line, seconds: float, core: int) -> None:
    environment = dict(os.environ) | dict.fromkeys(THREADS, "1")
    if line.python == sys.executable:
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), environment.get("PYTHONPATH", "")])
    else:
        environment.pop("PYTHONPATH", None)
    part, *words = line.words
    ran = subprocess.run(
        [line.python, str(PARTS), part, str(seconds), str(core), *words],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if ran.returncode != 0:
        line.failed = why(ran.stderr)
        return
    said = json.loads(ran.stdout.splitlines()[-1])
    line.rates.append(said["steps"])
    line.what, line.package, line.driven = said["what"], said["package"], said["driven"]


# --- the table


def table(lines: list[Line]) -> str:
    rows = [("what", "steps a second", "how it was driven", "version")]
    for line in lines:
        steps = f"{line.best:,.0f}" if line.rates else f"failed: {line.failed}"
        rows.append((line.what or " ".join(line.words), steps, line.driven, line.package))
    return "\n".join([_row(rows[0]), "| --- | ---: | --- | --- |", *map(_row, rows[1:])])


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def bars(lines: list[Line]) -> str:
    """What was promised, and what is so."""

    def best(part: str, *words: str) -> float:
        return max((line.best for line in lines if line.words == (part, *words)), default=0.0)

    def ends(part: str) -> list[tuple[str, float]]:
        """The slowest setting and the fastest."""
        found = sorted((line.best, line.what) for line in lines if line.words[0] == part and line.rates)
        return [(what, rate) for rate, what in (found[:1] + found[-1:])]

    rows = [("bar", "wanted", "measured", "")]

    def add(what: str, wanted: float, got: float, form: str = ",.0f") -> None:
        if got:
            rows.append((what, f"{wanted:{form}}", f"{got:{form}}", "cleared" if got >= wanted else "missed"))

    raid, duel = best(BATCH, "dawn_raid", ""), best(BATCH, "combat_arena", "duel")
    add("Dawn Raid, batch", 1.5e6, raid)
    add("Combat Arena duel, batch", 1.0e6, duel)
    add("Combat Arena four fighters, batch", 0.7e6, best(BATCH, "combat_arena", "four fighters"))
    gym, rummy, pole = best("catanatron_gym"), best("openspiel_vector"), best("envpool_cartpole")
    catan = best("catanatron_play")
    add("duel in a batch / Catanatron's gym", 150, duel / gym if gym else 0)
    add("duel in a batch / OpenSpiel's vector of gin rummy", 50, duel / rummy if rummy else 0)
    add("duel in a batch / EnvPool's CartPole", 0.7, duel / pole if pole else 0, ".2f")
    for what, rate in ends(AEC):
        add(f"AEC wrapper, {what}", 50_000, rate)
    for what, rate in ends(PLAY) if catan else []:
        add(f"random play from Python, {what} / Catanatron's", 40, rate / catan)
    return "\n".join([_row(rows[0]), "| --- | ---: | ---: | --- |", *map(_row, rows[1:])])


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    words.add_argument("--rounds", type=int, default=3, help="the best of so many counts")
    words.add_argument("--only", default="", help="harena and names of peers, with commas")
    words.add_argument("--core", type=int, default=0, help="which core is kept busy")
    words.add_argument("--folder", type=Path, default=ROOT / ".venv" / "peers", help="for the peers")
    asked = words.parse_args()
    wanted = set(filter(None, asked.only.split(",")))
    lines = harena_lines() if not wanted or "harena" in wanted else []
    notes: list[str] = []
    for peer in PEERS:
        if not wanted or peer.name in wanted:
            python, failed = install(peer, asked.folder)
            notes += failed
            lines += [Line(python, part) for part in peer.parts] if python else []
    for number in range(asked.rounds):
        for line in lines:
            print(f"round {number + 1}: {' '.join(line.words)}", file=sys.stderr, flush=True)
            if not line.failed:
                measure(line, asked.seconds, asked.core)
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    print(f"{machine}, one core, best of {asked.rounds} rounds of {asked.seconds:g} s\n")
    print(f"{table(lines)}\n\n{bars(lines)}")
    print("".join(f"\n{note}" for note in notes))


if __name__ == "__main__":
    main()
