"""No file holds what belongs to one machine or to unfinished work."""

import re

import pytest

from tests.architecture.tree import ROOT, files, text_of

# Brackets around one letter keep the patterns from finding themselves.
FORBIDDEN_PATTERNS = {
    "somebody's home or mount": r"(?<![\w.$}/-])/(?:[h]ome|[r]oot|[U]sers|[m]nt|[w]ork)/\w",
    "unfinished work": r"\b(?:TO[D]O|FIX[M]E|XX[X])\b",
    "a package index": r"python[h]osted|pypi\.org/[s]imple|--(?:extra-)?index-[u]rl[ =]\S*/",
    "a merge that was not finished": r"^(?:<{7}|>{7}) ",
    "a bot token": r"\b[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}\b",
}


@pytest.mark.parametrize("what", FORBIDDEN_PATTERNS)
def test_no_file_holds(what: str) -> None:
    """A clone holds a project, not the traces of a workplace."""
    pattern = re.compile(FORBIDDEN_PATTERNS[what], re.MULTILINE)
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in files()
        for match in pattern.finditer(text_of(path) or "")
    ]
    assert found == []


@pytest.mark.parametrize(
    ("what", "pieces"),
    [
        ("somebody's home or mount", ("open('/ho", "me/ann/x')")),
        ("unfinished work", ("# TO", "DO later")),
        ("a package index", ("https://files.python", "hosted.org/x")),
        ("a package index", ("--index-", "url https://mirror.example/simple")),
        ("a merge that was not finished", ("<<<<<", "<< main")),
        ("a bot token", ("M" * 24 + ".abcdef", "." + "k" * 30)),
    ],
)
def test_the_patterns_find_what_they_are_for(what: str, pieces: tuple[str, str]) -> None:
    """A search that finds nothing proves nothing."""
    assert re.search(FORBIDDEN_PATTERNS[what], "".join(pieces))
