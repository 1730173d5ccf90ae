"""The cunning player of the castle-defense game: plans, bargains, and what it must not know."""

import time
from dataclasses import replace

import pytest

from cards.games import panic
from cards.kernel.dice import Dice, mix
from cards.kernel.game import Setup
from cards.kernel.moves import PASS_VERB, Action
from cards.kernel.state import GameState
from cards.panic.state import PanicState
from cards.players.base import AnyGame, Player, ask
from cards.players.panic import plans as panic_plans
from cards.players.panic.cunning import CunningPanicPlayer
from cards.players.panic.fears import PanicFears
from cards.players.panic.sensible import SensiblePanicPlayer
from cards.registry import make_game
from cards.simulate import SimulatedGame, check_invariants, play_game, player_factories
from tests.cards.panic.random_games import OPTIONS_BY_VARIANT
from tests.cards.panic.situation import Arrangement, PanicSituationTable, arrange


def decide(table: PanicSituationTable, seat: int = 0) -> Action:
    """Return what a cunning player does."""
    player = CunningPanicPlayer(table.game.catalog)
    view, moves = table.game.view(table.state, seat), table.game.legal_moves(table.state, seat)
    action = player.choose_or_wait(view, moves, seat, Dice(1))
    assert action is not None
    return action


def wish(arrangement: Arrangement, seat: int = 0, phase: int = 3) -> tuple[str, list[str]]:
    """Return what a cunning player does first: the verb, and the cards it names."""
    table = PanicSituationTable(arrangement, phase=phase)
    action = decide(table, seat)
    cards = [action.card, *(pick for picks in action.picks for pick in picks)]
    return action.verb, [table.name(card) for card in cards if isinstance(card, int) and card >= 0]


def play_turn(arrangement: Arrangement) -> PanicSituationTable:
    """Let the cunning player play its whole phase 3."""
    table = PanicSituationTable(arrangement)
    while (action := decide(table)).verb != PASS_VERB:
        table.send(action)
    return table


# the plan


def test_is_the_cunning_one() -> None:
    """A cunning computer at a table of this game is this one."""
    assert isinstance(player_factories(panic.MODULE)["cunning"](), CunningPanicPlayer)


def test_plans_both_kills() -> None:
    """The better prize is not slain with the card that the other one needs: a plan has both."""
    a = arrange(1).hand(0, "red_hero", "any_knight").monster("pit_bull", "knight", 1, health=1)
    a = a.monster("maul_rat", "archer", 2)
    assert sorted(play_turn(a).trophies(0)) == ["maul_rat", "pit_bull"]


def test_weapons_go_where_they_are_needed() -> None:
    """Boots for the Dragon; the Helmet is enough for the Bull."""
    a = arrange(1).hand(0, "red_knight", "green_knight", "horny_helmet", "boots_of_butt_kicking")
    a = a.monster("plutonium_dragon", "knight", 1, health=3).monster("pit_bull", "knight", 3)
    assert sorted(play_turn(a).trophies(0)) == ["pit_bull", "plutonium_dragon"]


def test_a_tower_is_worth_more_than_a_rat() -> None:
    """One Hit for two monsters: it goes on the one that is about to break a Tower."""
    a = arrange(1).hand(0, "red_hero").monster("maul_rat", "archer", 1).monster("orcs", "swordsman", 2)
    a = a.walls(1, 3, 4, 5, 6)
    assert wish(a) == ("attack", ["orcs", "red_hero"])


def test_points_are_worth_more_than_a_far_danger() -> None:
    """With all the Castle standing it takes the trophy that counts more."""
    a = arrange(1).hand(0, "any_archer").monster("maul_rat", "archer", 1)
    assert wish(a.monster("bullrog", "archer", 3, health=1)) == ("attack", ["bullrog", "any_archer"])


def test_keeps_a_special_for_better() -> None:
    """Super Munchkin is not for rats, and nothing far away is driven back."""
    hand = ("super_munchkin", "drive_him_back")
    assert wish(arrange(1).hand(0, *hand).monster("maul_rat", "archer", 1))[0] == PASS_VERB


def test_super_munchkin_slays_the_dragon() -> None:
    a = arrange(1).hand(0, "super_munchkin").monster("plutonium_dragon", "archer", 1)
    assert wish(a) == ("play", ["super_munchkin", "plutonium_dragon"])


def test_discards_a_hit_that_the_plan_does_not_need() -> None:
    """Both Knights reach the Rat, and one is enough: the other makes room."""
    a = arrange(1).hand(0, "red_knight", "any_knight").monster("maul_rat", "knight", 1)
    verb, cards = wish(a, phase=1)
    assert verb == "discard"
    assert cards in (["red_knight"], ["any_knight"])


