"""What only some of the joined sets have keeps its weight."""

from collections import Counter
from typing import Any

import pytest

from cards.door.events import SealOpened, TurnStarted
from cards.door.game import DoorGame
from cards.door.state import DOOR_DECK, hand_zone
from cards.kernel.game import Setup
from cards.players.random_player import RandomPlayer
from cards.registry import module_of
from cards.simulate import play_game

ALL = "classic+wild_west+apocalypse+rick_and_morty"


def upper_part(game: DoorGame) -> Counter[str]:
    """Return what is dealt, and what lies in the upper part of the Door deck: as much as one set has."""
    state, _ = game.start()
    hands = [card for seat in range(game.setup.seats) for card in state.zones.lists[hand_zone(seat)]]
    dealt = [card for card in hands if game.decks.definitions[card].back == "door"]
    deck = state.zones.lists[DOOR_DECK]
    size = (len(deck) + len(dealt)) // len(game.setup.game.split("+")) - len(dealt)
    found: Counter[str] = Counter()
    for card in [*dealt, *deck[-size:]]:
        made = game.decks.definitions[card]
        found[made.pack] += 1
        found[made.id] += 1
        found["parasite" if "parasite" in made.tags else made.kind] += 1
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["apocalypse+rick_and_morty", ALL])
def test_own_cards_are_as_frequent_as_in_their_set(name: str, seed: int) -> None:
    """H-151: a game of joined sets meets all Parasites, Races and openers of Seals that a set has."""
    found = upper_part(DoorGame(Setup(name, 4, seed, {"keep_weight": True})))
    assert (found["parasite"], found["zoo-breakout"], found["big-red-doom-o-matic"]) == (11, 2, 2)
    assert found["race"] == (9 if name == ALL else 0)
    assert found["companion"] == (15 // 2 if name == ALL else 9)  # of two of four sets, or of one of two
    assert min(found[pack] for pack in name.split("+")) > 8  # the rest of all sets is there as well


def test_without_the_option_they_are_shuffled_like_all_others() -> None:
    """H-151: games that began before are as they were, and new ones of joined sets have the option."""
    assert upper_part(DoorGame(Setup(ALL, 4, 1)))["parasite"] < 8
    assert DoorGame(Setup("apocalypse", 4, 1, {"keep_weight": True})).decks.round_seal_sum == 0
    usual = {name: module_of(name).default_options["keep_weight"] for name in ("classic", ALL)}
    assert usual == {"classic": False, ALL: True}


@pytest.mark.parametrize("keep_weight", [True, False])
def test_dice_may_open_a_seal_once_a_round(keep_weight: bool) -> None:
    """H-151: with two sets two dice that make 5 open one, at the start of each round only."""
    opened: dict[int, bool] = {}

    def watch(game: Any, state: Any, events: Any) -> None:
        state.dice.coming = [2, 3]
        for event in events:
            if isinstance(event, TurnStarted):
                opened[event.turn] = any(isinstance(other, SealOpened) for other in events)

    game = DoorGame(Setup("classic+apocalypse", 4, 3, {"keep_weight": keep_weight, "first_player": 2}))
    play_game(game, [RandomPlayer() for _ in range(4)], 3, watch=watch)
    assert [turn for turn in range(2, 10) if opened[turn]] == ([5, 9] if keep_weight else [])
