"""Computer players of the castle-defense game."""

import pytest

from cards.games import panic
from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Refusal, Slot
from cards.panic.game import PanicGame
from cards.panic.state import PanicState
from cards.players.base import random_picks
from cards.players.panic.cunning import CunningPanicPlayer
from cards.players.panic.sensible import SensiblePanicPlayer
from cards.simulate import player_factories
from tests.cards.panic.random_games import OPTIONS_BY_VARIANT, with_options
from tests.cards.panic.situation import Arrangement, PanicSituationTable, arrange


def play(setup: Setup) -> PanicState:
    """Play a game between sensible players; now and then somebody is asked who is not awaited."""
    game = PanicGame(setup)
    state, _ = game.start()
    dice = Dice(setup.seed + 99)
    player = SensiblePanicPlayer()
    player.set_game(game)
    for _ in range(3000):
        pending = game.pending(state)
        if pending is None:
            return state
        seat = pending.awaited[dice.randbelow(len(pending.awaited))]
        if dice.randbelow(5) == 0:
            seat = dice.randbelow(state.seats)
        moves = game.legal_moves(state, seat)
        action = player.choose_or_wait(game.view(state, seat), moves, seat, dice) if moves else None
        if action is not None:
            result = game.step_in_place(state, action)
            assert not isinstance(result, Refusal), f"{action}: {result}"
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("variant", OPTIONS_BY_VARIANT)
def test_whole_games(variant: str, seats: int) -> None:
    """Sensible players finish every variant with legal actions, alone as well."""
    state = play(with_options(seats, 5, **OPTIONS_BY_VARIANT[variant]))
    assert state.over


def test_the_towers_are_in_danger() -> None:
    """With sensible players the Towers fall in some games and stand in others."""
    outcomes = {play(Setup("panic", 3, seed)).towers > 0 for seed in range(12)}
    assert outcomes == {True, False}


def wish(
    arrangement: Arrangement,
    seat: int = 0,
    phase: int = 3,
    kind: type[SensiblePanicPlayer] = SensiblePanicPlayer,
) -> tuple[str, list[str]]:
    """Return what a player, by default a sensible one, does first: the verb, and the cards it names."""
    table = PanicSituationTable(arrangement, phase=phase)
    player = kind(table.game.catalog)
    view = table.game.view(table.state, seat)
    action = player.choose_or_wait(view, table.game.legal_moves(table.state, seat), seat, Dice(1))
    assert action is not None
    cards = [action.card, *(pick for picks in action.picks for pick in picks)]
    return action.verb, [table.name(card) for card in cards if isinstance(card, int) and card >= 0]


def test_kills_cheaply() -> None:
    """Of several ways to slay it takes the one that costs least."""
    a = arrange(1).hand(0, "red_hero", "red_knight", "boots_of_butt_kicking", "potion_of_halitosis")
    assert wish(a.monster("orcs", "knight", 1)) == ("attack", ["orcs", "red_knight"])


def test_brings_a_monster_to_where_the_hits_are() -> None:
    """What moves a monster is played where the Hits at hand then slay it, and not otherwise."""
    hits = arrange(3).hand(0, "any_swordsman", "red_swordsman", "cotion_of_ponfusion")
    assert wish(hits.monster("harpies", "archer", 1), kind=CunningPanicPlayer) == (
        "play",
        ["cotion_of_ponfusion", "harpies"],
    )
    none = arrange(3).hand(0, "blue_swordsman", "cotion_of_ponfusion").monster("harpies", "archer", 1)
    assert "play" not in wish(none, kind=CunningPanicPlayer)
    there = arrange(3).hand(0, "red_knight", "wandering_monster").monster("bullrog", "knight", 4, 1)
    table = PanicSituationTable(there)
    player = CunningPanicPlayer(table.game.catalog)
    for _ in range(3):
        moves = table.game.legal_moves(table.state, 0)
        action = player.choose_or_wait(table.game.view(table.state, 0), moves, 0, Dice(1))
        assert action is not None
        table.game.step_in_place(table.state, action)
    assert table.trophies(0) == ["bullrog"]


