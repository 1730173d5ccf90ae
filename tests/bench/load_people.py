"""People for the load bench: each thinks for themselves and presses what they see, at a live pace."""

import asyncio
import re
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Literal

from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import Outcome, SeenComponent, SeenMessage, SeenModal
from bot.sandbox.world.model import Guild
from bot.views.base.custom_ids import SURE, parse
from tests.e2e.scripted_players import MOVE_KINDS, WEIGHT_BY_VERB, boards_seen
from tests.sandbox.box import Sandbox

CHANNEL_NAME = "game-night"
NAMES = ("Ann", "Ben", "Cleo", "Dan")

AWAITED_ONLY_VERBS = ("pass", "kick", "loot", "end_turn", "give_away", "flee", "run_away", "claim")
"""Moves that only somebody has for whom the table waits."""

Style = Literal["hand", "board", "closed", "open"]
"""Where people press: on the hand in their direct messages; on the table's message and what opens from it;
there too, with direct messages closed; on a hand that stays open in the channel."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Somebody sees at this moment (seconds since 1970) that a wait is for them, and when it began."""

    channel: int
    user: int
    at: float
    since: int


@dataclass(slots=True)
class Measurements:
    """What the people of one or many tables have measured, in seconds."""

    answers: list[float] = field(default_factory=list[float])
    """From every press to its answer."""
    views: list[Sight] = field(default_factory=list["Sight"])
    failed: int = 0


