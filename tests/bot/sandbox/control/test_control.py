"""What the page asks for over HTTP has the same outcome as what a test does in process."""

import json
from typing import Any

import aiohttp
import pytest

from bot.sandbox.people.person import Person
from tests.bot.sandbox.sample import Connect, sample
from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox


class Page:
    """Carol's page."""

    def __init__(self, box: Sandbox, wire: Wire) -> None:
        self._url, self._session = f"{box.url}/sandbox", wire.session

    async def get(self, path: str) -> Any:
        async with self._session.get(self._url + path) as response:
            return await response.json()

    async def do(self, verb: str, **body: object) -> Any:
        async with self._session.post(f"{self._url}/people/Carol/{verb}", json=body) as response:
            return await response.json()


@pytest.fixture
def page(box: Sandbox, wire: Wire) -> Page:
    box.person("Carol")
    return Page(box, wire)


async def test_commands_clicks_forms_and_selects(page: Page, connect: Connect, bob: Person) -> None:
    """Everything a person does can be done from the page."""
    await connect(sample())
    board = (await page.do("command", channel="#table", words="sample board"))["message"]
    assert [m["id"] for m in await page.get("/people/Carol/messages?channel=table")] == [board["id"]]
    picked = await page.do("select", message=board["id"], custom_id="pick", values=["2"])
    assert picked["message"]["content"] == "pick ['2']"
    assert (await page.do("click", message=board["id"], custom_id="nothing"))["status"] == "refused"
    form = await page.do("command", channel="table", words="sample form")
    values = {"Text": "t", "Which": "One"}
    sent = await page.do("submit", interaction=form["interaction_id"], values=values)
    assert sent["message"]["content"] == "t One Left []"
    typed = {"words": "sample echo", "option": "word", "text": "ha", "options": {"who": str(bob.id)}}
    found = await page.do("autocomplete", channel="#table", **typed)
    assert [c["name"] for c in found["choices"]] == ["ham", "hat"]
    assert await page.get("/violations") == []


async def test_talking_and_being_refused(page: Page, bob: Person) -> None:
    """Messages go by the page, and what makes no sense is refused with a reason."""
    said = await page.do("say", channel="#table", text="look")
    assert [m.content for m in bob.messages("#table")] == ["look"]
    assert await page.do("delete", message=said["id"]) == {}
    assert bob.messages("#table") == []
    assert "nowhere" in (await page.do("say", channel="#nowhere", text="x"))["error"]
    assert "cannot do that" in (await page.do("fly"))["error"]
    assert "nobody" in (await page.get("/people/Zoe/messages?channel=table"))["error"]


async def test_the_live_stream(box: Sandbox, page: Page, bob: Person) -> None:
    """A websocket streams what a person sees after a number, and nothing else."""
    await bob.say("#table", "before")
    seq = (await page.get("/people/Carol/screen"))["seq"]
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{box.url}/sandbox/people/Carol/live?after={seq}") as socket,
    ):
        await bob.say("#table", "after")
        entry = json.loads(await socket.receive_str(timeout=60))
        assert (entry["type"], entry["message"]["content"]) == ("message", "after")
    async with aiohttp.ClientSession(headers={"Origin": "https://evil.example"}) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{box.url}/sandbox/people/Carol/live")
