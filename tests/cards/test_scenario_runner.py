"""What rules lawyers rely on: no unknown word passes, a fault ends one situation, names select situations."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import pytest

from cards import scenario
from cards.door.game import DoorGame
from cards.kernel.moves import Action
from cards.panic.screen_terms import QUESTIONS
from cards.scenario import Case, read_file, run, run_case

SCENARIO_FOLDER = Path(__file__).parent.parent / "scenarios"

DOOR_SITUATION: dict[str, Any] = {
    "name": "it",
    "rules": ["R-001"],
    "seats": [
        {"name": "Ada", "level": 4, "carried": ["Elven Bow"], "hand": ["Magic Missile"]},
        {"name": "Ben"},
    ],
    "cards": [{"id": "elven-bow", "kind": "item", "name": "Elven Bow", "bonus": 3}],
}
PANIC_SITUATION: dict[str, Any] = {
    "name": "it",
    "game": "panic",
    "rules": ["P-001"],
    "seats": [{"name": "Ada", "character": "Thief"}, {"name": "Bob"}],
    "options": {"characters": True},
    "monsters": [{"name": "Bullrog", "ring": "knight", "arc": 1}],
}
KICK_STEP = {"who": "Ada", "do": "kick"}


def failures(base: dict[str, Any], **data: Any) -> list[str]:
    """Return what is wrong with a situation."""
    return list(map(str, run_case(Case("some.toml", "it", base | data))))


def in_expect(**expect: Any) -> dict[str, Any]:
    return {"steps": [KICK_STEP | {"expect": expect}]}


def tried(**move: Any) -> dict[str, Any]:
    """Return a move as a situation writes it, with its slots under ``with``."""
    return {"who": "Ada"} | {{"slots": "with"}.get(key, key): value for key, value in move.items()}


def illegal(do: str, **move: Any) -> dict[str, Any]:
    return in_expect(illegal=[tried(do=do, **move)])


def castle_illegal(do: str, **move: Any) -> dict[str, Any]:
    return panic_expect(illegal=[tried(do=do, **move)])


def panic_expect(**expect: Any) -> dict[str, Any]:
    return {"steps": [{"who": "Ada", "do": "pass", "expect": expect}]}


def deal(terms: dict[str, Any]) -> dict[str, Any]:
    """Return a fight with a bargain."""
    return {"fight": {"monsters": ["Net Troll"], "helper": "Ben", "deal": terms}}


# unknown words


@pytest.mark.parametrize(
    ("data", "unknown", "allowed"),
    [
        (in_expect(events=["dyed"]), "no event is called 'dyed'", "died, discarded, drew"),
        (in_expect(events=[{"kind": "dyed", "seat": "Ada"}]), "no event is called 'dyed'", "died, discarded"),
        (in_expect(no_events=["dyed"]), "no event is called 'dyed'", "died, discarded, drew"),
        (
            in_expect(events=[{"kind": "died", "seat": "Eda"}]),
            "nobody is called 'Eda'",
            "Ada, Ben, Bystander",
        ),
        (
            in_expect(events=[{"kind": "drew", "seen_by": ["all"]}]),
            "nobody is called 'all'",
            "Ben, Bystander, everyone",
        ),
        (in_expect(refused="in_fight"), "no refusal is called 'in_fight'", "has_left, in_combat"),
        (in_expect(prompt="keep_bog"), "no question is called 'keep_bog'", "keep_big, loot_body"),
        (in_expect(window="win"), "no window is called 'win'", "combat, victory, defeat"),
        (in_expect(stage="win"), "no stage is called 'win'", "fight, victory, defeat"),
        (in_expect(phase="noon"), "no phase is called 'noon'", "arrange, door, combat"),
        (in_expect(can={"Ada": ["kik"]}), "nothing is called 'kik'", "kick, lay, load"),
        (illegal("kik"), "nothing is called 'kik'", "kick, lay, load"),
        (illegal("kick", slots={"door": "Rat"}), "no slot door", "its slots: none"),
        (illegal("ask_help", slots={"seat": "Ben"}), "no slot seat", "seats, treasures"),
        (illegal("kick", ability="x"), "no ability of kick is called 'x'", "none"),
        (illegal("use", card="Wizard", ability="x"), "no ability of use Wizard", "Flight Spell"),
        (illegal("use", card="Magic Missile", slots={"party": 1}), "no slot party", "its slots: side"),
        (illegal("kick", other="Ben"), "kick has no `other`", "accept_help"),
        (in_expect(legal=[tried(do="accept_help", other="Bem")]), "nobody is called 'Bem'", "Ada, Ben"),
        (in_expect(zone={"Elven Bow": "moon"}), "no place is called 'moon'", "door_discard"),
        (in_expect(asked="Eda"), "nobody is called 'Eda'", "Ada, Ben"),
        (in_expect(helper="none"), "nobody is called 'none'", "Bystander, nobody"),
        (in_expect(awaited=["Eda"]), "nobody is called 'Eda'", "Ada, Ben"),
        (in_expect(partie=7), "steps.0.expect.partie: unknown key", "party, monsters"),
        (
            in_expect(legal=[{"who": "Ada", "do": "kick", "wiht": {"card": "Rat"}}]),
            "unknown key",
            "who, do, card, ability, other, with",
        ),
        (
            in_expect(events=[{"kind": "died", "whom": "Ada"}]),
            "events.0.whom: unknown key",
            "kind, seat, other",
        ),
        (
            {"fight": {"monsters": ["Net Troll"], "hlper": "Ben"}},
            "fight.hlper: unknown key",
            "monsters, helper, compelled, deal",
        ),
        (deal({"treasure": 1}), "fight.deal.treasure: unknown key", "treasures, order"),
        ({"phse": "after"}, "phse: unknown key", "turn, phase, bodies"),
        ({"options": {"epik": True}}, "bad_option", "shared_victory, epic"),
        (illegal("kick", who="Bem"), "nobody is called 'Bem'", "Ada, Ben"),
        ({"phase": "lunch"}, "phase: Input should be", "'charity', 'loot_body'"),
        ({"game": "chess"}, "there is no game 'chess'", "classic, apocalypse"),
        (
            {"steps": [{"who": "Ada", "do": "kick", "expct": {"turn": "Ada"}}]},
            "steps.0.expct: unknown key",
            "who, do, card",
        ),
        ({"steps": [{"who": "Ada", "do": "kik"}]}, "nothing is called 'kik'", "kick, lay, load"),
        (
            {"steps": [{"who": "Ada", "do": "equip", "card": "Elven Bow", "ability": "x"}]},
            "no ability of equip Elven Bow",
            "none",
        ),
        (
            {"steps": [{"who": "Ada", "do": "use", "card": "Magic Mistle", "with": {"side": "party"}}]},
            "no card 'Magic Mistle'",
            "",
        ),
        ({"steps": [{"who": "Ada", "do": "kick", "answer": "yes"}]}, "`do` or `answer`", ""),
        (
            {"steps": [{"who": "Ada", "answer": "yes", "with": {"card": "Rat"}}]},
            "no slot card",
            "its slots: none",
        ),
        (
            {"steps": [{"who": "Bem", "do": "pass", "expect": {"refused": True}}]},
            "nobody is called 'Bem'",
            "Ada, Ben, Bystander, all",
        ),
    ],
)
def test_an_unknown_word_is_a_failure_that_lists_the_allowed_ones(
    data: dict[str, Any], unknown: str, allowed: str
) -> None:
    """Also where the step is refused anyway, or where the word only says what must not happen."""
    (failure,) = failures(DOOR_SITUATION, **data)
    assert unknown in failure
    assert allowed in failure


@pytest.mark.parametrize(
    ("data", "unknown", "allowed"),
    [
        (panic_expect(no_events=["kicked"]), "no event is called 'kicked'", "slain, spared"),
        (panic_expect(refused="in_combat"), "no refusal is called 'in_combat'", "bad_choice, no_seat"),
        (panic_expect(prompt="wonder"), "no question is called 'wonder'", "hit_taker, wander"),
        (panic_expect(window="combat"), "no window is called 'combat'", "draw, play"),
        (panic_expect(phase=7), "no phase is called 7", "5, 6"),
        (castle_illegal("kick"), "nothing is called 'kick'", "accept, agree"),
        (
            castle_illegal("attack", slots={"card": "Red Hero"}),
            "no slot card",
            "its slots: cards",
        ),
        (castle_illegal("power", ability="steal"), "called 'steal'", "sift, banish, pilfer, relocate"),
        (castle_illegal("power", card="Thief", ability="sift"), "called 'sift'", "its abilities: pilfer"),
        (castle_illegal("play", slots={"named": "pink"}), "no card 'pink'", ""),
        (panic_expect(wals=[1]), "wals: unknown key", "walls, towers"),
        (
            {"monsters": [{"name": "Bullrog", "ring": "knight", "arc": 1, "hp": 1}]},
            "monsters.0.hp: unknown key",
            "ring, arc, health",
        ),
        ({"cards": [{"id": "x"}]}, "no cards of a situation's own", ""),
        ({"options": {"epic": True}}, "bad_option", "more_munchkin, characters"),
        ({"phase": "supper"}, "phase: Input should be", "'setup', 'charity', 1"),
    ],
)
def test_unknown_words_of_the_castle_game(data: dict[str, Any], unknown: str, allowed: str) -> None:
    """Each game has words of its own; those of the other are unknown."""
    (failure,) = failures(PANIC_SITUATION, **data)
    assert unknown in failure
    assert allowed in failure


def test_all_unknown_words_of_a_situation_are_reported_with_their_steps() -> None:
    """One run finds them all, also behind a step that would fail."""
    steps = [KICK_STEP | {"expect": {"turn": "Ben", "no_events": ["dyed"]}}, {"who": "Ada", "do": "kik"}]
    first, second = failures(DOOR_SITUATION, steps=steps, expect={"window": "win"})[1:]
    assert "step 1 (Ada: kick)" in first
    assert "'dyed'" in first
    assert "step 2 (Ada: kik)" in second


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (
            {"do": "use", "card": "Magic Missile", "with": {"side": "left"}},
            "slot side has no 'left'; it offers: party, monsters",
        ),
        (
            {"do": "ask_help", "with": {"seats": "Ben", "treasures": "9"}},
            "slot treasures has no '9'; it offers: 0, 1",
        ),
        (
            {"do": "ask_help", "with": {"seats": "Bem", "treasures": "0"}},
            "slot seats has no 'Bem'; it offers: Ben",
        ),
    ],
)
def test_something_that_is_not_offered_is_told_with_what_is(step: dict[str, Any], message: str) -> None:
    """A step that should be accepted says what its slots offer; a refusal can still be expected."""
    fight = {"monsters": ["Dragon With a Podcast"]}
    (failure,) = failures(DOOR_SITUATION, fight=fight, steps=[{"who": "Ada", **step}])
    assert message in failure
    refused = {"who": "Ada", **step, "expect": {"refused": "bad_choice"}}
    assert failures(DOOR_SITUATION, fight=fight, steps=[refused]) == []


def test_the_answer_to_a_question_is_told_what_is_offered() -> None:
    """An answer is checked as the slots of a move are."""
    base = PANIC_SITUATION | {"phase": "setup", "seats": [{"name": "Ada"}, {"name": "Bob"}], "monsters": []}
    (failure,) = failures(base, steps=[{"who": "Ada", "answer": "Bard"}])
    assert "slot character has no 'Bard'; it offers: Cleric, Dwarf" in failure


# refusals


def test_any_refusal_can_be_expected() -> None:
    """``refused = true`` takes every code, and still fails if the step is accepted."""
    assert failures(DOOR_SITUATION, steps=[{"who": "Ben", "do": "kick", "expect": {"refused": True}}]) == []
    assert failures(DOOR_SITUATION, steps=[{"who": "Ada", "do": "claim", "expect": {"refused": True}}]) == []
    (failure,) = failures(DOOR_SITUATION, steps=[KICK_STEP | {"expect": {"refused": True}}])
    assert "refused: expected any refusal, found accepted" in failure
    (failure,) = failures(DOOR_SITUATION, steps=[{"who": "Ben", "do": "kick", "expect": {"refused": False}}])
    assert "refused: expected accepted, found not_your_turn" in failure


# set-ups that cannot be


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"fight": {"monsters": ["Net Troll"], "compelled": True}}, "need a `helper`"),
        ({"fight": {"monsters": ["Net Troll"], "deal": {}}}, "need a `helper`"),
        ({"fight": {"monsters": ["Net Troll"], "helper": "Ada"}}, "nobody helps in their own combat"),
        ({"fight": {"monsters": ["Net Troll"], "helper": "Ben", "compelled": True, "deal": {}}}, "no `deal`"),
        (
            deal({"items": ["Rapier of Unfairness"]}),
            "'Rapier of Unfairness' is not an Item that the fighter can give; there is: Elven Bow",
        ),
        (deal({"items": ["Elven Bow", "Elven Bow"]}), "'Elven Bow' is not an Item"),
        (deal({"promises": ["Magic Missile"]}), "not a card that the fighter can promise; there is: none"),
        (deal({"treasures": 9}), "about 9 Treasures"),
        (deal({"order": "nobody"}), "fight.deal.order"),
        (
            {
                "seats": [{"name": "Ada", "level": 9}, {"name": "Ben"}],
                "fight": {"monsters": ["Net Troll"], "helper": "Ben", "compelled": True},
            },
            "Ben cannot be compelled",
        ),
        ({"bodies": ["Ben"]}, "for the phase loot_body"),
        ({"phase": "loot_body", "fight": {"monsters": ["Net Troll"]}}, "the `fight` is over"),
        (
            {
                "phase": "loot_body",
                "seats": [{"name": "Ada", "level": 4, "curses": ["Halo"]}, {"name": "Ben"}],
                "cards": [
                    {
                        "id": "halo",
                        "kind": "curse",
                        "name": "Halo",
                        "stays": "removed",
                        "mods": [{"stat": "deathless"}],
                    }
                ],
            },
            "a card keeps Ada from dying",
        ),
        ({"phase": "loot_body", "bodies": ["Bem"]}, "nobody is called 'Bem'"),
        ({"phase": "loot_body", "bodies": ["Ben", "Ben"]}, "Ben cannot have just died"),
    ],
)
def test_a_set_up_that_the_rules_do_not_allow_is_a_failure(data: dict[str, Any], message: str) -> None:
    """A bargain that could not have been made, a helper who could not be compelled (R-352, R-357)."""
    (failure,) = failures(DOOR_SITUATION, **data)
    assert message in failure


# faults

SITUATION_TOML = (
    '[[situation]]\nname = "%s"\nrules = ["R-001"]\nseats = [{ name = "Ada" }, { name = "Ben" }]\n'
)
KICK_STEPS_TOML = (
    'steps = [{ who = "Ben", do = "kick", expect = { refused = true } }, { who = "Ada", do = "kick" }]\n'
)


def write(tmp_path: Path, text: str, name: str = "some.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run the command and return its exit code and what it printed."""
    parser = ArgumentParser()
    scenario.add_arguments(parser)
    return scenario.main(parser.parse_args(arguments)), capsys.readouterr().out


