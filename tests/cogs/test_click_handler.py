"""Presses at real tables, with a clock in the test's hand and no Discord."""

from collections.abc import AsyncIterator
from functools import partial
from itertools import count
from random import Random
from typing import cast
from unittest.mock import AsyncMock

import pytest

from bot.app.games import game_registry
from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import SurfaceKey, hand_key
from bot.tables.choices import Choice, encode, encode_pick
from bot.tables.intents import Act, End, Request, Vote
from bot.tables.results import Change, TableView
from bot.tables.service import TableService
from bot.tables.table import Table
from bot.views.base.custom_ids import DETAILS, HERE, SURE, ButtonAction, CustomId, MoveDraft
from bot.views.base.layout import Button, ButtonRow, Screen, Select
from bot.views.press.moves import screen_custom_id
from bot.views.table.hand_cards import TRIED_VERBS
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry, module_of
from cogs.answer_builder import AnswerBuilder, refusal_text
from cogs.answers import Answer, Click, ClickPlace, PrivateReply, UpdateMessage
from cogs.click_handler import ClickHandler
from cogs.quotas import Quotas
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, GUILD, TableHarness
from tests.bot.tables.tiny import TINY_MODULE
from tests.bot.views.games import action_of, positions, view_of
from tests.cards.players.situations import PlayerSituation


class NoScreens:
    """Screens that show nothing: only the answers to presses are of interest."""

    def take_dm_hint(self, user: int) -> bool:
        return False

    async def render(self, key: SurfaceKey) -> None:
        return None


async def test_who_was_away_gets_the_seat_back_with_an_account_of_what_was_done() -> None:
    classic = module_of("classic")
    harness = await TableHarness.open(games=(classic,), seed=2)
    await harness.sit_down(ANN, BEN, CLEO, game="classic")
    for _ in range(100):
        view = await harness.view_for(ANN)
        done = [past for past in view.past if past.played_by_host and past.seat == 0]
        if view.table.seats[0].away and any(event.kind != "passed" for past in done for event in past.events):
            break
        for user, seat in ((BEN, 1), (CLEO, 2)):
            own = await harness.view_for(user)
            if own.pending is not None and seat in own.pending.awaited:
                await harness.act(user, own.moves[0].verb)
        await harness.advance(60)
    table = (await harness.view_for(ANN)).table
    assert table.seats[0].away
    clicks = ClickHandler(harness.service, game_registry(), cast(ScreenService, NoScreens()))
    look = str(CustomId(table.id, table.revision, ButtonAction.SCREEN, "hand"))
    click = Click(1, ANN, "Ann", table.channel, table.guild, "table", 5, look)
    answer = await clicks.answer(click)
    assert isinstance(answer, PrivateReply)
    assert "the caretaker played for you" in answer.screen.as_text()
    assert not (await harness.view_for(ANN)).table.seats[0].away
    again = await clicks.answer(click)
    assert isinstance(again, PrivateReply)
    assert "caretaker" not in again.screen.as_text()
    await harness.close()


@pytest.fixture
async def classic() -> AsyncIterator[TableHarness]:
    """A classic game in which everybody has laid out the first cards."""
    kind = module_of("classic")
    harness = await TableHarness.open(games=(kind,), seed=2)
    await harness.sit_down(ANN, BEN, CLEO, game="classic")
    for user in (ANN, BEN, CLEO):
        await harness.act(user, "pass")
    yield harness
    await harness.close()


async def test_a_hand_never_stands_in_for_the_tables_own_message(classic: TableHarness) -> None:
    """Where the table cannot be drawn, its message stays as it is: everybody reads it."""

    class Blind(NoScreens):
        async def render(self, key: SurfaceKey) -> None:
            return None

    clicks = ClickHandler(classic.service, game_registry(), cast(ScreenService, Blind()))
    user = await active(classic)
    table = (await classic.view_for(user)).table
    press = str(CustomId(table.id, table.revision, ButtonAction.MOVE, encode(Choice("kick"))))
    answer = await clicks.answer(Click(9001, user, "x", table.channel, table.guild, "table", 5, press))
    assert isinstance(answer, PrivateReply)
    assert answer.screen.as_text().strip().endswith("Done.")