def test_keeps_the_sleep_potion_for_worse_times() -> None:
    """It can be used once: not while a few monsters are far away, but before they break Towers."""
    far = arrange(1).hand(0, "sleep_potion")
    for arc, monster in enumerate(("bullrog", "king_tut", "lawyers"), 1):
        far.monster(monster, "archer", arc)
    assert "play" not in wish(far)
    near = arrange(1).hand(0, "sleep_potion").walls().towers(1, 2, 3)
    for arc, monster in enumerate(("bullrog", "king_tut", "lawyers"), 1):
        near.monster(monster, "swordsman", arc)
    assert wish(near) == ("play", ["sleep_potion"])


def test_a_weapon_follows_a_hit() -> None:
    """H-121: the player slays with a Weapon alone where that continues an attack which was too weak."""
    a = arrange(2).hand(0, "red_knight", "horny_helmet").monster("net_troll", "knight", 1, health=2)
    table = PanicSituationTable(a).attack(0, "net_troll", "red_knight")
    player = SensiblePanicPlayer(table.game.catalog)
    moves = table.game.legal_moves(table.state, 0)
    action = player.choose_or_wait(table.game.view(table.state, 0), moves, 0, Dice(1))
    assert action is not None
    table.send(action)
    assert table.trophies(0) == ["net_troll"]


def test_prefers_the_better_prize() -> None:
    """One Hit, two victims: the one with more points."""
    a = arrange(1).hand(0, "any_knight").monster("orcs", "knight", 1)
    assert wish(a.monster("bullrog", "knight", 3, health=1)) == ("attack", ["bullrog", "any_knight"])


def test_super_munchkin_is_not_for_rats() -> None:
    """A card that slays anything is kept for something worth it."""
    assert wish(arrange(1).hand(0, "super_munchkin").monster("maul_rat", "archer", 1))[0] == PASS_VERB
    a = arrange(1).hand(0, "super_munchkin").monster("plutonium_dragon", "archer", 1)
    assert wish(a) == ("play", ["super_munchkin", "plutonium_dragon"])


def test_no_blow_in_vain() -> None:
    """A 4-point monster on its lowest number is not tickled."""
    assert wish(arrange(1).hand(0, "red_knight").monster("net_troll", "knight", 1, health=2))[0] == PASS_VERB


def test_asks_for_help() -> None:
    """What cannot be slain alone is asked about."""
    a = arrange().hand(0, "red_knight").monster("bullrog", "knight", 1)
    assert wish(a) == ("ask", ["bullrog"])


def test_discards_what_finds_nothing() -> None:
    """A Hit that reaches no monster makes room."""
    a = arrange(1).hand(0, "red_knight", "blue_archer").monster("bullrog", "knight", 1)
    assert wish(a, phase=1) == ("discard", ["blue_archer"])


def test_cancels_a_curse() -> None:
    """Sandals are worn when a Curse comes."""
    t = PanicSituationTable(arrange().hand(2, "duck_of_doom").hand(1, "hoard", "sandals_of_protection"))
    t.play(2, "duck_of_doom", 1)
    player = SensiblePanicPlayer(t.game.catalog)
    action = player.choose_or_wait(t.game.view(t.state, 1), t.game.legal_moves(t.state, 1), 1, Dice(1))
    assert action is not None
    assert t.name(action.card) == "sandals_of_protection"


def test_gives_away_the_worst() -> None:
    """In charity the least useful Treasure goes."""
    a = arrange(3).hand(0, "boots_of_butt_kicking", "spiky_knees", "hoard", "wishing_ring")
    verb, cards = wish(a.trophies(0, "bullrog").trophies(1, "orcs"), phase=2)
    assert (verb, cards) == (ANSWER_VERB, ["spiky_knees"])


def test_a_slot_with_a_sum_is_filled() -> None:
    """By lot, too, Weapons come with their Hits: the weights see to that, also where they are negative."""
    slot = Slot("cards", "card", (1, 2, 3, 4), 1, 4, (101, -100, -100, -100), 1)
    assert all(slot.accepts(random_picks(slot, Dice(seed))) for seed in range(200))


