"""The lists of screen terms of the door-kicking games are complete and contain nothing superfluous."""

import re
from pathlib import Path
from typing import Any

import pytest

import cards.door
from cards import scenario
from cards.door.events import DOOR_EVENT_KINDS
from cards.door.screen_terms import PHASES, QUESTIONS, REFUSALS, STAGES, WINDOWS
from cards.language.rules_api import PromptName
from cards.scenario import read_file, run_case
from cards.scenarios.table import ScenarioTable

_ROOT = Path(cards.door.__file__).parent.parent
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("door", "language", "kernel")
    for path in (_ROOT / folder).rglob("*.py")
    if path.name != "screen_terms.py"
)
FILES = (
    "combat",
    "help",
    "flight",
    "edges",
    "turn",
    "items",
    "set_ups",
    "west_combat",
    "rick_and_morty_people",
)


def test_nothing_is_listed_in_vain() -> None:
    """Each term on the lists occurs in the rules."""
    for word in (*QUESTIONS, *WINDOWS, *REFUSALS, *STAGES):
        assert f'"{word}"' in SOURCES, word


def test_the_rules_use_no_other_words() -> None:
    """Every question, window and refusal that the rules spell out is on the lists."""
    asked = set(re.findall(r'\bchoose\(\s*(?:table, )?frame, f?"[^"]*", [\w.]+, "(\w+)"', SOURCES)) | set(
        PromptName.__args__
    )
    asked |= set(re.findall(r'"(waste|own_price|levels_lost)"', SOURCES))  # before a card is used up
    assert len(asked) >= 25
    assert asked == set(QUESTIONS)
    windows = set(re.findall(r'\bopen_window\(\s*table, frame, "(\w+)"', SOURCES))
    assert windows | {"victory", "defeat"} == set(WINDOWS)
    refused = set(re.findall(r'\bRefusal\(\s*"(\w+)"', SOURCES))
    refused |= set(re.findall(r'\bRefusal\("\w+" if [^"]*"?\w*"? ?else "(\w+)"', SOURCES))
    refused |= set(re.findall(r'\b(?:code = "\w+" if [^"]*else|return) "(\w+)"', SOURCES)) & set(REFUSALS)
    assert refused | {"not_asked", "decision_pending"} == set(REFUSALS)


class _Recorder:
    """Looks at the table after every step of a situation."""

    def __init__(self) -> None:
        self.take = scenario.take
        self.found: dict[str, set[str]] = {"event": set(), "question": set(), "window": set(), "phase": set()}
        self.unknown_slots: set[tuple[str, str]] = set()

    def __call__(self, game: Any, table: ScenarioTable, step: Any, viewer: int) -> Any:
        wrong = self.take(game, table, step, viewer)
        state: Any = table.state
        self.found["event"] |= {event.kind for event in table.events}
        self.found["phase"].add(state.phase)
        pending = table.game.pending(state)
        if pending is not None:
            self.found["question" if pending.kind == "prompt" else "window"].add(pending.name)
        for seat in range(state.seats):
            for move in table.game.legal_moves(state, seat):
                self._look_at(table, move)
        return wrong

    def _look_at(self, table: ScenarioTable, move: Any) -> None:
        if move.verb == "answer":
            return
        card = table.card_name(move.card) if move.card >= 0 else ""
        known = table.slot_names(move.verb, card, table.ability_name(move))
        self.unknown_slots |= {(move.verb, slot.name) for slot in move.slots if slot.name not in known}


def test_what_happens_in_situations_is_on_the_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events, questions, windows, phases and slots of legal moves, after each step of many situations."""
    recorder = _Recorder()
    monkeypatch.setattr(scenario, "take", recorder)
    home = Path(__file__).parents[2] / "scenarios"
    for name in FILES:
        for case in read_file(home / f"{name}.toml"):
            assert run_case(case) == []
    assert recorder.found["event"] <= set(DOOR_EVENT_KINDS.by_name)
    assert recorder.found["question"] <= set(QUESTIONS)
    assert recorder.found["window"] <= set(WINDOWS)
    assert recorder.found["phase"] <= set(PHASES)
    assert recorder.unknown_slots == set()
    assert len(recorder.found["event"]) > len(DOOR_EVENT_KINDS.by_name) * 3 // 4