async def test_a_press_on_a_button_that_has_just_taken_anothers_place_does_nothing(
    classic: TableHarness,
) -> None:
    """It is asked for once more; what only looks at something is shown at once."""

    class Moved(NoScreens):
        def has_moved(self, key: SurfaceKey, custom_id: str, within_s: float) -> bool:
            return within_s > 0

    user = await active(classic)
    table = (await classic.view_for(user)).table
    told: list[str] = []
    for action, rest in ((ButtonAction.MOVE, encode(Choice("kick"))), (ButtonAction.SCREEN, "story")):
        clicks = ClickHandler(classic.service, game_registry(), cast(ScreenService, Moved()), steady_s=0.8)
        press = str(CustomId(table.id, table.revision, action, rest))
        answer = await clicks.answer(Click(9002, user, "x", table.channel, table.guild, "table", 5, press))
        assert isinstance(answer, PrivateReply)
        told.append(answer.screen.as_text())
    assert (await classic.view_for(user)).table.revision == table.revision
    assert "Press once more" in told[0]
    assert "Press once more" not in told[1]


@pytest.mark.parametrize(("place", "stays"), [("hand", True), ("private", False)])
async def test_a_hand_is_brought_back_to_its_direct_message(
    classic: TableHarness, place: ClickPlace, stays: bool
) -> None:
    """The button stands on that message; forged elsewhere, it shows a hand to its presser alone."""
    clicks = ClickHandler(classic.service, game_registry(), cast(ScreenService, NoScreens()))
    user = await active(classic)
    table = (await classic.view_for(user)).table
    press = str(CustomId(table.id, table.since, ButtonAction.SCREEN, HERE))
    answer = await clicks.answer(Click(9003, user, "x", table.channel, table.guild, place, 5, press))
    assert isinstance(answer, UpdateMessage)
    assert "Kick down the door" in answer.screen.as_text()
    assert answer.surface == (hand_key(table.id, user) if stays else None)


async def test_a_refusal_is_told_on_the_hand_in_direct_messages_itself(classic: TableHarness) -> None:
    """No second message has to be dismissed, no edit is spent, and the hand is up to date."""
    clicks = ClickHandler(classic.service, game_registry(), cast(ScreenService, NoScreens()))
    user = await active(classic)
    table = (await classic.view_for(user)).table
    press = str(CustomId(table.id, table.since, ButtonAction.MOVE, encode(Choice("end_turn"))))
    answer = await clicks.answer(Click(9004, user, "x", table.channel, table.guild, "hand", 5, press))
    assert isinstance(answer, UpdateMessage)
    assert answer.surface == hand_key(table.id, user)
    told = answer.screen.as_text()
    assert refusal_text(await classic.view_for(user), Refusal("not_now")) in told
    assert "Kick down the door" in told


