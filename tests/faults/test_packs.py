"""Corrupt packs: whatever is in one, it is refused with its faults named, or it is a pack."""

import copy
import json
from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cards.language import packs
from cards.language.checking import PackError, read_json

NASTY_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1 << 70,
    1.5,
    "",
    "x" * 5000,
    "@everyone",
    [],
    {},
    [[[]]],
    {"do": "x"},
]

CLASSIC_PACK = packs.read_folder(packs.PACKS_DIR / "classic")
SMALL_PACK = {
    **CLASSIC_PACK,
    "cards": [card for card in CLASSIC_PACK["cards"] if card["kind"] in ("race", "class")][:6],
}


def build(data: Any) -> None:
    """Build the pack; a refusal has to name faults, and anything else that is raised fails the test."""
    try:
        packs.build_pack(data)
    except PackError as refusal:
        if not refusal.faults:
            raise AssertionError("refused without a reason") from refusal


def places(data: Any) -> list[tuple[Any, Any]]:
    """List everything in a pack that can be replaced: container and key."""
    if isinstance(data, dict):
        pairs = list(data.items())
    elif isinstance(data, list):
        pairs = list(enumerate(data))
    else:
        return []
    return [(data, key) for key, _ in pairs] + [place for _, inner in pairs for place in places(inner)]


@given(st.data())
def test_a_pack_with_anything_replaced_is_refused_or_a_pack(data: st.DataObject) -> None:
    """Fault: nasty values in a pack; it is refused with its faults named, or it is a pack."""
    pack = copy.deepcopy(SMALL_PACK)
    for _ in range(data.draw(st.integers(1, 3))):
        found = places(pack)
        container, key = found[data.draw(st.integers(0, len(found) - 1))]
        # A copy: one put into itself by a second draw would be a ring, which no file can hold.
        container[key] = copy.deepcopy(data.draw(st.sampled_from(NASTY_VALUES)))
    build(pack)


@given(st.data())
def test_a_pack_with_damaged_bytes_is_refused_or_a_pack(data: st.DataObject) -> None:
    """Fault: damaged bytes in a pack; it is refused with its faults named, or it is a pack."""
    raw = bytearray(json.dumps(SMALL_PACK).encode())
    at = data.draw(st.integers(0, len(raw) - 1))
    how = data.draw(st.sampled_from(["change", "cut", "double"]))
    if how == "change":
        raw[at] = data.draw(st.integers(0, 255))
    elif how == "cut":
        del raw[at:]
    else:
        raw[at:at] = raw[:at]
    with suppress(PackError):
        build(read_json(bytes(raw)))
