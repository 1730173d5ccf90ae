"""How Hypothesis searches, in what order several processes share the tests, and a database server."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.line_coverage import start_counting
from tests.plain_code import ProbedFunctions
from tests.postgres import Server, reason, running
from tests.rules_source import import_rules_from_source, remove_outdated_modules
from tests.worker_processes import add_option, run_tests

YOUNG_OBJECTS = 20_000
"""New objects after which Python looks for garbage; tests end soon, so it need not look every 700."""

gc.set_threshold(YOUNG_OBJECTS)

# What is tested, and what coverage counts, is the source, also after `make fast`.
import_rules_from_source()
write_coverage = start_counting()

PROBED = pytest.StashKey[ProbedFunctions]()
"""What coverage still slows down in this process."""

# Speed is never a reason to fail: the machine may be busy.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("default"), max_examples=5_000)
settings.load_profile("default")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Share the tests out to as many processes as are wanted."""
    session.config.stash[PROBED] = ProbedFunctions()
    return run_tests(session)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Let functions that have been counted wholly run as they are written."""
    item.config.stash[PROBED].settle_when_due()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Say how many processes share the tests, how long the soak of random faults lasts, and what it draws."""
    add_option(parser)
    parser.addoption("--soak-seconds", type=float, default=3600.0, help="how long random faults go on")
    parser.addoption("--soak-seed", type=int, default=1, help="which random faults")


def pytest_configure() -> None:
    """Let no program that a test starts run outdated rules, or be deaf to Ctrl+C.

    Shells make what they start in the background ignore it, and programs inherit that.
    """
    remove_outdated_modules()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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
