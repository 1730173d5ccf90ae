"""The story of the castle-defense game: who did what to whom, with which cards."""

from __future__ import annotations

import pytest

from bot.views.words.event_names import EventNames
from bot.views.words.panic_events import panic_sentence
from bot.views.words.panic_moments import panic_concern
from cards.panic.card_events import (
    CurseFoundNothing,
    OfferLapsed,
    OfferWithdrawn,
    PanicCardPlayed,
    PanicHelpOffered,
    TrophyTaken,
)
from cards.panic.events import PanicEvent
from cards.panic.monster_events import MonsterAttacked, MonsterMoved

SEATS = ("Ada", "Ben")
CARDS = ("Bullrog", "Red Knight", "Horny Helmet", "Truly Obnoxious", "Wandering Monster", "Duck of Doom")
BULLROG, KNIGHT, HELMET, OBNOXIOUS, WANDERING, DUCK = range(6)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            PanicCardPlayed(0, card=WANDERING, targets=(BULLROG,), named=""),
            "🃏 Ada plays Wandering Monster on Bullrog",
        ),
        (PanicCardPlayed(0, card=OBNOXIOUS, named="red"), "🌀 Ada casts Truly Obnoxious, naming red"),
        (
            MonsterAttacked(0, monster=BULLROG, cards=(KNIGHT, HELMET), damage=2),
            "⚔️ Ada hits Bullrog with Red Knight and Horny Helmet",
        ),
        (MonsterMoved(monster=BULLROG, arc=3, ring="knight"), "👣 Bullrog → Knight 🟢 3"),
        (
            PanicHelpOffered(1, card=KNIGHT, treasures=0, trophy="asker"),
            "🤝 Ben offers Red Knight, for nothing",
        ),
        (
            PanicHelpOffered(1, card=KNIGHT, treasures=2, trophy="helper"),
            "🤝 Ben offers Red Knight for the trophy and 2 Treasures",
        ),
        (TrophyTaken(0, trophy=BULLROG, giver=1, how="paid"), "🏆 Ben pays Ada with Bullrog"),
        (TrophyTaken(0, trophy=BULLROG, giver=1, how="repaid"), "🏆 Ben hands Bullrog back to Ada"),
        (TrophyTaken(0, trophy=BULLROG, giver=1, how="swapped"), "🏆 Ada gets Bullrog from Ben in return"),
        (TrophyTaken(0, trophy=BULLROG, giver=1), "🏆 Ada takes Bullrog from Ben"),
        (OfferWithdrawn(1), "🤝 Ben takes their offer back"),
        (CurseFoundNothing(0, curse=DUCK), "🌀 Duck of Doom finds nothing to take"),
        (PanicCardPlayed(0, card=DUCK, victim=1, named=""), "🌀 Ada plays Duck of Doom on Ben"),
        (
            OfferLapsed(1, card=KNIGHT, asker=0, why="untaken"),
            "🤝 Ada does not take Ben’s Red Knight",
        ),
        (
            OfferLapsed(1, card=KNIGHT, asker=0, why="unanswered"),
            "🤝 Ben leaves Ada’s bid for Red Knight unanswered",
        ),
        (
            OfferLapsed(1, card=KNIGHT, asker=0, why="unpaid"),
            "🤝 Ben gets nothing for Red Knight: nobody was slain with it",
        ),
        (OfferLapsed(1, card=KNIGHT, asker=0, why="useless"), "🤝 Ben’s Red Knight: no help any more"),
    ],
)
def test_the_story_says_on_with_and_for(event: PanicEvent, sentence: str) -> None:
    """A card is played on its target, a monster is hit with cards, help is offered for a price."""
    kinds = {OBNOXIOUS: "Curse", DUCK: "Curse"}
    names = EventNames(
        lambda seat: SEATS[seat], lambda card: CARDS[card], card_kind=lambda card: kinds.get(card, "")
    )
    assert panic_sentence(event, names) == sentence


def test_a_curse_and_an_offer_in_vain_are_told_to_whom_they_concern() -> None:
    struck = PanicCardPlayed(0, card=DUCK, victim=1, named="")
    vain = OfferLapsed(1, card=KNIGHT, asker=0, why="untaken")
    assert [panic_concern([struck], seat) > 0 for seat in range(3)] == [False, True, False]
    assert [panic_concern([vain], seat) > 0 for seat in range(3)] == [True, True, False]
