"""Only what needs an answer rings, and nobody is called for whom the table does not wait."""

from dataclasses import replace
from random import Random

import pytest

from bot.delivery.drawing import RenderedSurface
from bot.delivery.surface_keys import hand_key, table_key
from bot.tables.intents import Act, End
from bot.views import screens
from bot.views.base.layout import Screen
from cards.kernel.moves import Refusal
from tests.bot.delivery.delivered_table import USERS, DeliveredTable
from tests.bot.tables.table_harness import CHANNEL, first_choice


class Bell:
    """Notes every new message that rings for somebody: its channel, and whom it mentions."""

    def __init__(self, evening: DeliveredTable) -> None:
        self.rung: list[tuple[int, tuple[int, ...]]] = []
        self.count = 0
        self._send = evening.wire.send
        evening.wire.send = self  # type: ignore[method-assign,assignment]

    async def __call__(self, channel: int, screen: Screen, nonce: str) -> int:
        if screen.mentioned_users or (channel in USERS and not screen.silent):
            self.count += 1
            self.rung.append((channel, screen.mentioned_users))
        return await self._send(channel, screen, nonce)


async def test_by_post_a_hand_that_asks_nothing_is_posted_without_a_sound(evening: DeliveredTable) -> None:
    """Each message is too old to be edited, so every move posts everybody's hand again."""
    bell = Bell(evening)
    for _ in range(3):
        evening.clock.now += 4000.0
        first, _ = await evening.active()
        evening.screens.redraw([evening.harness.table])
        await evening.written()
        dms = {channel for channel, _ in bell.rung if channel in USERS}
        assert dms <= {first}
        bell.rung.clear()
        verbs = [move.verb for move in (await evening.harness.view_for(first)).moves]
        await evening.harness.act(first, next(v for v in ("kick", "loot", "end_turn", "pass") if v in verbs))
        await evening.written()
        pending = (await evening.harness.view_for(None)).pending
        if pending is None or len(pending.awaited) != 1:
            break


async def test_the_tables_own_message_calls_the_one_it_waits_for(evening: DeliveredTable) -> None:
    """Once it is time it is posted again and rings, once; it says what for, and until when."""
    bell = Bell(evening)
    first, others = await evening.active()
    (board,) = evening.wire.texts(CHANNEL)
    (line,) = [line for line in board.split("\n") if line.startswith("👉")]
    assert line.startswith(f"👉 <@{first}>: ")
    assert "<t:" in line
    for _ in range(2):
        evening.clock.now += 4000.0  # too old to be edited, so posted again
        evening.screens.redraw([evening.harness.table])
        await evening.written()
    assert [users for channel, users in bell.rung if channel == CHANNEL] == [], "it has rung before"
    await evening.harness.act(first, "kick")
    await evening.written()
    pending = await evening.harness.pending()
    for text in evening.wire.texts(CHANNEL):
        assert (f"<@{first}>" in text) <= (USERS.index(first) in pending.awaited)
        assert not any(f"<@{other}>" in text for other in others if USERS.index(other) not in pending.awaited)


async def test_a_call_goes_as_soon_as_the_table_waits_for_others(evening: DeliveredTable) -> None:
    """Also where it waits for several: a call that stays names the wrong one."""
    first, others = await evening.active()
    key = table_key(evening.harness.table)
    evening.clock.now += 1000.0
    shown = await evening.delivery.renderer.render(key, None)
    assert isinstance(shown, RenderedSurface)
    assert (shown.awaits, shown.calls, shown.screen.mentioned_users) == (first, True, (first,))
    view_for = evening.harness.service.view_for

    async def awaits_the_others(table: int, user: int | None) -> object:
        view = await view_for(table, user)
        seats = tuple(USERS.index(other) for other in others)
        return replace(view, pending=replace(view.pending, awaited=seats))  # type: ignore[type-var,union-attr,call-arg]

    evening.harness.service.view_for = awaits_the_others  # type: ignore[method-assign,assignment]
    shown = await evening.delivery.renderer.render(key, None)
    assert isinstance(shown, RenderedSurface)
    assert (shown.awaits, shown.screen.mentioned_users, shown.screen.silent) == (0, (), True)


