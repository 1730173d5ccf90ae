"""What a state remembers of its own answers is what a fresh look at it finds."""

from typing import Any

import pytest

from cards.door import facts, legal, memory, people, piles, places, plays
from cards.door.deck_building import MAX_RARE_CARDS
from cards.door.game import DoorGame
from cards.door.memory import Holding
from cards.door.rules import MOVE_SOURCES, DoorEngine
from cards.door.state import DoorState
from cards.games import door
from cards.kernel.dice import mix
from cards.kernel.game import Game, Setup
from cards.kernel.moves import Move
from cards.kernel.state import GameState
from cards.players.random_player import RandomPlayer
from cards.registry import make_game
from cards.simulate import play_game

ALL = "+".join(door.MODULES.names())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", [*door.MODULES.names(), ALL])
def test_remembered_answers_are_those_of_a_fresh_look(name: str, seed: int) -> None:
    """Moves of every seat, and the table as it sees it, after each action of a game played in place."""
    looked = 0

    def look(game: Game[Any, Any], state: GameState, events: object) -> None:
        nonlocal looked
        saved = game.encode(state)
        for seat in range(state.seats):
            assert game.legal_moves(state, seat) == game.legal_moves(game.decode(saved), seat)
        viewer = state.seq % state.seats
        assert game.view(state, viewer) == game.view(game.decode(saved), viewer)
        looked += 1

    game = make_game(Setup(name, 4, mix(40, seed)))
    record = play_game(game, [RandomPlayer() for _ in range(4)], seed, watch=look)
    assert record.finished
    assert looked == record.actions > 50


@pytest.mark.parametrize("name", [*door.MODULES.names(), ALL])
def test_a_figure_that_no_card_in_play_touches_is_known_without_looking_at_every_seat(name: str) -> None:
    """The short way, by the few cards that touch a figure, finds what a look at all cards in force finds."""
    touched: set[str] = set()
    game = make_game(Setup(name, 4, 7))
    assert isinstance(game, DoorGame)
    decks = game.decks
    assert decks.rare
    assert all(len(decks.holders[stat]) > MAX_RARE_CARDS for stat in decks.holders.keys() - decks.rare.keys())

    def look(_: Game[Any, Any], state: GameState, events: object) -> None:
        assert isinstance(state, DoorState)
        engine = DoorEngine(state, decks)
        seat = state.seq % state.seats
        for stat in decks.rare:
            found = facts.mods(engine, seat, stat)
            assert found == facts._mods(engine, seat, stat)  # pyright: ignore[reportPrivateUsage]
            if found:
                touched.add(stat)

    assert play_game(game, [RandomPlayer() for _ in range(4)], 3, watch=look).finished
    assert touched  # or the test has compared nothing


@pytest.mark.parametrize("name", [*door.MODULES.names(), ALL])
def test_what_was_read_off_the_cards_of_a_seat_is_what_lies_there(name: str) -> None:
    """Also in a copy of the state, and after both have gone on; a copy is told nothing by the other."""
    game = make_game(Setup(name, 4, 11))
    assert isinstance(game, DoorGame)
    decks, defs = game.decks, game.decks.definitions
    kept = 0

    def compare(state: DoorState) -> None:
        nonlocal kept
        engine = DoorEngine(state, decks)
        for seat in range(state.seats):
            for holding, cards in (
                (memory.held(engine, seat), places.hand(engine, seat)),
                (memory.carried(engine, seat), places.in_play(engine, seat)),
            ):
                new = Holding(cards, decks)
                assert holding.cards == cards
                for field in ("marks", "items", "bigs", "doubles", "usable", "spendable", "crowded_kinds"):
                    assert getattr(holding, field) == getattr(new, field), field
                assert holding.items == tuple(card for card in cards if defs[card].item)
                assert holding.usable == [card for card in cards if defs[card].play]
                for kind in {definition.kind for definition in defs}:
                    of_kind = [card for card in cards if defs[card].kind == kind]
                    assert holding.of_kind(kind, decks) == of_kind
                kept += holding.cards is cards

    def look(_: Game[Any, Any], state: GameState, events: object) -> None:
        assert isinstance(state, DoorState)
        copy = state.clone()
        compare(state)
        compare(copy)
        seat = state.seq % state.seats
        game.redeal_hidden(copy, seat, 5)
        if not copy.over:
            acting = DoorEngine(copy, decks)
            for card in (*places.hand(acting, seat), *places.in_play(acting, seat)):
                piles.discard(acting, card, by=seat)
            compare(copy)
        compare(state)

    play_game(game, [RandomPlayer() for _ in range(4)], 3, watch=look)
    assert kept > 500


def test_a_filter_still_fits_the_cards_that_it_fitted_first() -> None:
    """What was found once for all cards of a game, by what is printed, is what a look at each card finds."""
    game = make_game(Setup(ALL, 4, 11))
    assert isinstance(game, DoorGame)
    assert play_game(game, [RandomPlayer() for _ in range(4)], 3).finished
    assert game.decks.fitting
    for asked, fits in game.decks.fitting.items():
        assert fits == {c for c, made in enumerate(game.decks.definitions) if asked.accepts_printed(made)}


@pytest.mark.parametrize("name", [*door.MODULES.names(), ALL])
def test_a_source_that_is_passed_over_would_have_listed_nothing(name: str) -> None:
    """Whom a source of moves wants nothing of, by the marks of the cards, it has nothing for."""
    passed_over = 0

    def look(game: Game[Any, Any], state: GameState, events: object) -> None:
        nonlocal passed_over
        assert isinstance(game, DoorGame)
        assert isinstance(state, DoorState)
        window = state.frames[-1].window if state.frames and state.prompt is None else None
        if window is None:
            return
        engine = DoorEngine(state, game.decks)
        for seat in people.living(engine):
            marks = legal.marks_of(engine, seat)
            for source in MOVE_SOURCES:
                if window.kind in source.windows and source.wants and not source.wants & marks:
                    found: list[Move] = []
                    source.moves(engine, seat, window.kind, found)
                    assert found == []
                    passed_over += 1

    game = make_game(Setup(name, 4, 12))
    play_game(game, [RandomPlayer() for _ in range(4)], 4, watch=look)
    assert passed_over > 200


@pytest.mark.parametrize("name", [*door.MODULES.names(), ALL])
def test_an_idle_kind_of_card_cannot_be_played(name: str) -> None:
    """What is passed over in a hand has no move in any window, unless it was just received."""

    def look(game: Game[Any, Any], state: GameState, events: object) -> None:
        assert isinstance(game, DoorGame)
        assert isinstance(state, DoorState)
        window = state.frames[-1].window if state.frames and state.prompt is None else None
        if window is None or window.kind not in plays.WINDOWS:
            return
        engine = DoorEngine(state, game.decks)
        for seat in people.living(engine):
            idle = plays.idle_kinds(window.kind, seat == state.active, people.in_combat(engine, seat))
            for card in places.hand(engine, seat):
                kind = engine.defs[card].kind
                lister = plays.MOVE_SOURCES_BY_KIND.get(kind)
                if kind in idle and card not in state.people[seat].fresh and lister is not None:
                    found: list[Move] = []
                    lister(engine, seat, window.kind, card, found)
                    assert found == []

    game = make_game(Setup(name, 4, 13))
    play_game(game, [RandomPlayer() for _ in range(4)], 5, watch=look)
