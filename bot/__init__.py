"""The host: tables, saving, views, delivery, the sandbox and start-up."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def release_name() -> str:
    """Return the number of the release, as people and records name it."""
    try:
        return version("kickdoor")
    except PackageNotFoundError:
        return "(not installed)"
