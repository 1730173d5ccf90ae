"""The guide to writing cards: what it shows is a pack, and it reads as the guide says."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cards.language.commands import show_card
from cards.language.filters import CardSelection
from cards.language.forms import CARD_FORMS, Edition
from cards.language.packs import build_pack
from cards.language.schema import reference
from cards.language.text_renderer import TextRenderer

GUIDE = (Path(__file__).resolve().parents[3] / "docs" / "card-language.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", GUIDE, re.DOTALL)
ELF = {"id": "elf", "kind": "race", "name": "Elf", "trait": "elf", "plural": "Elves"}


def card(**fields: Any) -> dict[str, Any]:
    bare: dict[str, Any] = {
        "id": "trial",
        "kind": "monster",
        "name": "Trial",
        "level": 6,
        "bad": [{"do": "level", "n": -1}],
    }
    return {**bare, **fields}


def text_of(made: dict[str, Any]) -> list[str]:
    pack = build_pack({"pack": {"id": "guide", "title": "Guide"}, "cards": [ELF, made]})
    return list(pack.find(made["id"]).text)


def snippets() -> list[tuple[dict[str, Any], str]]:
    """Pair every TOML example with the text that the guide shows below it, if it shows one."""
    found: list[tuple[dict[str, Any], str]] = []
    for number, (kind, body) in enumerate(BLOCKS):
        if kind != "toml":
            continue
        following = BLOCKS[number + 1] if number + 1 < len(BLOCKS) else ("toml", "")
        found.append((tomllib.loads(body), following[1] if following[0] == "" else ""))
    return found


def test_the_first_card_is_shown_as_the_guide_shows_it() -> None:
    data = tomllib.loads(BLOCKS[0][1])
    shown = "\n".join(show_card(build_pack(data).find("soup-dragon")))
    assert BLOCKS[2][1].strip() == shown


@pytest.mark.parametrize("number", range(1, len(snippets())))
def test_every_example_is_a_card_and_reads_as_told(number: int) -> None:
    fields, told = snippets()[number]
    if "pack" in fields:
        assert build_pack({**fields, "cards": [ELF]}).edition != Edition()
        return
    if "cards" in fields:
        made = fields["cards"][0]
    elif "hits" in fields:
        made = {"id": "trial", "kind": "curse", "name": "Trial", **fields}
    elif "then" in fields:
        made = card(play=[{"when": ["any_time"], **fields}])
    elif "who" in fields:
        made = card(bad=[{"do": "level", "n": -1, **fields}])
    elif "on" in fields:
        made = {"id": "trial", "kind": "item", "name": "Trial", **fields}
    else:
        made = card(**fields)
    text = text_of(made)
    for line in told.strip().splitlines():
        if not line.startswith("my-cards.toml"):
            assert line in text


def test_the_selections_read_as_the_table_says() -> None:
    rows = re.findall(r"^\| `(\{.*?\})` \| (.*?) \|$", GUIDE, re.MULTILINE)
    assert len(rows) == 7
    for written, told in rows:
        what = CardSelection.model_validate(tomllib.loads(f"what = {written}")["what"])
        assert TextRenderer().cards(what, "you") == told


def test_every_kind_of_card_is_in_the_table() -> None:
    table = GUIDE[GUIDE.index("## 7.") : GUIDE.index("## 8.")]
    for form in CARD_FORMS:
        for kind in form.model_fields["kind"].annotation.__args__:  # type: ignore[union-attr]
            assert f"`{kind}`" in table


def test_the_recipes_speak_only_of_what_there_is() -> None:
    """Every word in the answers to "How do I say ..." is somewhere in the reference."""
    table = GUIDE[GUIDE.index("## 8.") : GUIDE.index("## 9.")]
    answers = re.findall(r"^\| .*? \| (.*) \|$", table, re.MULTILINE)[1:]
    words = {word for answer in answers for word in re.findall(r"`(\w+)`", answer)}
    assert len(words) > 30
    known = reference()
    assert {word for word in words if f"`{word}`" not in known} == set()
