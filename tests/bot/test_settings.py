"""Settings: read from a mapping, all faults at once, no secret repeated."""

import base64
import re
from pathlib import Path

import pytest

from bot.settings import SettingsError, read_settings

TOKEN = {"DISCORD_TOKEN": "t0ken"}


def faults_of(environment: dict[str, str]) -> dict[str, str]:
    """Read settings that have to be refused; return each fault's sentence by the setting's name."""
    with pytest.raises(SettingsError) as caught:
        read_settings(environment)
    return {fault.name: fault.sentence for fault in caught.value.faults}


def test_a_token_is_enough() -> None:
    """Everything but the token has a default that works on one machine."""
    settings = read_settings(TOKEN)
    assert settings.token.get_secret_value() == "t0ken"
    assert settings.database == "kickdoor.db"
    assert settings.default_speed == "live"
    assert settings.metrics_port is None


def test_values_are_trimmed_and_case_does_not_matter_for_words() -> None:
    """What people paste into a file has stray blanks and capitals."""
    settings = read_settings({**TOKEN, "KICKDOOR_LOG_LEVEL": " Debug ", "KICKDOOR_METRICS_PORT": " 9310"})
    assert settings.log_level == "debug"
    assert settings.metrics_port == 9310


def test_only_the_mapping_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process's own environment does not leak in: a test or a demo says everything itself."""
    monkeypatch.setenv("KICKDOOR_DATABASE", "elsewhere.db")
    assert read_settings(TOKEN).database == "kickdoor.db"


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    """The file fills in what the environment leaves open; empty means open."""
    file = tmp_path / ".env"
    file.write_text('DISCORD_TOKEN="filed"\nKICKDOOR_LOG_LEVEL=error\nKICKDOOR_SHARDS=\nOTHER=1\n')
    settings = read_settings({"KICKDOOR_LOG_LEVEL": "debug", "DISCORD_TOKEN": ""}, file)
    assert settings.token.get_secret_value() == "filed"
    assert settings.log_level == "debug"
    assert settings.shards is None


