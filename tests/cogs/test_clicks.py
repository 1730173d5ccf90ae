"""Presses at real tables, with a clock in the test's hand and no Discord."""

from __future__ import annotations

from typing import cast

from bot.delivery.boards import Boards
from bot.shelf import ROBOTS, shelf
from bot.views.presses import Press
from cogs.answers import Click, Private
from cogs.clicks import Clicks
from tests.bot.tables.house import ANN, BEN, CLEO, House


class NoBoards:
    """Boards that show nothing: only the answers to presses are of interest."""

    def take_hint(self, user: int) -> bool:
        return False


async def test_who_was_away_gets_the_seat_back_with_an_account_of_what_was_done() -> None:
    classic = shelf().find("classic")
    assert classic is not None
    house = await House.open(games=(classic,), robots=ROBOTS, seed=2)
    await house.sit_down(ANN, BEN, CLEO, game="classic")
    for _ in range(100):
        sight = await house.sight(ANN)
        if sight.table.seats[0].away and any(event.seat == 0 for event in sight.events):
            break
        for user, seat in ((BEN, 1), (CLEO, 2)):
            own = await house.sight(user)
            if own.pending is not None and seat in own.pending.awaited:
                await house.act(user, own.moves[0].verb)
        await house.advance(60)
    table = (await house.sight(ANN)).table
    assert table.seats[0].away
    clicks = Clicks(house.hall, shelf(), cast(Boards, NoBoards()))
    look = str(Press(table.id, table.revision, "g", "hand"))
    click = Click(1, ANN, "Ann", table.channel, table.guild, "table", 5, look)
    answer = await clicks.answer(click)
    assert isinstance(answer, Private)
    assert "the caretaker played for you" in answer.screen.words()
    assert not (await house.sight(ANN)).table.seats[0].away
    again = await clicks.answer(click)
    assert isinstance(again, Private)
    assert "caretaker" not in again.screen.words()
    await house.close()
