"""Answer this machine only, and no other web pages in its browser."""

import ipaddress
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

RequestHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def is_loopback(host: str) -> bool:
    """Return True if a host name or address is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@web.middleware
async def guard(request: web.Request, handler: RequestHandler) -> web.StreamResponse:
    """Refuse foreign host names (DNS rebinding) and requests from other web pages."""
    host = urlsplit(f"//{request.host}").hostname or ""
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin != f"http://{request.host}"
    if not is_loopback(host) or foreign:
        return web.Response(status=403, text="The sandbox answers this machine only.")
    return await handler(request)
