"""Lists and paragraphs of pages."""

from __future__ import annotations

from collections.abc import Iterable


def bullets(lines: Iterable[str]) -> str:
    """Return lines as a list; empty ones are left out."""
    return "\n".join(f"- {line}" for line in lines if line)


def paragraphs(*texts: str) -> str:
    """Return texts as paragraphs; empty ones are left out."""
    return "\n\n".join(text for text in texts if text)


def sentences(*texts: str) -> str:
    """Return sentences one behind the other; empty ones are left out."""
    return " ".join(text for text in texts if text)
