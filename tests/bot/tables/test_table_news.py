"""What happens beside the game is told to everybody: who paused, moved, came back, became host."""

import bot.views.games  # noqa: F401 - enters the screens of all games
from bot.tables.intents import HandHost, Leave, MoveTo, Pause, Resume, Return, SetSpeed
from bot.views.table import news, story
from bot.views.table.recap import story_screen
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, TableHarness


async def told(harness: TableHarness) -> str:
    """Return what the table's message tells an onlooker."""
    return news.block(await harness.view_for(None), 6, 800)


async def test_a_new_speed_is_told_to_all(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.done(ANN, SetSpeed("relaxed"))
    line = "**Ann** changes the speed to **relaxed**, from the next decision on"
    assert line in await told(harness)
    assert line in story_screen(await harness.view_for(BEN), (await harness.view_for(BEN)).past).as_text()
    await harness.done(ANN, SetSpeed("relaxed"))
    assert (await told(harness)).count("changes the speed") == 1


async def test_who_pauses_resumes_moves_and_hosts_is_told(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.done(BEN, Pause())
    assert "**Ben** pauses the game" in await told(harness)
    await harness.done(CLEO, Resume())
    await harness.done(ANN, HandHost(1))
    await harness.done(BEN, MoveTo(5))
    text = await told(harness)
    assert "**Cleo** lets the game go on" in text
    assert "**Ben** runs the table now" in text
    assert f"**Ben** has brought the table here from <#{CHANNEL}>" in text


async def test_who_leaves_and_who_comes_back_is_told(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.advance(36_000)
    await harness.done(BEN, Return())
    assert "**Ben** is back" in await told(harness)
    table = (await harness.done(ANN, Leave(robot=True))).table
    text = await told(harness)
    assert f"**{table.seats[0].name}** plays on for **Ann**" in text
    assert "**Ben** runs the table now" in text, "a host who leaves has an heir"


async def test_old_news_do_not_pile_up(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    for _ in range(40):
        await harness.done(ANN, Pause())
        await harness.done(ANN, Resume())
    view = await harness.view_for(ANN)
    assert len(view.table.news) == 24
    assert len(story.with_table_news(view, [], view.table.revision - 2)) == 2
