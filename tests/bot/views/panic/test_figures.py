"""What counts as a theft when a castle-defense game is summed up, and what trophies count in its curves."""

from dataclasses import replace

import pytest

from bot.tables.past import PastRevision, acts_of
from bot.views.panic.highlights import panic_highlights
from cards.kernel.events import Event
from cards.panic.card_events import (
    CardGivenBack,
    CardHanded,
    OfferAccepted,
    OfferLapsed,
    PanicHelpOffered,
    TreasuresEarned,
    TrophyTaken,
)
from cards.panic.events import PANIC_EVENT_KINDS, PanicEnded, PanicTurnStarted
from cards.panic.monster_events import MonsterMoved, MonsterSlain, TowerFell, WallFell
from cards.panic.seat_figures import panic_figures
from tests.bot.views.games import view_of
from tests.cards.panic.situation import PanicSituationTable, arrange


def stabs_of(t: PanicSituationTable, *events: Event) -> tuple[list[tuple[int, int]], str]:
    """Return how often each seat stabbed and was stabbed, and the award for the meanest stab."""
    view, past = view_of(t.game, t.state, None), (PastRevision(1, events),)
    counts = [
        found.counts for _, found in sorted(panic_figures(t.game, view.game_view, acts_of(past)).items())
    ]
    highlights = panic_highlights(view, past)
    assert highlights is not None
    (award,) = (line for line in highlights.awards if "Meanest stab" in line)
    return [(count.get("stabs", 0), count.get("stabbed", 0)) for count in counts], award


def test_a_trophy_paid_for_help_is_no_theft() -> None:
    """H-127: neither the payment nor its return counts as a stab."""
    a = arrange(2).hand(1, "potion_of_halitosis").hand(0, "red_archer").trophies(0, "orcs")
    t = PanicSituationTable(a.monster("pukachu", "archer", 1)).do(0, "ask", "", ())
    t.do(1, "offer", "potion_of_halitosis", "pukachu", "asker", 0, ())
    t.do(0, "counter", "potion_of_halitosis", "asker", 0, ("orcs",), "end")
    t.do(1, "agree", "potion_of_halitosis").attack(0, "pukachu", "potion_of_halitosis").passes(0)
    (paid,) = t.events_of(TrophyTaken)
    assert paid.how == "paid"
    repaid = TrophyTaken(0, trophy=paid.trophy, giver=1, how="repaid")  # logs of earlier releases have it
    counts, award = stabs_of(t, paid, repaid)
    assert counts == [(0, 0), (0, 0)]
    assert award.endswith("none. Nobody took anything from anybody.")


def test_lightning_is_one_theft() -> None:
    """P-105: the curser takes a trophy; what the victim gets in return is none of their doing."""
    a = arrange(2).hand(0, "lightning").trophies(0, "orcs").trophies(1, "pukachu")
    t = PanicSituationTable(a).play(0, "lightning", 1).passes(1)
    taken = t.events_of(TrophyTaken)
    assert [(event.seat, event.how) for event in taken] == [(0, ""), (1, "swapped")]
    counts, award = stabs_of(t, *taken)
    assert counts == [(1, 0), (0, 1)]
    assert "Pukachu" in award


def test_old_logs_say_nothing_of_how() -> None:
    """Records of earlier releases are read as they were written."""
    taken = TrophyTaken(0, trophy=5, giver=1)
    assert taken.to_record().word == ""
    assert PANIC_EVENT_KINDS.read(taken.to_record()) == taken


@pytest.mark.parametrize("how", ["charity", "borrowed", "paid", "repaid"])
def test_what_is_given_or_lent_is_no_stab(how: str) -> None:
    """P-045, P-111, H-127: the award for the meanest stab counts only what was taken."""
    t = PanicSituationTable(arrange(2))
    handed = CardHanded(0, card=1, giver=1, how=how)
    assert stabs_of(t, handed, handed)[1].endswith("none. Nobody took anything from anybody.")


