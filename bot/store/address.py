"""Whether the name of a database can be used: the path of a file, or the address of a PostgreSQL server.

No message repeats any of it: what is wrong with an address may be its password.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qs, urlsplit

SERVER_SCHEMES = ("postgresql", "postgres")
MAX_PORT = 65535

_SSL_MODES = frozenset({"disable", "allow", "prefer", "require", "verify-ca", "verify-full"})

# An address with a typing error, which would be taken for the name of a file that shows its password:
# `postgresql:/...`, `host=h password=p`, `user:password@host/db`. A Windows drive is none.
_FAILED_ADDRESS_PATTERN = re.compile(
    r"postgres(ql)?:|.*\bpassword\s*=|(?![a-z]:\\)(//)?[^/]*:.*@", re.IGNORECASE | re.DOTALL
)


class DatabaseAddressError(ValueError):
    """This is no database. The text says what to do, without the address."""


def check_database(value: str, name: str) -> str:
    """Return the database as it is. Raises ``DatabaseAddressError``, which calls it by ``name``."""
    scheme, separator, rest = value.partition("://")
    if separator and scheme in SERVER_SCHEMES and rest:
        if not _is_readable(value):
            raise DatabaseAddressError(
                f"the address in {name} cannot be read;"
                " write / @ # ? of a password as %2F %40 %23 %3F, and a port as a number"
            )
    elif separator or _FAILED_ADDRESS_PATTERN.match(value):
        raise DatabaseAddressError(
            f"{name} has to be the path of an SQLite file, or an address that begins with postgresql://"
        )
    return value


def public_address(database: str) -> str:
    """Return a database as it may be printed: an address without user name and password."""
    scheme, separator, rest = database.partition("://")
    return f"{scheme}://{rest.partition('?')[0].rpartition('@')[2]}" if separator else database


def _is_readable(address: str) -> bool:
    """Return True if nothing of the address is in a place where the driver would not look for it."""
    try:
        parts = urlsplit(address)
        options = parse_qs(parts.query, strict_parsing=True) if parts.query else {}
    except ValueError:
        return False
    return (
        not re.search(r"[\s\x00-\x1f]", address)
        and not parts.fragment  # a password with a bare # ends the address
        and "@" not in parts.path
        and parts.netloc.count("@") <= 1
        and _are_hosts(parts.netloc.rpartition("@")[2])
        and _are_options(parts, options)
    )


def _are_hosts(text: str) -> bool:
    """Return True for a list of hosts with or without ports, as several servers are written."""
    return not text or all(
        re.fullmatch(r"(\[[^\[\]]+\]|[^:\[\]]*)", host) and (not colon or _is_port(port))
        for host, colon, port in map(_split_host, text.split(","))
    )


def _split_host(text: str) -> tuple[str, str, str]:
    if text.startswith("["):
        host, bracket, rest = text.partition("]")
        return host + bracket, rest[:1], rest[1:] if rest.startswith(":") else rest
    return text.partition(":")


def _are_options(parts: SplitResult, options: dict[str, list[str]]) -> bool:
    """Return True if what follows the question mark can be options of a connection."""
    if "@" not in parts.netloc and any(
        value.startswith("@") for values in options.values() for value in values
    ):
        return False
    ports = [port for value in options.get("port", []) for port in value.split(",")]
    return all(map(_is_port, ports)) and set(options.get("sslmode", [])) <= _SSL_MODES


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= MAX_PORT
