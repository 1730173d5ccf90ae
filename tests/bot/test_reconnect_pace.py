"""After an hour without Discord the bot is back within a minute of its return."""

from __future__ import annotations

from typing import Any

import discord.client
import discord.shard
import pytest

from bot.reconnect_pace import MAX_PAUSE_S, ReconnectPace, limit_reconnect_pauses


def test_pauses_stay_below_half_a_minute_however_long_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    modules: list[Any] = [discord.client, discord.shard]
    for module in modules:
        monkeypatch.setattr(module, "ExponentialBackoff", module.ExponentialBackoff)
    limit_reconnect_pauses()
    for module in modules:
        pace = module.ExponentialBackoff()
        assert isinstance(pace, ReconnectPace)
        pauses = [pace.delay() for _ in range(1000)]
        assert max(pauses) == MAX_PAUSE_S
        assert pauses[0] <= 2.0
