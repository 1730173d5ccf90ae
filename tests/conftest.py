"""How Hypothesis searches, in what order several processes share the tests, and a database server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.line_coverage import start_counting
from tests.postgres import Server, reason, running
from tests.rules_source import import_rules_from_source, remove_outdated_modules
from tests.scheduling import ByFile, heaviest_first

# What is tested, and what coverage counts, is the source, also after `make fast`.
import_rules_from_source()
write_coverage = start_counting()

# Speed is never a reason to fail: the machine may be busy.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("default"), max_examples=5_000)
settings.load_profile("default")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    """Let `-n` deal out whole files; all `--dist` modes are this one."""
    config.option.loadscopereorder = False  # keep the order that the workers have put the tests into
    return ByFile(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a worker, put first what takes long, so that no worker is left with it in the end."""
    if hasattr(config, "workerinput"):
        items[:] = heaviest_first(items)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Say how long the soak of random faults lasts, and what it draws."""
    parser.addoption("--soak-seconds", type=float, default=3600.0, help="how long random faults go on")
    parser.addoption("--soak-seed", type=int, default=1, help="which random faults")


def pytest_configure(config: pytest.Config) -> None:
    """Let no program that a test starts run outdated rules."""
    if not hasattr(config, "workerinput"):  # once, not in every process of pytest-xdist
        remove_outdated_modules()


def pytest_sessionfinish() -> None:
    """Leave what this process has reached."""
    write_coverage()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server of this test run's own."""
    if missing := reason():
        pytest.skip(missing)
    with running() as server:
        yield server