@pytest.mark.parametrize("how", ["snatched", "demanded", "taken", "pilfered"])
def test_what_is_taken_is_a_stab(how: str) -> None:
    """P-103, P-104, P-106, P-226: cards that somebody had to hand over are counted, no others."""
    t = PanicSituationTable(arrange(2))
    handed = CardHanded(0, card=1, giver=1, how=how)
    charity = CardHanded(1, card=1, giver=0, how="charity")
    assert "took 1 card from" in stabs_of(t, handed, charity, charity)[1]


def test_a_reclaimed_monster_counts_in_curve_and_theft() -> None:
    """P-150, P-105: its points are those on its token, though nobody has slain it."""
    a = arrange(2).hand(0, "invoke_obscure_rules").hand(1, "lightning").discards("plutonium_dragon")
    t = PanicSituationTable(a.monster("orcs", "archer", 1)).play(0, "invoke_obscure_rules")
    told = [PastRevision(1, t.events)]
    t.play(1, "lightning", 0).passes(0)
    told.append(PastRevision(2, t.events))
    worth = t.game.catalog.points[t.game.catalog.index("plutonium_dragon")]
    turn = PastRevision(3, (PanicTurnStarted(1, turn=2),))
    highlights = panic_highlights(view_of(t.game, t.state, None), (told[0], turn, told[1], turn))
    assert highlights is not None
    assert highlights.curves is not None
    rows = {row.color: row.points for row in highlights.curves.rows}
    assert (worth, 0) in zip(rows[0], rows[1], strict=True)
    assert (0, worth) in zip(rows[0], rows[1], strict=True)
    assert any(f"({worth} points)" in line for line in highlights.awards)


def bargains_of(t: PanicSituationTable, *events: Event) -> list[tuple[int, int]]:
    """Return how many bargains each seat has kept, and how often it has helped."""
    found = panic_figures(t.game, t.game.view(t.state, None), [(1000, events)])
    return [(one.counts.get("bargains", 0), one.counts.get("helped", 0)) for _, one in sorted(found.items())]


def test_a_bargain_counts_as_kept_only_if_something_came_of_it() -> None:
    """P-200, P-207: a card that goes back unused helps nobody, one that slays nobody helps for nothing."""
    t = PanicSituationTable(arrange(3))
    deal = OfferAccepted(0, card=1, helper=1, trophy="helper")
    again = OfferAccepted(0, card=2, helper=2, trophy="asker")
    assert bargains_of(t, deal, again) == [(2, 0), (1, 1), (1, 1)]
    assert bargains_of(t, deal, CardGivenBack(1, card=1), again) == [(1, 0), (0, 0), (1, 1)]
    assert bargains_of(t, deal, CardGivenBack(1, card=1), deal) == [(1, 0), (1, 1), (0, 0)]
    unpaid = OfferLapsed(1, card=1, asker=0, why="unpaid")
    assert bargains_of(t, deal, again, unpaid) == [(1, 0), (0, 1), (1, 1)]
    assert bargains_of(t, deal, again, replace(unpaid, why="useless")) == [(1, 0), (0, 1), (1, 1)]


def test_other_offers_and_borrowed_cards_take_no_bargain_back() -> None:
    t = PanicSituationTable(arrange(3))
    deal = OfferAccepted(0, card=1, helper=1, trophy="helper")
    untaken = OfferLapsed(1, card=1, asker=0, why="untaken")
    of_another = OfferLapsed(2, card=4, asker=0, why="useless")
    borrowed = CardGivenBack(1, card=-1, seen=1)
    next_turn = (PanicTurnStarted(1, turn=2), CardGivenBack(1, card=1))
    assert bargains_of(t, deal, untaken, of_another, borrowed, *next_turn) == [(1, 0), (1, 1), (0, 0)]


def test_a_card_that_was_released_is_in_no_bargain() -> None:
    """P-200: as the rules tell it."""
    a = arrange(2).hand(1, "potion_of_halitosis").hand(0, "red_archer")
    t = PanicSituationTable(a.monster("pukachu", "archer", 1)).do(0, "ask", "", ())
    told = list(t.events)
    t.do(1, "offer", "potion_of_halitosis", "pukachu", "asker", 0, ())
    t.do(0, "accept", "potion_of_halitosis")
    told += t.events
    assert bargains_of(t, *told) == [(1, 0), (1, 1)]
    t.do(0, "release", "potion_of_halitosis")
    told += t.events
    assert bargains_of(t, *told) == [(0, 0), (0, 0)]
    assert "none" in bargain_of(t, *told)


