"""Remember what the application asked, and everything it did wrong."""

from collections import deque
from dataclasses import asdict, dataclass

from bot.sandbox.wire import Json

FAULTY_CODES = {
    50005: "foreign_message",
    50006: "empty_message",
    50035: "form_body",
    50109: "form_body",
    40060: "answered_twice",
}
"""Refusals that only a faulty client earns; the others may happen to a good one too."""


@dataclass(slots=True)
class RequestRecord:
    """One REST call; `injected` says that a fault of ours answered it."""

    at: float
    method: str
    path: str
    route: str | None = None
    status: int | None = None
    code: int | None = None
    injected: bool = False
    cut: bool = False

    def shaped(self) -> Json:
        """Return it as JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Violation:
    """Something a correct application never does."""

    kind: str
    where: str
    detail: str

    def shaped(self) -> Json:
        """Return it as JSON."""
        return asdict(self)


class RequestLog:
    """Keep the latest requests and all violations."""

    def __init__(self, *, most: int = 20_000) -> None:
        self.requests: deque[RequestRecord] = deque(maxlen=most)
        self.violations: list[Violation] = []
        self._cut: set[str] = set()

    def blame(self, kind: str, where: str, detail: str) -> None:
        """Note a violation."""
        self.violations.append(Violation(kind, where, detail))

    def close(self, record: RequestRecord, detail: str) -> None:
        """Judge a finished request."""
        where = f"{record.method} {record.path}"
        if record.cut:
            self._cut.add(where)
        if record.injected or record.code is None:
            return
        if record.code == 40060 and where in self._cut:
            # The client never saw its first answer arrive, so it may well try again.
            return
        if record.status == 401 and record.code == 0:
            self.blame("unauthorized", where, detail)
        elif record.code in FAULTY_CODES:
            self.blame(FAULTY_CODES[record.code], where, detail)
