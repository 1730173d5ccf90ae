"""A thumb on an open hand: taps a turn, taps that hit nothing or the wrong thing, and how high the hand is.

Four people with four habits of tapping play whole games against computers, on the private hand alone. They
look at a button and press the place where it was half a second ago, on the screen that stands there then;
rows are laid out from the bottom, where a chat holds its newest message. A tap is void if another button or
none has come to that place, or if what it asks for is over. Screens follow as delivery has them follow, and
computers act at their usual pace, on a clock of the bench's own.

Then somebody who has just opened the demo: taps and seconds until their first own fight is decided, and the
taps of a fight that is lost to two monsters.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import log
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bot.delivery.attention import Attention, Slack  # the path has to be set first
from bot.tables import passing
from bot.tables.choices import Choice, encode
from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Seat, Table
from bot.views import screens
from bot.views.base.custom_ids import SURE
from bot.views.base.layout import Button, ButtonRow, Screen
from bot.views.press import terms
from cards.kernel.dice import Dice, mix
from cards.kernel.game import Setup
from cards.kernel.moves import PASS_VERB, Action, Move, Refusal
from cards.players.base import decide
from cards.players.door.sensible import SensiblePlayer
from cards.registry import make_game, module_of
from cards.simulate import next_seat
from tests.cards.players.situations import PlayerSituation
from tests.gallery.estimate import GAP_PX, ROOM_PX, _height, _width, estimated_height_px

HABITS = {"passes": 0.7, "uses": 1.5, "saves": 2.5, "always": 1.2}
"""Seconds that each looks at a screen before it aims."""
AIM_S = 0.5
BATCH_S = 0.3
THINK_S = (1.5, 4.0)
ME = 0
LOBBY_TAPS = 3
"""Whom one plays, the start and the hand."""
NEWCOMERS_SEATS = 3
"""The demo's green button begins with two computers."""
MAX_TURNS = 12
MAX_MISSES = 40
"""Taps without effect after which something is wrong with the thumb."""
CHOSEN_VERBS = {"play", "use", "lay", "sell", "sell_double", "unequip"}
NO_STEP = {"equip", "surplus", "roll"}


@dataclass(frozen=True, slots=True)
class Place:
    """A button of a screen: where it stands, counted from the bottom, and what it does."""

    left: float
    bottom: float
    wide: float
    high: float
    press: str
    kind: str

    def holds(self, x: float, y: float) -> bool:
        """Return True if a thumb that comes down there hits it."""
        return self.left <= x <= self.left + self.wide and self.bottom <= y <= self.bottom + self.high


@dataclass(frozen=True, slots=True)
class Version:
    """What the hand shows from a moment on: the state it was drawn from, and its wait."""

    at: float
    state: Any
    view: TableView
    screen: Screen
    serial: int


