"""The house rules of one table: every variant of the rule sheet as a field of its own (P-244)."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from cards.kernel.game import Setup, SetupError

Seconds = Annotated[int, Field(ge=1, le=3600)]


class PanicOptions(BaseModel, frozen=True, extra="forbid"):
    """What may differ from table to table. Unset fields follow the number of players.

    ``more_munchkin`` turns on the whole expansion (P-220): Characters, Enhancers, its Weapons, Illusion,
    and points that count even when no Tower stands.
    """

    more_munchkin: bool = False
    characters: bool = False
    enhancers: bool = False
    expansion_weapons: bool = False
    illusion: bool = False

    curse_cards: bool = True
    """Off: Less Munchkin (P-240)."""
    swap: bool = False
    """Trade one card with one player in phase 3 instead of asking for help (P-240)."""

    hand_change: Annotated[int, Field(ge=-3, le=2)] = 0
    """Added to the number of Castle cards that players start with and draw up to (P-241, P-242)."""
    start_treasures: Annotated[int, Field(ge=0, le=2)] | None = None
    walls: bool = True
    reshuffle_treasures: bool = True

    weapons_per_hit: Annotated[int, Field(ge=1, le=3)] = 1
    deals_per_turn: Annotated[int, Field(ge=1, le=5)] = 1
    monsters_placed: Annotated[int, Field(ge=1, le=4)] | None = None

    hints: bool = True
    """Whether players may ask the coach what to do."""
    free_seats: bool = False
    """Whether onlookers take a computer's seat without anybody being asked."""

    turn_seconds: Seconds = 180
    """For the active seat's own phases: drawing up and playing cards."""
    answer_seconds: Seconds = 60
    offer_seconds: Seconds = 60
    curse_seconds: Seconds = 10
    """For cancelling a Curse card (H-107) or token."""
    trophy_seconds: Seconds = 20
    """For Enhancers on a monster that was just slain (H-94)."""
    settle_seconds: Seconds = 10
    """For any-time cards before the monsters move."""
    place_seconds: Seconds = 20
    """For the die of each placed monster."""


def read_options(setup: Setup) -> PanicOptions:
    """Validate the setup's options. Raises SetupError naming the first one that is invalid."""
    try:
        return PanicOptions.model_validate(dict(setup.options))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        raise SetupError("bad_option", {"option": place, "reason": first["msg"]}) from error
