"""Words of the Monster Enhancers (P-236 to P-238)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Move
from cards.panic.monster_events import MonstersRestored, MonsterStrengthened
from cards.panic.state import TREASURES, zone
from cards.panic.table_api import PanicTableApi
from cards.panic.words.base import PanicWord
from cards.panic.words.monsters import on_monster


class Enhance(PanicWord):
    """Strengthen a monster that another player is attacking.

    ``last_number`` turns it to its lowest number and keeps it from being slain in this turn; ``claim`` lets
    its player fight that monster out of turn, for trophy and Treasure (P-237).
    """

    do: Literal["enhance"]
    health: Annotated[int, Field(ge=0, le=9)] = 0
    last_number: bool = False
    claim: bool = False
    treasures: Annotated[int, Field(ge=0, le=5)] = 0

    def describe(self) -> str:
        parts: list[str] = []
        if self.health:
            parts.append(f"A monster that another player attacks gains {self.health} health.")
        if self.last_number:
            parts.append(
                "A monster that another player attacks goes to its lowest number; "
                "it cannot be slain for the rest of the turn."
            )
        if self.claim:
            parts.append("You may fight it until this phase ends; slay it and keep trophy and Treasure.")
        if self.treasures:
            parts.append(f"Draw {self.treasures} Treasure.")
        return " ".join(parts)

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        state = table.state
        attacked = (f.card for f in state.frames if f.kind in ("attacked", "slain") and f.seat != seat)
        tokens = (
            token
            for token in attacked
            if (token not in state.unslayable if self.last_number else not table.was_slain_outright(token))
        )
        yield from on_monster(card, tuple(tokens))

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        state = table.state
        monster = table.chosen_monster(frame)
        catalog = table.rules.catalog
        lowest = catalog.lowest[monster.token]
        if self.last_number:
            monster.health = lowest
            state.unslayable.append(monster.token)
        else:
            monster.health = max(monster.health + self.health, lowest)
            if monster.health > catalog.points[monster.token]:
                monster.top += self.health
        if self.claim:
            state.claims[monster.token] = state.claims.get(monster.token, 0) | 1 << frame.seat
        table.emit(MonsterStrengthened(frame.seat, monster=monster.token, health=monster.health))
        # Drawn before the card is discarded: where the deck has run out it would come back for ever (P-043).
        table.draw("treasure", zone(frame.seat, TREASURES), self.treasures)
        table.finish(frame)


class Restore(PanicWord):
    """Bring all monsters to full health (P-237)."""

    do: Literal["restore"]
    treasures: Annotated[int, Field(ge=0, le=5)]

    def describe(self) -> str:
        return (
            "All monsters on the board return to full health, added points included. "
            f"Draw {self.treasures} Treasure for each that does."
        )

    def hurt_monsters(self, table: PanicTableApi) -> list[int]:
        """Return the monsters that would be restored."""
        return [
            m.token for m in table.state.board if m.health < m.top and not table.was_slain_outright(m.token)
        ]

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        if self.hurt_monsters(table):
            yield Move("play", card)

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        tokens = self.hurt_monsters(table)
        for token in tokens:
            monster = table.monster(token)
            monster.health = monster.top
        table.emit(MonstersRestored(frame.seat, monsters=tuple(tokens), monster_count=len(tokens)))
        table.draw("treasure", zone(frame.seat, TREASURES), self.treasures * len(tokens))
        table.finish(frame)
