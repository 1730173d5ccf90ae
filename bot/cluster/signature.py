"""Whether a request comes from Discord, and is new enough to be answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SIGNATURE_HEADER = "X-Signature-Ed25519"
TIMESTAMP_HEADER = "X-Signature-Timestamp"

SIGNATURE_BYTES = 64
MAX_TIMESTAMP_DIGITS = 12

SignatureRefusal = Literal["no_signature", "old_signature", "bad_signature"]
"""Why a request is not taken for one of Discord's."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What the headers of a request claim."""

    value: bytes
    timestamp: str


class SignatureChecker:
    """Knows the application's public key, and how old a signature may be."""

    def __init__(self, public_key: str, max_age_s: float, clock: Callable[[], float]) -> None:
        """``public_key`` is 64 hexadecimal digits, ``clock`` gives seconds since 1970.

        Raises ValueError for what is no key.
        """
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        self._max_age_s = max_age_s
        self._clock = clock

    def read(self, headers: Mapping[str, str]) -> Signature | SignatureRefusal:
        """Return what the headers claim, if it may still be true: the body need not be read otherwise.

        Old and future alike are refused, since either clock may be the wrong one.
        """
        timestamp = headers.get(TIMESTAMP_HEADER, "")
        digits = headers.get(SIGNATURE_HEADER, "")
        if not timestamp.isdecimal() or not timestamp.isascii() or len(timestamp) > MAX_TIMESTAMP_DIGITS:
            return "no_signature"
        if len(digits) != 2 * SIGNATURE_BYTES or not digits.isalnum():  # fromhex passes over blanks
            return "no_signature"
        try:
            value = bytes.fromhex(digits)
        except ValueError:
            return "no_signature"
        signature = Signature(value, timestamp)
        return "old_signature" if self._is_old(signature) else signature

    def refusal(self, signature: Signature, body: bytes) -> SignatureRefusal | None:
        """Return why the body is not what was signed, or has come too late; None if it is to be taken."""
        if self._is_old(signature):
            return "old_signature"
        try:
            self._key.verify(signature.value, signature.timestamp.encode() + body)
        except InvalidSignature:
            return "bad_signature"
        return None

    def _is_old(self, signature: Signature) -> bool:
        return abs(self._clock() - int(signature.timestamp)) > self._max_age_s
