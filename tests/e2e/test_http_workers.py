"""Games over two processes that get presses by HTTP, beside one that hears the gateway; one is killed."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel
from bot.store.postgres.store import PostgresStore
from bot.store.rows import LogRow
from tests.e2e.bot_process import BotProcess
from tests.e2e.load_balancer import LoadBalancer
from tests.e2e.recorded_game import NAMES, play_moves
from tests.e2e.scripted_players import CHANNEL_NAME, ScriptedPlayers, boards_seen
from tests.e2e.test_two_processes import check_that_nothing_is_posted_twice, saved
from tests.ports import free_ports
from tests.postgres import Server
from tests.sandbox.box import Sandbox

SEED, SEATS, GAME = 1, 3, "panic"


@dataclass
class Cluster:
    """One process that hears the gateway, and some that get presses by HTTP behind a balancer."""

    box: Sandbox
    address: str
    gateway: BotProcess
    workers: list[BotProcess]
    balancer: LoadBalancer

    def complaints(self) -> list[str]:
        return [line for bot in (self.gateway, *self.workers) for line in bot.complaints()]

    async def log(self, table: int) -> list[LogRow]:
        store = await PostgresStore.open(self.address)
        rows = await store.log(table)
        await store.close()
        return rows


@asynccontextmanager
async def open_cluster(postgres: Server, folder: Path, workers: int = 2) -> AsyncIterator[Cluster]:
    """Start all processes, and let Discord know the endpoint."""
    address = await postgres.database()
    ports = free_ports(workers)
    async with Sandbox() as box, LoadBalancer(ports) as balancer:
        settings = {"KICKDOOR_DATABASE": address, "KICKDOOR_PUBLIC_KEY": box.public_key}
        gateway = BotProcess(box, folder, SEED, "gateway", **settings)
        answering = [
            BotProcess(
                box,
                folder,
                SEED,
                f"worker{n}",
                arguments=("--http",),
                **settings,
                KICKDOOR_HTTP_PORT=str(port),
            )
            for n, port in enumerate(ports)
        ]
        cluster = Cluster(box, address, gateway, answering, balancer)
        try:
            await asyncio.gather(*(bot.start() for bot in (gateway, *answering)))
            await box.endpoint.use(balancer.url)
            yield cluster
        finally:
            codes = [await bot.stop() for bot in (gateway, *answering) if bot.alive]
    assert set(codes) == {0}


class KilledWorker(ScriptedPlayers):
    """People who play while one of two workers is killed in the middle of their presses, and comes back."""

    def __init__(self, cluster: Cluster, people: list[Person]) -> None:
        super().__init__(people, SEED, self._plan, self._recovered)
        self._cluster = cluster
        self._killing: asyncio.Task[None] | None = None
        self.happened: list[str] = []

    async def _plan(self, step: int) -> None:
        worker = self._cluster.workers[0]
        if not self.happened and step >= 12:
            self.happened.append("killed")
            self._killing = asyncio.create_task(self._kill(worker))
        elif self.happened == ["killed"] and step >= 24:
            await self._recovered()
            await worker.start()
            self.happened.append("back")

    async def _kill(self, worker: BotProcess) -> None:
        await asyncio.sleep(0.03)
        await worker.kill()

    async def _recovered(self) -> None:
        if self._killing is not None:
            await self._killing
            self._killing = None


async def test_a_game_by_http_goes_as_one_by_the_gateway_though_a_worker_is_killed(
    postgres: Server, tmp_path: Path
) -> None:
    """Nothing is lost or applied twice, and the last state is that of an undisturbed game, to the byte.

    Every press comes signed to one of two processes; the third one draws the table's message and the hands,
    and hears of no press. Requests that are sent once more, to either process, are refused.
    """
    (tmp_path / "calm").mkdir()
    calm = await play_moves(tmp_path / "calm", seed=SEED, game=GAME, seats=SEATS)
    async with open_cluster(postgres, tmp_path) as cluster:
        cluster.box.add_guild("The Dungeon", [CHANNEL_NAME])
        people = [cluster.box.person(name) for name in NAMES[:SEATS]]
        party = KilledWorker(cluster, people)
        await party.open(GAME)
        await party.play()
        await people[0].until(lambda: "Play again" in party.table(people[0]).text, within=60)
        for port in cluster.balancer.passed:
            assert (await cluster.balancer.send(port, *cluster.balancer.latest))[0] == 401
        check_that_nothing_is_posted_twice(people)
        assert cluster.box.violations == []
        log = await cluster.log(1)
    assert party.happened == ["killed", "back"]
    assert min(cluster.balancer.passed.values()) > 20
    assert cluster.complaints() == []
    actions = [(row.revision, row.kind, row.body) for row in log if row.kind != "create"]
    assert actions == calm.actions()
    assert (await saved(cluster.address)).snapshot == calm.snapshot
    assert set(Counter(row.interaction_id for row in log if row.interaction_id).values()) == {1}


async def test_a_hand_opened_by_http_follows_and_every_command_works(
    postgres: Server, tmp_path: Path
) -> None:
    """The worker that opened it passes it on to the process that draws; a pause reaches it without a press.

    However often it is opened, and by whichever worker, there is one. Commands and suggestions need nothing
    that only the gateway tells. What is signed but cannot be read is refused, and named in the log without
    what is in it.
    """
    async with open_cluster(postgres, tmp_path) as cluster:
        group = _Group(cluster.box, 0)
        await group.open()
        await group.all_ready()
        ann, ben, _ = group.people
        await ann.until(group.is_playing, within=60)
        opened = (await ann.click(boards_seen(ann, group.place)[-1], label="My hand")).message
        assert opened is not None
        assert (await ben.command(group.place, "kickdoor pause")).ok
        await ann.until(
            lambda: any(m.id == opened.id and "⏸" in m.text for m in ann.messages(group.place)), within=60
        )
        assert (await ben.command(group.place, "kickdoor resume")).ok
        await ann.until(lambda: group.offers("My hand"), within=60)
        for _ in range(4):  # two of them by the other worker
            assert (await ann.click(boards_seen(ann, group.place)[-1], label="My hand")).ok
        await ann.until(
            lambda: len([m for m in ann.messages(group.place) if m.ephemeral and m.selects]) == 1, within=60
        )
        found = await ben.autocomplete(group.place, "kickdoor card", "name", "po")
        assert found.ok
        assert found.choices
        for words in ("status", "rules", "stats", "my data", "leave", "undo"):
            assert (await ben.command(group.place, f"kickdoor {words}")).ok, words
        assert (await ben.command(group.place, "kickdoor new")).ok
        broken = json.dumps({"id": str(cluster.box.world.ids.take()), "type": 3, "token": "s3cret"}).encode()
        headers = cluster.box.key.headers(cluster.box.clock.now(), broken)
        for port in cluster.balancer.passed:
            status, said = await cluster.balancer.send(port, headers, broken)
            assert (status, json.loads(said)["error"]) in ((400, "unreadable"), (401, "replayed"))
        assert cluster.box.violations == []
    [complaint] = cluster.complaints()
    assert complaint.endswith("cannot be read: KeyError")
    assert all("s3cret" not in bot.log() for bot in cluster.workers)


TABLES = 6


async def test_a_worker_killed_under_load_loses_nothing(postgres: Server, tmp_path: Path) -> None:
    """Many press at once while it dies: whose answer says that it counted, counts, and nothing counts twice.

    Who got no answer presses again, and the other worker takes it.
    """
    async with open_cluster(postgres, tmp_path) as cluster:
        groups = [_Group(cluster.box, number) for number in range(TABLES)]
        await asyncio.gather(*(group.open() for group in groups))
        pressing = [asyncio.create_task(group.all_ready()) for group in groups]
        await groups[0].people[0].until(lambda: any(group.answered for group in groups), within=60)
        await cluster.workers[0].kill()
        await asyncio.gather(*pressing)
        logs = {row["channel"]: await cluster.log(row["id"]) for row in await _live_tables(cluster.address)}
        for group in groups:
            rows = logs[group.place.id]
            pressed = {row.interaction_id for row in rows if row.interaction_id}
            assert group.answered <= pressed, "an answer said what was not saved"
            assert max(Counter(row.interaction_id for row in rows if row.interaction_id).values()) == 1
            await group.people[0].until(group.is_playing, within=60)
        assert cluster.box.violations == []
    assert cluster.gateway.complaints() + cluster.workers[1].complaints() == []


async def _live_tables(address: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(address)
    rows = await connection.fetch("SELECT id, channel FROM tables WHERE live")
    await connection.close()
    return list(rows)


class _Group:
    """Three people in a server of their own."""

    def __init__(self, box: Sandbox, number: int) -> None:
        guild = box.add_guild(f"Guild {number}", [CHANNEL_NAME])
        self.people = [box.person(f"{name}{number}", guilds=[guild]) for name in NAMES[:3]]
        self.place: Channel = next(c for c in box.world.channels.values() if c.guild_id == guild.id)
        self.answered: set[int] = set()
        """Presses whose answer says that they counted."""

    async def open(self) -> None:
        host = self.people[0]
        assert (await host.command(self.place, "kickdoor new", {"game": "classic", "speed": "relaxed"})).ok
        await host.until(lambda: boards_seen(host, self.place), within=60)
        for person in self.people[1:]:
            assert (await person.command(self.place, "kickdoor join")).ok
        assert (await host.command(self.place, "kickdoor start")).ok
        await host.until(lambda: self.offers("I’m ready"), within=60)

    def offers(self, label: str) -> bool:
        boards = boards_seen(self.people[0], self.place)
        return bool(boards) and any(button.label == label for button in boards[-1].buttons)

    async def all_ready(self) -> None:
        """Press until it counted, all at once."""
        await asyncio.gather(*(self._ready(person) for person in self.people))

    async def _ready(self, person: Person) -> None:
        for _ in range(5):
            board = boards_seen(person, self.place)[-1]
            outcome = await person.click(board, label="I’m ready")
            if outcome.ok and outcome.kind == "update":
                self.answered.add(outcome.interaction_id)
            if outcome.ok or "I’m ready" not in [button.label for button in board.buttons]:
                return

    def is_playing(self) -> bool:
        return "kick down the door" in boards_seen(self.people[0], self.place)[-1].text
