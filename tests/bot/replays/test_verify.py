"""`kickdoor verify`: accepts what was played, names the first action of what was forged."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot.app.games import game_registry
from bot.replays.record import GameRecord, RecordError, record_from_lines, record_to_lines
from bot.replays.recording import play_again, record_of
from bot.replays.verify import verify_record
from bot.tables.intents import Leave
from bot.tables.state import LOG_ENTRY_CODEC
from tests.bot.replays.played_tables import PlayedTable
from tests.bot.replays.tampering import FORGERIES, ROLLED, forged_die, with_step

GAMES = ("classic", "apocalypse", "rick_and_morty", "wild_west", "panic")
FAST_STEPS = 150
SOAK_STEPS = 600
SOAK_NUMBERS = range(40)


@cache
def recorded(game: str, seats: int, number: int, steps: int) -> GameRecord:
    """Return the record of a game by lot, closed after so many steps if it is not over by itself."""
    table = PlayedTable(game, seats, number).play(steps).close()
    record = record_of(play_again(game_registry(), table.saved()), "test")
    assert record.header.form == "full"
    return record


def read_back(record: GameRecord) -> GameRecord:
    """Return a record as it comes out of a file."""
    return record_from_lines(record_to_lines(record).splitlines())


def check_accepted(record: GameRecord) -> None:
    again = read_back(record)
    assert again == record
    verdict = verify_record(again, game_registry())
    assert verdict.sealed, verdict


def check_forgery(record: GameRecord, kind: str, number: int) -> None:
    """A forgery is found, and the step that is named is the forged one."""
    if kind == "die" and not any(event.kind == ROLLED for step in record.steps for event in step.events):
        kind = "shuffle"  # so that as many forgeries are looked for as are counted
    forged, first = FORGERIES[kind](record, Random(f"{kind}/{number}"))
    verdict = verify_record(read_back(forged), game_registry())
    assert not verdict.sealed
    assert verdict.step == first, (kind, verdict)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_played_is_accepted(game: str) -> None:
    check_accepted(recorded(game, 3, 1, FAST_STEPS))
    check_accepted(recorded(game, 3, 2, FAST_STEPS))
    assert len(recorded(game, 3, 2, FAST_STEPS).steps) > 50


@pytest.mark.parametrize("kind", FORGERIES)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_wrong_action_of_a_forgery_is_named(game: str, kind: str) -> None:
    for number in range(3):
        check_forgery(recorded(game, 3, 1, FAST_STEPS), kind, number)


@pytest.mark.parametrize("game", GAMES)
def test_dice_are_there_to_be_forged(game: str) -> None:
    """Or the test above would say nothing about them."""
    forged, step = forged_die(recorded(game, 3, 1, FAST_STEPS), Random(1))
    assert "count" in verify_record(forged, game_registry()).wrong
    assert verify_record(forged, game_registry()).step == step


def test_what_was_taken_back_and_who_left_belongs_to_the_record() -> None:
    table = PlayedTable("classic", 3, 5).play(40)
    table.take_back()
    table.play_on(20)
    table.ask(101, Leave())
    table.play_on(40)
    record = record_of(play_again(game_registry(), table.close().saved()), "test")
    assert any(step.back_to >= 0 for step in record.steps)
    assert any(step.actions and step.actions[0].verb == "drop" for step in record.steps)
    assert [seat.kind for seat in record.header.seats] == ["person", "gone", "person"]
    check_accepted(record)
    place = next(number for number, step in enumerate(record.steps) if step.back_to >= 0)
    forged, first = with_step(record, place, replace(record.steps[place], back_to=1))
    verdict = verify_record(forged, game_registry())
    assert (verdict.step, "never played" in verdict.wrong) == (first, True)


def test_a_game_without_presses_is_checked_by_the_hash_of_its_seed() -> None:
    """As games of earlier releases were sealed, and those with a seed for tests."""
    table = PlayedTable("classic", 3, 1, seed=77).play(30).close()
    record = record_of(play_again(game_registry(), table.saved()), "test")
    assert (record.header.secret_hash, record.header.contributions) == ("", ())
    check_accepted(record)
    forged = replace(record, header=replace(record.header, seed=78))
    assert verify_record(forged, game_registry()).step == record.steps[0].step


@pytest.mark.parametrize("seed", [77, None])
def test_the_log_of_an_earlier_release_has_no_record_of_the_start(seed: int | None) -> None:
    """What the game was made from then stands in the table's facts alone."""
    saved = PlayedTable("classic", 3, 1, seed=seed).play(30).close().saved()
    log = tuple(
        replace(row, body=LOG_ENTRY_CODEC.encode(replace(LOG_ENTRY_CODEC.decode(row.body), start=None)))
        for row in saved.log
    )
    assert log != saved.log
    earlier = record_of(play_again(game_registry(), replace(saved, log=log)), "test")
    assert earlier == record_of(play_again(game_registry(), saved), "test")
    check_accepted(earlier)


def test_a_record_that_was_cut_short_is_found_out() -> None:
    record = recorded("classic", 3, 1, FAST_STEPS)
    lines = record_to_lines(record).splitlines()
    with pytest.raises(RecordError, match="cut short"):
        record_from_lines(lines[:-1])
    verdict = verify_record(record_from_lines([*lines[:-2], lines[-1]]), game_registry())
    assert verdict.step == record.steps[-1].step
    assert verify_record(record_from_lines([lines[0], *lines[2:]]), game_registry()).wrong


def test_another_end_is_found_out() -> None:
    record = recorded("panic", 3, 1, FAST_STEPS)
    assert record.end.over
    for end in (replace(record.end, winners=(2,)), replace(record.end, over=False)):
        assert not verify_record(replace(record, end=end), game_registry()).sealed


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "no header"),
        (["x", "y"], "line 1 is not JSON"),
        (["[1]", "{}"], "line 1 is no JSON object"),
        (['{"format":99,"game":"classic","table":1,"form":"full"}', '{"end":1}'], "no header"),
        (['{"game":"classic","table":"x","form":"full"}', '{"end":1}'], "line 1 cannot be read"),
        (
            ['{"game":"classic","table":1,"form":"full"}', '{"step":"?"}', '{"end":1}'],
            "line 2 cannot be read",
        ),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(lines: list[str], why: str) -> None:
    with pytest.raises(RecordError, match=why):
        record_from_lines(lines)


@pytest.mark.parametrize(
    "header",
    [
        {"game": "no such game"},
        {"seats": ()},
        {"options": {"no such option": 1}},
        {"digest": "0" * 64, "cards": "!"},
        {"digest": "0" * 64},
    ],
)
def test_a_forged_set_up_is_answered_not_crashed_into(header: dict[str, object]) -> None:
    record = recorded("classic", 3, 1, FAST_STEPS)
    fields = {"secret_hash": "", "contributions": (), **header}
    forged = replace(record, header=replace(record.header, **fields))  # type: ignore[arg-type]
    assert not verify_record(forged, game_registry()).sealed


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_many_whole_games_are_accepted_and_many_forgeries_found(game: str) -> None:
    """200 games and 200 forgeries over all five games."""
    for number in SOAK_NUMBERS:
        record = recorded(game, 3 + number % 4, number, SOAK_STEPS)
        check_accepted(record)
        kinds = list(FORGERIES)
        check_forgery(record, kinds[number % len(kinds)], number)