@dataclass
class Counts:
    """What one habit's thumb has come to."""

    taps: int = 0
    void: Counter[str] = field(default_factory=Counter[str])
    turns: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Taps of each own turn with a fight, and how many of them were for cards that nobody has to play."""
    quiet_turns: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    purposes: Counter[str] = field(default_factory=Counter[str])
    """Taps of own turns with a fight by the move that they made."""
    heights: list[int] = field(default_factory=list[int])


def places(screen: Screen) -> list[Place]:
    """Lay the buttons of a screen out as a phone does."""
    found: list[Place] = []
    y = 16.0
    for block in reversed(list(screen.blocks())):
        if not isinstance(block, ButtonRow):
            y += _height(block) + GAP_PX
            continue
        rows: list[list[tuple[Button, float]]] = [[]]
        wide = 0.0
        for button in block.buttons:
            if not isinstance(button, Button):
                continue
            own = min(_width(button.label, 14) + 30 + (24 if button.emoji else 0), ROOM_PX)
            if rows[-1] and wide + 8 + own > ROOM_PX:
                rows.append([])
                wide = 0.0
            rows[-1].append((button, own))
            wide += own + 8
        for row in reversed(rows):
            x = 0.0
            for button, own in row:
                kind, rest = button.custom_id.partition("!")[0].split(":", 4)[3:]
                found.append(Place(x, y, own, 42, rest, kind))
                x += own + 8
            y += 50
        y += GAP_PX - 8
    return found


class Thumb:
    """One person at a table of computers, and what is on their screen at each moment."""

    def __init__(self, game: str, habit: str, seed: int, counts: Counts, seats: int = 4) -> None:
        self.habit, self.counts, self.seed = habit, counts, seed
        self.module = module_of(game)
        self.game = make_game(Setup(game, seats, seed))
        self.state, events = self.game.start()
        self.past = [PastRevision(1, events)]
        sitting = tuple(
            Seat(100 if n == ME else 0, f"Seat {n}", robot="" if n == ME else "x") for n in range(seats)
        )
        self.table = Table(7, 70, 700, 100, game, phase="playing", revision=1, since=1, seats=sitting)
        self.players = [SensiblePlayer() for _ in range(seats)]
        for player in self.players:
            player.set_game(self.game)
        self.rng, self.dice = Random(seed), Dice(mix(seed, 5))
        self.attention = Attention(lambda: self.now, Slack())
        self.now = 0.0
        self.shown: list[Version] = []
        self.turn_taps = self.card_taps = 0
        self.turn_purposes = Counter[str]()
        self.fought = self.was_fighting = False
        self.decided_at: tuple[float, int] | None = None
        self._show(ME)

    def _show(self, actor: int) -> None:
        """Have the open hand follow, as late as delivery lets it."""
        pending = self.game.pending(self.state)
        moves = () if pending is None else tuple(self.game.legal_moves(self.state, ME))
        table = replace(self.table, revision=len(self.past))
        past = tuple(each.redacted_for(ME) for each in self.past[-40:])
        view = TableView(
            table, ME, self.game, self.game.view(self.state, ME), moves, pending, past, 1_893_499_260,
            passes_unasked=pending is not None and self._passes_unasked(pending),
        )  # fmt: skip
        policy = self.attention.open_hand_policy(view, 100, 0)
        delay = BATCH_S if policy.delay_s is None else policy.delay_s
        at = self.now + (0.2 if actor == ME else delay)
        screen = screens.hand_screen(view)
        self.counts.heights.append(estimated_height_px(screen))
        # A newer drawing takes the place of one that was not yet due.
        self.shown = [each for each in self.shown if each.at < at]
        self.shown.append(Version(at, self.state, view, screen, -1 if pending is None else pending.serial))

    def _version(self, at: float) -> Version:
        return next((each for each in reversed(self.shown) if each.at <= at), self.shown[0])

    def _act(self, actions: list[Action]) -> None:
        """Take actions of one seat as one revision."""
        events: list[Any] = []
        before = self.game.view(self.state, ME)
        for action in actions:
            result = self.game.step(self.state, action)
            if isinstance(result, Refusal):
                break
            self.state = result.state
            events += result.events
        self.past.append(PastRevision(len(self.past) + 1, tuple(events), actions[0].seat))
        self._note(before, self.game.view(self.state, ME))
        self._show(actions[0].seat)

    def _note(self, before: Any, after: Any) -> None:
        """Note ends of own turns, and of the first own fight."""
        mine = after.combat is not None and after.combat.fighter == ME
        self.fought |= mine
        if self.was_fighting and not mine and self.decided_at is None:
            self.decided_at = self.now, self.counts.taps
        self.was_fighting = mine
        if before.active == ME and after.active != ME and before.phase != "setup":
            (self.counts.turns if self.fought else self.counts.quiet_turns).append(
                (self.turn_taps, self.card_taps)
            )
            self.counts.purposes += self.turn_purposes if self.fought else Counter()
            self.turn_taps, self.card_taps, self.fought = 0, 0, False
        elif before.active != ME and after.active == ME:
            self.turn_taps = self.card_taps = 0
        if before.active != after.active:
            self.turn_purposes.clear()

    def wanted(self, seen: Version) -> tuple[Place, list[Action], int] | None:
        """Choose a button of a screen: what it does, and how many taps that takes."""
        pending = seen.view.pending
        if pending is None or ME not in pending.awaited or seen.state.over:
            return None
        found = places(seen.screen)
        rests = {place.press: place for place in found}
        combat = seen.view.game_view.combat
        if usual := next(
            (p for p in found if p.press.startswith("ask_help~") and p.press.endswith("~send")), None
        ):
            move = next((m for m in seen.view.moves if m.verb == "ask_help"), None)
            done = None if move is None or combat is None else terms.complete(move, terms.usual(move))
            if done is not None:
                return usual, [done.action(ME)], 1
        moves = list(seen.view.moves)
        for rest, place in rests.items():
            head = rest.split(".")[0]
            if place.kind == "l" and head in NO_STEP and (actions := self._together(seen, head, rest)):
                return place, actions, 1
        lot = Dice(mix(self.seed, len(self.past)))
        action = decide(self.players[ME], self.game, seen.state, moves, ME, lot, must=True)
        if action is None:
            return None
        may_pass = any(move.verb == PASS_VERB for move in moves)
        if may_pass and self.habit in ("passes", "saves") and seen.view.game_view.phase != "setup":
            action = Action(ME, PASS_VERB)
        return self._button(rests, action)

    def _button(self, rests: dict[str, Place], action: Action) -> tuple[Place, list[Action], int] | None:
        """Return the button that makes a move or leads to it; the menu of cards is two taps more."""
        whole = encode(Choice(action.verb, action.card, action.ability, action.picks))
        for rest, place in rests.items():
            if rest == whole:
                return place, [action], 1
            if rest == f"{SURE}.{whole}":
                return place, [action], 2
        begun = encode(Choice(action.verb, action.card, action.ability))
        for rest, place in rests.items():
            if rest == begun or rest.startswith(f"{begun}~") or rest.rstrip("~") == begun.rstrip("~"):
                # A form or a screen of terms holds all that there is to choose.
                return place, [action], 1 + min(max(1, len(action.picks)), 2)
        story = next((place for rest, place in rests.items() if rest == "story"), None)
        if story is None or action.verb == PASS_VERB:  # what has no button now comes by itself
            return None
        # The menu of cards has no place of its own here; it moves as what stands below it does.
        return story, [action], 2 + len(action.picks)

    def _together(self, seen: Version, head: str, rest: str) -> list[Action]:
        """Return the moves that a button makes at once."""
        state, found = seen.state, list[Action]()
        for _ in range(12):
            moves = self.game.legal_moves(state, ME)
            view = self.game.view(state, ME)
            if head == "equip":
                if found or self.module.best_layout is None:
                    break
                found = list(self.module.best_layout(self.game, view, moves, ME).actions)
                break
            if head == "roll":
                action = self.module.flight_action(view, moves, ME)
            else:
                cards = tuple(int(part) for part in rest.split(".")[1:])
                action = self.module.surplus_action(self.game, view, moves, ME, cards)
                if action is not None and any(a.verb == action.verb != "answer" for a in found):
                    break
            if action is None:
                break
            result = self.game.step(state, action)
            if isinstance(result, Refusal):
                break
            found.append(action)
            state = result.state
        return found

    def press(self) -> None:
        """Come down where the button was half a second ago."""
        aimed = self._version(self.now - AIM_S)
        target = self.wanted(aimed)
        if target is None:
            return
        place, actions, taps = target
        now = self._version(self.now)
        x, y = place.left + place.wide / 2, place.bottom + place.high / 2
        hit = next((each for each in places(now.screen) if each.holds(x, y)), None)
        self.counts.taps += taps
        self.turn_taps += taps
        self.card_taps += taps * (actions[0].verb in CHOSEN_VERBS)
        self.turn_purposes[actions[0].verb] += taps
        pending = self.game.pending(self.state)
        if hit is None or (hit.kind, hit.press) != (place.kind, place.press):
            self.counts.void["moved"] += 1
            return
        legal = {(m.verb, m.card, m.ability) for m in self.game.legal_moves(self.state, ME)}
        first = actions[0]
        old = pending is None or now.serial != pending.serial
        if (first.verb, first.card, first.ability) not in legal or (
            old and first.verb not in self.module.valid_when_stale
        ):
            self.counts.void["late " + first.verb] += 1
            self._show(ME)
            return
        before = len(self.past)
        self._act(actions)
        assert len(self.past) > before

    def play(self, *, newcomer: bool = False) -> None:
        """Play until the game is over, or long enough; a newcomer until their first fight is decided."""
        tap_at = self._next_tap()
        stuck = 0
        while not self.state.over and self.state.turn <= MAX_TURNS and stuck <= MAX_MISSES:
            if newcomer and self.decided_at is not None:
                return
            pending = self.game.pending(self.state)
            assert pending is not None
            began, version = self.now, len(self.past)
            robots = [seat for seat in pending.awaited if seat != ME]
            robot_at = (
                began + self.rng.uniform(*THINK_S) if robots or self.rng.random() < 0.25 else 60.0 + began
            )
            pass_at = began + self._pass_s(newcomer=newcomer) if self._passes_unasked(pending) else 1e9
            while len(self.past) == version:
                self.now = min(robot_at, pass_at, tap_at)
                if self.now == tap_at:
                    missed = self.counts.taps
                    self.press()
                    tap_at = self._next_tap()
                    stuck += self.counts.taps > missed
                    if stuck > MAX_MISSES:
                        return
                elif self.now == pass_at:
                    self._act([Action(ME, PASS_VERB)])
                else:
                    robot_at = self.now + self.rng.uniform(*THINK_S)
                    seat, moves, must = next_seat(self.game, self.state, self.dice, {ME})
                    if seat == ME:
                        continue
                    action = decide(
                        self.players[seat], self.game, self.state, moves, seat, self.dice,
                        must=must or seat in pending.awaited,
                    )  # fmt: skip
                    if action is not None:
                        self._act([action])
            stuck = 0 if len(self.past) > version else stuck

    def _next_tap(self) -> float:
        return max(self.now, self.shown[-1].at) + HABITS[self.habit] * self.rng.uniform(0.6, 1.6) + AIM_S

    def _pass_s(self, *, newcomer: bool) -> float:
        """Draw after how long somebody passes by themselves, as tables do; a newcomer's is a first game."""
        if newcomer:
            return self.rng.uniform(*passing.FIRST_GAME_PASS_S)
        drawn = self.rng.lognormvariate(log(passing.MEDIAN_PASS_S), passing.PASS_SPREAD)
        return min(max(drawn, passing.MIN_PASS_S), passing.MAX_PASS_S)

    def _passes_unasked(self, pending: Any) -> bool:
        if self.habit == "always" or not pending.optional or ME not in pending.awaited:
            return False
        judge, moves = self.module.has_stake, self.game.legal_moves(self.state, ME)
        if judge is None or not any(move.verb == PASS_VERB for move in moves):
            return False
        return not judge(
            self.game, self.game.view(self.state, ME), moves, ME, only_wins=self.habit == "saves"
        )


