"""A process that starts bot processes and lets each of them die at a chosen moment.

Run as a program it reads lines of path, ticks and actions, and forks a child for each. The child opens the
database, plays that many actions, and kills itself with SIGKILL when its event loop has turned so often (0:
never). What players were told goes to standard output at once, so the parent knows what was promised.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from bot.tables.choices import Choice
from bot.tables.intents import Act, Create, Join, Start
from bot.tables.results import Change
from cards.kernel.codec import digest
from cards.kernel.dice import Dice
from cards.players.random_player import RandomPlayer
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, GUILD, NAME_BY_USER, TableHarness

USER_BY_SEAT = {0: ANN, 1: BEN, 2: CLEO}


class DyingLoop(asyncio.SelectorEventLoop):
    """An event loop that takes the whole process with it after so many turns."""

    ticks = 0

    def _run_once(self) -> None:
        self.ticks -= 1
        if self.ticks == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        super()._run_once()  # type: ignore[misc]


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def play(path: Path, actions: int) -> None:
    """Play on, for everybody in turn, what their own dice say at this moment; at most so many actions."""
    harness = await TableHarness.open(path, seed=77)
    await harness.service.create(1, ANN, Create(CHANNEL, GUILD, "Ann", "tiny"))
    harness.table = 1
    for press, user in enumerate((BEN, CLEO), 2):
        await harness.send(user, Join(NAME_BY_USER[user]), interaction_id=press)
    await harness.send(ANN, Start(), interaction_id=4)
    while actions:
        view = await harness.view_for(None)
        if view.pending is None:
            break
        seat = view.pending.awaited[0]
        own = await harness.view_for(USER_BY_SEAT[seat])
        dice = Dice(int(digest(repr((own.game_view, own.pending)).encode())[:15], 16))
        move = RandomPlayer().choose(own.game_view, list(own.moves), seat, dice)
        choice = Choice(move.verb, move.card, move.ability, move.picks)
        # The same click of the same moment has the same id, as when a player presses again after a kill.
        press = 1_000_000 + own.table.revision
        result: Any = await harness.send(
            USER_BY_SEAT[seat], Act(choice), seen=own.table.revision, interaction_id=press
        )
        if isinstance(result, Change):
            say("told", result.table.revision, press)
            actions -= 1
    await harness.close()
    say("end")


def run_child(path: Path, ticks: int, actions: int) -> None:
    loop = DyingLoop()
    loop.ticks = ticks
    asyncio.set_event_loop(loop)
    loop.run_until_complete(play(path, actions))
    loop.close()


def main() -> None:
    for line in sys.stdin:
        path, ticks, actions = line.split("\t")
        pid = os.fork()
        if pid == 0:
            run_child(Path(path), int(ticks), int(actions))
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        say("exit", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
