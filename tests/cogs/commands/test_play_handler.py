"""What players ask by commands, with a clock in the test's hand and no Discord."""

from dataclasses import replace
from typing import cast

import pytest

from bot.app.games import game_registry
from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import SurfaceKey
from bot.tables.intents import AskUndo, Leave
from bot.tables.service import TableService
from bot.views.base.reading import Reading
from bot.views.base.sketches import TextSize
from bot.views.table.status import games_screen
from cards.registry import GameRegistry, module_of
from cogs.answers import Answer, Click, PrivateReply
from cogs.commands.channel_handler import Typing
from cogs.commands.play_handler import PlayHandler
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, DAN, GUILD, TableHarness
from tests.bot.tables.tiny import TINY_MODULE
from tests.cogs.commands.typing_people import told, typed


def orders(harness: TableHarness) -> PlayHandler:
    return PlayHandler(harness.service, GameRegistry((TINY_MODULE,)), cast(ScreenService, None))


async def test_leaving_a_game_asks_first_and_a_lobby_does_not(harness: TableHarness) -> None:
    """Nothing has happened while the question stands; the host hears what becomes of the table."""
    await harness.sit_down(ANN, BEN, CLEO)
    for user, hosts in ((ANN, True), (BEN, False)):
        asked = told(await orders(harness).leave(typed(user)))
        assert "Let a computer play on" in asked
        assert "discarded" in asked
        assert ("becomes the host" in asked) is hosts
    table = (await harness.view_for(ANN)).table
    assert (table.host, [seat.dropped for seat in table.seats]) == (ANN, [False] * 3)
    assert "watching" in told(await orders(harness).leave(typed(DAN)))


async def test_the_lobby_is_left_at_once(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, start=False)
    assert "slip out" in told(await orders(harness).leave(typed(BEN)))
    assert len((await harness.view_for(ANN)).table.seats) == 1


