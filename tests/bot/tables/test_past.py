"""The past of a table: the same for everybody and after a restart, without what was taken back."""

from pathlib import Path

from bot.tables.intents import AskUndo, Vote
from bot.tables.past import MAX_RECENT_REVISIONS, PastRevision, RecentPast
from cards.kernel.events import Drew, SeatLeft
from tests.bot.tables.table_harness import ANN, BEN, TableHarness


async def test_what_was_taken_back_is_not_told_before_or_after_a_restart(tmp_path: Path) -> None:
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.sit_down(ANN, BEN)
    await harness.act(ANN, "lay")
    taken_back = (await harness.view_for(ANN)).past[-1]
    await harness.done(ANN, AskUndo())
    await harness.done(BEN, Vote(True))
    past = (await harness.view_for(ANN)).past
    assert taken_back not in past
    again = await harness.restart()
    assert (await again.view_for(ANN)).past == past
    whole = await again.service.past_since(again.table, ANN, 0)
    assert tuple(revision for revision in whole if revision.events) == past
    await again.close()


async def test_a_revision_says_who_moved_and_whether_the_program_did(tmp_path: Path) -> None:
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.sit_down(ANN, BEN, speed="relaxed")
    await harness.act(ANN, "lay")
    await harness.advance(901)
    past = (await harness.view_for(BEN)).past
    assert (past[-2].seat, past[-2].kind, past[-2].played_by_host) == (0, "act", False)
    assert (past[-2].verb, past[-2].is_pass) == ("lay", False)
    assert past[-1].played_by_host
    again = await harness.restart()
    assert (await again.view_for(BEN)).past == past
    await again.close()


def test_numbers_of_events_differ_and_are_the_same_for_every_reader() -> None:
    secret = Drew(0, cards=(3,), card_count=1, deck="door", seen=1)
    first = PastRevision(7, (secret, SeatLeft(1)))
    second = PastRevision(8, (SeatLeft(2),))
    numbers = [number for past in (first, second) for number, _ in past.numbered()]
    assert numbers == sorted(set(numbers))
    assert [number for number, _ in first.redacted_for(1).numbered()] == numbers[:2]
    assert first.redacted_for(0) == first
    assert first.redacted_for(None).events[0] == Drew(0, cards=(), card_count=1, deck="door", seen=1)


def test_the_oldest_revisions_make_room() -> None:
    past = RecentPast()
    for revision in range(1, MAX_RECENT_REVISIONS + 11):
        past.add(PastRevision(revision, (SeatLeft(0),)))
    seen = past.seen_by(None)
    assert (len(seen), seen[0].revision, past.newest) == (MAX_RECENT_REVISIONS, 11, MAX_RECENT_REVISIONS + 10)
    past.add(PastRevision(MAX_RECENT_REVISIONS + 11, ()), back_to=MAX_RECENT_REVISIONS)
    assert past.seen_by(None)[-1].revision == MAX_RECENT_REVISIONS
