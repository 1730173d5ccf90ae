"""The log of the application's requests and of its violations."""

from collections import deque
from dataclasses import asdict, dataclass

from bot.sandbox.protocol.values import Json

VIOLATION_OF_CODE = {
    50005: "foreign_message",
    50006: "empty_message",
    50035: "form_body",
    50109: "form_body",
    40060: "answered_twice",
}
"""Refusals that only a faulty client causes; the others can happen to a correct one."""


@dataclass(slots=True)
class RequestRecord:
    """One REST call; `injected` means that an injected fault answered it."""

    at: float
    method: str
    path: str
    route: str | None = None
    status: int | None = None
    code: int | None = None
    injected: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Violation:
    """Something a correct application never does."""

    kind: str
    where: str
    detail: str

    def to_json(self) -> Json:
        """Return it as JSON."""
        return asdict(self)


class RequestLog:
    """Keep the latest requests and all violations."""

    def __init__(self, *, most: int = 20_000) -> None:
        self.requests: deque[RequestRecord] = deque(maxlen=most)
        self.violations: list[Violation] = []
        self._cut: set[str] = set()

    def add_violation(self, kind: str, where: str, detail: str) -> None:
        """Record a violation."""
        self.violations.append(Violation(kind, where, detail))

    def finish(self, record: RequestRecord, detail: str) -> None:
        """Record a violation if a finished request is one."""
        where = f"{record.method} {record.path}"
        if record.cut:
            self._cut.add(where)
        if record.injected or record.code is None:
            return
        if record.code == 40060 and where in self._cut:
            # The client did not receive the answer to its first attempt, so it may retry.
            return
        if record.status == 401 and record.code == 0:
            self.add_violation("unauthorized", where, detail)
        elif record.code in VIOLATION_OF_CODE:
            self.add_violation(VIOLATION_OF_CODE[record.code], where, detail)
