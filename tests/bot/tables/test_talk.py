"""Lines in people's own words and reactions: facts of the table that a person takes along (H-132)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.choices import Choice
from bot.tables.intents import Act, React, Say
from bot.tables.table import MAX_LINE_CHARS, Reaction
from bot.tables.talk import MAX_KEPT
from bot.views.games import SCREENS_BY_KEY
from bot.views.press.saying import TALK_GROUPS
from bot.views.table import story, words_said
from cards.kernel.moves import PASS_VERB
from cards.registry import module_of
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness

FIGHT_SEED = 4
"""The first door hides a monster that is too strong for its fighter."""
LINE = "**Please**, @everyone, before it eats me"
TERMS = (("1",), (), (), (), (), ())


@pytest.fixture
async def fight(tmp_path: Path) -> AsyncIterator[TableHarness]:
    """A fight of the first player's that is being lost."""
    harness = await TableHarness.open(tmp_path / "games.db", games=(module_of("classic"),), seed=FIGHT_SEED)
    await harness.sit_down(ANN, BEN, CLEO, game="classic")
    for user in (ANN, BEN, CLEO):
        await harness.act(user, PASS_VERB)
    await harness.act(await active(harness), "kick")
    yield harness
    await harness.close()


async def active(harness: TableHarness) -> int:
    (seat,) = (await harness.pending()).awaited
    return (await harness.view_for(None)).table.seats[seat].user


async def others(harness: TableHarness) -> list[int]:
    fighter = await active(harness)
    return [user for user in (ANN, BEN, CLEO) if user != fighter]


async def ask(harness: TableHarness) -> int:
    """Ask both others for help; return the revision that it made."""
    fighter = await active(harness)
    view = await harness.view_for(fighter)
    seats = tuple(number for number in range(3) if number != view.seat)
    done = await harness.done(fighter, Act(Choice("ask_help", picks=(seats, *TERMS))))
    return done.table.revision


async def told(harness: TableHarness) -> list[str]:
    view = await harness.view_for(None)
    return [line.text for line in story.tell(view, view.past)]


async def test_a_line_waits_for_the_next_offer_or_answer_and_stays_with_it(fight: TableHarness) -> None:
    fighter = await active(fight)
    await fight.done(fighter, Say(LINE))
    assert not any("eats me" in line for line in await told(fight)), "nothing sends it yet"
    asked = await ask(fight)
    (line,) = (await fight.view_for(None)).table.lines
    assert (line.revision, line.text) == (asked, LINE)
    (said,) = [line for line in await told(fight) if "eats me" in line]
    assert "asks" in said
    assert "@everyone" not in said
    assert "**Please**" not in said
    view = await fight.view_for(None)
    assert "eats me" in words_said.under_scene(view)
    again = await fight.restart()
    assert any("eats me" in line for line in await told(again))
    assert "eats me" in words_said.under_scene(await again.view_for(None))
    await again.close()


async def test_a_refusal_has_a_line_of_its_own_as_well(fight: TableHarness) -> None:
    await ask(fight)
    one, _ = await others(fight)
    await fight.done(one, Say("I have a mother to feed."))
    await fight.act(one, "refuse_help")
    (said,) = [line for line in await told(fight) if "mother" in line]
    assert said.endswith("“I have a mother to feed.”")


async def test_a_line_is_bounded_replaced_and_taken_back(fight: TableHarness) -> None:
    fighter = await active(fight)
    for text, left in (("x" * 300, "x" * MAX_LINE_CHARS), ("two\nlines", "two lines"), (" ", "")):
        await fight.done(fighter, Say(text))
        table = (await fight.view_for(fighter)).table
        waiting = table.line_waiting((await fight.view_for(fighter)).seat)
        assert (waiting.text if waiting else "") == left
    await ask(fight)
    assert (await fight.view_for(None)).table.lines == ()


async def test_other_moves_leave_a_line_where_it_is(fight: TableHarness) -> None:
    fighter = await active(fight)
    await fight.done(fighter, Say(LINE))
    for _ in range(MAX_KEPT + 2):
        await ask(fight)
    assert [line.text for line in (await fight.view_for(None)).table.lines] == [LINE]


async def test_each_person_has_one_reaction_to_a_moment(fight: TableHarness) -> None:
    revision = (await fight.view_for(None)).table.revision
    one, other = await others(fight)
    for user, sign in ((one, 0), (one, 1), (other, 1)):
        await fight.done(user, React(revision, sign))
    table = (await fight.view_for(None)).table
    assert table.reactions_to(revision) == [0, 2, 0]
    assert any("😱2" in line for line in await told(fight))
    for forged in (React(revision, 3), React(revision + 99, 0), React(0, 0)):
        assert await fight.refused(one, forged) == "forged"


async def test_who_is_forgotten_takes_lines_and_reactions_along(fight: TableHarness) -> None:
    fighter, (one, _) = await active(fight), await others(fight)
    await fight.done(fighter, Say(LINE))
    revision = await ask(fight)
    await fight.done(fighter, React(revision, 0))
    await fight.done(one, React(revision, 1))
    for row in await fight.store.log(fight.table):
        assert b"eats me" not in row.body + row.events, "the log never holds it"
    assert await fight.service.forget_user(fighter)
    table = (await fight.view_for(None)).table
    assert (table.lines, table.reactions) == ((), (Reaction(revision, one, 1),))
    assert not any("eats me" in line for line in await told(fight))
    row = await fight.store.table(fight.table)
    assert row is not None
    assert b"eats me" not in row.body
    assert str(fighter).encode() not in row.body


@pytest.mark.parametrize("name", ["classic", "panic"])
def test_a_line_goes_with_every_offer_and_answer_of_a_game(name: str) -> None:
    """Those are the moves at the desks for bargains and trades, but for those that only end something."""
    module = module_of(name)
    verbs = SCREENS_BY_KEY[module.screens].words.verbs
    talk = {name.partition(".")[0] for name, verb in verbs.items() if verb.group in TALK_GROUPS}
    silent = {"show", "withdraw", "release", "enough", "withdraw_help", "withdraw_trade", "withdraw_truce"}
    assert talk - silent == module.bargain_verbs
