"""The story of the castle-defence game: who did what to whom, with which cards."""

from __future__ import annotations

import pytest

from bot.views.words.event_names import EventNames
from bot.views.words.panic_events import panic_sentence
from cards.panic.card_events import OfferWithdrawn, PanicCardPlayed, PanicHelpOffered
from cards.panic.events import PanicEvent
from cards.panic.monster_events import MonsterAttacked, MonsterMoved

SEATS = ("Ada", "Ben")
CARDS = ("Bullrog", "Red Knight", "Horny Helmet", "Truly Obnoxious", "Wandering Monster")
BULLROG, KNIGHT, HELMET, OBNOXIOUS, WANDERING = range(5)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            PanicCardPlayed(0, card=WANDERING, targets=(BULLROG,), named=""),
            "🃏 Ada plays Wandering Monster on Bullrog",
        ),
        (PanicCardPlayed(0, card=OBNOXIOUS, named="red"), "🃏 Ada plays Truly Obnoxious, naming red"),
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
        (OfferWithdrawn(1), "🤝 Ben takes their offer back"),
    ],
)
def test_the_story_says_on_with_and_for(event: PanicEvent, sentence: str) -> None:
    """A card is played on its target, a monster is hit with cards, help is offered for a price."""
    names = EventNames(lambda seat: SEATS[seat], lambda card: CARDS[card])
    assert panic_sentence(event, names) == sentence
