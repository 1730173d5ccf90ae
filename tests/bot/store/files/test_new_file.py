"""Files that appear when they are whole: never over another one, and nothing of a stranger's is touched."""

import os
from pathlib import Path

import pytest

from bot.store.api import StoreError
from bot.store.files.new_file import new_file, unfinished_file


def write(target: Path, text: str = "whole") -> None:
    with new_file(target) as part:
        part.write_text(text)


@pytest.mark.parametrize("links", [True, False])
def test_it_gets_its_name_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    """Also on a file system that knows no second names."""
    if not links:
        monkeypatch.setattr(os, "link", refused)
    with new_file(tmp_path / "new") as part:
        assert part.parent == tmp_path
        assert "kickdoor-unfinished" in part.name
        assert not (tmp_path / "new").exists()
        part.write_text("whole")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("new", "whole")]


@pytest.mark.parametrize("links", [True, False])
def test_what_comes_to_be_there_meanwhile_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", refused)
    writing = new_file(tmp_path / "new")
    writing.__enter__().write_text("ours")
    (tmp_path / "new").write_text("theirs")
    with pytest.raises(StoreError, match="exists already"):
        writing.__exit__(None, None, None)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["theirs"]


def test_a_link_that_leads_nowhere_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "new").symlink_to("nowhere")
    with pytest.raises(StoreError, match="exists already"):
        write(tmp_path / "new")
    assert (tmp_path / "new").readlink() == Path("nowhere")


def test_what_goes_wrong_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyError), unfinished_file(tmp_path):
        raise KeyError
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["no folder/new", "file/new", "x" * 300])
def test_names_that_cannot_be_had_are_said(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        write(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def refused(*_: object) -> None:
    raise OSError(1, "Operation not permitted")


def test_nobody_else_may_read_what_is_written(tmp_path: Path) -> None:
    """It may have running games in it, with seeds, hands and people's ids; what is for others says so."""
    write(tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o600
    before = os.umask(0o027)
    try:
        with unfinished_file(tmp_path, mode=0o666) as part:
            assert part.stat().st_mode & 0o777 == 0o640
    finally:
        os.umask(before)
