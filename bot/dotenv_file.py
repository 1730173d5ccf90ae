"""Reads a file `.env`, and says what cannot be read without repeating it: it may be the token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream


class DotenvError(Exception):
    """The file cannot be read. The text says why."""


@dataclass(frozen=True, slots=True)
class DotenvFile:
    """What a file sets, trimmed and without empty values, and the numbers of lines that set nothing."""

    values: Mapping[str, str]
    wrong_lines: tuple[int, ...] = ()


def read_dotenv(path: Path) -> DotenvFile:
    """Read a file; one that is not there sets nothing. Raises ``DotenvError``."""
    try:
        if not path.exists():
            return DotenvFile({})
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise DotenvError(f"{path} is not text in UTF-8: save it in that encoding") from None
    except OSError as error:
        raise DotenvError(f"{path} cannot be read: {error.strerror}") from None
    found = list(parse_stream(StringIO(text)))
    # The library would log what it skips, so it does not get to see that.
    sound = "".join(binding.original.string for binding in found if not _is_wrong(binding))
    values = dotenv_values(stream=StringIO(sound), interpolate=False)
    return DotenvFile(
        {name: value.strip() for name, value in values.items() if value is not None and value.strip()},
        tuple(_line_of(binding) for binding in found if _is_wrong(binding)),
    )


def _is_wrong(binding: Binding) -> bool:
    """Return True for what is neither NAME=value nor a comment; a name alone is not."""
    return binding.error or (binding.key is not None and binding.value is None)


def _line_of(binding: Binding) -> int:
    """Return the number of a line; the library counts from the empty ones before it."""
    text = binding.original.string
    return binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")
