"""Who watches has a live screen of what lies open, at next to no cost."""

from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import SeenMessage
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text
from tests.e2e.scripted_players import look_closer

WATCH_TEXT = "You’re watching. This"


async def watch(club: InProcessBot, person: Person) -> SeenMessage:
    """Press *Watch*, which is one tap behind the table's message."""
    more = await look_closer(person, club.table(person))
    assert more is not None
    outcome = await person.click(more, label="Watch")
    assert outcome.message is not None, outcome
    assert outcome.message.id == more.id
    assert outcome.message.ephemeral
    return outcome.message


def screen_of(person: Person) -> SeenMessage:
    """Return what a person sees in private in the channel."""
    return [message for message in person.messages(CHANNEL_NAME) if message.ephemeral][-1]


def screens_of(person: Person, shown: SeenMessage) -> str:
    """Return what a private message of a person's shows by now."""
    return next(message.text for message in person.messages(CHANNEL_NAME) if message.id == shown.id)


async def end_by_vote(club: InProcessBot) -> None:
    await club.ask_to_end()
    await club.cleo.click(club.table(), label="Yes")
    await club.until(lambda: "Play again" in club.table().text)


async def test_a_spectator_sees_the_fight_and_the_end_without_pressing_again(club: InProcessBot) -> None:
    await club.game()
    mine = await watch(club, club.zoe)
    assert WATCH_TEXT in mine.text
    assert "My hand" not in [button.label for button in mine.buttons]
    assert (await club.awaited().click(club.table(), label="Kick down the door")).ok
    before = await club.log()
    await end_by_vote(club)
    await club.until(lambda: "Replay" in [b.label for b in screen_of(club.zoe).buttons], club.zoe)
    last = screen_of(club.zoe)
    assert last.id == mine.id
    assert WATCH_TEXT not in last.text
    assert "Replay · table · 1 of" in answer_text(await club.zoe.click(last, label="Replay"))
    assert len(await club.log()) > len(before)
    assert club.box.violations == []


async def test_the_table_says_how_many_watch_or_who_or_nothing(club: InProcessBot) -> None:
    await club.game()
    await watch(club, club.zoe)
    assert (await club.awaited().click(club.table(), label="Kick down the door")).ok
    await club.until(lambda: "1 spectator" in club.table().text)
    assert "Zoe" not in club.table().text


async def test_what_the_table_says_of_spectators_is_the_host_s_choice(club: InProcessBot) -> None:
    await club.lobby()
    settings = (await club.ann.click(club.table(), label="Settings")).message
    assert settings is not None
    assert (await club.ann.select(settings, ["names"], label="Spectators")).ok
    assert (await club.ann.click(club.table(), label="Start")).ok
    await club.until(lambda: "Laying out" in club.table(club.ann).text)
    await watch(club, club.zoe)
    assert (await club.ann.click(club.table(club.ann), label="I’m ready")).ok
    await club.until(lambda: "Watched by Zoe" in club.table().text)


async def test_a_story_read_on_the_screen_is_not_overwritten_and_leads_back(club: InProcessBot) -> None:
    await club.game()
    mine = await watch(club, club.zoe)
    story = (await club.zoe.click(mine, label="Story")).message
    assert story is not None
    assert story.id == mine.id
    await end_of_a_turn(club)
    assert "The story" in screen_of(club.zoe).text
    back = await club.zoe.click(story, label="Watch")
    assert WATCH_TEXT in answer_text(back)


async def end_of_a_turn(club: InProcessBot) -> None:
    """Kick a door down, which makes everything be drawn again."""
    assert (await club.awaited().click(club.table(), label="Kick down the door")).ok
    await club.until(lambda: "kicks the door in" in club.table().text)


async def test_after_a_restart_one_press_brings_the_screen_back_to_life(club: InProcessBot) -> None:
    await club.game()
    mine = await watch(club, club.zoe)
    await club.stop()
    await club.start()
    assert "**Refresh** brings this screen back" in screen_of(club.zoe).text
    again = await club.zoe.click(mine, label="Refresh")
    assert again.message is not None
    assert again.message.id == mine.id
    assert WATCH_TEXT in again.message.text
    await end_by_vote(club)
    await club.until(lambda: "Replay" in [b.label for b in screen_of(club.zoe).buttons], club.zoe)


async def test_who_sits_down_is_no_spectator_any_more(club: InProcessBot) -> None:
    await club.lobby()
    assert (await club.ann.click(club.table(), label="Add computer")).ok
    assert (await club.ann.click(club.table(), label="Start")).ok
    await club.until(lambda: "Laying out" in club.table().text)
    mine = await watch(club, club.zoe)
    more = await look_closer(club.ann, club.table())
    assert more is not None
    assert "Watch" not in [button.label for button in more.buttons]
    forged = await club.ann.forge_click(club.table(), mine.find(label="Refresh").custom_id)
    assert "already sit" in answer_text(forged)
    taken = await club.zoe.command(CHANNEL_NAME, "kickdoor-table seat take", {"number": 4})
    assert taken.ok, taken
    await club.until(lambda: "Yes" in [button.label for button in club.table().buttons])
    assert (await club.ann.click(club.table(), label="Yes")).ok
    await club.until(lambda: "You have a seat now" in screens_of(club.zoe, mine), club.zoe)
    assert (await club.ann.click(club.table(), label="I’m ready")).ok
    assert "spectator" not in club.table().text


async def test_a_screen_that_was_dismissed_is_left_alone(club: InProcessBot) -> None:
    await club.game()
    mine = await watch(club, club.zoe)
    club.zoe.dismiss(mine)
    await end_by_vote(club)
    assert club.box.violations == []


async def test_the_dice_are_opened_when_the_game_is_over(club: InProcessBot) -> None:
    await club.game()
    forged = await club.zoe.forge_click(club.table(club.zoe), "k1:1:0:g:dice")
    assert "still going on" in answer_text(forged)
    await end_by_vote(club)
    told = (await club.zoe.click(club.table(club.zoe), label="Dice")).message
    assert told is not None
    assert told.ephemeral
    assert "seed was 1," in told.text
    assert "sha256sum" in told.text
    assert "sha256sum" not in club.table().text
