"""What all tests of languages begin with."""

import pytest

from bot import languages


@pytest.fixture(autouse=True)
def nobody_was_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget whom other tests of the same process have heard: people have the same ids there."""
    monkeypatch.setattr(languages, "_heard", type(languages._heard)(1024))
