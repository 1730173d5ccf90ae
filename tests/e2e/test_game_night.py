"""People play whole games on the sandbox, by nothing but what they see, against a bot that is killed.

Playing takes a while and all checks look at the same two evenings, so each program is one test.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.statistics.achievements import earned_in
from bot.statistics.result import result_of_row
from bot.tables.history import events_of
from bot.views.base.text import plural
from bot.views.pages.profile import earned_lines
from cards.door.events import CharacterDied
from tests.e2e.recorded_game import NAMES, RecordedGame, play
from tests.e2e.secrets_check import Knowledge, faces_of, knowledge_of, leaks_in, revealing_names

PLACES_TO_LEAK = {
    "somebody's figures": "No finished game here yet",
    "the season": "a little dusty",
    "a wish": "You’re out of the statistics",
    "one's own data": '"own cards": [',
    "an exported record": '"form":"public"',
    "an exported page": "<!DOCTYPE html>",
    "a replay": "still going on",
    "the story": "The story",
    "the recap": "Since your last turn",
    "a spectator's screen": "You’re watching. This",
}
"""Where a hidden card could slip out while the game is on, each with a part of what it says then."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """Which game is played by how many, and how often the bot dies before which step."""

    game: str
    seats: int
    seed: int
    kills: int = 0
    last: int = 0

    @property
    def house_rules(self) -> list[str]:
        """The door games are short ones: a long game shows nothing more, only later."""
        return [] if self.game == "panic" else ["short"]


CLASSIC = GamePlan("classic", 4, 7, 12, 100)
PANIC = GamePlan("panic", 4, 1, 10, 80)
SOLO = GamePlan("panic", 1, 2, 10, 40)
EDITIONS = [
    GamePlan("wild_west", 3, 6, 3, 60),
    GamePlan("apocalypse", 3, 10, 3, 60),
    GamePlan("rick_and_morty", 3, 7, 3, 60),
    GamePlan("classic+wild_west", 3, 14, 3, 60),
]
"""Seeds with which these people come to an end soon."""


async def play_with_kills(folder: Path, plan: GamePlan) -> RecordedGame:
    """Play a game whose bot is killed as often as the plan says."""
    return await play(
        folder,
        seed=plan.seed,
        game=plan.game,
        seats=plan.seats,
        house_rules=plan.house_rules,
        kills=plan.kills,
        last=plan.last,
    )


@pytest.mark.parametrize("plan", [CLASSIC, PANIC, SOLO], ids=["classic", "panic", "solo"])
async def test_a_game_goes_the_same_way_however_often_the_bot_is_killed(
    plan: GamePlan, tmp_path: Path
) -> None:
    """A whole game twice: once nothing happens to the bot, once it is killed again and again.

    Nobody's accepted action is lost or doubled, and the last state is the same to the byte. Nothing that
    Discord forbids is done, the log has no complaint, and nobody ever sees a hidden card.
    """
    quiet, deadly = (tmp_path / name for name in ("quiet", "deadly"))
    quiet.mkdir()
    deadly.mkdir()
    calm = await play(quiet, seed=plan.seed, game=plan.game, seats=plan.seats, house_rules=plan.house_rules)
    check_end(calm, plan)
    check_figures(calm, plan)
    check_manners(calm)
    check_that_secrets_would_be_found(calm, *check_secrets(calm))
    wild = await play_with_kills(deadly, plan)
    check_figures(wild, plan)
    check_manners(wild)
    check_secrets(wild)
    assert wild.starts == plan.kills + 2  # once more within the replay
    assert wild.actions() == calm.actions()
    assert wild.snapshot == calm.snapshot


@pytest.mark.parametrize("plan", EDITIONS, ids=lambda plan: plan.game)
async def test_every_edition_and_a_mix_is_played_to_its_end(plan: GamePlan, tmp_path: Path) -> None:
    """The same people play them all: nothing is forbidden, nothing goes wrong, no hidden card is seen."""
    evening = await play_with_kills(tmp_path, plan)
    check_end(evening, plan)
    check_telling(evening, plan)
    check_figures(evening, plan)
    check_manners(evening)
    check_that_secrets_would_be_found(evening, *check_secrets(evening))


def check_end(evening: RecordedGame, plan: GamePlan) -> None:
    """The table's message tells the end, and the seed that proves the dice."""
    if plan.game != "panic":
        headline = evening.final.splitlines()[0]
        assert headline.startswith("## 🏆 **")
        assert headline.endswith("** won!")
        assert any(f"**{name}**" in headline for name in NAMES)  # several share a victory
    assert f"seed was {plan.seed}," in evening.dice
    assert evening.clicks > 50