async def test_a_move_that_is_saved_is_not_called_unsaved_where_its_screen_cannot_be_read(
    classic: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database goes away between the two: who is told that nothing has happened would press again."""
    clicks = ClickHandler(classic.service, game_registry(), cast(ScreenService, NoScreens()))
    user = await active(classic)
    table = (await classic.view_for(user)).table
    view_for, saved = classic.service.view_for, False

    async def seen(number: int, person: int | None) -> TableView | Refusal:
        return Refusal("not_saved") if saved else await view_for(number, person)

    def note(change: Change) -> None:
        nonlocal saved
        saved = True

    monkeypatch.setattr(classic.service, "view_for", seen)
    monkeypatch.setattr(classic.notes, "table_changed", AsyncMock(side_effect=note))
    press = str(CustomId(table.id, table.revision, ButtonAction.MOVE, encode(Choice("kick"))))
    answer = await clicks.answer(Click(9001, user, "x", table.channel, table.guild, "hand", 5, press))
    assert saved
    assert isinstance(answer, PrivateReply)
    assert answer.screen.as_text().strip().endswith("Done.")


async def something_happens(harness: TableHarness, user: int) -> None:
    """Let somebody lay down a card, which re-opens the window of the turn."""
    since = (await harness.view_for(None)).table.since
    await harness.act(user, "lay")
    assert (await harness.view_for(None)).table.since > since


async def test_the_next_step_of_a_turn_counts_however_old_its_button_is(classic: TableHarness) -> None:
    """Whoever plays a card and then kicks with the older button of the table has kicked."""
    first = await active(classic)
    drawn = (await classic.view_for(first)).table.revision
    await something_happens(classic, first)
    change = await classic.act(first, "kick", seen=drawn)
    assert change.table.revision > drawn
    assert await classic.refused(first, Act(Choice("kick")), seen=drawn) == "stale"


async def test_any_other_move_is_stale_when_its_window_was_opened_again(classic: TableHarness) -> None:
    first = await active(classic)
    view = await classic.view_for(first)
    await something_happens(classic, first)
    other = next(move for move in (await classic.view_for(first)).moves if move.verb != "kick")
    choice = Choice(other.verb, other.card, other.ability)
    assert await classic.refused(first, Act(choice), seen=view.table.revision) == "stale"


class Laid:
    """A table that stands still: it shows one position, notes what is asked of it and refuses."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.asked: list[Choice] = []
        self._clicks = ClickHandler(
            cast(TableService, self), game_registry(), cast(ScreenService, NoScreens())
        )
        self._numbers = count(9100)

    async def answer(
        self,
        press: object,
        *values: str,
        place: ClickPlace = "private",
        user: int = 100,
        fields: dict[str, tuple[str, ...]] | None = None,
    ) -> Answer:
        """Press one of the table's buttons, on it or on what is private to the user."""
        click = Click(next(self._numbers), user, "Ann", 70, 700, place, 5, str(press), values, fields)
        return await self._clicks.answer(click)

    async def shown(
        self, press: object, *values: str, place: ClickPlace = "private", user: int = 100
    ) -> Screen:
        """Press, and return the screen; what is asked on the table is answered in private."""
        answer = await self.answer(press, *values, place=place, user=user)
        assert isinstance(answer, PrivateReply) or (place != "table" and isinstance(answer, UpdateMessage))
        return answer.screen

    async def view_for(self, table: int, user: int | None) -> TableView:
        return self.view

    async def is_open_to(self, table: int, user: int, guild: int) -> bool:
        return True

    async def send(self, table: int, request: Request) -> Refusal:
        if isinstance(request.intent, Act):
            self.asked.append(request.intent.choice)
        return Refusal("too_late")


async def test_the_terms_of_a_bargain_are_set_menu_by_menu_and_sent() -> None:
    """R-352: the button of the table opens them, and each menu keeps what is set."""
    mine, theirs = ["Flaming Armor", "Spork of Destiny"], ["Bubble Wrap Mail"]
    situation = PlayerSituation(
        {"carried": mine}, {"carried": theirs}, {}, fight={"monsters": ["Two-Faced Giant"]}
    )
    laid = Laid(view_of(situation.game, situation.state, 0))

    async def press(custom_id: str, *values: str, place: ClickPlace = "private") -> list[Select | ButtonRow]:
        screen = await laid.shown(custom_id, *values, place=place)
        return [block for block in screen.blocks() if isinstance(block, Select | ButtonRow)]

    opening = CustomId(7, 9, ButtonAction.PICK, encode(Choice("ask_help")))
    controls = await press(str(opening), place="table")
    assert [type(control) for control in controls] == [Select] * 2 + [ButtonRow] * 2
    row = controls[-1]
    assert isinstance(row, ButtonRow)
    more = row.buttons[1]
    assert isinstance(more, Button)
    controls = await press(more.custom_id)
    assert [type(control) for control in controls] == [Select] * (len(controls) - 2) + [ButtonRow] * 2
    assert len(controls) > 5
    for menu, pick in ((2, "fighter"), (0, 1), (1, "2")):
        control = controls[menu]
        assert isinstance(control, Select)
        controls = await press(control.custom_id, encode_pick(pick))
    row = controls[-1]
    assert isinstance(row, ButtonRow)
    assert isinstance(row.buttons[0], Button)
    assert laid.asked == []
    await press(row.buttons[0].custom_id)
    assert [choice.picks[:3] for choice in laid.asked] == [((1,), ("2",), ("fighter",))]


async def test_what_is_not_enough_stays_chosen() -> None:
    """R-250: who sells for less than a Level only adds to what they have chosen."""
    gear = ["Flaming Armor", "Spork of Destiny", "Bubble Wrap Mail", "Sword of Adequacy", "Bottled Thunder"]
    situation = PlayerSituation({"carried": gear, "level": 2}, {}, {}, phase="arrange")
    laid = Laid(view_of(situation.game, situation.state, 0))
    (move,) = [move for move in laid.view.moves if move.verb == "sell"]
    tried = situation.card("Flaming Armor")
    slot = move.slots[0]
    worth = slot.weights[slot.options.index(tried)]
    assert 0 < worth < slot.need
    answer = await laid.answer(CustomId(7, 9, ButtonAction.PICK, encode(Choice("sell"))), str(tried))
    assert isinstance(answer, UpdateMessage)
    assert f"That makes {worth}. You need 1,000." in answer.screen.as_text()
    (menu,) = [block for block in answer.screen.blocks() if isinstance(block, Select)]
    assert [option.value for option in menu.options if option.chosen] == [str(tried)]
    assert laid.asked == []


async def test_everybody_is_asked_for_help_on_the_usual_terms_with_one_press() -> None:
    """R-352: each who can help, one Treasure, nothing else; who does not fight is told so by the game."""
    for seat, picks in ((0, ((1, 2), ("1",), (), (), (), (), ())), (1, ())):
        situation = PlayerSituation(
            {"carried": ["Spork of Destiny"]}, {}, {}, fight={"monsters": ["Two-Faced Giant"]}
        )
        laid = Laid(view_of(situation.game, situation.state, seat))
        rest = str(MoveDraft(Choice("ask_help"), control="send"))
        await laid.answer(CustomId(7, 9, ButtonAction.TERMS, rest), place="table", user=100 + seat)
        assert [choice.picks for choice in laid.asked] == [picks]


@pytest.mark.parametrize("seat", [0, None], ids=["player", "onlooker"])
@pytest.mark.parametrize(
    ("name", "told"),
    [("Beer Shortage", "Beer Shortage"), ("Fire Ants", "Fire Ants"), ("Tire Iron", ""), ("Stop Sign", "")],
)
async def test_cards_in_the_middle_of_the_table_are_shown_to_all(
    seat: int | None, name: str, told: str
) -> None:
    """An open Seal and the top of a discard pile; never what lies below it, or a hand."""
    situation = PlayerSituation(
        {},
        {"hand": ["Stop Sign"]},
        {},
        game="apocalypse",
        seals_open=["Rain of Anvils", "Beer Shortage"],
        door_discard=["Fire Ants"],
        treasure_discard=["Survival Tool", "Tire Iron"],
    )
    laid = Laid(view_of(situation.game, situation.state, seat))
    press = CustomId(7, 9, ButtonAction.SCREEN, "seat")
    screen = await laid.shown(press, f"c{situation.card(name)}", place="table")
    shown = screen.without_pictures().as_text()
    assert (f"### 🔖 {name}" in shown or f"### 👹 {name}" in shown) is bool(told)
    assert (name in shown) is bool(told)


@pytest.mark.parametrize("seat", [0, None], ids=["player", "onlooker"])
async def test_the_cards_before_somebody_can_be_read_where_one_looks_at_them(seat: int | None) -> None:
    """Gear, Class, what fights: each opens; the way back from a player leads to all of them."""
    situation = PlayerSituation(
        {},
        {"in_play": ["Thief"], "equipped": ["Sword of Adequacy"], "hand": ["Elf"]},
        {},
        fight={"monsters": ["Two-Faced Giant"]},
    )
    laid = Laid(view_of(situation.game, situation.state, seat))
    shown = partial(laid.shown, place="table")
    everything = CustomId(7, 9, ButtonAction.SCREEN, DETAILS)
    (menu,) = [block for block in (await shown(everything)).blocks() if isinstance(block, Select)]
    assert "Two-Faced Giant" in [option.label for option in menu.options]
    of_ben = await shown(menu.custom_id, "1")
    (cards,) = [block for block in of_ben.blocks() if isinstance(block, Select)]
    assert [option.label for option in cards.options] == ["Thief", "Sword of Adequacy"]
    for option in cards.options:
        assert option.label in (await shown(cards.custom_id, option.value)).without_pictures().as_text()
    back = [button for row in of_ben.blocks() if isinstance(row, ButtonRow) for button in row.buttons]
    assert isinstance(back[0], Button)
    assert (back[0].label, back[0].custom_id) == ("Back", screen_custom_id(laid.view, DETAILS))


async def active(harness: TableHarness) -> int:
    """Return who may kick the door."""
    for user in (ANN, BEN, CLEO):
        if "kick" in {move.verb for move in (await harness.view_for(user)).moves}:
            return user
    raise AssertionError("nobody's turn")


async def test_a_button_of_another_server_shows_nothing() -> None:
    """Numbers of tables can be guessed, and buttons forged; what a server plays is its own business."""
    harness = await TableHarness.open()
    await harness.sit_down(ANN, BEN)
    table = (await harness.view_for(ANN)).table
    clicks = ClickHandler(harness.service, game_registry(), cast(ScreenService, NoScreens()))
    for what in ("hand", "story", "details", "dice", "watch", "table"):
        forged = str(CustomId(table.id, table.revision, ButtonAction.SCREEN, what))
        for user, guild in ((ANN, table.guild + 1), (CLEO, table.guild + 1), (CLEO, 0)):
            click = Click(1, user, "Somebody", table.channel + 1, guild, "table", 5, forged)
            answer = await clicks.answer(click)
            assert isinstance(answer, PrivateReply), what
            text = answer.screen.as_text()
            assert "Ben" not in text, what
            assert "no game" in text.lower() or "no table" in text.lower() or "earlier" in text.lower(), text
    await harness.close()


@pytest.mark.parametrize(
    ("phase", "hand", "asked"),
    [("charity", 6, True), ("after", 3, False), ("arrange", 3, False)],
)
async def test_what_a_press_on_the_table_brings_upon_its_maker_is_asked_at_once(
    phase: str, hand: int, asked: bool
) -> None:
    """They need not look for their hand first; where several steps are possible the table is shown."""
    cards = ["Spork of Destiny", "Sword of Adequacy", "Bottled Thunder", "Wizard", "Elf", "Dwarf"]
    situation = PlayerSituation({"hand": cards[:hand]}, {}, {}, phase=phase)
    laid = Laid(view_of(situation.game, situation.state, 0))
    builder = AnswerBuilder(cast(TableService, laid), game_registry(), cast(ScreenService, NoScreens()))
    click = Click(9300, 100, "Ann", 70, 700, "table", 5, "")
    table = laid.view.table
    answer = await builder.build(click, 7, Change(table, table, Act(Choice("end_turn")), 0, 100))
    assert isinstance(answer, PrivateReply)  # there is no drawing of the table here
    assert ("Which cards" in answer.screen.as_text()) is asked


async def test_a_card_whose_button_is_older_than_the_moment_still_asks_on_whom() -> None:
    """Others act all the time in a fight: only what is chosen counts for one moment alone."""
    situation = PlayerSituation(
        {}, {"hand": ["Midlife Crisis"]}, {}, fight={"monsters": ["Two-Faced Giant"], "helper": "Cleo"}
    )
    laid = Laid(view_of(situation.game, situation.state, 1))
    old = laid.view.table.since - 1
    card = situation.card("Midlife Crisis")
    asked = []
    for choice in (Choice("play", card), Choice("play", card).with_picks(0)):
        screen = await laid.shown(CustomId(7, old, ButtonAction.PICK, encode(choice)), user=101)
        asked.append(screen.as_text())
    assert "On whom?" in asked[0]
    assert "That moment has passed" in asked[1]
    assert laid.asked == []


async def test_a_card_that_cannot_be_played_says_why(classic: TableHarness) -> None:
    """Whoever waits for their turn reads so on a monster; a card that can be played says nothing of it."""
    clicks = ClickHandler(classic.service, game_registry(), cast(ScreenService, NoScreens()))
    whose_turn = await active(classic)
    user = next(user for user in (ANN, BEN, CLEO) if user != whose_turn)
    view = await classic.view_for(user)
    assert view.seat is not None
    assert view.game is not None
    hand = view.game_view.seats[view.seat].hand
    monster = next(card for card in hand if view.game.face(card).kind.lower() == "monster")
    told = await read_card(clicks, view.table, user, monster)
    assert "Not your turn." in told
    playable = next((card for card in hand if any(move.card == card for move in view.moves)), None)
    assert playable is None or "Not now" not in await read_card(clicks, view.table, user, playable)


async def test_why_a_card_is_idle_does_not_depend_on_where_it_hides(classic: TableHarness) -> None:
    """Asking about a card in another hand and about one in a deck is answered alike."""
    asks = classic.service.why_idle
    view, other = await classic.view_for(ANN), await classic.view_for(BEN)
    held = {card for person in (view, other) for card in person.game_view.seats[person.seat].hand}
    of_ben = other.game_view.seats[other.seat].hand[0]
    in_deck = next(card for card in range(20) if card not in held)
    answers = [await asks(view.table.id, ANN, card, TRIED_VERBS) for card in (of_ben, in_deck)]
    assert answers == [Refusal("not_your_card")] * 2


async def read_card(clicks: ClickHandler, table: Table, user: int, card: int) -> str:
    press = str(CustomId(table.id, table.revision, ButtonAction.SCREEN, f"card.{card}"))
    answer = await clicks.answer(Click(9002 + card, user, "x", table.channel, table.guild, "hand", 5, press))
    assert isinstance(answer, PrivateReply)
    return answer.screen.as_text()


async def test_a_move_is_looked_at_as_things_stand_and_made_from_there() -> None:
    """Looking makes no move, however old the button is; what is not possible any more is refused kindly."""
    situation = PlayerSituation({}, {}, {}, game="wild_west", fight={"monsters": ["Undead Tinhorn"]})
    laid = Laid(view_of(situation.game, situation.state, 0))
    move = next(move for move in laid.view.moves if situation.name(move.card) == "Undead Tinhorn")

    async def look(choice: Choice) -> str:
        old = laid.view.table.since - 1
        screen = await laid.shown(CustomId(7, old, ButtonAction.SCREEN, f"{SURE}.{encode(choice)}"))
        buttons = [b for row in screen.blocks() if isinstance(row, ButtonRow) for b in row.buttons]
        makes = [b.custom_id for b in buttons if isinstance(b, Button) and b.label == "Do it"]
        return makes[0] if makes else screen.as_text()

    made = await look(Choice.of(move))
    assert laid.asked == []
    await laid.answer(made)
    assert laid.asked == [Choice.of(move)]
    assert "That moment has passed" in await look(Choice("use", move.card, 7))


@pytest.mark.parametrize(("game", "seats"), [("classic", 4), ("wild_west", 4), ("panic", 3)])
async def test_only_what_can_be_foreseen_is_looked_at_first(game: str, seats: int) -> None:
    """Passing, running and the like have no button that looks first; whoever forges one is told so."""
    looked, forged = set[str](), set[str]()
    for number, (kind, state, events) in enumerate(positions(game, seats, 3, 900)):
        if number % 9:
            continue
        for seat in range(seats):
            laid = Laid(view_of(kind, state, seat, events))
            for move in {move.verb: move for move in laid.view.moves}.values():
                action = action_of(move, seat, Random(number))
                rest = f"{SURE}.{encode(Choice(action.verb, action.card, action.ability, action.picks))}"
                screen = await laid.shown(CustomId(7, 9, ButtonAction.SCREEN, rest))
                refused = "That’s not one of my buttons." in screen.as_text()
                (forged if refused else looked).add(move.verb)
    assert "pass" in forged
    assert not looked & {"pass", "run_away", "flee", "kick", "end_turn", "answer"}
    assert ("use" in looked) is (game != "panic")


async def test_playing_again_keeps_to_what_the_operator_allows() -> None:
    """As a new table does; where the channel has its table already, that is what people hear."""
    harness = await TableHarness.open()
    ended: list[int] = []
    for channel in (1, 2, 3):
        await harness.sit_down(ANN, BEN, channel=channel)
        await harness.done(ANN, End())
        await harness.done(BEN, Vote(True))
        ended.append(harness.table)

    async def play_again(user: int, place: int, quotas: Quotas) -> str:
        clicks = ClickHandler(
            harness.service, GameRegistry((TINY_MODULE,)), cast(ScreenService, NoScreens()), quotas=quotas
        )
        pressed = str(CustomId(ended[place], 0, ButtonAction.LOBBY, "rematch"))
        number = harness.next_interaction_id()
        answer = await clicks.answer(Click(number, user, "Ann", place + 1, GUILD, "table", 5, pressed))
        return answer.screen.as_text() if isinstance(answer, PrivateReply) else ""

    assert "already has 0 games" in await play_again(ANN, 0, Quotas(0, 2))
    assert "have 0 open lobbies" in await play_again(ANN, 0, Quotas(2, 0))
    assert await harness.service.table_in_channel(1) is None
    await play_again(ANN, 0, Quotas(2, 1))
    assert await harness.service.table_in_channel(1) is not None
    assert "already has a game" in await play_again(ANN, 0, Quotas(1, 1))
    assert "have 1 open lobbies" in await play_again(ANN, 1, Quotas(2, 1))
    await play_again(BEN, 1, Quotas(2, 1))
    assert await harness.service.table_in_channel(2) is not None
    assert "already has 2 games" in await play_again(BEN, 2, Quotas(2, 9))
    await harness.close()


async def test_a_rematch_is_not_opened_where_nobody_would_see_it() -> None:
    """The channel has become closed to the bot since the game began: no table, and what is missing."""
    harness = await TableHarness.open()
    await harness.sit_down(ANN, BEN)
    await harness.done(ANN, End())
    await harness.done(BEN, Vote(True))
    clicks = ClickHandler(harness.service, GameRegistry((TINY_MODULE,)), cast(ScreenService, NoScreens()))
    pressed = str(CustomId(harness.table, 0, ButtonAction.LOBBY, "rematch"))

    async def closed() -> Refusal:
        return Refusal("no_permission", {"name": "Send Messages"})

    click = Click(9700, ANN, "Ann", CHANNEL, GUILD, "table", 5, pressed, refuse_here=closed)
    answer = await clicks.answer(click)
    assert isinstance(answer, PrivateReply)
    assert "**Send Messages**" in answer.screen.as_text()
    assert await harness.service.table_in_channel(CHANNEL) is None
    await harness.close()
