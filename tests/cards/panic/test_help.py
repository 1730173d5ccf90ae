"""Asking for help and bargains (P-161, P-200 to P-208)."""

from cards.panic.card_events import OfferLapsed, PanicCardPlayed
from cards.panic.negotiation import ANY_MONSTER, MAX_ASKS_PER_TURN, MAX_OFFERS_PER_ASK
from cards.panic.state import CASTLE_DISCARDS, PLEDGED_CARDS
from tests.cards.panic.situation import Arrangement, PanicSituationTable, arrange


def asked(a: Arrangement, monster: str = "bullrog") -> PanicSituationTable:
    """Return a table at which seat 0 has asked for help with a monster."""
    return PanicSituationTable(a).do(0, "ask", "", monster)


def offer(
    t: PanicSituationTable,
    seat: int,
    card: str,
    monster: str | int = ANY_MONSTER,
    trophy: str = "asker",
    treasures: int = 0,
) -> PanicSituationTable:
    return t.do(seat, "offer", card, monster, trophy, treasures, ())


def test_asking_and_offering() -> None:
    """P-200, P-201: the active player asks, all others may offer; the offers are open to all."""
    a = arrange().hand(1, "red_knight").hand(2, "any_knight").monster("bullrog", "knight", 1)
    t = asked(a)
    assert t.waiting.name == "offers"
    assert t.waiting.awaited == (1, 2, 3)
    offer(t, 1, "red_knight", "bullrog", "helper")
    offer(t, 2, "any_knight", ANY_MONSTER, "asker", 1)
    t.passes(3)
    assert t.waiting.name == "play"
    seen = t.game.view(t.state, None).offers
    assert [(t.name(o.card), o.trophy, o.treasures) for o in seen] == [
        ("red_knight", "helper", 0),
        ("any_knight", "asker", 1),
    ]
    assert t.game.view(t.state, 3).asked_for == t.game.catalog.index("bullrog")


def test_only_the_active_player_asks() -> None:
    """P-200: deals are made only in phase 3."""
    t = PanicSituationTable(arrange().monster("bullrog", "knight", 1))
    assert t.can(0, "ask")
    assert not t.can(1, "ask")
    t.passes(0)
    assert not t.can(0, "ask")


def test_nobody_offers_unasked() -> None:
    """P-200: others can offer nothing without being asked."""
    t = PanicSituationTable(arrange().hand(1, "red_knight").monster("bullrog", "knight", 1))
    assert not t.can(1, "offer", "red_knight")


def test_for_one_monster_only() -> None:
    """P-201: an offer for a certain monster cannot be used on another one."""
    a = arrange().hand(1, "any_archer").monster("orcs", "archer", 5).monster("maul_rat", "archer", 1)
    t = offer(asked(a, "orcs"), 1, "any_archer", "orcs").do(0, "accept", "any_archer")
    assert t.attackers(0, "orcs") == {"any_archer"}
    assert t.attackers(0, "maul_rat") == set()


def test_the_gazebo_stands_alone() -> None:
    """P-205, F-P16: no hit of a helper on the Gazebo, and no slaying card."""
    a = arrange().hand(1, "red_knight", "super_munchkin").monster("gazebo", "knight", 1)
    t = asked(a.monster("orcs", "knight", 2), "gazebo")
    for card in ("red_knight", "super_munchkin"):
        move = t.find(1, "offer", t.card(1, card))
        assert move is not None
        assert set(move.slots[0].options) == {ANY_MONSTER, t.game.catalog.index("orcs")}
    offer(t, 1, "red_knight").do(0, "accept", "red_knight")
    assert t.attackers(0, "gazebo") == set()
    assert t.attackers(0, "orcs") == {"red_knight"}


def test_a_slaying_card_spares_the_gazebo() -> None:
    """P-205: a pledged Super Munchkin does not work on it either."""
    a = arrange().hand(1, "super_munchkin").monster("gazebo", "knight", 1).monster("orcs", "knight", 2)
    t = offer(asked(a, "orcs"), 1, "super_munchkin").do(0, "accept", "super_munchkin")
    assert t.targets(0, "super_munchkin") == {"orcs"}


def test_the_gazebo_can_be_slain_alone() -> None:
    """P-205: by the active player's own cards, borrowed ones included."""
    a = arrange().hand(0, "help_me_out_here").hand(1, "red_knight").monster("gazebo", "knight", 1, health=1)
    t = (
        PanicSituationTable(a)
        .play(0, "help_me_out_here", 1)
        .answer("red_knight")
        .attack(0, "gazebo", "red_knight")
    )
    assert t.trophies(0) == ["gazebo"]


