"""The word that cancels Curses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from cards.kernel.frames import Frame
from cards.kernel.moves import Move
from cards.panic.card_events import CurseAvoided, CurseLifted, PanicCurseCancelled
from cards.panic.state import TOKEN_DISCARDS
from cards.panic.table_api import PanicTableApi
from cards.panic.words.base import PLAY, PanicWord

LIFT_ABILITY = 1
"""The ability number of canceling the Curse token in front of the card's own player."""


class Cancel(PanicWord):
    """Cancel a Curse: a card played on its player, or a token that was just drawn.

    ``cards`` "own" protects its player alone, "whole" ends a Curse for all its victims (H-106); either way
    only a victim can play it (P-120). With ``tokens`` anybody can use it on a drawn token (P-143, P-152),
    and with "whole" as well also on the Curse token that lies in front of its player (H-107).
    """

    do: Literal["cancel"]
    cards: Literal["none", "own", "whole"]
    tokens: bool

    def describe(self) -> str:
        parts: list[str] = []
        if self.cards == "own":
            parts.append("a Curse card played on you")
        if self.cards == "whole":
            parts.append("a Curse card played on you (for all it is played on)")
        if self.tokens:
            parts.append("a Curse token as it is drawn")
        lifts = (
            " At any time it takes a lost-help Curse off you."
            if self.cards == "whole" and self.tokens
            else ""
        )
        return f"Cancel {' or '.join(parts)}.{lifts}"

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        pending = table.state.frames[-1]
        if (pending.kind == "curse" and self.cards != "none" and table.is_victim(pending, seat)) or (
            pending.kind == "token" and self.tokens
        ):
            yield Move(PLAY, card)
        if self.cards == "whole" and self.tokens and table.may_not_bargain(seat):
            yield Move(PLAY, card, LIFT_ABILITY)

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        table.finish(frame)
        if frame.block == LIFT_ABILITY:
            token = table.curse_in_front(frame.seat)
            table.state.zones.move(token, TOKEN_DISCARDS)
            table.emit(CurseLifted(frame.seat, token=token))
            return
        pending = table.state.frames[-1]
        if pending.kind == "curse" and self.cards == "own":
            pending.vars["spared"] = pending.int_var("spared") | 1 << frame.seat
            table.emit(CurseAvoided(frame.seat, card=frame.card, curse=pending.card))
            if pending.window is not None:
                pending.window.passed |= 1 << frame.seat
            table.close_if_passed(pending)
            return
        pending.vars["cancelled"] = 1
        pending.window = None
        table.emit(PanicCurseCancelled(frame.seat, card=frame.card, curse=pending.card))
