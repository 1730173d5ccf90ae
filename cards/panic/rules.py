"""The figures of one table: what follows from the number of seats and the options."""

from __future__ import annotations

from dataclasses import dataclass

from cards.kernel.game import SetupError
from cards.panic.options import PanicOptions
from cards.panic.pack import Catalog

MAX_SEATS = 6
FORTIFY_TOKEN_COUNT = 2
TOWER_COUNT = 6


@dataclass(frozen=True, slots=True)
class PanicRules:
    """Cards and figures that stay the same for the whole game."""

    seats: int
    options: PanicOptions
    catalog: Catalog
    hand_size: int
    """Castle cards at the start and after drawing up, without Characters (P-032, P-034)."""
    start_treasures: int
    treasure_limit: int
    """Treasures that a player may keep in phase 2 (P-045)."""
    quota: int
    """Monsters placed in phase 6 (P-058)."""
    enhancers: bool
    """Whether slain monsters wait in a trophy window (H-94)."""
    needs_tower: bool
    """Whether all lose with the last Tower (P-210, P-220)."""
    fortify_tokens: int = FORTIFY_TOKEN_COUNT


def rules_for(seats: int, options: PanicOptions, catalog: Catalog) -> PanicRules:
    """Work out the figures. Raises SetupError unless one to six play (P-010)."""
    if not 1 <= seats <= MAX_SEATS:
        raise SetupError("bad_seat_count", {"least": 1, "most": MAX_SEATS})
    few = seats <= 2
    start, placed = options.start_treasures, options.monsters_placed
    return PanicRules(
        seats=seats,
        options=options,
        catalog=catalog,
        hand_size=(6 if few else 5) + options.hand_change,
        start_treasures=(0 if seats == 6 else 1) if start is None else start,
        treasure_limit=4 if few else 3,
        quota=(2 if seats == 6 else 3) if placed is None else placed,
        enhancers=options.more_munchkin or options.enhancers,
        needs_tower=seats == 1 or not options.more_munchkin,
    )
