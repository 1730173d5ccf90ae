"""Broken packs: every fault is reported with its place, all at once, without a crash or a hang."""

import json
from pathlib import Path
from typing import Any

import pytest

from cards.language.checking import MAX_FILE_BYTES, PackError, read_file, read_json, read_toml
from cards.language.packs import build_pack, read_folder

HEADER = {"id": "broken", "title": "Broken"}
LEVEL = {"do": "level", "n": -1}


def monster(**fields: Any) -> dict[str, Any]:
    return {"id": "rat", "kind": "monster", "name": "Rat", "level": 1, "bad": [LEVEL], **fields}


def special(*effects: dict[str, Any], **fields: Any) -> dict[str, Any]:
    ability = {"when": ["any_time"], "then": list(effects), **fields}
    return {"id": "trick", "kind": "special", "back": "door", "name": "Trick", "play": [ability]}


def everyone(*effects: dict[str, Any]) -> dict[str, Any]:
    return {"do": "each", "who": "everyone", "then": list(effects)}


def nested(depth: int) -> dict[str, Any]:
    effect: dict[str, Any] = LEVEL
    for _ in range(depth):
        effect = {"do": "may", "then": [effect]}
    return effect


def faults_of(cards: Any, **header: Any) -> dict[str, str]:
    """Return the faults by place."""
    with pytest.raises(PackError) as caught:
        build_pack({"pack": {**HEADER, **header}, "cards": cards})
    return {fault.place: fault.text for fault in caught.value.faults}


TRICK = {"when": ["any_time"], "then": [LEVEL]}
ELF = {"is": "race", "name": "elf"}

