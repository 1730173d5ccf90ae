"""The index of live tables: by number, channel and server."""

from random import Random

from bot.tables.live_table_index import LiveTableIndex


def test_tables_are_found_by_server_wherever_they_move() -> None:
    index = LiveTableIndex()
    index.put(1, channel=10, guild=7)
    index.put(2, channel=20, guild=7)
    index.put(3, channel=30, guild=8)
    assert index.tables_in(7) == [1, 2]
    assert index.channels_in(7) == [10, 20]
    index.put(1, channel=31, guild=8)
    assert (index.tables_in(7), index.tables_in(8)) == ([2], [3, 1])
    assert index.table_in_channel(10) is None
    index.drop(2)
    index.drop(2)
    assert index.tables_in(7) == index.channels_in(7) == []


def test_the_index_by_server_agrees_with_a_look_at_all_tables() -> None:
    index, rng = LiveTableIndex(), Random(7)
    places: dict[int, tuple[int, int]] = {}
    for _ in range(2_000):
        table = rng.randrange(40)
        if rng.random() < 0.3:
            index.drop(table)
            places.pop(table, None)
        else:
            places[table] = 100 + table, rng.randrange(5)
            index.put(table, *places[table])
        guild = rng.randrange(5)
        expected = sorted(number for number, (_, where) in places.items() if where == guild)
        assert sorted(index.tables_in(guild)) == expected
        assert sorted(index.channels_in(guild)) == [100 + number for number in expected]
