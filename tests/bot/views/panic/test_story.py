"""The story of the castle-defense game: who did what to whom, with which cards."""

from dataclasses import replace

import pytest

from bot.tables.results import TableView
from bot.views import screens
from bot.views.base.event_names import EventNames
from bot.views.base.game_screens import screens_of
from bot.views.panic import table as board
from bot.views.panic.words.reasons import REASON_SAYINGS
from bot.views.panic.words.vocabulary import PANIC_EVENTS
from bot.views.table import news, recap, story
from cards.kernel.events import Event
from cards.panic.card_events import (
    CurseFoundNothing,
    OfferLapsed,
    OfferWithdrawn,
    PanicCardPlayed,
    PanicHelpOffered,
    PanicReasonGiven,
    TrophyTaken,
)
from cards.panic.events import PanicDieRolled, PanicTurnStarted
from cards.panic.monster_events import (
    MonsterAttacked,
    MonsterDied,
    MonsterHurt,
    MonsterMoved,
    MonsterSlain,
    MonsterSquashed,
    TowerFell,
    WallFell,
)
from cards.panic.reasons import REASONS
from cards.players.panic.prospects import TEMPERS
from tests.bot.views.games import view_of
from tests.cards.panic.situation import PanicSituationTable, arrange

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
        (
            PanicReasonGiven(1, to=0, reason="last", mood=2),
            "💬 Ben to Ada: “Let it fall. I have nothing up there.”",
        ),
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
            "🤝 Ben gets nothing for Red Knight: it brought nothing to share",
        ),
        (OfferLapsed(1, card=KNIGHT, asker=0, why="useless"), "🤝 Ben’s Red Knight: no help any more"),
    ],
)
def test_the_story_says_on_with_and_for(event: Event, sentence: str) -> None:
    """A card is played on its target, a monster is hit with cards, help is offered for a price."""
    kinds = {OBNOXIOUS: "Curse", DUCK: "Curse"}
    names = EventNames(
        lambda seat: SEATS[seat], lambda card: CARDS[card], card_kind=lambda card: kinds.get(card, "")
    )
    assert PANIC_EVENTS.sentence(event, names) == sentence


def test_a_curse_and_an_offer_in_vain_are_told_to_whom_they_concern() -> None:
    struck = PanicCardPlayed(0, card=DUCK, victim=1, named="")
    vain = OfferLapsed(1, card=KNIGHT, asker=0, why="untaken")
    assert [PANIC_EVENTS.concern([struck], seat) > 0 for seat in range(3)] == [False, True, False]
    assert [PANIC_EVENTS.concern([vain], seat) > 0 for seat in range(3)] == [True, True, False]


def told(*events: Event) -> TableView:
    """Return what an onlooker sees of a table at which this has happened in one action."""
    made = PanicSituationTable(arrange(2).hand(0, "red_knight"))
    return view_of(made.game, made.state, None, events)


def tokens(count: int) -> list[int]:
    catalog = PanicSituationTable(arrange(2)).game.catalog
    return [card for card, points in enumerate(catalog.points) if points][:count]


def test_a_march_is_told_by_space_and_leaves_nobody_out() -> None:
    """Few monsters are named, many are counted; all of them are told."""
    first, second, third, *rest = tokens(15)
    few = told(
        MonsterMoved(monster=first, arc=3, ring="castle"),
        MonsterMoved(monster=second, arc=6, ring="archer"),
        MonsterMoved(monster=third, arc=3, ring="castle"),
    )
    (line,) = story.tell(few, few.past)
    assert line.text == "👣 *3,872 Orcs* and *Lame Goblin* → Castle 🟢 3, *Drooling Slime* → Archer 🔵 6"
    spread = [MonsterMoved(monster=token, arc=n % 6 + 1, ring="knight") for n, token in enumerate(rest)]
    near = [MonsterMoved(monster=token, arc=2, ring="swordsman") for token in (second, third)]
    many = told(*spread, *near, MonsterMoved(monster=first, arc=1, ring="castle"))
    (line,) = story.tell(many, many.past)
    assert line.text == f"👣 *3,872 Orcs* into the Castle, 2 at the Walls, {len(rest)} on their way"
    crowd = told(*(replace(move, ring="castle") for move in spread), *near)
    (line,) = story.tell(crowd, crowd.past)
    assert line.text == f"👣 {len(rest)} into the Castle, 2 at the Walls"


def test_a_recap_without_room_still_names_towers_and_walls() -> None:
    """What is lost for good is never behind "7 more"."""
    first, *_ = tokens(1)
    slain = [MonsterSlain(1, monster=token, holder=0, points=2) for token in tokens(9)]
    falls = (WallFell(arc=1, cause="monster"), TowerFell(arc=5, cause="monster", monsters=(first,)))
    view = told(*slain, *falls)
    lines = recap.recap_lines(replace(view, seat=0), story.tell(view, view.past), 2)
    assert lines[-1] == "💥 Fallen: 🧱 🔴 1, 🗼 🔵 5"
    assert not any("Fallen" in line for line in recap.recap_lines(view, story.tell(view, view.past), 20))


