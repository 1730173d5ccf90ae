"""Help that saves the Castle: computers take it, use it, pay for it and give it (P-200, P-207)."""

import pytest

from cards.kernel.dice import Dice
from cards.kernel.moves import PASS_VERB, Action
from cards.players.panic.cunning import CunningPanicPlayer
from cards.players.panic.sensible import SensiblePanicPlayer
from tests.cards.panic.situation import Arrangement, PanicSituationTable, arrange

KINDS = (SensiblePanicPlayer, CunningPanicPlayer)
PIERCED = (1, 2, 4, 5, 6)


def decide(table: PanicSituationTable, kind: type[SensiblePanicPlayer], seat: int) -> Action | None:
    player = kind(table.game.catalog)
    moves = table.game.legal_moves(table.state, seat)
    return player.choose_or_wait(table.game.view(table.state, seat), moves, seat, Dice(1))


def offered(
    a: Arrangement, card: str, monster: str, trophy: str = "asker", pay: tuple[str, ...] = ()
) -> PanicSituationTable:
    """Seat 1 offers its card after seat 0 has asked for help."""
    table = PanicSituationTable(a.hand(1, card)).do(0, "ask", "", ())
    table.do(1, "offer", card, (monster or -1,), (trophy,), (0,), pay)
    return table.do(0, "enough")


def play_phase(table: PanicSituationTable, kind: type[SensiblePanicPlayer]) -> list[str]:
    """Let seat 0 play its phase 3 to the end, all others hold still; return what it does."""
    verbs: list[str] = []
    while table.state.phase == 3 and not table.state.over:
        seat = table.waiting.awaited[0]
        action = decide(table, kind, seat) if seat == 0 else Action(seat, PASS_VERB)
        assert action is not None
        verbs.append(action.verb)
        table.send(action)
    return verbs


def raid(health: int | None = None, *, walls: tuple[int, ...] = PIERCED) -> Arrangement:
    """A Bullrog stands before the Tower of arc 3."""
    a = arrange(3).only("token").walls(*walls).monster("gazebo", "forest", 6)
    return a.monster("bullrog", "swordsman", 3, health)


GIFTS = [
    ("super_munchkin", "bullrog"),
    ("wandering_monster", "bullrog"),
    ("sleep_potion", ""),
    ("flask_of_glue", "bullrog"),
    ("fortify_wall", ""),
    ("drive_him_back", "bullrog"),
    ("out_to_lunch", "bullrog"),
    ("potion_of_halitosis", "bullrog"),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("card", "monster"), GIFTS)
def test_a_gift_that_saves_a_tower_or_slays_is_taken_and_used(
    kind: type[SensiblePanicPlayer], card: str, monster: str
) -> None:
    """P-200: whatever the gift is, it is worth what comes of it on the board."""
    walls = (3,) if card == "fortify_wall" else PIERCED
    table = offered(raid(2, walls=walls), card, monster)
    verbs = play_phase(table, kind)
    assert "accept" in verbs
    assert table.hand(1) == []
    table.until("draw")
    assert table.has_tower(3)
    assert table.has_wall(3) == (3 in walls)


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_tower_is_worth_a_trophy(kind: type[SensiblePanicPlayer]) -> None:
    """P-201, H-127: a Sleep Potion for a trophy; while all Walls stand that is too dear."""
    a = raid().walls().towers(3).trophies(0, "net_troll")
    verbs = play_phase(table := offered(a, "sleep_potion", "", pay=("net_troll",)), kind)
    assert "accept" in verbs
    assert table.has_tower(3)
    assert table.trophies(1) == ["net_troll"]
    a = raid(walls=(1, 2, 3, 4, 5, 6)).trophies(0, "net_troll")
    assert "accept" not in play_phase(offered(a, "sleep_potion", "", pay=("net_troll",)), kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("card", "monster"), GIFTS)
def test_such_help_is_offered(kind: type[SensiblePanicPlayer], card: str, monster: str) -> None:
    """Who holds such a card offers it while the last Tower stands."""
    walls = (3,) if card == "fortify_wall" else ()
    a = raid(2, walls=walls).towers(3).hand(1, card).trophies(1, "maul_rat")
    action = decide(PanicSituationTable(a).do(0, "ask", "", ()), kind, 1)
    assert action is not None
    assert action.verb == "offer"
