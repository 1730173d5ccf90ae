"""Servers that have removed the bot: what is not saved is asked again, what was a mistake is undone."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import cast

from bot.app.client import Services
from bot.tables.intents import Request, Resume, Suspend
from cards.kernel.moves import Refusal
from cogs.removed_servers import RemovedServers

GUILD, TABLES = 5, [7, 8]


class Tables:
    """Tables of one server, which save as long as the test lets them."""

    def __init__(self) -> None:
        self.maintenance = self.directory = self
        self.saves = True
        self.trouble = dict.fromkeys(TABLES, "")
        self.asked = 0

    def guilds(self) -> list[int]:
        return [GUILD]

    def tables_in(self, guild: int) -> list[int]:
        return TABLES if guild == GUILD else []

    async def guild_back(self, guild: int, reason: str) -> bool:
        return False

    async def send(self, number: int, request: Request) -> object:
        self.asked += 1
        if not self.saves:
            return Refusal("not_saved")
        if isinstance(request.intent, Suspend):
            self.trouble[number] = request.intent.reason
        elif isinstance(request.intent, Resume):
            self.trouble[number] = ""
        return None

    async def view_for(self, number: int, seat: int | None) -> object:
        return SimpleNamespace(
            table=SimpleNamespace(
                trouble=self.trouble[number], channel=number, seats=[SimpleNamespace(user=number)]
            )
        )


class Screens:
    """Takes what is told to delivery."""

    def __init__(self) -> None:
        self.tried: list[int] = []

    def note_reachable(self, channel: int, *, sure: bool) -> None:
        pass

    async def retry_dms(self, users: Iterable[int]) -> None:
        self.tried.extend(users)


def opened() -> tuple[RemovedServers, Tables, Screens]:
    tables, screens = Tables(), Screens()
    services = cast(Services, SimpleNamespace(tables=tables, screens=screens))
    return RemovedServers(services, "unavailable"), tables, screens


async def test_a_suspension_that_was_not_saved_is_asked_for_again_and_one_that_was_is_not() -> None:
    servers, tables, _ = opened()
    tables.saves = False
    await servers.look(lambda guild: True)
    assert tables.trouble == dict.fromkeys(TABLES, "")
    tables.saves = True
    await servers.look(lambda guild: True)
    assert tables.trouble == dict.fromkeys(TABLES, "removed")
    asked = tables.asked
    await servers.look(lambda guild: True)
    assert tables.asked == asked


async def test_a_server_that_is_there_is_left_alone() -> None:
    servers, tables, _ = opened()
    await servers.look(lambda guild: False)
    await servers.available(GUILD)
    assert tables.asked == 0


async def test_games_go_on_when_discord_names_their_server_after_all() -> None:
    """It was unavailable when it invited the bot: then Discord says that it is available, and no more."""
    servers, tables, screens = opened()
    await servers.look(lambda guild: True)
    await servers.available(GUILD)
    assert tables.trouble == dict.fromkeys(TABLES, "")
    assert screens.tried == TABLES
    asked = tables.asked
    await servers.available(GUILD)
    assert tables.asked == asked