def test_a_fallen_tower_is_the_headline_and_the_last_one_stays_it() -> None:
    fell = told(TowerFell(arc=5, cause="monster"))
    assert board.title(fell) == "## 🚨 Tower 🔵 5 fell · Ann’s turn"
    turns = (PanicTurnStarted(seat, turn=seat + 2) for seat in (0, 1))
    assert board.title(told(TowerFell(arc=5, cause="monster"), *turns)) == "## 🏰 Ann’s turn"
    made = PanicSituationTable(arrange().towers(4).monster("bullrog", "forest", 1))
    assert board.title(view_of(made.game, made.state, None)) == "## 🚨 Last Tower: 🟢 4 · Ann’s turn"


def test_a_line_without_room_says_how_many_outcomes_it_leaves_out() -> None:
    squashed = [MonsterSquashed(monster=token) for token in tokens(20)]
    view = told(PanicDieRolled(die=1, purpose="rock"), *squashed)
    (line,) = story.tell(view, view.past)
    assert len(line.text) <= story.MAX_LINE_CHARS
    named = line.text.count(" squashed")
    assert line.text.endswith(f" squashed and {20 - named} more")


def test_the_table_cuts_the_middle_of_a_line_and_keeps_its_result() -> None:
    knight, *others = (
        PanicSituationTable(arrange(2)).game.catalog.index(name)
        for name in ("any_knight", "pointy_hat_of_power", "rapier_of_unfairness", "short_wide_armor")
    )
    (monster,) = tokens(1)
    view = told(
        MonsterAttacked(0, monster=monster, cards=(knight, *others), damage=4),
        MonsterSlain(0, monster=monster, holder=0, points=4),
    )
    news_line = news.block(view, screens_of(view).brief_news, 132, jokes=False)
    assert len(news_line) <= 132
    assert news_line.endswith("(4 points)")
    assert "…" in news_line
    assert news_line.replace("\\*", "").count("*") % 2 == 0


def test_a_tower_falls_to_somebody() -> None:
    """Also the last one, with which the game is over before anybody moves in."""
    first, second, *_ = tokens(2)
    fallen = TowerFell(arc=4, cause="monster", monsters=(first,))
    alone = told(fallen, MonsterDied(monster=first, cause="tower"))
    (line,) = story.tell(alone, alone.past)
    assert line.text == "🗼 The Tower of arc 🟢 4 falls to *3,872 Orcs*, who dies on it"
    both = told(
        replace(fallen, monsters=(first, second)), MonsterHurt(monster=second, health=1, cause="tower")
    )
    (line,) = story.tell(both, both.past)
    assert line.text.startswith("🗼 The Tower of arc 🟢 4 falls to *3,872 Orcs* and *Drooling Slime*: ")
    assert line.text.endswith("*Drooling Slime* left at 1")
    rolled = told(TowerFell(arc=4, cause="rock"))
    assert story.tell(rolled, rolled.past)[0].text.endswith("falls to the Rock!")


def test_the_end_says_what_took_the_last_tower() -> None:
    board = arrange(2).monster("bullrog", "swordsman", 5).walls().towers(5)
    made = PanicSituationTable(board)
    while not made.state.over:
        made.time_up()
    (fall,) = made.events_of(TowerFell)
    assert fall.monsters == (made.game.catalog.index("bullrog"),)
    view = view_of(made.game, made.state, None, made.events)
    screen = screens.ending_screen(view, view.past).as_text()
    assert "The last Tower, 🔵 5, falls to *Bullrog* on turn" in screen


def test_no_word_for_a_kill_reads_as_a_wound() -> None:
    (monster,) = tokens(1)
    hit = MonsterAttacked(0, monster=monster, cards=(), damage=1)
    slain = MonsterSlain(0, monster=monster, holder=0, points=1)
    kind = EventNames(lambda seat: "", lambda card: "")
    outcome = PANIC_EVENTS.of(slain).outcome
    assert outcome is not None
    said = {outcome(hit, slain, replace(kind, number=number)) for number in range(40)}
    assert all(said_ and said_.startswith(("slain", "dead")) for said_ in said)
    assert len(said) > 2


def test_every_reason_has_a_saying_for_each_temper() -> None:
    """H-131: the list is closed, and each of its words is said in three tones."""
    assert set(REASON_SAYINGS) == set(REASONS)
    assert all(len(set(sayings)) == len(TEMPERS) for sayings in REASON_SAYINGS.values())


def test_every_way_in_which_an_offer_ends_has_words_of_its_own() -> None:
    """The asker or the helper always reads why nothing came of an offer."""
    ways = ("untaken", "unanswered", "outbid", "useless", "unpaid")
    lines = [told(OfferLapsed(1, card=1, asker=0, why=why)) for why in ways]
    texts = [story.tell(view, view.past)[0].text for view in lines]
    assert len(set(texts)) == len(ways)
    for seat in (0, 1):
        assert all(PANIC_EVENTS.concern(view.past[0].events, seat) for view in lines)