def test_no_help_after_the_token() -> None:
    """P-206, P-182: a player who has lost help can neither ask nor accept."""
    a = arrange().curse(0, "lose_help").hand(1, "red_knight").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a)
    assert not t.can(0, "ask")
    assert t.game.view(t.state, 1).deals_left == 0


def test_the_deal_holds_for_the_monster_helped_with() -> None:
    """P-207: terms follow the monster on which the card was used, also if it falls in a later attack."""
    a = arrange().hand(0, "red_knight", "red_hero").hand(1, "any_knight").monster("bullrog", "knight", 1)
    t = offer(asked(a.monster("orcs", "knight", 2)), 1, "any_knight", ANY_MONSTER, "helper")
    t.do(0, "accept", "any_knight").attack(0, "bullrog", "any_knight").attack(0, "orcs", "red_knight")
    assert t.trophies(0) == ["orcs"]
    a = arrange().hand(0, "red_knight", "red_hero").hand(1, "any_knight").monster("bullrog", "knight", 1)
    t = offer(asked(a), 1, "any_knight", ANY_MONSTER, "helper").do(0, "accept", "any_knight")
    t.attack(0, "bullrog", "any_knight").attack(0, "bullrog", "red_knight", "red_hero")
    assert t.trophies(1) == ["bullrog"]


def test_unused_help_of_a_leaver() -> None:
    """H-17: the card of a helper who has left is discarded; the slayer gets the helper's share."""
    a = arrange().hand(1, "red_knight").monster("bullrog", "knight", 1)
    t = offer(asked(a), 1, "red_knight").do(0, "accept", "red_knight").drop(1).passes(0)
    assert t.zone(CASTLE_DISCARDS) == ["red_knight"]
    a = arrange().hand(1, "red_knight").monster("orcs", "knight", 1)
    t = offer(asked(a, "orcs"), 1, "red_knight", ANY_MONSTER, "helper", 1).do(0, "accept", "red_knight")
    t.drop(1).attack(0, "orcs", "red_knight")
    assert t.trophies(0) == ["orcs"]


def test_lunch_by_deal() -> None:
    """P-110, P-207: the two Treasures of a helper's Out to Lunch are shared as agreed."""
    a = arrange().hand(1, "out_to_lunch").monster("bullrog", "knight", 1)
    t = offer(asked(a), 1, "out_to_lunch", "bullrog", "asker", 1).do(0, "accept", "out_to_lunch")
    t.play(0, "out_to_lunch", "bullrog")
    assert (t.earned(0), t.earned(1)) == (1, 1)


def test_an_offer_can_be_changed() -> None:
    """P-200: a new offer replaces the old one; an offer can also be withdrawn."""
    a = arrange().hand(0, "red_hero").hand(1, "red_knight", "horny_helmet").monster("bullrog", "knight", 1)
    t = offer(offer(asked(a), 1, "red_knight"), 1, "horny_helmet")
    assert [t.name(o.card) for o in t.state.offers] == ["horny_helmet"]
    t.do(1, "withdraw")
    assert t.state.offers == []
    assert not t.can(0, "accept")


def test_a_refused_offer_is_over_until_help_is_asked_for_again() -> None:
    """H-122: it is told as one that is not taken, and its maker has had their last word."""
    a = (
        arrange()
        .hand(0, "red_hero")
        .hand(1, "red_knight")
        .hand(2, "any_knight")
        .monster("bullrog", "knight", 1)
    )
    t = offer(offer(asked(a), 1, "red_knight"), 2, "any_knight").do(0, "refuse", "red_knight")
    assert [t.name(o.card) for o in t.state.offers] == ["any_knight"]
    assert [(event.seat, event.why) for event in t.events_of(OfferLapsed)] == [(1, "untaken")]
    assert "red_knight" in t.hand(1)
    assert not t.can(1, "offer")
    assert t.can(0, "accept", "any_knight")
    t.do(0, "enough").do(0, "ask", "", ())
    assert t.can(1, "offer", "red_knight")


def test_who_refuses_other_terms_takes_the_card_back_and_is_not_waited_for() -> None:
    """H-122: nobody else has to do anything before the fight goes on."""
    a = arrange().hand(0, "red_hero").hand(1, "red_knight").monster("bullrog", "knight", 1)
    t = offer(asked(a), 1, "red_knight").do(0, "enough")
    t.do(0, "counter", "red_knight", "asker", 0, (), "end")
    assert (t.waiting.name, t.waiting.awaited) == ("offers", (1,))
    assert not t.can(0, "refuse"), "nobody refuses their own terms"
    t.do(1, "refuse", "red_knight")
    assert t.state.offers == []
    assert t.waiting.name == "play"


