"""People who do not sit at a table cannot have it posted again and again."""

from typing import cast

from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import SurfaceKey
from cards.registry import GameRegistry
from cogs.answers import Click, PrivateReply
from cogs.commands.play_handler import PlayHandler
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, DAN, GUILD, TableHarness
from tests.bot.tables.tiny import TINY_MODULE


class CountingScreens:
    """Screens that count what is asked of them."""

    def __init__(self) -> None:
        self.reposted = 0
        self.invalidated = 0
        self.unseen = dict[int, str]()

    async def repost(self, key: SurfaceKey) -> None:
        self.reposted += 1

    async def invalidate_table(self, table: object) -> None:
        self.invalidated += 1

    async def message_of(self, key: object) -> None:
        return None


async def test_strangers_have_a_table_posted_again_once_a_minute() -> None:
    """However many of them there are; who sits there always can."""
    harness, screens, now = await TableHarness.open(), CountingScreens(), [0.0]
    await harness.sit_down(ANN, BEN, CLEO)
    handler = PlayHandler(
        harness.service, GameRegistry((TINY_MODULE,)), cast(ScreenService, screens), clock=lambda: now[0]
    )

    def click(user: int) -> Click:
        return Click(1, user, "Somebody", CHANNEL, GUILD, "command", 0, "")

    texts: list[str] = []
    for user in range(DAN, DAN + 20):
        answer = await handler.table(click(user))
        await handler.status(click(user))
        assert isinstance(answer, PrivateReply)
        texts.append(answer.screen.as_text())
    assert (screens.reposted, screens.invalidated) == (1, 0)
    assert "once a minute" in texts[-1]
    for user in (ANN, BEN, CLEO):
        await handler.table(click(user))
        await handler.status(click(user))
    assert (screens.reposted, screens.invalidated) == (4, 3)
    now[0] += 60.0
    await handler.table(click(DAN))
    assert screens.reposted == 5
    await harness.close()
