"""Achievements: questions to the games that somebody has finished, asked again after each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.statistics.result import GameResult, SeatResult
from cards.registry import REGISTRY


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game, and the seat that somebody had in it."""

    game: GameResult
    seat: SeatResult


History = Sequence[FinishedGame]
"""The games of one person, oldest first; the last one has just ended, and they have not left it."""

Question = Callable[[History], bool]


def _at_least(name: str, count: int) -> Question:
    """Ask for a figure in the last game."""
    return lambda history: history[-1].seat.count(name) >= count


def _finished(history: History) -> list[FinishedGame]:
    """Return the games that somebody has not left."""
    return [one for one in history if not one.seat.left]


def _in_all(name: str, count: int) -> Question:
    """Ask for the sum of a figure over all games that were finished."""
    return lambda history: sum(one.seat.count(name) for one in _finished(history)) >= count


def _games(count: int) -> Question:
    return lambda history: len(_finished(history)) >= count


def _won(more: Question = lambda _: True) -> Question:
    """Ask for a won game of which something else is true."""
    return lambda history: history[-1].seat.won and more(history)


def _streak(history: History, *, won: bool) -> int:
    """Return how many games in a row, up to the last one, were won or not won; who left has not won."""
    count = 0
    for one in reversed(history):
        if one.seat.won is not won:
            break
        count += 1
    return count


def _never_died(history: History) -> bool:
    games = _finished(history)
    return len(games) >= 10 and not any(one.seat.count("deaths") for one in games)


def _is_shared(history: History) -> bool:
    """Return True if all could have lost the game together."""
    module = REGISTRY.find(history[-1].game.game)
    return module is not None and module.rank is not None


def _others(history: History) -> list[SeatResult]:
    return [seat for seat in history[-1].game.seats if seat.seat != history[-1].seat.seat]


QUESTIONS: Mapping[str, Question] = {
    "first_game": _games(1),
    "first_win": _won(),
    "ten_games": _games(10),
    "fifty_games": _games(50),
    "ten_wins": lambda h: sum(one.seat.won for one in h) >= 10,
    "streak_three": lambda h: _streak(h, won=True) >= 3,
    "streak_five": lambda h: _streak(h, won=True) >= 5,
    "streak_broken": lambda h: not h[-1].seat.won and _streak(h[:-1], won=True) >= 3,
    "lost_five": lambda h: _streak(h, won=False) >= 5,
    "comeback": _won(lambda h: _streak(h[:-1], won=False) >= 5),
    "pacifist": _won(lambda h: not h[-1].seat.count("stabs")),
    "no_kill": _won(lambda h: not h[-1].seat.count("kills")),
    "butcher": _at_least("kills", 10),
    "hundred_kills": _in_all("kills", 100),
    "backstabber": _at_least("stabs", 5),
    "hundred_stabs": _in_all("stabs", 100),
    "pincushion": _at_least("stabbed", 5),
    "big_stab": _at_least("largest_stab", 10),
    "turned": _at_least("turned", 1),
    "die_once": _at_least("deaths", 1),
    "die_thrice": _at_least("deaths", 3),
    "die_and_win": _won(_at_least("deaths", 1)),
    "never_died": _never_died,
    "ones": _at_least("ones", 3),
    "sixes": _at_least("sixes", 3),
    "caught": _at_least("caught", 5),
    "escape": _at_least("escapes", 5),
    "helper": _at_least("helped", 3),
    "deals": _at_least("bargains", 3),
    "hundred_deals": _in_all("bargains", 25),
    "loner": _at_least("won_alone", 5),
    "big_fight": _at_least("largest_fight", 50),
    "curser": _at_least("curses", 3),
    "cursed": _at_least("cursed", 5),
    "shopper": _at_least("bought_levels", 3),
    "gold": _at_least("gold", 3000),
    "falling": _at_least("lost_levels", 5),
    "marathon": _at_least("turns", 100),
    "sprint": _won(lambda h: "fights" in h[-1].seat.counts and h[-1].seat.count("turns") <= 15),
    "crowd": _won(lambda h: len(h[-1].game.seats) >= 6),
    "duel": _won(lambda h: len(h[-1].game.seats) == 2),
    "machine_breaker": _won(lambda h: any(seat.robot for seat in _others(h))),
    "outwitted": lambda h: any(seat.robot and seat.won for seat in _others(h)),
    "shared": _won(lambda h: any(seat.won for seat in _others(h))),
    "all_towers": _won(lambda h: _is_shared(h) and not h[-1].seat.count("towers_lost")),
    "last_tower": _won(_at_least("towers_lost", 5)),
    "castle_lost": lambda h: _is_shared(h) and not h[-1].game.won,
    "thief_of_trophies": lambda h: _is_shared(h) and h[-1].seat.count("stabs") > 0,
    "two_editions": lambda h: len({one.game.game for one in _finished(h)}) >= 2,
    "same_card": lambda h: max(h[-1].seat.cards.values(), default=0) >= 5,
}
"""By key; ``bot.views.pages.profile`` has the words. Who gave their seat up earns nothing."""


def history_of(results: Sequence[GameResult], user: int) -> list[FinishedGame]:
    """Return the games of a person, oldest first, those included that they left."""
    return [FinishedGame(game, seat) for game in results if (seat := game.seat_of(user)) is not None]


def earned(history: History) -> list[str]:
    """Return all achievements of somebody in the order in which they were earned."""
    found: dict[str, None] = {}
    for count in range(1, len(history) + 1):
        if history[count - 1].seat.left:
            continue
        found.update(
            dict.fromkeys(key for key in QUESTIONS if key not in found and QUESTIONS[key](history[:count]))
        )
    return list(found)


def earned_in(results: Sequence[GameResult], table: int) -> list[tuple[str, tuple[str, ...]]]:
    """Return what people have earned in this game and not before it: their names, and the keys."""
    until = next((place for place, game in enumerate(results) if game.table == table), None)
    if until is None:
        return []
    found: list[tuple[str, tuple[str, ...]]] = []
    for seat in results[until].seats:
        if not seat.user or seat.left:
            continue
        history = history_of(results[: until + 1], seat.user)
        if not history or (history[-1].game, history[-1].seat) != (results[until], seat):
            continue  # a damaged result may have somebody twice
        before = earned(history[:-1])
        if new := tuple(key for key in QUESTIONS if key not in before and QUESTIONS[key](history)):
            found.append((seat.name, new))
    return found