def test_a_fault_of_the_game_fails_its_situation_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two faults in one file: the others run on; each failure names file, situation, step and fault."""
    act = DoorGame.step_in_place

    def faulty(self: DoorGame, state: Any, action: Action) -> Any:
        if action.verb == "kick" and action.seat == state.active:
            raise ZeroDivisionError("no door to divide by")
        return act(self, state, action)

    monkeypatch.setattr(DoorGame, "step_in_place", faulty)
    quiet = SITUATION_TOML % "Nothing happens"
    text = (
        SITUATION_TOML % "First kick"
        + KICK_STEPS_TOML
        + quiet
        + SITUATION_TOML % "Second kick"
        + KICK_STEPS_TOML
        + SITUATION_TOML % "All well"
    )
    path = write(tmp_path, text)
    code, out = command(capsys, str(path), "--json")
    result = json.loads(out)
    assert (code, result["passed"], result["failed"]) == (1, 2, 2)
    assert result["passed_names"] == ["Nothing happens", "All well"]
    assert [found["situation"] for found in result["failures"]] == ["First kick", "Second kick"]
    for found in result["failures"]:
        assert (found["file"], found["step"], found["action"]) == (str(path), 2, "Ada: kick")
        assert found["what"] == "fault of the game"
        assert "ZeroDivisionError: no door to divide by (test_scenario_runner.py, line" in found["found"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("situation = 3", "situation"),
        ('situation = ["x"]', "situation.0"),
        ("include = 7\n" + SITUATION_TOML % "x", "include"),
        ('include = ["gone.toml"]\n' + SITUATION_TOML % "x", "the included gone.toml"),
        ("cards = [1]\n" + SITUATION_TOML % "x", "cards.0"),
        (SITUATION_TOML % "x" + "options = 4\n", "options"),
        (SITUATION_TOML % "x" + "cards = 4\n", "cards"),
        ("[[situation]]\nrules = 4\n", "rules"),
        ("options = { epic = true }\n" + SITUATION_TOML % "x" + "options = { epik = true }\n", "epik"),
    ],
)
def test_a_file_of_the_wrong_shape_is_a_failure(tmp_path: Path, text: str, message: str) -> None:
    """Nothing in a file ends the run: another file is still played."""
    report = run([write(tmp_path, text), write(tmp_path, SITUATION_TOML % "All well", "well.toml")])
    assert report.passed_names == ["All well"]
    assert report.failed == 1
    assert any(message in str(failure) for failure in report.failures)


# cards of the file

COWBOY_CARD_TOML = """
[[cards]]
id = "spurs"
kind = "item"
name = "Spurs"
bonus = 2
mods = [{ stat = "flee", n = 1, if = { is = "has", trait = "cowboy" } }]
"""
SPURS_TOML = (SITUATION_TOML % "In the west").replace(
    '{ name = "Ada" }', '{ name = "Ada", carried = ["Spurs"] }'
)
WEST_TOML = SPURS_TOML + 'game = "wild_west"\n'


def test_cards_of_a_file_are_checked_only_against_the_games_that_use_them(tmp_path: Path) -> None:
    """A card with words of one edition does not fail the situations of another, nor those of Panic."""
    panic = SITUATION_TOML % "In the castle" + 'game = "panic"\n'
    text = COWBOY_CARD_TOML + WEST_TOML + SITUATION_TOML % "In the dungeon" + panic
    report = run([write(tmp_path, text)])
    assert report.failures == []
    assert report.passed_names == ["In the west", "In the dungeon", "In the castle"]
    used = run([write(tmp_path, COWBOY_CARD_TOML + SPURS_TOML)])
    assert "the situation's own cards" in str(used.failures[0])
    assert "cowboy" in str(used.failures[0])


def test_a_card_of_the_file_that_nobody_uses_must_still_be_readable(tmp_path: Path) -> None:
    """By one of the file's games at least; a misspelt key in it does not go unnoticed."""
    text = (
        COWBOY_CARD_TOML.replace("bonus", "bones")
        + SITUATION_TOML % "In the dungeon"
        + SITUATION_TOML % "In the west"
    )
    report = run([write(tmp_path, text + 'game = "wild_west"\n')])
    assert report.passed == 0
    assert "bones" in str(report.failures[0])
    assert (
        run([write(tmp_path, COWBOY_CARD_TOML + SITUATION_TOML % "x" + 'game = "wild_west"\n')]).failures
        == []
    )


