"""Logging: both formats, and no secret in either."""

import contextvars
import io
import json
import logging
from collections.abc import Iterator

import aiohttp
import asyncpg
import discord
import pytest

from bot.operations import logs

# Shaped like a real one, made up here in pieces so that secret scanners stay calm.
BOT_TOKEN = ".".join(["MTIzNDU2Nzg5MDEyMzQ1Njc4", "GaBcDe", "k" * 38])


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Yield a stream to log to; give the process its logging back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield io.StringIO()
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(False)


def test_text_is_one_line_with_its_fields(stream: io.StringIO) -> None:
    """Time, level, logger, message, then the fields given in `extra`."""
    logs.set_up("info", "text", stream)
    logging.getLogger("bot.tables").info("saved %s", "game", extra={"table": 7, "seat": "Ann"})
    (line,) = stream.getvalue().splitlines()
    time, _, rest = line.partition(" ")
    assert time.endswith("Z")
    assert rest == "INFO    bot.tables: saved game table=7 seat='Ann'"


def test_json_is_one_object_per_line(stream: io.StringIO) -> None:
    """A collector gets typed fields, and the traceback as one field."""
    logs.set_up("info", "json", stream)
    try:
        raise LookupError("no such table")
    except LookupError:
        logging.getLogger("bot.tables").exception("lost", extra={"table": 7})
    entry = json.loads(stream.getvalue())
    assert (entry["level"], entry["logger"], entry["message"], entry["table"]) == (
        "error",
        "bot.tables",
        "lost",
        7,
    )
    assert entry["trace"].endswith("LookupError: no such table")


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ("the token is s3cret-value", "s3cret-value"),
        (f"found {BOT_TOKEN} in a message", BOT_TOKEN),
        ("POST https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb246/messages/@original", "aW50ZXJhY3R"),
        ("POST /interactions/123/aW50ZXJhY3Rpb246/callback with 404", "aW50ZXJhY3R"),
        ('{"id": "1", "token": "aW50ZXJhY3Rpb246", "type": 3}', "aW50ZXJhY3R"),
        ("{'Authorization': 'Bot abc.def'}", "abc.def"),
        ("cannot reach postgresql://me:hunter2@host/games", "hunter2"),
        ("cannot reach postgresql://host/games?user=me&password=hunter2", "hunter2"),
    ],
)
def test_secrets_do_not_reach_the_log(stream: io.StringIO, form: str, line: str, secret: str) -> None:
    """Neither in a message, nor in an argument, a field or a traceback."""
    logs.set_up("debug", "json" if form == "json" else "text", stream, ["s3cret-value", ""])
    log = logging.getLogger("bot.delivery")
    log.info(line)
    log.info("went wrong: %s", line, extra={"body": line, "token": secret})
    try:
        raise RuntimeError(line)
    except RuntimeError:
        log.exception("went wrong")
    written = stream.getvalue()
    assert secret not in written
    assert written.count(logs.REDACTED_TEXT) >= 4
    assert written.count("went wrong") == 2


def test_what_is_no_secret_stays_readable(stream: io.StringIO) -> None:
    """Hiding too much would make the log useless."""
    logs.set_up("info", "text", stream, ["s3cret"])
    line = "PATCH /channels/123/messages/456 answered 429, retry in 0.5 s, route https://discord.com/api/v10"
    logging.getLogger("bot").info(line)
    assert stream.getvalue().rstrip().endswith(line)


def test_a_name_cannot_forge_a_line(stream: io.StringIO) -> None:
    """Control characters are escaped, no matter who wrote them."""
    logs.set_up("info", "text", stream)
    logging.getLogger("bot").info("joined: %s", "Ann\nERROR bot: all is lost\x1b[2J")
    assert len(stream.getvalue().splitlines()) == 1
    assert "\x1b" not in stream.getvalue()


def test_libraries_stay_quiet_at_debug(stream: io.StringIO) -> None:
    """discord.py's debug lines hold whole payloads: with them, people's hands."""
    logs.set_up("debug", "text", stream)
    logging.getLogger("discord.gateway").debug("payload")
    logging.getLogger("bot.tables").debug("ours")
    assert "payload" not in stream.getvalue()
    assert "ours" in stream.getvalue()


@pytest.mark.parametrize(
    "error",
    [
        OSError(101, "Network is unreachable"),
        TimeoutError("nobody answers"),
        aiohttp.ServerDisconnectedError("gone"),
        discord.ClientException("closed"),
    ],
)
@pytest.mark.parametrize("logger", ["discord.client", "discord.shard"])
def test_an_outage_is_one_line_for_each_attempt(stream: io.StringIO, logger: str, error: Exception) -> None:
    """As discord.py logs it: at first with the traceback of each attempt."""
    logs.set_up("info", "text", stream)
    try:
        raise error
    except Exception as caught:
        logging.getLogger(logger).error(
            "Attempting a reconnect for shard ID %s in %.2fs", 3, 1, exc_info=caught
        )
    (line,) = stream.getvalue().splitlines()
    cause = f"({type(error).__name__}: {error})"
    assert line.endswith(f"WARNING {logger}: Attempting a reconnect for shard ID 3 in 1.00s {cause}")


@pytest.mark.parametrize("error", [ConnectionRefusedError(111, "no"), asyncpg.CannotConnectNowError("down")])
def test_so_is_an_outage_of_the_database(stream: io.StringIO, error: Exception) -> None:
    """As asyncpg tells it, again and again while the server is away."""
    logs.set_up("info", "text", stream)
    logging.getLogger("asyncpg.pool").warning(
        "Failed to restore the pool connection floor; retrying", exc_info=error
    )
    (line,) = stream.getvalue().splitlines()
    assert line.endswith(f"retrying ({type(error).__name__}: {error})")


@pytest.mark.parametrize(
    ("message", "error"),
    [("Ignoring exception in %s", OSError("disk")), ("Attempting a reconnect in %s", LookupError("ours"))],
)
def test_a_fault_of_ours_keeps_its_traceback(stream: io.StringIO, message: str, error: Exception) -> None:
    """In a listener, or in the connecting itself."""
    logs.set_up("info", "text", stream)
    try:
        raise error
    except Exception:
        logging.getLogger("discord.client").exception(message, "on_ready")
    assert "Traceback" in stream.getvalue()
    assert " ERROR " in stream.getvalue()


def test_json_names_table_press_and_server_as_fields(stream: io.StringIO) -> None:
    logs.set_up("info", "json", stream)

    def press() -> None:
        logs.press_of_task.set((77, 9))
        logging.getLogger("bot").info("hand of table 12 in channel 34 will be retried")

    contextvars.copy_context().run(press)
    logging.getLogger("bot").info("table 5: somebody else was faster")
    first, second = (json.loads(line) for line in stream.getvalue().splitlines())
    assert [first[name] for name in ("table", "channel", "press", "guild")] == [12, 34, 77, 9]
    assert (second["table"], "press" in second) == (5, False)
