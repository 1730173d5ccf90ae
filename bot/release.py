"""Which release of Kickdoor this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def release_name() -> str:
    """Return the number of the release, as people and records name it."""
    try:
        return version("kickdoor")
    except PackageNotFoundError:
        return "(not installed)"