BROKEN: dict[str, tuple[list[Any], dict[str, str]]] = {
    "an unknown word": (
        [monster(bad=[{"do": "discrad", "what": "card"}])],
        {"cards[0].bad[0]": "Input tag 'discrad'"},
    ),
    "a word without its name": ([monster(bad=[{"n": 1}])], {"cards[0].bad[0]": "must say which word"}),
    "an unknown field": ([monster(hitpoints=3)], {"cards[0].hitpoints": "no such field"}),
    "an unknown field deep inside": (
        [special({"do": "if", "test": {"is": "turn", "whose": "you"}, "then": [LEVEL]})],
        {"cards[0].play[0].then[0].test.whose": "no such field"},
    ),
    "a missing field": (
        [{"id": "rat", "kind": "monster", "name": "Rat", "bad": [LEVEL]}],
        {"cards[0].level": "missing"},
    ),
    "a wrong type": ([monster(level="1")], {"cards[0].level": "valid integer"}),
    "a truth value for a number": ([monster(level=True)], {"cards[0].level": "valid integer"}),
    "a number out of range": ([monster(level=400)], {"cards[0].level": "less than or equal to 40"}),
    "an unknown kind of card": ([monster(kind="dragon")], {"cards[0]": "Input tag 'dragon'"}),
    "an unknown person": (
        [special({"do": "level", "who": "everybody"})],
        {"cards[0].play[0].then[0].who": "Input should be 'you'"},
    ),
    "an unknown condition": (
        [monster(mods=[{"stat": "strength", "n": 2, "if": {"is": "rainy"}}])],
        {"cards[0].mods[0].if": "Input tag 'rainy'"},
    ),
    "an unknown number": (
        [monster(mods=[{"stat": "strength", "n": {"num": "eval", "code": "1+1"}}])],
        {"cards[0].mods[0].n": "Input tag 'eval'"},
    ),
    "an unknown moment, figure and event": (
        [
            special(LEVEL, when=["midnight"]),
            monster(mods=[{"stat": "charm", "n": 1}], on=[{"when": "sneezed", "then": [LEVEL]}]),
        ],
        {
            "cards[0].play[0].when[0]": "Input should be",
            "cards[1].mods[0].stat": "Input should be",
            "cards[1].on[0].when": "Input should be",
        },
    ),
    "an empty list of effects": ([monster(bad=[])], {"cards[0].bad": "at least 1 item"}),
    "too many parts": (
        [special({"do": "choose", "options": [{"name": str(n), "then": [LEVEL] * 12} for n in range(8)]})],
        {"cards[0]": "parts; a card may have 80"},
    ),
    "too deep": ([special(nested(11))], {"cards[0]": "nested deeper than 10"}),
    "lists without end": ([monster(bad=[[[[[[[[[[[[[[]]]]]]]]]]]]]])], {"cards[0]": "nested deeper than 10"}),
    "the same id twice": (
        [monster(), monster(name="Other"), monster(id="cat")],
        {"cards[1].id": "already used by cards[0]"},
    ),
    "a Race that nobody is": (
        [monster(mods=[{"stat": "strength", "n": 4, "if": ELF}])],
        {"cards[0].mods[0].if.name": "no Class, Race or Role `elf`"},
    ),
    "a card, a trait and a tag that do not exist": (
        [
            special(
                {"do": "discard", "what": {"id": "cat"}},
                {"do": "discard", "what": {"trait": "elf", "tag": "wet", "from": "traits"}},
            )
        ],
        {
            "cards[0].play[0].then[0].what.id": "no card `cat`",
            "cards[0].play[0].then[1].what.trait": "no Class, Race or Role `elf`",
            "cards[0].play[0].then[1].what.tag": "no card of the pack has the tag `wet`",
        },
    ),
    "something nobody chose": (
        [special({"do": "level", "who": "target"}, {"do": "power", "n": 1, "side": "chosen"})],
        {
            "cards[0].play[0].then[0].who": "nothing on this card is called `target`",
            "cards[0].play[0].then[1].side": "nothing on this card is called `side`",
        },
    ),
    "a card nobody chose, to swap for": (
        [special({"do": "swap", "what": {}, "for": "card"})],
        {"cards[0].play[0].then[0].for": "nothing on this card is called `card`"},
    ),
    "a number nobody counted": (
        [special({"do": "level", "n": {"num": "var", "name": "sheep"}})],
        {"cards[0].play[0].then[0].n.name": "nothing on this card is called `sheep`"},
    ),
    "a choice that looks at the wrong one": (
        [special(LEVEL, targets=[{"who": "others", "if": {"is": "level", "min": 4}}])],
        {"cards[0].play[0].targets[0].if": "must speak of `it`"},
    ),
    "a figure that hangs on itself": (
        [
            {
                "id": "hat",
                "kind": "item",
                "name": "Hat",
                "needs": [{"is": "stat", "stat": "flee"}],
                "mods": [
                    {"stat": "flee", "if": {"is": "stat", "stat": "flee"}},
                    {"stat": "strength", "n": {"num": "printed", "what": "this", "stat": "bonus"}},
                    {"stat": "strength", "n": {"num": "count", "min_bonus": 1}},
                    {"stat": "no_class", "if": {"is": "class", "name": "any"}},
                    {"stat": "slots_free"},
                ],
            }
        ],
        {
            "cards[0].needs[0]": "cannot depend on figures that modifiers change",
            "cards[0].mods[0].if": "cannot depend on figures that modifiers change",
            "cards[0].mods[1].n": "cannot depend on figures that modifiers change",
            "cards[0].mods[2].n": "cannot depend on figures that modifiers change",
            "cards[0].mods[3]": "cannot depend on Class, Race or Role",
            "cards[0].mods[4]": "an Item with `needs` cannot give `slots_free`",
        },
    ),
    "a card that does nothing": (
        [
            {"id": "itch", "kind": "curse", "name": "Itch"},
            {"id": "soup", "kind": "one_shot", "name": "Soup"},
            {"id": "page", "kind": "special", "back": "door", "name": "Page"},
            {"id": "seal", "kind": "seal", "name": "Seal"},
        ],
        {
            "cards[0]": "a curse needs `hits`",
            "cards[1]": "a one-shot needs a `bonus`",
            "cards[2]": "a special card needs something to `play`",
            "cards[3]": "a Seal needs `hits`",
        },
    ),
    "a sex where none belongs": (
        [{"id": "elf", "kind": "race", "name": "Elf", "trait": "elf", "plural": "Elves", "sex": "male"}],
        {"cards[0]": "a Role, and nothing else, has a `sex`"},
    ),
    "a deck where none can be chosen": (
        [{**special(LEVEL), "kind": "one_shot"}],
        {"cards[0].back": "no such field"},
    ),
    "needs without a bonus": (
        [
            {
                "id": "soup",
                "kind": "one_shot",
                "name": "Soup",
                "needs": [{"is": "turn"}],
                "play": [{"when": ["combat"], "then": [LEVEL]}],
            }
        ],
        {"cards[0]": "`needs` goes with a `bonus`"},
    ),
    "a rule for nobody": (
        [monster(mods=[{"stat": "alone"}])],
        {"cards[0].mods[0].to": "say which players `alone` concerns"},
    ),
    "a monster that looks only at who was there first": (
        [
            monster(
                on=[{"when": "enter", "if": {"is": "sex", "sex": "male", "who": "party"}, "then": [LEVEL]}]
            )
        ],
        {"cards[0].on[0].if": "a helper may join later"},
    ),
    "a rule for half a combat": (
        [monster(mods=[{"stat": "alone", "to": "party", "if": {"is": "level", "max": 3, "who": "it"}}])],
        {"cards[0].mods[0].if": "`alone` holds for the whole fight"},
    ),
    "a word that cannot be said": (
        [special({"do": "level", "n": {"num": "var", "name": "word"}})],
        {"cards[0].play[0].then[0].n.name": "nothing on this card is called `word`"},
    ),
    "something besides without a bonus": (
        [{"id": "soup", "kind": "one_shot", "name": "Soup", "hits": [LEVEL], "play": [TRICK]}],
        {"cards[0]": "`hits` goes with a `bonus`"},
    ),
    "everybody for everybody for everybody": (
        [special(everyone(everyone(everyone(LEVEL, LEVEL))))],
        {"cards[0].play[0].then[0]": "too many effects"},
    ),
    "a monster that is discarded": (
        [
            monster(on=[{"when": "enter", "then": [{"do": "discard", "what": "this"}]}]),
            special({"do": "put_back", "what": "monster"}, when=["combat"], targets=[{"name": "monster"}]),
        ],
        {
            "cards[0].on[0].then[0].what": "use `remove` to take a monster out",
            "cards[1].play[0].then[0].what": "use `remove` to take a monster out",
        },
    ),
    "a monster that becomes a second one": (
        [monster(play=[{"when": ["combat"], "targets": [{"name": "monster"}], "then": [{"do": "copy"}]}])],
        {"cards[0].play[0].then[0]": "cannot join it a second time"},
    ),
    "a monster that is spent": (
        [monster(play=[{"when": ["own_combat"], "spend": True, "then": [LEVEL]}])],
        {"cards[0].play[0].spend": "use `remove` to take a monster out"},
    ),
    "a monster that stays": (
        [monster(on=[{"when": "enter", "then": [{"do": "stay", "until": "removed"}]}])],
        {"cards[0].on[0].then[0]": "cannot stay before a player"},
    ),
    "a share for each of no victims": (
        [special(LEVEL, max=1, per="target")],
        {"cards[0].play[0]": "`per` counts targets, and there are no `targets`"},
    ),
    "a question with its mark": (
        [special({"do": "question", "text": "it is raining?"})],
        {"cards[0].play[0].then[0].text": "should match pattern"},
    ),
    "names that would break a screen": (
        [
            monster(name="Rat\n@everyone"),
            monster(id="Rat!"),
            monster(id="cat", name="{rat}"),
            monster(id="bat", name="Bat\u202egnol"),
            special(
                {"do": "choose", "options": [{"name": "\n", "then": [LEVEL]}, {"name": "b", "then": [LEVEL]}]}
            ),
        ],
        {
            "cards[3].name": "a text cannot have",
            "cards[4].play[0].then[0].options[0].name": "a text cannot have",
            "cards[0].name": "a text cannot have",
            "cards[1].id": "should match pattern",
            "cards[2].name": "a text cannot have",
        },
    ),
    "names of which nothing is seen": (
        [
            monster(name="   "),
            monster(id="cat", name="\u200b\u200b"),
            monster(id="bat", name="\u3164"),
            monster(id="owl", name="Owl\U000e0041"),
            monster(id="elk", name="E" + "\u0301" * 5),
        ],
        {
            "cards[0].name": "no visible character",
            "cards[1].name": "a text cannot have",
            "cards[2].name": "a text cannot have",
            "cards[3].name": "invisible characters",
            "cards[4].name": "too many accents",
        },
    ),
    "an unknown field that would write over the message": (
        [monster(**{"\x1b[2J\nno faults": 1}), monster(id="cat", **{"k" * 5000: 1})],
        {
            r"cards[0].'\x1b[2J\nno faults'": "no such field",
            f"cards[1].'{'k' * 40}'": "no such field",
        },
    ),
    "values without end": ([monster(tags=["a"] * 3000)], {"cards[0]": "more than 2000 values"}),
    "a fortune": ([monster(level=10**4000)], {"cards[0].level": "less than or equal to 40"}),
    "an infinity": ([monster(level=float("inf"))], {"cards[0].level": "valid integer"}),
    "a name of half a page": ([monster(name="R" * 61)], {"cards[0].name": "at most 60 characters"}),
    "no card at all": ([], {"cards": "at least 1 item"}),
    "cards that are no list": ("rat", {"cards": "valid tuple"}),  # type: ignore[dict-item]
    "a card that is no object": (["rat"], {"cards[0]": "valid dictionary"}),
    "too many cards": ([monster()] * 601, {"cards": "601 cards"}),
    "too many copies": ([monster(copies=21)], {"cards[0].copies": "less than or equal to 20"}),
}


