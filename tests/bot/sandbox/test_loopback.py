"""The sandbox answers this machine only."""

from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox


async def test_only_this_machine_is_answered(box: Sandbox, wire: Wire) -> None:
    """Foreign host names and other web pages are refused."""
    for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
        async with wire.session.get(f"{box.url}/sandbox", headers=headers) as response:
            assert response.status == 403
    async with wire.session.post(f"{box.url}/sandbox/people", data="name=x") as response:
        assert response.status == 415
