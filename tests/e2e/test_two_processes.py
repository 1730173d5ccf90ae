"""One game over two bot processes on one PostgreSQL server; each of them is killed once."""

import asyncio
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import asyncpg

from bot.app.games import game_registry
from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import SeenMessage
from bot.store.postgres.store import PostgresStore
from bot.store.rows import TableRow
from bot.tables.history import load_state
from bot.tables.past import RecentPast
from bot.tables.state import TableState
from bot.tables.table_view import build_view
from bot.tables.uptime import Ticker, Uptime
from bot.views import screens
from bot.views.base.game_screens import screens_of
from bot.views.base.paint import paint
from tests.e2e.bot_process import BotProcess
from tests.e2e.recorded_game import NAMES, play_moves
from tests.e2e.scripted_players import CHANNEL_NAME, ScriptedPlayers, Status
from tests.postgres import Server
from tests.sandbox.box import Sandbox

SEED, SEATS, GAME = 2, 3, "panic"

GUILD_ID_ON_SHARD_ONE = (1 << 40 | 1) << 22
"""A server whose shard is the second of two. Direct messages always come on the first."""


@dataclass(frozen=True, slots=True)
class KillPlan:
    """What happens at which step of the table, in this order."""

    far_dies: int = 14
    far_is_back: int = 20
    near_dies: int = 34


class TwoProcessPlayers(ScriptedPlayers):
    """People who press wherever somebody listens: on the table's message or in their direct messages.

    ``near`` hears direct messages, ``far`` the server. Where both live some presses go to either.
    """

    def __init__(self, people: list[Person], near: BotProcess, far: BotProcess, address: str) -> None:
        super().__init__(people, SEED, self._plan, self._recovered)
        self._near = near
        self._far = far
        self._address = address
        self._left = KillPlan()
        self._rng = Random(5)
        self._murder: asyncio.Task[None] | None = None
        self.happened: list[str] = []
        self.by_dm = 0

    async def _plan(self, step: int) -> None:
        plan, happened = self._left, len(self.happened)
        if happened == 0 and step >= plan.far_dies:
            self._kill(self._far, "far dies")
        elif happened == 1 and step >= plan.far_is_back:
            await self._recovered()
            await self._far.start()
            self.happened.append("far is back")
        elif happened == 2 and step >= plan.near_dies:
            self._kill(self._near, "near dies")

    def _kill(self, bot: BotProcess, name: str) -> None:
        """Kill it while the next presses are under way."""

        async def kill() -> None:
            await asyncio.sleep(self._rng.random() * 0.05)
            await bot.kill()

        self.happened.append(name)
        self._murder = asyncio.create_task(kill())

    async def _recovered(self) -> None:
        if self._murder is not None:
            await self._murder
            self._murder = None

    async def status(self) -> Status:
        """Look at what is saved: while a process is down, no command can be asked for it."""
        row = await saved(self._address)
        standing = load_state(game_registry(), row, None)
        table = standing.table
        view = build_view(standing, RecentPast(), None, Uptime(Ticker()))
        told = "" if standing.pending is None else screens_of(view).board.waiting(view)
        over = "The game is over." if table.phase == "ended" else ""
        self._dismiss_old_messages()
        return Status(table.revision, f"{over}\n👉 {told}")

    async def act(self, status: Status, rng: Random) -> None:
        by_dm = not self._far.alive or (self._near.alive and status.step % 5 == 0)
        if not by_dm:
            await super().act(status, rng)
            return
        awaited = status.awaited(self.people) or self.people
        person = rng.choice(awaited if rng.random() < 0.93 else self.people)
        standing = load_state(game_registry(), await saved(self._address), None)
        hand = await person.until(lambda: hand_of(person, standing), within=90)
        self.by_dm += 1
        check_that_nothing_is_posted_twice(self.people)
        await self.press_until_done(person, hand, rng)


