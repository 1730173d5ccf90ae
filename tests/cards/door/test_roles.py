"""Roles are dealt before the game and determine the sex of their player."""

import pytest

from cards.door.game import DoorGame
from cards.door.state import DOOR_DECK, SPARE_ROLES, TREASURE_DECK, DoorState
from cards.kernel.game import Setup
from cards.kernel.moves import DROP_VERB, HOST_SEAT, Action, Refusal


def _start(seats: int, game: str = "rick_and_morty", **options: object) -> tuple[DoorGame, DoorState]:
    made = DoorGame(Setup(game, seats, 11, options, sexes=("female",) * seats))
    return made, made.start()[0]


def _roles(game: DoorGame, state: DoorState, seat: int) -> list[int]:
    view = game.view(state, None).seats[seat]
    return [card for card in view.traits if game.decks.definitions[card].kind == "role"]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("sets", ["rick_and_morty", "classic+rick_and_morty"])
def test_everybody_is_dealt_a_role_of_his_own(seats: int, sets: str) -> None:
    """R-034, R-035: one Role each, face up, besides the eight cards; its sex is the seat's."""
    game, state = _start(seats, sets)
    dealt = [_roles(game, state, seat) for seat in range(seats)]
    assert [len(roles) for roles in dealt] == [1] * seats
    assert len({roles[0] for roles in dealt}) == seats
    for seat, (role,) in enumerate(dealt):
        assert game.view(state, None).seats[seat].sex == game.decks.definitions[role].sex
        assert game.view(state, None).seats[seat].hand_size == 8
    assert len(state.zones.lists[SPARE_ROLES]) == 6 - seats


def test_the_deal_is_told() -> None:
    game = DoorGame(Setup("rick_and_morty", 3, 11))
    _, events = game.start()
    dealt = [event for event in events if event.kind == "role_dealt"]
    assert [event.seat for event in dealt] == [0, 1, 2]


def test_other_lots_deal_other_roles() -> None:
    """R-035: at random."""
    first = [DoorGame(Setup("rick_and_morty", 3, seed)).start()[0] for seed in range(12)]
    game = DoorGame(Setup("rick_and_morty", 3, 0))
    assert len({_roles(game, state, 0)[0] for state in first}) > 2


def test_beyond_six_seats_some_go_without_a_role() -> None:
    """H-19: eight seats by option; those without a Role have the sex of the setup."""
    game, state = _start(8, allow_many=True)
    dealt = [len(_roles(game, state, seat)) for seat in range(8)]
    assert sorted(dealt) == [0, 0, 1, 1, 1, 1, 1, 1]
    assert [state.people[seat].sex for seat in range(8) if not dealt[seat]] == ["female", "female"]
    assert game.check(state) == []


def test_other_sets_deal_no_roles() -> None:
    game, state = _start(3, "classic")
    assert [_roles(game, state, seat) for seat in range(3)] == [[], [], []]


def test_the_role_of_one_who_leaves_is_free_again() -> None:
    """H-17, H-79: a leaving player's Role goes back to the others that nobody plays."""
    game, state = _start(4)
    (role,) = _roles(game, state, 2)
    result = game.step_in_place(state, Action(HOST_SEAT, DROP_VERB, ability=2))
    assert not isinstance(result, Refusal)
    assert role in state.zones.lists[SPARE_ROLES]
    assert game.check(state) == []


def test_decks_are_apart() -> None:
    """R-031, R-045, H-73: Doors and Treasures by their backs; Roles lie in neither deck."""
    game, state = _start(3)
    for zone, back in ((DOOR_DECK, "door"), (TREASURE_DECK, "treasure"), (SPARE_ROLES, "role")):
        assert {game.decks.definitions[card].back for card in state.zones.lists[zone]} == {back}
