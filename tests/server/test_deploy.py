"""What deploy/ holds is what a host can use: it parses, and names only what Harena has."""

from __future__ import annotations

import configparser
import inspect
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from harena.commands import serve as command
from harena.server import figures
from harena.server.metrics import Metrics
from harena.server.settings import Settings

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
INSTRUCTIONS = {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL"} | {
    "HEALTHCHECK",
    "ENTRYPOINT",
    "CMD",
}
PORT = str(Settings(database="").port)


def variables() -> set[str]:
    """The environment variables of `harena serve`."""
    hints = get_type_hints(command.serve, include_extras=True)
    named = [
        get_args(hints[name])[1].env_var
        for name in inspect.signature(command.serve).parameters
        if len(get_args(hints[name])) > 1 and hasattr(get_args(hints[name])[1], "env_var")
    ]
    return {one for names in named for one in ([names] if isinstance(names, str) else names or [])}


def check_words(words: list[str], environment: dict[str, str]) -> None:
    """A command line and an environment that Harena understands."""
    assert words[1:3] == ["tables", "backup"] or words[1:] == ["serve"], words
    known = variables()
    assert len(known) > 10
    for name, value in environment.items():
        if name.startswith("HARENA_"):
            assert name in known, name
            assert value


# --- the image


def instructions() -> list[tuple[str, str]]:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    whole = "\n".join(lines).replace("\\\n", " ")
    found = [line.split(maxsplit=1) for line in whole.splitlines()]
    return [(name, rest) for name, rest in found]


def test_the_dockerfile_is_one_and_serves_what_it_exposes() -> None:
    steps = instructions()
    assert {name for name, _ in steps} <= INSTRUCTIONS
    assert steps[0][0] == "FROM"
    final = steps[max(place for place, (name, _) in enumerate(steps) if name == "FROM") :]
    told = {name: rest for name, rest in final if name not in ("RUN", "COPY")}
    environment = dict(pair.split("=", 1) for pair in shlex.split(told["ENV"]))
    entry, words = json.loads(told["ENTRYPOINT"]), json.loads(told["CMD"])
    check_words([*entry, *words], environment)
    assert environment["HARENA_PORT"] == told["EXPOSE"] == PORT
    assert environment["HARENA_HOST"] == "0.0.0.0", "else nobody outside the container reaches it"
    assert environment["HARENA_DATABASE"].startswith(f"sqlite:///{told['VOLUME']}/")
    assert told["USER"] not in ("root", "0")
    check = json.loads(told["HEALTHCHECK"][told["HEALTHCHECK"].index("[") :])
    compile(check[2], "healthcheck", "exec")
    assert f"127.0.0.1:{PORT}/readyz" in check[2]
    stages = {rest.split(" AS ")[1] for name, rest in steps if name == "FROM" and " AS " in rest}
    for name, rest in steps:
        if name == "COPY" and rest.startswith("--from="):
            assert rest.split()[0].removeprefix("--from=") in stages
        elif name == "COPY":
            assert all((ROOT / source).exists() for source in rest.split()[:-1])


# --- systemd


def unit(name: str) -> dict[str, list[tuple[str, str]]]:
    """A unit's sections, with what is said several times."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines():
        if found := re.fullmatch(r"\[(\w+)\]", line):
            here = sections.setdefault(found[1], [])
        elif line and not line.startswith("#"):
            key, equals, value = line.partition("=")
            assert equals, line
            here.append((key, value))
    configparser.ConfigParser(strict=False, interpolation=None).read(DEPLOY / name)
    return sections


@pytest.mark.parametrize("name", ["harena.service", "harena-backup.service"])
def test_the_services_start_what_harena_has(name: str) -> None:
    service = unit(name)["Service"]
    environment = dict(
        pair.split("=", 1) for key, value in service if key == "Environment" for pair in shlex.split(value)
    )
    plain = dict(service)
    check_words(shlex.split(plain["ExecStart"]), environment)
    state = f"sqlite:////var/lib/{plain['StateDirectory']}/"
    assert environment["HARENA_DATABASE"].startswith(state), "nowhere else it may write"
    assert plain["DynamicUser"] == "yes"
    assert plain["User"] == dict(unit("harena.service")["Service"])["User"], "one reads what the other writes"


def test_a_stop_is_given_more_time_than_a_server_takes() -> None:
    plain = dict(unit("harena.service")["Service"])
    assert int(plain["TimeoutStopSec"]) >= 10
    assert plain["Restart"] == "always"


def test_systemd_itself_finds_nothing_wrong() -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed.")
    files = [str(file) for file in sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))]
    assert len(files) == 3
    said = subprocess.run([program, "verify", *files], capture_output=True, text=True, timeout=60).stderr
    ours = [line for line in said.splitlines() if "harena" in line]
    assert not [line for line in ours if "is not executable" not in line], said


# --- proxies


def test_the_proxies_pass_on_what_the_server_needs() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    bare = re.sub(r"#.*", "", nginx)
    assert bare.count("{") == bare.count("}") == 6
    statements = [one.strip() for one in re.split(r"[;{}]", bare) if one.strip()]
    for wanted in (
        "proxy_set_header Host $host",
        "proxy_set_header X-Forwarded-For $remote_addr",
        "proxy_set_header X-Forwarded-Proto $scheme",
        "proxy_set_header Upgrade $http_upgrade",
        f"proxy_pass http://127.0.0.1:{PORT}",
    ):
        assert wanted in statements
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert caddy.count("{") == caddy.count("}")
    assert f"reverse_proxy 127.0.0.1:{PORT}" in caddy
    assert "/metrics" in nginx
    assert "/metrics" in caddy


# --- figures


def exposed() -> set[str]:
    text = Metrics().text()
    return set(re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE)) | {
        f"harena_{name}" for name in figures.GAUGES
    }


@pytest.mark.parametrize("name", ["grafana.json", "alerts.yml"])
def test_dashboard_and_alarms_ask_for_figures_that_exist(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    asked = set(re.findall(r"\b(?:harena|process)_\w+", text)) - {"harena_refused_"}
    assert len(asked) >= 3
    histogram = {f"harena_answer_seconds_{part}" for part in ("bucket", "sum", "count")}
    assert asked <= exposed() | histogram


def test_the_dashboard_is_one() -> None:
    board: Any = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    assert len(board["panels"]) >= 6
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)
    assert all(panel["targets"] and panel["title"] for panel in board["panels"])


def test_every_figure_is_described_in_metrics_and_in_the_docs() -> None:
    text = Metrics().text()
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for name, about in figures.COUNTERS.items():
        assert f"# HELP harena_{name}_total {about}" in text
        assert f"\nharena_{name}_total 0\n" in text, "there from the start"
        assert f"| `harena_{name}_total` | {about} |" in page
    for name, about in figures.GAUGES.items():
        assert f"| `harena_{name}` | {about} |" in page
    for name, about in figures.FAMILIES.items():
        assert f"| `harena_{name}_*_total` | {about} |" in page
    for name, about in figures.OF_PROCESS.items():
        assert f"| `{name}` | {about} |" in page
    assert f"| `harena_answer_seconds` | {figures.ANSWERS} |" in page


def test_whatever_the_server_counts_is_described() -> None:
    counted = set()
    for file in (ROOT / "src" / "harena").rglob("*.py"):
        counted |= set(re.findall(r'METRICS\.count\(f?"([\w{]+)', file.read_text(encoding="utf-8")))
    assert len(counted) > 10
    undescribed = [name for name in counted if not figures.about(name.split("{")[0] + "x" * ("{" in name))]
    assert undescribed == [], "say in figures.py what it counts"
