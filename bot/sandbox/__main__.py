"""Run the sandbox as its own process: `python -m bot.sandbox --port 8080 --person Alice`."""

import argparse
import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.sandbox.box import Sandbox


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 picks a free port")
    parser.add_argument("--token", default="sandbox-token", help="the bot token to accept")
    parser.add_argument("--guild", default="Sandbox", help="name of the server")
    parser.add_argument("--channel", action="append", help="a text channel; may be repeated")
    parser.add_argument("--person", action="append", help="a person; may be repeated")
    parser.add_argument("--seed", type=int, help="use the same ids and tokens in every run")
    parser.add_argument("--description", type=Path, help="Discord's openapi.json")
    parser.add_argument("--rate-limits", action="store_true", help="apply Discord's rate limits")
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> None:
    """Run until a signal arrives; the first line of output is JSON with the addresses."""
    async with Sandbox.start(
        port=options.port,
        token=options.token,
        seed=options.seed,
        description=options.description,
        rate_limits=options.rate_limits,
    ) as box:
        box.add_guild(options.guild, options.channel or ["general"])
        for name in options.person or ["Alice", "Bob"]:
            box.person(name)
        addresses = {"url": box.url, "api_base": box.api_base, "gateway_url": box.gateway_url}
        sys.stdout.write(json.dumps(addresses) + "\n")
        sys.stdout.flush()
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(name, stop.set)
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(run(_arguments(None)))
