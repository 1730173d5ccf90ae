"""Point discord.py at another Discord: a proxy, or the sandbox."""

from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

_OWN_MACHINE = ("localhost", "127.0.0.1", "::1")


def point_discord_at(api_base: str | None, gateway_url: str | None) -> None:
    """Make discord.py use these addresses in this process; None leaves one as it is.

    `api_base` is the address up to and with the version, such as
    `https://discord.com/api/v10`; pictures then come from the same host. discord.py goes back
    to its default gateway after an invalid session, so the default itself is changed.
    """
    if api_base is not None:
        Route.BASE = api_base.rstrip("/")
        parts = urlsplit(api_base)
        # Typed as the one address it usually is.
        asset: Any = Asset
        asset.BASE = f"{parts.scheme}://{parts.netloc}"
    if gateway_url is not None:
        gateway = DiscordWebSocket.DEFAULT_GATEWAY
        DiscordWebSocket.DEFAULT_GATEWAY = type(gateway)(gateway_url)


def proxy_of_environment() -> str | None:
    """Return the HTTP proxy that the environment names for Discord's address (HTTPS_PROXY, NO_PROXY)."""
    parts = urlsplit(Route.BASE)
    host = parts.hostname or ""
    proxy = getproxies().get(parts.scheme, "")
    if host in _OWN_MACHINE or proxy_bypass(host) or not proxy.startswith(("http://", "https://")):
        return None
    return proxy