async def test_who_joins_a_game_that_is_on_asks_for_the_seat_of_a_computer(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    assert "no computer has a seat" in told(await orders(harness).join(typed(DAN), ""))
    await harness.done(BEN, Leave(robot=True))
    assert "asked the table" in told(await orders(harness).join(typed(DAN), ""))
    poll = await harness.poll()
    assert (poll.kind, poll.subject, poll.user) == ("seat", 1, DAN)
    assert "seat is yours" in told(await orders(harness).join(typed(BEN), "")), "it was theirs"
    assert (await harness.view_for(ANN)).table.poll is None


async def test_the_last_person_hears_that_leaving_ends_the_game(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.done(BEN, Leave(robot=True))
    asked = await orders(harness).leave(typed(ANN))
    assert "last person" in told(asked)
    assert isinstance(asked, PrivateReply)
    assert "Let a computer play on" not in asked.screen.as_text()


async def test_an_undo_names_the_move_and_counts_for_that_one_only(harness: TableHarness) -> None:
    """Who presses after somebody else has moved takes back nothing."""
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "lay")
    asked = told(await orders(harness).undo(typed(ANN)))
    assert "all 3 people here have to agree" in asked
    seen = (await harness.view_for(ANN)).table.revision
    await harness.act(ANN, "lay")
    assert await harness.refused(ANN, AskUndo(), seen=seen) == "stale"
    assert (await harness.done(ANN, AskUndo(), seen=seen + 1)).table.poll is not None


class FakeReadings:
    """Screens of which only what people want to read is there."""

    def __init__(self) -> None:
        self.chosen = Reading()
        self.drawn: list[tuple[int, int]] = []
        """Tables of which a message was drawn again, and whose hand it was; 0 for the table's own message."""

    async def reading_of(self, user: int) -> Reading:
        return self.chosen

    async def set_reading(self, user: int, reading: Reading) -> None:
        self.chosen = reading

    async def invalidate(self, key: SurfaceKey) -> None:
        self.drawn.append((key.table, key.user))


async def test_what_a_person_leaves_open_about_pictures_and_letters_stays_as_it_is(
    harness: TableHarness,
) -> None:
    found = FakeReadings()
    handler = PlayHandler(harness.service, GameRegistry((TINY_MODULE,)), cast(ScreenService, found))
    click = Click(1, DAN, "Dan", CHANNEL, GUILD, "command", 0, "")
    changes: tuple[tuple[bool | None, TextSize | None, Reading], ...] = (
        (None, "large", Reading(text_size="large")),
        (False, None, Reading(text_only=True, text_size="large")),
        (None, None, Reading(text_only=True, text_size="large")),
        (True, "small", Reading(text_size="small")),
    )
    answer: Answer | None = None
    for show, text, chosen in changes:
        answer = await handler.pictures(click, show, text)
        assert found.chosen == chosen
    assert isinstance(answer, PrivateReply)
    assert answer.screen.as_text() == "Pictures: on. Text size: small."


@pytest.mark.parametrize("playing", [False, True])
async def test_who_chooses_pictures_or_words_has_no_screens_of_others_drawn_again(
    playing: bool, harness: TableHarness
) -> None:
    """Anybody in the channel may choose, again and again; the table's message follows its host alone."""
    await harness.sit_down(ANN, BEN, start=playing)
    found = FakeReadings()
    handler = PlayHandler(harness.service, GameRegistry((TINY_MODULE,)), cast(ScreenService, found))
    hands = {user: [(harness.table, user)] if playing else [] for user in (ANN, BEN)}
    for user, show, text, drawn in (
        (DAN, False, "large", []),
        (BEN, False, "large", hands[BEN]),
        (ANN, None, "large", hands[ANN]),
        (ANN, True, None, [*hands[ANN], (harness.table, 0)]),
    ):
        found.drawn.clear()
        await handler.pictures(typed(user), show, cast(TextSize | None, text))
        assert found.drawn == drawn


async def test_three_dots_find_a_card_whose_name_goes_on() -> None:
    kind = module_of("rick_and_morty")
    harness = await TableHarness.open(games=(kind,))
    await harness.sit_down(ANN, BEN, game="rick_and_morty", start=False)
    handler = PlayHandler(harness.service, game_registry(), cast(ScreenService, None))
    assert "Covered in Eyes…" in told(await handler.card(typed(ANN), "covered in eyes..."))
    await harness.close()


async def test_a_misspelled_card_is_guessed_and_any_other_is_named_as_typed(harness: TableHarness) -> None:
    handler = PlayHandler(harness.service, game_registry(), cast(ScreenService, None))
    for name, said in (
        ("spoork", "Did you mean Spork of Destiny?"),
        ("Zeppelin **x**", r"No card here is called Zeppelin \*\*x\*\*."),
        ("x" * 3000, "…"),
    ):
        text = told(await handler.card(typed(ANN), name))
        assert said in text
        assert len(text) < 200


async def test_games_are_suggested_by_their_one_name_and_only_where_it_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discord refuses all suggestions if one of them has more than 100 characters."""
    handler = PlayHandler(cast(TableService, None), game_registry(), cast(ScreenService, None))
    where = Typing(CHANNEL, GUILD, ANN)
    assert [name for name, _ in await handler.games(where, "Classic + classic + r")] == [
        "classic+rick_and_morty"
    ]
    monkeypatch.setattr("cogs.commands.play_handler.MAX_OPTION_TEXT_CHARS", len("classic+apocalypse"))
    assert [name for name, _ in await handler.games(where, "classic+")] == [
        "classic+apocalypse",
        "classic+wild_west",
    ]


async def test_without_a_game_there_is_no_hand_to_be_posted(harness: TableHarness) -> None:
    handler, letter = orders(harness), replace(typed(ANN), guild=0)
    assert "play no game" in told(await handler.hand(letter))
    assert "sit at no table" in told(await handler.my_games(letter))


async def test_of_several_games_the_one_that_waits_stands_first(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    awaited, waiting = await harness.view_for(ANN), await harness.view_for(BEN)
    text = games_screen(
        [waiting, awaited, replace(waiting, table=replace(waiting.table, halt="paused"))]
    ).as_text()
    _, first, second, third = text.splitlines()[:4]
    assert first.startswith("👉")
    assert "your move" in first
    assert "👉" not in second + third
    assert "Ann" in second, "for whom another table waits"
    assert "paused" in third
