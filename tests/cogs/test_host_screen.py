"""The host at hand: what the commands of /kickdoor-table do, by buttons behind *More*."""

from collections.abc import AsyncIterator
from itertools import count
from typing import cast

import pytest

from bot.app.games import game_registry
from bot.delivery.service import ScreenService
from bot.tables.intents import End, Leave, Return
from bot.tables.results import Change
from bot.views.base.custom_ids import parse
from bot.views.base.layout import Button, Container, Screen
from bot.views.base.phone_height import blocks_px
from bot.views.table import details, public
from cards.registry import module_of
from cogs.answers import Click, PrivateReply, UpdateMessage
from cogs.click_handler import ClickHandler
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, DAN, TableHarness
from tests.cogs.test_click_handler import NoScreens

MAX_BUTTONS = 6


class Phone:
    """Presses by label on what each person sees last, beginning with *More*."""

    def __init__(self, harness: TableHarness) -> None:
        self.harness = harness
        self._clicks = ClickHandler(harness.service, game_registry(), cast(ScreenService, NoScreens()))
        self._ids = count(5000)
        self.seen: dict[int, Screen] = {}

    async def more(self, user: int) -> Screen:
        self.seen[user] = details.details_screen(await self.harness.view_for(user))
        return self.seen[user]

    async def press(self, user: int, label: str, *values: str) -> str:
        """Press a button, or choose from the menu with this hint; return what is shown then."""
        found = [
            control.custom_id
            for control in self.seen[user].controls()
            if label == (control.label if isinstance(control, Button) else control.hint)
        ]
        table = (await self.harness.view_for(None)).table
        click = Click(next(self._ids), user, "x", table.channel, table.guild, "private", 5, found[0], values)
        answer = await self._clicks.answer(click)
        assert isinstance(answer, PrivateReply | UpdateMessage), answer
        self.seen[user] = answer.screen
        return answer.screen.as_text()

    def buttons(self, user: int) -> list[str]:
        return [control.label for control in self.seen[user].controls() if isinstance(control, Button)]


@pytest.fixture
async def phone() -> AsyncIterator[Phone]:
    harness = await TableHarness.open(games=(module_of("classic"),), seed=2)
    await harness.sit_down(ANN, BEN, CLEO, DAN, game="classic")
    yield Phone(harness)
    await harness.close()


async def host(phone: Phone, user: int, name: str = "Host") -> str:
    await phone.more(user)
    return await phone.press(user, name)


PEOPLE_HINT = "Make somebody host, or remove them…"


async def test_the_host_finds_all_that_hosts_do_on_one_screen(phone: Phone) -> None:
    text = await host(phone, ANN)
    assert "You run this table" in text
    assert "house rules are settled once the cards are dealt" in text
    assert len(phone.buttons(ANN)) <= MAX_BUTTONS
    assert {"Pause", "Take back", "End"} <= {*phone.buttons(ANN)}
    (frame,) = phone.seen[ANN].parts
    assert isinstance(frame, Container)
    assert blocks_px(frame.blocks) <= 700


async def test_others_find_what_they_may_do_and_who_may_do_more(phone: Phone) -> None:
    text = await host(phone, BEN, "Table")
    assert "up to **Ann**" in text
    assert "Speed" not in [
        control.label for control in phone.seen[BEN].controls() if isinstance(control, Button)
    ]
    assert PEOPLE_HINT not in text
    assert "The game is paused" in await phone.press(BEN, "Pause")
    text = await host(phone, CLEO, "Table")
    await phone.press(CLEO, "Resume")
    assert (await phone.harness.view_for(BEN)).table.halt == ""


async def test_every_game_of_ones_own_is_two_presses_away(phone: Phone) -> None:
    await phone.harness.sit_down(ANN, BEN, CLEO, channel=CHANNEL + 1, game="classic")
    await host(phone, BEN, "Table")
    text = await phone.press(BEN, "My tables")
    assert text.startswith("### 2 games")
    hands = [control for control in phone.seen[BEN].controls() if isinstance(control, Button)]
    found = [parse(button.custom_id) for button in hands]
    assert {each.table for each in found if each is not None} == {1, 2}
    assert {button.style for button in hands} == {"primary"}, "both wait for first cards"
    await phone.press(BEN, hands[0].label)
    assert "Level" in phone.seen[BEN].as_text()


async def test_the_speed_is_one_choice(phone: Phone) -> None:
    await host(phone, ANN)
    assert "Speed changed" in await phone.press(ANN, "Speed", "relaxed")
    assert (await phone.harness.view_for(BEN)).table.speed == "relaxed"


async def test_a_host_is_made_and_somebody_removed(phone: Phone) -> None:
    await host(phone, ANN)
    assert "the others vote on removing them" in await phone.press(ANN, PEOPLE_HINT, "3")
    assert len(phone.buttons(ANN)) <= MAX_BUTTONS
    assert "Vote started." in await phone.press(ANN, "Remove")
    await host(phone, ANN)
    await phone.press(ANN, PEOPLE_HINT, "1")
    await phone.press(ANN, "Make host")
    view = await phone.harness.view_for(BEN)
    assert (view.table.host, view.table.poll is not None) == (BEN, True)
    assert "You run this table" in await host(phone, BEN)


async def test_a_computer_takes_over_for_somebody_away(phone: Phone) -> None:
    for user in (ANN, BEN, CLEO):
        await phone.harness.act(user, "pass")
    await phone.harness.advance(3_600)
    await phone.harness.done(ANN, Return())
    await host(phone, ANN)
    away = next(n for n, seat in enumerate((await phone.harness.view_for(ANN)).table.seats) if seat.away)
    assert "gone for good **at once**" in await phone.press(ANN, PEOPLE_HINT, str(away))
    await phone.press(ANN, "Let a computer play on")
    assert (await phone.harness.view_for(ANN)).table.seats[away].robot == "sensible"
    await host(phone, ANN)
    await phone.press(ANN, PEOPLE_HINT, str(away))
    assert "Let a computer play on" not in phone.buttons(ANN)
    await phone.press(ANN, "Remove")
    assert (await phone.harness.view_for(ANN)).table.seats[away].dropped


async def test_only_the_host_looks_at_seats(phone: Phone) -> None:
    await host(phone, ANN)
    phone.seen[BEN] = phone.seen[ANN]
    assert "Only the host" in await phone.press(BEN, PEOPLE_HINT, "2")
    assert (await phone.harness.view_for(BEN)).table.speed == "live"


async def test_the_end_and_a_move_to_take_back_are_asked_first(phone: Phone) -> None:
    await host(phone, ANN)
    assert "3 of 4 have to say Yes" in await phone.press(ANN, "End")
    await host(phone, ANN)
    assert "Take back the latest move?" in await phone.press(ANN, "Take back")


async def test_a_vote_says_who_asks_and_how_many_are_needed(phone: Phone) -> None:
    await phone.harness.done(BEN, End())
    screen = public.game_screen(await phone.harness.view_for(None))
    text = screen.as_text()
    assert "**Ben** asks to end this game" in text
    assert "Yes: 1 of 3 needed · No: 0 · still asked: <@101>, <@103>, <@104>" in text
    assert screen.mentioned_users == (ANN, CLEO, DAN)
    change = await phone.harness.send(DAN, Leave())
    assert isinstance(change, Change)
    assert "Yes: 1 of 2 needed" in public.game_screen(await phone.harness.view_for(None)).as_text()
