"""Moments: how long they are held, and whom they strike."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.tables.past import PastRevision
from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, FACE_S
from bot.views.base.layout import Container, Picture, Text
from bot.views.base.sketches import Reveal
from bot.views.door.bargains import grudge_against
from bot.views.door.words.vocabulary import DOOR_EVENTS
from bot.views.panic.words.vocabulary import PANIC_EVENTS
from bot.views.screens import hand_screen, hold_s
from cards.door.card_events import CardReceived, CardUsed, ItemEquipped, TradeOffered
from cards.door.combat_events import (
    CombatScored,
    FleeRolled,
    KillClaimed,
    MonsterEnhanced,
    StrengthAdded,
    TruceEnded,
)
from cards.door.events import CharacterDied, Cursed, DoorKicked, PassedWindow
from cards.kernel.events import Discarded, Event
from cards.kernel.game import Setup
from cards.kernel.moves import Refusal
from cards.panic.card_events import CardHanded, PanicCardPlayed, TrophyTaken
from cards.panic.monster_events import TowerFell
from cards.registry import module_of
from tests.bot.views.games import action_of, view_of
from tests.cards.panic.situation import PanicSituationTable, arrange
from tests.cards.players.situations import PlayerSituation

SCORED = CombatScored(seat=0, party=9, monsters=12, ahead=False)
USED = CardUsed(seat=1, card=7, spent=True)
TRUCE = TruceEnded(seat=1, partner=2, items=(9,), how="kept")
DROPPED = Discarded(seat=1, cards=(7,), card_count=1)


@pytest.mark.parametrize(
    ("events", "seconds"),
    [
        ((DoorKicked(seat=0, card=7),), FACE_S),
        ((Cursed(seat=0, card=7, by=1),), FACE_S),
        ((USED, SCORED), FACE_S),
        ((USED,), 0.0),
        ((KillClaimed(seat=0),), BEAT_S),
        ((FleeRolled(seat=0, monster=7, die=2, bonus=0),), BEAT_S),
        ((CharacterDied(seat=0, card=7),), BEAT_S),
        ((ItemEquipped(seat=0, card=7), PassedWindow(seat=1, window="curse")), 0.0),
    ],
)
def test_faces_are_held_for_six_seconds_and_claims_dice_and_deaths_for_three(
    events: tuple[Event, ...], seconds: float
) -> None:
    assert hold_s("classic", events) == seconds


@pytest.mark.parametrize(
    ("events", "by", "struck"),
    [
        ((Cursed(seat=0, card=7, by=1),), 1, {0}),
        ((Cursed(seat=0, card=7, by=-1),), 0, set()),
        ((MonsterEnhanced(seat=1, card=7, monster=8, bonus=5), SCORED), 1, {0}),
        ((MonsterEnhanced(seat=1, card=7, monster=8, bonus=-5), SCORED), 1, set()),
        ((USED, StrengthAdded(seat=1, cards=(7,), bonus=3, side="party"), SCORED), 1, set()),
        ((USED, StrengthAdded(seat=1, cards=(7,), bonus=-3, side="party"), SCORED), 1, {0}),
        ((USED, CardReceived(seat=1, card=9, giver=2, source="hand")), 1, {2}),
        ((CardReceived(seat=1, card=9, giver=2, source="hand"), DROPPED), 1, {2}),
        ((CardReceived(seat=1, card=9, giver=2, source="hand"),), 2, set()),
        ((USED, TRUCE, CardReceived(seat=1, card=9, giver=2, source="hand")), 1, set()),
    ],
    ids=["curse", "own door", "stab", "help", "for", "against", "robbery", "choice", "gift", "truce"],
)
def test_who_is_struck_is_who_another_does_something_to(
    events: tuple[Event, ...], by: int, struck: set[int]
) -> None:
    assert DOOR_EVENTS.struck(events, by) == struck


def acts(name: str, steps: int) -> Iterator[tuple[Event, ...]]:
    """Play a random game and yield what each act brings."""
    game = module_of(name).make(Setup(name, 4, 3, {}), None)
    rng, (state, _) = Random(3), game.start()
    for _ in range(steps):
        pending = game.pending(state)
        if pending is None:
            return
        seat = rng.choice(pending.awaited)
        result = game.step(state, action_of(rng.choice(game.legal_moves(state, seat)), seat, rng))
        assert not isinstance(result, Refusal)
        state = result.state
        yield result.events


@pytest.mark.parametrize("game", ["classic", "wild_west", "apocalypse", "rick_and_morty"])
def test_a_card_that_a_game_shows_is_held_whatever_came_with_it(game: str) -> None:
    """A card that is used outside a fight is no picture by itself."""
    before: list[Event] = []
    shown = set[str]()
    for told in acts(game, 400):
        for number, event in enumerate(told):
            names = EventNames(str, str, card_kind=str, before=(*before, *told[:number])[-40:])
            reveal = DOOR_EVENTS.of(event).reveal
            if reveal is None or isinstance(event, CardUsed) or reveal(event, names)[1] < 0:
                continue
            shown.add(type(event).__name__)
            assert hold_s(game, told) > 0, event
        before += told
    assert len(shown) > 3


def test_every_card_that_is_shown_to_the_table_is_held() -> None:
    """A picture that nothing holds would be gone before it is seen."""
    shown = {kind for kind, row in DOOR_EVENTS._rows.items() if row.reveal is not None}
    staged = {kind for kind, row in DOOR_EVENTS._rows.items() if row.stage is not None}
    assert shown <= staged


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_victim_of_a_curse_has_it_on_top_of_their_own_hand(seat: int) -> None:
    """Card and thrower; nobody else's hand shows it."""
    situation = PlayerSituation({}, {"hand": ["Bad Hat Day"]}, {}, phase="arrange")
    card = situation.card("Bad Hat Day")
    view = view_of(situation.game, situation.state, seat)
    view = replace(view, past=(PastRevision(1, (Cursed(seat=0, card=card, by=1),), 1),))
    (frame,) = hand_screen(view, auto_updated=True).parts
    assert isinstance(frame, Container)
    shown = [block.sketch for block in frame.blocks if isinstance(block, Picture)]
    revealed = [sketch for sketch in shown if isinstance(sketch, Reveal)]
    assert bool(revealed) is (seat == 0)
    if revealed:
        assert "throws a curse" in revealed[0].head
        assert [type(block) for block in frame.blocks[:2]] == [Text, Picture]


