"""What a cunning player does that a sensible one does not, and that it never looks at hidden cards."""

import pytest

from cards.door.game import DoorGame
from cards.door.state import DoorState
from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.kernel.machine import GameState
from cards.kernel.moves import PASS_VERB, Move
from cards.players.base import AnyGame, ask
from cards.players.door import cunning
from cards.players.door.board import Board
from cards.players.door.choices import MAX_EXTRA_CHOICES, Rollout, win_chance
from cards.players.door.cunning import CunningPlayer
from cards.players.door.sensible import SensiblePlayer
from cards.players.door.worth import Taste
from cards.registry import make_game
from cards.simulate import play_game
from tests.cards.players.situations import PlayerSituation

POTION = "Potion of Mild Inconvenience"
STRONG_SEAT = {"level": 6, "equipped": ["Sword of Adequacy"]}


def test_looks_for_trouble_that_it_can_win_with_help() -> None:
    """A monster that is too strong for one player still brings a Level if somebody will help."""
    situation = PlayerSituation({"level": 4, "hand": ["Net Troll"]}, STRONG_SEAT, {}, phase="trouble")
    assert situation.asked_in_words(0, SensiblePlayer()) == "loot"
    assert situation.asked_in_words(0, CunningPlayer(), must=False) == "trouble Net Troll"


def test_lets_others_stop_a_winner_first_and_does_it_itself_if_they_do_not() -> None:
    """Cards that somebody else spends are cards saved."""
    armed = {"level": 4, "hand": ["Existential Dread"]}
    situation = PlayerSituation({"level": 9}, armed, armed, {}, fight={"monsters": ["Bouncer Troll"]})
    situation.do(0, "claim")
    player = CunningPlayer()
    assert situation.asked_in_words(1, player, must=False) == "wait"
    situation.do(2, "pass")
    situation.do(3, "pass")
    assert situation.asked_in_words(1, player, must=False) == "play Existential Dread"


def test_stops_a_winner_when_it_may_not_wait_any_more() -> None:
    armed = {"level": 4, "hand": ["Existential Dread"]}
    situation = PlayerSituation({"level": 9}, armed, armed, fight={"monsters": ["Bouncer Troll"]})
    situation.do(0, "claim")
    assert situation.asked_in_words(1, CunningPlayer()) == "play Existential Dread"


def test_curses_a_leader_rather_than_give_the_curse_away() -> None:
    """R-130: cards that would be given away anyway are used against others."""
    hand = ["Existential Dread", "Net Troll", "Goose Knight", "Wandering Monster", "Ancient", POTION]
    situation = PlayerSituation({"level": 5, "hand": hand}, {"level": 9}, {"level": 2}, phase="charity")
    act = situation.asked(0, CunningPlayer(), must=False)
    assert (situation.name(act.card), act.picks) == ("Existential Dread", ((1,),))


def test_does_what_it_held_back_only_while_it_may() -> None:
    """A held-back action that has become illegal is dropped."""
    armed = {"level": 4, "hand": ["Existential Dread"]}
    situation = PlayerSituation({"level": 9}, armed, armed, fight={"monsters": ["Bouncer Troll"]})
    situation.do(0, "claim")
    player = CunningPlayer()
    assert situation.asked_in_words(1, player, must=False) == "wait"
    view = situation.game.view(situation.state, 1)
    assert player.choose(view, [Move(PASS_VERB)], 1, Dice(1)).verb == PASS_VERB


def test_knows_a_won_game_and_a_lost_one() -> None:
    situation = PlayerSituation({"level": 9}, {}, {}, fight={"monsters": ["Dust Bunnies"]})
    assert isinstance(situation.game, DoorGame)
    decks = situation.game.decks
    before = [win_chance(situation.state, decks, seat, Taste()) for seat in range(3)]
    assert before[0] > before[1] > 0
    situation.do(0, "claim")
    situation.do(1, "pass")
    situation.do(2, "pass")
    assert [win_chance(situation.state, decks, seat, Taste()) for seat in range(3)] == [1.0, 0.0, 0.0]


