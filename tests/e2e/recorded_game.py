"""A whole evening: sandbox, bot process and four people, written down for the tests to look at."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.app.games import game_registry
from bot.replays.page import page_html
from bot.replays.record import record_to_lines
from bot.replays.recording import digest_for, play_again, record_of
from bot.replays.replay import replay_of
from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import SeenMessage
from bot.store.reading import read_sqlite_game
from bot.store.results import ResultRow
from bot.store.rows import LogRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import setup_of
from bot.tables.state import SAVED_TABLE_CODEC
from cards.kernel.game import Setup
from cogs.responder import DONE_TEXT
from tests.e2e.bot_process import BotProcess
from tests.e2e.in_process_bot import CHANNEL_NAME
from tests.e2e.scripted_players import ScriptedPlayers, board_seen, look_closer
from tests.sandbox.box import Sandbox

STORY_INTERVAL_STEPS = 25
"""Once in so many steps of the table somebody reads the story."""

SPECTATOR = "Zoe"

WATCH_INTERVAL_STEPS = 15
"""Once in so many steps the spectator makes sure that the screen is alive, as after a restart."""

MAX_PRESSES = 4
"""Presses of one button before somebody gives up: each waits three seconds for its answer."""

NAMES = ("Ann", "Ben", "Cleo", "Dan")

LOOK_BACK_STEPS = 40
"""Steps between two looks at all that could tell more of the game that is on than the table does."""


@dataclass(slots=True)
class SeenText:
    """Something that was on somebody's screen: as text, and by which step of the table at the latest."""

    person: int
    step: int
    text: str


@dataclass(slots=True)
class RecordedGame:
    """What came of it."""

    setup: Setup = field(default_factory=lambda: Setup("", 0, 0))
    snapshot: bytes = b""
    result: ResultRow | None = None
    log: list[LogRow] = field(default_factory=list[LogRow])
    seen: list[SeenText] = field(default_factory=list[SeenText])
    final: str = ""
    dice: str = ""
    """What *Dice* says at the end."""
    replayed: list[str] = field(default_factory=list[str])
    """What the steps of the replay showed."""
    figures: list[str] = field(default_factory=list[str])
    """What each person was shown of their statistics at the end."""
    season: str = ""
    """What the first person was shown of the season at the end."""
    pictures: list[int] = field(default_factory=list[int])
    """How many pictures came with somebody's figures, and how many once they wanted words instead."""
    own_data: list[str] = field(default_factory=list[str])
    """The files of *my data* that each person got at the end."""
    watched: list[str] = field(default_factory=list[str])
    """What the spectator's screen showed, one after the other."""
    violations: list[Any] = field(default_factory=list[Any])
    complaints: list[str] = field(default_factory=list[str])
    bot_log: str = ""
    starts: int = 0
    exit_code: int = -1
    clicks: int = 0

    def actions(self) -> list[tuple[int, str, bytes]]:
        """Return what was accepted, in order: step, kind, and seat with content.

        Without the opening of the table, in which ids stand that differ from run to run.
        """
        return [(row.revision, row.kind, row.body) for row in self.log if row.kind != "create"]


