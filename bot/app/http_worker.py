"""A process that answers presses which Discord sends by HTTP, and has no connection to the gateway."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from bot.app.arrival import arrived_at
from bot.app.client import Kickdoor, Services, Timing
from bot.cluster.endpoint import InteractionEndpoint, Payload, SignatureChecker, UnreadableInteractionError

log = logging.getLogger(__name__)


class HttpKickdoor(Kickdoor):
    """The bot behind an interactions endpoint: it calls Discord but receives presses only over HTTP.

    It knows no servers and channels but what a press brings along, and looks after no table. Clocks,
    computers and screens belong to the processes that hear the gateway.
    """

    cog_modules = ("cogs.components", "cogs.kickdoor")
    hears_shards = False

    def __init__(self, services: Services, timing: Timing) -> None:
        super().__init__(services, timing)
        settings = services.settings
        checker = SignatureChecker(settings.public_key or "", settings.http_max_age_s, timing.ticker.wall)
        assert services.cluster is not None, "the settings of a worker name a server"
        self._endpoint = InteractionEndpoint(
            checker, services.cluster.is_new_press, self._take, services.metrics.http_requests
        )
        self._listening = False

    async def connect(self, *, reconnect: bool = True) -> None:
        """Listen until cancelled, in place of the library's connection. Raises ListenError."""
        settings = self.services.settings
        await self._endpoint.start(settings.http_host, settings.http_port)
        self._listening = True
        log.info("ready for presses on port %d", self._endpoint.port)
        self.dispatch("ready")
        try:
            await asyncio.Event().wait()
        finally:
            await self.stop_listening()

    def connection_fault(self) -> str:
        """Return "" while Discord has accepted the token and presses can come."""
        return "" if self._listening and not self.is_closed() else "not listening"

    async def stop_listening(self) -> None:
        """Let the balancer send presses to the others."""
        self._listening = False
        await self._endpoint.stop()

    def _take(self, payload: Payload, arrived: float) -> None:
        """Give an interaction to the library, as its gateway would."""
        state: Any = self._connection  # the library has no public way in
        try:
            with arrived_at(arrived):
                state.parse_interaction_create(payload)
        except Exception as error:
            # Only what it was: the text of an error may repeat what is in a message, which may be a hand.
            raise UnreadableInteractionError(type(error).__name__) from None
