"""Discord's rate limits, if enabled: for all calls, for messages per channel, for edits of old messages.

Discord does not publish the numbers, clients must read them from the headers; these are what
developers report. See `RateLimits`.
"""

from collections import deque

from bot.sandbox.protocol.errors import STATUS_AND_MESSAGE, ApiError
from bot.sandbox.world.clock import Clock

MAX_MESSAGE_CALLS, MESSAGE_WINDOW_S = 5, 5.0
MAX_CALLS, CALL_WINDOW_S = 50, 1.0
MAX_OLD_EDITS, OLD_EDIT_WINDOW_S = 3, 6.0
OLD_MESSAGE_S = 3600.0


class RateLimits:
    """Count requests: 5 message calls of a kind per channel in 5 s, 50 calls a second in all.

    Interaction callbacks and their webhooks are outside the global limit. Messages older than an
    hour take 3 edits in 6 s per channel.
    """

    def __init__(self, clock: Clock, *, enabled: bool = False) -> None:
        self._clock = clock
        self.enabled = enabled
        self._buckets: dict[str, deque[float]] = {}

    def take(self, method: str, path: str, channel_id: str, *, counted: bool) -> dict[str, str]:
        """Count a request and return its rate limit headers. Refuses one above the limit."""
        if not self.enabled:
            return {}
        if counted and self._full("global", MAX_CALLS, CALL_WINDOW_S):
            raise _too_many(self._wait("global", CALL_WINDOW_S), is_global=True)
        if not path.startswith("/channels/{channel_id}/messages"):
            return {}
        key = f"{method} {path} {channel_id}"
        if self._full(key, MAX_MESSAGE_CALLS, MESSAGE_WINDOW_S):
            raise _too_many(self._wait(key, MESSAGE_WINDOW_S), is_global=False)
        left = MAX_MESSAGE_CALLS - len(self._buckets[key])
        wait = self._wait(key, MESSAGE_WINDOW_S)
        return {
            "X-RateLimit-Bucket": f"{method}-{path}",
            "X-RateLimit-Limit": str(MAX_MESSAGE_CALLS),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Reset": f"{self._clock.now() + wait:.3f}",
        }

    def edit_old(self, channel_id: int, created_at: float) -> None:
        """Count an edit of an old message. Refuses one above the limit with 30046."""
        if not self.enabled or self._clock.now() - created_at <= OLD_MESSAGE_S:
            return
        key = f"old edits {channel_id}"
        if self._full(key, MAX_OLD_EDITS, OLD_EDIT_WINDOW_S):
            status, text = STATUS_AND_MESSAGE[30046]
            extra = {"retry_after": self._wait(key, OLD_EDIT_WINDOW_S), "global": False}
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
