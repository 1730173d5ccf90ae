"""What we change in discord.py stands in one list, and a release that differs is named at the start."""

import ast
import re
from pathlib import Path

import discord
import pytest

import bot.discord_patches
from bot.app.main import serve
from bot.discord_patches.catalog import PATCHES, missing_names
from bot.operations.exit_codes import UnusableError
from bot.settings import Settings
from cards.registry import REGISTRY

HOME = Path(bot.discord_patches.__file__).parent
SOURCES = "".join(
    path.read_text(encoding="utf-8") for path in HOME.parent.rglob("*.py") if path.name != "catalog.py"
)


def test_the_installed_release_has_every_name() -> None:
    assert missing_names() == []


@pytest.mark.parametrize("patch", PATCHES)
def test_each_row_is_used(patch: str) -> None:
    """A patch that is taken out of the code leaves the list as well."""
    assert re.split("[:.]", patch)[-1] in SOURCES


def test_no_other_private_name_of_the_library_is_used() -> None:
    """Private names that our modules take from modules of the library, all of them in the list."""
    listed = {name for patch in PATCHES for name in re.split("[:.]", patch)}
    for path in HOME.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and node.attr.startswith("_")
                and not node.attr.startswith("__")
            ):
                owner = ast.unparse(node.value)
                if owner.startswith("discord") or owner in (
                    "messages",
                    "interactions",
                    "webhooks",
                    "patched",
                ):
                    assert node.attr in listed, f"{path.name}: {owner}.{node.attr}"


async def test_a_release_that_has_moved_one_is_named_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(discord.message, "_component_factory")
    with pytest.raises(UnusableError, match=r"discord\.message:_component_factory"):
        await serve(Settings.model_construct(), REGISTRY)
