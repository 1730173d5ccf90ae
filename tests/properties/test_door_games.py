"""Properties of every door-kicking game; a state machine plays at random."""

from collections.abc import Iterable

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cards.door import places
from cards.door.game import DoorGame
from cards.door.rules import DoorEngine
from cards.kernel.dice import Dice
from cards.kernel.events import Discarded, Event
from cards.kernel.game import Accepted, Setup
from cards.kernel.moves import HOST_SEAT, TIME_UP_VERB, Action, Refusal, can_fill
from cards.players.base import fill_randomly
from cards.registry import make_game

seats = st.integers(0, 5)
lots = st.integers(0, 2**32)


class DoorGames(RuleBasedStateMachine):
    """A game of three to six people who try anything, allowed or not."""

    @initialize(seed=lots, count=st.integers(3, 6), listen=st.booleans(), shared=st.booleans())
    def start(self, seed: int, count: int, listen: bool, shared: bool) -> None:
        options = {"listen_at_the_door": listen, "shared_victory": shared}
        self.game = make_game(Setup("classic", count, seed, options))
        self.state, _ = self.game.start()

    @precondition(lambda self: not self.state.over)
    @rule(who=seats, lot=lots)
    def act(self, who: int, lot: int) -> None:
        """A listed move with its slots filled is accepted, and the state before it stays as it was."""
        dice = Dice(lot)
        movers = [s for s in range(self.state.seats) if self.game.legal_moves(self.state, s)]
        seat = movers[who % len(movers)]
        moves = self.game.legal_moves(self.state, seat)
        before = self.game.encode(self.state)
        move = moves[dice.randbelow(len(moves))]
        result = self.game.step(self.state, fill_randomly(move, seat, dice))
        assert isinstance(result, Accepted), result
        assert self.game.encode(self.state) == before
        self.check_losers(result.events, but=move.card)
        self.state = result.state

    def check_losers(self, events: Iterable[Event], but: int) -> None:
        """Whoever owned a discarded card is told to lose it; a card that is being played may come back."""
        assert isinstance(self.game, DoorGame)
        table = DoorEngine(self.state, self.game.decks)
        for event in events:
            if isinstance(event, Discarded):
                for card in set(event.cards) - {but}:
                    assert places.owner(table, card) in (-1, event.seat)

    @precondition(lambda self: not self.state.over)
    @rule()
    def let_time_run_out(self) -> None:
        """Every wait can end by time running out."""
        pending = self.game.pending(self.state)
        assert pending is not None
        result = self.game.step(self.state, Action(HOST_SEAT, TIME_UP_VERB, ability=pending.serial))
        assert isinstance(result, Accepted), result
        self.state = result.state

    @precondition(lambda self: not self.state.over)
    @rule(
        who=seats, card=st.integers(-2, 200), lot=lots, verb=st.sampled_from(["play", "use", "equip", "sell"])
    )
    def try_anything(self, who: int, card: int, lot: int, verb: str) -> None:
        """What is not listed is refused with a code and changes nothing; no input is a crash."""
        action = Action(who, verb, card, lot % 4 - 1, ((lot % 200,),) * (lot % 3))
        before = self.game.encode(self.state)
        result = self.game.step(self.state, action)
        if isinstance(result, Refusal):
            assert result.code
            assert self.game.encode(self.state) == before

    @invariant()
    def sound(self) -> None:
        """The state is sound, comes back from disk the same, and shows no seat what is hidden from it.

        Every listed move can be filled.
        """
        if not hasattr(self, "state"):
            return
        game, state = self.game, self.state
        assert game.check(state) == []
        assert game.decode(game.encode(state)) == state
        for viewer in (None, *range(state.seats)):
            other = game.redeal_hidden(state, viewer, state.seq)
            assert game.view(other, viewer) == game.view(state, viewer)
            assert game.pending(other) == game.pending(state)
            if viewer is not None:
                moves = game.legal_moves(state, viewer)
                assert [move for move in moves if not can_fill(move)] == []
                assert game.legal_moves(other, viewer) == moves


TestDoorGames = DoorGames.TestCase
TestDoorGames.settings = settings(
    max_examples=25,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
