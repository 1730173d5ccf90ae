"""A line of one's own: the form attaches it, what is sent next carries it; three taps under a moment."""

from itertools import count
from typing import cast

from bot.app.games import game_registry
from bot.delivery.service import ScreenService
from bot.views.base.custom_ids import ButtonAction, CustomId
from bot.views.base.layout import Button, ButtonRow, Form
from bot.views.press.moves import screen_custom_id
from bot.views.press.terms import SAY, draft_of, usual
from cogs.answers import Answer, Click, PrivateReply, UpdateMessage
from cogs.click_handler import ClickHandler
from tests.bot.tables.table_harness import TableHarness
from tests.bot.tables.test_talk import active, fight, others
from tests.cogs.test_click_handler import NoScreens

__all__ = ["fight"]


async def test_a_form_attaches_a_line_of_ones_own_and_sends_nothing(fight: TableHarness) -> None:
    """H-132: *Submit* brings the terms back with it, at a desk the desk; *Send* or an answer sends it."""
    user = await active(fight)
    clicks = ClickHandler(fight.service, game_registry(), cast(ScreenService, NoScreens()))
    numbers = count(9500)

    async def press(custom_id: object, fields: dict[str, tuple[str, ...]] | None = None) -> Answer:
        table = (await fight.view_for(user)).table
        where = (table.channel, table.guild, "private", 5, str(custom_id), (), fields)
        return await clicks.answer(Click(next(numbers), user, "x", *where))

    view = await fight.view_for(user)
    (move,) = [move for move in view.moves if move.verb == "ask_help"]
    terms = CustomId(
        view.table.id, view.table.since, ButtonAction.TERMS, str(draft_of(move, usual(move), SAY))
    )
    desk = CustomId(view.table.id, view.table.since, ButtonAction.LOBBY, "say.help")
    for button, line in ((terms, "before it eats me"), (desk, "please")):
        form = await press(button)
        assert isinstance(form, Form)
        shown = await press(form.custom_id, {form.fields[0].name: (line,)})
        assert isinstance(shown, UpdateMessage)
        assert f"“{line}” goes with what you send next" in shown.screen.as_text()
        assert not any(past.verb == "ask_help" for past in (await fight.view_for(user)).past)
    send = CustomId(
        view.table.id, view.table.since, ButtonAction.TERMS, str(draft_of(move, usual(move), "send"))
    )
    await press(send)
    (said,) = (await fight.view_for(user)).table.lines
    assert (said.text, said.revision) == ("please", (await fight.view_for(user)).table.revision)


async def test_three_taps_react_to_the_latest_moment_below_the_story(fight: TableHarness) -> None:
    """Each with a count; the table's message follows with the next move."""
    user = (await others(fight))[0]
    clicks = ClickHandler(fight.service, game_registry(), cast(ScreenService, NoScreens()))
    numbers = count(9600)

    async def press(custom_id: str) -> list[Button]:
        table = (await fight.view_for(user)).table
        click = Click(next(numbers), user, "x", table.channel, table.guild, "private", 5, custom_id)
        answer = await clicks.answer(click)
        assert isinstance(answer, UpdateMessage | PrivateReply)
        rows = [block for block in answer.screen.blocks() if isinstance(block, ButtonRow)]
        buttons = [button for row in rows for button in row.buttons if isinstance(button, Button)]
        return [button for button in buttons if ":react." in button.custom_id]

    taps = await press(screen_custom_id(await fight.view_for(user), "story"))
    assert [(tap.emoji, tap.label) for tap in taps] == [("😂", "0"), ("😱", "0"), ("👏", "0")]
    for tap, counts in ((taps[0], ["1", "0", "0"]), (taps[2], ["0", "0", "1"])):
        assert [each.label for each in await press(tap.custom_id)] == counts
