"""An evening of four people and two computers over the sandbox: what they see when, and what rings.

Two people play from their hand in the channel, one on the table's message, one in direct messages. Prints for
a live game: how long faces stand that a computer ends, how soon a strike is on its victim's hand, how soon
others see what a player in direct messages does, and how soon everybody's screen is right after a press. By
post nobody is there unless called: which calls asked for something. An hour of a game by post takes some
seconds here. Everything is read from what the people saw and from the table's log, after the game.
"""

import asyncio
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bot.app.client import Timing  # noqa: E402  # the path has to be set first
from bot.app.games import game_registry  # noqa: E402
from bot.delivery import attention  # noqa: E402
from bot.delivery.drawing import RenderedSurface  # noqa: E402
from bot.delivery.live_replies import LiveReplies  # noqa: E402
from bot.delivery.surface import Surface  # noqa: E402
from bot.delivery.surface_delivery import SurfaceDelivery  # noqa: E402
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind  # noqa: E402
from bot.sandbox.people.person import Person  # noqa: E402
from bot.sandbox.people.seen import SeenMessage  # noqa: E402
from bot.sandbox.world.clock import EPOCH_MS  # noqa: E402
from bot.sandbox.world.model import MessageFlag  # noqa: E402
from bot.store.rows import LogRow, SurfaceRow  # noqa: E402
from bot.store.sqlite.store import SqliteStore  # noqa: E402
from bot.tables import passing  # noqa: E402
from bot.tables.computer_players import ThinkingTime  # noqa: E402
from bot.tables.history import entry_of, load_state, past_of, replay, table_facts  # noqa: E402
from bot.tables.results import TableView  # noqa: E402
from bot.tables.table import Table  # noqa: E402
from bot.views import screens  # noqa: E402
from bot.views.base.event_rows import BEAT_S, FACE_S  # noqa: E402
from cards.kernel.moves import PASS_VERB  # noqa: E402
from tests.bench.load_people import CHANNEL_NAME, LoadGroup, Style  # noqa: E402
from tests.e2e.in_process_bot import InProcessBot  # noqa: E402
from tests.no_quotas import NO_QUOTAS  # noqa: E402
from tests.sandbox.box import Sandbox  # noqa: E402

HABITS: tuple[Style, ...] = ("open", "board", "open", "hand")
COMPUTERS = 2
POST_RECENT_S = 1.5
"""Seconds after which somebody in the game by post counts as gone."""
POST_THINKING = ThinkingTime(0.4, 1.0)
POST_PASS_FACTOR = 0.2
GLANCE_S = (4.0, 12.0)
"""By post somebody looks at the table after so many seconds, if nothing rings before."""
QUIET_FLAGS = MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.EPHEMERAL
LATE_S = 1.0
TURNED = -1
"""In place of a revision: somebody has turned to another page there, which shows what they asked for."""
SILENT_KINDS = ("pass_unasked", "set_asking")


class Evening(LoadGroup):
    """Four people at one table, each with a habit; computers beside them."""

    def __init__(self, box: Sandbox, guild: Any, think: float, speed: str) -> None:
        super().__init__(box, guild, 1, "board", think)
        self._speed = speed
        self.habits = dict(zip((person.id for person in self.people), HABITS, strict=True))

    def habit(self, person: Person) -> Style:
        """Return where somebody plays."""
        return self.habits[person.id]

    async def sit_down(self) -> None:
        """Open the table with computers, and deal."""
        host = self.people[0]
        assert (await host.command(self.place, "kickdoor new", {"game": "classic", "speed": self._speed})).ok
        table = await host.until(self._table, within=60)
        assert table is not None
        for person in self.people[1:]:
            assert (await person.command(self.place, "kickdoor join", {"sex": "female"})).ok
        for number in range(COMPUTERS):
            await self._press_or_fail(host, table, "Add computer")
            await host.until(partial(self._has_computers, number + 1), within=60)
        await self._press_or_fail(host, table, "Start")
        await host.until(lambda: "Laying out" in self._text(), within=60)
        await self.ready()

    async def ready(self) -> None:
        """Let everybody be done with the first cards, where they play."""
        for person in self.people:
            look = partial(self._hand, person) if self.habit(person) == "hand" else self._table
            message = await person.until(look, within=60)
            assert message is not None
            # A computer may have begun something meanwhile; then they are ready in the course of the game.
            await person.click(message, label="I’m ready")

    def _has_computers(self, count: int) -> bool:
        return self._text().count("🤖") >= count

    async def _sit(self, person: Person, end: float) -> None:
        if self._speed != "post":
            return await super()._sit(person, end)
        rng, heard = Random(f"{person.name}/post"), len(person.diary.entries)
        while not self._over and time.monotonic() < end:
            with suppress(TimeoutError):
                call = partial(self._is_called, person, heard)
                await person.until(call, within=rng.uniform(*GLANCE_S))
            heard = len(person.diary.entries)
            while not self._over and time.monotonic() < end and self._awaits(person):
                await asyncio.sleep(0.3)
                await self._act(person, rng)
                await asyncio.sleep(0.5)
        return None

    def _is_called(self, person: Person, heard: int) -> bool:
        return any(rings(entry) for entry in person.diary.after(heard))


