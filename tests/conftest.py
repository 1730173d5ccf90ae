"""How Hypothesis searches, which tests come first, and a database server."""

import gc
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import Server, reason, running
from tests.rules_source import import_rules_from_source, remove_outdated_modules

YOUNG_OBJECTS = 20_000
"""New objects after which Python looks for garbage; tests end soon, so it need not look every 700."""

gc.set_threshold(YOUNG_OBJECTS)

# What is tested, and what coverage counts, is the source, also after `make fast`.
import_rules_from_source()

# Speed is never a reason to fail: the machine may be busy.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("default"), max_examples=5_000)
settings.load_profile("default")


LONG_FOLDERS = ("tests/e2e/", "tests/faults/", "tests/cards/players/")
"""Their tests take long or wait long: where processes share the tests, these must not be left to the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG_FOLDERS))


def pytest_collection_finish() -> None:
    """Let the collector leave alone what stays until the end."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Say how long the soak of random faults lasts, and what it draws."""
    parser.addoption("--soak-seconds", type=float, default=3600.0, help="how long random faults go on")
    parser.addoption("--soak-seed", type=int, default=1, help="which random faults")


def pytest_configure() -> None:
    """Let no program that a test starts run outdated rules, or be deaf to Ctrl+C.

    Shells make what they start in the background ignore it, and programs inherit that.
    """
    remove_outdated_modules()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server of this test run's own."""
    if missing := reason():
        pytest.skip(missing)
    with running() as server:
        yield server
