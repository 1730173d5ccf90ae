"""The tests of what has changed, as many as half a minute has room for, beside a core that always runs.

`make check` runs this. What belongs to a file follows from the tree, which the tests mirror.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]

MOST_FILES = 40
"""How many test files run beside the core; most of them take less than a second."""

LONG_FOLDERS = ("tests/e2e", "tests/faults")
"""What takes long, and runs only where a test was itself changed."""

CORE = (
    "tests/architecture",
    "tests/bot/cli/test_command_line.py",
    "tests/bot/tables/test_play.py",
    "tests/bot/views/base/test_wording.py",
    "tests/cards/test_rules.py",
    "tests/cards/test_scenarios.py",
    "tests/packs/test_broken.py",
)
"""What always runs: the rules' scenarios, the house, and what breaks when the parts do not fit together."""

MAIN_BRANCHES = ("origin/HEAD", "origin/main", "main", "master")


def git(*arguments: str) -> list[str]:
    """Return the lines that git prints, none where it fails or there is no repository."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed_files() -> list[str]:
    """Return what differs from where this branch left the main one, files that git does not know included."""
    bases = (found for name in MAIN_BRANCHES for found in git("merge-base", "HEAD", name))
    base = next(bases, "HEAD")
    return [
        *git("diff", "--name-only", "--relative", base),
        *git("ls-files", "--others", "--exclude-standard"),
    ]


def belonging_to(path: str) -> list[str]:
    """Return the test files that belong to a file.

    A test stands for itself, a helper of tests for its folder. What is tested belongs to the folder of the
    same name below ``tests``, or the nearest one above it; texts and settings to ``tests/architecture``.
    """
    file = PurePosixPath(path)
    if file.parts[0] not in ("tests", "bot", "cards", "cogs") or file.suffix == ".md":
        folder = PurePosixPath("tests/architecture")
    elif file.parts[:2] == ("cards", "packs"):
        folder = PurePosixPath("tests/packs")
    elif file.parts[0] == "tests":
        if file.name.startswith("test_"):
            return [path] if (ROOT / file).is_file() else []
        folder = file.parent
    else:
        folder = "tests" / file.parent
    while folder.parts and not any((ROOT / folder).glob("test_*.py")):
        folder = folder.parent
    return sorted((folder / test.name).as_posix() for test in (ROOT / folder).glob("test_*.py"))


def is_named_after(test: str, path: str) -> bool:
    """Return True if a test file is the changed file itself, or bears its name."""
    return test == path or PurePosixPath(test).stem == f"test_{PurePosixPath(path).stem}"


def chosen(changed: Iterable[str], most: int = MOST_FILES) -> tuple[list[str], list[str]]:
    """Return the test files to run and those for which there is no time.

    The core runs in any case. Tests that were changed themselves or are named after a changed file come
    first.
    """
    changed = sorted(set(changed))
    run = [
        test.relative_to(ROOT).as_posix()
        for name in CORE
        for test in (sorted((ROOT / name).glob("test_*.py")) if (ROOT / name).is_dir() else [ROOT / name])
    ]
    pairs = [(test, path) for path in changed for test in belonging_to(path)]
    first = {test for test, path in pairs if is_named_after(test, path)}
    found = {test for test, _ in pairs if test in first or not test.startswith(LONG_FOLDERS)}
    ordered = sorted(found - set(run), key=lambda test: (test not in first, test))
    return run + ordered[:most], ordered[most:]


def main(arguments: list[str]) -> int:
    """Run the tests and return pytest's exit code."""
    run, left_out = chosen(changed_files())
    print(f"{len(run)} test files: what has changed, and the core", flush=True)  # noqa: T201
    if left_out:
        print("no time for these, `make test` runs them:", *left_out, flush=True)  # noqa: T201
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *arguments, *run], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
