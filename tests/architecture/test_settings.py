"""`env.example` and the settings model say the same."""

import re
from pathlib import Path

from bot.settings import read_settings, setting_names
from tests.architecture.tree import ROOT

EXAMPLE = ROOT / "bot/cli/env.example"


def test_the_example_documents_exactly_the_settings() -> None:
    """Every setting stands in the example once, and nothing else does."""
    found = re.findall(r"^#?([A-Z_]+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    lacking = sorted(set(setting_names()) - set(found))
    assert not lacking, f"add a paragraph to env.example for {lacking}"
    unknown = sorted(set(found) - set(setting_names()))
    assert not unknown, f"env.example has what is not in bot/settings.py: {unknown}"
    assert len(found) == len(set(found))


def test_the_example_is_accepted_with_everything_switched_on(tmp_path: Path) -> None:
    """Removing a comment sign gives a setting that works."""
    text = re.sub(r"^#([A-Z_]+=)", r"\1", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (tmp_path / ".env").write_text(text, encoding="utf-8")
    read_settings({"DISCORD_TOKEN": "t0ken"}, tmp_path / ".env")


def test_the_defaults_in_the_example_are_the_real_ones(tmp_path: Path) -> None:
    """The commented values are the defaults, but for those that show what a value looks like."""
    shown = {"KICKDOOR_METRICS_PORT", "KICKDOOR_SHARDS", "KICKDOOR_BACKUPS", "DISCORD_GATEWAY_URL"}
    lines = re.findall(r"^#([A-Z_]+)=(\S+)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    values = {name: value for name, value in lines if name not in shown}
    assert len(values) >= 6
    assert read_settings({"DISCORD_TOKEN": "t", **values}) == read_settings({"DISCORD_TOKEN": "t"})