@pytest.mark.parametrize("quoted", ["{}", '"{}"', "'{}'"])
def test_a_dollar_in_the_file_stands_for_itself(
    quoted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A password may hold one; what it would stand for elsewhere is nobody's wish here."""
    monkeypatch.setenv("HOME", "/somewhere")
    address = "postgresql://u:pa${HOME}ss@h/d"
    file = tmp_path / ".env"
    file.write_text(f"DISCORD_TOKEN=abc\nKICKDOOR_DATABASE={quoted.format(address)}\n")
    assert read_settings({}, file).database == address


def test_a_missing_file_is_no_fault(tmp_path: Path) -> None:
    """Most servers have no .env at all."""
    assert read_settings(TOKEN, tmp_path / ".env").database == "kickdoor.db"


def test_all_faults_come_together() -> None:
    """Nobody should have to start the bot five times to learn of five mistakes."""
    faults = faults_of(
        {
            "KICKDOOR_DATABASE": "mysql://me:hunter2@host/db",
            "KICKDOOR_SHARDS": "0",
            "KICKDOOR_METRICS_PORT": "99999",
            "DISCORD_API_BASE": "ftp://discord.com",
            "KICKDOOR_DEFAULT_SPEED": "fast",
            "KICKDOOR_DATABSE": "x.db",
        }
    )
    assert faults == {
        "DISCORD_TOKEN": faults["DISCORD_TOKEN"],
        "KICKDOOR_DATABASE": "KICKDOOR_DATABASE has to be the path of an SQLite file,"
        " or an address that begins with postgresql://",
        "KICKDOOR_SHARDS": "KICKDOOR_SHARDS has to be a whole number from 1 to 16384, not '0'",
        "KICKDOOR_METRICS_PORT": "KICKDOOR_METRICS_PORT has to be a port number from 1 to 65535, not '99999'",
        "DISCORD_API_BASE": "DISCORD_API_BASE has to be an address that begins with https:// (or http://),"
        " without user name and password",
        "KICKDOOR_DEFAULT_SPEED": "KICKDOOR_DEFAULT_SPEED has to be live, relaxed or post, not 'fast'",
        "KICKDOOR_DATABSE": "KICKDOOR_DATABSE is not a setting of Kickdoor; did you mean KICKDOOR_DATABASE?",
    }
    assert faults["DISCORD_TOKEN"].startswith("DISCORD_TOKEN is not set: it has to be the bot's token")


def test_a_name_unlike_any_setting_points_to_a_list() -> None:
    """A wrong guess would be worse than none."""
    sentence = faults_of({**TOKEN, "KICKDOOR_ZZZZ": "1"})["KICKDOOR_ZZZZ"]
    wanted = "KICKDOOR_ZZZZ is not a setting of Kickdoor; `kickdoor init` writes a file with all there are"
    assert sentence == wanted


def test_the_token_may_lie_in_a_file(tmp_path: Path) -> None:
    """A secret of Docker, or a credential of systemd; what is set in the environment wins."""
    (tmp_path / "discord_token").write_text("s3cret\n")
    by_name = {"DISCORD_TOKEN_FILE": str(tmp_path / "discord_token")}
    for environment in (by_name, {"CREDENTIALS_DIRECTORY": str(tmp_path)}):
        assert read_settings(environment).token.get_secret_value() == "s3cret"
    assert read_settings({**TOKEN, **by_name}).token.get_secret_value() == TOKEN["DISCORD_TOKEN"]
    gone = {"DISCORD_TOKEN_FILE": str(tmp_path / "gone")}
    assert "No such file" in faults_of(gone)["DISCORD_TOKEN_FILE"]
    assert list(faults_of({"CREDENTIALS_DIRECTORY": str(tmp_path / "gone")})) == ["DISCORD_TOKEN"]


def test_secrets_are_not_repeated() -> None:
    """Neither a fault nor a printed settings object shows the token or the database's password."""
    database = "postgresql://me:hunter2@host:5432/games?sslmode=require"
    settings = read_settings({**TOKEN, "KICKDOOR_DATABASE": database})
    assert "t0ken" not in repr(settings)
    assert "hunter2" not in repr(settings)
    assert settings.uses_postgres
    assert settings.database_for_people == "postgresql://host:5432/games"
    with pytest.raises(SettingsError) as caught:
        read_settings({**TOKEN, "KICKDOOR_DATABASE": "odd://me:hunter2@host"})
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("database", ["games.db", "/var/lib/kickdoor/games.db", "data/my games.db"])
def test_a_path_is_a_database(database: str) -> None:
    """Whatever has no scheme is the path of a file."""
    settings = read_settings({**TOKEN, "KICKDOOR_DATABASE": database})
    assert settings.database_for_people == database
    assert not settings.uses_postgres


POSTGRES = {**TOKEN, "KICKDOOR_DATABASE": "postgresql://u:secret@h/d"}


def test_presses_by_http_need_a_key_and_a_server() -> None:
    """Both faults are named together, and only for a process that is to hear them."""
    read_settings(TOKEN)
    with pytest.raises(SettingsError) as caught:
        read_settings(TOKEN, by_http=True)
    assert [fault.name for fault in caught.value.faults] == ["KICKDOOR_PUBLIC_KEY", "KICKDOOR_DATABASE"]
    settings = read_settings({**POSTGRES, "KICKDOOR_PUBLIC_KEY": "Ab" * 32}, by_http=True)
    assert (settings.http_host, settings.http_port, settings.http_max_age_s) == ("127.0.0.1", 8080, 30)


@pytest.mark.parametrize("key", ["ab" * 31, "xy" * 32, "ab" * 33, "0x" + "ab" * 31])
def test_what_is_no_public_key_is_refused(key: str) -> None:
    """Before anything listens."""
    assert list(faults_of({**POSTGRES, "KICKDOOR_PUBLIC_KEY": key})) == ["KICKDOOR_PUBLIC_KEY"]


def test_shards_are_written_as_numbers_and_ranges() -> None:
    """One process of several says which it hears."""
    settings = read_settings({**POSTGRES, "KICKDOOR_SHARDS": "16", "KICKDOOR_SHARD_IDS": "8, 0-3,2"})
    assert settings.shard_ids == (0, 1, 2, 3, 8)
    assert settings.shards == 16


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({**TOKEN, "KICKDOOR_SHARDS": "2", "KICKDOOR_SHARD_IDS": "1"}, "PostgreSQL"),
        ({**POSTGRES, "KICKDOOR_SHARD_IDS": "1"}, "needs KICKDOOR_SHARDS"),
        ({**POSTGRES, "KICKDOOR_SHARDS": "2", "KICKDOOR_SHARD_IDS": "0-2"}, "the last is 1"),
        ({**POSTGRES, "KICKDOOR_SHARDS": "2", "KICKDOOR_SHARD_IDS": "first"}, "such as 0-3"),
        ({**POSTGRES, "KICKDOOR_SHARDS": "2", "KICKDOOR_SHARD_IDS": "3-1"}, "3-1 runs backwards: write 1-3"),
        ({**POSTGRES, "KICKDOOR_SHARDS": "2", "KICKDOOR_SHARD_IDS": "0-99999999999"}, "such as 0-3"),
        ({**POSTGRES, "KICKDOOR_SHARDS": "2", "KICKDOOR_SHARD_IDS": "0,99999"}, "the highest is 16383"),
        (
            {**POSTGRES, "KICKDOOR_SHARDS": "2", "KICKDOOR_SHARD_IDS": "0-1,16384-20000"},
            "the highest is 16383",
        ),
    ],
)
def test_shards_that_do_not_fit_are_refused(environment: dict[str, str], said: str) -> None:
    """One sentence says what is missing, and no secret stands in it."""
    faults = faults_of(environment)
    assert list(faults) == ["KICKDOOR_SHARD_IDS"]
    assert said in faults["KICKDOOR_SHARD_IDS"]
    assert "secret" not in str(faults)


