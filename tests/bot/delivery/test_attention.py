"""A person who has to decide sees it at once where they play; the others' screens may wait."""

from dataclasses import replace

import pytest

from bot.delivery.attention import RECENT_PRESS_S, Attention, Slack, affects_everyone
from bot.delivery.drawing import SOON, Position, RedrawPolicy
from bot.delivery.people import called_user
from bot.tables.intents import Pause
from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Poll, Seat, Table
from bot.views.base.parts import Desk
from bot.views.door import desks
from cards.door.card_events import CardReceived, ItemEquipped
from cards.door.events import Cursed, DoorKicked
from cards.kernel.events import Event
from cards.kernel.game import Pending
from tests.bot.delivery.fakes import StillClock
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness
from tests.bot.views.games import view_of
from tests.cards.players.situations import PlayerSituation

DEFAULT_SLACK = Slack()


def view_for(*awaited: int) -> TableView:
    """Return an onlooker's view of a table that waits for these seats; a game without screens of its own."""
    seats = (Seat(ANN, "Ann"), Seat(BEN, "Ben"), Seat(CLEO, "Cleo"), Seat(0, "Robot", robot="keen"))
    table = Table(1, 70, 90, ANN, "tiny", "playing", seats=seats)
    return TableView(table, None, pending=Pending(1, "window", "any", awaited, 60))


def somebody() -> tuple[Attention, StillClock]:
    clock = StillClock()
    return Attention(clock, DEFAULT_SLACK), clock


def test_who_has_to_decide_sees_it_at_once_in_the_hand_and_on_the_table() -> None:
    """Nobody knows yet where the people play: both screens are renewed."""
    attention, _ = somebody()
    attention.hand_policies(view_for(0))
    assert attention.hand_policies(view_for(1))[BEN] == SOON
    assert attention.table_policy(view_for(1)) == SOON


def test_hands_of_people_who_have_nothing_to_decide_wait_for_quiet() -> None:
    attention, _ = somebody()
    attention.hand_policies(view_for(0))
    assert attention.hand_policies(view_for(1))[CLEO] == RedrawPolicy(DEFAULT_SLACK.unwatched, debounce=True)


def test_the_table_may_wait_while_all_who_decide_play_from_their_hands() -> None:
    attention, _ = somebody()
    attention.note_press(ANN, in_hand=True)
    attention.note_press(BEN, in_hand=True)
    assert attention.table_policy(view_for(0, 1)) == RedrawPolicy(DEFAULT_SLACK.table)
    assert attention.table_policy(view_for(0, 1, 2)) == SOON
    assert attention.table_policy(view_for(3)) == SOON


def test_the_table_waits_longest_while_all_who_are_there_play_from_their_hands() -> None:
    """Who is away does not look, either; one who has not pressed anything may be looking at the table."""
    attention, _ = somebody()
    attention.note_press(ANN, in_hand=True)
    attention.note_press(BEN, in_hand=True)
    view = view_for(0)
    assert attention.table_policy(view) == RedrawPolicy(DEFAULT_SLACK.table)
    seats = tuple(replace(seat, away=seat.user == CLEO) for seat in view.table.seats)
    without = replace(view, table=replace(view.table, seats=seats))
    assert attention.table_policy(without) == RedrawPolicy(DEFAULT_SLACK.unwatched)
    attention.note_press(CLEO, in_hand=True)
    assert attention.table_policy(view) == RedrawPolicy(DEFAULT_SLACK.unwatched)
    found, told = DoorKicked(seat=0, card=40), CURSED
    assert attention.table_policy(*at_the_door(found)) == SOON, "no hand tells of it"
    assert attention.table_policy(*at_the_door(told)) == RedrawPolicy(DEFAULT_SLACK.unwatched)


def test_the_hand_of_somebody_who_plays_on_the_table_waits_even_if_he_has_to_decide() -> None:
    """They see it there; if they do not react, the hand is renewed after all."""
    attention, _ = somebody()
    attention.note_press(BEN, in_hand=False)
    assert attention.hand_policies(view_for(1))[BEN] == RedrawPolicy(DEFAULT_SLACK.beside, debounce=True)
    assert attention.table_policy(view_for(1)) == SOON