def hand_of(person: Person, standing: TableState) -> SeenMessage | None:
    """Return the hand in somebody's direct messages, once it offers what can be done now.

    What stands on top of it, which is not told here, may leave it less room for buttons of cards.
    """
    view = build_view(standing, RecentPast(), person.id, Uptime(Ticker()))
    wanted = custom_ids(paint(screens.hand_screen(view, auto_updated=True)).to_components())
    hands = (message for message in person.dms() if not message.ephemeral)
    return next((hand for hand in hands if _is_current(custom_ids(hand.payload["components"]), wanted)), None)


def _is_current(shown: list[str], wanted: list[str]) -> bool:
    """Return True if a hand has been drawn for the present wait, with nothing that is not wanted."""
    return bool(shown) and set(shown) <= set(wanted)


def custom_ids(part: object) -> list[str]:
    """Collect everything that can be pressed, in its order."""
    if isinstance(part, list):
        return [found for item in part for found in custom_ids(item)]
    if not isinstance(part, dict):
        return []
    own = [str(part["custom_id"])] if "custom_id" in part else []
    return own + [found for item in part.values() for found in custom_ids(item)]


async def saved(address: str) -> TableRow:
    """Read the only table as it is on disk."""
    connection = await asyncpg.connect(address)
    row = await connection.fetchrow(
        "SELECT id, channel, guild, live, revision, wake, body, snapshot, edition FROM tables"
    )
    await connection.close()
    assert row is not None
    return TableRow(*row)


def check_that_nothing_is_posted_twice(people: list[Person]) -> None:
    """One message shows the table; one at most its offers, its end; and nobody has two hands."""
    public = [m for m in people[0].messages(CHANNEL_NAME) if m.from_bot and not m.ephemeral]
    endings = [m for m in public if "Play again" in m.text]
    offers = [m for m in public if "Offers in this turn" in m.text]
    boards = len(public) - len(endings) - len(offers)
    counted = boards, len(endings) < 2, len(offers) < 2
    assert counted == (1, True, True), [m.text[:80] for m in public]
    for person in people:
        hands = [m for m in person.dms() if not m.ephemeral and "✋" in m.text]
        assert len(hands) < 2, [m.text[:80] for m in hands]


async def test_a_game_goes_on_in_the_other_process_when_one_is_killed(
    postgres: Server, tmp_path: Path
) -> None:
    """Either is killed in the middle of presses, and the other goes on: all ends as if nothing had been.

    Nothing accepted is lost or applied twice, the last state is the same to the byte as in a game that a
    single process on a file plays undisturbed, nothing is posted twice, and Discord has no objections.
    """
    (tmp_path / "calm").mkdir()
    calm = await play_moves(tmp_path / "calm", seed=SEED, game=GAME, seats=SEATS)
    address = await postgres.database()
    settings = {"KICKDOOR_DATABASE": address, "KICKDOOR_SHARDS": "2"}
    async with Sandbox() as box:
        box.add_guild("The Dungeon", [CHANNEL_NAME], id=GUILD_ID_ON_SHARD_ONE)
        people = [box.person(name) for name in NAMES[:SEATS]]
        near, far = (
            BotProcess(box, tmp_path, SEED, f"shard{shard}", **settings, KICKDOOR_SHARD_IDS=str(shard))
            for shard in (0, 1)
        )
        await asyncio.gather(near.start(), far.start())
        party = TwoProcessPlayers(people, near, far, address)
        try:
            await party.open(GAME)
            await party.play()
            await people[0].until(lambda: "Play again" in party.table(people[0]).text, within=60)
        finally:
            codes = [await bot.stop() for bot in (far, near) if bot.alive]
        check_that_nothing_is_posted_twice(people)
        assert box.violations == []
    assert codes == [0]
    assert party.happened == ["far dies", "far is back", "near dies"]
    assert party.by_dm > 8
    assert near.complaints() + far.complaints() == []
    store = await PostgresStore.open(address)
    log = await store.log(1)
    await store.close()
    actions = [(row.revision, row.kind, row.body) for row in log if row.kind != "create"]
    assert actions == calm.actions()
    assert (await saved(address)).snapshot == calm.snapshot
    assert set(Counter(row.interaction_id for row in log if row.interaction_id).values()) == {1}
