"""Being forgotten, as a player asks for it."""

from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text


async def test_a_player_is_forgotten_and_the_others_play_on(club: InProcessBot) -> None:
    await club.game()
    assert "Nothing was deleted" in answer_text(
        await club.ben.command(CHANNEL_NAME, "kickdoor forget me", {"sure": False})
    )
    assert "Ben" in club.table().text
    answer = await club.ben.command(CHANNEL_NAME, "kickdoor forget me", {"sure": True})
    assert "deleted everywhere" in answer_text(answer)
    # Two are too few: the game is over, and the table says it without their name.
    await club.until(lambda: "Ben" not in club.table().text)
    await club.stop()
    assert str(club.ben.id).encode() not in club.database_bytes()
