"""The words for people keep up with the code."""

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.app.games import game_registry
from bot.operations.exit_codes import ExitCode
from cards.door.options import DoorOptions
from cogs.commands.base import CommandCog
from cogs.kickdoor import ROOTS
from tests.architecture.test_makefile import documented_targets
from tests.architecture.tree import ROOT, files, project

README = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", documented_targets())
def test_the_readme_mentions_every_target(target: str) -> None:
    """What `make` can do is said where people look first."""
    assert f"make {target}" in README


def test_links_between_files_lead_somewhere() -> None:
    """Every relative link and picture in every Markdown file exists."""
    broken: list[str] = []
    for path in files(".md"):
        for target in re.findall(r"(?:\]\(|src=\")([^)#\s\"]+)", path.read_text(encoding="utf-8")):
            if "://" not in target and not (path.parent / target).exists():
                broken.append(f"{path.relative_to(ROOT)}: {target}")
    assert broken == []


def test_the_pictures_of_the_readme_load_fast() -> None:
    """A fight that moves, and two stills of another; ``make pictures`` takes them."""
    pictures = [ROOT / target for target in re.findall(r'src="([^"]+)"', README)]
    assert len(pictures) == 3
    assert sum(picture.stat().st_size for picture in pictures) < 300_000


def test_the_invitation_asks_for_exactly_what_the_readme_says() -> None:
    """The number in the link is the sum of the permissions in the table."""
    (number,) = re.findall(r"permissions=(\d+)", README)
    asked = {name for name, on in discord.Permissions(int(number)) if on}
    table = README[README.index("| Permission |") : README.index("A door-kicking game needs")]
    named = {
        name.strip().lower().replace(" ", "_")
        for row in re.findall(r"^ *\| ([A-Z][\w ,]+) \|", table, re.MULTILINE)
        for name in row.split(",")
    } - {"permission"}
    assert {"view_channel" if name == "read_messages" else name for name in asked} == named


def test_the_bot_is_not_process_1_of_its_containers() -> None:
    """Process 1 ignores a signal that it has no handler for, and the bot has none while it starts."""
    services = re.split(
        r"^  (?=\w+:$)", (ROOT / "compose.yaml").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    ours = [service for service in services if "    build: ." in service]
    assert len(ours) == 2
    assert all("\n    init: true\n" in service for service in ours)


def test_the_changelog_keeps_its_form() -> None:
    """Newest version first; the project has the number of the newest one that is released."""
    versions = re.findall(r"^## (\d+)\.(\d+)\.(\d+)( \(unreleased\))?$", CHANGELOG, re.MULTILINE)
    assert versions
    assert len(versions) == CHANGELOG.count("\n## ")
    numbers = [tuple(map(int, version[:3])) for version in versions]
    assert numbers == sorted(numbers, reverse=True)
    assert not any(unreleased for *_, unreleased in versions[1:])
    project_number = tuple(map(int, project()["project"]["version"].split(".")))
    assert project_number == numbers[0] or (versions[0][3] and project_number < numbers[0])


def columns(line: str) -> int:
    """Return the width of a line without the targets of its links."""
    return len(re.sub(r"\]\([^)]*\)", "]", line))


def test_markdown_wraps_at_110_columns() -> None:
    """All but tables, pictures, blocks of code and the targets of links."""
    wide: list[str] = []
    for path in files(".md"):
        text = re.sub(
            r"^ *```.*?^ *```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
        )
        wide += [
            f"{path.relative_to(ROOT)}: {line}"
            for line in text.splitlines()
            if columns(line) > 110 and not line.lstrip().startswith(("|", "<img"))
        ]
    assert wide == []


def test_every_exit_code_is_explained() -> None:
    """An operator who sees a number finds it in docs/operations.md, under the same name."""
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    explained = {name: int(code) for code, name in re.findall(r"^\| (\d+) \| `(\w+)` \|", text, re.MULTILINE)}
    assert explained == {code.name: code.value for code in ExitCode}


def test_the_service_does_not_retry_what_cannot_pass() -> None:
    """systemd stops at the codes that say "useless" in docs/operations.md."""
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    useless = re.findall(r"^\| (\d+) \|.*\| useless \|$", text, re.MULTILINE)
    unit = (ROOT / "bot" / "cli" / "kickdoor.service").read_text(encoding="utf-8")
    assert f"RestartPreventExitStatus={' '.join(useless)}\n" in unit


PLAYING = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")


def commands_of(root: type[CommandCog[Any]]) -> Iterator[app_commands.Command[Any, Any, Any]]:
    for top in root.__cog_app_commands__:
        for each in top.walk_commands() if isinstance(top, app_commands.Group) else [top]:
            assert isinstance(each, app_commands.Command)
            yield each


def test_every_command_is_listed() -> None:
    """With its options, those that may be left out in brackets."""
    listed = 0
    for root in ROOTS:
        for command in commands_of(root):
            options = [p.name.upper() if p.required else f"[{p.name}]" for p in command.parameters]
            usage = f"`{' '.join([f'/{root.__cog_group_name__}', command.qualified_name, *options])}`"
            named = usage in PLAYING
            assert named, f"docs/playing.md: the table of commands lacks {usage}"
            listed += 1
    assert listed >= 23


def test_every_game_and_house_rule_is_listed() -> None:
    for name in game_registry().names():
        assert f"`{name}`" in PLAYING
    for name, field in DoorOptions.model_fields.items():
        default = {True: "on", False: "off", None: "as the edition says"}.get(field.default, field.default)
        row = f"| `{name}` | {default} | "
        listed = f"\n{row}" in PLAYING
        assert listed, f"docs/playing.md: the table of house rules lacks a row that begins with {row!r}"
