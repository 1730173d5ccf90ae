"""Card definitions that were kept with a saved game: they were sound when it began, and stay playable."""

import json
import zlib
from copy import deepcopy

import pytest

from cards.games.door import make_door
from cards.kernel.game import Setup
from cards.language.checking import PackError
from cards.language.packs import build_pack, pack_data


def test_a_saved_game_keeps_cards_that_a_later_release_finds_odd() -> None:
    """Nothing waits for a one-shot card before Treasures are drawn: today a pack may not say so any more."""
    data = deepcopy(pack_data("classic"))
    card = next(card for card in data["cards"] if card["kind"] == "one_shot" and card.get("play"))
    card["play"][0]["when"] = ["reward"]
    with pytest.raises(PackError, match="nothing waits for a card in hand"):
        build_pack(data)
    game = make_door(Setup("classic", 3, 7), zlib.compress(json.dumps([data]).encode()))
    state, _ = game.start()
    assert game.pending(state) is not None
    assert game.digest != make_door(Setup("classic", 3, 7), None).digest


def test_definitions_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(PackError):
        make_door(Setup("classic", 3, 7), zlib.compress(b'[{"pack": {"id": "x"}, "cards": 3}]'))
