"""A guess comes unexpectedly and is luck: nobody waits for it as long as for a decision."""

from tests.cards.players.situations import PlayerSituation


def test_a_guess_that_is_overlooked_holds_the_table_for_a_quarter_of_a_minute() -> None:
    ben = {"equipped": ["Thinking Saucepan"]}
    situation = PlayerSituation({"hand": ["Long-Distance Tweezers"]}, ben, {}, phase="arrange")
    item = situation.card("Thinking Saucepan")
    situation.do(0, "use", "Long-Distance Tweezers", [[item]])
    pending = situation.game.pending(situation.state)
    assert pending is not None
    assert (pending.name, pending.awaited, pending.seconds) == ("guess", (0,), 15)


def test_a_side_to_take_is_a_decision() -> None:
    ada = {"level": 2, "hand": ["Mutagen Roulette"]}
    fight = {"monsters": ["Goose Knight"]}
    situation = PlayerSituation(ada, {"level": 3}, {}, game="rick_and_morty+classic", fight=fight)
    situation.do(0, "use", "Mutagen Roulette")
    pending = situation.game.pending(situation.state)
    assert pending is not None
    assert (pending.name, pending.seconds) == ("side", 60)