def test_no_endless_talk() -> None:
    """P-200: asking and offering are limited, so nobody can stall."""
    a = arrange().hand(1, "red_knight").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a)
    for _ in range(MAX_ASKS_PER_TURN):
        t.do(0, "ask", "", ()).all_pass()
    assert not t.can(0, "ask")
    made = 0
    while t.can(1, "offer", "red_knight"):
        offer(t, 1, "red_knight")
        made += 1
    assert made == MAX_ASKS_PER_TURN * MAX_OFFERS_PER_ASK


def test_a_stolen_card_is_no_offer() -> None:
    """P-103, P-200: when the offered card leaves the hand the offer is off."""
    a = arrange().hand(0, "red_hero").hand(1, "horny_helmet").hand(2, "duck_of_doom")
    a.monster("bullrog", "knight", 1)
    t = offer(asked(a), 1, "horny_helmet").play(2, "duck_of_doom", 1).passes(1)
    assert t.state.offers == []


def test_enough_waiting() -> None:
    """P-200: the asker does not have to wait for everybody; offers stay open until phase 3 ends."""
    a = arrange().hand(1, "red_knight").monster("bullrog", "knight", 1)
    t = offer(asked(a), 1, "red_knight").do(0, "enough")
    assert t.waiting.name == "play"
    t.do(0, "accept", "red_knight")
    assert t.zone(PLEDGED_CARDS) == ["red_knight"]


def test_what_can_be_pledged() -> None:
    """P-200: cards that do something to monsters, by deal; not Curses, not cards that draw."""
    cards = ("red_knight", "horny_helmet", "sleep_potion", "hoard", "duck_of_doom", "wishing_ring")
    t = asked(arrange().hand(0, "red_hero").hand(1, *cards).monster("bullrog", "knight", 1))
    assert [card for card in cards if t.can(1, "offer", card)] == [
        "red_knight",
        "horny_helmet",
        "sleep_potion",
    ]


def test_who_may_agree_learns_nothing_of_the_askers_hand() -> None:
    """P-032: a Weapon is agreed to where a Hit may be; whether the asker holds one is not to be told."""
    may_agree: list[bool] = []
    for loses_hit in (False, True):
        board = arrange(3).hand(0, "any_knight", "blue_archer").hand(1, "horny_helmet")
        t = PanicSituationTable(board.monster("bullrog", "knight", 1))
        t.do(0, "ask", "", "bullrog").do(1, "offer", "horny_helmet", "bullrog", "helper", 1, ())
        t.do(0, "counter", "horny_helmet", "asker", 0, (), "end", ability=1)
        if loses_hit:
            t.state.zones.move(t.card(0, "any_knight"), CASTLE_DISCARDS)
        may_agree.append(t.can(1, "agree", "horny_helmet"))
    assert may_agree == [True, True]


def test_the_offer_of_a_leaver_ends_with_the_game() -> None:
    """Below two players the game is over at once; no offer names a card that was discarded."""
    t = asked(arrange(2).hand(1, "red_knight").monster("bullrog", "knight", 1))
    offer(t, 1, "red_knight")
    t.drop(1)
    assert t.state.over
    assert t.state.offers == []


def lapsed(t: PanicSituationTable) -> list[tuple[int, str, int, str]]:
    return [(e.seat, t.name(e.card), e.asker, e.why) for e in t.events_of(OfferLapsed)]


def test_who_offered_in_vain_is_told() -> None:
    """P-200: offers that nobody took end with phase 3; with a deal, the others end."""
    a = arrange().hand(1, "red_knight").hand(2, "any_knight").monster("bullrog", "knight", 1)
    t = offer(offer(asked(a), 1, "red_knight"), 2, "any_knight").passes(3)
    t.passes(0)
    assert lapsed(t) == [(1, "red_knight", 0, "untaken"), (2, "any_knight", 0, "untaken")]
    a = arrange().hand(1, "red_knight").hand(2, "any_knight").monster("bullrog", "knight", 1)
    t = offer(offer(asked(a), 1, "red_knight"), 2, "any_knight").passes(3)
    t.do(0, "accept", "any_knight")
    assert lapsed(t) == [(1, "red_knight", 0, "outbid")]


