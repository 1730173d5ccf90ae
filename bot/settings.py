"""The bot's settings: read once, at the start, from the environment and an optional `.env` file."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, StringConstraints, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bot.dotenv_file import DotenvError, DotenvFile, read_dotenv
from bot.store.address import DatabaseAddressError, check_database, public_address

Speed: TypeAlias = Literal["live", "relaxed", "post"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
LogFormat: TypeAlias = Literal["text", "json"]


class ReasonError(ValueError):
    """A value cannot be used for a reason worth telling. The text says it without a secret."""


def _lower(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


def _known_database(value: str) -> str:
    return check_database(value, "KICKDOOR_DATABASE")


def _token(value: SecretStr) -> SecretStr:
    if not re.fullmatch(r"[!-~]+", value.get_secret_value()):
        raise ReasonError("what is set has a blank, a line break or another character that no token has")
    return value


def _reachable(value: str) -> str:
    """Refuse an address whose host or port cannot be read."""
    if not urlsplit(value).hostname or urlsplit(value).port == 0:  # reading the port may raise
        raise ValueError("no host or no port")
    return value


def _numbers(value: object) -> object:
    """Read shard numbers as people write them: single ones and ranges."""
    if not isinstance(value, str):
        return value
    found: set[int] = set()
    for part in value.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()) or len(part) > 12:
            raise ValueError("neither a number nor a range")
        if dash and int(last) < int(first):
            raise ReasonError(f"{first}-{last} runs backwards: write {last}-{first}")
        if int(last or first) >= MAX_SHARDS:
            raise ReasonError(f"the highest is {MAX_SHARDS - 1}")
        found |= set(range(int(first), int(last or first) + 1))
    return tuple(sorted(found))


NO_TOKEN = "none"
"""What stands for the token where none is needed and none is set."""

MAX_SHARDS = 16384
ShardIds = Annotated[
    tuple[Annotated[int, Field(ge=0, lt=MAX_SHARDS)], ...], BeforeValidator(_numbers), Field(min_length=1)
]
MAX_QUOTA = 2**31 - 1
MAX_SEED = 2**64 - 1
Quota = Annotated[int, Field(ge=1, le=MAX_QUOTA)]
_QUOTA_TEXT = f"a whole number from 1 to {MAX_QUOTA}"
Port = Annotated[int, Field(ge=1, le=65535)]
# Without a user name and password: aiohttp cannot send them beside the token.
HttpAddress = Annotated[
    str, StringConstraints(pattern=r"^https?://[^\s/@]+(/\S*)?$"), AfterValidator(_reachable)
]
SocketAddress = Annotated[
    str, StringConstraints(pattern=r"^wss?://[^\s/@]+(/\S*)?$"), AfterValidator(_reachable)
]
Database = Annotated[str, AfterValidator(_known_database)]


class Settings(BaseSettings):
    """Everything an operator can set. `bot/cli/env.example` explains each to people.

    A description says what is accepted; it completes the sentence "NAME has to be ...".
    """

    model_config = SettingsConfigDict(
        frozen=True,
        extra="ignore",
        case_sensitive=True,
        env_ignore_empty=True,
        hide_input_in_errors=True,
    )

    token: Annotated[SecretStr, Field(min_length=1), AfterValidator(_token)] = Field(
        alias="DISCORD_TOKEN",
        description="the bot's token, from the Bot page of your application at https://discord.com/developers",
    )
    token_file: str | None = Field(
        None,
        alias="DISCORD_TOKEN_FILE",
        description="the path of a file that holds the token, in place of DISCORD_TOKEN",
    )
    database: Database = Field(
        "kickdoor.db",
        alias="KICKDOOR_DATABASE",
        description="the path of an SQLite file, or an address that begins with postgresql://",
        repr=False,  # an address may hold a password
    )
    backups: str | None = Field(
        None,
        alias="KICKDOOR_BACKUPS",
        description="the path of a folder for hourly and daily copies of the database, or off",
    )
    api_base: HttpAddress = Field(
        "https://discord.com/api/v10",
        alias="DISCORD_API_BASE",
        description="an address that begins with https:// (or http://), without user name and password",
    )
    gateway_url: SocketAddress | None = Field(
        None,
        alias="DISCORD_GATEWAY_URL",
        description="an address that begins with wss:// (or ws://), without user name and password",
    )
    log_level: Annotated[LogLevel, BeforeValidator(_lower)] = Field(
        "info", alias="KICKDOOR_LOG_LEVEL", description="debug, info, warning or error"
    )
    log_format: Annotated[LogFormat, BeforeValidator(_lower)] = Field(
        "text", alias="KICKDOOR_LOG_FORMAT", description="text or json"
    )
    metrics_port: Port | None = Field(
        None, alias="KICKDOOR_METRICS_PORT", description="a port number from 1 to 65535"
    )
    metrics_host: str = Field(
        "127.0.0.1",
        alias="KICKDOOR_METRICS_HOST",
        description="the address to listen on for health and metrics",
    )
    public_key: Annotated[str, StringConstraints(pattern=r"^[0-9a-fA-F]{64}$")] | None = Field(
        None,
        alias="KICKDOOR_PUBLIC_KEY",
        description="the application's public key, 64 hexadecimal digits from its General Information page",
    )
    http_host: str = Field(
        "127.0.0.1",
        alias="KICKDOOR_HTTP_HOST",
        description="the address to listen on for presses by HTTP",
    )
    http_port: Port = Field(8080, alias="KICKDOOR_HTTP_PORT", description="a port number from 1 to 65535")
    http_max_age_s: Annotated[int, Field(ge=3, le=600)] = Field(
        30,
        alias="KICKDOOR_HTTP_MAX_AGE_S",
        description="a whole number of seconds from 3 to 600",
    )
    shards: Annotated[int, Field(ge=1, le=MAX_SHARDS)] | None = Field(
        None, alias="KICKDOOR_SHARDS", description=f"a whole number from 1 to {MAX_SHARDS}"
    )
    shard_ids: ShardIds | None = Field(
        None,
        alias="KICKDOOR_SHARD_IDS",
        description="the numbers of the shards that this process hears, such as 0-3 or 0,2,5",
    )
    default_speed: Annotated[Speed, BeforeValidator(_lower)] = Field(
        "live", alias="KICKDOOR_DEFAULT_SPEED", description="live, relaxed or post"
    )
    tables_per_server: Quota = Field(200, alias="KICKDOOR_TABLES_PER_SERVER", description=_QUOTA_TEXT)
    lobbies_per_person: Quota = Field(10, alias="KICKDOOR_LOBBIES_PER_PERSON", description=_QUOTA_TEXT)
    requests_per_minute: Quota = Field(120, alias="KICKDOOR_REQUESTS_PER_MINUTE", description=_QUOTA_TEXT)
    steady_thumb_ms: Annotated[int, Field(ge=0, le=5000)] = Field(
        800,
        alias="KICKDOOR_STEADY_THUMB_MS",
        description="a whole number from 0 to 5000 of milliseconds",
    )
    dev_guild: Annotated[int, Field(ge=1, lt=2**63)] | None = Field(
        None,
        alias="KICKDOOR_DEV_GUILD",
        description="the id of a server, a long number (Copy Server ID in Discord's developer mode)",
    )

    test_seed: Annotated[int, Field(ge=0, le=MAX_SEED)] | None = Field(
        None,
        alias="KICKDOOR_TEST_SEED",
        description=f"a whole number from 0 to {MAX_SEED} that seeds every game, for tests only:"
        " people who know it know all cards",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take values only from the mapping passed in, not from the process's environment as well."""
        return (init_settings,)

    @property
    def uses_postgres(self) -> bool:
        """Return True if games are kept in a PostgreSQL server, which several processes may share."""
        return self.database.startswith(("postgresql://", "postgres://"))

    @property
    def database_for_people(self) -> str:
        """Return the database as it may be printed: without user name and password."""
        return public_address(self.database)

    @property
    def backup_folder(self) -> Path | None:
        """Return where the bot puts copies by itself, None for nowhere; a server has no default."""
        if self.backups is not None:
            return None if self.backups.lower() == "off" else Path(self.backups)
        return None if self.uses_postgres else Path(f"{self.database}.backups")

    @property
    def erasure_file(self) -> Path | None:
        """Return where requests to be forgotten are kept; a server, whose backups are not ours, has none."""
        return None if self.uses_postgres else Path(f"{self.database}.forgotten")

    @property
    def backup_owner(self) -> str:
        """Return what tells the bot's copies from others' in the same folder, "" in a folder beside its file.

        That is the bot's id, which stays if the token is changed or the database moved, or where a token does
        not tell it a word for the database.
        """
        if self.backups is None:
            return ""
        where = self.database_for_people if self.uses_postgres else os.path.realpath(self.database)
        digest = hashlib.sha256(os.fsencode(where)).hexdigest()
        return _bot_id(self.token.get_secret_value()) or digest[:12]