@pytest.mark.parametrize(
    "database",
    [
        "postgresql:/bob:s3cr3t@127.0.0.1/db",
        "Postgres:bob:s3cr3t@127.0.0.1/db",
        "bob:s3cr3t@localhost/db",
        "bob:s3cr3t/x@localhost/db",
        "//bob:s3cr3t@localhost/db",
        "host=h password=s3cr3t",
        "mysql://bob:s3cr3t@host/db",
        "POSTGRESQL://bob:s3cr3t@host/db",
    ],
)
def test_a_mistyped_address_is_not_the_name_of_a_file(database: str) -> None:
    """It would show its password wherever the name of the file is told."""
    assert faults_of({**TOKEN, "KICKDOOR_DATABASE": database}) == {
        "KICKDOOR_DATABASE": "KICKDOOR_DATABASE has to be the path of an SQLite file,"
        " or an address that begins with postgresql://"
    }


@pytest.mark.parametrize(
    "database",
    [
        "postgresql://bob:s3cr3t@127.0.0.1:notaport/db",
        "postgresql://bob:s3cr3t@127.0.0.1:99999/db",
        "postgresql://bob:s3cr3t@127.0.0.1:0/db",
        "postgresql://bob:s3c/r3t@127.0.0.1/db",
        "postgresql://bob:12/s3cr3t@127.0.0.1/db",
        "postgresql://bob:s3#cr3t@127.0.0.1/db",
        "postgresql://bob:s3?cr3t@127.0.0.1/db",
        "postgresql://bob:s3@cr3t@127.0.0.1/db",
        "postgresql://bob:s3 cr3t@127.0.0.1/db",
        "postgres://bob:x@[::1/db",
        "postgresql://bob:s3cr3t",
        "postgresql://bob:s3cr3t@h/db?sslmode=s3cr3t",
        "postgresql://bob:s3cr3t@h/db?port=s3cr3t",
    ],
)
def test_an_address_that_cannot_be_read_is_a_setting_to_mend(database: str) -> None:
    """Before anything tries to connect, and with what to write instead."""
    sentence = faults_of({**TOKEN, "KICKDOOR_DATABASE": database})["KICKDOOR_DATABASE"]
    assert sentence.startswith("the address in KICKDOOR_DATABASE cannot be read; write / @ # ? of a password")
    assert "s3" not in sentence