def rings(entry: dict[str, Any]) -> bool:
    """Return True for an entry of a diary that rings on somebody's phone."""
    if entry["type"] != "message" or not entry["mention"] or entry["old"]:
        return False
    return not int(entry["message"]["flags"]) & QUIET_FLAGS


class Shown:
    """What the bot has brought to which screen when: the revision that each was drawn from."""

    def __init__(self) -> None:
        self.sights: dict[tuple[SurfaceKind, int], list[tuple[float, int]]] = {}
        self._drawn: dict[SurfaceKey, int] = {}

    def note(self, key: SurfaceKey, version: int) -> None:
        """Note that a screen shows a revision from now on."""
        if key.kind in (SurfaceKind.TABLE, SurfaceKind.HAND, SurfaceKind.OPEN_HAND):
            self.sights.setdefault((key.kind, key.user), []).append((time.time(), version))

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear of every screen that is written, and of those that need no edit."""
        render, deliver = SurfaceDelivery._render, SurfaceDelivery.deliver
        written, answer, end = Surface.written, Surface.begin_answer, LiveReplies.end
        shown = self

        async def rendered(self: SurfaceDelivery, surface: Surface) -> Any:
            found = await render(self, surface)
            if isinstance(found, RenderedSurface):
                shown._drawn[surface.key] = found.version
            return found

        async def delivered(self: SurfaceDelivery, surface: Surface) -> bool:
            done = await deliver(self, surface)
            turned = shown.at(surface.key.kind, surface.key.user, time.time()) == TURNED
            is_there = not (surface.key.kind.in_reply and turned)
            if is_there and not surface.failures and surface.key in shown._drawn:
                shown.note(surface.key, shown._drawn[surface.key])
            return done

        def wrote(self: Surface, row: SurfaceRow, drawn: RenderedSurface) -> None:
            written(self, row, drawn)
            shown.note(self.key, drawn.version)

        def answered(self: Surface, drawn: RenderedSurface) -> None:
            answer(self, drawn)
            shown.note(self.key, drawn.version)

        def ended(self: LiveReplies, key: SurfaceKey) -> None:
            if self.find(key) is not None:
                shown.note(key, TURNED)
            end(self, key)

        with ExitStack() as patches:
            for owner, name, new in (
                (SurfaceDelivery, "_render", rendered),
                (SurfaceDelivery, "deliver", delivered),
                (LiveReplies, "end", ended),
                (Surface, "written", wrote),
                (Surface, "begin_answer", answered),
            ):
                patches.enter_context(mock.patch.object(owner, name, new))
            yield

    def first(self, kind: SurfaceKind, user: int, revision: int) -> float | None:
        """Return when a screen first showed a revision, or a later one."""
        sights = self.sights.get((kind, user), [])
        return next((at for at, version in sights if version >= revision), None)

    def at(self, kind: SurfaceKind, user: int, moment: float) -> int:
        """Return which revision a screen showed at a moment."""
        sights = self.sights.get((kind, user), [])
        return next((version for at, version in reversed(sights) if at <= moment), TURNED)


LOOKED_AT = {"open": SurfaceKind.OPEN_HAND, "hand": SurfaceKind.HAND, "board": SurfaceKind.TABLE}


@dataclass
class Figures:
    """What one game came to, in seconds."""

    faces: list[float] = field(default_factory=list[float])
    beats: list[float] = field(default_factory=list[float])
    strikes: list[float] = field(default_factory=list[float])
    from_dm: list[float] = field(default_factory=list[float])
    moments: list[float] = field(default_factory=list[float])
    others: list[float] = field(default_factory=list[float])
    by_place: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    calls: Counter[str] = field(default_factory=Counter[str])
    idle: list[str] = field(default_factory=list[str])
    late: list[str] = field(default_factory=list[str])
    rounds: float = 0.0
    revisions: int = 0


class Reader:
    """Reads a finished game's log beside what people have seen."""

    def __init__(self, evening: Evening, shown: Shown) -> None:
        self.evening, self.shown = evening, shown
        self.figures = Figures()

    async def read(self, database: Path) -> Figures:
        """Return what the game came to."""
        store = await SqliteStore.open(database)
        (brief,) = await store.live_tables()
        saved = await store.table(brief.id)
        assert saved is not None
        self.rows = await store.log(saved.id)
        facts = table_facts(saved)
        assert facts is not None
        self.facts: Table = facts
        state = load_state(game_registry(), saved, await store.definitions(facts.digest))
        await store.close()
        assert state.game is not None
        self.game, self.states = state.game, replay(state.game, self.rows)
        self.figures.revisions = len(self.rows)
        self.figures.rounds = state.game_state.turn / len(facts.seats)
        self.table = screens.event_rows(facts.game)
        self.past = {row.revision: past_of(row, state.game)[0] for row in self.rows}
        for row in self.rows[1:]:
            if row.revision - 1 in self.states:
                self._follow(row)
        self._moments()
        self._calls()
        return self.figures

    def _moments(self) -> None:
        """Measure how long what is held stood before a computer covered it."""
        for number, row in enumerate(self.rows[:-1]):
            held, after = self.table.hold_s(self.past[row.revision].events), self.rows[number + 1]
            while after.kind in SILENT_KINDS and after.revision < len(self.rows):
                after = self.rows[after.revision]
            if held < BEAT_S or after.kind != "robot_act":
                continue
            began = self.shown.first(SurfaceKind.TABLE, 0, row.revision)
            ended = self.shown.first(SurfaceKind.TABLE, 0, after.revision)
            if began is not None and ended is not None:
                (self.figures.faces if held >= FACE_S else self.figures.beats).append(ended - began)

    def _follow(self, row: LogRow) -> None:
        """Measure how soon the screens show one revision."""
        past, figures = self.past[row.revision], self.figures
        places = {person.id: LOOKED_AT[self.evening.habit(person)] for person in self.evening.people}
        pressed = (row.interaction_id >> 22) / 1000 + EPOCH_MS / 1000 if row.interaction_id else None
        began = pressed or self._first_sight(row.revision)
        if began is None:
            return
        for seat in self.table.struck(past.events, past.seat):
            if user := self.facts.seats[seat].user:
                for kind in {places[user], SurfaceKind.HAND}:
                    if (at := self.shown.first(kind, user, row.revision)) is not None:
                        figures.strikes.append(max(0.0, at - began))
        if pressed is None or not self._moves_on(row):
            return
        seen: list[float] = []
        for user, kind in places.items():
            person = 0 if kind is SurfaceKind.TABLE else user
            at = self.shown.first(kind, person, row.revision)
            if at is None or self.shown.at(kind, person, pressed) == TURNED:
                continue
            seen.append(at - pressed)
            figures.by_place.setdefault(kind.value, []).append(at - pressed)
            if places.get(row.user) is SurfaceKind.HAND and user != row.user and self._is_kick(row):
                figures.from_dm.append(at - pressed)
            if at - pressed > LATE_S:
                verbs = [action.verb for action in entry_of(row).actions]
                told = f"r{row.revision} {verbs} by {places[row.user].value}, {kind.value}"
                figures.late.append(f"{at - pressed:6.2f} s: {told}")
        if seen:
            is_moment = self.table.hold_s(past.events) > 0
            (figures.moments if is_moment else figures.others).append(max(seen))

    def _moves_on(self, row: LogRow) -> bool:
        """Return True unless a pass has changed nothing that anybody can see."""
        if any(action.verb != PASS_VERB for action in entry_of(row).actions):
            return True
        before, after = (self.game.pending(self.states[row.revision - back]) for back in (1, 0))
        return before is None or after is None or before.serial != after.serial

    def _is_kick(self, row: LogRow) -> bool:
        return any(action.verb == "kick" for action in entry_of(row).actions)

    def _first_sight(self, revision: int) -> float | None:
        found = [self.shown.first(kind, user, revision) for kind, user in self.shown.sights]
        return min((at for at in found if at is not None), default=None)

    def _calls(self) -> None:
        """Sort what rang by what it asked for."""
        for person in self.evening.people:
            for entry in person.diary.entries:
                if rings(entry):
                    why = self._why(person, SeenMessage(entry["message"]), entry["at"])
                    self.figures.calls[why] += 1

    def _why(self, person: Person, seen: SeenMessage, at: float) -> str:
        if "waits for you" in seen.text:
            return "call"
        if any(button.label == "Accept" for button in seen.buttons):
            return "offer"
        revision, seat = self.shown.at(SurfaceKind.HAND, person.id, at + 0.5), self.facts.seat_of(person.id)
        if revision not in self.states or seat is None:
            return "deal"
        state = self.states[revision]
        pending = self.game.pending(state)
        view = TableView(
            replace(self.facts, revision=revision), seat, self.game, self.game.view(state, seat),
            tuple(self.game.legal_moves(state, seat)), pending,
        )  # fmt: skip
        if pending is not None and seat in pending.awaited:
            return "question"
        if seat in screens.asked_seats(view):
            return "offer"
        lately = [self.past[n] for n in range(max(1, revision - 3), revision + 1) if n in self.past]
        if any(seat in self.table.struck(past.events, past.seat) for past in lately):
            return "strike"
        self.figures.idle.append(f"{person.name} r{revision}: {seen.text[-400:]!r}")
        return "nothing"


