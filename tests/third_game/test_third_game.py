"""A third game needs no line of the product: it is listed, played, simulated and run by scenarios."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main as kickdoor
from bot.sandbox.people.person import Person
from bot.sandbox.protocol.values import objects
from bot.views.base.game_screens import SCREENS_BY_KEY
from cards import simulate
from cards.registry import REGISTRY
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text, open_in_process_bot
from tests.third_game.module import MODULE, NAME
from tests.third_game.screens import SCREENS

SITUATIONS = """
game = "last_stone"

[[situation]]
name = "the last stone wins"
rules = ["R-001"]
options = { stones = 5 }
seats = [{ name = "Ann" }, { name = "Ben" }]
expect = { heap = 5, awaited = ["Ann"], legal = [{ who = "Ann", do = "take", with = { count = 3 } }] }

[[situation.steps]]
who = "Ben"
do = "take"
with = { count = 1 }
expect = { refused = "not_now", heap = 5 }

[[situation.steps]]
who = "Ann"
do = "take"
with = { count = 2 }
expect = { heap = 3, events = [{ kind = "took", seat = "Ann", count = 2 }], awaited = ["Ben"] }

[[situation.steps]]
who = "Ben"
do = "take"
with = { count = HOW_MANY }
expect = { over = true, winners = ["Ben"] }
"""


@pytest.fixture(autouse=True)
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two lists in which a game is named, with one more entry each."""
    monkeypatch.setattr(REGISTRY, "sources", (*REGISTRY.sources, MODULE))
    monkeypatch.setitem(SCREENS_BY_KEY, NAME, SCREENS)


def is_over(club: InProcessBot) -> bool:
    return "won!" in club.table().text


def awaited(club: InProcessBot) -> Person | None:
    """Return the person whose turn it is; None while the computer thinks."""
    people = (club.ann, club.ben)
    return next((person for person in people if title(club).endswith(f": {person.name}")), None)


def title(club: InProcessBot) -> str:
    return club.table().text.splitlines()[0]


async def take_stones(club: InProcessBot, person: Person) -> None:
    """Press the button on the table's message and then the highest number; a last stone is one tap."""
    before = title(club)
    step = (await person.click(club.table(person), label="Take stones")).message
    assert step is not None
    if step.ephemeral:
        assert "How many?" in step.text
        number = max(button.label for button in step.buttons if button.label.isdecimal())
        answer = answer_text(await person.click(step, label=number))
        assert f"{person.name}** took {number} stone" in answer
    await club.until(lambda: title(club) != before)


async def test_it_is_played_to_its_end_with_buttons(tmp_path: Path) -> None:
    """Two people and a computer, from the lobby to the seed: chosen by its title, with a house rule."""
    async with open_in_process_bot(tmp_path) as club:
        offered = await club.ann.autocomplete(CHANNEL_NAME, "kickdoor new", "game", "last")
        assert [choice["value"] for choice in offered.choices] == [NAME]
        assert (await club.ann.command(CHANNEL_NAME, "kickdoor new", {"game": "Last Stone"})).ok
        await club.until(lambda: "2 to 4 can play" in club.table().text)
        labels = [button.label for button in club.table().buttons]
        assert "Join" in labels
        assert (await club.ben.click(club.table(), label="Join")).ok
        assert (await club.ann.click(club.table(), label="Add computer")).ok
        settings = (await club.ann.click(club.table(), label="Settings")).message
        assert settings is not None
        form = (await club.ann.select(settings, ["stones"], label="Change times and variants…")).modal
        assert form is not None
        assert (await club.ann.submit(form, {"value": "20"})).ok
        await club.until(lambda: "Stones: 20" in club.table().text)
        assert (await club.ann.click(club.table(), label="Start")).ok
        await club.until(lambda: "🪨 Turn 1" in club.table().text)
        assert objects(club.table().payload["attachments"]), "the heap is painted"
        while True:
            await club.until(lambda: is_over(club) or awaited(club) is not None)
            if is_over(club):
                break
            person = awaited(club)
            assert person is not None
            await take_stones(club, person)
        assert "The dice’s seed was" in answer_text(await club.ann.click(club.table(), label="Dice"))
        assert club.box.violations == []


async def test_its_rules_page_and_its_cards_can_be_read(tmp_path: Path) -> None:
    async with open_in_process_bot(tmp_path) as club:
        page = await club.ann.command(CHANNEL_NAME, "kickdoor rules", {"topic": NAME})
        assert "Take one to three stones. The last stone wins." in answer_text(page)
        assert (await club.ann.command(CHANNEL_NAME, "kickdoor new", {"game": NAME})).ok
        await club.until(lambda: bool(club.table()))
        card = await club.ann.command(CHANNEL_NAME, "kickdoor card", {"name": "stone 7"})
        assert "One of the heap." in answer_text(card)
        kinds = await club.ann.autocomplete(CHANNEL_NAME, "kickdoor-table seat add", "kind", "")
        assert [choice["value"] for choice in kinds.choices] == ["counting"]


async def test_a_saved_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    """The button that was drawn before it still counts."""
    async with open_in_process_bot(tmp_path) as club:
        assert (await club.ann.command(CHANNEL_NAME, "kickdoor new", {"game": NAME})).ok
        await club.until(lambda: bool(club.table()))
        assert (await club.ann.click(club.table(), label="Add computer")).ok
        assert (await club.ann.click(club.table(), label="Start")).ok
        await club.until(lambda: "Turn 1" in club.table().text)
        before = club.table()
        await club.stop()
        await club.start()
        step = (await club.ann.click(before, label="Take stones")).message
        assert step is not None
        assert (await club.ann.click(step, label="2")).ok
        await club.until(lambda: "**Ann** took 2 stones" in club.table().text)


def test_it_is_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    """With every invariant checked after every action, and a report about balance."""
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    words = f"--game {NAME} --players 2 --player counting --games 4 --jobs 1 --check --report --json"
    assert simulate.main(parser.parse_args(words.split())) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (told["finished"], told["violations"]) == (4, [])
    assert told["winners"] == {"0": 4}, "fifteen stones are won by the one who begins"
    assert simulate.main(parser.parse_args(f"--game {NAME} --player sensible".split())) == 2
    assert "it has counting, caretaker" in capsys.readouterr().err


@pytest.mark.parametrize(("count", "told"), [("3", "1 passed, 0 failed"), ("9", "0 passed, 1 failed")])
def test_scenarios_of_it_are_run(
    count: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "last_stone.toml"
    path.write_text(SITUATIONS.replace("HOW_MANY", count))
    assert kickdoor(["scenario", str(path)]) == (0 if count == "3" else 1)
    assert told in capsys.readouterr().out


def test_its_cards_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert kickdoor(["packs", "list"]) == 0
    assert "last_stone       15 cards, 15 different  Last Stone: One heap." in capsys.readouterr().out
    assert kickdoor(["packs", "show", NAME]) == 0
    assert "Stone 15  [stone, stone]" in capsys.readouterr().out
