"""Tests side by side: which of them stay together in one process, and which begin first."""

from __future__ import annotations

from typing import Any

import pytest

# Whatever takes long begins first: else one process would work on alone in the end.
FIRST = (
    "tests/test_style.py::test_types",
    "tests/web/test_table_games.py",
    "tests/web/test_replay_page.py",
    "tests/web/test_browser.py",
    "tests/web/test_accessible.py",
    "tests/web/",
    "tests/server/test_postgres.py",
    "tests/server/",
    "tests/test_speed.py",
    "tests/lab/test_ray.py",  # a cluster that does not stand within half a minute gives up
)
# The tests of a file share a server, games played on it, or what they look at.
TOGETHER = (
    "tests/web/",
    "tests/server/",
    "tests/contract/test_dangers.py",
    "tests/contract/test_sizes.py",
    "tests/lab/test_ray.py",  # never two clusters at once
)


def rank(test: str) -> int:
    """Its place in line: the lower, the earlier."""
    return next((place for place, start in enumerate(FIRST) if test.startswith(start)), len(FIRST))


def together(test: str) -> str:
    """What all tests that stay in one process have in common: their file, or just the test itself."""
    return test.partition("::")[0] if test.startswith(TOGETHER) else test


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """One process alone keeps to the order of the files."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: rank(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hands out tests in that order. (`--dist loadgroup` forgets its groups since pytest 9.2.)"""
    from xdist.scheduler import LoadScopeScheduling

    class SideBySide(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return together(nodeid)

    config.option.loadscopereorder = False
    return SideBySide(config, log)
