"""Whatever breaks once the answer is found: the person hears of it, once, and the log without cards."""

import asyncio
import logging
import time
from collections.abc import Generator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.app.arrival import arrived_at
from bot.app.twins import TwinWatch
from bot.delivery.live_replies import LiveScreen
from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import SurfaceKey, table_key, watch_key
from bot.delivery.wire import ReplyHandle
from bot.store.api import StoreError
from bot.views.base.layout import Container, Field, Form, Picture, Screen, Text
from bot.views.base.reading import Reading
from bot.views.base.sketches import Strip
from bot.views.table import private
from cogs.answers import Answer, Click, ClickPlace, PrivateReply, UpdateMessage
from cogs.ephemeral_replies import EphemeralReplies
from cogs.responder import (
    DONE_TEXT,
    ERROR_TEXT,
    TOO_SLOW_TEXT,
    UNKNOWN_MESSAGE_CODE,
    Interaction,
    Responder,
)

HAND_SCREEN = Screen(
    (Container((Text("Broad Sword"), Picture("attachment://hand.png", "a hand", Strip(())))),)
)
TABLE_ID = 7


class Response:
    """Takes the first answer."""

    def __init__(self, told: list[str], message: int) -> None:
        self._told = told
        self._message = message
        self._done = False
        self.deferred = False

    def is_done(self) -> bool:
        return self._done

    async def defer(self, **_: Any) -> None:
        self._done = self.deferred = True

    async def send_message(self, *, view: Any, **_: Any) -> Any:
        self._take(view)
        return SimpleNamespace(message_id=self._message)

    async def edit_message(self, *, view: Any, **_: Any) -> None:
        self._take(view)

    def _take(self, view: Any) -> None:
        self._done = True
        self._told.append(said(view))


class FakeScreens:
    """Screens of which only what answers touch is there; ``broken`` names what cannot be read."""

    def __init__(self, *broken: str) -> None:
        self._broken = broken
        self.doubted: list[int] = []
        self.answered: list[str] = []
        self.gone: list[int] = []
        self.live: list[tuple[int, bool]] = []
        """Private messages with a new screen, and whether that is kept up to date."""

    @contextmanager
    def answering(self) -> Generator[None]:
        yield

    def note_answered(self, kind: str, seconds: float) -> None:
        assert seconds >= 0
        self.answered.append(kind)

    async def reading_of(self, user: int) -> Reading:
        self._try("words")
        return Reading()

    async def answer_failed(self, key: SurfaceKey) -> None:
        self.doubted.append(key.table)

    async def answer_started(self, *_: Any) -> bool:
        return False

    async def answer_delivered(self, *_: Any) -> None:
        self._try("presented")

    def reply_opened(self, user: int, channel: int, message: int) -> None:
        """Nobody else gives answers here."""

    def reply_gone(self, message: int, *, deleted: bool = False) -> None:
        self.gone.append(message)

    async def reply_shown(self, reply: ReplyHandle, live: LiveScreen | None, screen: Screen) -> None:
        self.live.append((reply.message, live is not None))

    def _try(self, what: str) -> None:
        if what in self._broken:
            raise StoreError("disk I/O error")


class FakeInteraction:
    """One interaction and what the person got to see."""

    def __init__(
        self,
        screens: FakeScreens | None = None,
        place: ClickPlace = "table",
        replies: EphemeralReplies | None = None,
        message: int = 8,
        *,
        may_attach: bool = True,
    ) -> None:
        self.told: list[str] = []
        self.deleted: list[int] = []
        self.edited: list[str] = []
        """What was put in the place of the first answer, or of the private message that was pressed."""
        self._replies = replies
        self._message = message
        self.screens = screens or FakeScreens()
        self._click = Click(1, 2, "Ann", 3, 4, place, 5, "x")
        self.response = Response(self.told, message)
        self._interaction = SimpleNamespace(
            response=self.response,
            client=SimpleNamespace(is_closed=lambda: False),
            followup=SimpleNamespace(send=self._late, delete_message=self._delete),
            edit_original_response=self._edit,
            delete_original_response=self._delete,
            user=SimpleNamespace(id=2),
            channel_id=3,
            application_id=6,
            token="t",
            app_permissions=discord.Permissions(attach_files=may_attach),
        )

    async def _late(self, *, view: Any, **_: Any) -> Any:
        self.told.append(said(view))
        return SimpleNamespace(id=self._message)

    def cut_off(self) -> None:
        """Let no post arrive from now on; an edit still does."""

        async def reset(**_: Any) -> Any:
            raise ConnectionResetError

        self._interaction.followup.send = self._interaction.response.send_message = reset

    async def _edit(self, *, view: Any, **_: Any) -> Any:
        self.edited.append(said(view))
        return await self._late(view=view)

    async def _delete(self, message: int = 0) -> None:
        """Note what is deleted; 0 stands for the original answer."""
        self.deleted.append(message)

    async def answer(self, answer: Answer, after: float = 0.0) -> list[str]:
        """Give the answer and return everything that the person was told."""

        async def work() -> Answer:
            await asyncio.sleep(after)
            return answer

        screens = cast(ScreenService, self.screens)
        interaction = cast(Interaction, self._interaction)
        await Responder(interaction, screens, self._click, TwinWatch(), self._replies).run(work())
        return self.told