@pytest.mark.parametrize(
    ("database", "public"),
    [
        ("postgresql://bob:s%2F%40%23%3Fx@h:5433/db", "postgresql://h:5433/db"),
        ("postgres://bob:x@[::1]:5432/db?sslmode=require", "postgres://[::1]:5432/db"),
        ("postgresql://bob:x@[::1]/db", "postgresql://[::1]/db"),
        ("postgresql://bob:x@one:5432,two:5433,three/db", "postgresql://one:5432,two:5433,three/db"),
        ("postgresql:///db?host=/var/run/postgresql&user=bob", "postgresql:///db"),
        ("postgresql://h/db?user=me@there&password=s3cr3t", "postgresql://h/db"),
        ("postgresql://bob@h", "postgresql://h"),
    ],
)
def test_every_way_to_write_an_address_is_taken(database: str, public: str) -> None:
    """Those that the driver takes, also sockets and several servers."""
    settings = read_settings({**TOKEN, "KICKDOOR_DATABASE": database})
    assert (settings.database, settings.database_for_people) == (database, public)


@pytest.mark.parametrize("path", ["postgresql.db", "games@home.db", "./a:b.db", "C:\\games\\a@b.db"])
def test_a_path_may_look_a_little_like_an_address(path: str) -> None:
    """Only what may hold a password is refused."""
    assert read_settings({**TOKEN, "KICKDOOR_DATABASE": path}).database == path


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_API_BASE", "htps://user:s3cr3t@proxy/api"),
        ("DISCORD_API_BASE", "http://user:s3cr3t@host:1/api"),
        ("DISCORD_API_BASE", "http://host:s3cr3t/api"),
        ("DISCORD_GATEWAY_URL", "ws://user:s3cr3t@host:1"),
        ("DISCORD_GATEWAY_URL", "user:s3cr3t@host:1"),
    ],
)
def test_the_password_of_a_proxy_is_refused_and_not_repeated(name: str, value: str) -> None:
    """It could not be sent beside the token, so the bot would try for ever."""
    faults = faults_of({**TOKEN, name: value})
    assert list(faults) == [name]
    assert "without user name and password" in faults[name]
    assert "s3cr3t" not in faults[name]


def test_an_address_of_discord_may_have_a_port_and_an_at_in_its_path() -> None:
    """What is behind the host is nobody's password."""
    settings = read_settings({**TOKEN, "DISCORD_API_BASE": "http://[::1]:8080/api/@me"})
    assert settings.api_base == "http://[::1]:8080/api/@me"


def refused_file(path: Path) -> tuple[str, ...]:
    """Read settings from a file that has to be refused; return the sentences."""
    with pytest.raises(SettingsError) as caught:
        read_settings({}, path)
    assert caught.value.__cause__ is None
    assert "t0ken" not in str(caught.value)
    return tuple(fault.sentence for fault in caught.value.faults)


def test_a_file_in_another_encoding_is_a_fault(tmp_path: Path) -> None:
    """An editor of Windows may have saved it; a mark of UTF-8 at its beginning does no harm."""
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=t0ken\n", encoding="utf-16")
    assert refused_file(file) == (f"{file} is not text in UTF-8: save it in that encoding",)
    file.write_text("DISCORD_TOKEN=t0ken\n", encoding="utf-8-sig")
    assert read_settings({}, file).token.get_secret_value() == "t0ken"


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root no file is forbidden, so the refusal is played."""
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=t0ken\n")

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied", str(file))

    monkeypatch.setattr(Path, "read_text", refuse)
    assert refused_file(file) == (f"{file} cannot be read: Permission denied",)


@pytest.mark.parametrize("line", ["DISCORD_TOKEN t0ken", "t0ken", "= t0ken", "DISCORD_TOKEN='t0ken"])
def test_a_line_that_sets_nothing_is_named_by_its_number(
    tmp_path: Path, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It may hold the token, so it is not repeated, and the other faults are still told."""
    file = tmp_path / ".env"
    file.write_text(f"# ours\nKICKDOOR_SHARDS=none\n\n\n{line}\nKICKDOOR_LOG_LEVEL=info\n")
    first, *others = sorted(refused_file(file), key=lambda sentence: "line" not in sentence)
    assert first == f"line 5 of {file} is not NAME=value"
    assert [sentence.partition(" ")[0] for sentence in others] == ["DISCORD_TOKEN", "KICKDOOR_SHARDS"]
    assert not caplog.records


