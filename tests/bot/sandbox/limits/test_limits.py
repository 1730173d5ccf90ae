"""Discord's limits on text, components and ids apply, and its 50035 names the place."""

from typing import Any

import pytest

from bot.sandbox.world.model import Channel, MessageFlag
from tests.bot.sandbox.description import description
from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox

COMPONENTS_V2_FLAG = 1 << 15


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **more}


def row(*inner: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inner)}


def select(**more: Any) -> dict[str, Any]:
    options = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def text(content: str = "words") -> dict[str, Any]:
    return {"type": 10, "content": content}


def options(count: int) -> list[dict[str, Any]]:
    return [{"label": str(i), "value": str(i)} for i in range(count)]


def v2(*components: dict[str, Any]) -> dict[str, Any]:
    return {"flags": COMPONENTS_V2_FLAG, "components": list(components)}


ALLOWED_BODIES: dict[str, dict[str, Any]] = {
    "content 2000": {"content": "x" * 2000},
    "label 80": {"components": [row(button(label="x" * 80))]},
    "custom_id 100": {"components": [row(button(custom_id="x" * 100))]},
    "five buttons in a row": {"components": [row(*[button(custom_id=str(i)) for i in range(5)])]},
    "five rows": {"components": [row(button(custom_id=str(i))) for i in range(5)]},
    "25 options": {"components": [row(select(options=options(25)))]},
    "40 components": v2(*[text(str(i)) for i in range(40)]),
    "4000 characters": v2(text("x" * 2000), text("x" * 2000)),
    "emoji only": {"components": [row(button(label=None, emoji={"name": "⚔️"}))]},
    "link": {"components": [row({"type": 2, "style": 5, "label": "L", "url": "https://a.org"})]},
    "integer ids": {"content": "x", "allowed_mentions": {"users": [5]}},
    "section": v2({"type": 9, "components": [text()], "accessory": button()}),
    "container": v2({"type": 17, "accent_color": 0xFFFFFF, "components": [text(), row(button())]}),
    "gallery": v2({"type": 12, "items": [{"media": {"url": "https://a.org/b.png"}}]}),
}

REFUSED_BODIES: dict[str, tuple[dict[str, Any], str]] = {
    "content 2001": ({"content": "x" * 2001}, "content"),
    "label 81": ({"components": [row(button(label="x" * 81))]}, "components"),
    "custom_id 101": ({"components": [row(button(custom_id="x" * 101))]}, "components"),
    "custom_id empty": ({"components": [row(button(custom_id=""))]}, "components"),
    "no label or emoji": ({"components": [row(button(label=None))]}, "components"),
    "word as emoji": ({"components": [row(button(emoji={"name": "sword"}))]}, "components"),
    "a kind that the bot does not use": (
        {"components": [row({"type": 5, "custom_id": "people"})]},
        "components",
    ),
    "custom_id twice": ({"components": [row(button(), button())]}, "components"),
    "six buttons in a row": (
        {"components": [row(*[button(custom_id=str(i)) for i in range(6)])]},
        "components",
    ),
    "six rows": (
        {"components": [row(button(custom_id=str(i))) for i in range(6)]},
        "components",
    ),
    "empty row": ({"components": [row()]}, "components"),
    "select beside a button": ({"components": [row(select(), button())]}, "components"),
    "26 options": ({"components": [row(select(options=options(26)))]}, "components"),
    "no options": ({"components": [row(select(options=[]))]}, "components"),
    "option value twice": (
        {"components": [row(select(options=options(2) + options(1)))]},
        "components",
    ),
    "option label 101": (
        {"components": [row(select(options=[{"label": "x" * 101, "value": "a"}]))]},
        "components",
    ),
    "placeholder 151": ({"components": [row(select(placeholder="x" * 151))]}, "components"),
    "more values than options": ({"components": [row(select(max_values=3))]}, "components"),
    "least above most": (
        {"components": [row(select(min_values=2, max_values=1))]},
        "components",
    ),
    "link with custom_id": (
        {"components": [row(button(style=5, url="https://a.org"))]},
        "components",
    ),
    "41 components": (v2(*[text(str(i)) for i in range(41)]), "components"),
    "41 components nested": (
        v2({"type": 17, "components": [text(str(i)) for i in range(40)]}),
        "components",
    ),
    "4001 characters": (v2(text("x" * 2000), text("x" * 2001)), "components"),
    "empty text": (v2(text("")), "components"),
    "blank text": (v2(text(" \n ")), "components"),
    "content with V2": ({"content": "x", **v2(text())}, "content"),
    "text without V2": ({"components": [text()]}, "components"),
    "button without a row": (v2(button()), "components"),
    "container in container": (
        v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components",
    ),
    "section of four": (
        v2({"type": 9, "components": [text()] * 4, "accessory": button()}),
        "components",
    ),
    "section without accessory": (v2({"type": 9, "components": [text()]}), "components"),
    "gallery of eleven": (
        v2({"type": 12, "items": [{"media": {"url": "https://a.org/b.png"}}] * 11}),
        "components",
    ),
    "picture that is not attached": (
        v2({"type": 12, "items": [{"media": {"url": "attachment://b.png"}}]}),
        "components",
    ),
    "color out of range": (
        v2({"type": 17, "accent_color": 0x1000000, "components": [text()]}),
        "components",
    ),
    "nonce 26": ({"content": "x", "nonce": "x" * 26}, "nonce"),
    "mentions parsed and listed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["5"]}},
        "allowed_mentions",
    ),
}


