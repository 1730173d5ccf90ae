"""Serve the web page: plain files, nothing from outside, nothing cached."""

from pathlib import Path

from aiohttp import web

PAGE_FOLDER = Path(__file__).parent

CONTENT_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def add_to(app: web.Application) -> None:
    """Register the page at / and its files under /page."""
    app.router.add_get("/", _index)
    app.router.add_get(r"/page/{name:[a-z_]+\.(?:js|css|svg)}", _file)


async def _index(request: web.Request) -> web.Response:
    return _serve("index.html")


async def _file(request: web.Request) -> web.Response:
    return _serve(request.match_info["name"])


def _serve(name: str) -> web.Response:
    path = PAGE_FOLDER / name
    if not path.is_file():
        return web.Response(status=404)
    headers = {**SECURITY_HEADERS, "Content-Type": f"{CONTENT_TYPES[path.suffix]}; charset=utf-8"}
    return web.Response(body=path.read_bytes(), headers=headers)
