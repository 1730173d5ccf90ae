"""The wire to Discord: what it says while nobody has logged in, and of screens that Discord would refuse."""

import traceback
from typing import Any, cast

import discord
import pytest

from bot.delivery.discord_wire import DiscordWire
from bot.delivery.wire import CannotShowError, ReplyHandle, RetryLaterError
from bot.views.base.layout import Button, ButtonRow, Option, Screen, Select, Text


def logged_in_client() -> discord.Client:
    client = discord.Client(intents=discord.Intents.none())
    client._connection.user = cast(discord.ClientUser, discord.Object(1))
    return client


@pytest.mark.parametrize("has_client", [False, True])
async def test_without_a_login_everything_is_to_be_tried_later(has_client: bool) -> None:
    """What is drawn before the first login, or between two connections, waits."""
    wire, screen = DiscordWire(), Screen((Text("Dungeon"),))
    if has_client:
        wire.client = discord.Client(intents=discord.Intents.none())
    for call in (
        wire.open_dm(1),
        wire.send(2, screen, "nonce"),
        wire.edit(2, 3, screen),
        wire.delete(2, 3),
        wire.count_newer(2, 3),
    ):
        with pytest.raises(RetryLaterError) as raised:
            await call
        assert raised.value.down


CARD = "Boots of Butt-Kicking"

TOO_BIG = {
    "a long button": ButtonRow((Button(CARD * 5, "k1:1:1:a:x"),)),
    "two buttons alike": ButtonRow((Button(CARD, f"k1:1:1:a:{CARD}"), Button("Use", f"k1:1:1:a:{CARD}"))),
    "a long press": ButtonRow((Button(CARD, CARD * 6),)),
    "two options alike": Select("k1:1:1:s:cards", (Option(CARD, CARD), Option(CARD, CARD))),
    "a long option": Select("k1:1:1:s:cards", (Option(CARD * 6, CARD),)),
}


@pytest.mark.parametrize("how", ["send", "edit", "edit_reply"])
@pytest.mark.parametrize("block", TOO_BIG.values(), ids=TOO_BIG.keys())
async def test_a_screen_that_is_too_big_is_a_refusal_that_quotes_nothing(
    block: ButtonRow | Select, how: str
) -> None:
    """It may be a hand, and what is said of a refusal goes into the log."""
    client = logged_in_client()
    wire, screen = DiscordWire(), Screen((Text("Your hand"), block))
    wire.client = client
    calls = {
        "send": lambda: wire.send(2, screen, "nonce"),
        "edit": lambda: wire.edit(2, 3, screen),
        "edit_reply": lambda: wire.edit_reply(ReplyHandle(2, 3, 4, "token"), screen),
    }
    with pytest.raises(CannotShowError) as raised:
        await calls[how]()
    told = "".join(traceback.format_exception(raised.value))
    assert CARD not in told
    assert CARD not in str(raised.value)
    assert str(raised.value)


class ClosedSession:
    """What is left of the library's HTTP client once its connection has been closed."""

    def __init__(self, client: discord.Client, wire: DiscordWire, end: str) -> None:
        self._client = client
        self._wire = wire
        self._end = end

    async def request(self, *args: object, **options: object) -> None:
        """Fail as a request does whose connection is closed while it waits for its turn."""
        if self._end != "not closed":
            await self._client.close()
        if self._end == "replaced":
            self._wire.client = None
        raise RuntimeError("Session is closed")

    async def close(self) -> None:
        """Close nothing."""


@pytest.mark.parametrize("end", ["closed", "replaced", "not closed"])
async def test_what_was_under_way_when_a_connection_was_closed_is_to_be_tried_later(end: str) -> None:
    """Another connection may stand by then. Without an end of the connection it is a mistake of ours."""
    client = logged_in_client()
    wire = DiscordWire()
    wire.client = client
    client.http = cast(Any, ClosedSession(client, wire, end))
    with pytest.raises(RuntimeError if end == "not closed" else RetryLaterError) as raised:
        await wire.edit(2, 3, Screen((Text("Dungeon"),)))
    if isinstance(raised.value, RetryLaterError):
        assert raised.value.down