class GameRecorder:
    """Lets four people play one game while the bot is killed at some moments."""

    def __init__(
        self, box: Sandbox, bot: BotProcess, people: list[Person], kills: int, last: int, seed: int
    ) -> None:
        self._box = box
        self._bot = bot
        self._people = people
        rng = Random(f"kills/{seed}")
        # Spread over the game: a classic one takes some hundreds of steps, the others are shorter.
        self._kill_at = sorted(rng.sample(range(8, last), kills))
        self._delays = [rng.random() * 0.06 for _ in range(kills)]
        self._kill_task: asyncio.Task[None] | None = None
        self.marks: list[tuple[int, list[int]]] = []
        self._look_back_at = LOOK_BACK_STEPS
        self._files: list[tuple[int, str]] = []
        self._seen_files: list[SeenText] = []

    async def on_step(self, step: int) -> None:
        """Note what everybody has seen so far; kill the bot if it is time."""
        self.mark(step)
        if step >= self._look_back_at:
            self._look_back_at = step + LOOK_BACK_STEPS
            await self._look_back(self._people[step % len(self._people)])
        if self._kill_at and step >= self._kill_at[0]:
            await self.recovered()
            self._kill_at.pop(0)
            self._kill_task = asyncio.create_task(self._kill(self._delays.pop()))

    async def _look_back(self, person: Person) -> None:
        """Ask for all that tells of finished games; what it tells of the one that is on is checked.

        It does not matter if the bot is just being killed.
        """
        await person.command(CHANNEL_NAME, "kickdoor replay")
        await person.forge_click(board_seen(person, CHANNEL_NAME), "k1:1:0:r:files")
        await person.command(CHANNEL_NAME, "kickdoor stats")
        await person.command(CHANNEL_NAME, "kickdoor top")
        await self.read_own_data(person)
        # The spectator alone wants no statistics: the players' figures are looked at in the end.
        await self._people[-1].command(CHANNEL_NAME, "kickdoor my statistics", {"keep": False})
        step, texts = await asyncio.to_thread(exported_texts, self._bot.database)
        self._seen_files += [SeenText(len(self._people) - 1, step, text) for text in texts]

    async def read_own_data(self, person: Person) -> str:
        """Ask for one's own data and read the file; "" if the bot is just being killed."""
        message = (await person.command(CHANNEL_NAME, "kickdoor my data")).message
        if message is None or not message.payload["attachments"]:
            return ""
        [file] = message.payload["attachments"]
        text = self._box.world.attachments[int(file["id"])].data.decode()
        self._files.append((self._people.index(person), text))
        return text

    def mark(self, step: int) -> None:
        self._seen_files += [SeenText(person, step, text) for person, text in self._files]
        self._files.clear()
        self.marks.append((step, [len(person.diary.entries) for person in self._people]))

    async def recovered(self) -> None:
        """Wait until the bot is back, if it was killed."""
        if self._kill_task is not None:
            await self._kill_task
            self._kill_task = None

    async def _kill(self, delay: float) -> None:
        await asyncio.sleep(delay)
        await self._bot.kill()
        await self._bot.start()

    def seen(self) -> list[SeenText]:
        """Return all that was on anybody's screen, or in a file that they got."""
        found = list(self._seen_files)
        for number, person in enumerate(self._people):
            entries = person.diary.entries
            begin = 0
            for step, lengths in self.marks:
                for entry in entries[begin : lengths[number]]:
                    found.append(SeenText(number, step, json.dumps(entry, ensure_ascii=False)))
                begin = lengths[number]
        return found


def exported_texts(database: Path) -> tuple[int, list[str]]:
    """Export the game that is on as lines and as a page, while the bot plays it; return its step, too."""
    saved = read_sqlite_game(database, 1, digest_for)
    assert saved is not None
    assert saved.table is not None
    played = play_again(game_registry(), saved)
    page = page_html(replay_of(played), with_hands=played.over)
    return saved.table.revision, [record_to_lines(record_of(played, "test")), page]


async def count_pictures(person: Person) -> list[int]:
    """Ask for one's figures twice, the second time in words."""
    found: list[int] = []
    for show in (True, False):
        await person.command(CHANNEL_NAME, "kickdoor pictures", {"show": show})
        answer = await person.command(CHANNEL_NAME, "kickdoor stats")
        assert answer.message is not None, answer
        found.append(len(answer.message.payload["attachments"]))
    return found


async def read_story(party: ScriptedPlayers, person: Person) -> None:
    """Press *Story* on the table, and leaf back once; it does not matter if the bot is just being killed."""
    outcome = await person.click(party.table(person), label="Story")
    message = outcome.message
    if outcome.ok and message is not None and any(button.label == "Earlier" for button in message.buttons):
        await person.click(message, label="Earlier")


async def watch(party: ScriptedPlayers, spectator: Person) -> None:
    """Press *Refresh* on the screen that is there, else *Watch* behind the table's message."""
    for message in spectator.messages(CHANNEL_NAME):
        if message.ephemeral and any(button.label == "Refresh" for button in message.buttons):
            await spectator.click(message, label="Refresh")
            return
    more = await look_closer(spectator, party.table(spectator))
    if more is not None and any(button.label == "Watch" for button in more.buttons):
        await spectator.click(more, label="Watch")


async def step_through(party: ScriptedPlayers, person: Person, bot: BotProcess, *, killed: bool) -> list[str]:
    """Step through the replay as everybody may see it, with a kill in between; return what was shown."""
    shown = await press(person, party.table(person), "Replay")
    seen: list[str] = []
    for label in ("On ▶", "Turn ▶", "Fight ▶", "Turn ▶", "◀ Back", "First"):
        seen.append(shown.text)
        if killed and label == "Fight ▶":
            await bot.kill()
            await bot.start()
        button = next((button for button in shown.buttons if button.label == label), None)
        if button is not None and not button.disabled:
            shown = await press(person, shown, label)
    return seen


