"""What we import is declared, what is declared is locked and explained."""

import ast
import re
import sys
from importlib.metadata import packages_distributions

import pytest

from tests.architecture.tree import ROOT, files, project

FLOORS = ("bot", "cards", "cogs")
PIN_PATTERN = re.compile(r"^([a-z0-9._-]+)==(\S+)", re.MULTILINE)


def plain(requirement: str) -> str:
    """Return the name in a requirement, as lock files write it."""
    name = re.match(r"[\w.-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name.group()).lower()


def declared() -> tuple[set[str], set[str]]:
    """Return what the bot needs to run, extras included, and what working on it needs besides."""
    table = project()
    extras = [
        entry for extra in table["project"].get("optional-dependencies", {}).values() for entry in extra
    ]
    run = {plain(entry) for entry in [*table["project"]["dependencies"], *extras]}
    groups = table["dependency-groups"].values()
    return run, {plain(entry) for group in groups for entry in group}


def pins(lock: str) -> dict[str, str]:
    """Return each pinned version of a lock file."""
    return dict(PIN_PATTERN.findall((ROOT / lock).read_text(encoding="utf-8")))


def test_the_locks_pin_what_is_declared() -> None:
    """After a change in pyproject.toml comes `make lock`."""
    run, work = declared()
    assert run <= pins("requirements.lock").keys()
    assert run | work <= pins("requirements-dev.lock").keys()


def test_both_locks_agree() -> None:
    """What is tested is what runs."""
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock", ".ci/installer.lock"])
def test_locks_have_hashes_and_no_host(lock: str) -> None:
    """They install from the public index, a mirror or a folder of wheels alike."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z0-9])", text[text.index("==") :])
    assert all("--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"://|^\s*--(?!hash)|^-", text, re.MULTILINE)


def test_every_import_is_declared() -> None:
    """A package that is only there because another one needs it may go any day."""
    owners = packages_distributions()
    imported: set[str] = set()
    for path in files(".py"):
        if path.relative_to(ROOT).parts[0] in FLOORS:
            for node in ast.walk(ast.parse(path.read_bytes())):
                if isinstance(node, ast.Import):
                    imported |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    imported.add(node.module.partition(".")[0])
    foreign = imported - set(sys.stdlib_module_names) - set(FLOORS)
    undeclared = {
        name for name in foreign if not {plain(d) for d in owners.get(name, [name])} & declared()[0]
    }
    assert undeclared == set()


def test_each_dependency_has_its_reason() -> None:
    """docs/dependencies.md names what is declared, and nothing that went away."""
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    explained = {plain(name) for name in re.findall(r"^\| `([\w.-]+)` \|", text, re.MULTILINE)}
    run, work = declared()
    assert explained == run | work
