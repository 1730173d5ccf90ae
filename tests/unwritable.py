"""Files that take nothing: what a process may find its output to be."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Literal

Unwritable = Literal["full disk", "reader gone", "reader stuck"]


@contextmanager
def unwritable(kind: Unwritable) -> Generator[int]:
    """Open what takes no write: a full disk, or a pipe whose reader went away or reads no more."""
    opened = [os.open("/dev/full", os.O_WRONLY)] if kind == "full disk" else list(os.pipe())
    if kind == "reader gone":
        os.close(opened.pop(0))
    if kind == "reader stuck":
        _fill(opened[-1])
    try:
        yield opened[-1]
    finally:
        for number in opened:
            os.close(number)


def _fill(pipe: int) -> None:
    os.set_blocking(pipe, False)
    with suppress(BlockingIOError):
        while True:
            os.write(pipe, b"x")
    os.set_blocking(pipe, True)


def buffered_environment() -> dict[str, str]:
    """Return this process's environment; in it Python buffers what it writes, as it does for operators."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
