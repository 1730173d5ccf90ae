"""Ports for servers under test."""

import secrets
import socket
from contextlib import suppress


def free_ports(count: int) -> list[int]:
    """Return ports that nobody listens on, out of those that no connection is given by the system.

    Forked processes share the state of ``random``, so the system is asked.
    """
    found: list[int] = []
    for port in secrets.SystemRandom().sample(range(20_000, 32_000), 1000):
        if len(found) == count:
            break
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            found.append(port)
    return found


def free_port() -> int:
    """Return one such port."""
    return free_ports(1)[0]
