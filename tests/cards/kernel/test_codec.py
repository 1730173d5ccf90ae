"""Saved bytes carry a checksum; those from before are accepted once."""

from dataclasses import dataclass

import pytest

from cards.kernel.codec import CheckedCodec, Codec


@dataclass(frozen=True, slots=True)
class Facts:
    """Something to be saved."""

    seed: int
    name: str


FACTS = Facts(4711, "Ann")
CODEC = CheckedCodec(Facts)


def test_what_was_saved_is_read() -> None:
    assert CODEC.decode(CODEC.encode(FACTS)) == FACTS


def test_bytes_without_a_checksum_are_accepted() -> None:
    assert CODEC.decode(Codec(Facts).encode(FACTS)) == FACTS


@pytest.mark.parametrize("place", range(len(CODEC.encode(FACTS))))
def test_no_byte_changes_silently(place: int) -> None:
    saved = bytearray(CODEC.encode(FACTS))
    saved[place] ^= 1
    with pytest.raises(ValueError, match=r"checksum|not a saved"):
        CODEC.decode(bytes(saved))
