"""`make check` finds the tests of what has changed, and keeps within its time."""

import subprocess
from pathlib import Path

import pytest

from tests import changed
from tests.architecture.tree import ROOT, files
from tests.changed import CORE, LONG_FOLDERS, MOST_FILES, belonging_to, chosen


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("cards/kernel/dice.py", "tests/cards/kernel/test_kernel.py"),
        ("cards/language/words/people.py", "tests/cards/language/test_words_cards.py"),
        ("cards/packs/classic/1_monsters.toml", "tests/packs/test_classic.py"),
        ("bot/settings.py", "tests/bot/test_settings.py"),
        ("bot/tables/actor.py", "tests/bot/tables/test_play.py"),
        ("cogs/click_handler.py", "tests/cogs/test_click_handler.py"),
        ("tests/bot/tables/table_harness.py", "tests/bot/tables/test_play.py"),
        ("tests/cogs/test_click_handler.py", "tests/cogs/test_click_handler.py"),
        ("docs/operations.md", "tests/architecture/test_docs.py"),
        ("cards/README.md", "tests/architecture/test_docs.py"),
        ("pyproject.toml", "tests/architecture/test_dependencies.py"),
    ],
)
def test_a_file_has_the_belonging_to_its_folder(path: str, test: str) -> None:
    assert test in belonging_to(path)


def test_a_test_that_was_changed_runs_alone_and_one_that_is_gone_does_not() -> None:
    assert belonging_to("tests/bot/tables/test_play.py") == ["tests/bot/tables/test_play.py"]
    assert belonging_to("tests/bot/tables/test_gone.py") == []


def test_every_file_of_code_has_tests() -> None:
    """Whatever is changed, something looks at it."""
    code = [path.relative_to(ROOT).as_posix() for path in files(".py")]
    code = [path for path in code if path.startswith(("bot/", "cards/", "cogs/"))]
    assert [path for path in code if not belonging_to(path)] == []


def test_whatever_is_changed_the_time_is_kept() -> None:
    """If everything is changed, what does not fit is named; nothing is dropped in silence."""
    everything = [path.relative_to(ROOT).as_posix() for path in files()]
    run, left_out = chosen(everything)
    core, _ = chosen([])
    assert len(run) == len(core) + MOST_FILES
    assert not set(run) & set(left_out)
    assert {test for path in everything for test in belonging_to(path)} <= {*run, *left_out}


def test_the_core_always_runs_and_a_changed_test_comes_first() -> None:
    core, left_out = chosen([])
    assert left_out == []
    assert all((ROOT / name).exists() and any(test.startswith(name) for test in core) for name in CORE)
    mine = "tests/bot/cluster/test_shared_tables.py"
    run, left_out = chosen([mine, "bot/tables/actor.py"], most=1)
    assert run == [*core, mine]
    assert "tests/bot/tables/test_lobby.py" in left_out


def test_the_tests_named_after_a_changed_file_come_first() -> None:
    run, left_out = chosen(["cogs/commands/play_handler.py"], most=1)
    assert run[-1] == "tests/cogs/commands/test_play_handler.py"
    assert left_out


def test_what_takes_long_runs_only_if_it_was_changed_itself() -> None:
    mine = "tests/e2e/test_lobby.py"
    run, left_out = chosen([mine, "tests/faults/harness.py"])
    assert [test for test in [*run, *left_out] if test.startswith(LONG_FOLDERS)] == [mine]


def test_changes_are_seen_committed_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits of the branch, changes that are not committed, and new files; not what the main branch did."""

    def git(*arguments: str) -> None:
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def commit(name: str) -> None:
        (tmp_path / name).write_text(name)
        git("add", name)
        git("commit", "-m", name)

    monkeypatch.setattr(changed, "ROOT", tmp_path)
    assert changed.changed_files() == []  # no repository
    git("init", "--initial-branch=main")
    commit("old.py")
    git("checkout", "-b", "mine")
    commit("committed.py")
    git("checkout", "main")
    commit("of-others.py")
    git("checkout", "mine")
    (tmp_path / "old.py").write_text("new")
    (tmp_path / "untracked.py").write_text("new")
    assert sorted(changed.changed_files()) == ["committed.py", "old.py", "untracked.py"]
