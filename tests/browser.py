"""Drive a headless Chromium over its DevTools protocol; no driver program is needed."""

import asyncio
import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

import aiohttp

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))),
    None,
)

KEYS = {
    "Enter": (13, "\r"),
    "Escape": (27, ""),
    "Tab": (9, ""),
    "ArrowDown": (40, ""),
    "ArrowUp": (38, ""),
    "End": (35, ""),
    " ": (32, " "),
}


_POSITION_SCRIPT = """new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
  const element = %s;
  if (!element?.isConnected) return done(null);
  element.scrollIntoView({block: 'nearest'});
  const box = element.getBoundingClientRect();
  done([box.x + box.width / 2, box.y + box.height / 2]);
})))"""


START_TIMEOUT_S = 60.0


class BrowserError(AssertionError):
    """A page threw an error, or something did not appear in time."""


class PartGoneError(BrowserError):
    """What was to be pressed is not on the page any more."""


class Chromium:
    """A headless Chromium that several browsers may share; use it with `with`."""

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

    def __enter__(self) -> Self:
        assert CHROMIUM is not None
        self._process = subprocess.Popen(
            [
                CHROMIUM,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                f"--user-data-dir={self._profile.name}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "DBUS_SESSION_BUS_ADDRESS": "disabled:"},
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._profile.cleanup()

    async def address(self) -> str:
        """Return where it listens, once it does."""
        async with asyncio.timeout(START_TIMEOUT_S):
            while (found := self._address_written()) is None:
                if self._process.poll() is not None:
                    raise BrowserError("Chromium did not start")
                await asyncio.sleep(0.02)
        return found

    def _address_written(self) -> str | None:
        """Read port and path from the file that Chromium writes; None if it has not."""
        file = Path(self._profile.name, "DevToolsActivePort")
        words = file.read_text().split() if file.exists() else []
        return f"ws://127.0.0.1:{words[0]}{words[1]}" if len(words) == 2 else None


class Browser:
    """A browser with one page, in a Chromium of its own if it is given none; use it with `async with`."""

    def __init__(self, chromium: Chromium | None = None) -> None:
        self.errors: list[str] = []
        self.requested: list[str] = []
        self._chromium = chromium
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._session: str | None = None
        self._closing = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            chromium = self._chromium or stack.enter_context(Chromium())
            http = await stack.enter_async_context(aiohttp.ClientSession())
            self._socket = await stack.enter_async_context(
                http.ws_connect(await chromium.address(), max_msg_size=0)
            )
            reader = asyncio.create_task(self._read())
            stack.push_async_callback(_cancel, reader)
            context = (await self.send("Target.createBrowserContext"))["browserContextId"]
            page = await self.send("Target.createTarget", url="about:blank", browserContextId=context)
            attached = await self.send("Target.attachToTarget", targetId=page["targetId"], flatten=True)
            self._session = attached["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                await self.send(f"{domain}.enable")
            self._context = context
            self._closing = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        async with self._closing:
            self._session = None
            await self.send("Target.disposeBrowserContext", browserContextId=self._context)

    async def _read(self) -> None:
        async for frame in self._socket:
            message = json.loads(frame.data)
            if "id" in message:
                waiting = self._waiting.pop(message["id"])
                if not waiting.done():
                    waiting.set_result(message)
            else:
                self._notice(message["method"], message["params"])

    def _notice(self, method: str, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
            self.errors.append(" ".join(str(arg.get("value", arg)) for arg in params["args"]))
        elif method == "Network.requestWillBeSent":
            self.requested.append(params["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requested.append(params["url"])

    def elsewhere(self, url: str) -> set[str]:
        """Return what the page asked for that is not at this address."""
        here = url.partition("//")[2].rstrip("/")
        return {asked for asked in self.requested if not asked.partition("//")[2].startswith(f"{here}/")}

    async def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a DevTools command."""
        number = next(self._ids)
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json(message)
        answer = await asyncio.wait_for(self._waiting[number], 60)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    async def goto(self, url: str) -> None:
        """Open an address."""
        self.requested = []
        await self.send("Page.navigate", url=url)
        await self.wait("document.readyState === 'complete'")

    async def resize(self, width: int, height: int, *, dark: bool = True) -> None:
        """Be a phone (up to 500 px) or a desktop, in the dark or in the light."""
        phone = width <= 500
        await self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )
        await self.send("Emulation.setTouchEmulationEnabled", enabled=phone)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.send("Emulation.setEmulatedMedia", features=[scheme])

    async def run(self, script: str) -> Any:
        """Evaluate JavaScript and return its value; promises are awaited."""
        answer = await self.send(
            "Runtime.evaluate",
            expression=script,
            returnByValue=True,
            awaitPromise=True,
            userGesture=True,
        )
        if "exceptionDetails" in answer:
            raise BrowserError(json.dumps(answer["exceptionDetails"])[:800])
        return answer["result"].get("value")

    async def wait(self, script: str, *, within: float = 60.0) -> None:
        """Wait until a script gives something true; `within` real seconds."""
        try:
            async with asyncio.timeout(within):
                while not await self.run(f"Boolean({script})"):  # noqa: ASYNC110  # a page tells nothing
                    await asyncio.sleep(0.03)
        except TimeoutError:
            raise BrowserError(f"never true: {script}\nerrors: {self.errors}") from None

    async def text(self, selector: str) -> str:
        """Return the visible words of an element."""
        return str(await self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    async def click(self, selector: str, *, words: str = "") -> None:
        """Press the last visible element that matches and holds these words."""
        wanted, label = json.dumps(words), json.dumps(words or chr(0))
        find = (
            f"[...document.querySelectorAll({json.dumps(selector)})].filter(e => e.offsetParent"
            f" && (e.innerText.includes({wanted}) || e.ariaLabel?.includes({label}))).at(-1)"
        )
        await self.press(find)

    async def press(self, find: str) -> None:
        """Press the element that a script finds, where it stands, with a real mouse click."""
        situation = await self.position(find)
        await self.mouse("mousePressed", situation)
        await self.mouse("mouseReleased", situation)

    async def position(self, find: str) -> tuple[float, float]:
        """Return where the middle of an element is, once it stands still."""
        try:
            await self.wait(find)
        except BrowserError as error:
            raise PartGoneError(f"nothing to press: {error}") from None
        before: Any = None
        while (situation := await self.run(_POSITION_SCRIPT % find)) != before:
            before = situation
        if situation is None:
            raise PartGoneError(f"went away before it was pressed: {find}")
        return situation[0], situation[1]

    async def mouse(self, event: str, situation: tuple[float, float]) -> None:
        """Let the left mouse button do something at a place."""
        x, y = situation
        await self.send("Input.dispatchMouseEvent", type=event, x=x, y=y, button="left", clickCount=1)

    async def type(self, text: str) -> None:
        """Type into what has the focus."""
        await self.send("Input.insertText", text=text)

    async def key(self, name: str) -> None:
        """Press a key."""
        code, text = KEYS[name]
        common = {"key": name, "code": name, "windowsVirtualKeyCode": code}
        await self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        await self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    async def shot(self) -> bytes:
        """Return a PNG of what is shown."""
        answer = await self.send("Page.captureScreenshot", format="png")
        return base64.b64decode(answer["data"])


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
