"""Wait for the application's answers; after three seconds an interaction has failed."""

import asyncio
import contextlib

from bot.sandbox.messages import interactions
from bot.sandbox.world import events
from bot.sandbox.world.model import Interaction
from bot.sandbox.world.state import World


class AnswerDeadlines:
    """Track which interactions are answered in time and which have failed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._done: dict[int, asyncio.Event] = {}
        self._timers: dict[int, asyncio.Task[None]] = {}
        world.listeners.append(self._on_event)

    def _on_event(self, event: events.Event) -> None:
        match event:
            case events.InteractionCreated(interaction, _):
                self._done[interaction.id] = asyncio.Event()
                self._timers[interaction.id] = asyncio.create_task(self._expire(interaction))
            case events.InteractionAnswered(interaction):
                self._finish(interaction)
                self._timers.pop(interaction.id).cancel()
            case events.InteractionFailed(interaction):
                self._finish(interaction)
            case _:
                pass

    def _finish(self, interaction: Interaction) -> None:
        self._done.pop(interaction.id).set()

    async def _expire(self, interaction: Interaction) -> None:
        await self._world.clock.sleep_until(interaction.created_at + interactions.ANSWER_DEADLINE_S)
        self._timers.pop(interaction.id, None)
        interactions.fail(self._world, interaction)

    async def wait(self, interaction: Interaction) -> None:
        """Wait until an interaction is answered or has failed."""
        done = self._done.get(interaction.id)
        if done is not None:
            await done.wait()

    async def stop(self) -> None:
        """Cancel all deadlines."""
        timers = list(self._timers.values())
        for timer in timers:
            timer.cancel()
        for timer in timers:
            with contextlib.suppress(asyncio.CancelledError):
                await timer
