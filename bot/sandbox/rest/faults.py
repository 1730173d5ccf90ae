"""Faults injected into the REST requests they match."""

import asyncio
import itertools
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from bot.sandbox.protocol.errors import STATUS_AND_MESSAGE
from bot.sandbox.protocol.values import Json

FaultKind = Literal["respond", "lose_answer", "reset", "delay", "hold"]


@dataclass(slots=True)
class RestFault:
    """What happens to requests that match a glob such as `POST /channels/*/messages`."""

    id: int
    route: str
    kind: FaultKind
    count: int | None
    skip: int = 0
    status: int = 500
    body: Json | bytes = field(default_factory=dict[str, object])
    """What is answered; bytes as they are."""
    headers: dict[str, str] = field(default_factory=dict[str, str])
    seconds: float = 0.0
    uploads: bool = False
    """Only requests with files are hit."""
    hits: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Let held and future requests continue."""
        self.released.set()

    def hit_by(self, method: str, path: str, *, upload: bool) -> bool:
        """Return True if this fault hits a request, and count the hit."""
        if (self.count is not None and self.hits >= self.count) or (self.uploads and not upload):
            return False
        if not fnmatchcase(f"{method} {path}", self.route):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        self.hits += 1
        return True

    def to_json(self) -> Json:
        """Return it as JSON."""
        return {
            "id": self.id,
            "route": self.route,
            "kind": self.kind,
            "count": self.count,
            "hits": self.hits,
        }


class RestFaults:
    """The active faults; a `count` of None means until removed."""

    def __init__(self) -> None:
        self.active: list[RestFault] = []
        self._ids = itertools.count(1)

    def respond(
        self,
        route: str,
        status: int,
        code: int = 0,
        message: str | None = None,
        *,
        raw: bytes | None = None,
        uploads: bool = False,
        count: int | None = 1,
        skip: int = 0,
    ) -> RestFault:
        """Answer with an error, or any body (``raw``), instead of handling the request.

        Where ``uploads`` is set, only requests with files get it.
        """
        text = message or STATUS_AND_MESSAGE.get(code, (0, f"{status}: injected"))[1]
        body: Json | bytes = {"message": text, "code": code} if raw is None else raw
        kind = "text/html" if raw is not None and raw.startswith(b"<") else "application/json"
        fault = self._add(route, "respond", count, skip, status=status, body=body)
        fault.uploads, fault.headers = uploads, {"Content-Type": kind}
        return fault

    def refuse(
        self,
        route: str,
        code: int,
        *,
        retry_after: float = 1.0,
        uploads: bool = False,
        count: int | None = 1,
        skip: int = 0,
    ) -> RestFault:
        """Answer with one of Discord's codes, with its status and message.

        Those with status 429 ask for a retry after so many seconds.
        """
        status, text = STATUS_AND_MESSAGE[code]
        fault = self.respond(route, status, code, uploads=uploads, count=count, skip=skip)
        if status == 429:
            fault.body = {"message": text, "code": code, "retry_after": retry_after, "global": False}
            fault.headers |= {"Retry-After": str(int(retry_after)), "Via": "1.1 google"}
        return fault

    def rate_limit(
        self,
        route: str,
        retry_after: float,
        *,
        is_global: bool = False,
        via: bool = True,
        count: int | None = 1,
        skip: int = 0,
    ) -> RestFault:
        """Answer 429; without `via` it looks like a ban by the proxy in front of Discord."""
        body: Json = {
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": is_global,
            "code": 0,
        }
        headers = {"Retry-After": str(int(retry_after) + 1)}
        if via:
            headers |= {"Via": "1.1 google", "X-RateLimit-Scope": "global" if is_global else "user"}
        return self._add(route, "respond", count, skip, status=429, body=body, headers=headers)

    def lose_answer(self, route: str, *, count: int | None = 1, skip: int = 0) -> RestFault:
        """Handle the request, then reset the connection before the answer."""
        return self._add(route, "lose_answer", count, skip)

    def reset(self, route: str, *, count: int | None = 1, skip: int = 0) -> RestFault:
        """Reset the connection without handling the request."""
        return self._add(route, "reset", count, skip)

    def delay(self, route: str, seconds: float, *, count: int | None = 1, skip: int = 0) -> RestFault:
        """Delay the request, then handle it."""
        return self._add(route, "delay", count, skip, seconds=seconds)

    def hold(self, route: str, *, count: int | None = 1, skip: int = 0) -> RestFault:
        """Hold the request until `release` is called on the fault."""
        return self._add(route, "hold", count, skip)

    def remove(self, fault: RestFault) -> None:
        """Remove a fault; the requests it holds continue."""
        fault.release()
        if fault in self.active:
            self.active.remove(fault)

    def clear(self) -> None:
        """Remove all faults."""
        for fault in tuple(self.active):
            self.remove(fault)

    def matching(self, method: str, path: str, *, upload: bool = False) -> list[RestFault]:
        """Return the faults that hit a request, in the order they were injected.

        After a fault that ends the request the remaining ones are not counted.
        """
        found: list[RestFault] = []
        for fault in self.active:
            if fault.hit_by(method, path, upload=upload):
                found.append(fault)
                if fault.kind not in ("delay", "hold"):
                    break
        return found

    def _add(
        self,
        route: str,
        kind: FaultKind,
        count: int | None,
        skip: int,
        *,
        status: int = 500,
        body: Json | bytes | None = None,
        headers: dict[str, str] | None = None,
        seconds: float = 0.0,
    ) -> RestFault:
        fault = RestFault(
            next(self._ids), route, kind, count, skip, status, body or {}, headers or {}, seconds
        )
        self.active.append(fault)
        return fault