def test_the_title_takes_all_hits_without_use() -> None:
    a = arrange(1).hand(0, "really_impressive_title", "red_knight", "blue_archer", "any_swordsman")
    verb, cards = wish(a.monster("maul_rat", "knight", 1), phase=1)
    assert (verb, sorted(cards)) == ("play", ["any_swordsman", "blue_archer", "really_impressive_title"])


def test_a_weapon_follows_a_hit() -> None:
    """H-121: a Weapon alone continues an attack that was too weak."""
    a = arrange(2).hand(0, "red_knight", "horny_helmet").monster("net_troll", "knight", 1, health=2)
    table = PanicSituationTable(a).attack(0, "net_troll", "red_knight")
    table.send(decide(table))
    assert table.trophies(0) == ["net_troll"]


def test_a_crowded_board_is_planned_in_time() -> None:
    """Decisions are bounded in steps: all monsters and a large hand take no more than that."""
    a = arrange(4)
    hits = ["red_hero", "green_hero", "blue_hero", "any_knight", "any_archer", "any_swordsman"]
    arms = ["horny_helmet", "helm_of_courage", "rat_on_a_stick", "buckler_of_swashing", "slimy_armor"]
    a = a.hand(0, *hits, *arms, "potion_of_halitosis", "potion_of_idiotic_bravery")
    catalog = a.game.catalog
    names = [d.id for token, d in enumerate(catalog.definitions) if catalog.points[token]]
    for number, name in enumerate(names[:24]):
        a = a.monster(name, ("archer", "knight", "swordsman")[number % 3], number % 6 + 1)
    table = PanicSituationTable(a)
    began = time.process_time()
    assert decide(table).verb == "attack"
    assert time.process_time() - began < 1.5


# bargains


def test_sells_its_help_for_the_trophy() -> None:
    """Where its card completes a kill it asks for the trophy."""
    a = arrange(3).hand(0, "red_archer").hand(1, "any_knight").monster("bullrog", "knight", 1, health=1)
    table = PanicSituationTable(a).do(0, "ask", "", ("bullrog",))
    action = decide(table, 1)
    monster, trophy, treasures, pay = action.picks
    assert (action.verb, table.name(int(monster[0])), trophy, treasures, pay) == (
        "offer",
        "bullrog",
        ("helper",),
        (0,),
        (),
    )


def test_bids_less_for_help_that_is_dear() -> None:
    """An offer that wants the trophy is answered with a Treasure."""
    a = arrange(3).hand(0, "red_knight").hand(1, "any_knight").monster("pit_bull", "knight", 1)
    table = PanicSituationTable(a).do(0, "ask", "", ("pit_bull",))
    table.do(1, "offer", "any_knight", ("pit_bull",), ("helper",), (0,), ()).passes(2)
    action = decide(table)
    assert (action.verb, action.picks[0], action.picks[1]) == ("counter", ("asker",), (1,))


def test_agrees_to_fair_terms() -> None:
    """The helper that asked for the trophy takes the Treasure that it is offered for a Hit."""
    a = arrange(3).hand(0, "red_knight").hand(1, "any_knight").monster("pit_bull", "knight", 1)
    table = PanicSituationTable(a).do(0, "ask", "", ("pit_bull",))
    table.do(1, "offer", "any_knight", ("pit_bull",), ("helper",), (0,), ()).passes(2)
    table.send(decide(table))
    assert decide(table, 1).verb == "agree"


def test_takes_no_help_that_it_does_not_need() -> None:
    """What it slays alone it does not pay for: the plan is no better with the offered card."""
    a = arrange(3).hand(0, "red_knight", "red_hero", "red_archer").hand(1, "any_knight")
    a = a.monster("pit_bull", "knight", 1).monster("gazebo", "archer", 2)
    table = PanicSituationTable(a).do(0, "ask", "", ("pit_bull",))
    table.do(1, "offer", "any_knight", ("pit_bull",), ("helper",), (0,), ()).passes(2)
    assert decide(table).verb == "attack"


def test_asks_where_one_card_is_missing() -> None:
    """Help is asked for against what one more card would slay, not against what is out of reach anyway."""
    a = arrange(3).hand(0, "red_knight").monster("pit_bull", "knight", 1)
    assert wish(a.monster("plutonium_dragon", "archer", 3)) == ("ask", ["pit_bull"])


# fears


