"""The key pair of the application: Discord signs with one half, the application checks with the other."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIGNATURE_HEADER = "X-Signature-Ed25519"
TIMESTAMP_HEADER = "X-Signature-Timestamp"


class SigningKey:
    """Signs deliveries; `public` is what the application is told."""

    def __init__(self) -> None:
        """Draw a key."""
        self._key = Ed25519PrivateKey.generate()
        self.public = self._key.public_key().public_bytes_raw().hex()

    def headers(self, moment: float, body: bytes, *, genuine: bool = True) -> dict[str, str]:
        """Return the headers of a delivery; one that is not `genuine` is signed for another body."""
        timestamp = str(int(moment))
        signed = body if genuine else body + b" "
        return {
            SIGNATURE_HEADER: self._key.sign(timestamp.encode() + signed).hex(),
            TIMESTAMP_HEADER: timestamp,
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
        }