def said(view: Any) -> str:
    boxes = view.to_components()
    parts = [part for box in boxes for part in box.get("components", [box])]
    return " ".join(part["content"] for part in parts if "content" in part)


@pytest.fixture(params=[ValueError, OSError])
def no_ink(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let no picture be drawn, and return the name of the error."""

    async def finished(screen: Screen) -> Screen:
        if screen.sketches():
            raise request.param(f"no ink for {screen.as_text()}")
        return screen

    monkeypatch.setattr("cogs.responder.render_pictures", finished)
    return str(request.param.__name__)


async def test_a_database_that_cannot_be_read_is_an_apology(caplog: pytest.LogCaptureFixture) -> None:
    """Whether somebody wants words is read after the answer is found."""
    assert await FakeInteraction(FakeScreens("words")).answer(PrivateReply(HAND_SCREEN)) == [ERROR_TEXT]
    assert "disk I/O error" in caplog.text


@pytest.mark.parametrize(
    "answer",
    [
        PrivateReply(HAND_SCREEN),
        UpdateMessage(HAND_SCREEN),
        UpdateMessage(HAND_SCREEN, surface=table_key(TABLE_ID)),
    ],
)
async def test_a_picture_that_cannot_be_drawn_is_an_apology(
    answer: Answer, no_ink: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        assert await FakeInteraction().answer(answer) == [ERROR_TEXT]
    assert no_ink in caplog.text
    assert "Broad Sword" not in caplog.text


@pytest.mark.usefixtures("no_ink")
async def test_what_all_can_see_has_pictures_only_where_we_may_attach_files() -> None:
    """An answer to a press shows the table as an edit of ours would, or the next edit would change it."""
    table = UpdateMessage(HAND_SCREEN, surface=table_key(TABLE_ID))
    shown = await FakeInteraction(may_attach=False).answer(table)
    assert len(shown) == 1
    assert "Broad Sword" in shown[0]


@pytest.mark.usefixtures("no_ink")
async def test_a_message_that_was_not_renewed_is_drawn_again() -> None:
    press = FakeInteraction()
    await press.answer(UpdateMessage(HAND_SCREEN, surface=table_key(TABLE_ID)))
    assert press.screens.doubted == [TABLE_ID]


@pytest.mark.usefixtures("no_ink")
@pytest.mark.parametrize("place", ["table", "hand", "private", "command"])
async def test_who_was_told_to_wait_does_not_wait_for_ever(
    place: ClickPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.responder.DEFER_AFTER_S", 0.01)
    assert await FakeInteraction(place=place).answer(PrivateReply(HAND_SCREEN), after=0.1) == [ERROR_TEXT]


@pytest.mark.parametrize("slow", ["wishes", "pictures"])
async def test_more_time_is_asked_for_whatever_is_slow(slow: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes a first answer for three seconds, reading of wishes and drawing of pictures included."""
    monkeypatch.setattr("cogs.responder.DEFER_AFTER_S", 0.01)
    delay_s = {"wishes": 0.0, "pictures": 0.0, slow: 0.1}
    press = FakeInteraction()

    async def reading_of(user: int) -> Reading:
        await asyncio.sleep(delay_s["wishes"])
        return Reading()

    async def without_pictures(screen: Screen) -> Screen:
        await asyncio.sleep(delay_s["pictures"])
        return screen.without_pictures()

    monkeypatch.setattr(press.screens, "reading_of", reading_of)
    monkeypatch.setattr("cogs.responder.render_pictures", without_pictures)
    assert await press.answer(PrivateReply(HAND_SCREEN)) == ["Broad Sword"]
    assert press.response.deferred


async def test_a_screen_that_is_too_big_is_an_apology() -> None:
    assert await FakeInteraction().answer(PrivateReply(Screen((Text("x" * 5000),)))) == [ERROR_TEXT]


async def test_nobody_is_told_of_what_breaks_after_the_answer_arrived(
    caplog: pytest.LogCaptureFixture,
) -> None:
    note = private.note_screen("Well done.")
    assert await FakeInteraction(FakeScreens("presented")).answer(
        UpdateMessage(note, surface=table_key(TABLE_ID))
    ) == ["Well done."]
    assert "StoreError" in caplog.text


async def test_what_a_private_answer_shows_is_told_to_delivery_however_late() -> None:
    """An edit of ours that is about to go out must not replace it; a live screen is followed from here on."""
    live = LiveScreen(watch_key(TABLE_ID, 2), 3, 9)
    screen = Screen((Text("the table"),))
    fresh = FakeInteraction()
    await fresh.answer(PrivateReply(screen, live))
    assert fresh.screens.live == [(8, True)]
    again = FakeInteraction(place="private")
    await again.answer(UpdateMessage(screen, live=live))
    assert (again.screens.gone, again.screens.live) == ([5], [(5, True)])
    away = FakeInteraction(place="private")
    await away.answer(UpdateMessage(screen))
    assert (away.screens.gone, away.screens.live) == ([5], [(5, False)])


async def test_a_late_private_answer_takes_the_place_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Somebody who presses *My hand* again and again at a slow bot has one hand on the screen in the end."""
    monkeypatch.setattr("cogs.responder.DEFER_AFTER_S", 0.01)
    replies = EphemeralReplies(lambda: 0.0)
    note = PrivateReply(private.note_screen("A card."))
    slow = FakeInteraction(replies=replies, message=11)
    await slow.answer(note, after=0.05)
    again = FakeInteraction(replies=replies, message=12)
    await again.answer(note, after=0.05)
    assert (slow.deleted, again.deleted) == ([0], [])
    on_the_answer = FakeInteraction(replies=replies, message=13, place="private")
    await on_the_answer.answer(note, after=0.05)
    assert again.deleted == [0]
    quick = FakeInteraction(replies=replies, message=14)
    await quick.answer(note)
    assert on_the_answer.deleted == [13]


async def test_a_receipt_leaves_the_open_hand_and_goes_away_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.responder.BRIEF_S", 0.0)
    replies = EphemeralReplies(lambda: 0.0)
    hand = FakeInteraction(replies=replies, message=11)
    await hand.answer(PrivateReply(private.note_screen("A card.")))
    late = FakeInteraction(replies=replies, message=12)
    await late.answer(PrivateReply(private.note_screen("Already passed."), brief=True))
    for _ in range(20):  # a timer that is due at once, then its task
        await asyncio.sleep(0)
    assert late.deleted == [0]
    assert (hand.deleted, late.told) == ([], ["Already passed."])


async def test_of_two_answers_the_newer_one_stays_also_if_the_older_one_is_ready_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Somebody presses twice at a slow bot and goes on with the second answer before the first is done."""
    monkeypatch.setattr("cogs.responder.DEFER_AFTER_S", 0.01)
    note = PrivateReply(private.note_screen("A card."), live=LiveScreen(watch_key(TABLE_ID, 2), 3, 9))
    for place in ("table", "private"):
        replies, screens = EphemeralReplies(lambda: 0.0), FakeScreens()
        newer = FakeInteraction(screens, replies=replies, message=12)
        await newer.answer(note)
        older = FakeInteraction(screens, cast(ClickPlace, place), replies=replies, message=11)
        await older.answer(note, after=0.05)
        assert (older.deleted, newer.deleted) == ([11 if place == "private" else 0], [])
        assert screens.live == [(12, True)]


async def test_a_late_change_of_a_private_answer_deletes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message that was pressed stays, and is deleted by the latest press on it."""
    monkeypatch.setattr("cogs.responder.DEFER_AFTER_S", 0.01)
    replies = EphemeralReplies(lambda: 0.0)
    opened = FakeInteraction(replies=replies, message=11)
    await opened.answer(PrivateReply(private.note_screen("A hand.")), after=0.05)
    pressed = FakeInteraction(replies=replies, message=11, place="private")
    await pressed.answer(UpdateMessage(private.note_screen("A card.")), after=0.05)
    assert (opened.deleted, pressed.deleted) == ([], [])
    await FakeInteraction(replies=replies, message=12).answer(PrivateReply(private.note_screen("Rules.")))
    assert (opened.deleted, pressed.deleted) == ([], [0])


FORM = Form("k1:1:1:f:x", "Say", (Field("value", "What"),))


@pytest.mark.parametrize(
    ("answer", "place", "told", "edited"),
    [
        (FORM, "private", [TOO_SLOW_TEXT], []),
        (FORM, "table", [TOO_SLOW_TEXT], [TOO_SLOW_TEXT]),
    ],
)
async def test_a_slow_answer_leaves_the_private_screen_that_was_pressed(
    answer: Answer, place: ClickPlace, told: list[str], edited: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be the hand, with its buttons, which is kept up to date and deleted later as before."""
    monkeypatch.setattr("cogs.responder.DEFER_AFTER_S", 0.01)
    replies = EphemeralReplies(lambda: 0.0)
    hand = FakeInteraction(replies=replies, message=11)
    await hand.answer(PrivateReply(private.note_screen("My cards.")))
    press = FakeInteraction(place=place, replies=replies, message=12)
    assert await press.answer(answer, after=0.05) == told
    assert press.edited == edited
    if place == "private":
        assert (hand.deleted, press.screens.gone) == ([], [])


async def test_a_screen_is_no_longer_kept_up_to_date_before_a_late_answer_replaces_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else an edit of ours that is about to go out could take the place of the answer."""
    monkeypatch.setattr("cogs.responder.DEFER_AFTER_S", 0.01)
    press = FakeInteraction(place="private", message=5)
    gone_first: list[int] = []

    async def edit(*, view: Any, **_: Any) -> Any:
        gone_first.extend(press.screens.gone)
        return SimpleNamespace(id=5)

    monkeypatch.setattr(press._interaction, "edit_original_response", edit)
    await press.answer(UpdateMessage(private.note_screen("A card.")), after=0.05)
    assert gone_first == [5]
    assert press.screens.live == [(5, False)]


@pytest.mark.parametrize("surface", [table_key(TABLE_ID), None])
async def test_a_message_that_is_deleted_while_it_is_pressed_comes_back(
    surface: SurfaceKey | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Delivery took the answer for what the message shows, and posted nothing."""
    press = FakeInteraction()
    told_first: list[list[str]] = []

    async def edit_message(**_: Any) -> None:
        gone = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(cast(Any, gone), {"code": UNKNOWN_MESSAGE_CODE, "message": "Unknown Message"})

    async def answer_failed(key: SurfaceKey) -> None:
        told_first.append(list(press.told))

    monkeypatch.setattr(press.response, "edit_message", edit_message)
    monkeypatch.setattr(press.screens, "answer_failed", answer_failed)
    answer = UpdateMessage(private.note_screen("The table."), surface=surface)
    assert await press.answer(answer) == [DONE_TEXT]
    # Before anything is said, which may fail as well.
    assert told_first == ([] if surface is None else [[]])


@pytest.mark.parametrize(("waited", "deferred"), [(0.0, False), (1.0, False), (1.79, True), (60.0, True)])
async def test_what_a_press_has_waited_before_is_taken_off_the_time_to_answer(
    waited: float, deferred: bool
) -> None:
    """Before a press by HTTP gets here, the database says that it is new, which may take a while."""
    press = FakeInteraction()
    with arrived_at(time.monotonic() - waited):
        assert await press.answer(PrivateReply(private.note_screen("Done.")), after=0.1) == ["Done."]
    assert press.response.deferred is deferred


@pytest.mark.parametrize(("error", "kinds"), [(None, ["table"]), (OSError("reset"), ["lost"])])
async def test_each_press_is_counted_once_by_where_it_was_made(
    error: OSError | None, kinds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One whose answer did not arrive is no quick one."""

    async def send(self: Responder, answer: Answer) -> None:
        if error is not None:
            raise error

    monkeypatch.setattr(Responder, "_send", send)
    press = FakeInteraction(place="table")
    await press.answer(PrivateReply(HAND_SCREEN))
    assert press.screens.answered == kinds
