"""Imagined hands hold what people keep, and nothing that a seat can see changes."""

from collections import Counter

from cards.door.game import DoorGame
from cards.door.state import DoorState, hand_zone
from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.kernel.machine import GameState
from cards.players.base import AnyGame
from cards.players.door.cunning import deal_likely
from cards.players.door.sensible import SensiblePlayer
from cards.registry import make_game
from cards.simulate import play_game


def kinds_in_hands(game: DoorGame, state: DoorState, me: int) -> Counter[str]:
    others = [seat for seat in range(state.seats) if seat != me]
    hands = [card for seat in others for card in state.zones.lists[hand_zone(seat)]]
    return Counter(game.decks.definitions[card].kind for card in hands)


def test_imagined_hands_look_as_hands_do() -> None:
    """Randomly dealt hands hold too many Items and monsters, and too few cards kept for a fight."""
    real: Counter[str] = Counter()
    even: Counter[str] = Counter()
    likely: Counter[str] = Counter()

    def look(game: AnyGame, state: GameState, events: object) -> None:
        assert isinstance(game, DoorGame)
        assert isinstance(state, DoorState)
        if state.seq % 3:
            return
        me = state.seq % state.seats
        world = game.redeal_hidden(state, me, state.seq)
        real.update(kinds_in_hands(game, state, me))
        even.update(kinds_in_hands(game, world, me))
        deal_likely(world, game.decks, me, Dice(state.seq))
        likely.update(kinds_in_hands(game, world, me))

    for seed in range(4):
        play_game(
            make_game(Setup("classic", 4, seed)), [SensiblePlayer() for _ in range(4)], seed, watch=look
        )
    assert likely.total() == even.total() == real.total()
    assert likely["item"] < even["item"] / 1.5
    assert likely["one_shot"] > even["one_shot"] * 1.3
    off = [sum(abs(real[kind] - dealt[kind]) for kind in real | dealt) for dealt in (likely, even)]
    assert off[0] < off[1] / 1.5


def test_a_likely_world_is_one_that_the_seat_cannot_tell_from_the_real_one() -> None:
    """The seat's view and moves stay the same, and so do promised or chosen cards."""
    changed = 0

    def look(game: AnyGame, state: GameState, events: object) -> None:
        nonlocal changed
        assert isinstance(game, DoorGame)
        assert isinstance(state, DoorState)
        me = state.seq % state.seats
        world = game.redeal_hidden(state, me, state.seq)
        before = game.encode(world)
        deal_likely(world, game.decks, me, Dice(state.seq))
        changed += game.encode(world) != before
        world = world.clone()
        assert not game.check(world)
        assert game.view(world, me) == game.view(state, me)
        assert game.legal_moves(world, me) == game.legal_moves(state, me)
        assert game.pending(world) == game.pending(state)

    for name in ("classic", "apocalypse+rick_and_morty"):
        play_game(make_game(Setup(name, 3, 5)), [SensiblePlayer() for _ in range(3)], 5, watch=look)
    assert changed > 200
