"""A language made by machine, over a real connection: nobody passes it along, yet all speak it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import pytest

from bot.languages import speaking
from bot.views.base.layout import Screen
from cards.say import say
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, open_in_process_bot
from tests.e2e.scripted_players import ScriptedPlayers
from tests.languages.pseudo import Pseudo, unmarked
from tests.languages.screens_read import texts

LOCALE = "sv-SE"

STEPS = 6
"""Steps over the connection; whole games are in ``test_games.py``."""


class PseudoClub:
    """A bot on a server that speaks the language, and all that anybody was shown there."""

    def __init__(self, club: InProcessBot, language: Pseudo) -> None:
        self.club = club
        self.language = language
        self.shown: list[Screen] = []
        for record in (*club.box.world.guilds.values(), *club.box.world.users.values()):
            record.locale = LOCALE

    def plain(self) -> set[str]:
        """Return what was shown in plain English."""
        return {text for screen in self.shown for text in texts(screen) if unmarked(text)}


@pytest.fixture
async def spoken_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PseudoClub]:
    language = Pseudo()
    monkeypatch.setattr(
        "bot.languages.language_of", lambda locale: language if locale == LOCALE else Pseudo()
    )
    async with open_in_process_bot(tmp_path) as club:
        opened = PseudoClub(club, language)
        for place in ("bot.delivery.discord_wire", "cogs.responder"):
            monkeypatch.setattr(f"{place}.render_pictures", recording(opened.shown))
        yield opened
        assert club.box.violations == []


def recording(shown: list[Screen]) -> Callable[[Screen], object]:
    """Return what takes the place of drawing pictures: it notes each screen, with no pictures."""

    async def note(screen: Screen) -> Screen:
        shown.append(screen)
        return screen.without_pictures()

    return note


async def test_a_lobby_speaks_the_language_of_its_server(spoken_to: PseudoClub) -> None:
    club = spoken_to.club
    with speaking(spoken_to.language):
        ann = club.ann
        assert (await ann.command(CHANNEL_NAME, "kickdoor new", {"game": "classic", "speed": "relaxed"})).ok
        await club.until(lambda: bool(club.table()))
        for words in (
            "kickdoor leave",
            "kickdoor status",
            "kickdoor my games",
            "kickdoor top",
            "kickdoor stats",
        ):
            assert (await club.ben.command(CHANNEL_NAME, words)).ok
        assert (await club.ben.command(CHANNEL_NAME, "kickdoor join")).ok
        assert (await ann.click(club.table(), label=say("Settings"))).ok
        assert (await ann.command(CHANNEL_NAME, "kickdoor-table options")).ok
        assert (await ann.command(CHANNEL_NAME, "kickdoor card", {"name": "0000"})).ok
        assert (await ann.command(CHANNEL_NAME, "kickdoor pictures", {"show": False})).ok
    assert spoken_to.plain() == set()
    assert len(spoken_to.shown) > 10


def test_commands_are_told_in_the_language(spoken_to: PseudoClub) -> None:
    told = spoken_to.club.box.world.commands
    assert told
    for command in told.values():
        names = command.body["name_localizations"], command.body["description_localizations"]
        assert all(unmarked(each[LOCALE]) == [] for each in names), command.body["name"]


@pytest.mark.parametrize("game", ["classic", "panic"])
async def test_a_game_is_played_in_the_language_by_what_people_see(game: str, spoken_to: PseudoClub) -> None:
    async def nothing(*_: object) -> None:
        pass

    with speaking(Pseudo()):
        players = ScriptedPlayers(spoken_to.club.players, 7, nothing, nothing)
        await players.open(game)
        for step in range(STEPS):
            await players.act(await players.status(), Random(step))
    assert len(spoken_to.language.asked) > 150
