"""Statistics and one's own data, as a player asks for them."""

from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text


async def test_of_a_running_game_no_figures_come_and_ones_data_is_a_private_file(club: InProcessBot) -> None:
    await club.game()
    assert "No finished game here yet" in answer_text(await club.ben.command(CHANNEL_NAME, "kickdoor stats"))
    assert "dusty" in answer_text(await club.ben.command(CHANNEL_NAME, "kickdoor top"))
    answer = await club.ben.command(CHANNEL_NAME, "kickdoor my data")
    assert "only your own cards" in answer_text(answer)
    assert answer.message is not None
    assert answer.message.ephemeral


async def test_who_wants_no_statistics_says_so_and_may_change_their_mind(club: InProcessBot) -> None:
    await club.game()
    answer = await club.ben.command(CHANNEL_NAME, "kickdoor my statistics", {"keep": False})
    assert "You’re out of the statistics" in answer_text(answer)
    assert "to themselves" in answer_text(await club.ben.command(CHANNEL_NAME, "kickdoor stats"))
    answer = await club.ben.command(CHANNEL_NAME, "kickdoor my statistics", {"keep": True})
    assert "count from now on" in answer_text(answer)
