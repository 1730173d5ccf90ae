"""A spectator's screen tells nothing that does not lie open: other hands and decks may be what they like."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.delivery.attention import WatchPace
from bot.views import screens
from bot.views.base.layout import Screen
from bot.views.base.limits import check
from cards.kernel.game import Game
from tests.bot.views.games import positions, view_of
from tests.e2e.secrets_check import Hidden, hidden_behind_doors, hidden_in_the_castle

ONLOOKER = -1
STEPS = 160

EVERY_GAME: list[tuple[str, Hidden]] = [
    ("classic", hidden_behind_doors),
    ("wild_west", hidden_behind_doors),
    ("apocalypse", hidden_behind_doors),
    ("rick_and_morty", hidden_behind_doors),
    ("panic", hidden_in_the_castle),
]


def shuffled(game: Game[Any, Any], state: Any, hidden: Hidden, rng: Random) -> Any:
    """Return the same position with the cards that nobody sees dealt again among their places."""
    other = game.decode(game.encode(state))
    zones = sorted(hidden(other, ONLOOKER))
    for alike in _kinds_of_zones(game, other, zones):
        cards = [card for zone in alike for card in other.zones.lists[zone]]
        rng.shuffle(cards)
        for zone in alike:
            count = len(other.zones.lists[zone])
            other.zones.lists[zone] = tuple(cards[:count])
            cards = cards[count:]
    other.zones.rebuild()
    return other


def _kinds_of_zones(game: Game[Any, Any], state: Any, zones: list[int]) -> list[list[int]]:
    """Return the zones in groups between which cards may change places; the castle keeps decks apart."""
    return [[zone] for zone in zones] if game.setup.game == "panic" else [zones]


def watched(game: Game[Any, Any], state: Any, events: tuple[Any, ...]) -> Screen:
    return screens.watch_screen(view_of(game, state, None, events), 1_800_000_000)


@pytest.mark.parametrize(
    ("name", "hidden"), EVERY_GAME, ids=lambda value: value if isinstance(value, str) else ""
)
def test_hidden_cards_change_neither_a_spectator_s_screen_nor_when_it_is_drawn(
    name: str, hidden: Hidden
) -> None:
    rng = Random(name)
    here, there = WatchPace(3.0), WatchPace(3.0)
    changed = 0
    for game, state, events in positions(name, 4, 3, STEPS):
        other = shuffled(game, state, hidden, rng)
        changed += other.zones.lists != state.zones.lists
        assert watched(game, state, events) == watched(game, other, events)
        ours, theirs = (view_of(game, each, None, events) for each in (state, other))
        assert here.policy(ours) == there.policy(theirs)
    assert changed > STEPS / 2


@pytest.mark.parametrize(
    ("name", "hidden"), EVERY_GAME, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_spectator_s_screen_fits_and_has_no_move_and_no_hand(name: str, hidden: Hidden) -> None:
    for game, state, events in positions(name, 4, 5, 60):
        screen = watched(game, state, events)
        check(screen)
        text = screen.as_text()
        assert "You’re watching. This screen" in text
        assert "My hand" not in text


def test_the_last_screen_leads_to_story_replay_and_dice() -> None:
    *_, (game, state, events) = positions("classic", 3, 5, 5)
    view = view_of(game, state, None, events)
    ended = replace(view, table=replace(view.table, phase="ended", seed=7, digest="x"), pending=None)
    text = screens.watch_screen(ended, 0).as_text()
    for label in ("Story", "Replay", "Dice"):
        assert f"[{label}]" in text
    assert "Play again" not in text
    assert "You’re watching. This screen" not in text


def test_a_stop_says_how_to_go_on() -> None:
    *_, (game, state, events) = positions("classic", 3, 5, 5)
    text = screens.watch_screen(view_of(game, state, None, events), 0, restarting=True).as_text()
    assert "**Refresh** brings this screen back" in text