@pytest.mark.parametrize("case", BROKEN)
def test_each_fault_is_named_at_its_place(case: str) -> None:
    cards, expected = BROKEN[case]
    found = faults_of(cards)
    assert set(found) == set(expected)
    for place, text in expected.items():
        assert text in found[place]


def test_all_faults_of_a_pack_come_at_once_with_the_cards_id() -> None:
    with pytest.raises(PackError) as caught:
        build_pack(
            {
                "pack": {**HEADER, "colour": "red"},
                "cards": [monster(level=0), monster(id="cat", treasures=-1)],
            }
        )
    assert [(fault.card, fault.place) for fault in caught.value.faults] == [
        ("", "pack.colour"),
        ("rat", "cards[0].level"),
        ("cat", "cards[1].treasures"),
    ]
    assert "cards[1].treasures (cat): " in str(caught.value)


def test_a_header_of_values_without_end_is_not_looked_at() -> None:
    assert faults_of([monster()], traits=[1] * 3000) == {"pack": "more than 2000 values"}


def test_a_fault_in_the_header_is_named() -> None:
    assert set(faults_of([monster()], id="No Spaces")) == {"pack.id"}
    assert set(faults_of([monster()], edition={"big_limit": 0})) == {"pack.edition.big_limit"}


def test_names_from_other_packs_may_be_declared() -> None:
    fits = monster(mods=[{"stat": "strength", "n": 4, "if": ELF}])
    pack = build_pack({"pack": {**HEADER, "traits": ["elf"]}, "cards": [fits]})
    assert pack.find("rat").text[0] == "+4 if you are an Elf."