def test_who_passes_unasked_is_not_hurried_and_the_table_does_not_show_it() -> None:
    """Their own hand may wait; the table's message follows as if everybody were asked."""
    attention, _ = somebody()
    attention.hand_policies(view_for(0))
    found = attention.hand_policies(view_for(1, 2), ANN, frozenset({CLEO}))
    assert (found[ANN], found[BEN]) == (SOON, SOON)
    assert found[CLEO] == RedrawPolicy(DEFAULT_SLACK.unwatched, debounce=True)
    attention.note_press(BEN, in_hand=True)
    assert attention.table_policy(view_for(1, 2)) == SOON


@pytest.mark.parametrize(
    ("away", "called"),
    [((), BEN), ((2,), BEN), ((0, 2), 0), ((1,), 0)],
    ids=["two wait", "one waits", "only computers wait", "the caretaker plays"],
)
def test_nobody_is_called_for_the_sake_of_computers(away: tuple[int, ...], called: int) -> None:
    """Who plays alone with computers may take their time; others are mentioned where people wait."""
    view = view_for(1)
    seats = tuple(replace(seat, away=number in away) for number, seat in enumerate(view.table.seats))
    assert called_user(replace(view, table=replace(view.table, seats=seats))) == called


def test_nobody_is_called_where_passes_are_hidden() -> None:
    """Who is mentioned is who has not passed, and so holds something that matters."""
    view = view_for(1)
    assert view.pending is not None
    assert called_user(replace(view, pending=replace(view.pending, hides_passes=True))) == 0


def test_where_somebody_played_counts_for_a_while_only() -> None:
    attention, clock = somebody()
    attention.note_press(BEN, in_hand=False)
    clock.now += RECENT_PRESS_S + 1
    assert attention.last_press_at(BEN) is None
    assert attention.hand_policies(view_for(1))[BEN] == SOON


def test_whoever_has_just_acted_sees_his_own_hand_at_once() -> None:
    """The press may not have been in the hand; the answer went to another message then."""
    attention, _ = somebody()
    attention.note_press(ANN, in_hand=True)
    attention.hand_policies(view_for(0))
    assert attention.hand_policies(view_for(1), ANN)[ANN] == SOON


CURSED = Cursed(seat=1, card=40, by=0)
"""Ann throws a curse at Ben."""


def at_the_door(*events: Event, seat: int = 0) -> tuple[TableView, PastRevision]:
    """Return a table of a door game that waits for Ann, and what a seat has just done there."""
    view = view_for(0)
    return replace(view, table=replace(view.table, game="classic")), PastRevision(9, events, seat)


def test_a_moment_is_on_the_table_at_once_though_all_who_decide_play_from_their_hands() -> None:
    """A door that is kicked in waits for no slack; cards that are put on do."""
    attention, _ = somebody()
    attention.note_press(ANN, in_hand=True)
    assert attention.table_policy(*at_the_door(DoorKicked(seat=0, card=40))) == SOON
    worn = at_the_door(ItemEquipped(seat=0, card=40))
    assert attention.table_policy(*worn) == RedrawPolicy(DEFAULT_SLACK.table)


def test_the_table_is_prompt_for_whoever_plays_on_it_though_only_others_have_to_decide() -> None:
    """They see a card that is put on at once, and not when somebody next has to answer."""
    attention, _ = somebody()
    attention.note_press(ANN, in_hand=True)
    attention.note_press(BEN, in_hand=False)
    assert attention.table_policy(*at_the_door(ItemEquipped(seat=0, card=40))) == SOON


def test_a_hand_from_which_somebody_plays_lags_a_second_behind_a_moment_at_most() -> None:
    """Who plays on the table sees it there, and for who plays nowhere there is no hurry."""
    attention, _ = somebody()
    view, past = at_the_door(replace(CURSED, seat=3))
    attention.note_press(BEN, in_hand=True)
    found = attention.hand_policies(view, ANN, past=past)
    assert DEFAULT_SLACK.moment <= 1.0
    assert found[BEN] == RedrawPolicy(DEFAULT_SLACK.moment)
    assert found[CLEO] == RedrawPolicy(DEFAULT_SLACK.watched)
    attention.note_press(BEN, in_hand=False)
    found = attention.hand_policies(view, ANN, past=past)
    assert found[BEN] == RedrawPolicy(DEFAULT_SLACK.unwatched, debounce=True)