def taps_of_a_lost_fight() -> int:
    """Count the taps of somebody who loses to two monsters, from the fight to the next player's turn."""
    from tests.bot.views.games import view_of

    situation = PlayerSituation({}, {}, {}, fight={"monsters": ["Two-Faced Giant", "Goose Knight"]})
    game, state = situation.game, situation.state
    module, taps = module_of("classic"), 0
    for _ in range(40):
        pending = game.pending(state)
        if pending is None or game.view(state, None).active != ME:
            break
        seat = pending.awaited[0]
        moves = game.legal_moves(state, seat)
        if seat != ME:
            game.step_in_place(state, Action(seat, PASS_VERB))
            continue
        taps += 1
        rolls = [p for p in places(screens.hand_screen(view_of(game, state, ME))) if p.press == "roll"]
        if rolls:
            while (
                action := module.flight_action(game.view(state, ME), game.legal_moves(state, ME), ME)
            ) is not None:
                game.step_in_place(state, action)
            continue
        verb = next(
            v for v in ("run_away", "flee", "pass", "answer", "end_turn") if any(m.verb == v for m in moves)
        )
        move: Move = next(m for m in moves if m.verb == verb)
        picks = tuple(tuple(slot.options[: max(slot.least, 1)]) for slot in move.slots)
        game.step_in_place(state, Choice.of(move, *picks).action(ME))
    return taps


