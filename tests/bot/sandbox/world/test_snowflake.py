"""Ids determine the shard."""

from bot.sandbox.world.clock import shard_of
from tests.sandbox.box import Sandbox


async def test_guilds_can_be_put_on_a_shard(box: Sandbox) -> None:
    """An explicit id determines the shard."""
    wanted = [box.add_guild(f"G{n}", id=(n + 1) << 22).id for n in range(3)]
    assert [shard_of(id, 3) for id in wanted] == [1, 2, 0]
