"""Who has to decide sees it at once where he plays; the others' screens may wait."""

from __future__ import annotations

from dataclasses import replace

from bot.delivery.attention import NOW, SPAN, Attention, Due, Slack, weighty
from bot.shelf import shelf
from bot.tables.intents import Pause
from bot.tables.results import Sight
from bot.tables.table import Poll, Seat, Table
from cards.kernel.game import Pending
from tests.bot.delivery.fakes import StillClock
from tests.bot.tables.house import ANN, BEN, CLEO, House

SLACK = Slack()


def sight(*awaited: int) -> Sight:
    """Return an onlooker's sight of a table that waits for these seats; a game without screens of its own."""
    seats = (Seat(ANN, "Ann"), Seat(BEN, "Ben"), Seat(CLEO, "Cleo"), Seat(0, "Robot", robot="keen"))
    table = Table(1, 70, 90, ANN, "tiny", "playing", seats=seats)
    return Sight(table, None, pending=Pending(1, "window", "any", awaited, 60))


def somebody() -> tuple[Attention, StillClock]:
    clock = StillClock()
    return Attention(clock, SLACK), clock


def test_who_has_to_decide_sees_it_at_once_in_the_hand_and_on_the_table() -> None:
    """Nobody knows yet where the people play: both screens are renewed."""
    attention, _ = somebody()
    attention.hands(sight(0))
    assert attention.hands(sight(1))[BEN] == NOW
    assert attention.table(sight(1)) == NOW


def test_hands_of_people_who_have_nothing_to_decide_wait_for_quiet() -> None:
    attention, _ = somebody()
    attention.hands(sight(0))
    assert attention.hands(sight(1))[CLEO] == Due(SLACK.unwatched, patient=True)


def test_the_table_may_wait_while_all_who_decide_play_from_their_hands() -> None:
    attention, _ = somebody()
    attention.pressed(ANN, in_hand=True)
    attention.pressed(BEN, in_hand=True)
    assert attention.table(sight(0, 1)) == Due(SLACK.table)
    assert attention.table(sight(0, 1, 2)) == NOW
    assert attention.table(sight(3)) == NOW


def test_the_hand_of_somebody_who_plays_on_the_table_waits_even_if_he_has_to_decide() -> None:
    """He sees it there; if he does not react, the hand is renewed after all."""
    attention, _ = somebody()
    attention.pressed(BEN, in_hand=False)
    assert attention.hands(sight(1))[BEN] == Due(SLACK.beside, patient=True)
    assert attention.table(sight(1)) == NOW


def test_where_somebody_played_counts_for_a_while_only() -> None:
    attention, clock = somebody()
    attention.pressed(BEN, in_hand=False)
    clock.now += SPAN + 1
    assert attention.last(BEN) is None
    assert attention.hands(sight(1))[BEN] == NOW


def test_whoever_has_just_acted_sees_his_own_hand_at_once() -> None:
    """It may not have been the hand that he pressed, and the answer went to another message then."""
    attention, _ = somebody()
    attention.pressed(ANN, in_hand=True)
    attention.hands(sight(0))
    assert attention.hands(sight(1), ANN)[ANN] == NOW


async def test_a_hand_that_somebody_else_changed_is_renewed_soon() -> None:
    """So it is for everybody when a fight begins; when it ends, nobody needs it."""
    classic = shelf().find("classic")
    assert classic is not None
    house = await House.open(games=(classic,), seed=3)
    await house.sit_down(ANN, BEN, CLEO, game="classic")
    attention, _ = somebody()
    seen = await house.sight(None)
    attention.hands(seen)
    idle = Due(SLACK.unwatched, patient=True)
    bystander = replace(seen, pending=None)
    assert set(attention.hands(bystander).values()) == {idle}
    richer = replace(seen.view.seats[1], hand_size=seen.view.seats[1].hand_size + 1)
    seats = (seen.view.seats[0], richer, *seen.view.seats[2:])
    given = replace(bystander, view=replace(seen.view, seats=seats))
    assert attention.hands(given) == {ANN: idle, BEN: Due(SLACK.watched), CLEO: idle}
    fight = replace(given, view=replace(given.view, combat=object()))
    assert set(attention.hands(fight).values()) == {Due(SLACK.watched)}
    assert set(attention.hands(fight).values()) == {idle}
    assert set(attention.hands(given).values()) == {idle}
    await house.close()


async def test_what_is_more_than_a_move_is_for_all_at_once() -> None:
    """Pauses, polls, people who come and go: every screen says so."""
    house = await House.open()
    await house.sit_down(ANN, BEN)
    before = (await house.sight(None)).table
    await house.send(ANN, Pause())
    after = (await house.sight(None)).table
    assert weighty(before, after)
    assert weighty(None, after)
    assert weighty(before, replace(before, poll=Poll("undo", 1)))
    assert not weighty(before, replace(before, revision=before.revision + 1))
    await house.close()
