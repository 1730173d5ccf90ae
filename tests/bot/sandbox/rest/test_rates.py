"""Discord's rate limits, if they are enabled."""

from bot.sandbox.world.model import Channel
from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox


async def test_rate_limits(box: Sandbox, wire: Wire, table: Channel) -> None:
    """The sixth message in five seconds is a 429 with the fields a client needs."""
    box.rates.enabled = True
    path = f"/channels/{table.id}/messages"
    for _ in range(5):
        assert await wire.code("POST", path, {"content": "x"}) == 0
    headers = {"Authorization": f"Bot {box.token}"}
    url = f"{box.api_base}{path}"
    async with wire.session.post(url, json={"content": "x"}, headers=headers) as response:
        assert response.status == 429
        assert response.headers["Via"]
        assert 0 < (await response.json())["retry_after"] <= 5
    box.clock.advance(5)
    assert await wire.code("POST", path, {"content": "x"}) == 0


async def test_old_messages_take_few_edits(box: Sandbox, wire: Wire, table: Channel) -> None:
    """The fourth edit in six seconds of messages over an hour old is 30046."""
    path = f"/channels/{table.id}/messages"
    _, made = await wire.call("POST", path, {"content": "x"})
    box.clock.advance(3601)
    box.rates.enabled = True
    path += f"/{made['id']}"
    for n in range(3):
        assert await wire.code("PATCH", path, {"content": str(n)}) == 0
    assert await wire.code("PATCH", path, {"content": "4"}) == 30046
    box.clock.advance(6)
    assert await wire.code("PATCH", path, {"content": "4"}) == 0
