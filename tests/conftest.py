"""Settings of the test run: how long Hypothesis looks for counterexamples."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Speed is never a reason to fail: the machine may be busy.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("default"), max_examples=5_000)
settings.load_profile("default")
