"""The list of those who asked to be forgotten."""

import os
from pathlib import Path

import pytest

from bot.operations.erasure_requests import REQUEST_RETENTION_S, ErasureRequests

DAY = 86_400
NOW = 1_790_000_000


def test_requests_are_remembered(tmp_path: Path) -> None:
    now = [1_000_000_000.0]
    listed = ErasureRequests(tmp_path / "list", lambda: now[0])
    listed.add(5)
    now[0] += 10
    listed.add(6)
    assert listed.requests() == [(1_000_000_000, 5), (1_000_000_010, 6)]


def test_a_torn_line_spoils_no_other(tmp_path: Path) -> None:
    """Power may fail while a line is written."""
    path = tmp_path / "list"
    path.write_text("1000 5\n10")
    assert ErasureRequests(path, lambda: 2000.0).requests() == [(1000, 5)]
    path.write_text("nonsense\n1000 x\n1000 7\n")
    assert ErasureRequests(path, lambda: 2000.0).requests() == [(1000, 7)]


def test_nobody_else_on_the_machine_reads_it(tmp_path: Path) -> None:
    listed = ErasureRequests(tmp_path / "list")
    listed.add(5)
    assert (tmp_path / "list").stat().st_mode & 0o077 == 0


def test_requests_that_no_backup_needs_are_dropped(tmp_path: Path) -> None:
    now = [1_000_000_000.0]
    listed = ErasureRequests(tmp_path / "list", lambda: now[0])
    listed.drop_expired()
    assert not (tmp_path / "list").exists()
    listed.add(5)
    now[0] += 10
    listed.add(6)
    listed.drop_expired()
    assert (tmp_path / "list").read_text() == "1000000000 5\n1000000010 6\n"
    now[0] = 1_000_000_005 + REQUEST_RETENTION_S
    listed.drop_expired(last_activity=int(now[0]))
    assert (tmp_path / "list").read_text() == "1000000010 6\n"
    assert (tmp_path / "list").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["list"]


def test_a_request_after_a_torn_line_is_a_line_of_its_own(tmp_path: Path) -> None:
    """The torn line must neither swallow it nor lend it its digits."""
    path = tmp_path / "list"
    for torn in ("17", "1790000000 ", "1790000000 5"):
        path.write_text(f"1790000000 4\n{torn}")
        listed = ErasureRequests(path, lambda: 1_790_000_100.0)
        listed.add(77)
        assert (1_790_000_100, 77) in listed.requests()
        assert (1_790_000_000, 4) in listed.requests()
        listed.add(78)
        assert path.read_text().splitlines()[-2:] == ["1790000100 77", "1790000100 78"]


def test_a_request_from_the_future_is_none(tmp_path: Path) -> None:
    """As a damaged line makes it: nobody is forgotten for ever."""
    path = tmp_path / "list"
    path.write_text("171790000000 77\n1790000000 78\n")
    assert ErasureRequests(path, lambda: 1_790_000_100.0).requests() == [(1_790_000_000, 78)]


@pytest.mark.parametrize("wrong", [172_800, NOW - 2 * DAY, NOW + 730 * DAY])
def test_a_start_with_a_wrong_clock_empties_no_list(tmp_path: Path, wrong: int) -> None:
    """One in 1970, as on a machine without a battery, one two days behind, and one years ahead."""
    path = tmp_path / "list"
    path.write_text(f"{NOW - 30 * DAY} 5\n{NOW} 6\n")
    before = path.read_bytes()
    ErasureRequests(path, lambda: float(wrong)).drop_expired(last_activity=NOW + 60)
    assert path.read_bytes() == before
    assert len(ErasureRequests(path, lambda: NOW + 60.0).requests()) == 2


def test_a_request_is_dropped_once_its_age_is_proved(tmp_path: Path) -> None:
    """By a newer request, or by what people have done at the tables; the future proves nothing."""
    path, later = tmp_path / "list", NOW + REQUEST_RETENTION_S + DAY
    listed = ErasureRequests(path, lambda: float(later))
    path.write_text(f"{NOW} 5\n{later + 1000 * DAY} 6\n")
    listed.drop_expired(last_activity=later + 1000 * DAY)
    assert path.read_text().startswith(f"{NOW} 5\n")
    path.write_text(f"{NOW} 5\n{later} 6\n")
    listed.drop_expired()
    assert path.read_text() == f"{later} 6\n"
    path.write_text(f"{NOW} 5\n")
    listed.drop_expired(last_activity=later)
    assert path.read_text() == ""


def test_lines_that_cannot_be_read_are_kept(tmp_path: Path) -> None:
    path, later = tmp_path / "list", NOW + REQUEST_RETENTION_S + DAY
    damaged = b"nonsense\n\xff\xfe 7\n" + b"9" * 5000 + b" 8\n" + "\u00b2 9\n".encode()
    path.write_bytes(damaged + b"%d 5\n%d 6\n17" % (NOW, later))
    listed = ErasureRequests(path, lambda: float(later))
    listed.drop_expired()
    assert path.read_bytes() == damaged + b"%d 6\n17" % later
    assert listed.requests() == [(later, 6)]


def test_a_new_list_belongs_to_the_owner_of_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An admin runs `kickdoor forget` as root, but the bot that goes on with the list is somebody else."""
    given: list[tuple[str, int, int]] = []
    monkeypatch.setattr(os, "chown", lambda path, uid, gid: given.append((Path(path).name, uid, gid)))
    requests = ErasureRequests(tmp_path / "forgotten")
    requests.add(5)
    requests.add(6)
    owner = tmp_path.stat()
    assert given == [("forgotten", owner.st_uid, owner.st_gid)]
