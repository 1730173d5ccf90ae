"""Ids repeat with a seed and determine the shard."""

from bot.sandbox import Clock, Sandbox
from bot.sandbox.world.snowflake import shard_of


async def test_a_seeded_sandbox_repeats_itself() -> None:
    """With a seed ids and tokens are the same in every run."""

    async def ids() -> list[object]:
        async with Sandbox.start(seed=5, clock=Clock(frozen=True)) as box:
            guild = box.add_guild("Home")
            person = box.person("Alice")
            said = await person.say("#general", "x")
            return [guild.id, person.id, said.id, box.world.token()]

    assert await ids() == await ids()


async def test_guilds_can_be_put_on_a_shard(box: Sandbox) -> None:
    """An explicit id determines the shard."""
    wanted = [box.add_guild(f"G{n}", id=(n + 1) << 22).id for n in range(3)]
    assert [shard_of(id, 3) for id in wanted] == [1, 2, 0]
