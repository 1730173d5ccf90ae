"""The seed that nobody can choose: the secret is sealed first, then people's presses are mixed in."""

import hashlib
import shutil
import subprocess
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.sqlite.store import SqliteStore
from bot.tables.history import entry_of
from bot.tables.intents import AddRobot, Create, End, Join, Leave, Rematch, Request, Start
from bot.tables.results import Change
from bot.tables.sealed_seed import hash_of_secret, mix_seed
from bot.tables.state import SAVED_TABLE_CODEC
from bot.tables.table import Contribution, Table, seed_message
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, TableHarness

SECRET = "ab" * 32


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[TableHarness]:
    opened = await TableHarness.open(tmp_path / "games.db", seed=None)
    yield opened
    await opened.close()


async def ask(harness: TableHarness, user: int, intent: object, interaction_id: int) -> Table:
    """Ask with this interaction id; it has to be accepted."""
    answer = await harness.service.send(harness.table, Request(interaction_id, user, intent))  # type: ignore[arg-type]
    assert isinstance(answer, Change), answer
    return answer.table


async def open_lobby(harness: TableHarness, interaction_id: int = 900) -> Table:
    answer = await harness.service.create(interaction_id, ANN, Create(CHANNEL, 1, "Ann", "tiny"))
    assert isinstance(answer, Change), answer
    harness.table = answer.table.id
    return answer.table


async def saved_secret(harness: TableHarness) -> str:
    row = await harness.store.table(harness.table)
    assert row is not None
    return SAVED_TABLE_CODEC.decode(row.body).secret