@pytest.mark.parametrize("data", [None, [], "pack", 7])
def test_something_else_than_a_pack(data: Any) -> None:
    with pytest.raises(PackError, match="outermost value must be an object"):
        build_pack(data)


RAW: dict[str, tuple[bytes, str]] = {
    "cut off": (b'{"pack": {', "cannot be parsed"),
    "nested to death": (b"[" * 200_000, "nested too deep"),
    "objects nested to death": (b'{"a":' * 100_000, "nested too deep"),
    "a number of ten thousand digits": (b'{"pack": ' + b"9" * 10_000 + b"}", "cannot be parsed"),
    "not a number": (b'{"pack": NaN}', "NaN is not allowed as a number"),
    "a key twice": (b'{"pack": 1, "pack": 2}', "the key 'pack' appears twice"),
    "no text": (b"\xff\xfe\x00", "not UTF-8 at byte 0"),
    "a list": (b"[]", "outermost value"),
    "the last of many keys twice": (
        b"{" + b",".join(b'"k%d":1' % n for n in range(80_000)) + b',"k79999":2}',
        "the key 'k79999' appears twice",
    ),
    "too large": (b" " * (MAX_FILE_BYTES + 1), "larger than 1,000,000 bytes"),
}


@pytest.mark.parametrize("case", RAW)
def test_hostile_json_is_refused(case: str) -> None:
    raw, text = RAW[case]
    with pytest.raises(PackError, match=text):
        read_json(raw)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"a = ", "cannot be parsed"),
        (b"a = " + b"[" * 100_000, "nested too deep"),
        (b"a." * 400_000 + b"b = 1", "line 1 has more than 60 dots"),
        (b"[x]\n[" + b"a." * 400_000 + b"b]", "line 2 has more than 60 dots"),
    ],
)
def test_hostile_toml_is_refused(raw: bytes, text: str) -> None:
    with pytest.raises(PackError, match=text):
        read_toml(raw)