def rows(name: str, games: int) -> Iterator[tuple[str, Counts]]:
    """Yield what each habit comes to in so many games."""
    for number, habit in enumerate(HABITS):
        counts = Counts()
        for game in range(games):
            Thumb(name, habit, mix(game, 43 + number), counts).play()
        yield habit, counts


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("names", nargs="*", default=["classic"])
    options = parser.parse_args()
    taps = void = 0
    own: dict[str, list[int]] = {"with a fight": [], "quiet": []}
    purposes = Counter[str]()
    for name in options.names:
        for habit, counts in rows(name, options.games):
            lost = counts.void.total()
            taps, void = taps + counts.taps, void + lost
            high = counts.heights
            print(
                f"{name:10}{habit:8}{counts.taps:5} taps, void {lost / max(counts.taps, 1):5.1%}"
                f" {dict(counts.void.most_common(3))}; hand {median(high):g} px, at most {max(high)},"
                f" over 700: {sum(h > 700 for h in high)} of {len(high)}",
                flush=True,
            )
            purposes += counts.purposes
            for title, turns in zip(own, (counts.turns, counts.quiet_turns), strict=True):
                taps_of, cards_of = zip(*turns, strict=True) if turns else ((0,), (0,))
                print(
                    f"{'':10}own turn, {title}: {median(taps_of):g} taps, {median(cards_of):g} of them for"
                    f" cards of one's choice, of {len(turns)}"
                )
                own[title] += [all_taps - cards for all_taps, cards in turns]
    for title, steps in own.items():
        print(
            f"steps of an own turn, {title}, without cards of one's choice: {median(steps):g} of {len(steps)}"
        )
    spent = ", ".join(f"{v} {n / len(own['with a fight']):.2f}" for v, n in purposes.most_common(14))
    print(f"taps of an own turn with a fight, by what they do: {spent}")
    print(f"void taps of all: {void / max(taps, 1):.1%}; lost to two monsters: {taps_of_a_lost_fight()} taps")
    firsts: list[tuple[float, int]] = []
    for seed in range(2 * options.games):
        thumb = Thumb(options.names[0], "saves", mix(seed, 7), Counts(), NEWCOMERS_SEATS)
        thumb.play(newcomer=True)
        if thumb.decided_at is not None:
            firsts.append(thumb.decided_at)
    if not firsts:
        return
    seconds, presses = median(at for at, _ in firsts), median(LOBBY_TAPS + count for _, count in firsts)
    print(f"newcomer, first own fight decided, median of {len(firsts)}: {seconds:.0f} s, {presses:g} taps")


if __name__ == "__main__":
    main()
