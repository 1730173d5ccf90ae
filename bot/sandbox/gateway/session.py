"""A gateway session: the events sent in it, kept for a resume, and its connection."""

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field
from itertools import islice

from aiohttp import web

from bot.sandbox.protocol.values import Json
from bot.sandbox.world.clock import shard_of

MAX_KEPT_EVENTS = 10_000


class Connection:
    """One websocket; its own task writes the frames in order."""

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
        """Queue a frame that is not an event."""
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close the connection after all queued frames are sent."""
        self.closed_here = True
        self._frames.put_nowait(code)

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
                # The client is gone; the reader notices it and cleans up.
                return


@dataclass(slots=True)
class Session:
    """What a client identified as, and every event sent or missed in the session."""

    id: str
    shard: int
    shards: int
    connection: Connection | None = None
    lost_at: float | None = None
    sequence: int = 0
    kept: deque[tuple[int, str, str]] = field(
        default_factory=lambda: deque[tuple[int, str, str]](maxlen=MAX_KEPT_EVENTS)
    )

    def hears(self, guild_id: int | None) -> bool:
        """Return True if what happens in a guild, or in direct messages, belongs to this shard."""
        return self.shard == (0 if guild_id is None else shard_of(guild_id, self.shards))

    def dispatch(self, name: str, data: Json) -> None:
        """Number an event, keep it for a resume, and send it if a client is connected."""
        self.redispatch(name, json.dumps(data))

    def redispatch(self, name: str, data: str) -> None:
        """Dispatch an event whose data is already JSON text."""
        self.sequence += 1
        self.kept.append((self.sequence, name, data))
        if self.connection is not None:
            self.connection.send(_frame(self.sequence, name, data))

    def replay(self, after: int) -> bool:
        """Resend everything after a number; return False if that is no longer possible."""
        if after > self.sequence or (self.kept and self.kept[0][0] > after + 1):
            return False
        if self.connection is not None:
            skip = max(0, len(self.kept) - (self.sequence - after))
            for sequence, name, data in islice(self.kept, skip, None):
                self.connection.send(_frame(sequence, name, data))
        return True


def _frame(sequence: int, name: str, data: str) -> str:
    return f'{{"op":0,"s":{sequence},"t":"{name}","d":{data}}}'
