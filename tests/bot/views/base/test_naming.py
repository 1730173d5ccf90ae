"""How people are called on screens."""

from bot.tables.seat_names import MAX_NAME_CHARS
from bot.tables.table import Seat, Table
from bot.views.base import naming


def names(*raw: str) -> list[str]:
    seats = tuple(Seat(number + 1, name) for number, name in enumerate(raw))
    table = Table(1, 70, 90, 1, "tiny", "playing", seats=seats)
    return [naming.raw_name(table, number) for number in range(len(raw))]


def test_people_with_one_name_are_told_apart() -> None:
    assert names("Ann", "Ben", "Ann", "Anna", "Ann") == ["Ann", "Ben", "Ann 2", "Anna", "Ann 3"]


def test_names_that_only_end_differently_are_told_apart_within_the_room() -> None:
    """What is cut off would have told them apart."""
    first, second = names("Bartholomew the First of Hall", "Bartholomew the Second of Hall")
    assert first != second
    one, two = names("Bartholomew the Great, one", "Bartholomew the Great, two")
    assert two.endswith(" 2")
    assert max(len(one), len(two)) <= MAX_NAME_CHARS


def test_headings_tell_long_names_apart_as_well() -> None:
    seats = (Seat(1, "Bartholomew the First"), Seat(2, "Bartholomew the Second"))
    table = Table(1, 70, 90, 1, "tiny", "playing", seats=seats)
    short = [naming.short_name(table, number) for number in range(2)]
    assert short[0] != short[1]
    assert max(map(len, short)) <= naming.MAX_SHORT_NAME_CHARS


def test_a_seat_that_is_none_is_nobody() -> None:
    table = Table(1, 70, 90, 1, "tiny", "lobby", seats=())
    assert naming.raw_name(table, 0) == naming.short_name(table, -1) == "nobody"
