"""What is told at the table, and where on a screen: short, without repetition, the next step last."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Contribution
from bot.views import screens
from bot.views.base import naming
from bot.views.base.layout import Button, ButtonRow, Picture, Screen, Select
from bot.views.base.limits import check
from bot.views.press.moves import asked_slots, words_of
from bot.views.table import news, public
from bot.views.table.fairness import dice_screen
from bot.views.table.status import status_screen
from cards.door.card_events import CardPlayed, Traded, TradeOffered
from cards.door.combat_events import (
    Caught,
    CombatScored,
    CombatStarted,
    FleeRolled,
    HelperJoined,
    HelpOffered,
    MonsterEnhanced,
    MonsterJoined,
    NotPursued,
)
from cards.door.events import CurseShruggedOff, LevelChanged, RoomLooted
from cards.kernel.events import Discarded, Event
from cards.kernel.game import Game
from cards.kernel.moves import Move, Slot
from cards.registry import module_of, title_of
from tests.bot.views.games import positions, view_of


def begun() -> tuple[Game[Any, Any], Any]:
    """A classic game of three at its beginning."""
    game, state, _ = next(positions("classic", 3, 1, 1))
    return game, state


def told(*events: Event) -> list[str]:
    game, state = begun()
    return news.sentences(view_of(game, state, None, events), 10)


def names(*cards: int) -> list[str]:
    game, state = begun()
    view = view_of(game, state, None)
    return [f"*{naming.card_name(view, card)}*" for card in cards]


def test_what_is_offered_to_several_is_told_once() -> None:
    lines = told(*(HelpOffered(0, to=other, items=(), treasures=1) for other in (1, 2)))
    assert len(lines) == 1
    assert lines[0].startswith("🤝 **Ann** asks **\\*\\*Ben\\*\\***")
    assert lines[0].endswith("and **Cléo \\`x\\`** for help: 1 Treasure")


def test_cards_that_are_discarded_one_by_one_are_told_in_one_sentence() -> None:
    one, two, three = names(1, 2, 3)
    lines = told(*(Discarded(0, cards=(card,), card_count=1) for card in (1, 2, 3)))
    assert lines == [f"🗑️ **Ann** discards {one}, {two} and {three}"]
    assert told(Discarded(0, cards=(1,), card_count=1), Discarded(2, cards=(2,), card_count=1)) == [
        f"🗑️ **Ann** discards {one}",
        f"🗑️ **Cléo \\`x\\`** discards {two}",
    ]


def test_an_answer_to_a_press_is_told_in_the_light_of_what_was_before() -> None:
    game, state = begun()
    view = view_of(game, state, 1)
    before = PastRevision(
        4,
        (
            CombatStarted(0, monster=3),
            MonsterJoined(0, monster=3),
            CombatScored(0, party=1, monsters=6, ahead=False),
        ),
    )
    offered = PastRevision(5, (HelpOffered(1, to=0, items=(), treasures=1),))
    view = replace(view, past=(before, offered))
    assert news.of_revision(view, offered, 5) == ["🤝 **\\*\\*Ben\\*\\*** would help **Ann** for 1 Treasure"]
    lost = PastRevision(6, (NotPursued(0, monster=3), Discarded(0, cards=(3,), card_count=1)))
    later = PastRevision(7, (RoomLooted(0),))
    (line,) = news.of_revision(replace(view, past=(before, offered, lost, later)), lost, 5)
    assert "does not follow" in line, "that a monster which was fought is discarded goes without saying"
    assert len(news.of_revision(replace(view, past=()), lost, 5)) == 2, "the bot has just started"


def test_a_bargain_offered_to_several_is_told_with_its_price_from_each() -> None:
    offers = [HelpOffered(0, to=other, items=(), treasures=1) for other in (1, 2)]
    for helper in (1, 2):
        lines = told(*offers, HelperJoined(helper, fighter=0, compelled=False))
        assert lines[-1].endswith("for 1 Treasure"), lines


def test_a_curse_that_is_shrugged_off_is_not_told_twice() -> None:
    assert len(told(CurseShruggedOff(0, card=4), Discarded(0, cards=(4,), card_count=1))) == 1


def test_a_trade_says_who_gets_what() -> None:
    one, two, three = names(1, 2, 3)
    ben = "**\\*\\*Ben\\*\\***"
    swap = {"cards": (1, 2, 3), "wanted_from": 2}
    assert told(TradeOffered(0, to=1, form="trade", **swap)) == [
        f"🔁 **Ann** offers {ben} {one} for {two} and {three}"
    ]
    assert told(TradeOffered(0, to=1, form="counter", **swap))[0].endswith(" instead")
    assert told(Traded(0, partner=1, **swap)) == [
        f"🔁 **Ann** gets {two} and {three} from {ben} and gives {one} for it"
    ]
    assert told(TradeOffered(0, to=1, cards=(1,), form="gift", wanted_from=2)) == [
        f"🎁 **Ann** offers {ben} {one} as a gift"
    ]
    assert told(Traded(0, partner=1, cards=(1,), wanted_from=2)) == [f"🎁 **Ann** gives {ben} {one}"]
    assert told(Traded(0, partner=1, cards=(1,), wanted_from=1)) == [f"🎁 {ben} gives **Ann** {one}"]


def test_trades_of_older_logs_are_told_without_who_gets_what() -> None:
    one, two = names(1, 2)
    (offered,) = told(TradeOffered(0, to=1, cards=(1, 2), form="trade"))
    assert offered.endswith("a trade")
    (traded,) = told(Traded(0, partner=1, cards=(1, 2)))
    assert traded.endswith(f"trade {one} and {two}")


def test_a_roll_to_get_away_says_what_was_needed() -> None:
    (monster,) = names(3)
    (line,) = told(FleeRolled(0, monster=3, die=2, bonus=0), Caught(0, monster=3))
    assert line == f"🎲 **Ann** needs 5+ to get away from {monster} and rolls 2: too slow"
    (line,) = told(FleeRolled(0, monster=3, die=1, bonus=5))
    assert "cannot fail" in line
    (line,) = told(FleeRolled(0, monster=3, die=6, bonus=-2))
    assert "needs a bigger die" in line


def test_hidden_discards_are_counted() -> None:
    lines = told(*(Discarded(0, cards=(card,), card_count=1, seen=0) for card in (1, 2)))
    assert lines == ["🗑️ **Ann** discards 2 cards"]


def test_that_a_played_level_card_is_discarded_goes_without_saying() -> None:
    (name,) = names(4)
    (line,) = told(
        CardPlayed(0, card=4, target=0, card_kind="level_up"),
        LevelChanged(0, levels=1, card=4),
        Discarded(0, cards=(4,), card_count=1),
    )
    assert line.startswith(f"⬆️ **Ann** plays {name}: up to Level 1")


def test_an_item_on_the_table_that_is_lost_later_is_told() -> None:
    lines = told(CardPlayed(0, card=4, card_kind="item"), Discarded(0, cards=(4,), card_count=1))
    assert len(lines) == 2


def views(name: str = "classic", seats: int = 3, steps: int = 250) -> Iterator[TableView]:
    for game, state, events in positions(name, seats, 3, steps):
        for seat in (None, *range(seats)):
            yield view_of(game, state, seat, events)


def test_a_hand_ends_with_how_things_stand_and_what_to_do() -> None:
    """A chat shows the end of a long message: there are the reader's figures and the next steps."""
    for view in views():
        if view.seat is None or view.pending is None:
            continue
        blocks = list(screens.hand_screen(view).blocks())
        place = next(n for n, block in enumerate(blocks) if "**Level " in getattr(block, "content", ""))
        assert not any(isinstance(block, Picture) for block in blocks[place:])
        steps: list[Button | Select] = [
            button for block in blocks[place:] if isinstance(block, ButtonRow) for button in block.buttons
        ]
        # A question with several answers is a menu.
        steps += [block for block in blocks[place:] if isinstance(block, Select) and ":w:" in block.custom_id]
        if view.seat in view.pending.awaited:
            assert steps