def test_plays_worlds_on_for_a_whole_round_when_somebody_may_win_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Late in the game the next turns show who wins; earlier that is too far away."""
    asked: list[int] = []
    monkeypatch.setattr(Rollout, "play_on", lambda self, most, turns: asked.append(turns))
    seen: set[tuple[bool, int]] = set()

    def look(game: AnyGame, state: GameState, events: object) -> None:
        assert isinstance(state, DoorState)
        if state.over:
            return
        asked.clear()
        ask(CunningPlayer(), game, state, state.active, Dice(3), must=False)
        alive = [person for person in state.people if person.alive]
        late = max((person.level for person in alive), default=0) >= 8
        seen.update((late, turns if turns < len(alive) else -1) for turns in asked)

    play_game(make_game(Setup("classic", 3, 8)), [SensiblePlayer() for _ in range(3)], 8, watch=look)
    assert seen == {(False, 0), (False, 1), (True, -1)}


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_world_is_played_on_for_as_many_turns_as_asked(turns: int) -> None:
    game = make_game(Setup("classic", 3, 8))
    assert isinstance(game, DoorGame)
    passed: set[int] = set()

    def look(_: AnyGame, state: GameState, events: object) -> None:
        assert isinstance(state, DoorState)
        if state.seq % 25 == 0 and not state.over and state.phase != "setup":
            rollout = Rollout(game, state, SensiblePlayer())
            rollout.play_on(400, turns)
            if not rollout.state.over:
                passed.add(rollout.state.turn - state.turn)

    play_game(game, [SensiblePlayer() for _ in range(3)], 8, watch=look)
    assert passed <= {0, 1} if turns == 0 else passed == {turns}


def test_worlds_come_from_what_a_seat_sees_alone() -> None:
    """The same seed gives the same world, wherever the hidden cards really are."""

    def look(game: AnyGame, state: GameState, events: object) -> None:
        nonlocal compared
        seat = state.seq % state.seats
        other = game.redeal_hidden(state, seat, state.seq)
        assert game.encode(game.redeal_hidden(other, seat, 7)) == game.encode(
            game.redeal_hidden(state, seat, 7)
        )
        compared += game.encode(other) != game.encode(state)

    compared = 0
    play_game(make_game(Setup("classic", 3, 8)), [SensiblePlayer() for _ in range(3)], 8, watch=look)
    assert compared > 100


def test_thinks_within_its_budget_and_always_the_same() -> None:
    """Thinking is counted in decisions, not in seconds, so that a game can be played again from its seed."""

    class Counting(SensiblePlayer):
        """Counts how often it was asked to decide."""

        asked = 0

        def decide(self, board: Board, moves: list[Move], *, must: bool) -> object:  # type: ignore[override]
            Counting.asked += 1
            return super().decide(board, moves, must=must)

    def look(game: AnyGame, state: GameState, events: object) -> None:
        assert isinstance(state, DoorState)
        seat = state.seq % state.seats
        if state.seq % 9 or state.over:
            return
        acts: list[object] = []
        for _ in range(2):
            player = CunningPlayer()
            player._others = Counting()
            Counting.asked = 0
            acts.append(ask(player, game, state, seat, Dice(3), must=False))
            late = max(person.level for person in state.people) >= 10 - cunning.LATE_GAME_LEVELS
            effort, turns = (cunning.LATE_EFFORT, state.seats) if late else (cunning.USUAL_EFFORT, 1)
            longest = cunning.MAX_DECISIONS_PER_TURN * turns + state.seats
            assert Counting.asked < effort.decisions + (MAX_EXTRA_CHOICES + 1) * longest
            thought[late] += Counting.asked > 0
        assert acts[0] == acts[1]

    thought = [0, 0]
    play_game(make_game(Setup("classic", 4, 3)), [SensiblePlayer() for _ in range(4)], 3, watch=look)
    assert min(thought) > 1
