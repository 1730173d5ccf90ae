"""States as bytes: compact JSON, read and written by pydantic's compiled code; digests and checksums."""

from __future__ import annotations

import hashlib
import zlib
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


class CheckedCodec(Codec[S]):
    """A codec whose bytes end with their checksum, so that no byte changes without anybody noticing."""

    def encode(self, value: S) -> bytes:
        """Write the value as compact JSON, and eight digits behind it."""
        data = super().encode(value)
        return data + _checksum(data)

    def decode(self, data: bytes) -> S:
        """Read what ``encode`` wrote, or JSON from before there were checksums. Raises ValueError."""
        if data[-1:] == b"}":
            return super().decode(data)
        if _checksum(data[:-8]) != data[-8:]:
            raise ValueError("its checksum is wrong")
        return super().decode(data[:-8])


def _checksum(data: bytes) -> bytes:
    return b"%08x" % zlib.crc32(data)


def digest(data: bytes) -> str:
    """Return the SHA-256 of the bytes in hex."""
    return hashlib.sha256(data).hexdigest()
