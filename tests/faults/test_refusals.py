"""What Discord refuses: each kind of no, what people are told, and that the table comes back by itself."""

from collections.abc import Callable

import pytest

from bot.sandbox.world.events import MessageCreated
from tests.e2e.in_process_bot import answer_text
from tests.faults.fault_case import FaultCase
from tests.faults.harness import eventually
from tests.sandbox.faults import RestFault

pytestmark = pytest.mark.asyncio(loop_scope="module")

HTML = b"<!DOCTYPE html><html><body>Sorry, you have been blocked</body></html>"

CLOUDFLARE_PAGES = {"a page": HTML, "40333": b'{"message": "internal network error", "code": 40333}'}

FAILING_UPLOADS: dict[str, Callable[[FaultCase], RestFault]] = {
    "503": lambda trial: trial.box.faults.respond("*", 503, uploads=True, count=None),
    "500": lambda trial: trial.box.faults.respond("*", 500, uploads=True, count=None),
    "413": lambda trial: trial.box.faults.respond("*", 413, raw=HTML, uploads=True, count=None),
    "50046": lambda trial: trial.box.faults.refuse("*", 50046, uploads=True, count=None),
}


@pytest.fixture(autouse=True)
def _soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is tried again soon, so that nobody waits."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.1, 0.2, 0.4))
    monkeypatch.setattr("bot.delivery.surface_delivery.CHECK_AFTER_S", 0.3)
    monkeypatch.setattr("bot.delivery.discord_wire.WORDS_S", 1.0)
    monkeypatch.setattr("bot.delivery.channels.CLOSED_CHANNEL_PAUSES_S", (0.3, 0.6))


def letters(trial: FaultCase) -> str:
    """Return what the host has been told in private and can still read."""
    return "\n".join(message.text for message in trial.table.ann.dms() if "✋" not in message.text)


def charge_nobody(trial: FaultCase) -> None:
    """Note the time that people have, before the fault."""
    trial.oracle.note_time_left(trial.table.left())


async def pass_an_hour(trial: FaultCase) -> None:
    """Let an hour pass: longer than anybody has for a decision. Nothing may come of it."""
    before = await trial.steps()
    await trial.harness.pass_time(3600.0)
    assert await trial.steps() == before, "a clock has decided what nobody could see"


async def test_in_a_channel_that_takes_no_edits_new_messages_show_the_game(trial: FaultCase) -> None:
    """Fault: edits refused for 19 minutes (20028, announcement channels); new messages show the game."""
    table = trial.table
    refused = trial.box.faults.refuse(
        f"PATCH /channels/{table.channel.id}/*", 20028, retry_after=1163.0, count=None
    )
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await table.until(lambda: "⚔" in table.board().text)
    old = table.board().id
    assert (await table.ann.command(table.channel, "kickdoor table")).ok
    await table.until(lambda: len(table.boards()) == 1 and table.board().id != old)
    assert (await fighter.click(fighter.dms()[-1], label="Give up and run")).ok
    await table.until(lambda: "⚔" not in table.board().text or "run" in table.board().text)
    await trial.check_invariants(notices=0)
    assert refused.hits <= 3, "what is refused is asked again with every move"


@pytest.mark.parametrize("edits_only", [True, False], ids=["on edit", "on edit and post"])
async def test_what_automod_blocks_is_said_to_the_host_and_comes_back(
    trial: FaultCase, edits_only: bool
) -> None:
    """Fault: AutoMod blocks edits, or posts too (200000); a new message, or clocks wait, the host hears."""
    table = trial.table
    charge_nobody(trial)
    route = f"{'PATCH' if edits_only else '*'} /channels/{table.channel.id}/messages*"
    blocked = trial.box.faults.refuse(route, 200000, count=None)
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    if edits_only:
        await table.until(lambda: "⚔" in table.board().text)
        await trial.check_invariants(notices=0)
        return
    await table.until(lambda: "AutoMod" in letters(trial))
    told = answer_text(await table.ben.command(table.channel, "kickdoor table"))
    assert "AutoMod" in told, told
    await pass_an_hour(trial)
    trial.box.faults.remove(blocked)
    await table.until(lambda: "⚔" in table.board().text)
    await eventually(lambda: trial.oracle.is_fair(table.left()))
    await table.until(lambda: "AutoMod" not in letters(trial))
    await trial.check_invariants(notices=1)


