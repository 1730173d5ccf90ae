"""Logging: one line per record, as text or JSON, with all secrets hidden."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, TextIO

REDACTED_TEXT = "[hidden]"

_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}

# What a secret looks like when nobody told us its value. Each pattern keeps the text around it.
_SECRET_PATTERNS = (
    # A bot token: three parts of base64, the first being the bot's id.
    re.compile(r"()\b[\w-]{23,30}\.[\w-]{6,8}\.[\w-]{27,}()"),
    # Interaction and webhook tokens, which stand in the path of their routes.
    re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?\s\"'<>]+()"),
    # A token, authorization or password in a body, a header or an address, as JSON, Python or a query.
    re.compile(
        r"((?:token|authorization|password)[\"']?\s*[:=]\s*[\"']?)(?:Bot\s+)?[^\s\"'&,;}\]]+()", re.IGNORECASE
    ),
    # The user name and password of an address.
    re.compile(r"(\b[a-z][a-z0-9+.-]*://)[^\s/@]+(@)", re.IGNORECASE),
)


_SECRET_NAME_PATTERN = re.compile("token|secret|password|authorization", re.IGNORECASE)


_ID_PATTERN = re.compile(r"\b(table|channel|press) (\d{1,20})\b")

press_of_task: ContextVar[tuple[int, int]] = ContextVar("press_of_task", default=(0, 0))
"""The press that this task answers, and its server; zeros where it answers none."""


class Redactor:
    """Replaces secrets in a text: the known values, and everything that has the shape of a secret."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Take the values to hide. Empty ones are ignored: they would hide everything."""
        values = sorted((value for value in secrets if value), key=len, reverse=True)
        self._values = re.compile("|".join(map(re.escape, values))) if values else None

    def clean(self, text: str) -> str:
        """Return the text with every secret replaced by ``[hidden]``."""
        if self._values is not None:
            text = self._values.sub(REDACTED_TEXT, text)
        for shape in _SECRET_PATTERNS:
            text = shape.sub(rf"\g<1>{REDACTED_TEXT}\g<2>", text)
        return text


@dataclass(frozen=True, slots=True)
class _Entry:
    """A record with its secrets hidden, part by part, so that no format's quoting can disguise one."""

    time: str
    message: str
    trace: str
    extra: dict[str, object]


class _Formatter(logging.Formatter):
    """What both formats share: every part is cleaned before it is put into a line."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def _entry(self, record: logging.LogRecord) -> _Entry:
        clean = self._redactor.clean
        traces: list[str] = []
        if record.exc_info:
            traces.append(self.formatException(record.exc_info))
        if record.stack_info:
            traces.append(self.formatStack(record.stack_info))
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        message = clean(record.getMessage())
        return _Entry(
            time=moment.replace("+00:00", "Z"),
            message=message,
            trace=clean("\n".join(traces)),
            extra={
                name: self._field(name, value)
                for name, value in vars(record).items()
                if name not in _STANDARD_FIELDS
            },
        )

    def _field(self, name: str, value: object) -> object:
        if _SECRET_NAME_PATTERN.search(name):
            return REDACTED_TEXT
        return value if isinstance(value, int | float | None) else self._redactor.clean(str(value))


class TextFormatter(_Formatter):
    """A line for people: time, level, logger, message, then ``name=value`` for each extra field."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line, with the traceback, if there is one, on lines of its own."""
        entry = self._entry(record)
        fields = "".join(f" {name}={value!r}" for name, value in entry.extra.items())
        line = f"{entry.time} {record.levelname:<7} {record.name}: {_one_line(entry.message)}{fields}"
        return f"{line}\n{entry.trace}" if entry.trace else line


class JsonFormatter(_Formatter):
    """An object per line: ``time``, ``level``, ``logger``, ``message``, ``trace``, extra fields and ids.

    These are the ids that a message names, and those of the press in whose course it was written.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one JSON object."""
        entry = self._entry(record)
        press, guild = press_of_task.get()
        line: dict[str, object] = {
            **({"press": press, "guild": guild} if press else {}),
            **{kind: int(number) for kind, number in _ID_PATTERN.findall(entry.message)},
            **entry.extra,
            "time": entry.time,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": entry.message,
        }
        if entry.trace:
            line["trace"] = entry.trace
        return json.dumps(line, ensure_ascii=False)


def set_up(
    level: Literal["debug", "info", "warning", "error"],
    form: Literal["text", "json"],
    stream: TextIO,
    secrets: Iterable[str] = (),
) -> None:
    """Send all logging of the process to this stream, in this form, with these secrets hidden.

    The libraries' own debug lines stay off at every level: discord.py's repeat whole payloads, and with
    them people's hands.
    """
    redactor = Redactor(secrets)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter(redactor) if form == "json" else TextFormatter(redactor))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.captureWarnings(True)
    logging.getLogger("discord.client").addFilter(_is_no_false_alarm)
    for connecting in ("discord.client", "discord.shard", "asyncpg.pool"):
        logging.getLogger(connecting).addFilter(_shorten_outage)
    for library in ("discord", "aiohttp", "asyncio", "asyncpg"):
        logging.getLogger(library).setLevel(max(root.level, logging.INFO))


def _is_no_false_alarm(record: logging.LogRecord) -> bool:
    """Return False for the library's warning of an endpoint: with us it is there on purpose."""
    return not str(record.msg).startswith("Application has an interaction endpoint URL set")


def _shorten_outage(record: logging.LogRecord) -> bool:
    """Make one line of an attempt to connect that failed: an outage would fill the log with tracebacks.

    The exception of a listener of ours passes by these loggers, too; it keeps its traceback.
    """
    error = record.exc_info[1] if record.exc_info else None
    if str(record.msg).startswith(_CONNECTING_TEXTS) and error is not None and _is_outage(error):
        record.msg = f"{record.getMessage()} ({type(error).__name__}: {error})"
        record.args, record.exc_info, record.exc_text = (), None, None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


_CONNECTING_TEXTS = ("Attempting a reconnect", "Failed to connect for shard_id", "Failed to restore the pool")


def _is_outage(error: BaseException) -> bool:
    """Return True for what a network or a server that is down raises; no library is loaded to know that."""
    modules = {kind.__module__.partition(".")[0] for kind in type(error).__mro__}
    return isinstance(error, OSError) or bool(modules & {"aiohttp", "asyncpg", "discord"})


def _one_line(message: str) -> str:
    """Escape control characters: a player's odd name must not be able to forge a line of the log."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in message)
