"""Faults of the REST side, laid in wait for the requests they match."""

import asyncio
import itertools
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from bot.sandbox.errors import CODES
from bot.sandbox.wire import Json

Kind = Literal["respond", "lose_answer", "reset", "delay", "hold"]


@dataclass(slots=True)
class Fault:
    """What shall happen to requests matching a glob such as `POST /channels/*/messages`."""

    id: int
    route: str
    kind: Kind
    count: int | None
    skip: int = 0
    status: int = 500
    body: Json = field(default_factory=dict[str, object])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    seconds: float = 0.0
    hits: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Let held requests go on, and those to come."""
        self.released.set()

    def strike(self, method: str, path: str) -> bool:
        """Return True if this fault hits a request, and count it."""
        if self.count is not None and self.hits >= self.count:
            return False
        if not fnmatchcase(f"{method} {path}", self.route):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        self.hits += 1
        return True

    def shaped(self) -> Json:
        """Return it as JSON."""
        return {
            "id": self.id,
            "route": self.route,
            "kind": self.kind,
            "count": self.count,
            "hits": self.hits,
        }


class Faults:
    """Hold the faults that are laid; `count` None means until removed."""

    def __init__(self) -> None:
        self.laid: list[Fault] = []
        self._ids = itertools.count(1)

    def respond(
        self,
        route: str,
        status: int,
        code: int = 0,
        message: str | None = None,
        *,
        count: int | None = 1,
        skip: int = 0,
    ) -> Fault:
        """Answer with an error instead of doing what was asked."""
        text = message or CODES.get(code, (0, f"{status}: injected"))[1]
        return self._lay(route, "respond", count, skip, status=status, body={"message": text, "code": code})

    def refuse(self, route: str, code: int, *, count: int | None = 1, skip: int = 0) -> Fault:
        """Answer with one of Discord's codes, in its own status and words.

        Those with status 429 ask to be tried again after a second.
        """
        fault = self.respond(route, CODES[code][0], code, count=count, skip=skip)
        if fault.status == 429:
            fault.body |= {"retry_after": 1.0, "global": False}
            fault.headers |= {"Retry-After": "1", "Via": "1.1 google"}
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
    ) -> Fault:
        """Answer 429; without `via` it looks like the ban of the proxy before Discord."""
        body: Json = {
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": is_global,
            "code": 0,
        }
        headers = {"Retry-After": str(int(retry_after) + 1)}
        if via:
            headers |= {"Via": "1.1 google", "X-RateLimit-Scope": "global" if is_global else "user"}
        return self._lay(route, "respond", count, skip, status=429, body=body, headers=headers)

    def lose_answer(self, route: str, *, count: int | None = 1, skip: int = 0) -> Fault:
        """Do what was asked, then reset the connection before the answer."""
        return self._lay(route, "lose_answer", count, skip)

    def reset(self, route: str, *, count: int | None = 1, skip: int = 0) -> Fault:
        """Reset the connection without doing anything."""
        return self._lay(route, "reset", count, skip)

    def delay(self, route: str, seconds: float, *, count: int | None = 1, skip: int = 0) -> Fault:
        """Let the request wait, then go on as usual."""
        return self._lay(route, "delay", count, skip, seconds=seconds)

    def hold(self, route: str, *, count: int | None = 1, skip: int = 0) -> Fault:
        """Let the request wait until `release` is called on the fault."""
        return self._lay(route, "hold", count, skip)

    def remove(self, fault: Fault) -> None:
        """Take a fault away; requests it holds go on."""
        fault.release()
        if fault in self.laid:
            self.laid.remove(fault)

    def clear(self) -> None:
        """Take all faults away."""
        for fault in tuple(self.laid):
            self.remove(fault)

    def striking(self, method: str, path: str) -> list[Fault]:
        """Return the faults that hit a request, in the order they were laid.

        After a fault that ends the request no further one is counted.
        """
        found: list[Fault] = []
        for fault in self.laid:
            if fault.strike(method, path):
                found.append(fault)
                if fault.kind not in ("delay", "hold"):
                    break
        return found

    def _lay(
        self,
        route: str,
        kind: Kind,
        count: int | None,
        skip: int,
        *,
        status: int = 500,
        body: Json | None = None,
        headers: dict[str, str] | None = None,
        seconds: float = 0.0,
    ) -> Fault:
        fault = Fault(next(self._ids), route, kind, count, skip, status, body or {}, headers or {}, seconds)
        self.laid.append(fault)
        return fault
