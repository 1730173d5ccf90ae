"""Settings of the test run: how long Hypothesis looks for counterexamples, and a database server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import Server, reason, running
from tests.rules_source import import_rules_from_source, remove_outdated_modules

# What is tested, and what coverage counts, is the source, also after `make fast`.
import_rules_from_source()

# Speed is never a reason to fail: the machine may be busy.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("default"), max_examples=5_000)
settings.load_profile("default")


def pytest_configure(config: pytest.Config) -> None:
    """Let no program that a test starts run outdated rules."""
    if not hasattr(config, "workerinput"):  # once, not in every process of pytest-xdist
        remove_outdated_modules()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server of this test run's own."""
    if missing := reason():
        pytest.skip(missing)
    with running() as server:
        yield server
