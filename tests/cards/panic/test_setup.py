"""Setting the table up (P-030 to P-034)."""

import pytest

from cards.kernel.game import Setup
from cards.panic.board import ARCHER
from cards.panic.events import PanicDieRolled
from cards.panic.game import PanicGame
from cards.panic.state import BAG, HAND, TREASURES, PanicState, zone


def started(seats: int, seed: int = 1, **options: object) -> tuple[PanicGame, PanicState]:
    game = PanicGame(Setup("panic", seats, seed, options))
    return game, game.start()[0]


def test_structures_stand() -> None:
    """P-030: a Tower and a Wall in each of the six arcs."""
    game, state = started(4)
    view = game.view(state, None)
    assert view.towers == view.walls == (True,) * 6


@pytest.mark.parametrize("seed", range(30))
def test_four_monsters(seed: int) -> None:
    """P-031: four monsters at full health in the Archer ring, one roll each; Curses are back in the bag."""
    game = PanicGame(Setup("panic", 4, seed))
    state, events = game.start()
    assert len(state.board) == 4
    assert all(m.ring == ARCHER and m.health == game.catalog.points[m.token] for m in state.board)
    rolls = [event.die for event in events if isinstance(event, PanicDieRolled)]
    assert [monster.arc for monster in state.board] == rolls
    assert len(state.zones.lists[BAG]) == 35
    assert sum(1 for token in state.zones.lists[BAG] if not game.catalog.points[token]) == 8


@pytest.mark.parametrize(
    ("seats", "castle", "treasures"), [(1, 6, 1), (2, 6, 1), (3, 5, 1), (4, 5, 1), (5, 5, 1), (6, 5, 0)]
)
def test_hands(seats: int, castle: int, treasures: int) -> None:
    """P-032, P-034: 6 + 1 cards for one or two, 5 + 1 for three to five, 5 + 0 for six."""
    _, state = started(seats)
    for seat in range(seats):
        assert len(state.zones.lists[zone(seat, HAND)]) == castle
        assert len(state.zones.lists[zone(seat, TREASURES)]) == treasures


def test_the_first_player_is_drawn_by_lot() -> None:
    """P-033: anybody may begin; then it goes clockwise."""
    assert {started(4, seed)[1].active for seed in range(40)} == {0, 1, 2, 3}


def test_hands_are_closed() -> None:
    """P-032: nobody else sees the cards, but everybody sees how many there are."""
    game, state = started(3)
    mine, theirs, outside = (game.view(state, seat) for seat in (0, 1, None))
    assert set(mine.castle) == set(state.zones.lists[zone(0, HAND)])
    assert not set(mine.castle) & set(theirs.castle)
    assert outside.castle == outside.treasures == ()
    assert [seat.castle_count for seat in outside.seats] == [5, 5, 5]


def test_the_same_seed_gives_the_same_game() -> None:
    """Dice and shuffles come from the seed alone."""
    game, state = started(4, 11)
    again = started(4, 11)[1]
    assert game.encode(state) == game.encode(again)
    assert game.encode(state) != game.encode(started(4, 12)[1])


def test_a_foreign_state_is_not_read() -> None:
    """A saved state of another table or broken bytes are a ValueError."""
    game, state = started(4)
    data = game.encode(state)
    with pytest.raises(ValueError, match="not a saved"):
        game.decode(data[:-3])
    with pytest.raises(ValueError, match="another table"):
        started(5)[0].decode(data)
