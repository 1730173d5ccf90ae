"""Settings: read from a mapping, all faults at once, no secret repeated."""

from __future__ import annotations

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
        "KICKDOOR_SHARDS": "KICKDOOR_SHARDS has to be a whole number of 1 or more, not '0'",
        "KICKDOOR_METRICS_PORT": "KICKDOOR_METRICS_PORT has to be a port number from 1 to 65535, not '99999'",
        "DISCORD_API_BASE": "DISCORD_API_BASE has to be an address that begins with https:// (or http://),"
        " not 'ftp://discord.com'",
        "KICKDOOR_DEFAULT_SPEED": "KICKDOOR_DEFAULT_SPEED has to be live, relaxed or post, not 'fast'",
        "KICKDOOR_DATABSE": "KICKDOOR_DATABSE is not a setting of Kickdoor; did you mean KICKDOOR_DATABASE?",
    }
    assert faults["DISCORD_TOKEN"].startswith("DISCORD_TOKEN is not set: it has to be the bot's token")


def test_a_name_unlike_any_setting_points_to_the_example_file() -> None:
    """A wrong guess would be worse than none."""
    sentence = faults_of({**TOKEN, "KICKDOOR_ZZZZ": "1"})["KICKDOOR_ZZZZ"]
    assert sentence == "KICKDOOR_ZZZZ is not a setting of Kickdoor; .env.example lists all there are"


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
        ({**POSTGRES, "KICKDOOR_SHARDS": "2", "KICKDOOR_SHARD_IDS": "3-1"}, "such as 0-3"),
        ({**POSTGRES, "KICKDOOR_SHARDS": "2", "KICKDOOR_SHARD_IDS": "0-99999999999"}, "such as 0-3"),
    ],
)
def test_shards_that_do_not_fit_are_refused(environment: dict[str, str], said: str) -> None:
    """One sentence says what is missing, and no secret stands in it."""
    faults = faults_of(environment)
    assert list(faults) == ["KICKDOOR_SHARD_IDS"]
    assert said in faults["KICKDOOR_SHARD_IDS"]
    assert "secret" not in str(faults)