async def test_a_vote_calls_those_who_are_asked_and_not_there(evening: DeliveredTable) -> None:
    bell = Bell(evening)
    first, second, third = USERS
    await evening.harness.done(first, End())
    await evening.written()
    assert (CHANNEL, (second, third)) in bell.rung
    drawn = await evening.delivery.renderer.render(table_key(evening.harness.table), None)
    assert isinstance(drawn, RenderedSurface)
    assert f"<@{second}>" in drawn.screen.as_text()


async def test_nobody_is_called_to_vote_who_is_there(evening: DeliveredTable) -> None:
    bell = Bell(evening)
    for user in USERS:
        evening.screens.note_press(user, in_hand=False)
    await evening.harness.done(USERS[0], End())
    await evening.written()
    assert bell.rung == []


async def test_who_is_given_a_caretaker_is_told_and_how_to_come_back(evening: DeliveredTable) -> None:
    bell = Bell(evening)
    first, _ = await evening.active()
    for _ in range(4):
        if (await evening.harness.view_for(first)).table.seats[USERS.index(first)].away:
            break
        bell.rung.clear()
        await evening.harness.advance(125.0)
        for _ in range(40):
            await evening.written()
    assert (first, ()) in bell.rung
    assert any("A caretaker plays for you" in text for text in evening.wire.texts(first))


async def test_a_hand_that_asks_rings_and_others_do_not(evening: DeliveredTable) -> None:
    first, others = await evening.active()
    table = evening.harness.table
    for user in (first, *others):
        drawn = await evening.delivery.renderer.render(hand_key(table, user), None)
        assert isinstance(drawn, RenderedSurface)
        assert drawn.screen.silent is (user != first)


LEADING_VERBS = ("pass", "kick", "loot", "claim", "run_away", "flee", "end_turn", "give_away")


async def play(evening: DeliveredTable, bell: Bell, pause_s: float, steps: int) -> tuple[int, list[str]]:
    """Let people play by lot with pauses in between; return the turns, and every ring that asked nothing."""
    rng = Random(4)
    turns, idle = set[int](), list[str]()
    for _ in range(steps):
        view = await evening.harness.view_for(None)
        if view.pending is None:
            break
        turns.add(view.game_view.turn)
        user = USERS[rng.choice(view.pending.awaited)]
        moves = (await evening.harness.view_for(user)).moves
        leading = [move for move in moves if move.verb in LEADING_VERBS]
        moves = leading if leading and rng.random() < 0.8 else list(moves)
        evening.screens.note_press(user, in_hand=True)
        result = await evening.harness.send(user, Act(first_choice(rng.choice(moves))))
        if isinstance(result, Refusal):
            continue
        await evening.written()
        evening.clock.now += pause_s
        await evening.written()
        view = await evening.harness.view_for(None)
        asked = {view.table.seats[seat].user for seat in screens.asked_seats(view)}
        asked |= {USERS[seat] for seat in view.pending.awaited} if view.pending is not None else set(USERS)
        last = result.seen_by(None)
        combat = view.game_view.combat
        asked |= {USERS[offer.to] for offer in (*combat.offers, *combat.truce_offers)} if combat else set()
        asked |= {USERS[seat] for seat in screens.event_rows(view.table.game).struck(last.events, last.seat)}
        rung = {user for channel, users in bell.rung for user in (users or (channel,))}
        idle += [f"{user}: {[type(event).__name__ for event in last.events]}" for user in rung - asked]
        bell.rung.clear()
    return len(turns), idle


@pytest.mark.parametrize("pause_s", [5.0, 4000.0], ids=["live", "by post"])
async def test_a_whole_evening_rings_only_for_who_has_to_answer_or_was_struck(
    evening: DeliveredTable, pause_s: float
) -> None:
    bell = Bell(evening)
    turns, idle = await play(evening, bell, pause_s, 150)
    assert turns > 1
    assert bell.count > 0 or pause_s < 60
    assert idle == []
