"""Wait for what nothing announces."""

import asyncio
import inspect
from collections.abc import Callable


async def eventually(test: Callable[[], object], *, within: float = 10.0) -> None:
    """Ask again and again until the answer is true; `within` real seconds."""
    async with asyncio.timeout(within):
        while True:
            result = test()
            if await result if inspect.isawaitable(result) else result:
                return
            await asyncio.sleep(0.01)
