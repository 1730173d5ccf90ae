"""The story: every event has words, and the lines of a game read like something told by a friend."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Former
from bot.views.base import wording
from bot.views.base.event_names import EventNames
from bot.views.door.words.reasons import REASON_SAYINGS
from bot.views.press.moves import words_of
from bot.views.table import news, recap, story
from cards.door.card_events import CardGivenUp, CardReceived, CardUsed, ItemsSold
from cards.door.chronicle import level_change
from cards.door.combat_events import (
    CombatEnded,
    CombatScored,
    CombatStarted,
    Escaped,
    HelperJoined,
    HelperPaymentSet,
    HelpOffered,
    HelpRefused,
    KillClaimed,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
    NotPursued,
    ReasonGiven,
    StrengthAdded,
    TruceEnded,
)
from cards.door.events import (
    DOOR_EVENT_KINDS,
    CorrectionMade,
    Cursed,
    DoorKicked,
    LevelChanged,
    SealOpened,
    TurnStarted,
)
from cards.kernel.chronicle import figures_before
from cards.kernel.events import Discarded, Drew, Event, EventRecord
from cards.kernel.game import Game, Setup
from cards.kernel.moves import Refusal
from cards.registry import module_of
from tests.bot.views.games import NAMES, action_of, positions, view_of
from tests.e2e.secrets_check import faces_of, hidden_behind_doors, revealing_names

GAMES = ("classic", "wild_west", "apocalypse", "rick_and_morty", "classic+wild_west", "panic")
PLAIN_NAMES = ("Ada", "Rusty", "Cogsworth", "Pixel", "Juniper", "Bolt")

SILENT = {
    "passed",
    "turn_ended",
    "combat_started",
    "combat_scored",
    "help_withdrawn",
}
"""Kinds of events that are told by others or not worth a word."""
PARTLY_SILENT = {"combat_ended", "discarded", "rolled", "hurt", "trade_ended", "truce_ended", "token"}
"""Kinds of which some are told by others: dice for the order, tokens that are monsters."""

ONE_OF_MANY = re.compile(
    r"\b1 (?:Levels|Treasures|cards|points|monsters)\b|\b(?:[2-9]|\d\d) (?:Level|Treasure|card|point)\b"
)


def played(
    name: str, seats: int, seed: int, steps: int
) -> tuple[Game[Any, Any], Any, tuple[PastRevision, ...]]:
    """Play a random game; return it with its last state and its whole past."""
    module = module_of(name)
    game = module.make(Setup(name, seats, seed, {}), None)
    rng = Random(seed)
    state, events = game.start()
    past = [PastRevision(1, events)]
    while len(past) < steps and game.pending(state) is not None:
        pending = game.pending(state)
        assert pending is not None
        every = [(seat, move) for seat in range(seats) for move in game.legal_moves(state, seat)]
        urgent = [pair for pair in every if pair[0] in pending.awaited]
        seat, move = rng.choice(urgent if urgent and rng.random() < 0.8 else every)
        result = game.step(state, action_of(move, seat, rng))
        assert not isinstance(result, Refusal)
        state = result.state
        past.append(PastRevision(len(past) + 1, result.events, seat))
    return game, state, tuple(past)


def view_of_past(
    game: Game[Any, Any], state: Any, past: tuple[PastRevision, ...], seat: int | None = None
) -> TableView:
    """Return what a seat sees, with plain names."""
    view = view_of(game, state, seat)
    seats = tuple(replace(each, name=PLAIN_NAMES[n]) for n, each in enumerate(view.table.seats))
    table = replace(view.table, seats=seats)
    return replace(view, table=table, past=tuple(each.redacted_for(seat) for each in past))


@pytest.mark.parametrize("name", GAMES)
def test_every_event_of_a_game_has_words_and_every_line_reads_well(name: str) -> None:
    told_kinds: set[str] = set()
    for seed in (1, 2):
        game, state, past = played(name, 4, seed, 500)
        for seat in (None, 0):
            view = view_of_past(game, state, past, seat)
            lines = story.tell(view, view.past)
            told = {id(event) for line in lines for event in line.events}
            assert len(lines) > 50
            for revision in view.past:
                for event in revision.events:
                    if id(event) in told:
                        told_kinds.add(event.kind)
            _check_words(view)
            for line in lines:
                assert_reads_well(line.text)
    assert len(told_kinds) >= (20 if name != "panic" else 15)


def _check_words(view: TableView) -> None:
    """Every kind of event has a sentence of its own, unless it is on the lists above."""
    words = words_of(view)
    names = EventNames(seat_name=lambda seat: f"S{seat}", card_name=lambda card: f"C{card}")
    for revision in view.past:
        for event in revision.events:
            line = wording.event(words, event, names)
            assert line or event.kind in SILENT | PARTLY_SILENT, event
            assert not line or event.kind not in SILENT, event


def assert_reads_well(line: str) -> None:
    """No gap, no double space, no wrong plural, no bare markup, nothing too long."""
    assert len(line) <= story.MAX_LINE_CHARS, line
    assert line == line.strip()
    assert "  " not in line, line
    assert "{" not in line
    assert "None" not in line.partition(". “")[0], line
    assert " ," not in line, line
    assert not line.endswith((":", ",", " and", "…")), line
    assert not ONE_OF_MANY.search(line), line
    assert line.replace("\\*", "").count("**") % 2 == 0, line
    assert "****" not in line, line
    assert ": :" not in line
    assert "!:" not in line


@pytest.mark.parametrize("name", GAMES)
def test_the_story_names_no_card_that_its_reader_may_not_know(name: str) -> None:
    """Lines are made from redacted events alone, and name only cards that these hold."""
    game, state, past = played(name, 3, 5, 300)
    _, _, faces = faces_of(game.setup)
    revealing = revealing_names(faces)
    for seat in (None, 0, 1, 2):
        view = view_of_past(game, state, past, seat)
        known = {card for event in view.events for card in event.to_record().cards}
        text = "\n".join(line.text for line in story.tell(view, view.past)).replace("\\", "")
        assert [n for n, cards in revealing.items() if n in text and known.isdisjoint(cards)] == []


def test_a_story_that_was_not_redacted_would_be_found() -> None:
    game, state, past = played("classic", 3, 5, 300)
    view = replace(view_of_past(game, state, past, None), past=past)
    public = view_of_past(game, state, past, None)
    known = {card for event in public.events for card in event.to_record().cards}
    text = "\n".join(line.text for line in story.tell(view, view.past)).replace("\\", "")
    _, _, faces = faces_of(game.setup)
    assert [n for n, cards in revealing_names(faces).items() if n in text and known.isdisjoint(cards)]
    assert hidden_behind_doors(state, 0)


def test_what_is_told_depends_on_the_number_and_not_on_where_one_begins() -> None:
    """A part of the story reads as it does in the whole, so a redraw changes nothing."""
    game, state, past = played("classic", 3, 4, 250)
    view = view_of_past(game, state, past)
    whole = story.tell(view, view.past)
    assert story.tell(view, view.past) == whole
    after = view.past[len(view.past) // 2].revision
    part = story.tell(view, view.past, after)
    assert [line.number for line in part] == [n.number for n in whole if n.revision.revision > after][
        -len(part) :
    ]
    plain = [(line.number, line.text.partition(". “")[0]) for line in part[1:]]
    assert plain == [(line.number, line.text.partition(". “")[0]) for line in whole][-len(plain) :]


def test_levels_are_reckoned_back_from_those_of_now() -> None:
    """From the last view and the events come the Levels with which the game began."""
    for name in ("classic", "rick_and_morty"):
        game, state, past = played(name, 3, 8, 400)
        view = view_of_past(game, state, past)
        levels = figures_before(words_of(view).levels(view.game_view), level_change, view.events)
        first = game.view(game.start()[0], None)
        assert [e for e in past[0].events if level_change(e)] == []
        assert levels == {seat.seat: seat.level for seat in first.seats}


ANN, BEN, CLEO = range(3)


def fight(*events: Event) -> list[str]:
    """Tell events of a game that has only just begun."""
    game, state, _ = next(positions("classic", 3, 1, 1))
    view = view_of(game, state, None, events)
    seats = tuple(replace(each, name=PLAIN_NAMES[n]) for n, each in enumerate(view.table.seats))
    return news.sentences(replace(view, table=replace(view.table, seats=seats)), 20)


def card_name(card: int) -> str:
    game, _, _ = next(positions("classic", 3, 1, 1))
    return game.face(card).name


MONSTER, ENHANCER, POTION, ITEM = 35, 80, 141, 119


def test_a_stab_says_who_what_on_whom_and_what_came_of_it() -> None:
    (line,) = fight(
        MonsterEnhanced(BEN, card=ENHANCER, monster=MONSTER, bonus=10),
        CombatScored(CLEO, party=8, monsters=29, ahead=False),
    )
    for part in ("**Rusty**", card_name(ENHANCER), card_name(MONSTER), "+10", "**Cogsworth** trails 8 : 29"):
        assert part in line


def test_a_sale_and_its_level_are_one_line() -> None:
    lines = fight(
        Discarded(ANN, cards=(ITEM,), card_count=1),
        ItemsSold(ANN, cards=(ITEM,), gold=1000),
        LevelChanged(ANN, levels=1),
    )
    assert len(lines) == 1
    assert "for 1,000 gold: up to Level 1" in lines[0]
    assert card_name(ITEM) in lines[0]


def test_what_somebody_gives_up_is_told_once() -> None:
    (line,) = fight(CardGivenUp(ANN, card=ITEM), Discarded(ANN, cards=(ITEM,), card_count=1))
    assert line.endswith(f"**Ada** gives up *{card_name(ITEM)}*")


def test_a_kicked_monster_is_one_line_with_the_score_and_its_joke() -> None:
    (line,) = fight(
        DoorKicked(ANN, card=MONSTER),
        CombatStarted(ANN, monster=MONSTER),
        MonsterJoined(ANN, monster=MONSTER),
        CombatScored(ANN, party=3, monsters=18, ahead=False),
    )
    assert "**Ada** kicks the door in" in line
    assert "**Ada** trails 3 : 18. “" in line


def test_help_says_for_what() -> None:
    lines = fight(
        CombatStarted(ANN, monster=MONSTER),
        HelpOffered(ANN, to=BEN, items=(ITEM,), treasures=2),
        HelpOffered(CLEO, to=BEN, items=(), treasures=-1),
        HelperJoined(BEN, fighter=ANN, compelled=False),
    )
    assert lines[-1].endswith(f"**Ada** for 2 Treasures and *{card_name(ITEM)}*")


def test_what_a_helper_pays_to_be_let_in_is_told_as_paid() -> None:
    paid = HelperPaymentSet(BEN, fighter=ANN, items=(ITEM,))
    offered, joined = fight(
        CombatStarted(ANN, monster=MONSTER),
        CombatScored(ANN, party=3, monsters=18, ahead=False),
        HelpOffered(BEN, to=ANN, items=(), treasures=1),
        paid,
        HelperJoined(BEN, fighter=ANN, compelled=False),
    )[-2:]
    assert offered.endswith(f"would help **Ada** for 1 Treasure, and pays *{card_name(ITEM)}*")
    assert joined.endswith(f"**Ada** for 1 Treasure, and pays *{card_name(ITEM)}*")


def test_of_several_who_are_asked_each_who_pays_is_named_and_only_the_last_offer_counts() -> None:
    lines = fight(
        CombatStarted(ANN, monster=MONSTER),
        HelpOffered(ANN, to=BEN, items=(), treasures=1),
        HelperPaymentSet(BEN, fighter=ANN, items=(ITEM,)),
        HelpOffered(ANN, to=CLEO, items=(), treasures=1),
        HelpRefused(BEN, to=ANN),
        HelpOffered(BEN, to=ANN, items=(), treasures=2, counter=True),
        HelperJoined(BEN, fighter=ANN, compelled=False),
    )
    assert f"**Rusty** for help: 1 Treasure, and **Rusty** pays *{card_name(ITEM)}*" in lines[0]
    assert lines[-1].endswith("**Ada** for 2 Treasures")


def test_a_refusal_goes_on_with_the_offer_though_a_payment_stands_between() -> None:
    (line,) = fight(
        CombatStarted(ANN, monster=MONSTER),
        HelpOffered(BEN, to=ANN, items=(), treasures=1),
        HelperPaymentSet(BEN, fighter=ANN, items=(ITEM,)),
        HelpRefused(ANN, to=BEN),
    )
    assert line.count("🤝") == 1


def test_lines_before_a_corrected_level_stay_as_they_were() -> None:
    """Everybody has Level 1 now."""
    events = [LevelChanged(ANN, levels=2), CorrectionMade(ANN, what="level", level=1, before=3)]
    up, corrected = fight(*events)
    assert "up to Level 3" in up
    assert corrected.endswith("Corrected: **Ada** is at Level 1")
    of_an_older_log = DOOR_EVENT_KINDS.read(EventRecord("corrected", ANN, count=1, word="level"))
    assert of_an_older_log == CorrectionMade(ANN, what="level", level=1)
    assert fight(of_an_older_log) == [corrected]


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("ABC", "A, B and C"),
        ("ABBC", "A, B (×2) and C"),
        ("ABCD", "A, B, C and 1 more"),
        ("ABCDDDD", "A, B, C and 4 more"),
        ("AABCDDE", "A (×2), B, C and 3 more"),
    ],
)
def test_of_many_cards_the_rest_is_counted_and_not_its_names(cards: str, told: str) -> None:
    names = EventNames(str, chr)
    assert names.listed([ord(card) for card in cards]) == told


def test_a_potion_and_what_it_does_are_one_line_and_a_tie_is_a_tie() -> None:
    (line,) = fight(
        CardUsed(BEN, card=POTION, spent=True),
        Discarded(BEN, cards=(POTION,), card_count=1),
        CombatScored(ANN, party=9, monsters=9, ahead=True),
    )
    assert "**Rusty**" in line
    assert line.endswith("**Ada** wins ties, and it is 9 : 9")


def test_who_won_what_is_told_in_one_line() -> None:
    (first, second) = fight(
        MonsterKilled(ANN, monster=MONSTER, helper=BEN),
        LevelChanged(ANN, levels=2),
        Drew(ANN, cards=(ITEM, POTION), card_count=2, deck="treasure"),
        Discarded(ANN, cards=(MONSTER,), card_count=1),
        CombatEnded(ANN),
        CardReceived(CLEO, card=-1, giver=ANN, source="hand"),
    )
    assert first.startswith("💀 **Ada** and **Rusty**")
    loot = f"the loot is *{card_name(ITEM)}* and *{card_name(POTION)}*"
    assert first.endswith(f"**Ada** is up to Level 1, {loot}")
    assert second == "🎁 **Ada** gives **Cogsworth** 1 card"


def test_who_gets_several_of_the_loot_is_named_once() -> None:
    (line,) = fight(
        *(
            CardReceived(seat, card=card, source="treasure")
            for seat, card in ((ANN, ITEM), (ANN, POTION), (BEN, ENHANCER))
        )
    )
    one, two, three = map(card_name, (ITEM, POTION, ENHANCER))
    assert line == f"💰 **Ada** gets *{one}*, *{two}*, **Rusty** gets *{three}*"


def test_a_question_and_the_answers_to_it_are_one_line() -> None:
    first, second = fight(
        CombatStarted(ANN, monster=MONSTER),
        HelpOffered(ANN, to=BEN, items=(), treasures=1),
        HelpOffered(ANN, to=CLEO, items=(), treasures=1),
        HelpRefused(BEN, to=ANN),
        HelpRefused(CLEO, to=ANN),
        HelpOffered(ANN, to=BEN, items=(), treasures=2),
    )
    assert first.startswith("🤝 **Ada** asks **Rusty** and **Cogsworth** for help: 1 Treasure; **Rusty** ")
    assert first.count("🤝") == 1
    assert second == "🤝 **Ada** asks **Rusty** for help: 2 Treasures"


def test_a_reason_stands_behind_the_answer_that_it_is_about() -> None:
    """H-131"""
    said, more, end = fight(
        CombatStarted(ANN, monster=MONSTER),
        HelpOffered(ANN, to=BEN, items=(), treasures=1),
        HelpOffered(ANN, to=CLEO, items=(), treasures=1),
        HelpRefused(BEN, to=ANN),
        ReasonGiven(BEN, to=ANN, reason="price", treasures=2),
        HelpRefused(CLEO, to=ANN),
        ReasonGiven(CLEO, to=ANN, reason="hopeless"),
        HelpOffered(BEN, to=ANN, items=(), treasures=2, counter=True),
        ReasonGiven(BEN, to=ANN, reason="danger"),
        TruceEnded(CLEO, partner=ANN, items=(ITEM,), how="refused"),
        ReasonGiven(CLEO, to=ANN, reason="useless"),
    )
    rusty, cogsworth = said.split("**Ada**: “")[1:]
    assert "2 Treasures" in rusty
    assert rusty.partition("”")[2].startswith("; **Cogsworth** ")
    assert cogsworth.rstrip("”") in REASON_SAYINGS["hopeless"]
    assert more.startswith("🤝 **Rusty** counters **Ada**’s offer: 2 Treasures. “")
    assert end.startswith("🕊️ **Cogsworth** refuses **Ada**’s truce: “")
    assert fight(ReasonGiven(BEN, to=ANN, reason="worn"))[0].startswith("💬 **Rusty** to **Ada**: “")


def test_answers_with_reasons_go_on_in_one_line_while_they_fit() -> None:
    """H-131"""
    (line,) = fight(
        CombatStarted(ANN, monster=MONSTER),
        HelpRefused(BEN, to=ANN),
        ReasonGiven(BEN, to=ANN, reason="own_mind"),
        HelpRefused(CLEO, to=ANN),
        ReasonGiven(CLEO, to=ANN, reason="own_mind"),
    )
    assert line.count("🤝") == 1
    assert line.count("“") == 2


def test_a_reason_of_a_later_release_is_told_by_its_word() -> None:
    (line,) = fight(ReasonGiven(BEN, to=ANN, reason="too_much_homework"))
    assert line.endswith("“Too much homework.”")


def test_a_card_that_ends_a_fight_says_so() -> None:
    ended = CombatEnded(ANN, card=POTION)
    used, alone = fight(CardUsed(BEN, card=POTION, spent=True), ended), fight(ended)
    assert used[0].endswith(f"*{card_name(POTION)}*: that ends the fight")
    assert alone == [f"🏳️ *{card_name(POTION)}* ends the fight"]
    assert fight(CombatEnded(ANN)) == []


def test_of_several_who_drop_each_is_named_the_one_who_did_it_too() -> None:
    (line,) = fight(
        CardUsed(ANN, card=POTION, spent=True),
        LevelChanged(BEN, levels=-1),
        LevelChanged(ANN, levels=-1),
    )
    assert line.endswith("**Rusty** drops to Level 1, **Ada** drops to Level 1")


def test_a_monster_that_was_escaped_from_is_not_said_to_stay_behind() -> None:
    lines = fight(
        CombatStarted(ANN, monster=MONSTER),
        Escaped(ANN, monster=MONSTER, by_card=True),
        NotPursued(ANN, monster=MONSTER),
        NotPursued(ANN, monster=ENHANCER),
    )
    assert [card_name(MONSTER) in line for line in lines] == [True, False]
    assert lines[1].endswith("does not follow **Ada**")


def test_a_monster_that_strengthens_itself_is_named_once() -> None:
    (line,) = fight(StrengthAdded(-1, cards=(MONSTER, MONSTER), bonus=2, side="monsters"))
    assert line == f"📈 *{card_name(MONSTER)}*: +2 strength for the monsters"


@pytest.mark.parametrize(
    ("count", "told"), [(0, "no Seal is open"), (1, "1 Seal is open"), (2, "2 Seals are open")]
)
def test_open_seals_are_counted(count: int, told: str) -> None:
    (line,) = fight(SealOpened(ANN, card=ITEM, open_count=count))
    assert line.endswith(f": {told}")


def test_the_same_joke_is_not_told_twice_in_a_row() -> None:
    one, two = fight(Cursed(ANN, card=MONSTER, by=BEN), Cursed(BEN, card=MONSTER, by=ANN))
    assert "“" in one
    assert "“" not in two


def test_what_comes_often_has_several_wordings() -> None:
    game, state, _ = next(positions("classic", 3, 1, 1))
    view = view_of(game, state, None)
    past = tuple(PastRevision(n, (KillClaimed(ANN),)) for n in range(1, 40))
    texts = {line.text for line in story.tell(replace(view, past=past), past)}
    assert len(texts) == 3


def test_a_fight_that_is_on_stays_together_under_its_first_line() -> None:
    game, state, _ = next(positions("classic", 3, 1, 1))
    view = view_of(game, state, None)
    turns = [PastRevision(1, (TurnStarted(ANN, turn=1),)), PastRevision(2, (TurnStarted(BEN, turn=2),))]
    fight_on = [
        PastRevision(3, (DoorKicked(BEN, card=MONSTER), CombatStarted(BEN, monster=MONSTER))),
        *(
            PastRevision(n, (MonsterEnhanced(ANN, card=ENHANCER, monster=MONSTER, bonus=n),))
            for n in range(4, 20)
        ),
    ]
    past = (*turns, *fight_on)
    lines = news.block(replace(view, past=past), 6, 2000).splitlines()
    assert len(lines) == 6
    assert "kicks the door in" in lines[0]
    assert [line.partition(". “")[0].split()[-1] for line in lines[1:]] == [f"+{n}" for n in range(15, 20)]
    after = (*past, PastRevision(20, (CombatEnded(BEN),)), PastRevision(21, (KillClaimed(BEN),)))
    lines = news.block(replace(view, past=after), 50, 5000).splitlines()
    assert "Turn 1" in lines[0]
    lines = news.block(replace(view, past=(*after, PastRevision(22, (TurnStarted(CLEO, turn=3),)))), 50, 5000)
    assert lines.startswith("-# — Turn 2")


def test_where_room_is_scarce_the_newest_line_stays() -> None:
    """How a fight began, however long that line is, tells less than what has just happened."""
    game, state, _ = next(positions("classic", 3, 1, 1))
    view = view_of(game, state, None)
    fight_on = [
        PastRevision(1, (TurnStarted(BEN, turn=1),)),
        PastRevision(2, (DoorKicked(BEN, card=MONSTER), CombatStarted(BEN, monster=MONSTER))),
        *(
            PastRevision(n, (MonsterEnhanced(ANN, card=ENHANCER, monster=MONSTER, bonus=n),))
            for n in range(3, 9)
        ),
    ]
    view = replace(view, past=tuple(fight_on))
    whole = news.block(view, 8, 5000).splitlines()
    for room in range(len(whole[-1]), len("\n".join(whole)) + 5):
        told = news.block(view, 8, room)
        assert len(told) <= room
        assert told.splitlines()[-1] == whole[-1]


def test_names_are_escaped_whatever_they_are() -> None:
    for name in NAMES:
        game, state, _ = next(positions("classic", 3, 1, 1))
        view = view_of(game, state, None, (KillClaimed(ANN),))
        seats = (replace(view.table.seats[0], name=name), *view.table.seats[1:])
        (line,) = news.sentences(replace(view, table=replace(view.table, seats=seats)), 3)
        assert "<@1>" not in line.replace("\\<", "")
        assert line.replace("\\*", "").count("**") == 2


@pytest.mark.parametrize(
    "line",
    ["🃏 **Ann** plays *Hoard!*", "🃏 **Ann** plays *Hoard!*: draws 2 cards", "🎲 **Ann** rolls 6"],
)
def test_a_joke_is_found_again_whatever_sign_ends_its_line(line: str) -> None:
    stop = "" if line.endswith("!*") else "."
    assert story.without_joke(f"{line}{stop} “Somebody left it open. You, actually.”") == line
    assert story.without_joke(f"{line}: “No!”") == f"{line}: “No!”"


def test_who_sat_there_then_keeps_what_they_did_and_the_change_is_told() -> None:
    """The story does not call the work of a computer that of the person who sits there now."""
    game, state, past = played("classic", 3, 1, 120)
    view = view_of_past(game, state, past)
    at = past[60].revision
    begun = next(line for line in story.tell(view, view.past) if "**Ada**" in line.text)
    assert begun.revision.revision < at
    table = replace(view.table, former=(Former(0, at, "Tinker *1*"),), revision=len(past))
    view = replace(view, table=table)
    lines = story.tell(view, view.past)
    for line in lines:
        wrong = "Ada" if line.revision.revision < at else "Tinker"
        assert wrong not in line.text, line
    assert any("**Tinker \\*1\\***" in line.text for line in lines)
    assert any("**Ada**" in line.text for line in lines)
    change = "🪑 **Ada** plays on for **Tinker \\*1\\***, cards and all"
    told = story.counted(story.with_table_news(view, lines))
    assert change in told
    assert any(change in recap.story_screen(view, view.past, page).as_text() for page in range(9))
    fresh = replace(view, table=replace(table, former=(Former(0, len(past), "Tinker *1*"),)))
    assert news.block(fresh, 9, 900, jokes=False).endswith(f"-# {change}")
