"""How a door-kicking game begins: seats, decks, first hands, sexes, dice, options."""

import pytest

from cards.door.deck_building import decks_of
from cards.door.game import DoorGame
from cards.door.options import DoorOptions
from cards.door.state import DOOR_DECK, TREASURE_DECK, DoorState
from cards.door.turn import STARTING_CARDS_PER_DECK
from cards.kernel.dice import commitment
from cards.kernel.game import Setup, SetupError
from cards.kernel.moves import PASS_VERB, Action
from cards.language.packs import build_pack, combine_packs, load_pack
from cards.registry import make_game


def _start(seats: int = 4, seed: int = 5, **options: object) -> tuple[DoorGame, DoorState]:
    game = DoorGame(Setup("classic", seats, seed, options))
    return game, game.start()[0]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_can_play(seats: int) -> None:
    """R-030, R-032, R-033: everybody has four Doors, four Treasures, Level 1 and nothing in play."""
    game, state = _start(seats)
    view = game.view(state, None)
    assert [seat.hand_size for seat in view.seats] == [2 * STARTING_CARDS_PER_DECK] * seats
    for seat in range(seats):
        backs = [game.face(card).back for card in game.view(state, seat).seats[seat].hand]
        assert sorted(backs) == ["door"] * STARTING_CARDS_PER_DECK + ["treasure"] * STARTING_CARDS_PER_DECK
    assert {(seat.level, seat.traits, seat.items) for seat in view.seats} == {(1, (), ())}


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (7, {}), (9, {"allow_many": True})])
def test_others_are_turned_away(seats: int, options: dict[str, object]) -> None:
    """R-030, H-19: fewer than three or more than six are refused; more than eight whatever is set."""
    with pytest.raises(SetupError) as refused:
        _start(seats, **options)
    assert refused.value.code == "bad_seat_count"


def test_seven_and_eight_by_option() -> None:
    """H-19: up to eight if the table's options allow it."""
    assert _start(8, allow_many=True)[1].seats == 8


def test_the_decks_of_the_classic_game() -> None:
    """R-031: 95 Doors and 73 Treasures, apart by their backs."""
    game, state = _start(4)
    backs = [definition.back for definition in game.decks.definitions]
    assert (backs.count("door"), backs.count("treasure")) == (95, 73)
    assert len(state.zones.lists[DOOR_DECK]) == 95 - 4 * STARTING_CARDS_PER_DECK
    assert len(state.zones.lists[TREASURE_DECK]) == 73 - 4 * STARTING_CARDS_PER_DECK


def test_sexes_are_chosen_before_the_game() -> None:
    """R-034: everybody has the sex of the setup; if it has none, the sexes alternate."""
    game = DoorGame(Setup("classic", 3, 1, sexes=("female", "female", "male")))
    assert [seat.sex for seat in game.view(game.start()[0], None).seats] == ["female", "female", "male"]
    assert [seat.sex for seat in _start(3)[1].people] == ["male", "female", "male"]


def test_the_dice_decide_who_begins() -> None:
    """R-037, H-15: the seed decides all dice; its hash is shown first, the seed only at the end."""
    first: set[int] = set()
    for seed in range(40):
        game, state = _start(3, seed)
        assert game.view(state, None).commitment == commitment(seed)
        assert game.view(state, None).seed is None
        for seat in range(3):
            game.step_in_place(state, Action(seat, PASS_VERB))
        first.add(state.active)
    assert first == {0, 1, 2}


def test_shuffles_differ_by_seed_and_only_by_seed() -> None:
    """R-032, H-15: the same seed deals the same cards."""
    assert _start(seed=7)[1].zones == _start(seed=7)[1].zones
    assert _start(seed=7)[1].zones != _start(seed=8)[1].zones


def test_options_are_checked_before_the_first_card() -> None:
    """R-730: an option that does not exist or does not fit is refused; a set option stays in the setup."""
    for options in ({"epik": True}, {"charm_min_cards": 2}, {"victory_seconds": 5}):
        with pytest.raises(SetupError) as refused:
            _start(4, **options)
        assert refused.value.code == "bad_option"
    assert _start(4, epic=True)[0].setup.options == {"epic": True}


def test_an_expansion_is_data() -> None:
    """R-720, R-722: the cards of another pack are shuffled in, with all their effects."""
    card = {"id": "gnat", "kind": "monster", "name": "Gnat", "level": 1, "bad": [{"do": "level", "n": -1}]}
    more = build_pack({"pack": {"id": "more", "title": "More"}, "cards": [card]})
    both = combine_packs([load_pack("classic"), more])
    assert len(both.cards()) == 95 + 73 + 1
    assert both.cards()[-1].pack == "more"


def test_decks_too_small_for_the_table_are_dealt_as_far_as_they_go() -> None:
    """H-18, R-045: the game begins even if there are not enough cards to deal."""
    gnat = {"id": "gnat", "kind": "monster", "name": "Gnat", "level": 1, "bad": [{"do": "level", "n": -1}]}
    hat = {"id": "hat", "kind": "item", "name": "Hat", "slot": "head", "bonus": 1, "copies": 9}
    tiny = build_pack({"pack": {"id": "tiny", "title": "Tiny"}, "cards": [{**gnat, "copies": 6}, hat]})
    game = DoorGame(Setup("tiny", 3, 1), decks_of([tiny], DoorOptions.model_validate({})))
    state = game.start()[0]
    assert game.check(state) == []
    assert [seat.hand_size for seat in game.view(state, None).seats] == [8, 6, 1]


def test_a_game_joined_with_itself_is_refused() -> None:
    """R-720: a set cannot be joined to itself."""
    with pytest.raises(SetupError) as refused:
        make_game(Setup("classic+classic", 4, 1))
    assert refused.value.code == "unknown_game"


def test_an_unknown_game_is_refused() -> None:
    """R-720: only existing packs can be joined."""
    with pytest.raises(SetupError) as refused:
        DoorGame(Setup("classic+chess", 4, 1))
    assert refused.value.code == "unknown_game"
