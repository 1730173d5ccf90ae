"""A finished game once more, as people see it on Discord: in private, step by step, across a restart."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import main
from bot.operations.exit_codes import ExitCode
from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import SeenMessage
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text


async def finish_a_game(club: InProcessBot) -> None:
    """Play a little, with dice that nobody could choose, and end the game by vote."""
    await club.stop()
    await club.start(KICKDOOR_TEST_SEED="")
    await club.lobby()
    assert "Dice sealed, SHA-256: " in club.table().text
    assert (await club.ann.click(club.table(), label="Start")).ok
    await club.until(lambda: "see `/kickdoor status`" in club.table().text)
    for person in club.players:
        assert (await person.click(club.table(), label="I’m ready")).ok
    await club.until(lambda: "kick down the door" in club.table().text)
    assert (await club.awaited().click(club.table(), label="Kick down the door")).ok
    await club.ask_to_end()
    await club.cleo.click(club.table(), label="Yes")
    await club.until(lambda: "Play again" in club.table().text)


async def replay_of(club: InProcessBot, person: Person) -> SeenMessage:
    shown = (await person.click(club.table(person), label="Replay")).message
    assert shown is not None
    assert shown.ephemeral
    return shown


async def press(person: Person, shown: SeenMessage, label: str) -> SeenMessage:
    outcome = await person.click(shown, label=label)
    assert outcome.message is not None, outcome
    return outcome.message


async def test_a_finished_game_is_stepped_through_in_private_also_after_a_restart(club: InProcessBot) -> None:
    await finish_a_game(club)
    shown = await replay_of(club, club.ben)
    assert "Replay · table · 1 of" in shown.text
    hands = await press(club.ben, shown, "All hands")
    assert "**Ann** ✋ Hand: " in hands.text
    assert "**Ann** ✋ Hand: " not in shown.text
    on = await press(club.ben, hands, "On ▶")
    assert "· 2 of" in on.text
    assert "✋ Hand: " in on.text
    await club.stop()
    await club.start()
    back = await press(club.ben, on, "First")
    assert "· 1 of" in back.text
    public = await press(club.ben, back, "Public view")
    assert "✋ Hand: " not in public.text
    # Who does not sit at the table may look, too: the game is over.
    answer = await club.zoe.command(CHANNEL_NAME, "kickdoor replay")
    assert "Replay · table · 1 of" in answer_text(answer)


async def test_the_host_gets_files_that_can_be_verified(
    club: InProcessBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await finish_a_game(club)
    dice = answer_text(await club.ben.click(club.table(club.ben), label="Dice"))
    shown = await replay_of(club, club.ann)
    given = await press(club.ann, shown, "Files")
    names = [str(found["filename"]) for found in given.payload["attachments"]]
    assert names == ["kickdoor-1.html", "kickdoor-1.jsonl"]
    record = tmp_path / "game.jsonl"
    url = str(given.payload["attachments"][1]["url"])
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        record.write_bytes(await answer.read())
    assert await asyncio.to_thread(main, ["verify", str(record)]) == ExitCode.OK
    said = capsys.readouterr().out
    assert "every shuffle and die is as sealed" in said
    seal = said.partition("its secret is ")[2].partition(":")[0]
    assert len(seal) == 64
    assert seal in dice
    assert "Replay · table" in (await press(club.ann, given, "Back to the replay")).text
    guest = await replay_of(club, club.ben)
    assert "Files" not in [button.label for button in guest.buttons]
    forged = next(button for button in shown.buttons if button.label == "Files").custom_id
    assert "Only the host" in answer_text(await club.ben.forge_click(club.table(club.ben), forged))


async def test_a_game_that_goes_on_is_not_replayed(club: InProcessBot) -> None:
    await club.game()
    answer = await club.ann.command(CHANNEL_NAME, "kickdoor replay")
    assert "still going on" in answer_text(answer)
    for rest in ("0.open", "3.public", "files", "jump"):
        answer = await club.ann.forge_click(club.table(), f"k1:1:0:r:{rest}")
        assert "still going on" in answer_text(answer)
    assert "no game here" in answer_text(
        await club.ann.command(CHANNEL_NAME, "kickdoor replay", {"table": 99})
    )