@pytest.mark.parametrize("name", ALLOWED_BODIES)
async def test_allowed(box: Sandbox, wire: Wire, table: Channel, name: str) -> None:
    """Bodies just within the limits are accepted."""
    status, answer = await wire.call("POST", f"/channels/{table.id}/messages", ALLOWED_BODIES[name])
    assert status == 200, answer
    assert not box.violations


@pytest.mark.parametrize("name", REFUSED_BODIES)
async def test_refused(box: Sandbox, wire: Wire, table: Channel, name: str) -> None:
    """Bodies just beyond the limits are a 50035 at the right place, and nothing is posted."""
    body, place = REFUSED_BODIES[name]
    status, answer = await wire.call("POST", f"/channels/{table.id}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert answer["message"] == "Invalid Form Body"
    assert place in answer["errors"]
    assert [v.kind for v in box.violations] == ["form_body"]
    assert not table.messages


async def test_the_place_of_a_fault_is_named_step_by_step(box: Sandbox, wire: Wire, table: Channel) -> None:
    """The error body nests as Discord's does, down to _errors."""
    box.rest.check_body = None
    body = {"components": [row(button(), button(label="x" * 81, custom_id="other"))]}
    _, answer = await wire.call("POST", f"/channels/{table.id}/messages", body)
    inner = answer["errors"]["components"]["0"]["components"]["1"]["label"]["_errors"]
    assert inner == [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 80 or fewer in length."}]


@pytest.mark.parametrize("name", REFUSED_BODIES)
async def test_refused_without_the_description(box: Sandbox, wire: Wire, table: Channel, name: str) -> None:
    """The sandbox applies every limit even without Discord's description."""
    box.rest.check_body = None
    body, place = REFUSED_BODIES[name]
    _, answer = await wire.call("POST", f"/channels/{table.id}/messages", body)
    assert answer["code"] == 50035
    assert place in answer["errors"]


async def test_empty_message(box: Sandbox, wire: Wire, table: Channel) -> None:
    """An empty message is 50006, also after an edit."""
    path = f"/channels/{table.id}/messages"
    assert await wire.code("POST", path, {"content": "  "}) == 50006
    _, made = await wire.call("POST", path, {"content": "x"})
    assert await wire.code("PATCH", f"{path}/{made['id']}", {"content": ""}) == 50006
    assert table.messages[int(made["id"])].content == "x"


async def test_v2_flag_may_be_added_and_never_removed(box: Sandbox, wire: Wire, table: Channel) -> None:
    """An edit may turn a plain message into Components V2 if it gives up its content."""
    path = f"/channels/{table.id}/messages"
    _, made = await wire.call("POST", path, {"content": "x"})
    path += f"/{made['id']}"
    assert await wire.code("PATCH", path, v2(text())) == 50035
    assert await wire.code("PATCH", path, {"content": None, "embeds": [], **v2(text())}) == 0
    assert await wire.code("PATCH", path, {"flags": 0, "components": [row(button())]}) == 50035
    status, answer = await wire.call("PATCH", path, {"components": [text("later")]})
    assert status == 200
    assert answer["flags"] & COMPONENTS_V2_FLAG


async def test_a_message_may_be_posted_without_ringing(wire: Wire, table: Channel) -> None:
    silent = {**v2(text()), "flags": COMPONENTS_V2_FLAG | MessageFlag.SUPPRESS_NOTIFICATIONS}
    _, made = await wire.call("POST", f"/channels/{table.id}/messages", silent)
    assert made["flags"] & MessageFlag.SUPPRESS_NOTIFICATIONS


VALID_COMMAND = {"name": "go", "description": "Go"}

BAD_COMMANDS: dict[str, dict[str, Any]] = {
    "upper case": {**VALID_COMMAND, "name": "Go"},
    "space": {**VALID_COMMAND, "name": "go on"},
    "name 33": {**VALID_COMMAND, "name": "x" * 33},
    "no description": {"name": "go"},
    "description 101": {**VALID_COMMAND, "description": "x" * 101},
    "26 options": {
        **VALID_COMMAND,
        "options": [{"type": 3, "name": f"o{i}", "description": "x"} for i in range(26)],
    },
    "required after optional": {
        **VALID_COMMAND,
        "options": [
            {"type": 3, "name": "a", "description": "x"},
            {"type": 3, "name": "b", "description": "x", "required": True},
        ],
    },
    "option twice": {
        **VALID_COMMAND,
        "options": [{"type": 3, "name": "a", "description": "x"}] * 2,
    },
    "option of a type that the bot does not use": {
        **VALID_COMMAND,
        "options": [{"type": 11, "name": "a", "description": "x"}],
    },
    "menu of a message": {"name": "go", "type": 3},
    "subcommand beside option": {
        **VALID_COMMAND,
        "options": [
            {"type": 1, "name": "a", "description": "x"},
            {"type": 3, "name": "b", "description": "x"},
        ],
    },
    "8001 characters": {
        **VALID_COMMAND,
        "options": [
            {
                "type": 3,
                "name": f"o{i}",
                "description": "x" * 100,
                "choices": [{"name": "y" * 90 + str(j), "value": "z" * 90} for j in range(25)],
            }
            for i in range(2)
        ],
    },
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
async def test_bad_commands(box: Sandbox, wire: Wire, name: str) -> None:
    """One faulty command has all of them refused."""
    path = f"/applications/{box.world.bot.id}/commands"
    assert await wire.code("PUT", path, [VALID_COMMAND | {"name": "ok"}, BAD_COMMANDS[name]]) == 50035
    assert not box.world.commands


async def test_commands_are_replaced_in_bulk_and_keep_their_ids(box: Sandbox, wire: Wire) -> None:
    """Bulk overwrite keeps the id of a command with the same name and removes the others."""
    path = f"/applications/{box.world.bot.id}/commands"
    _, first = await wire.call("PUT", path, [VALID_COMMAND, VALID_COMMAND | {"name": "stop"}])
    _, second = await wire.call("PUT", path, [VALID_COMMAND | {"description": "Go on"}])
    assert second[0]["id"] == first[0]["id"]
    assert second[0]["version"] != first[0]["version"]
    assert [c.name for c in box.world.commands.values()] == ["go"]
    assert await wire.code("PUT", path, [VALID_COMMAND, VALID_COMMAND]) == 50035
    assert await wire.code("PUT", "/applications/1/commands", [VALID_COMMAND]) == 20012


@pytest.mark.skipif(description() is None, reason="Discord's openapi.json is not available")
@pytest.mark.parametrize(
    "body",
    [
        {"content": "x", "tts": "yes"},
        {"content": "x", "allowed_mentions": {"parse": ["somebody"]}},
        {"components": [{"type": 99}]},
        {"components": [{"type": 1, "components": [{"type": 2, "label": "no style", "custom_id": "x"}]}]},
    ],
)
async def test_the_description_finds_more(box: Sandbox, wire: Wire, table: Channel, body: Any) -> None:
    """With Discord's description, bodies that only it forbids are refused, too."""
    assert await wire.code("POST", f"/channels/{table.id}/messages", body) == 50035
    assert [v.kind for v in box.violations] == ["form_body"]