@pytest.mark.parametrize("kind", FAILING_UPLOADS)
async def test_while_uploads_fail_everything_is_said_in_words(trial: FaultCase, kind: str) -> None:
    """Fault: files refused, words not (500, 503, 413, 50046); table, hands and cards come in words."""
    table = trial.table
    failing = FAILING_UPLOADS[kind](trial)
    trial.harness.ignore_complaints("Discord")
    await trial.fight()
    await eventually(lambda: failing.hits > 0)
    hand = await table.ben.click(table.board(), label="My hand")
    assert "✋" in answer_text(hand)
    assert hand.message is not None
    menu = next(menu for menu in hand.message.selects if menu.options)
    card = await table.ben.select(hand.message, [menu.options[0]["value"]], custom_id=menu.custom_id)
    assert card.ok, card
    await table.until(lambda: "⚔" in table.board().text)
    trial.box.faults.remove(failing)
    trial.harness.advance_loop(1.5)
    assert (await table.ann.command(table.channel, "kickdoor status")).ok
    await trial.check_invariants(notices=0)


async def test_a_healed_channel_in_which_the_first_try_meets_an_outage_is_soon_tried_again(
    trial: FaultCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: a channel heals, and the first try there fails otherwise; it is soon tried again."""
    monkeypatch.setattr("bot.delivery.channels.CLOSED_CHANNEL_PAUSES_S", (0.3, 600.0))
    table, route = trial.table, f"*/channels/{trial.table.channel.id}/messages*"
    trial.box.faults.respond(route, 403, 99_999, count=1)
    outage = trial.box.faults.reset(route, count=3)
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await eventually(lambda: outage.hits == outage.count)
    await table.until(lambda: "⚔" in table.board().text and "suspended" not in table.board().text)
    await trial.check_invariants(notices=1, invalid=5)


async def test_a_channel_that_is_called_unknown_but_was_not_deleted_is_tried_again(trial: FaultCase) -> None:
    """Fault: Discord once calls a channel unknown (10003) that is there; the game is back by itself."""
    table = trial.table
    trial.box.faults.refuse(f"*/channels/{table.channel.id}/messages*", 10003, count=1)
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await table.until(lambda: "⚔" in table.board().text and "suspended" not in table.board().text)
    await trial.check_invariants(notices=1)


@pytest.mark.parametrize("page", CLOUDFLARE_PAGES)
async def test_what_cloudflare_refuses_is_an_outage(trial: FaultCase, page: str) -> None:
    """Fault: Cloudflare answers 403 for a while; clocks wait, and the game goes on by itself."""
    table = trial.table
    charge_nobody(trial)
    blocked = trial.box.faults.respond("*/channels/*", 403, raw=CLOUDFLARE_PAGES[page], count=None)
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await eventually(lambda: blocked.hits > 5)
    await pass_an_hour(trial)
    trial.box.faults.remove(blocked)
    await table.until(lambda: "⚔" in table.board().text)
    await eventually(lambda: trial.oracle.is_fair(table.left()))
    await trial.check_invariants(notices=0, invalid=blocked.hits)


async def test_a_bot_that_is_timed_out_says_so_and_goes_on_afterwards(trial: FaultCase) -> None:
    """Fault: a moderator times the bot out; suspended for that reason, and on again by itself."""
    table = trial.table
    charge_nobody(trial)
    trial.box.world.time_out(table.guild, trial.box.world.bot.id, 600.0)
    await trial.heard()
    fighter = await table.awaited_in_private()
    await fighter.click(fighter.dms()[-1], label="Kick down the door")
    await table.until(lambda: "timeout" in letters(trial))
    assert "permission" not in letters(trial)
    assert "timeout" in answer_text(await table.ben.command(table.channel, "kickdoor status"))
    await pass_an_hour(trial)
    trial.box.world.time_out(table.guild, trial.box.world.bot.id, 0.0)
    await table.until(lambda: "timeout" not in letters(trial))
    await trial.check_invariants(notices=1)


async def test_a_channel_in_which_everything_is_deleted_suspends_the_game(trial: FaultCase) -> None:
    """Fault: another bot deletes our messages at once; suspended, the host told, on again when they stay."""
    table, world = trial.table, trial.box.world
    deleting = True

    def delete_at_once(event: object) -> None:
        if not deleting or not isinstance(event, MessageCreated) or event.message.ephemeral_for:
            return
        if (event.message.author_id, event.message.channel_id) == (world.bot.id, table.channel.id):
            world.delete_messages(table.channel, [event.message.id])

    fighter = await table.awaited_in_private()
    world.listeners.append(delete_at_once)
    try:
        trial.box.purge(table.channel)
        assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
        await table.until(lambda: "deleted at once" in letters(trial))
        await pass_an_hour(trial)
        deleting = False
        await table.until(lambda: bool(table.boards()) and "suspended" not in table.board().text)
    finally:
        world.listeners.remove(delete_at_once)
    await trial.check_invariants(notices=1)


async def test_a_server_with_too_many_threads_is_told_so(trial: FaultCase) -> None:
    """Fault: a thread sleeps and the server has 1,000 others (160006); suspended for that, on by itself."""
    table = trial.table
    thread = trial.box.world.add_thread(table.other_channel, "dungeon", table.ann.id)
    assert thread.thread is not None
    thread.thread.members.update(person.id for person in table.people)
    moved = await table.ann.command(table.channel, "kickdoor-table move", {"channel": thread.id})
    assert "Moved to" in answer_text(moved)
    table.move_to(thread)
    await table.until(lambda: "kick down the door" in table.board().text)
    fighter = await table.awaited_in_private()
    trial.box.world.set_thread_state(thread, archived=True)
    faults = trial.box.faults
    full = [
        faults.refuse(route, 160006, count=None)
        for route in (f"POST /channels/{thread.id}/messages", f"PATCH /channels/{thread.id}")
    ]
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await table.until(lambda: "open threads" in letters(trial))
    await pass_an_hour(trial)
    for fault in full:
        faults.remove(fault)
    await table.until(lambda: "⚔" in table.board().text and "suspended" not in table.board().text)
    await trial.check_invariants(notices=1)


@pytest.mark.parametrize("code", [50033, 20009, 200000])
async def test_who_gets_no_direct_messages_for_another_reason_is_asked_once(
    trial: FaultCase, code: int
) -> None:
    """Fault: direct messages refused with 400 (50033, 20009, 200000); asked once, hand by button."""
    other = trial.harness.new_table()
    dm = trial.box.world.dm_with_bot(other.ben.id)
    refused = trial.box.faults.refuse(f"POST /channels/{dm.id}/messages", code, count=None)
    other.ben.user.dms_open = False  # so that nobody waits for the hand
    await other.game()
    judge = FaultCase(trial.harness, other)
    await eventually(lambda: refused.hits > 0)
    for _ in range(4):
        await judge.check_alive()
    assert "✋" in answer_text(await other.ben.click(other.board(), label="My hand"))
    assert refused.hits <= 2
    await judge.check_invariants(notices=1, besides={f"hand.{other.ben.id}"})


@pytest.mark.parametrize(("status", "code"), [(400, 99_999), (403, 99_999), (418, 0)])
async def test_an_unknown_refusal_stops_clocks_and_is_told(trial: FaultCase, status: int, code: int) -> None:
    """Fault: refusals that nobody knows; clocks wait, the host hears of it, and the game comes back."""
    table = trial.table
    charge_nobody(trial)
    route = f"*/channels/{table.channel.id}/messages*"
    refused = trial.box.faults.respond(route, status, code, count=None)
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await table.until(lambda: "Discord refuses what I post" in letters(trial))
    await pass_an_hour(trial)
    trial.box.faults.remove(refused)
    await table.until(lambda: "⚔" in table.board().text and table.timed())
    await eventually(lambda: trial.oracle.is_fair(table.left()))
    await trial.check_invariants(notices=1, invalid=refused.hits + 5)


async def test_where_edits_alone_are_broken_a_new_message_shows_the_table(trial: FaultCase) -> None:
    """Fault: edits meet an outage (503), posts do not; after some 20 seconds a new message is posted."""
    table = trial.table
    old = table.board().id
    trial.box.faults.respond(f"PATCH /channels/{table.channel.id}/*", 503, count=None)
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await table.until(lambda: "⚔" in table.board().text)
    await table.until(lambda: old not in [board.id for board in table.boards()])
    trial.box.faults.clear()
    await trial.check_invariants(notices=0)


async def test_a_table_whose_message_hangs_stops_its_clocks(trial: FaultCase) -> None:
    """Fault: requests hang for more than 20 seconds; clocks wait meanwhile."""
    table = trial.table
    charge_nobody(trial)
    fighter = await table.awaited_in_private()
    held = trial.box.faults.hold(f"PATCH /channels/{table.channel.id}/*", count=None)
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await eventually(lambda: held.hits > 0)
    trial.harness.advance_loop(21.0)
    await trial.heard()
    await pass_an_hour(trial)
    trial.box.faults.remove(held)
    await table.until(lambda: "⚔" in table.board().text)
    await eventually(lambda: trial.oracle.is_fair(table.left()))
    await trial.check_invariants(notices=0)
