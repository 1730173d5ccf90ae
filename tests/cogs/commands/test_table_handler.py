"""What hosts ask by commands, with a clock in the test's hand and no Discord."""

from dataclasses import replace
from typing import cast

from bot.delivery.service import ScreenService
from bot.tables.intents import AddRobot, Leave, Replace, Start
from bot.views.table.status import status_screen
from cards.registry import GameRegistry
from cogs.commands.channel_handler import Typing
from cogs.commands.table_handler import TableHandler
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, DAN, GUILD, TableHarness
from tests.bot.tables.tiny import TINY_MODULE
from tests.cogs.commands.typing_people import told, typed


def orders(harness: TableHarness) -> TableHandler:
    return TableHandler(harness.service, GameRegistry((TINY_MODULE,)), cast(ScreenService, None))


async def test_seats_keep_their_numbers_when_somebody_has_left(harness: TableHarness) -> None:
    """Nobody has to count: people who left are not suggested, nor are people to themselves."""
    await harness.sit_down(ANN, BEN, CLEO, DAN)
    await harness.done(BEN, Leave())
    seats = orders(harness).seats
    assert await seats(Typing(CHANNEL, GUILD, ANN), "", "remove") == [(3, "3 · Cleo"), (4, "4 · Dan")]
    assert await seats(Typing(CHANNEL, GUILD, CLEO), "", "remove") == [(1, "1 · Ann"), (4, "4 · Dan")]
    assert await seats(Typing(CHANNEL, GUILD, ANN), "cLE", "remove") == [(3, "3 · Cleo")]
    assert await seats(Typing(CHANNEL, GUILD, ANN), " 4", "remove") == [(4, "4 · Dan")]
    assert await seats(Typing(CHANNEL, GUILD, ANN), "3 · Cleo", "remove") == [(3, "3 · Cleo")]
    assert await seats(Typing(CHANNEL, GUILD, ANN), "Ben", "remove") == []
    assert await seats(Typing(CHANNEL + 1, GUILD, ANN), "", "remove") == []
    assert (
        "1 Ann, 3 Cleo and 4 Dan" in status_screen(await harness.view_for(ANN), TINY_MODULE, None).as_text()
    )


async def test_only_seats_that_the_command_can_mean_are_suggested(harness: TableHarness) -> None:
    """A computer goes on for somebody who is away, and a person for a computer."""
    await harness.sit_down(ANN, BEN, CLEO)
    seats = orders(harness).seats
    assert await seats(Typing(CHANNEL, GUILD, ANN), "", "replace") == []
    assert await seats(Typing(CHANNEL, GUILD, DAN), "", "take") == []
    await harness.act(ANN, "luck")
    await harness.act(ANN, "answer")
    await harness.advance(91)
    assert await seats(Typing(CHANNEL, GUILD, ANN), "", "replace") == [(2, "2 · Ben 💤")]
    await harness.done(ANN, Replace(1, robot="random"))
    assert await seats(Typing(CHANNEL, GUILD, ANN), "", "replace") == []
    assert await seats(Typing(CHANNEL, GUILD, DAN), "", "take") == [(2, "2 · Dizzy 🎲")]


async def test_in_the_lobby_seats_are_only_taken_away(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    await harness.done(ANN, AddRobot("random"))
    seats = orders(harness).seats
    assert [number for number, _ in await seats(Typing(CHANNEL, GUILD, ANN), "", "remove")] == [2]
    assert await seats(Typing(CHANNEL, GUILD, DAN), "", "take") == []
    await harness.done(ANN, Start())
    assert [number for number, _ in await seats(Typing(CHANNEL, GUILD, DAN), "", "take")] == [2]


async def test_the_seat_that_was_chosen_is_removed_or_none(harness: TableHarness) -> None:
    """Numbers shift in a lobby: whoever has moved up to the chosen one is not meant."""
    await harness.sit_down(ANN, BEN, CLEO, start=False)
    await harness.done(ANN, AddRobot("random"))
    commands = orders(harness)
    choices = [value for value, _ in await commands.removable_seats(Typing(CHANNEL, GUILD, ANN), "")]
    names = [text for _, text in await commands.removable_seats(Typing(CHANNEL, GUILD, ANN), "")]
    assert names == ["2 · Ben", "3 · Cleo", "4 · Dizzy 🎲"]
    await harness.done(BEN, Leave())
    for choice in choices[:2]:
        assert "Somebody else sits there" in told(await commands.remove_seat(typed(ANN), choice))
    assert "Nobody plays in that seat" in told(await commands.remove_seat(typed(ANN), choices[2]))
    assert len((await harness.view_for(ANN)).table.seats) == 3
    choices = [value for value, _ in await commands.removable_seats(Typing(CHANNEL, GUILD, ANN), "")]
    for choice in reversed(choices):
        assert "Done" in told(await commands.remove_seat(typed(ANN), choice))
    assert [seat.name for seat in (await harness.view_for(ANN)).table.seats] == ["Ann"]


async def test_a_seat_to_remove_can_be_typed(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO, DAN, start=False)
    commands = orders(harness)
    for nonsense in ("9", "0", "-1", "n", "²", "7:5:Ben", "::"):
        assert "Nobody plays in that seat" in told(await commands.remove_seat(typed(ANN), nonsense)), nonsense
    assert "Done" in told(await commands.remove_seat(typed(ANN), "3"))
    assert "Done" in told(await commands.remove_seat(typed(ANN), "be"))
    assert [seat.name for seat in (await harness.view_for(ANN)).table.seats] == ["Ann", "Dan"]
    assert "no game here" in told(await commands.remove_seat(replace(typed(ANN), channel=CHANNEL + 1), "2"))


async def test_ending_says_what_it_takes(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    assert "2 of 3 have to say Yes" in told(await orders(harness).end(typed(ANN, may_manage=True)))
    assert "at once" in told(await orders(harness).end(typed(DAN, may_manage=True)))
    assert "watching" in told(await orders(harness).end(typed(DAN)))
    assert (await harness.view_for(ANN)).table.poll is None
    await harness.done(BEN, Leave(robot=True))
    await harness.done(CLEO, Leave(robot=True))
    assert "at once" in told(await orders(harness).end(typed(ANN)))
