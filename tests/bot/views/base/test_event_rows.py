"""One row for each kind of event, checked when the table is made."""

from __future__ import annotations

import pytest

from bot.views.base.event_rows import EventTable, Told, untold
from cards.kernel.events import Discarded, EventKinds, Reshuffled, SeatLeft

KINDS = EventKinds([SeatLeft, Reshuffled])
LEFT, RESHUFFLED = Told(SeatLeft, untold, moment=8), Told(Reshuffled, untold)


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ((LEFT,), "Reshuffled"),
        ((LEFT, RESHUFFLED, Told(Discarded, untold)), "Discarded"),
        ((LEFT, RESHUFFLED, LEFT), "twice"),
    ],
)
def test_a_table_has_one_row_for_each_kind(rows: tuple[Told[SeatLeft], ...], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        EventTable(KINDS, *rows)


def test_an_event_without_a_row_is_not_told() -> None:
    table = EventTable(KINDS, LEFT, RESHUFFLED)
    assert table.of(SeatLeft(0)) is LEFT
    stranger = table.of(Discarded(0, cards=(), card_count=1))
    assert (stranger.moment, stranger.outcome, stranger.is_highlight) == (0, None, False)


def test_what_a_line_matters_is_what_its_biggest_event_does() -> None:
    drawn = Told(Reshuffled, untold, concern=lambda event, line: len(line), about=lambda event: (1, 2))
    table = EventTable(KINDS, LEFT, drawn)
    line = [Reshuffled(0, deck="door"), SeatLeft(0)]
    assert table.moment(line) == 8
    assert [table.concern(line, seat) for seat in range(3)] == [0, 2, 2]
    opening = EventTable(KINDS, LEFT, Told(Reshuffled, untold, moment=3, is_opening=True))
    assert opening.moment(line) == 0