def test_fears_grow_towards_the_castle() -> None:
    """The same monster is worse the nearer it is, without a Wall, and when few Towers stand."""
    fears = PanicFears()
    table = PanicSituationTable(arrange().monster("bullrog", "knight", 1))
    view = table.game.view(table.state, 0)
    monster = view.monsters[0]
    by_ring = [fears.fear_at(view, monster, 3, ring, 1) for ring in range(5)]
    assert by_ring == sorted(by_ring)
    no_wall = replace(view, walls=(False, *view.walls[1:]))
    assert fears.fear(no_wall, monster, 3) > fears.fear(view, monster, 3) > fears.fear(view, monster, 1) > 0
    few_towers = replace(view, towers=(True, False, False, False, False, False))
    assert fears.fear_at(few_towers, monster, 3, 3, 1) > fears.fear_at(view, monster, 3, 3, 1)
    assert fears.fear(view, monster, 0) == 0.0
    assert fears.fear(replace(view, asleep=True), monster, 3) < fears.fear(view, monster, 3)


def test_what_is_remembered_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cards.players.panic.fears.MAX_REMEMBERED_FEARS", 2)
    table = PanicSituationTable(arrange().monster("bullrog", "knight", 1))
    view, fears = table.game.view(table.state, 0), PanicFears()
    found = [fears.fear_at(view, view.monsters[0], 3, ring, 1) for ring in (1, 2, 3, 1)]
    assert found[0] == found[3]


def test_a_search_that_is_cut_short_still_has_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panic_plans, "MAX_PLAN_STEPS", 0)
    a = arrange(1).hand(0, "red_hero", "any_knight").monster("pit_bull", "knight", 1, health=1)
    assert wish(a.monster("maul_rat", "archer", 2))[0] == "attack"


# whole games


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("variant", OPTIONS_BY_VARIANT)
def test_whole_games(variant: str, seats: int) -> None:
    """It finishes every variant with legal actions, and no invariant is broken."""
    seed = mix(seats, 11)
    players = [CunningPanicPlayer() if seat % 2 == 0 else SensiblePanicPlayer() for seat in range(seats)]
    game = make_game(Setup("panic", seats, seed, OPTIONS_BY_VARIANT[variant]))

    def check(game: AnyGame, state: GameState, number: int) -> list[str]:
        return check_invariants(game, state, number) if number % 10 == 0 else []

    record = play_game(game, list[Player](players), seed, check=check)
    assert (record.violations, record.finished) == ([], True)


def test_choices_depend_on_nothing_hidden() -> None:
    """Dealing the hidden cards again changes no choice."""

    def look(game: AnyGame, state: GameState, events: object) -> None:
        nonlocal compared
        assert isinstance(state, PanicState)
        seat = state.active if state.seq % 2 else state.seq // 2 % state.seats
        if state.seq % 3 or state.over:
            return
        other = game.redeal_hidden(state, seat, state.seq)
        for must in (True, False):
            here = ask(CunningPanicPlayer(), game, state, seat, Dice(3), must=must)
            assert ask(CunningPanicPlayer(), game, other, seat, Dice(3), must=must) == here
            compared += here is not None

    compared = 0
    for options in ({}, {"more_munchkin": True}):
        players: list[Player] = [CunningPanicPlayer() for _ in range(4)]
        play_game(make_game(Setup("panic", 4, 4, options)), players, 4, watch=look)
    assert compared > 100


def play_set(kinds: list[type[SensiblePanicPlayer]], games: int) -> list[SimulatedGame]:
    """Play games with these kinds of players, moved on one seat for each game."""
    records: list[SimulatedGame] = []
    for number in range(games):
        seed, seats = mix(3, number), len(kinds)
        players: list[Player] = [kinds[(seat - number) % seats]() for seat in range(seats)]
        record = play_game(make_game(Setup("panic", seats, seed)), players, seed, rank=panic.rank_seats)
        record.names = [type(player).__name__ for player in players]
        records.append(record)
    return records


def test_it_is_stronger() -> None:
    """It has the most points more often than its share, and a table of it loses the castle less often."""
    mixed = play_set([CunningPanicPlayer, *[SensiblePanicPlayer] * 3], 120)
    led = sum("CunningPanicPlayer" in (record.names[seat] for seat in record.leaders) for record in mixed)
    assert led > 120 / 4
    cunning, sensible = (play_set([kind] * 4, 24) for kind in (CunningPanicPlayer, SensiblePanicPlayer))
    assert sum(not r.winners for r in cunning) < sum(not r.winners for r in sensible)
