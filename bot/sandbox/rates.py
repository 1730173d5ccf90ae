"""Discord's rate limits, when switched on: per channel for messages, and for old edits.

Discord does not publish the figures and clients must read them from the headers; these are
what people report. See `Rates` for the numbers.
"""

from collections import deque

from bot.sandbox.clock import Clock
from bot.sandbox.errors import CODES, ApiError

MESSAGES, MESSAGE_SECONDS = 5, 5.0
GLOBAL, GLOBAL_SECONDS = 50, 1.0
OLD_EDITS, OLD_EDIT_SECONDS = 3, 6.0
OLD_SECONDS = 3600.0


class Rates:
    """Count requests: 5 message calls of a kind per channel in 5 s, 50 calls a second in all.

    Interaction callbacks and their webhooks are outside the global limit. Messages older than an
    hour take 3 edits in 6 s per channel.
    """

    def __init__(self, clock: Clock, *, enabled: bool = False) -> None:
        self._clock = clock
        self.enabled = enabled
        self._buckets: dict[str, deque[float]] = {}

    def take(self, method: str, path: str, channel_id: str, *, counted: bool) -> dict[str, str]:
        """Count a request and return the headers that tell the client; refuse one too many."""
        if not self.enabled:
            return {}
        if counted and self._full("global", GLOBAL, GLOBAL_SECONDS):
            raise _too_many(self._wait("global", GLOBAL_SECONDS), is_global=True)
        if not path.startswith("/channels/{channel_id}/messages"):
            return {}
        key = f"{method} {path} {channel_id}"
        if self._full(key, MESSAGES, MESSAGE_SECONDS):
            raise _too_many(self._wait(key, MESSAGE_SECONDS), is_global=False)
        left = MESSAGES - len(self._buckets[key])
        wait = self._wait(key, MESSAGE_SECONDS)
        return {
            "X-RateLimit-Bucket": f"{method}-{path}",
            "X-RateLimit-Limit": str(MESSAGES),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Reset": f"{self._clock.now() + wait:.3f}",
        }

    def edit_old(self, channel_id: int, created_at: float) -> None:
        """Count an edit if the message is old; refuse one too many with 30046."""
        if not self.enabled or self._clock.now() - created_at <= OLD_SECONDS:
            return
        key = f"old edits {channel_id}"
        if self._full(key, OLD_EDITS, OLD_EDIT_SECONDS):
            status, text = CODES[30046]
            extra = {"retry_after": self._wait(key, OLD_EDIT_SECONDS), "global": False}
            raise ApiError(status, 30046, text, extra=extra)

    def _full(self, key: str, most: int, seconds: float) -> bool:
        now = self._clock.now()
        bucket = self._buckets.setdefault(key, deque())
        while bucket and bucket[0] <= now - seconds:
            bucket.popleft()
        if len(bucket) >= most:
            return True
        bucket.append(now)
        return False

    def _wait(self, key: str, seconds: float) -> float:
        return max(0.0, self._buckets[key][0] + seconds - self._clock.now())


def _too_many(retry_after: float, *, is_global: bool) -> ApiError:
    extra = {"retry_after": retry_after, "global": is_global}
    return ApiError(429, 0, "You are being rate limited.", extra=extra)