@pytest.mark.parametrize("in_hand", [True, False])
def test_whoever_is_struck_sees_it_on_their_own_hand_at_once(in_hand: bool) -> None:
    """Wherever they play, whatever slack there is; the others need not hurry."""
    attention, _ = somebody()
    attention.note_press(BEN, in_hand=in_hand)
    view, past = at_the_door(CURSED)
    found = attention.hand_policies(view, ANN, past=past)
    assert found[BEN] == SOON
    assert found[CLEO] == RedrawPolicy(DEFAULT_SLACK.watched)


def test_whoever_is_struck_and_not_there_is_called() -> None:
    """Only a new message rings."""
    attention, clock = somebody()
    attention.note_press(BEN, in_hand=True)
    clock.now += RECENT_PRESS_S + 1
    view, past = at_the_door(CURSED)
    assert attention.hand_policies(view, ANN, past=past)[BEN].position is Position.BOTTOM
    view, past = at_the_door(CURSED, seat=1)
    assert attention.hand_policies(view, BEN, past=past)[BEN] == SOON  # they did it themselves


def test_a_hand_to_which_somebody_gives_a_card_is_renewed_soon() -> None:
    attention, _ = somebody()
    view, past = at_the_door(CardReceived(seat=1, card=40, giver=0, source="hand"))
    found = attention.hand_policies(replace(view, pending=None), past=past)
    assert found[BEN] == RedrawPolicy(DEFAULT_SLACK.watched)
    assert found[CLEO] == RedrawPolicy(DEFAULT_SLACK.unwatched, debounce=True)


@pytest.mark.parametrize("in_hand", [True, False])
def test_who_is_offered_a_trade_sees_it_as_soon_as_who_has_to_decide(in_hand: bool) -> None:
    """The table does not wait for them, and nothing on it asks them."""
    situation = PlayerSituation(
        {"equipped": ["Spork of Destiny"]}, {"equipped": ["Sword of Adequacy"]}, {}, phase="arrange"
    )
    attention, _ = somebody()
    attention.note_press(101, in_hand=in_hand)
    attention.hand_policies(view_of(situation.game, situation.state, None))
    situation.do(
        0,
        "offer_trade",
        picks=((situation.card("Spork of Destiny"),), (situation.card("Sword of Adequacy"),)),
    )
    found = attention.hand_policies(view_of(situation.game, situation.state, None), 100)
    asked = SOON if in_hand else RedrawPolicy(DEFAULT_SLACK.beside, debounce=True)
    assert found[101] == asked
    assert found[102] == RedrawPolicy(DEFAULT_SLACK.unwatched, debounce=True)
    view = view_of(situation.game, situation.state, 1)
    assert Desk("trade", "🔁 Trade (1)") in desks.desks(view)


async def test_what_is_more_than_a_move_is_for_all_at_once() -> None:
    """Pauses, polls, people who come and go: every screen says so."""
    harness = await TableHarness.open()
    await harness.sit_down(ANN, BEN)
    before = (await harness.view_for(None)).table
    await harness.send(ANN, Pause())
    after = (await harness.view_for(None)).table
    assert affects_everyone(before, after)
    assert affects_everyone(None, after)
    assert affects_everyone(before, replace(before, poll=Poll("undo", 1)))
    assert not affects_everyone(before, replace(before, revision=before.revision + 1))
    await harness.close()


def test_nobody_is_remembered_for_longer_than_it_matters() -> None:
    attention, clock = somebody()
    attention.note_press(ANN, in_hand=True)
    attention.note_press(BEN, in_hand=True)
    attention.forget_user(BEN)
    assert list(attention._presses) == [ANN]
    clock.now += RECENT_PRESS_S + 1
    attention.note_press(CLEO, in_hand=False)
    assert list(attention._presses) == [CLEO]
