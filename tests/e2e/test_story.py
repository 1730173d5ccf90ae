"""The story over the sandbox: on the table, on the hand, for who watches, and after a restart."""

from tests.e2e.in_process_bot import InProcessBot, answer_text


async def test_anybody_can_read_the_story_and_who_plays_reads_what_they_missed(club: InProcessBot) -> None:
    await club.game()
    first = club.awaited()
    assert (await first.click(club.table(), label="Kick down the door")).ok
    await club.until(lambda: "kicks the door in" in club.table().text)
    told = next(line for line in club.table().text.splitlines() if "kicks the door in" in line)
    before = await club.log()
    mine = await first.click(club.table(), label="Story")
    theirs = await club.zoe.click(club.table(club.zoe), label="Story")
    for answer in (mine, theirs):
        assert told in answer_text(answer)
        assert answer.message is not None
        assert answer.message.ephemeral
    assert "Since your last turn" in answer_text(mine)
    assert "Since your last turn" not in answer_text(theirs)
    assert await club.log() == before


async def test_the_story_survives_a_restart_and_leads_back_to_the_hand(club: InProcessBot) -> None:
    await club.game()
    first = club.awaited()
    hand = await first.click(club.table(), label="My hand")
    assert hand.message is not None
    story = await first.click(hand.message, label="Story")
    assert story.message is not None
    text = answer_text(story)
    assert "goes first" in text
    await club.stop()
    await club.start()
    again = await first.click(club.table(), label="Story")
    assert answer_text(again) == text
    back = await first.click(story.message, label="Back")
    assert "✋" in answer_text(back)