async def play(speed: str, options: Namespace) -> Figures:
    """Play one evening."""
    shown = Shown()
    with tempfile.TemporaryDirectory() as folder, shown.listening():
        async with Sandbox(rate_limits=True) as box:
            box.log.requests = type(box.log.requests)(maxlen=1_000_000)
            bot = InProcessBot(box, Path(folder))
            timing = Timing() if speed == "live" else Timing(thinking_time=POST_THINKING, call_delay_s=0.5)
            await bot.start(timing, **NO_QUOTAS)
            evening = Evening(box, box.add_guild("Evening", [CHANNEL_NAME]), options.think, speed)
            try:
                await evening.sit_down()
                await evening.play(time.monotonic() + options.seconds)
                await asyncio.sleep(2.0)
            finally:
                await bot.stop()
            return await Reader(evening, shown).read(Path(folder) / "games.db")


def spread(title: str, values: Sequence[float], goal: str) -> None:
    """Print one row of the table."""
    if not values:
        print(f"{title:52}      none{goal:>18}")
        return
    ordered = sorted(values)
    p50, p90 = (ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.9))
    figures = f"least {ordered[0]:5.2f}  p50 {p50:5.2f}  p90 {p90:5.2f}  most {ordered[-1]:5.2f}"
    print(f"{title:52}{figures} s of {len(ordered):4}{goal:>18}")


