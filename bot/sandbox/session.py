"""A gateway session: what was sent in it, so that it can be resumed, and to whom it goes."""

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field
from itertools import islice

from aiohttp import web

from bot.sandbox.gateway_events import Dispatch, Intent
from bot.sandbox.snowflake import shard_of
from bot.sandbox.wire import Json

MOST_KEPT = 10_000


class Connection:
    """One websocket; frames are written in order by a task of its own."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.request = request
        self.session: Session | None = None
        self.closed_here = False
        self._frames: asyncio.Queue[str | int] = asyncio.Queue()

    def send(self, frame: str) -> None:
        """Queue a frame."""
        self._frames.put_nowait(frame)

    def send_op(self, op: int, data: object = None) -> None:
        """Queue a frame that is no event."""
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close after everything queued so far was sent."""
        self.closed_here = True
        self._frames.put_nowait(code)

    def abort(self) -> None:
        """Cut the connection without a word."""
        if isinstance(self.request.transport, asyncio.Transport):
            self.request.transport.abort()

    async def write(self) -> None:
        """Send what is queued until the socket is closed."""
        while True:
            frame = await self._frames.get()
            try:
                if isinstance(frame, int):
                    await self.socket.close(code=frame)
                    return
                await self.socket.send_str(frame)
            except (ConnectionError, RuntimeError):
                # The other side is gone; the reader notices and cleans up.
                return


@dataclass(slots=True)
class Session:
    """What a client identified as, and every event it was or would have been sent."""

    id: str
    shard: int
    shards: int
    intents: Intent
    connection: Connection | None = None
    lost_at: float | None = None
    sequence: int = 0
    acknowledged: int = 0
    kept: deque[tuple[int, str, str]] = field(
        default_factory=lambda: deque[tuple[int, str, str]](maxlen=MOST_KEPT)
    )

    def wants(self, dispatch: Dispatch) -> bool:
        """Return True if an event belongs to this shard and these intents."""
        if dispatch.guild_id is None:
            mine = self.shard == 0
        else:
            mine = shard_of(dispatch.guild_id, self.shards) == self.shard
        return mine and dispatch.intent in self.intents

    def dispatch(self, name: str, data: Json) -> None:
        """Number an event, keep it for a resume, and send it if somebody is there."""
        self.redispatch(name, json.dumps(data))

    def redispatch(self, name: str, data: str) -> None:
        """Do the same with data that is JSON text already."""
        self.sequence += 1
        self.kept.append((self.sequence, name, data))
        if self.connection is not None:
            self.connection.send(_frame(self.sequence, name, data))

    def replay(self, after: int) -> bool:
        """Send again everything after a number; False when that is no longer possible."""
        if after > self.sequence or (self.kept and self.kept[0][0] > after + 1):
            return False
        if self.connection is not None:
            skip = max(0, len(self.kept) - (self.sequence - after))
            for sequence, name, data in islice(self.kept, skip, None):
                self.connection.send(_frame(sequence, name, data))
        return True

    def latest(self, name: str) -> str | None:
        """Return the data of the latest event of a name."""
        return next((data for _, kind, data in reversed(self.kept) if kind == name), None)


def _frame(sequence: int, name: str, data: str) -> str:
    return f'{{"op":0,"s":{sequence},"t":"{name}","d":{data}}}'
