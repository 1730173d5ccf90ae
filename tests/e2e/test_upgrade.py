"""A bot goes on with the games of the release before: both are installed from wheels, as others do it.

KICKDOOR_PREVIOUS names the wheel of that release. Without it, this one stands in, under another version.
"""

import os
import re
import zipfile
from pathlib import Path

import pytest

from bot import release_name
from bot.operations.exit_codes import ExitCode
from bot.store.sqlite.store import SqliteStore
from tests.architecture.test_wheel import built
from tests.e2e.bot_process import BotProcess
from tests.e2e.scripted_players import ScriptedPlayers
from tests.sandbox.box import Sandbox

OLDER = "0.9.9"


def installed(wheel: Path, folder: Path) -> Path:
    """Unpack a wheel: what it needs is here already."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture
def releases(tmp_path: Path) -> tuple[Path, Path]:
    """Install the release before this one, or what stands in for it, and this one."""
    built("wheel", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    now = installed(wheel, tmp_path / "now")
    if given := os.environ.get("KICKDOOR_PREVIOUS"):
        return installed(Path(given), tmp_path / "before"), now
    before = installed(wheel, tmp_path / "before")
    (about,) = before.glob("kickdoor-*.dist-info/METADATA")
    about.write_text(about.read_text().replace(f"\nVersion: {release_name()}\n", f"\nVersion: {OLDER}\n"))
    return before, now


async def test_a_game_of_the_release_before_is_played_to_its_end(
    tmp_path: Path, releases: tuple[Path, Path]
) -> None:
    before, now = releases
    steps: list[int] = []

    async def nothing() -> None: ...

    async def on_step(step: int) -> None:
        steps.append(step)
        if len(steps) == 12:
            assert await bot.stop() == ExitCode.OK
            bot.installation = now
            await bot.start()

    async with Sandbox() as box:
        box.add_guild("The Dungeon", ["game-night"])
        people = [box.person(name) for name in ("Ann", "Ben", "Cleo")]
        bot = BotProcess(box, tmp_path, 5)
        bot.installation = before
        await bot.start()
        party = ScriptedPlayers(people, 5, on_step, nothing)
        try:
            await party.open("classic", ["Short game"])
            await party.play()
        finally:
            assert await bot.stop() == ExitCode.OK
        assert box.violations == []
    assert bot.starts == 2
    assert bot.complaints() == []
    versions = re.findall(r"Kickdoor (\S+) on ", bot.log())
    assert len(set(versions)) == 2, versions
    store = await SqliteStore.open(bot.database)
    assert await store.results.result(1) is not None
    await store.close()
