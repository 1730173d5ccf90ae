"""The command line: what it accepts, and that a command is loaded only when it is asked for."""

import os
import subprocess
import sys
import types
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.cli.prepare import prepare
from bot.operations.exit_codes import ExitCode, UnusableError
from tests.unwritable import Unwritable, buffered_environment, unwritable

ROOT = Path(__file__).parents[3]


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a command `echo` that returns its one argument as exit code."""

    def add_arguments(parser: ArgumentParser) -> None:
        parser.add_argument("code", type=int)

    def main(args: Namespace) -> int:
        return int(args.code)

    module = types.ModuleType("tests_echo_command")
    module.__dict__.update(add_arguments=add_arguments, main=main)
    monkeypatch.setitem(sys.modules, "tests_echo_command", module)
    command = command_line.Command("return a number", "tests_echo_command")
    monkeypatch.setitem(command_line.COMMANDS, "echo", command)


@pytest.mark.usefixtures("echo")
def test_a_command_gets_its_arguments_and_gives_the_exit_code() -> None:
    """What the command returns is what the shell sees."""
    assert command_line.main(["echo", "42"]) == 42


@pytest.mark.usefixtures("echo")
@pytest.mark.parametrize("argv", [["echo"], ["echo", "x"], ["echo", "1", "--odd"], ["nonsense"], ["--odd"]])
def test_wrong_usage_leaves_with_its_own_code(argv: list[str]) -> None:
    """A script can tell a typing error from a failure."""
    with pytest.raises(SystemExit) as left:
        command_line.main(argv)
    assert left.value.code == ExitCode.USAGE


@pytest.mark.usefixtures("echo")
def test_what_has_to_be_mended_first_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def main(args: Namespace) -> int:
        raise UnusableError("The card set is broken. Fix it.")

    monkeypatch.setattr(sys.modules["tests_echo_command"], "main", main)
    assert command_line.main(["echo", "1"]) == ExitCode.FAILED
    assert capsys.readouterr().err == "The card set is broken. Fix it.\n"


@pytest.mark.usefixtures("echo")
@pytest.mark.parametrize("argv", [[], ["--help"]])
def test_help_lists_the_commands(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Without a command, too: nobody should have to guess the option that helps."""
    with pytest.raises(SystemExit) as left:
        command_line.main(argv)
    assert left.value.code == ExitCode.OK
    assert "return a number" in capsys.readouterr().out


