"""The folder of copies that the bot makes by itself: hourly and daily ones, the oldest of which go."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.store.sqlite.errors import reason

HOUR_S = 3600
DAY_S = 24 * HOUR_S
KEPT_HOURLY = 24
KEPT_DAILY = 14

_KINDS = {"hourly": KEPT_HOURLY, "daily": KEPT_DAILY}
_MOMENT = "%Y%m%d-%H%M%S"

UNFINISHED = "kickdoor-unfinished"
"""The folder in which a copy is written and checked."""

UNUSABLE = "unusable"
"""The name of a copy that cannot be played on."""


@dataclass(frozen=True, slots=True, order=True)
class BackupFile:
    """A copy: the moment that it shows (seconds since 1970), if it is an hourly or a daily one, and whose."""

    moment: int
    kind: str
    path: Path
    owner: str = ""


class BackupFolder:
    """Names, lists and rotates the copies in a folder; other files in it are left alone.

    Where several bots may share it, ``owner`` is a word that tells their copies apart.
    """

    def __init__(self, path: Path, owner: str = "") -> None:
        self.path = path
        self._owner = owner

    def fault(self) -> str:
        """Return why nobody can say what is in the folder, "" if it is well or not there yet."""
        try:
            os.listdir(self.path)
        except FileNotFoundError:
            return ""
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
        """Return the bot's copies, the newest first."""
        return [file for file in self._all_files() if file.owner == self._owner]

    def _files_of(self, kind: str) -> list[BackupFile]:
        return [file for file in self.files() if file.kind == kind]

    def foreign_files(self) -> list[BackupFile]:
        """Return copies of others, or of this bot where it had another owner's word."""
        return [file for file in self._all_files() if file.owner != self._owner]

    def _all_files(self) -> list[BackupFile]:
        found = [_backup_file(path) for path in self.path.glob("*.db")] if self.path.is_dir() else []
        return sorted((file for file in found if file is not None), reverse=True)

    def is_due(self, now: int) -> bool:
        """Return True if the newest hourly copy is not of the last hour; one from the future is none."""
        return not any(0 <= now - file.moment < HOUR_S for file in self._files_of("hourly"))

    def place_for_next(self, now: int) -> Path:
        """Return where the next copy is written, in a folder that only we can read; ``keep`` names it.

        What a killed process has left there goes: nobody else writes to that place.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.drop_unfinished()
        self._drop_outdated(now)
        self._unfinished.mkdir(mode=0o700)
        return self._unfinished / "copy.db"

    def drop_unfinished(self) -> None:
        """Delete a copy that has got no name."""
        shutil.rmtree(self._unfinished, ignore_errors=True)

    def keep(self, copy: Path, now: int) -> Path:
        """Give a checked copy its name and return that; delete what is too old.

        It becomes a daily one, too, if the day has none. Copies from the future, made while the clock was
        wrong, go first, lest they drive out the new ones.
        """
        target = self.path / self._name("hourly", now)
        copy.replace(target)
        day = datetime.fromtimestamp(now, UTC).date()
        dailies = self._files_of("daily")
        if all(datetime.fromtimestamp(file.moment, UTC).date() != day for file in dailies):
            self._link(target, self.path / self._name("daily", now))
        for kind, kept in _KINDS.items():
            for file in sorted(self._files_of(kind), key=lambda file: file.moment > now)[kept:]:
                file.path.unlink(missing_ok=True)
        return target

    def set_aside(self, copy: Path) -> None:
        """Keep a copy that cannot be played on, instead of the last such one, to be looked at."""
        copy.replace(self.path / self._own(UNUSABLE, ".db"))

    def _drop_outdated(self, now: int) -> None:
        """Delete a copy that was there to be looked at."""
        path = self.path / self._own(UNUSABLE, ".db")
        if path.is_file() and path.stat().st_mtime < now - KEPT_DAILY * DAY_S:
            path.unlink()

    def _link(self, source: Path, target: Path) -> None:
        """Give a file a second name, or copy it where the file system knows no such thing."""
        try:
            os.link(source, target)
        except OSError:
            self._unfinished.mkdir(mode=0o700, exist_ok=True)
            part = self._unfinished / target.name
            shutil.copy(source, part)  # with its mode
            part.replace(target)

    @property
    def _unfinished(self) -> Path:
        return self.path / self._own(UNFINISHED)

    def _name(self, kind: str, moment: int) -> str:
        return self._own(f"{kind}-{datetime.fromtimestamp(moment, UTC).strftime(_MOMENT)}", ".db")

    def _own(self, name: str, suffix: str = "") -> str:
        return f"{name}-{self._owner}{suffix}" if self._owner else f"{name}{suffix}"


def _backup_file(path: Path) -> BackupFile | None:
    found = re.fullmatch(r"(hourly|daily)-(\d{8}-\d{6})(?:-(\w+))?", path.stem, re.ASCII)
    if found is None:
        return None
    kind, written, owner = found.groups()
    try:
        moment = datetime.strptime(written, _MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None
    return BackupFile(int(moment.timestamp()), kind, path, owner or "")
