"""States as bytes: compact JSON, read and written by pydantic's compiled code; and digests of bytes."""

from __future__ import annotations

import hashlib
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

S = TypeVar("S")


class Codec(Generic[S]):
    """Reads and writes one type of slotted dataclasses. Fields equal to their default are left out."""

    def __init__(self, kind: type[S]) -> None:
        self._adapter: TypeAdapter[S] = TypeAdapter(kind)

    def encode(self, value: S) -> bytes:
        """Write the value as compact JSON."""
        return self._adapter.dump_json(value, exclude_defaults=True)

    def decode(self, data: bytes) -> S:
        """Read what ``encode`` wrote. Raises ValueError if the bytes are not such a value."""
        try:
            return self._adapter.validate_json(data)
        except ValidationError as error:
            raise ValueError(f"not a saved {self._adapter}: {error.error_count()} faults") from error


def digest(data: bytes) -> str:
    """Return the SHA-256 of the bytes in hex."""
    return hashlib.sha256(data).hexdigest()
