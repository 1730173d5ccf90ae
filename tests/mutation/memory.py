"""What earlier runs found out, so that the next one is quicker: kept below `build/`, and may be deleted."""

import hashlib
import json
from pathlib import Path
from typing import Any

from cards.scenario import Case


class Memory:
    """Which situation noticed a mutant, and which situations are known not to.

    Who noticed is only a hint, to be tried first. That a situation does not notice a mutant, and by which
    lines it comes, holds for exactly one state of the rules.
    """

    def __init__(self, path: Path, rules: Path) -> None:
        self._path = path
        self._data: dict[str, Any] = {"hints": {}, "rules": "", "silent": {}, "lines": {}}
        if path.exists():
            self._data |= json.loads(path.read_text(encoding="utf-8"))
        digest = digest_of_tree(rules)
        if self._data["rules"] != digest:
            self._data |= {"rules": digest, "silent": {}, "lines": {}}

    def hint(self, mutant: str) -> str:
        """Return the digest of the situation that noticed the mutant last."""
        return str(self._data["hints"].get(mutant, ""))

    def silent(self, mutant: str) -> set[str]:
        """Return the digests of the situations that do not notice the mutant."""
        return set(self._data["silent"].get(mutant, ()))

    def lines(self, situation: str) -> dict[str, list[int]] | None:
        """Return the lines that the situation comes by, None if that is not known."""
        found: dict[str, list[int]] | None = self._data["lines"].get(situation)
        return found

    def note_noticed(self, mutant: str, situation: str) -> None:
        """Remember who noticed a mutant."""
        self._data["hints"][mutant] = situation
        self._data["silent"].pop(mutant, None)

    def note_silent(self, mutant: str, situations: set[str]) -> None:
        """Remember who did not notice a mutant."""
        self._data["silent"][mutant] = sorted(self.silent(mutant) | situations)

    def note_lines(self, situation: str, lines: dict[str, list[int]]) -> None:
        """Remember the lines that a situation comes by."""
        self._data["lines"][situation] = lines

    def save(self) -> None:
        """Write everything down."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self._data), encoding="utf-8")


def digest_of(case: Case) -> str:
    """Return what tells a situation from any other one, with all its steps and cards."""
    text = json.dumps([case.name, case.data, case.shared], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digest_of_tree(folder: Path) -> str:
    """Return what changes when any file of the rules or cards changes."""
    digest = hashlib.sha256()
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