@pytest.mark.parametrize("name", command_line.COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each registered module is there, and its arguments can be listed."""
    with pytest.raises(SystemExit) as left:
        command_line.main([name, "--help"])
    assert left.value.code == ExitCode.OK
    assert f"kickdoor {name}" in capsys.readouterr().out


def test_help_loads_no_part_of_the_bot() -> None:
    """`kickdoor --help` answers at once, and works where a command's own needs are missing."""
    code = (
        "import sys; from bot.__main__ import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "sys.exit(any(name in sys.modules for name in ('discord', 'pydantic', 'aiohttp', 'cards')))"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def test_bad_settings_end_the_start_with_their_own_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All faults, kindly, and no secret."""
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("KICKDOOR_SHARDS", "many")
    monkeypatch.setenv("KICKDOOR_DATABASE", "odd://me:hunter2@host")
    with pytest.raises(SystemExit) as left:
        prepare(None)
    assert left.value.code == ExitCode.BAD_SETTING
    text = capsys.readouterr().err
    assert "DISCORD_TOKEN is not set" in text
    assert "KICKDOOR_SHARDS has to be a whole number from 1 to 16384, not 'many'" in text
    assert "hunter2" not in text


def run(arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a shell, as people do with pipes."""
    return subprocess.run(
        ["bash", "-c", f"{sys.executable} -m bot {arguments}"],
        cwd=ROOT, env=buffered_environment(), capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("arguments", ["packs words", "packs list", "simulate --games 1 --jobs 1 --report"])
def test_a_reader_that_went_away_ends_it_quietly(arguments: str) -> None:
    """Also where little is written, which is only sent at the very end."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        found = subprocess.run(
            [sys.executable, "-m", "bot", *arguments.split()],
            cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, check=False, timeout=120,
        )  # fmt: skip
    finally:
        os.close(writer)
    assert (found.returncode, found.stderr) == (ExitCode.READER_LEFT, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("arguments", ["packs list", "packs words", "simulate --games 1 --jobs 1"])
def test_output_that_cannot_be_written_is_said(arguments: str) -> None:
    """A redirection onto a full disk has no traceback, and its own code."""
    found = run(f"{arguments} >/dev/full")
    assert found.returncode == ExitCode.IO_FAILED
    assert found.stderr == "This cannot go on: [Errno 28] No space left on device\n"
    assert run(f"{arguments} >/dev/full 2>&1").returncode == ExitCode.IO_FAILED


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize(("arguments", "code"), [("run", ExitCode.BAD_SETTING), ("nonsense", ExitCode.USAGE)])
@pytest.mark.parametrize("kind", ["full disk", "reader gone"])
def test_errors_that_cannot_be_written_change_no_exit_code(
    arguments: str, code: ExitCode, kind: Unwritable
) -> None:
    """A supervisor goes by the code: it would start the bot again and again for nothing."""
    with unwritable(kind) as number:
        ended = subprocess.run(
            [sys.executable, "-m", "bot", arguments],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=number, check=False, timeout=120,
            env={**buffered_environment(), "DISCORD_TOKEN": "a.b.c", "KICKDOOR_METRICS_PORT": "99999"},
        )  # fmt: skip
    assert ended.returncode == code


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_nothing(closed: str) -> None:
    """As a service manager may start it."""
    found = run(f"packs list {closed}")
    assert (found.returncode, found.stdout, found.stderr) == (ExitCode.OK, "", "")


@pytest.mark.usefixtures("echo")
def test_a_broken_pipe_and_an_interrupt_have_the_codes_of_a_shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is said: whoever did it knows."""
    for error, code in (
        (BrokenPipeError(), ExitCode.READER_LEFT),
        (KeyboardInterrupt(), ExitCode.INTERRUPTED),
    ):

        def main(_: Namespace, error: BaseException = error) -> int:
            raise error

        monkeypatch.setattr(sys.modules["tests_echo_command"], "main", main)
        assert command_line.main(["echo", "1"]) == code
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("echo")
def test_an_interrupt_while_a_command_is_loaded_has_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading a command takes up to a second, in which people change their mind."""

    def load(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "import_module", load)
    assert command_line.main(["echo", "1"]) == ExitCode.INTERRUPTED


def test_no_library_can_turn_an_interrupt_into_an_error_of_its_own() -> None:
    """Pydantic makes a SchemaError of it, importlib only prints it."""
    code = (
        "import os, signal, sys\n"
        "from bot import __main__ as command_line\n"
        "def load(name):\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        while True: pass\n"
        "    except KeyboardInterrupt:\n"
        "        raise ImportError('of its own')\n"
        "command_line.import_module = load\n"
        "sys.exit(command_line.main(['doctor']))\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, timeout=60
    )
    assert (found.returncode, found.stderr) == (ExitCode.INTERRUPTED, b"")


def test_settings_are_read_from_the_file_that_is_named(tmp_path: Path) -> None:
    """Also from a pipe, as a password store writes; one that is not there is no empty one."""
    file = tmp_path / "kickdoor.env"
    file.write_text(f"KICKDOOR_DATABASE={tmp_path}/no$such.db\n")
    for named in (str(file), f"<(cat {file})"):
        done = run(f"--env-file {named} backup {tmp_path}/copy.db")
        assert (done.returncode, f"{tmp_path}/no$such.db" in done.stderr) == (
            ExitCode.DATABASE_UNUSABLE,
            True,
        )
    missing = run(f"--env-file {tmp_path}/nothing backup {tmp_path}/copy.db")
    assert (missing.returncode, "There is no file" in missing.stderr) == (ExitCode.BAD_SETTING, True)


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_shells_complete_every_command_and_what_it_takes(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        command_line.main(["--print-completion", shell])
    assert not left.value.code
    printed = capsys.readouterr().out
    assert all(name in printed for name in command_line.COMMANDS)
    assert "--repair" in printed


def test_help_says_what_holds_where_nothing_is_set(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["simulate", "--help"])
    printed = capsys.readouterr().out
    assert "(default: 100)" in printed
    assert "False" not in printed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["simulate", "--game", "nosuch"], "There is no game nosuch"),
        (["simulate", "--players", "1"], "for 3 to 6 players"),
        (["simulate", "--options", '{"odd": 1}'], "option odd cannot be used"),
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused_in_words(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main(arguments) == ExitCode.USAGE
    assert told in capsys.readouterr().err
