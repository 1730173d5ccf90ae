"""Wait for changes that send no notification."""

import asyncio
import inspect
from collections.abc import Callable


async def eventually(test: Callable[[], object], *, within: float = 60.0) -> None:
    """Poll `test` until it returns a true value, for at most `within` real seconds."""
    async with asyncio.timeout(within):
        while True:
            result = test()
            if await result if inspect.isawaitable(result) else result:
                return
            await asyncio.sleep(0.01)