CURSED = PanicCardPlayed(seat=1, card=7, victim=0, named="")
ROBBED = TrophyTaken(seat=1, trophy=7, giver=0)
PAID = TrophyTaken(seat=1, trophy=7, giver=0, how="paid")
SNATCHED = CardHanded(seat=1, card=7, giver=0, how="snatched")
CHARITY = CardHanded(seat=1, card=7, giver=0, how="charity")
FELL = TowerFell(seat=1, arc=2, cause="", monsters=())


@pytest.mark.parametrize(
    ("event", "seconds", "struck"),
    [
        (CURSED, FACE_S, {0}),
        (replace(CURSED, victim=-1), 0.0, set()),
        (ROBBED, BEAT_S, {0}),
        (PAID, BEAT_S, set()),
        (SNATCHED, BEAT_S, {0}),
        (CHARITY, 0.0, set()),
        (FELL, FACE_S, set()),
    ],
    ids=["curse", "card", "robbery", "payment", "snatch", "gift", "tower"],
)
def test_in_panic_curses_and_robberies_strike_and_what_falls_is_held(
    event: Event, seconds: float, struck: set[int]
) -> None:
    assert hold_s("panic", (event,)) == seconds
    assert PANIC_EVENTS.struck((event,), 1) == struck
    assert PANIC_EVENTS.struck((event,), 0) == set(), "nobody strikes themselves"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_victim_of_a_curse_in_panic_has_it_on_top_of_their_own_hand(seat: int) -> None:
    made = PanicSituationTable(arrange())
    card = made.game.catalog.index("truly_obnoxious")
    past = PastRevision(1, (replace(CURSED, card=card),), 1)
    view = replace(view_of(made.game, made.state, seat), past=(past,))
    (frame,) = hand_screen(view, auto_updated=True).parts
    assert isinstance(frame, Container)
    shown = [block.sketch for block in frame.blocks if isinstance(block, Picture)]
    revealed = [sketch for sketch in shown if isinstance(sketch, Reveal)]
    assert [each.head.endswith("on Ann") for each in revealed] == [True] * (seat == 0)


@pytest.mark.parametrize(("strikes", "words"), [(1, ""), (2, "has struck you twice"), (3, "3 times")])
def test_whoever_asks_for_a_bargain_is_known_by_what_they_have_done(strikes: int, words: str) -> None:
    """What somebody else has done, and what they merely offered, is not held against them."""
    situation = PlayerSituation({}, {}, {}, phase="arrange")
    curse = Cursed(seat=0, card=7, by=1)
    offered = TradeOffered(seat=1, to=0, cards=(7,), wanted_from=0, form="")
    past = [PastRevision(n, (curse,), 1) for n in range(strikes)]
    past += [PastRevision(8, (offered,), 1), PastRevision(9, (replace(curse, by=2),), 2)]
    view = replace(view_of(situation.game, situation.state, 0), past=tuple(past))
    told = grudge_against(view, 1)
    assert words in told
    assert bool(told) is bool(words)