def check_telling(evening: RecordedGame, plan: GamePlan) -> None:
    """The story was read, somebody watched up to the end, and the replay went on after a kill."""
    told = "".join(seen.text for seen in evening.seen)
    assert "The story" in told
    assert "Since your last turn" in told
    assert sum("You’re watching. This" in text for text in evening.watched) > 3
    assert "still going on" in told
    assert "Replay · " in evening.replayed[0]
    assert len(set(evening.replayed)) > 2
    assert not any("✋ Hand: " in text for text in evening.replayed)


def check_figures(evening: RecordedGame, plan: GamePlan) -> None:
    """Everybody's statistics are what the log says; the last screen tells what they have earned."""
    assert evening.result is not None
    assert evening.pictures == [1, 0]
    result = result_of_row(evening.result)
    game, _, _ = faces_of(evening.setup)
    events = [event for row in evening.log for event in events_of(row, game)]
    for seat in result.seats:
        shown = evening.figures[seat.seat]
        assert seat.name == NAMES[seat.seat]
        assert seat.won == (f"**{seat.name}**" in evening.final.splitlines()[0])
        assert f"**1 game, {plural(int(seat.won), 'win')}**" in shown
        deaths = sum(isinstance(event, CharacterDied) and event.seat == seat.seat for event in events)
        assert f"⚰️ {plural(deaths, 'death')}" in shown
        assert (f"<@{seat.user}>" in evening.season) == result.is_rated
        [own] = json.loads(evening.own_data[seat.seat])["results"]
        assert (own["name"], own["won"], own["figures"]) == (seat.name, seat.won, dict(seat.counts))
    lines = earned_lines(earned_in([result], result.table))
    assert all(f"**{seat.name}**" in "".join(lines) for seat in result.seats)
    assert all(line in evening.final for line in lines)
    assert all("Through the Door" in line for line in lines)


def check_manners(evening: RecordedGame) -> None:
    """Discord has nothing to object to; the log holds no warning, no error and no name of a card."""
    assert evening.violations == []
    assert evening.complaints == []
    assert evening.exit_code == 0
    _, _, faces = faces_of(evening.setup)
    assert [name for name in revealing_names(faces) if name in evening.bot_log] == []


def check_secrets(evening: RecordedGame) -> tuple[Knowledge, dict[str, set[int]]]:
    """Everything on every screen is held against what the rules let that seat know by then."""
    knowledge, names = knowledge_of(evening)
    assert len(evening.seen) > 100
    assert leaks_in(evening.seen, knowledge, names) == []
    return knowledge, names


def check_that_secrets_would_be_found(
    evening: RecordedGame, knowledge: Knowledge, names: dict[str, set[int]]
) -> None:
    """At every place one more card is shown, by name or by number in a button, whose reader may not know it.

    So everything that tells of the running game is held against the rules, from its first look to its last.
    """
    begun = next(row.revision for row in evening.log if row.kind == "start")
    running = [seen for seen in evening.seen if begun <= seen.step < evening.log[-1].revision]
    for place, mark in PLACES_TO_LEAK.items():
        found = [seen for seen in running if mark in seen.text]
        assert found, place
        for seen in (found[0], found[-1]):
            known = knowledge.by(seen.step, seen.person)
            offered = knowledge.names_by(seen.step, seen.person)
            name, cards = next((n, c) for n, c in names.items() if known.isdisjoint(c) and n not in offered)
            for leak in (name, f'{{"custom_id": "k1:1:8:g:card.{min(cards)}"}}'):
                leaking = replace(seen, text=seen.text.replace(mark, mark + leak))
                assert leaks_in([leaking], knowledge, names) != [], place