def test_sensible_anywhere() -> None:
    """The game's standard player plays this game as the one made for it."""
    game = PanicGame(Setup("panic", 2, 3))
    state, _ = game.start()
    player, other = player_factories(panic.MODULE)["sensible"](), SensiblePanicPlayer(game.catalog)
    player.set_game(game)
    seat = state.active
    view, moves = game.view(state, seat), game.legal_moves(state, seat)
    assert player.choose_or_wait(view, moves, seat, Dice(1)) == other.choose_or_wait(
        view, moves, seat, Dice(1)
    )
    assert player.choose(view, moves, seat, Dice(1)) == other.choose(view, moves, seat, Dice(1))


def test_the_caretaker_spends_nothing() -> None:
    """The caretaker uses Hits, answers questions and passes; Treasures stay."""
    player = player_factories(panic.MODULE)["caretaker"]()
    a = arrange().hand(0, "red_knight", "any_knight", "horny_helmet", "hoard", "super_munchkin")
    t = PanicSituationTable(a.monster("bullrog", "knight", 1).monster("net_troll", "knight", 2, health=2))
    player.set_game(t.game)

    def does(seat: int) -> str:
        moves = t.game.legal_moves(t.state, seat)
        action = player.choose_or_wait(t.game.view(t.state, seat), moves, seat, Dice(1))
        if action is None:
            return ""
        t.send(action)
        return action.verb

    assert [does(0), does(0)] == ["attack", "pass"]
    assert t.trophies(0) == ["net_troll"]
    assert {"hoard", "horny_helmet", "super_munchkin"} <= set(t.hand(0))
    assert does(1) == "pass"
    assert does(1) == ""
    t = PanicSituationTable(arrange().hand(0, "wandering_monster").monster("bullrog", "knight", 1))
    t.play(0, "wandering_monster", "bullrog")
    assert does(0) == ANSWER_VERB


def test_a_game_of_caretakers() -> None:
    """Such a game ends as well."""
    game = PanicGame(Setup("panic", 3, 8))
    state, _ = game.start()
    player, dice = player_factories(panic.MODULE)["caretaker"](), Dice(1)
    player.set_game(game)
    while (pending := game.pending(state)) is not None:
        seat = pending.awaited[0]
        action = player.choose(game.view(state, seat), game.legal_moves(state, seat), seat, dice)
        assert not isinstance(game.step_in_place(state, action), Refusal)
    assert state.over


def wander_in_castle(player: SensiblePanicPlayer, a: Arrangement) -> PanicSituationTable:
    """Let seat 0 play its card on a monster in the Castle, and say where it goes."""
    t = PanicSituationTable(a.hand(0, "wandering_monster"))
    player.set_game(t.game)
    for _ in range(3):
        moves = t.game.legal_moves(t.state, 0)
        action = player.choose_or_wait(t.game.view(t.state, 0), moves, 0, Dice(1))
        if action is None or action.verb not in ("play", ANSWER_VERB):
            break
        t.send(action)
    return t


@pytest.mark.parametrize("player", [SensiblePanicPlayer(), CunningPanicPlayer()])
def test_no_monster_wanders_onto_a_tower(player: SensiblePanicPlayer) -> None:
    """P-210, H-119: in the Castle it goes where no Tower stands, whatever Walls there are."""
    a = arrange().towers(3).walls(3).monster("pukachu", "castle", 1).monster("gazebo", "castle", 2)
    t = wander_in_castle(player, a)
    assert t.has_tower(3)
    assert t.hand(0) == []


@pytest.mark.parametrize("player", [SensiblePanicPlayer(), CunningPanicPlayer()])
def test_a_monster_stays_where_all_other_colors_have_towers(player: SensiblePanicPlayer) -> None:
    """H-119: the card is kept where each arc of another color would cost a Tower at once."""
    a = arrange().towers(3, 4, 5, 6).walls().monster("pukachu", "castle", 1).monster("gazebo", "castle", 2)
    assert wander_in_castle(player, a).hand(0) == ["wandering_monster"]