@pytest.mark.parametrize("token", ["t0\nken", "t0 ken", "t0\tken", "a\x00b", "a\x7fb", "tök"])
def test_a_token_with_a_break_in_it_is_refused(token: str) -> None:
    """No header could carry it, so every attempt to connect would fail."""
    sentence = faults_of({"DISCORD_TOKEN": token})["DISCORD_TOKEN"]
    assert "a line break or another character that no token has" in sentence
    assert token not in sentence


@pytest.mark.parametrize(
    ("name", "value", "limits"),
    [
        ("KICKDOOR_SHARDS", "1000000000", "from 1 to 16384"),
        ("KICKDOOR_SHARDS", "1e9", "from 1 to 16384"),
        ("KICKDOOR_TABLES_PER_SERVER", "2147483648", "from 1 to 2147483647"),
        ("KICKDOOR_LOBBIES_PER_PERSON", "0", "from 1 to 2147483647"),
        ("KICKDOOR_REQUESTS_PER_MINUTE", "-1", "from 1 to 2147483647"),
        ("KICKDOOR_TEST_SEED", "-5", "from 0 to 18446744073709551615"),
    ],
)
def test_both_limits_of_a_number_are_named(name: str, value: str, limits: str) -> None:
    """Who sees one number refused should not have to guess the next."""
    assert limits in faults_of({**TOKEN, name: value})[name]


def test_whose_copies_are_in_a_shared_folder_is_known() -> None:
    """By the bot's id, which a new token or another place of the database leaves as it is."""
    assert read_settings(TOKEN).backup_owner == ""
    first = base64.b64encode(b"123456789012345678").decode().rstrip("=")
    shared = {"KICKDOOR_BACKUPS": "copies"}
    for rest, database in (("one", "a.db"), ("two", "b.db")):
        found = {"DISCORD_TOKEN": f"{first}.x.{rest}", "KICKDOOR_DATABASE": database, **shared}
        assert read_settings(found).backup_owner == "123456789012345678"
    names = ("a.db", "folder/a.db", "./a.db", "postgresql://me:secret@host/a", "postgresql://host/a")
    words = [read_settings({**TOKEN, **shared, "KICKDOOR_DATABASE": name}).backup_owner for name in names]
    assert len(set(words)) == 3
    assert (words[0], words[3]) == (words[2], words[4])
    assert all(re.fullmatch("[0-9a-f]{12}", word) for word in words)


HOSTILE_VALUES = (
    "pa$$word", "$HOME/k.db", "${HOME}", "a&b.db", "a;b", "$(touch owned)", "`touch owned`", "a|b>c",
    "a#b", "~/k.db",
)  # fmt: skip
"""What a shell would replace, run or cut off."""


@pytest.mark.parametrize("value", HOSTILE_VALUES)
def test_nothing_in_a_file_is_run_or_replaced(tmp_path: Path, value: str) -> None:
    """Each stands for itself, bare, in quotes and after ``export``."""
    file = tmp_path / "kickdoor.env"
    for line in (value, f"'{value}'", f'"{value}"'):
        for start in ("", "export "):
            file.write_text(f"DISCORD_TOKEN=t\n{start}KICKDOOR_DATABASE={line}\n")
            assert read_settings({}, file).database == value
    assert not (tmp_path / "owned").exists()


def test_what_does_not_talk_to_discord_needs_no_token() -> None:
    assert read_settings({}, needs_token=False).database == "kickdoor.db"
