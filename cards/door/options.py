"""House rules of the door-kicking games: one validated model, fixed before the first card (R-730)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class DoorOptions(BaseModel):
    """All options with their standard values; window lengths are seconds at live speed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    listen_at_the_door: bool = Field(False, title="Listen at the Door", description="Faster play (R-700)")
    shared_victory: bool = Field(False, title="Shared victory", description="A helper wins too (R-701)")
    epic: bool = Field(False, title="Epic", description="Play to Level 20 (R-710 to R-713)")
    short: bool = Field(False, title="Short", description="Play to Level 6; to 12 in the epic game (H-125)")
    first_player: int = Field(
        0, ge=0, le=8, title="Who goes first", description="The seat of that number; 0: by dice (R-037)"
    )
    help_any_time: bool = Field(
        False, title="Help any time", description="Ask for help even while ahead (H-03)"
    )
    charm_min_cards: Literal[0, 3] = Field(
        3, title="Charm", description="Cards a Wizard must at least discard to charm (H-40)"
    )
    halfling: Literal["newer", "older"] = Field(
        "newer", title="Halfling", description="Second try for a card, or -1 to Run Away (H-41)"
    )
    treasure_for_eliminated: bool | None = Field(
        None, title="Treasure without a kill", description="By default as the edition says (H-51)"
    )
    sacrifice: bool | None = Field(
        None, title="Sacrifice companions", description="By default as the edition says (H-42)"
    )
    cowboy_early_win: bool = Field(
        True, title="Cowboy's early win", description="Wins with the kill to Level 9 while riding (H-50)"
    )
    seal_die: bool = Field(
        False, title="Seals by die", description="A 1 at the start of a turn opens a Seal (H-60)"
    )
    halve_decks: bool = Field(
        False, title="Halve combined decks", description="Every second card when sets are joined (H-81)"
    )
    keep_weight: bool = Field(
        False, title="Sets keep their weight", description="What one set has comes as often as there (H-151)"
    )
    hints: bool = Field(True, title="Hints", description="Players may ask the coach what to do")
    free_seats: bool = Field(
        False, title="Free seats", description="Onlookers take a computer's seat without being asked"
    )
    allow_many: bool = Field(False, title="Up to 8 seats", description="Unsupported by the sheets (H-19)")
    victory_seconds: int = Field(30, ge=15, le=60, title="Victory window", description="H-01")
    curse_seconds: int = Field(10, ge=5, le=60, title="Curse window", description="H-07")
    turn_seconds: int = Field(180, ge=30, le=900, title="Time for one's own decisions")
    answer_seconds: int = Field(60, ge=15, le=600, title="Time for an answer")