def bargain_of(t: PanicSituationTable, *events: Event) -> str:
    view = view_of(t.game, t.state, None)
    highlights = panic_highlights(view, [PastRevision(1, events)])
    assert highlights is not None
    (award,) = (line for line in highlights.awards if "Best bargain" in line)
    return award


def test_the_best_bargain_names_all_that_the_helper_got() -> None:
    """The trophy, the Treasures, and what else was paid; not what was handed back."""
    t = PanicSituationTable(arrange(2).hand(0, "red_knight", "hoard").trophies(0, "orcs"))
    bullrog, archer, hoard, orcs = map(t.game.catalog.index, ("bullrog", "red_archer", "hoard", "orcs"))
    deal = OfferAccepted(0, card=archer, helper=1, trophy="helper")
    slain = MonsterSlain(0, monster=bullrog, holder=1, points=3)
    earned = TreasuresEarned(1, cards=(), card_count=1, deck="treasure")
    paid = CardHanded(1, card=hoard, giver=0, how="paid")
    trophy = TrophyTaken(1, trophy=orcs, giver=0, how="paid")
    assert "*Red Archer* for the trophy and 1 Treasure." in bargain_of(t, deal, slain, earned)
    assert "for the trophy, *Hoard!* and *3,872 Orcs*." in bargain_of(t, deal, slain, paid, trophy)
    back = TrophyTaken(0, trophy=orcs, giver=1, how="repaid")
    assert bargain_of(t, deal, trophy, back).endswith("*Red Archer* for nothing but thanks.")


def awards_of(t: PanicSituationTable, *events: Event) -> str:
    highlights = panic_highlights(view_of(t.game, t.state, None), (PastRevision(1, events),))
    assert highlights is not None
    return "\n".join([*highlights.awards, highlights.details])


def test_the_price_that_was_refused_is_told_where_a_tower_fell_for_it() -> None:
    t = PanicSituationTable(arrange(2))
    card = t.game.catalog.index("red_archer")
    offer = PanicHelpOffered(1, card=card, treasures=1, trophy="helper")
    lapsed = OfferLapsed(1, card=card, asker=0, why="untaken")
    fell = TowerFell(arc=5, cause="monster")
    told = awards_of(t, PanicTurnStarted(0, turn=4), offer, lapsed, fell)
    assert "*Red Archer* for the trophy and 1 Treasure. **Ann** said no; a Tower fell." in told
    assert "refused" not in awards_of(t, offer, lapsed, PanicTurnStarted(1, turn=5), fell)
    deal = OfferAccepted(0, card=card, helper=1, trophy="asker")
    back = CardGivenBack(1, card=card)
    assert "**Held back:**" in awards_of(t, PanicTurnStarted(0, turn=4), deal, back, fell)


def test_the_rescue_is_a_monster_slain_one_step_before_a_tower() -> None:
    t = PanicSituationTable(arrange(2))
    token = t.game.catalog.index("bullrog")
    slain = MonsterSlain(0, monster=token, holder=0, points=3)
    near = MonsterMoved(monster=token, arc=2, ring="swordsman")
    assert "rescue" not in awards_of(t, near, slain), "a Wall stands before the Tower"
    wall = WallFell(arc=2, cause="monster")
    assert "**Ann** slays *Bullrog* one step before Tower 🔴 2." in awards_of(t, wall, near, slain)
    others = [TowerFell(arc=arc, cause="monster") for arc in (1, 3, 4, 5, 6)]
    assert "one step before the last Tower." in awards_of(t, *others, wall, near, slain)


def test_the_last_tower_has_last_words() -> None:
    t = PanicSituationTable(arrange(2))
    lost = awards_of(t, TowerFell(arc=2, cause="rock"), PanicEnded(reason="towers"))
    assert "Its last words: “Tell the Walls I forgive them.”" in lost
    assert "last words" not in awards_of(t, TowerFell(arc=2, cause="rock"), PanicEnded(reason="monsters"))
