"""Drive a sandbox in another process over HTTP: the same people and faults."""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Self, TypeVar

import aiohttp

from bot.sandbox.people.seen import MessageRef, Outcome, SeenMessage, SeenModal, outcome_from
from bot.sandbox.protocol.values import Json, as_object, objects

T = TypeVar("T")


class SandboxError(Exception):
    """The sandbox refused a request to its control interface."""


class RemoteSandbox:
    """A sandbox in another process on this machine; use it with `async with`."""

    def __init__(self, url: str) -> None:
        """Take the sandbox's address, such as http://127.0.0.1:8080."""
        self.url = url.rstrip("/")
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        """Open the connection."""
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connection."""
        if self._session is not None:
            await self._session.close()

    async def get(self, path: str, **query: object) -> Any:
        """Read something under /sandbox."""
        params = {key: str(value) for key, value in query.items()}
        return await self._ask("GET", path, params=params)

    async def post(self, path: str, body: Json) -> Any:
        """Do something under /sandbox."""
        return await self._ask("POST", path, json=body)

    async def _ask(self, method: str, path: str, **more: Any) -> Any:
        if self._session is None:
            raise RuntimeError("use `async with RemoteSandbox(...)`")
        url = f"{self.url}/sandbox{path}"
        async with self._session.request(method, url, **more) as response:
            answer = await response.json()
            if response.status != 200:
                raise SandboxError(str(as_object(answer).get("error")))
            return answer

    async def about(self) -> Json:
        """Return addresses, token and how many clients are connected."""
        return as_object(await self.get(""))

    async def person(self, name: str) -> "RemotePerson":
        """Return a person by name, creating them if necessary."""
        made = as_object(await self.post("/people", {"name": name}))
        return RemotePerson(self, int(made["id"]), str(made["name"]))

    async def world(self, verb: str, **body: object) -> Json:
        """Change the world: add_guild, purge, permission, ...; see world_verbs."""
        return as_object(await self.post(f"/world/{verb}", body))

    async def fault(self, kind: str, **body: object) -> Json:
        """Inject a fault: respond, refuse, rate_limit, lose_answer, reset, delay, hold."""
        return as_object(await self.post(f"/faults/{kind}", body))

    async def gateway(self, verb: str, **body: object) -> Json:
        """Make the gateway misbehave: drop, cut, ask_reconnect, invalidate, repeat, ..."""
        return as_object(await self.post(f"/gateway/{verb}", body))

    async def use_endpoint(self, url: str) -> None:
        """Deliver interactions by HTTP from now on; "": by the gateway again."""
        await self.post("/endpoint", {"url": url})

    async def advance(self, seconds: float) -> None:
        """Move the sandbox's clock forward."""
        await self.post("/clock", {"advance": seconds})

    async def violations(self) -> list[Json]:
        """Return all violations of Discord's rules by the application."""
        return objects(await self.get("/violations"))

    async def requests(self) -> list[Json]:
        """Return the latest REST calls."""
        return objects(await self.get("/requests"))


class RemotePerson:
    """A person in a sandbox in another process; see `Person` for what each method does."""

    def __init__(self, box: RemoteSandbox, id: int, name: str) -> None:
        self._box = box
        self.id = id
        self.name = name

    async def _get(self, what: str, **query: object) -> Any:
        return await self._box.get(f"/people/{self.id}/{what}", **query)

    async def _do(self, verb: str, **body: object) -> Json:
        return as_object(await self._box.post(f"/people/{self.id}/{verb}", body))

    async def _act(self, verb: str, **body: object) -> Outcome:
        given = {key: value for key, value in body.items() if value is not None}
        return outcome_from(await self._do(verb, **given))

    async def screen(self) -> Json:
        """Return servers, channels and unread marks."""
        return as_object(await self._get("screen"))

    async def messages(self, channel: int | str) -> list[SeenMessage]:
        """List the messages they see in a channel, oldest first."""
        return [SeenMessage(m) for m in objects(await self._get("messages", channel=channel))]

    async def dms(self) -> list[SeenMessage]:
        """List the direct messages with the bot."""
        return await self.messages("dm")

    async def visible_log(self) -> list[Json]:
        """Return every version of everything that has been on their screen."""
        return objects(await self._get("log"))

    async def events(self, after: int = 0, wait: float = 0.0) -> list[Json]:
        """Return the events on their screen after a number, waiting for the first one."""
        return objects(await self._get("events", after=after, wait=wait))

    async def until(self, look: Callable[[], Awaitable[T]], *, within: float = 10.0) -> T:
        """Wait until `look` returns a true value; it is called again after every change."""
        async with asyncio.timeout(within):
            while True:
                seq = int((await self.screen())["seq"])
                result = await look()
                if result:
                    return result
                await self.events(seq, wait=within)

    async def command(
        self, channel: int | str, words: str, options: Mapping[str, object] | None = None
    ) -> Outcome:
        """Run a slash command."""
        return await self._act("command", channel=channel, words=words, options=dict(options or {}))

    async def autocomplete(
        self,
        channel: int | str,
        words: str,
        option: str,
        text: str,
        others: Mapping[str, object] | None = None,
    ) -> Outcome:
        """Type into an option and return the suggestions."""
        return await self._act(
            "autocomplete",
            channel=channel,
            words=words,
            option=option,
            text=text,
            options=dict(others or {}),
        )

    async def click(
        self, which: MessageRef, *, label: str | None = None, custom_id: str | None = None
    ) -> Outcome:
        """Press a button."""
        return await self._act("click", message=_id(which), label=label, custom_id=custom_id)

    async def select(
        self,
        which: MessageRef,
        values: Sequence[object],
        *,
        label: str | None = None,
        custom_id: str | None = None,
    ) -> Outcome:
        """Choose values in a select."""
        chosen = list(values)
        return await self._act("select", message=_id(which), values=chosen, label=label, custom_id=custom_id)

    async def submit(self, modal: SeenModal, values: Mapping[str, object]) -> Outcome:
        """Send a form."""
        return await self._act("submit", interaction=modal.interaction_id, values=dict(values))

    async def forge(
        self, channel: int | str, kind: int, data: Json, *, message: MessageRef | None = None
    ) -> Outcome:
        """Send an interaction with arbitrary data."""
        source = None if message is None else _id(message)
        return await self._act("forge", channel=channel, type=int(kind), data=data, message=source)

    async def forge_click(
        self, which: MessageRef, custom_id: str, values: Sequence[str] | None = None
    ) -> Outcome:
        """Press a component that may not exist."""
        chosen = None if values is None else list(values)
        return await self._act("forge_click", message=_id(which), custom_id=custom_id, values=chosen)

    async def say(
        self, channel: int | str, text: str, files: Mapping[str, bytes] | None = None
    ) -> SeenMessage:
        """Send a plain message with files by name."""
        shaped = [
            {"filename": name, "data": base64.b64encode(data).decode()}
            for name, data in (files or {}).items()
        ]
        return SeenMessage(await self._do("say", channel=channel, text=text, files=shaped))

    async def dismiss(self, which: MessageRef) -> None:
        """Dismiss an ephemeral message."""
        await self._do("dismiss", message=_id(which))

    async def delete(self, which: MessageRef) -> None:
        """Delete one of their own messages."""
        await self._do("delete", message=_id(which))

    async def set_dms(self, open: bool) -> None:
        """Open or close their direct messages for the bot."""
        await self._do("set_dms", open=open)


def _id(which: MessageRef) -> int:
    return which.id if isinstance(which, SeenMessage) else which
