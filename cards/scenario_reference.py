"""Writes docs/scenario-words.md: the words of the games for scenarios, so that the page cannot lag behind."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from cards.language.schema import entry
from cards.registry import REGISTRY
from cards.scenarios.scenario_game import ScenarioGame

_HEAD = """\
# The words of scenarios

Written by `make fix` from the rules; do not edit it by hand. [scenarios.md](scenarios.md) explains how to
write a scenario. In the lists of events, `seat`, `other`, `cards`, `count` and `word` are its parts."""


def scenario_words() -> str:
    """Return the page: refusals, questions, windows and events of all games."""
    return "\n".join([_HEAD, *(line for game in _games() for line in _lines(game))]) + "\n"


def _games() -> Iterable[ScenarioGame]:
    """Return what can be tested with scenarios, each once where several games share it."""
    modules = (REGISTRY.find(name) for name in REGISTRY.names())
    games = (module.scenario for module in modules if module is not None and module.scenario is not None)
    return {game.title: game for game in games}.values()


def _lines(game: ScenarioGame) -> Iterator[str]:
    yield from ("", f"## {game.title}")
    lists = {
        "Refusals": game.words.refusals,
        "Questions": game.words.questions,
        "Windows": game.words.windows,
        "Events": game.words.events,
    }
    for title, words in lists.items():
        yield from ("", f"### {title}", "")
        yield from (entry(f"- `{word}`: {meaning}") for word, meaning in sorted(words.items()))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(scenario_words(), encoding="utf-8")