def report(speed: str, found: Figures, *, verbose: bool) -> None:
    """Print what an evening came to."""
    print(f"\n{speed}: {found.revisions} revisions, {found.rounds:.1f} rounds")
    if speed == "live":
        spread("faces that a computer ended stood on the table", found.faces, "least 6")
        spread("claims, dice, deaths that a computer ended", found.beats, "least 3")
        spread("strike to the victim's screen", found.strikes, "1")
        spread("kick in direct messages to the others' screens", found.from_dm, "p90 1")
        spread("press of a moment to everybody's right screen", found.moments, "p90 1")
        spread("any other press to everybody's right screen", found.others, "")
        for place, values in sorted(found.by_place.items()):
            spread(f"  … to those who look at: {place}", values, "")
    asked = sum(count for why, count in found.calls.items() if why not in ("nothing", "lobby"))
    told = ", ".join(f"{why} {count}" for why, count in found.calls.most_common())
    rounds = max(found.rounds, 0.1)
    print(f"calls a round: {found.calls.total() / rounds:.1f}, {asked / rounds:.1f} asked ({told})")
    if verbose:
        print("\n".join([*found.idle, *(found.late if speed == "live" else ())]))


def main() -> None:
    """Read the options and measure."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=150.0, help="for each speed")
    parser.add_argument("--think", type=float, default=3.0, help="seconds for a decision, on average")
    parser.add_argument("--speed", choices=("live", "post"), help="both unless given")
    parser.add_argument("--verbose", action="store_true", help="list the calls that asked for nothing")
    options = parser.parse_args()
    for speed in (options.speed,) if options.speed else ("live", "post"):
        is_post = speed == "post"
        factors = {**passing.PASS_FACTORS, "post": POST_PASS_FACTOR}
        recent_s = POST_RECENT_S if is_post else attention.RECENT_PRESS_S
        with (
            mock.patch.object(attention, "RECENT_PRESS_S", recent_s),
            mock.patch.object(passing, "PASS_FACTORS", factors),
        ):
            report(speed, asyncio.run(play(speed, options)), verbose=options.verbose)


if __name__ == "__main__":
    main()
