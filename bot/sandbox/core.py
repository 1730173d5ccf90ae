"""All parts of a sandbox, wired together."""

import secrets
from collections.abc import Iterable

from bot.sandbox.gateway.server import Gateway
from bot.sandbox.people.answers import AnswerDeadlines
from bot.sandbox.people.journal import Journal
from bot.sandbox.people.person import Person
from bot.sandbox.protocol.request_log import RequestLog, Violation
from bot.sandbox.rest.server import API_PREFIX, RestServer
from bot.sandbox.world.clock import Clock
from bot.sandbox.world.model import Channel, Guild
from bot.sandbox.world.state import World

TOKEN = "sandbox-token"
"""The bot's token; it is valid for a sandbox only."""


class Core:
    """A small Discord without a network port; `Sandbox` adds one."""

    gateway_type: type[Gateway] = Gateway
    rest_type: type[RestServer] = RestServer

    def __init__(self, *, heartbeat_seconds: float) -> None:
        """Prepare a sandbox."""
        self.token = TOKEN
        self.clock = Clock()
        self.world = World(self.clock)
        self.log = RequestLog()
        self.gateway = self.gateway_type(
            self.world, self.token, self.log, heartbeat_seconds=heartbeat_seconds
        )
        self.journal = Journal(self.world)
        self.answers = AnswerDeadlines(self.world)
        self.rest = self.rest_type(self.world, self.token, self.log)
        self._people: dict[int, Person] = {}
        self.instance = secrets.token_hex(8)
        self.url = ""

    @property
    def api_base(self) -> str:
        """Where a client finds the REST API."""
        return f"{self.url}{API_PREFIX}"

    @property
    def gateway_url(self) -> str:
        """Where a client finds the gateway."""
        return self.gateway.url

    # What happened

    @property
    def violations(self) -> list[Violation]:
        """Everything the application did that Discord forbids."""
        return self.log.violations

    # The world

    def add_guild(self, name: str, channels: Iterable[str] = ("general",), *, id: int | None = None) -> Guild:
        """Create a server with text channels; the bot and all people join it."""
        guild = self.world.add_guild(name, id=id)
        for channel in channels:
            self.world.add_channel(guild, channel)
        for person in self._people.values():
            self.world.add_member(guild, person.id)
        return guild

    def channel(self, name: str, guild: Guild | None = None) -> Channel:
        """Find a guild channel by name."""
        for channel in self.world.channels.values():
            here = guild is None or channel.guild_id == guild.id
            if here and channel.guild_id is not None and channel.name == name.removeprefix("#"):
                return channel
        raise LookupError(f"no channel {name}")

    def person(self, name: str, *, guilds: Iterable[Guild] | None = None) -> Person:
        """Return a person by name; a new one joins the given guilds, or all."""
        for person in self._people.values():
            if person.name == name:
                return person
        user = self.world.add_user(name)
        person = Person(self.world, self.journal, self.answers, user)
        self._people[user.id] = person
        for guild in self.world.guilds.values() if guilds is None else guilds:
            self.world.add_member(guild, user.id)
        return person

    def people(self) -> list[Person]:
        """List all people."""
        return list(self._people.values())