def test_what_one_would_rather_not_do_is_the_last_step() -> None:
    """Only the ways to other screens may stand behind it."""
    seen = 0
    for view in views():
        buttons = [b for b in _buttons(screens.hand_screen(view)) if isinstance(b, Button)]
        bad = [b.style == "bad" for b in buttons if ":g:" not in b.custom_id]
        if view.seat is not None and True in bad:
            seen += 1
            assert bad == sorted(bad), bad
    assert seen


def _buttons(screen: Screen) -> list[Any]:
    rows = [block for block in screen.blocks() if isinstance(block, ButtonRow)]
    return [button for row in rows[-2:] for button in row.buttons]


def test_where_only_computers_are_awaited_the_table_has_no_buttons_for_them() -> None:
    view = next(s for s in views() if s.seat is None and s.pending and s.pending.name == "arrange")
    assert "[Kick down the door" in public.game_screen(view).as_text()
    assert view.pending is not None
    (active,) = view.pending.awaited
    seats = tuple(
        replace(seat, robot="sensible", user=0) if number == active else seat
        for number, seat in enumerate(view.table.seats)
    )
    others = replace(view, table=replace(view.table, seats=seats))
    assert "Kick down the door]" not in public.game_screen(others).as_text()
    assert "[My hand]" in public.game_screen(others).as_text()


def test_the_seal_of_the_dice_is_shown_while_the_first_cards_are_laid_out_and_opened_at_the_end() -> None:
    first = next(s for s in views(steps=1) if s.seat is None)
    sealed = replace(first, table=replace(first.table, commitment="c0ffee"))
    kind = module_of("classic")
    assert "c0ffee" in screens.table_screen(sealed, kind).as_text()
    ended = replace(sealed.table, phase="ended", seed=11, winners=(0,))
    over = screens.ending_screen(replace(sealed, table=ended, pending=None), ()).as_text()
    assert "c0ffee" not in over
    assert "[Dice]" in over
    opened = dice_screen(ended).as_text()
    assert "c0ffee" in opened
    assert "printf 11 | sha256sum" in opened
    assert "Nobody chose" not in opened, "somebody may have given the seed"


