"""How large the log of a whole game is, beside the same log without what the story needs. Prints a table.

ARGS: [--games N], so many games of each edition; [--steps N], after which one is closed.

The same seeded games are counted twice: as they are saved, and without the kinds of events that were added
for the narration (how a fight stands after each action, turns that are lost) and without the start's record
for replays.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bot.store.rows import LogRow  # noqa: E402  # the path has to be set first
from bot.tables.state import LOG_ENTRY_CODEC, SAVED_EVENTS_CODEC, SavedEvents  # noqa: E402
from tests.bot.replays.played_tables import PlayedTable  # noqa: E402

GAMES = ("classic", "wild_west", "apocalypse", "rick_and_morty", "panic")
SEATS = 4
NARRATION_KINDS = frozenset({"combat_scored", "turn_lost"})


def bytes_of(row: LogRow) -> int:
    """Return what a row's own content takes, without the database's columns."""
    return len(row.body) + len(row.events)


def without_narration(row: LogRow) -> LogRow:
    """Return the row as it was saved before games were narrated and replayed."""
    events = SAVED_EVENTS_CODEC.decode(row.events).events if row.events else ()
    told = tuple(event for event in events if event.kind not in NARRATION_KINDS)
    body = row.body
    if row.kind == "start":
        body = LOG_ENTRY_CODEC.encode(replace(LOG_ENTRY_CODEC.decode(body), start=None))
    saved = SAVED_EVENTS_CODEC.encode(SavedEvents(told)) if told != events else row.events
    return replace(row, body=body, events=saved)


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--steps", type=int, default=1500)
    args = parser.parse_args()
    print(f"{'game':16} {'steps':>6} {'KB before':>10} {'KB now':>8} {'more':>7} {'bytes a step':>13}")
    for game in GAMES:
        log = [
            row
            for number in range(args.games)
            for row in PlayedTable(game, SEATS, number).play(args.steps).close().log
        ]
        now, before = sum(map(bytes_of, log)), sum(bytes_of(without_narration(row)) for row in log)
        steps = len(log) / args.games
        sizes = f"{before / args.games / 1000:10.1f} {now / args.games / 1000:8.1f}"
        print(f"{game:16} {steps:6.0f} {sizes} {now / before - 1:7.1%} {now / len(log):13.0f}")


if __name__ == "__main__":
    main()
