"""One row for each kind of event, checked when the table is made."""

from dataclasses import replace

import pytest

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import EventTable, Told
from cards.kernel.events import Discarded, EventKinds, Reshuffled, SeatLeft

KINDS = EventKinds([SeatLeft, Reshuffled])
LEFT, RESHUFFLED = Told(SeatLeft, "", moment=8), Told(Reshuffled, "")


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ((LEFT,), "Reshuffled"),
        ((LEFT, RESHUFFLED, Told(Discarded, "")), "Discarded"),
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
    drawn = Told(Reshuffled, "", concern=lambda event, line: len(line), about=("card_count", "seat"))
    table = EventTable(KINDS, LEFT, drawn)
    line = [Reshuffled(2, deck="door", card_count=1), SeatLeft(0)]
    assert table.moment(line) == 8
    assert [table.concern(line, seat) for seat in range(3)] == [0, 2, 2]
    opening = EventTable(KINDS, LEFT, Told(Reshuffled, "", moment=3, is_opening=True))
    assert opening.moment(line) == 0


NAMES = EventNames(lambda seat: f"S{seat}", lambda card: f"C{card}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{seat} drops {cards}", "S1 drops C4 and C5"),
        ("{card_count Treasure} less: {card_count+}", "2 Treasures less: +2"),
        ("[Nothing|No more]", "Nothing"),
    ],
)
def test_a_sentence_names_the_fields_of_its_event(text: str, told: str) -> None:
    table = EventTable(EventKinds([Discarded]), Told(Discarded, text))
    assert table.sentence(Discarded(1, cards=(4, 5), card_count=2), NAMES) == told


def test_a_sentence_counts_what_its_reader_may_not_know_and_changes_with_the_number() -> None:
    table = EventTable(EventKinds([Discarded]), Told(Discarded, "{seat} [drops|loses] {cards Treasure}"))
    hidden = Discarded(1, cards=(), card_count=2)
    told = {table.sentence(hidden, replace(NAMES, number=number)) for number in range(20)}
    assert told == {"S1 drops 2 Treasures", "S1 loses 2 Treasures"}


def test_a_sentence_about_a_field_that_there_is_not_is_no_row() -> None:
    with pytest.raises(ValueError, match="no field 'card'"):
        EventTable(KINDS, LEFT, Told(Reshuffled, "{card}"))