def test_a_hand_says_how_the_game_ended_and_where_that_is_told() -> None:
    seated = next(s for s in views(steps=1) if s.seat == 0)
    over = replace(seated.table, phase="ended", winners=(1,))
    told = screens.hand_screen(replace(seated, table=over)).as_text()
    assert f"{naming.names(over, (1,))} won. How it went is in <#{over.channel}>." in told
    closed = replace(over, winners=())
    assert screens.hand_screen(replace(seated, table=closed)).as_text() == "🏁 This game is over."


@pytest.mark.parametrize(
    ("game", "told"),
    [("wild_west", "Wild West"), ("classic+wild_west", "Classic + Wild West"), ("long_gone", "Long gone")],
)
def test_a_game_is_called_as_people_call_it(game: str, told: str) -> None:
    assert title_of(game) == told


def test_a_mixed_seed_is_sealed_in_the_lobby_and_opened_at_the_end() -> None:
    first = next(s for s in views(steps=1) if s.seat is None)
    kind = module_of("classic")
    presses = (Contribution("join", 1, 901), Contribution("start", 0, 902))
    table = replace(first.table, commitment="", secret_hash="c0ffee")
    lobby = replace(first, table=replace(table, phase="lobby"), game_view=None)
    assert "SHA-256: c0ffee" in screens.table_screen(lobby, kind).as_text()
    assert "SHA-256 of the secret: c0ffee" in status_screen(lobby, kind, None).as_text()
    begun = replace(first, table=replace(table, contributions=presses))
    told = status_screen(begun, kind, None).as_text()
    assert "c0ffee, mixed with your presses (Discord’s ids): 901 902" in told
    assert "Dice sealed: c0ffee…, see `/kickdoor status`" in screens.table_screen(begun, kind).as_text()
    ended = replace(begun.table, phase="ended", seed=11, secret="ab" * 32, winners=(0,))
    over = dice_screen(ended).as_text()
    assert "Nobody chose the cards and dice" in over
    assert f"printf {'ab' * 32} | sha256sum" in over
    assert "c0ffee" in over
    assert """printf '["kickdoor seed 1",["join",1,901],["start",0,902]]' | openssl""" in over
    assert over.count("000000000000000b") == 1


def test_the_proof_of_a_full_table_has_room() -> None:
    first = next(s for s in views(steps=1) if s.seat is None)
    kind = module_of("classic")
    presses = tuple(Contribution("join", seat, (1 << 63) - seat) for seat in range(12))
    table = replace(first.table, contributions=presses, secret_hash="c" * 64, secret="d" * 64, commitment="")
    for phase in ("playing", "ended"):
        screen = screens.table_screen(replace(first, table=replace(table, phase=phase, seed=1 << 63)), kind)
        check(screen)


def test_nothing_is_asked_about_what_cannot_be_offered() -> None:
    """When items change hands matters only to who has some."""
    view = next(views(steps=1))
    words = words_of(view)
    people_there = Slot("seats", "seat", (1, 2), 1, 2)
    treasures = Slot("treasures", "word", ("0", "1", "all"))
    condition = Slot("condition", "word", ("won", "always"), 0, 1)

    def asked(*items: int) -> list[str]:
        offer = Slot("items", "card", items, 0, len(items))
        move = Move("ask_help", slots=(people_there, treasures, offer, condition))
        return [move.slots[number].name for number in asked_slots(words, move)]

    assert asked() == ["seats", "treasures"]
    assert asked(1, 2) == ["seats", "treasures", "items", "condition"]


def test_figures_of_a_card_are_short() -> None:
    game, _ = begun()
    faces = [game.face(card) for card in range(160)]
    lines = {face.name: naming.card_figures(face) for face in faces}
    assert not any("Gold Pieces" in line or "Slot" in line or "Bonus" in line for line in lines.values())
    assert any("gold" in line for line in lines.values())
    assert any("Treasure" in line for line in lines.values())


def test_a_game_that_all_have_lost_says_so_and_one_that_was_closed_too() -> None:
    first = next(s for s in views("panic", steps=1) if s.seat is None)
    kind = module_of("panic")
    ended = replace(first, table=replace(first.table, phase="ended"))
    assert "The game was closed" in screens.table_screen(ended, kind).as_text()
    lost = replace(ended, pending=None)
    assert "The game is lost" in screens.ending_screen(lost, ()).as_text()
    assert "nobody won" in screens.table_screen(lost, kind).as_text()


def test_what_a_monsters_enhancer_costs_is_told_with_it() -> None:
    """Its victim reads in one line what took their card."""
    enhancer, monster, lost = 5, 1, 90
    lines = told(
        MonsterEnhanced(1, card=enhancer, monster=monster, bonus=2),
        Discarded(0, cards=(lost,), card_count=1),
    )
    by, what = names(enhancer, lost)
    assert len(lines) == 1
    assert by.strip("*") in lines[0]
    assert f": +2, **Ann** loses {what}." in lines[0]


def test_what_weakens_a_monster_points_down() -> None:
    (line,) = told(MonsterEnhanced(1, card=5, monster=1, bonus=-5))
    assert line.startswith("📉 ")
