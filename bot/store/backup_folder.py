"""The folder of copies that the bot makes by itself: hourly and daily ones, the oldest of which go."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.store.sqlite_errors import reason

HOUR_S = 3600
KEPT_HOURLY = 24
KEPT_DAILY = 14

_KINDS = {"hourly": KEPT_HOURLY, "daily": KEPT_DAILY}
_MOMENT = "%Y%m%d-%H%M%S"


@dataclass(frozen=True, slots=True, order=True)
class BackupFile:
    """A copy: the moment that it shows (seconds since 1970), whether it is an hourly or a daily one."""

    moment: int
    kind: str
    path: Path


class BackupFolder:
    """Names, lists and rotates the copies in a folder; other files in it are left alone."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def fault(self) -> str:
        """Return why nobody can say what is in the folder, "" if it is well or not there yet."""
        try:
            os.listdir(self.path)
        except FileNotFoundError:
            return ""
        except NotADirectoryError:
            return "is no folder"
        except OSError as error:
            return f"cannot be read: {reason(error)}"
        return ""

    def write_fault(self) -> str:
        """Return why no copy can be put there, "" if one can. Makes nothing."""
        if fault := self.fault():
            return fault
        path = self.path.absolute()
        nearest = next(place for place in (path, *path.parents) if os.path.lexists(place))
        if os.access(nearest, os.W_OK | os.X_OK):
            return ""
        where = "" if nearest == path else f"cannot be made: {nearest} "
        return f"{where}cannot be written to"

    def files(self) -> list[BackupFile]:
        """Return the copies, the newest first."""
        found = [_backup_file(path) for path in self.path.glob("*.db")] if self.path.is_dir() else []
        return sorted((file for file in found if file is not None), reverse=True)

    def is_due(self, now: int) -> bool:
        """Return True if the newest hourly copy is not of the last hour; one from the future is none."""
        return not any(0 <= now - file.moment < HOUR_S for file in self.files() if file.kind == "hourly")

    def place_for(self, now: int) -> Path:
        """Return where the next hourly copy goes, in a folder that only we can read."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.path / _name("hourly", now)

    def rotate(self, newest: Path, now: int) -> None:
        """Keep the newest copy as a daily one too if the day has none, and delete what is too old.

        Copies from the future, made while the clock was wrong, go first, lest they drive out the new ones.
        """
        day = datetime.fromtimestamp(now, UTC).date()
        dailies = [file for file in self.files() if file.kind == "daily"]
        if all(datetime.fromtimestamp(file.moment, UTC).date() != day for file in dailies):
            _link(newest, self.path / _name("daily", now))
        for kind, kept in _KINDS.items():
            files = [file for file in self.files() if file.kind == kind]
            files.sort(key=lambda file: file.moment > now)
            for file in files[kept:]:
                file.path.unlink(missing_ok=True)


def _name(kind: str, moment: int) -> str:
    return f"{kind}-{datetime.fromtimestamp(moment, UTC).strftime(_MOMENT)}.db"


def _backup_file(path: Path) -> BackupFile | None:
    kind, _, written = path.stem.partition("-")
    if kind not in _KINDS:
        return None
    try:
        moment = datetime.strptime(written, _MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None
    return BackupFile(int(moment.timestamp()), kind, path)


def _link(source: Path, target: Path) -> None:
    """Give a file a second name, or copy it where the file system knows no such thing."""
    try:
        os.link(source, target)
    except OSError:
        part = target.with_name(target.name + ".part")
        shutil.copyfile(source, part)
        part.replace(target)
