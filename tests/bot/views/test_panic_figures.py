"""What counts as a theft when a castle-defense game is summed up, and what trophies count in its curves."""

from __future__ import annotations

from bot.tables.past import PastRevision
from bot.views.panic_facts import panic_facts
from bot.views.panic_highlights import panic_highlights
from cards.kernel.events import Event
from cards.panic.card_events import TrophyTaken
from cards.panic.events import PANIC_EVENT_KINDS
from tests.bot.views.games import sight_of
from tests.cards.panic.situation import PanicSituationTable, arrange


def stabs_of(t: PanicSituationTable, *events: Event) -> tuple[list[tuple[int, int]], str]:
    """Return how often each seat stabbed and was stabbed, and the award for the meanest stab."""
    view, past = sight_of(t.game, t.state, None), (PastRevision(1, events),)
    counts = [facts.counts for _, facts in sorted(panic_facts(view, past).items())]
    highlights = panic_highlights(view, past)
    assert highlights is not None
    (award,) = (line for line in highlights.awards if "Meanest stab" in line)
    return [(count.get("stabs", 0), count.get("stabbed", 0)) for count in counts], award


def test_a_trophy_paid_for_help_is_no_theft() -> None:
    """H-127: neither the payment nor its return counts as a stab."""
    a = arrange(2).hand(1, "potion_of_halitosis").hand(0, "red_archer").trophies(0, "orcs")
    t = PanicSituationTable(a.monster("pukachu", "archer", 1)).do(0, "ask", "", (), ())
    t.do(1, "offer", "potion_of_halitosis", "pukachu", "asker", 0, (), ())
    t.do(0, "counter", "potion_of_halitosis", "asker", 0, ("orcs",), "now", ())
    t.do(1, "agree", "potion_of_halitosis")
    (paid,) = t.events_of(TrophyTaken)
    t.do(0, "release", "potion_of_halitosis")
    (repaid,) = t.events_of(TrophyTaken)
    assert (paid.how, repaid.how) == ("paid", "repaid")
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
