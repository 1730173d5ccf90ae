"""The file of one's own data."""

import json
from pathlib import Path

from bot.app.games import game_registry
from bot.operations.personal_data import PersonalData
from bot.statistics.service import ResultKeeper
from bot.views.base.layout import File
from cards.door.state import hand_zone
from tests.bot.store.golden import kind_of
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness


async def test_ones_data_has_the_own_cards_of_a_running_game_and_no_others(tmp_path: Path) -> None:
    harness = await TableHarness.open(tmp_path / "games.db", games=(kind_of("classic"),))
    await harness.sit_down(ANN, BEN, CLEO, game="classic", start=True)
    results = ResultKeeper(harness.store, game_registry(), harness.ticker.wall)
    await results.opt_out(ANN)
    await results.opt_in(ANN)
    file = await PersonalData(results, harness.service, harness.store).file_of(ANN)
    assert isinstance(file, File)
    data = json.loads(file.data)
    assert data["user"] == str(ANN)
    [table] = data["tables"]
    state = next(iter(harness.service.actors())).state
    assert state is not None
    assert state.game is not None

    game, zones = state.game, state.game_state.zones.lists

    def names(seat: int) -> set[str]:
        return {game.face(card).name for card in zones[hand_zone(seat)]}

    assert names(0)
    assert names(0) <= set(table["own cards"])
    for seat in (1, 2):
        assert not (names(seat) - names(0)) & set(table["own cards"])
    text = file.data.decode()
    assert "Ben" not in text
    assert [press["kind"] for press in table["presses"]] == ["create", "start"]
    assert data["results"] == []
    assert data["settings"]["statistics count from"]
    await harness.close()