class LoadGroup:
    """Four people in a server of their own, who play one game after the other."""

    def __init__(self, box: Sandbox, guild: Guild, number: int, style: Style, think: float) -> None:
        self.style: Style = style
        self.notes = Measurements()
        self.people = [box.person(f"{name}{number}", guilds=[guild]) for name in NAMES]
        self.place = next(c for c in box.world.channels.values() if c.guild_id == guild.id)
        self._think, self._now = think, box.clock.now
        self._rng = Random(number)
        self._over = False
        self._at_table: set[int] = set()
        """Those who have pressed something in the channel last, and look there."""
        if style == "closed":
            for person in self.people:
                person.set_dms(False)

    def habit(self, person: Person) -> Style:
        """Return where somebody plays."""
        return self.style

    # sitting down

    async def open(self, game: str = "classic") -> None:
        """Open a table, sit down and deal. Clocks are slow, so that whatever happens comes of a press."""
        host = self.people[0]
        assert (await host.command(self.place, "kickdoor new", {"game": game, "speed": "relaxed"})).ok
        table = await host.until(self._table, within=60)
        assert table is not None
        for person in self.people[1:]:
            assert (await person.command(self.place, "kickdoor join", {"sex": "female"})).ok
        await host.until(lambda: f"**{self.people[-1].name}**" in self._text(), within=60)
        await self._press_or_fail(host, table, "Start")
        await host.until(lambda: "Laying out" in self._text(), within=60)

    async def ready(self) -> None:
        """Let everybody be done with the first cards, where they play."""
        for person in self.people:
            in_hand = self.habit(person) == "hand"
            where = await person.until(partial(self._hand, person), within=60) if in_hand else self._table()
            assert where is not None
            await self._press_or_fail(person, where, "I’m ready")
            self._at_table |= set() if in_hand else {person.id}

    async def _press_or_fail(self, person: Person, message: SeenMessage, label: str) -> None:
        outcome = await person.click(message, label=label)
        assert outcome.ok, outcome

    def _table(self) -> SeenMessage | None:
        """Find the table's message."""
        return next(reversed(boards_seen(self.people[0], self.place)), None)

    def _text(self) -> str:
        table = self._table()
        return "" if table is None else table.text

    # playing

    async def play(self, end: float) -> None:
        """Play until the clock says ``end``; a game that is over before is the end, too."""
        await asyncio.gather(*(self._sit(person, end) for person in self.people))

    async def _sit(self, person: Person, end: float) -> None:
        rng = Random(f"{person.name}/sit")
        while not self._over and (left := end - time.monotonic()) > 0:
            if not self._awaits(person):
                try:
                    await person.until(lambda: self._over or self._awaits(person), within=left)
                except TimeoutError:
                    return
                self._note_view(person)
            if self._over:
                return
            await asyncio.sleep(self._thought(rng))
            await self._act(person, rng)

    def _note_view(self, person: Person) -> None:
        shown = self._hand(person) if self._sees_in_hand(person) else self._table()
        ids = [] if shown is None else [parse(button.custom_id) for button in shown.buttons]
        since = {
            one.seen for one in ids if one is not None and (one.action in MOVE_KINDS or one.rest == "hand")
        }
        if since:
            self.notes.views.append(Sight(self.place.id, person.id, self._now(), max(since)))

    def _thought(self, rng: Random) -> float:
        """Return how long somebody thinks: now and then a good while longer."""
        return self._think * rng.uniform(0.4, 1.6) * (4 if rng.random() < 0.1 else 1)

    def _awaits(self, person: Person) -> bool:
        """Return True if a person can see that the table waits for them."""
        text = self._text()
        if "Play again" in text:
            self._over = True
        if self._sees_in_hand(person):
            return True
        if (
            self.habit(person) == "hand"
            and person.id not in self._at_table
            and self._hand(person) is not None
        ):
            return False
        line = next((line for line in text.splitlines() if line.startswith("👉")), "")
        return f"**{person.name}**" in line

    def _sees_in_hand(self, person: Person) -> bool:
        hand = self._hand(person) if self.habit(person) in ("hand", "open") else None
        if hand is None:
            return False
        return "❗" in hand.text or any(_verb(button) in AWAITED_ONLY_VERBS for button in hand.buttons)

    async def _act(self, person: Person, rng: Random) -> None:
        seq = len(person.diary.entries)
        habit = self.habit(person)
        message = self._hand(person) if habit in ("hand", "open") else self._table()
        press = None if message is None else self._choose(message, rng)
        self._at_table.discard(person.id)
        if press is None or (habit in ("board", "closed") and rng.random() < 0.5):
            self._at_table.add(person.id)
            table = self._table()
            if table is None or not any(button.label == "My hand" for button in table.buttons):
                return
            outcome = await self._timed(person.click(table, label="My hand"))
            message = outcome.message
            press = None if message is None else self._choose(message, rng)
        for _ in range(12):
            if message is None or press is None:
                break
            outcome = await self._press(person, message, press, rng)
            if outcome.modal is not None:
                outcome = await self._timed(self._fill(person, outcome.modal, rng))
            message = outcome.message
            if message is None or not any(button.label == "Back" for button in message.buttons):
                break
            press = self._choose(message, rng)
        self._dismiss_old_messages(person)
        try:
            # What was pressed shows on the table before one presses again.
            async with asyncio.timeout(2.0):
                await person.diary.wait(seq)
        except TimeoutError:
            pass

    def _dismiss_old_messages(self, person: Person) -> None:
        """Dismiss private answers, as people do."""
        keeps = self._hand(person) if self.habit(person) == "open" else None
        for place in (self.place, "dm"):
            for message in person.messages(place):
                if message.ephemeral and (keeps is None or message.id != keeps.id):
                    person.dismiss(message)

    def _hand(self, person: Person) -> SeenMessage | None:
        if self.habit(person) == "open":
            hands = [m for m in person.messages(self.place) if m.from_bot and m.ephemeral and m.selects]
        else:
            hands = [m for m in person.dms() if m.from_bot and not m.ephemeral and m.selects]
        return hands[-1] if hands else None

    async def _timed(self, doing: Awaitable[Outcome]) -> Outcome:
        began = time.monotonic()
        outcome = await doing
        if outcome.ok:
            self.notes.answers.append(time.monotonic() - began)
        elif outcome.status == "failed":
            self.notes.failed += 1
        return outcome

    async def _press(
        self, person: Person, message: SeenMessage, press: SeenComponent, rng: Random
    ) -> Outcome:
        if not press.options:
            return await self._timed(person.click(message, custom_id=press.custom_id))
        values = [str(option["value"]) for option in press.options]
        count = rng.randint(max(press.least, 1), press.most)
        return await self._timed(person.select(message, rng.sample(values, count), custom_id=press.custom_id))

    async def _fill(self, person: Person, modal: SeenModal, rng: Random) -> Outcome:
        values: dict[str, list[str] | str] = {}
        for _, entry in modal.fields:
            options = [str(option["value"]) for option in entry.options]
            picks = rng.sample(options, rng.randint(entry.least, entry.most)) if options else "word"
            values[entry.custom_id] = picks
        return await person.submit(modal, values)

    def _choose(self, message: SeenMessage, rng: Random) -> SeenComponent | None:
        moves = [c for c in message.buttons + message.selects if self._weight(c) and not c.disabled]
        return rng.choices(moves, [self._weight(c) for c in moves])[0] if moves else None

    def _weight(self, component: SeenComponent) -> float:
        """Say how much somebody likes to press this; 0 for what is no move and leads to none."""
        parts = component.custom_id.split(":", 4)
        if len(parts) < 5:
            return 0.0
        kind, rest = parts[3], parts[4]
        if kind in MOVE_KINDS:
            return WEIGHT_BY_VERB.get(_verb(component), 2.0)
        leads = kind == "g" and rest.split(".")[0] in ("card", "cards", "do", SURE)
        return (3.0 if rest.startswith(("card.", f"{SURE}.")) else 0.2) if leads else 0.0


def _verb(component: SeenComponent) -> str:
    """Return which move a button makes or begins, "" if none."""
    parts = component.custom_id.split(":", 4)
    return re.split(r"[.~!]", parts[4])[0] if len(parts) == 5 and parts[3] in MOVE_KINDS else ""
