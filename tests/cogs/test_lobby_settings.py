"""Settings that are refused: kind words, and another try at once."""

from collections.abc import AsyncIterator
from typing import cast

import pytest

from bot.app.games import game_registry
from bot.delivery.service import ScreenService
from bot.tables.intents import Join, Request, SetOptions
from bot.tables.results import Change
from bot.views.base.custom_ids import ButtonAction, CustomId
from cards.registry import module_of
from cogs.answer_builder import AnswerBuilder
from cogs.answers import Answer, Click, ClickPlace, PrivateReply, UpdateMessage
from cogs.click_handler import ClickHandler
from cogs.commands.play_handler import PlayHandler
from tests.bot.tables.table_harness import ANN, BEN, CLEO, DAN, TableHarness


@pytest.fixture
async def lobby() -> AsyncIterator[TableHarness]:
    kinds = (game_registry().find("classic"), game_registry().find("panic"))
    harness = await TableHarness.open(games=tuple(kind for kind in kinds if kind is not None))
    await harness.sit_down(ANN, BEN, CLEO, game="classic", start=False)
    yield harness
    await harness.close()


async def press(
    harness: TableHarness,
    user: int,
    rest: str,
    *values: str,
    value: str | None = None,
    place: ClickPlace = "private",
) -> Answer:
    """Press something on one's own Settings, choose there, or send its form with this value."""
    table = (await harness.view_for(user)).table
    clicks = ClickHandler(harness.service, game_registry(), cast(ScreenService, None))
    pressed = str(CustomId(table.id, table.revision, ButtonAction.LOBBY, rest))
    fields = None if value is None else {"value": (value,)}
    number = harness.next_interaction_id()
    click = Click(number, user, "x", table.channel, table.guild, place, 5, pressed, values, fields)
    return await clicks.answer(click)


@pytest.mark.parametrize("typed", ["5", "901", "plenty"])
async def test_a_refused_length_keeps_settings_and_says_what_is_taken(
    lobby: TableHarness, typed: str
) -> None:
    answer = await press(lobby, ANN, "set.turn_seconds", value=typed)
    assert isinstance(answer, UpdateMessage)
    told = answer.screen.as_text()
    assert "“Time for your own steps” did not fit: 30 to 900 seconds at live speed." in told
    assert "Change times and variants…" in told
    for raw in ("turn_seconds", "Input", "go together"):
        assert raw not in told
    again = await press(lobby, ANN, "set.turn_seconds", value="90")
    assert isinstance(again, UpdateMessage)
    assert "did not fit" not in again.screen.as_text()
    assert (await lobby.view_for(ANN)).table.options["turn_seconds"] == 90


@pytest.mark.parametrize("typed", ["default", "None", " ", ""])
@pytest.mark.parametrize("game", ["classic", "panic"])
async def test_every_option_goes_back_to_its_default(game: str, typed: str) -> None:
    """Whoever clears the field, or says so, gets what a new table has, whether or not that is a number."""
    module = module_of(game)
    harness = await TableHarness.open(games=(module,))
    await harness.sit_down(ANN, BEN, CLEO, game=game, start=False)
    other = {"first_player": 2, "turn_seconds": 90, "answer_seconds": 45, "halfling": "older"}
    changed = {key: value for key, value in other.items() if key in module.default_options}
    await harness.done(ANN, SetOptions(changed))
    for key, usual in module.default_options.items():
        answer = await press(harness, ANN, f"set.{key}", value=typed)
        assert isinstance(answer, UpdateMessage)
        assert "❗" not in answer.screen.as_text(), key
        assert (await harness.view_for(ANN)).table.options[key] == usual
    await harness.close()


async def test_somebody_else_keeps_settings_as_well(lobby: TableHarness) -> None:
    answer = await press(lobby, BEN, "speed", "post")
    assert isinstance(answer, UpdateMessage)
    assert "Only the host" in answer.screen.as_text()
    assert "Change times and variants…" in answer.screen.as_text()


async def test_a_forged_choice_keeps_settings_as_well(lobby: TableHarness) -> None:
    assert isinstance(await press(lobby, ANN, "speed", "hasty"), UpdateMessage)


async def test_settings_of_a_game_that_has_begun_say_so(lobby: TableHarness) -> None:
    await press(lobby, ANN, "start")
    answer = await press(lobby, ANN, "set.turn_seconds", value="90")
    assert isinstance(answer, PrivateReply | UpdateMessage)
    assert "Change times and variants…" not in answer.screen.as_text()


async def test_who_sits_down_is_asked_whom_they_play(lobby: TableHarness) -> None:
    """R-034: the bot must ask; who says nothing leaves it to the dice."""
    answer = await press(lobby, DAN, "join", place="table")
    assert isinstance(answer, PrivateReply)
    told = answer.screen.as_text()
    assert "Sit like a winner" in told
    assert "Who are you in this game?" in told
    assert (await lobby.view_for(DAN)).table.seats[3].sex == ""
    for sex, says in (("female", "You’re a woman"), ("male", "You’re a man")):
        answer = await press(lobby, DAN, f"sex.{sex}")
        assert isinstance(answer, UpdateMessage)
        assert says in answer.screen.as_text()
        assert "Change times and variants…" not in answer.screen.as_text()
        assert (await lobby.view_for(DAN)).table.seats[3].sex == sex


async def test_who_has_said_whom_they_play_is_not_asked(lobby: TableHarness) -> None:
    answers = AnswerBuilder(lobby.service, game_registry(), cast(ScreenService, None))
    table = (await lobby.view_for(DAN)).table
    click = Click(lobby.next_interaction_id(), DAN, "Dan", table.channel, table.guild, "command", 5, "")
    done = await lobby.service.send(table.id, Request(click.interaction_id, DAN, Join("Dan", "male")))
    assert isinstance(done, Change)
    answer = answers.seated(click, done, "Sit.")
    assert isinstance(answer, PrivateReply)
    assert answer.screen.as_text() == "Sit."


@pytest.mark.parametrize(("game", "asks"), [("classic", True), ("wild_west", True), ("panic", False)])
async def test_the_host_is_asked_where_the_game_has_sexes(game: str, asks: bool) -> None:
    harness = await TableHarness.open(games=tuple(map(module_of, ("classic", "wild_west", "panic"))))
    commands = PlayHandler(harness.service, game_registry(), cast(ScreenService, None))
    click = Click(harness.next_interaction_id(), ANN, "Ann", 77, 7, "command", 0, "")
    answer = await commands.new(click, game, "live", "")
    assert isinstance(answer, PrivateReply)
    assert ("Who are you in this game?" in answer.screen.as_text()) == asks
    await harness.close()


async def test_a_lobby_that_became_panic_asks_nobody_whom_they_play(lobby: TableHarness) -> None:
    """The question of a door game may still stand on somebody's phone."""
    await press(lobby, ANN, "game", "panic")
    assert (await lobby.view_for(ANN)).table.game == "panic"
    answer = await press(lobby, BEN, "sex.male")
    assert isinstance(answer, UpdateMessage)
    assert "Who are you in this game?" not in answer.screen.as_text()
    assert "You’re a man" not in answer.screen.as_text()