async def press(person: Person, message: SeenMessage, label: str) -> SeenMessage:
    """Press a button until it is answered, as people do while a bot is just coming back."""
    outcomes = [await person.click(message, label=label)]
    # Without a text the bot is still thinking; what it answers too late for the screen is that it is done.
    while not (shown := outcomes[-1].message) or shown.text in ("", DONE_TEXT):
        assert len(outcomes) < MAX_PRESSES, (label, outcomes)
        await asyncio.sleep(len(outcomes) - 1)
        outcomes.append(await person.click(message, label=label))
    return shown


async def play(
    folder: Path,
    *,
    seed: int,
    game: str = "classic",
    seats: int = 4,
    house_rules: Sequence[str] = (),
    kills: int = 0,
    last: int = 190,
) -> RecordedGame:
    """Play one game to its end; the bot is killed ``kills`` times before step ``last``."""
    evening = RecordedGame()
    async with Sandbox() as box:
        box.add_guild("The Dungeon", ["game-night"])
        people = [box.person(name) for name in NAMES[:seats]]
        spectator = box.person(SPECTATOR)
        if kills:
            # What else can go wrong does so in the same game: one person takes no direct messages.
            people[-1].set_dms(False)
        bot = BotProcess(box, folder, seed)
        await bot.start()
        recorder = GameRecorder(box, bot, [*people, spectator], kills, last, seed)

        async def on_step(step: int) -> None:
            await recorder.on_step(step)
            if step % STORY_INTERVAL_STEPS == 0:
                await read_story(party, people[step // STORY_INTERVAL_STEPS % len(people)])
            if step >= 3 and step % WATCH_INTERVAL_STEPS == 0:
                await watch(party, spectator)

        party = ScriptedPlayers(people, seed, on_step, recorder.recovered)
        try:
            await party.open(game, house_rules)
            await party.play()
            await recorder.recovered()
            await people[0].until(lambda: "Play again" in party.table(people[0]).text, within=60)
            evening.final = party.table(people[0]).text
            await watch(party, spectator)
            dice = (await people[0].click(party.table(people[0]), label="Dice")).message
            evening.dice = dice.text if dice is not None else ""
            evening.replayed = await step_through(party, people[-1], bot, killed=kills > 0)
            await people[0].click(party.table(people[0]), label="Story")
            for person in people:
                answer = await person.command(CHANNEL_NAME, "kickdoor stats")
                evening.figures.append(answer.message.text if answer.message is not None else "")
                evening.own_data.append(await recorder.read_own_data(person))
            answer = await people[0].command(CHANNEL_NAME, "kickdoor top")
            evening.season = answer.message.text if answer.message is not None else ""
            evening.pictures = await count_pictures(people[-1])
            recorder.mark(1 << 30)
            evening.seen = recorder.seen()
            evening.watched = [one.text for one in evening.seen if one.person == len(people)]
        finally:
            evening.exit_code = await bot.stop()
        evening.violations = list(box.violations)
        evening.complaints, evening.bot_log = bot.complaints(), bot.log()
        evening.starts, evening.clicks = bot.starts, party.clicks
    await read_saved(evening, bot.database)
    return evening


async def play_moves(folder: Path, *, seed: int, game: str, seats: int) -> RecordedGame:
    """Play a game by its moves alone: nobody looks at anything else, and only what is saved is noted."""
    evening = RecordedGame()

    async def nothing(*_: object) -> None: ...

    async with Sandbox() as box:
        box.add_guild("The Dungeon", ["game-night"])
        people = [box.person(name) for name in NAMES[:seats]]
        bot = BotProcess(box, folder, seed)
        await bot.start()
        party = ScriptedPlayers(people, seed, nothing, nothing)
        try:
            await party.open(game)
            await party.play()
        finally:
            evening.exit_code = await bot.stop()
    await read_saved(evening, bot.database)
    return evening


async def read_saved(evening: RecordedGame, database: Path) -> None:
    """Note what is on disk of the only game."""
    store = await SqliteStore.open(database)
    row = await store.table(1)
    assert row is not None
    assert row.snapshot is not None
    evening.snapshot, evening.log = row.snapshot, await store.log(1)
    kept = SAVED_TABLE_CODEC.decode(row.body)
    evening.result = await store.results.result(1)
    evening.setup = setup_of(kept.table, kept.seed)
    await store.close()