# choosing situations


def test_only_the_named_situations_are_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A whole name selects that situation; any other word all that have it in their name."""
    path = str(
        write(tmp_path, "".join(SITUATION_TOML % name for name in ("Help", "No help", "Helping", "Curse")))
    )
    names = {
        ("Help",): ["Help"],
        ("help",): ["Help", "No help", "Helping"],
        ("HELPING", "urs"): ["Helping", "Curse"],
        ("Help", "Curse"): ["Help", "Curse"],
    }
    for words, expected in names.items():
        arguments = [part for word in words for part in ("--only", word)]
        code, out = command(capsys, path, "--json", *arguments)
        assert (code, json.loads(out)["passed_names"]) == (0, expected)
    code, out = command(capsys, path, "--only", "Thief")
    assert (code, out) == (1, "there is no situation called 'Thief'\n0 passed, 0 failed\n")


# the questions of the castle-defense game


def test_every_question_of_the_castle_game_is_answered_in_a_situation() -> None:
    """Each of them is answered right after it was expected, and the answer is accepted."""
    answered: set[str] = set()
    for case in read_file(SCENARIO_FOLDER / "panic_questions.toml"):
        asked = case.data.get("expect", {}).get("prompt", "")
        for step in case.data.get("steps", ()):
            expect = step.get("expect", {})
            if "answer" in step and "refused" not in expect:
                answered.add(asked)
            asked = expect.get("prompt", asked if "refused" in expect else "")
    assert answered - {""} == set(QUESTIONS)