def test_the_mixture_is_what_the_page_says() -> None:
    presses = (Contribution("join", 1, 901), Contribution("start", 0, 902))
    assert seed_message(presses) == '["kickdoor seed 1",["join",1,901],["start",0,902]]'
    assert hash_of_secret(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not here")
    told = subprocess.run(
        [openssl, "dgst", "-sha256", "-hmac", SECRET],
        input=seed_message(presses).encode(),
        capture_output=True,
        check=True,
    ).stdout.decode()
    assert told.split()[-1].startswith(f"{mix_seed(SECRET, presses):016x}")


async def test_the_secret_is_sealed_before_anybody_presses_and_opened_at_the_end(
    harness: TableHarness,
) -> None:
    opened = await open_lobby(harness)
    assert len(opened.secret_hash) == 64
    assert not opened.secret
    await ask(harness, BEN, Join("Ben"), 901)
    begun = await ask(harness, ANN, Start(), 902)
    assert begun.secret_hash == opened.secret_hash
    assert begun.contributions == (Contribution("join", 1, 901), Contribution("start", 0, 902))
    assert (begun.seed, begun.secret, begun.commitment) == (-1, "", "")
    ended = await ask(harness, BEN, Leave(), 903)
    assert ended.phase == "ended"
    assert hash_of_secret(ended.secret) == opened.secret_hash
    assert ended.seed == mix_seed(ended.secret, begun.contributions)


async def test_every_press_changes_the_seed_and_the_order_of_seats_does_too(harness: TableHarness) -> None:
    presses = (Contribution("join", 1, 901), Contribution("start", 0, 902))
    others = [
        (replace(presses[0], interaction_id=903), presses[1]),
        (presses[0], replace(presses[1], interaction_id=903)),
        (replace(presses[0], seat=2), presses[1]),
        presses[::-1],
        presses[:1],
    ]
    assert len({mix_seed(SECRET, mixed) for mixed in (presses, *others)}) == 6
    assert mix_seed("ac" * 32, presses) != mix_seed(SECRET, presses)


async def test_a_press_counts_where_its_maker_sits_at_the_start(harness: TableHarness) -> None:
    """Ben's press leaves with Ben; Cleo moves up, and the computer adds nothing."""
    await open_lobby(harness)
    await ask(harness, BEN, Join("Ben"), 901)
    await ask(harness, ANN, AddRobot("random"), 902)
    await ask(harness, CLEO, Join("Cleo"), 903)
    await ask(harness, BEN, Leave(), 904)
    begun = await ask(harness, ANN, Start(), 905)
    assert begun.contributions == (Contribution("join", 2, 903), Contribution("start", 0, 905))
    assert [seat.interaction_id for seat in begun.seats] == [0, 0, 0]


async def test_nothing_shown_of_a_running_game_has_its_secret(harness: TableHarness) -> None:
    await open_lobby(harness)
    await ask(harness, BEN, Join("Ben"), 901)
    await ask(harness, ANN, Start(), 902)
    secret = await saved_secret(harness)
    state = await harness.service._actors.actor(harness.table).current_state()
    assert state is not None
    assert len(secret) == 64
    for user in (None, ANN, BEN, CLEO):
        assert secret not in repr(await harness.view_for(user))
    assert secret not in repr(state)
    assert str(state.seed) not in repr(state)
    for seen in harness.notes.changes:
        assert secret not in repr(seen)
    row = (await harness.store.log(harness.table))[-1]
    assert secret not in repr(entry_of(row))


async def test_the_log_of_a_start_has_all_that_the_game_is_made_from(harness: TableHarness) -> None:
    await open_lobby(harness)
    await ask(harness, BEN, Join("Ben"), 901)
    begun = await ask(harness, ANN, Start(), 902)
    start = entry_of((await harness.store.log(harness.table))[-1]).start
    assert start is not None
    assert start.secret == await saved_secret(harness)
    assert start.seed == mix_seed(start.secret, begun.contributions)
    assert (start.game, start.seats, start.digest) == ("tiny", 2, begun.digest)
    assert (start.secret_hash, start.contributions) == (begun.secret_hash, begun.contributions)


async def test_a_rematch_has_a_new_secret_and_nobodys_old_press(harness: TableHarness) -> None:
    first = await open_lobby(harness)
    await ask(harness, BEN, Join("Ben"), 901)
    await ask(harness, BEN, Leave(), 902)
    await ask(harness, BEN, Join("Ben"), 903)
    await ask(harness, ANN, End(), 904)
    again = await ask(harness, BEN, Rematch(), 905)
    assert again.secret_hash
    assert again.secret_hash != first.secret_hash
    harness.table = again.id
    begun = await ask(harness, again.host, Start(), 906)
    assert [one.interaction_id for one in begun.contributions] == [906]


async def test_the_secret_outlives_a_restart_in_the_lobby_and_in_the_game(tmp_path: Path) -> None:
    harness = await TableHarness.open(tmp_path / "games.db", seed=None)
    opened = await open_lobby(harness)
    await ask(harness, BEN, Join("Ben"), 901)
    harness = await harness.restart()
    await ask(harness, ANN, Start(), 902)
    harness = await harness.restart()
    table = (await harness.view_for(ANN)).table
    assert table.secret_hash == opened.secret_hash
    ended = await ask(harness, BEN, Leave(), 903)
    assert hash_of_secret(ended.secret) == opened.secret_hash
    assert ended.seed == mix_seed(ended.secret, table.contributions)
    await harness.close()


async def test_a_lobby_from_before_there_were_secrets_is_seeded_as_it_was_then(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    old = await TableHarness.open(path)
    await open_lobby(old)
    await old.close()
    harness = await TableHarness.open(path, seed=None)
    harness.table = old.table
    await ask(harness, BEN, Join("Ben"), 901)
    begun = await ask(harness, ANN, Start(), 902)
    assert len(begun.commitment) == 64
    assert not begun.secret_hash
    assert not begun.contributions
    await harness.close()


async def test_a_game_from_before_there_were_secrets_plays_on_with_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    old = await TableHarness.open(path, seed=77)
    await open_lobby(old)
    await ask(old, BEN, Join("Ben"), 901)
    begun = await ask(old, ANN, Start(), 902)
    await old.close()
    store = await SqliteStore.open(path)
    row = await store.table(old.table)
    assert row is not None
    assert b"secret" not in row.body
    await store.close()
    harness = await TableHarness.open(path, seed=None)
    harness.table = old.table
    ended = await ask(harness, BEN, Leave(), 903)
    assert (ended.seed, ended.commitment) == (77, begun.commitment)
    await harness.close()
