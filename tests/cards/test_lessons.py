"""Lessons: every step on the real engine, what is said beside it, and what the learner does instead."""

import re
from typing import Any

import pytest

from cards.games.lessons import LESSON_PREFIX, LESSONS_DIR
from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.kernel.moves import Action, Refusal
from cards.lessons.lesson import Lesson
from cards.lessons.progress import LEARNER, Guide, Progress
from cards.players.base import ask
from cards.players.random_player import RandomPlayer
from cards.registry import REGISTRY, module_of
from cards.scenario import read_file, run

LESSONS = [f"lesson_{path.stem}" for path in sorted(LESSONS_DIR.glob("*.toml"))]
MAX_WORDS = 25
MAX_ACTS = 1500
SUM_PATTERN = re.compile(r"(\d+) : (\d+)")


class Class:
    """A lesson that is being played."""

    def __init__(self, name: str) -> None:
        module = module_of(name)
        assert module.lesson is not None
        self.lesson: Lesson = module.lesson
        self.game = module.make(Setup(name, len(self.lesson.names), 7, module.default_options), None)
        self.state, _ = self.game.start()
        self.progress = Progress()
        self._sensible = module.players[module.default_player]()

    @property
    def guide(self) -> Guide:
        return self.lesson.guide(self.game, self.state, self.progress)

    @property
    def sums(self) -> tuple[int, int] | None:
        fight = getattr(self.game.view(self.state, None), "combat", None)
        return None if fight is None else (fight.party, fight.monsters)

    def do(self, action: Action) -> None:
        answer = self.game.step(self.state, action)
        assert not isinstance(answer, Refusal), (action, answer)
        before, self.state = self.state, answer.state
        self.progress = self.lesson.follow(self.game, before, (action,), answer.state, self.progress)
        assert not self.game.check(self.state)

    def scripted(self) -> Action | None:
        """Return what somebody does by the script now without being asked."""
        seats = range(len(self.lesson.names))
        found = (self.lesson.computer_action(self.game, self.state, self.progress, seat) for seat in seats)
        return next((action for action in found if action is not None), None)

    def others(self, dice: Dice) -> Action:
        """Return what somebody does whom the script has let go; the learner as anybody might."""
        pending = self.game.pending(self.state)
        assert pending is not None
        seat = pending.awaited[-1]
        player: Any = RandomPlayer() if seat == LEARNER else self._sensible
        action = ask(player, self.game, self.state, seat, dice, must=True)
        assert action is not None
        return action


@pytest.fixture(params=LESSONS)
def taught(request: pytest.FixtureRequest) -> Class:
    return Class(request.param)


def test_every_step_and_every_detour_comes_out_as_the_file_says() -> None:
    report = run([LESSONS_DIR])
    assert not report.failures, report.failures
    assert report.passed


def test_no_menu_offers_a_lesson() -> None:
    assert LESSONS
    assert not set(LESSONS) & set(REGISTRY.names())
    assert REGISTRY.find("lesson_of_life") is None


def test_who_does_what_the_tips_say_wins(taught: Class) -> None:
    while not taught.state.over:
        action = taught.guide.action or taught.scripted()
        assert action is not None, taught.progress
        taught.do(action)
        assert not taught.progress.adrift
    assert LEARNER in taught.state.winners
    assert taught.guide.number == taught.guide.presses


def sums_of_detours(name: str) -> set[tuple[int, int]]:
    """Return the sums that the file expects where the learner does something else."""
    cases = read_file(LESSONS_DIR / f"{name.removeprefix(LESSON_PREFIX)}.toml")[1:]
    expected = [step.get("expect", {}) for case in cases for step in case.data["steps"]]
    return {(each["party"], each["monsters"]) for each in expected if {"party", "monsters"} <= each.keys()}