def _bot_id(token: str) -> str:
    """Return the id that a token of Discord's begins with, "" for any other token."""
    first = token.partition(".")[0]
    try:
        text = base64.b64decode(first + "=" * (-len(first) % 4), validate=True).decode("ascii")
    except ValueError:
        return ""
    return text if text.isdigit() else ""


@dataclass(frozen=True, slots=True)
class SettingFault:
    """One thing that is wrong with the settings: which, and what to do, in a sentence."""

    name: str
    sentence: str


class SettingsError(Exception):
    """The settings cannot be used. Holds every fault there is, not only the first."""

    def __init__(self, faults: tuple[SettingFault, ...]) -> None:
        """Keep the faults; the text lists them, one line each."""
        self.faults = faults
        super().__init__("\n".join(fault.sentence for fault in faults))


_SECRET_SETTINGS = frozenset(
    {"DISCORD_TOKEN", "KICKDOOR_DATABASE", "DISCORD_API_BASE", "DISCORD_GATEWAY_URL"}
)
"""Settings whose value is never repeated, not even to say that it is wrong."""


def setting_names() -> dict[str, str]:
    """Return the name of every setting with what it accepts."""
    return {field.alias or name: field.description or "" for name, field in Settings.model_fields.items()}


def read_settings(
    environment: Mapping[str, str],
    dotenv: Path | None = None,
    *,
    by_http: bool = False,
    needs_token: bool = True,
) -> Settings:
    """Read the settings from a mapping, and from a `.env` file for what the mapping does not set.

    An empty value counts as not set. Raises SettingsError with all faults together; the token and
    the database's address stand in none of them. A `KICKDOOR_` name that nobody knows is a fault too,
    because a setting with a typing error would otherwise be ignored in silence. ``by_http`` asks for what a
    process needs to which presses come by HTTP; what does not talk to Discord needs no token.
    """
    file = _from_file(dotenv)
    given = dict(file.values)
    given.update({name: value.strip() for name, value in environment.items() if value.strip()})
    if fault := _take_token_file(given, environment.get("CREDENTIALS_DIRECTORY")):
        raise SettingsError((fault,))
    if not needs_token:
        given.setdefault("DISCORD_TOKEN", NO_TOKEN)
    known = setting_names()
    faults = [SettingFault(".env", f"line {line} of {dotenv} is not NAME=value") for line in file.wrong_lines]
    faults += [_unknown(name) for name in sorted(given) if _is_ours(name) and name not in known]
    try:
        settings = Settings.model_validate({name: given[name] for name in known if name in given})
    except ValidationError as error:
        wrong = {str(detail["loc"][0]): detail.get("ctx", {}).get("error") for detail in error.errors()}
        faults = [_fault(name, given.get(name), cause) for name, cause in wrong.items()] + faults
        # Without `from error`: a traceback of it could repeat a value.
        raise SettingsError(tuple(faults)) from None
    faults += _contradictions(settings) + (_missing_for_http(settings) if by_http else [])
    if faults:
        raise SettingsError(tuple(faults))
    return settings