def test_who_bid_in_vain_is_told() -> None:
    """H-122: the active player's terms that the helper did not answer end, too."""
    a = arrange().hand(1, "red_knight").hand(0, "hoard").monster("bullrog", "knight", 1)
    t = offer(asked(a), 1, "red_knight").passes(2, 3)
    t.do(0, "counter", "red_knight", "asker", 0, (), "end")
    t.passes(1).passes(0)
    assert lapsed(t) == [(1, "red_knight", 0, "unanswered")]


def test_an_offer_that_is_of_no_use_any_more_is_told() -> None:
    """P-200: it goes with its monster; one whose card was taken is not told again."""
    a = arrange().hand(1, "red_knight").hand(0, "any_knight").hand(2, "duck_of_doom")
    t = offer(asked(a.monster("orcs", "knight", 1), "orcs"), 1, "red_knight", "orcs").passes(2, 3)
    t.attack(0, "orcs", "any_knight")
    assert lapsed(t) == [(1, "red_knight", 0, "useless")]
    a = arrange().hand(1, "spiky_knees").hand(0, "red_swordsman").hand(2, "duck_of_doom")
    t = offer(asked(a.monster("bullrog", "swordsman", 1)), 1, "spiky_knees").passes(2, 3)
    t.play(2, "duck_of_doom", 1).passes(1)
    assert t.hand(2) == ["spiky_knees"]
    assert t.state.offers == []
    assert lapsed(t) == []


def test_the_story_knows_on_whom_a_card_is_played() -> None:
    """P-103: Duck and Lightning strike one player; other cards name nobody."""
    t = PanicSituationTable(arrange().hand(0, "duck_of_doom", "hoard").monster("bullrog", "knight", 1))
    t.play(0, "duck_of_doom", 2)
    assert [e.victim for e in t.events_of(PanicCardPlayed)] == [2]
    t.passes(2).play(0, "hoard")
    assert [e.victim for e in t.events_of(PanicCardPlayed)] == [-1]


def test_a_helper_is_told_if_nobody_was_slain_with_their_card() -> None:
    """P-207: the price lies on the kill, so there is none; who asked for nothing is told nothing."""
    for treasures, told in ((1, [(1, "red_knight", 0, "unpaid")]), (0, [])):
        a = arrange().hand(1, "red_knight").monster("bullrog", "knight", 1)
        t = offer(asked(a), 1, "red_knight", "bullrog", "asker", treasures).passes(2, 3)
        t.do(0, "accept", "red_knight").attack(0, "bullrog", "red_knight").passes(0)
        assert lapsed(t) == told
    a = arrange().hand(1, "red_knight").monster("orcs", "knight", 1).next_cards("hoard")
    t = offer(asked(a, "orcs"), 1, "red_knight", "orcs", "asker", 1).passes(2, 3)
    t.do(0, "accept", "red_knight").attack(0, "orcs", "red_knight").passes(0)
    assert lapsed(t) == []


def test_illusion_offered_against_a_monster() -> None:
    """P-200, P-234: it discards the monster that was agreed on; the share comes from what replaces it."""
    a = arrange(4, illusion=True).hand(1, "illusion").hand(0, "red_knight").monster("pit_bull", "archer", 4)
    t = asked(a.monster("bullrog", "knight", 1).monster("maul_rat", "archer", 5))
    offer(t, 1, "illusion", "bullrog", "helper", 1).do(0, "accept", "illusion")
    assert t.targets(0, "illusion") == {"bullrog"}
    t.play(0, "illusion", "bullrog")
    assert t.option_names() == {"maul_rat", "pit_bull"}
    t.answer("maul_rat").attack(0, "maul_rat", "red_knight")
    assert t.trophies(1) == ["maul_rat"]
    assert t.earned(1) == 1


def test_the_share_of_a_helper_who_left() -> None:
    """H-17, P-207: the slayer gets the Treasures that were promised to a helper who is gone."""
    a = arrange().hand(1, "potion_of_halitosis").hand(0, "red_archer").monster("pukachu", "archer", 1)
    t = offer(asked(a, "pukachu"), 1, "potion_of_halitosis", "pukachu", "asker", 1)
    t.do(0, "accept", "potion_of_halitosis").attack(0, "pukachu", "potion_of_halitosis").drop(1)
    t.attack(0, "pukachu", "red_archer")
    assert t.trophies(0) == ["pukachu"]
    assert t.earned(0) == t.game.catalog.dots[t.game.catalog.index("pukachu")]
