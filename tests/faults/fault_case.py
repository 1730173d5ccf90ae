"""A game in which something is about to go wrong, and the oracle that judges what came of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from random import Random

from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import SeenMessage
from tests.e2e.scripted_players import NoAnswerError
from tests.faults.harness import FaultTable, Harness
from tests.faults.oracle import Oracle


class FaultCase:
    """An evening with its oracle. ``table`` has the people and the board, ``stage`` the bot and the time."""

    def __init__(self, harness: Harness, table: FaultTable) -> None:
        self.harness = harness
        self.box = harness.box
        self.table = table
        self.dice = Random(1)
        self.oracle = Oracle(harness.box, harness.database, table.people, table.number)

    @classmethod
    async def begin(cls, harness: Harness) -> FaultCase:
        """Start a game: somebody is about to kick the door."""
        table = harness.new_table()
        await table.game()
        made = cls(harness, table)
        await made.oracle.converged()
        if table.timed():
            made.oracle.note_time_left(table.left())
        return made

    async def heard(self) -> None:
        """Wait until the bot has heard what has happened so far: it answers in another server."""
        elsewhere = self.harness.new_table()
        await elsewhere.ann.command(elsewhere.channel, "kickdoor status")

    async def check_invariants(
        self, *, notices: int = 1, invalid: int = 100, errors: int = 0, besides: Collection[str] = ()
    ) -> None:
        """Ask for all seven invariants while the game runs, after the fault has ended.

        ``errors`` is how many lines of the log may say that something is wrong; ``besides`` names the
        surfaces that cannot be shown at the moment.
        """
        await self.oracle.durable()
        disk = await self.oracle.converged(besides)
        metrics = (await self.harness.ask("/metrics"))[1]
        self.oracle.secret(disk, self.harness.log(), metrics)
        self.oracle.quiet(notices, invalid)
        complaints = self.harness.complaints()
        assert len(complaints) == errors, complaints
        self.harness.logged.clear()
        await self.check_alive()
        await self.oracle.durable()
        await self.oracle.converged(besides)

    async def fight(self) -> Person:
        """Kick the door, which has a monster behind it."""
        fighter = self.table.awaited()
        assert (await self.table.kick()).ok
        await self.table.until(lambda: "ask for help, or run" in self.table.board().text)
        return fighter

    async def hand(self, person: Person) -> SeenMessage:
        """Let somebody open the hand behind the button."""
        hand = await person.click(self.table.board(person), label="My hand")
        assert hand.message is not None, hand
        return hand.message

    async def ask_for_help(self, fighter: Person, whom: Sequence[Person]) -> None:
        """Offer one treasure for help in the fight, and wait until the message of offers is there."""
        terms = await self.terms_of_help(fighter, whom)
        assert (await fighter.click(terms, label="Send")).ok
        await self.table.until(self._offers_are_seen)

    def _offers_are_seen(self) -> bool:
        shown = self.table.viewer.messages(self.table.place)
        return any(button.label.startswith("Accept") for message in shown for button in message.buttons)

    async def terms_of_help(self, fighter: Person, whom: Sequence[Person]) -> SeenMessage:
        """Choose whom to ask and one Treasure; return the screen on which that can be sent."""
        shown = (await fighter.click(self.table.board(), label="Ask for help")).message
        seats = [str(self.table.people.index(person)) for person in whom]
        for place, chosen in enumerate((seats, ["1"])):
            assert shown is not None
            menu = shown.selects[place]
            shown = (await fighter.select(shown, chosen, custom_id=menu.custom_id)).message
        assert shown is not None
        return shown

    async def check_alive(self) -> None:
        """E: somebody makes a move, and it counts."""
        before = await self.steps()
        for attempt in range(60):
            status = await self.table.players.status()
            assert not status.over
            with suppress(NoAnswerError):  # a busy machine: people press again
                await self.table.players.act(status, Random(f"on/{attempt}"))
            if await self.steps() > before:
                return
        raise AssertionError("nobody can do anything any more")

    async def steps(self) -> int:
        """Return how many steps of the table are on disk."""
        return len((await self.oracle.disk()).log)