def test_every_sum_that_is_told_was_on_the_table(taught: Class) -> None:
    """A tip speaks of the moment or of what it leads to, a line afterwards of what has just been."""
    seen: list[tuple[int, int] | None] = [None]
    told: list[tuple[int, str, str]] = []
    while not taught.state.over:
        guide = taught.guide
        told += [(len(seen), "tip", guide.tip), *((len(seen), "after", text) for text in guide.after)]
        action = guide.action or taught.scripted()
        assert action is not None
        taught.do(action)
        seen.append(taught.sums)
    others = sums_of_detours(taught.game.setup.game)
    for place, kind, text in told:
        near = seen[place - 1 : place + 6] if kind == "tip" else seen[max(0, place - 30) : place]
        for party, monsters in SUM_PATTERN.findall(text):
            assert (int(party), int(monsters)) in {*near, *(others if kind == "tip" else ())}, text


def test_tips_are_short(taught: Class) -> None:
    """The form of a scenario holds them to two lines on a phone; nobody reads many words either."""
    for one in taught.lesson.steps:
        step = one.step
        lines = [step.tip, step.after, *step.say.values(), *(other.say for other in step.otherwise)]
        assert max(len(line.split()) for line in lines) <= MAX_WORDS


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", LESSONS)
def test_whatever_the_learner_does_the_game_goes_on_to_its_end(name: str, seed: int) -> None:
    taught, dice = Class(name), Dice(seed)
    for _ in range(MAX_ACTS):
        if taught.state.over:
            break
        guide, pending = taught.guide, taught.game.pending(taught.state)
        assert pending is not None
        strays = LEARNER in pending.awaited and dice.randbelow(6) == 0
        if strays or taught.progress.adrift:
            action = taught.others(dice)
            if strays:
                wish = ask(RandomPlayer(), taught.game, taught.state, LEARNER, dice, must=True)
                action = wish or action
        else:
            action = guide.action or taught.scripted() or taught.others(dice)
        taught.do(action)
        assert guide.tip == "" or not guide.adrift
    assert taught.state.over


def test_a_die_belongs_to_who_does_what() -> None:
    """A roll that nobody has rehearsed takes the game's own die and uses none up."""
    taught = Class("lesson_classic")
    assert sorted(taught.lesson.opening.rolls.values()) == [(2,), (4,)]
    assert taught.lesson.opening.state.dice.coming == []
    while not taught.guide.tip.startswith("Roll the die"):
        taught.do(taught.guide.action or taught.scripted() or Action(0, "?"))
    first = taught.state
    taught.do(taught.guide.action or Action(0, "?"))
    assert taught.state.dice.count == first.dice.count
    assert taught.state.dice.coming == []


def test_steps_in_another_order_are_as_good_and_no_old_sum_is_told() -> None:
    taught = Class("lesson_classic")
    while not taught.guide.tip.startswith("8 : 6, and the game"):
        taught.do(taught.guide.action or taught.scripted() or Action(0, "?"))
    thunder = next(
        one.action
        for one in taught.lesson.steps
        if one.action is not None and one.seat == LEARNER and one.step.card == "Bottled Thunder"
    )
    assert thunder is not None
    taught.do(thunder)
    assert taught.guide.reordered
    while not taught.state.over:
        assert not taught.progress.adrift
        assert "8 : 8" not in " ".join(taught.guide.after)
        taught.do(taught.guide.action or taught.scripted() or Action(0, "?"))
    assert taught.state.winners == (LEARNER,)


def test_a_listed_detour_has_its_line_and_some_leave_the_script_where_it_is() -> None:
    taught = Class("lesson_classic")
    while "Have the last word" not in taught.guide.tip:
        taught.do(taught.guide.action or taught.scripted() or Action(0, "?"))
    laces = next(
        move
        for move in taught.game.legal_moves(taught.state, LEARNER)
        if move.card >= 0 and taught.game.face(move.card).name == "Knotted Laces"
    )
    taught.do(Action(LEARNER, laces.verb, laces.card, laces.ability, ((2,),)))
    assert taught.guide.detour.startswith("Laces slow a runner")
    assert not taught.guide.adrift
    while not taught.guide.tip:
        taught.do(taught.scripted() or Action(0, "?"))
    assert "Have the last word" in taught.guide.tip
