"""What is finished speaks, and stays so: nothing in it is plain English."""

from pathlib import Path

import pytest

from tests.languages import rooms
from tests.languages.rooms import finished_files, plain_sentences


def test_every_sentence_of_a_finished_room_goes_through_the_seam() -> None:
    assert [fault for path in finished_files() for fault in plain_sentences(path)] == []


@pytest.mark.parametrize(
    ("line", "is_plain"),
    [
        ('return "You have left."', True),
        ('return f"{name} has left."', True),
        ('return Button("Back", "g:1")', True),
        ('return say("You have left.")', False),
        ('return f"{name}: {strength}"', False),
        ('raise ValueError("no such seat")', False),
        ('log.info("table %d begins", 1)', False),
    ],
)
def test_what_is_plain_is_found(
    line: str, is_plain: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "ROOT", tmp_path)
    path = tmp_path / "room.py"
    path.write_text(f"def told():\n    {line}\n")
    assert bool(plain_sentences(path)) is is_plain