def _take_token_file(given: dict[str, str], credentials: str | None) -> SettingFault | None:
    """Read the token from a file where none is set; return why that file cannot be read."""
    path = given.get("DISCORD_TOKEN_FILE", "")
    if not path and credentials and (credential := Path(credentials, "discord_token")).exists():
        path = str(credential)
    if path and "DISCORD_TOKEN" not in given:
        try:
            given["DISCORD_TOKEN"] = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no text"
            return SettingFault("DISCORD_TOKEN_FILE", f"the token cannot be read from {path}: {reason}")
    return None


def _contradictions(settings: Settings) -> list[SettingFault]:
    """Name what each is right by itself but cannot be together."""
    ids, name = settings.shard_ids, "KICKDOOR_SHARD_IDS"
    if ids is None:
        return []
    if not settings.uses_postgres:
        sentence = "needs a PostgreSQL server in KICKDOOR_DATABASE: only one process can work on a file"
        return [SettingFault(name, f"{name} {sentence}")]
    if settings.shards is None:
        return [
            SettingFault(name, f"{name} needs KICKDOOR_SHARDS: how many shards there are in all processes")
        ]
    if ids[-1] >= settings.shards:
        found = f"of {settings.shards} shards the last is {settings.shards - 1}, not {ids[-1]}"
        return [SettingFault(name, f"{name} names shards that do not exist: {found}")]
    return []


def _missing_for_http(settings: Settings) -> list[SettingFault]:
    """Name what is needed to answer presses that come by HTTP."""
    faults: list[SettingFault] = []
    if settings.public_key is None:
        accepted = setting_names()["KICKDOOR_PUBLIC_KEY"]
        faults.append(
            SettingFault("KICKDOOR_PUBLIC_KEY", f"KICKDOOR_PUBLIC_KEY is not set: it has to be {accepted}")
        )
    if not settings.uses_postgres:
        sentence = "KICKDOOR_DATABASE has to be a PostgreSQL server, which all processes share"
        faults.append(SettingFault("KICKDOOR_DATABASE", sentence))
    return faults


def _from_file(path: Path | None) -> DotenvFile:
    try:
        return DotenvFile({}) if path is None else read_dotenv(path)
    except DotenvError as error:
        # Without the others: most of what they would say stands in the file.
        raise SettingsError((SettingFault(".env", str(error)),)) from None


def _is_ours(name: str) -> bool:
    return name.startswith("KICKDOOR_")


def _unknown(name: str) -> SettingFault:
    close = get_close_matches(name, setting_names(), n=1, cutoff=0.8)
    hint = f"; did you mean {close[0]}?" if close else "; `kickdoor init` writes a file with all there are"
    return SettingFault(name, f"{name} is not a setting of Kickdoor{hint}")


def _fault(name: str, value: str | None, cause: object) -> SettingFault:
    if isinstance(cause, DatabaseAddressError):
        return SettingFault(name, str(cause))
    accepted = setting_names()[name]
    if value is None:
        return SettingFault(name, f"{name} is not set: it has to be {accepted}")
    found = "" if name in _SECRET_SETTINGS else f", not {value!r}"
    reason = f"; {cause}" if isinstance(cause, ReasonError) else ""
    return SettingFault(name, f"{name} has to be {accepted}{found}{reason}")