def test_a_date_is_no_name() -> None:
    """TOML has dates, but no card does."""
    data = read_toml(b'[pack]\nid = "x"\ntitle = 2020-01-01\n[[cards]]\nid = "rat"\nkind = 1979-05-27')
    with pytest.raises(PackError) as caught:
        build_pack(data)
    assert {fault.place for fault in caught.value.faults} == {"pack.title", "cards[0]"}


def test_only_json_and_toml_are_read(tmp_path: Path) -> None:
    """YAML files are not read."""
    path = tmp_path / "pack.yaml"
    path.write_text("a: &a [*a]")
    with pytest.raises(PackError, match=r"a pack is a \.json or \.toml file"):
        read_file(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="cannot be read: No such file"):
        read_file(tmp_path / "gone.json")


@pytest.mark.parametrize("listed", ["cards = 5", 'cards = "abc"', "[cards]\na = 1"])
@pytest.mark.parametrize("name", ["pack.toml", "doors.toml"])
def test_cards_of_a_folder_that_are_no_list(tmp_path: Path, listed: str, name: str) -> None:
    (tmp_path / "pack.toml").write_text('[pack]\nid = "x"\ntitle = "X"\n')
    (tmp_path / name).write_text(listed)
    with pytest.raises(PackError, match=f"{name}: cards: must be a list"):
        read_folder(tmp_path)


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    path.write_bytes(b" " * (MAX_FILE_BYTES + 10))
    with pytest.raises(PackError, match="larger than"):
        read_file(path)


def test_faults_have_an_end() -> None:
    """The number of reported faults is limited."""
    cards = [monster(id=f"rat-{n}", level=0) for n in range(400)]
    with pytest.raises(PackError) as caught:
        build_pack({"pack": HEADER, "cards": cards})
    assert len(caught.value.faults) == 100


def test_the_same_data_has_the_same_digest() -> None:
    data = {"pack": HEADER, "cards": [monster()]}
    turned = json.loads(json.dumps({"cards": [dict(reversed(monster().items()))], "pack": HEADER}))
    assert build_pack(data).digest == build_pack(turned).digest
    assert build_pack(data).digest != build_pack({**data, "cards": [monster(level=2)]}).digest
