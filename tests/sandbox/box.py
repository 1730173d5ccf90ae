"""The sandbox of the tests: it misbehaves on request, and sends by HTTP as well."""

from typing import Any

from bot.sandbox import box
from bot.sandbox.people.person import Person
from bot.sandbox.protocol.request_log import RequestRecord
from bot.sandbox.world.model import Channel
from bot.sandbox.world.permissions import Permission
from tests.sandbox.endpoint import EndpointSender, SigningKey
from tests.sandbox.faults import FaultyRestServer, RestFaults
from tests.sandbox.gateway import FaultyGateway


class Sandbox(box.Sandbox):
    """A small Discord on loopback. Use it with `async with Sandbox() as box`."""

    gateway_type = FaultyGateway
    rest_type = FaultyRestServer
    gateway: FaultyGateway
    rest: FaultyRestServer

    def __init__(self, *, rate_limits: bool = False, **how: Any) -> None:
        super().__init__(**how)
        self.rates = self.rest.rates
        self.rates.enabled = rate_limits
        self.key = SigningKey()
        self.endpoint = EndpointSender(self.world, self.log, self.key)

    async def close(self) -> None:
        self.faults.clear()
        await self.endpoint.stop()
        await super().close()

    @property
    def faults(self) -> RestFaults:
        return self.rest.faults

    @property
    def public_key(self) -> str:
        """With what the application checks that interactions come from here, in hexadecimal digits."""
        return self.key.public

    @property
    def requests(self) -> list[RequestRecord]:
        """The latest REST calls."""
        return list(self.log.requests)

    def allow(
        self,
        channel: Channel,
        permission: str,
        allowed: bool | None = True,
        *,
        who: Person | None = None,
    ) -> None:
        """Set one permission in a channel, by its name, for the bot or for `who`."""
        user = self.world.bot.id if who is None else who.id
        self.world.switch_permission(channel, user, Permission[permission.upper()], allowed)

    def deny(self, channel: Channel, permission: str, *, who: Person | None = None) -> None:
        """Deny one permission in a channel."""
        self.allow(channel, permission, False, who=who)

    def purge(self, channel: Channel) -> int:
        """Delete all messages of a channel in bulk, as a moderator can; return how many."""
        ids = list(channel.messages)
        self.world.delete_messages(channel, ids)
        return len(ids)
