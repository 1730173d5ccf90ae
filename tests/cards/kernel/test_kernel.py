"""The kernel: dice, zones, moves, frames, events, the machine and the codec."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.kernel.codec import Codec
from cards.kernel.dice import Dice, commitment, mix
from cards.kernel.events import AS_COUNT, Discarded, Drew, Event
from cards.kernel.frames import Frame, Window
from cards.kernel.machine import MAX_PENDING_FRAMES, InvariantError, Machine
from cards.kernel.moves import Action, Move, MoveCache, Refusal, Slot, find_move
from cards.kernel.state import GameState
from cards.kernel.zones import Zones


def splitmix(seed: int, count: int) -> int:
    """Return a number of the generator as it is published, on whole numbers."""
    mask = 2**64 - 1
    z = (seed + (count + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


SEEDS = st.integers(-(2**70), 2**70) | st.integers(0, 2**64 - 1)


class TestDice:
    def test_the_numbers_are_those_that_were_published(self) -> None:
        published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
        assert [mix(1234567, count) for count in range(4)] == published

    @given(SEEDS, st.integers(-(2**40), 2**62))
    def test_halves_give_the_same_as_whole_numbers(self, seed: int, count: int) -> None:
        assert mix(seed, count) == splitmix(seed, count)

    @given(SEEDS, st.integers(1, 2**64) | st.integers(2**31 - 2, 2**31 + 2))
    def test_a_number_below_a_bound_is_the_remainder(self, seed: int, bound: int) -> None:
        assert Dice(seed, 5).randbelow(bound) == splitmix(seed, 5) % bound

    @given(SEEDS)
    def test_a_shuffle_swaps_by_the_numbers_that_follow(self, seed: int) -> None:
        expected = list(range(30))
        for count, last in enumerate(range(29, 0, -1)):
            pick = splitmix(seed, count) % (last + 1)
            expected[last], expected[pick] = expected[pick], expected[last]
        cards, dice = list(range(30)), Dice(seed)
        dice.shuffle(cards)
        assert (cards, dice.count) == (expected, 29)

    def test_every_face_comes_up_about_as_often(self) -> None:
        dice = Dice(1)
        faces = Counter(dice.roll() for _ in range(6000))
        assert set(faces) == {1, 2, 3, 4, 5, 6}
        assert all(850 < count < 1150 for count in faces.values())

    def test_coming_dice_are_rolled_first_and_use_no_randomness(self) -> None:
        dice = Dice(1, coming=[6, 1])
        assert (dice.roll(), dice.roll(), dice.count) == (6, 1, 0)

    def test_commitment_tells_the_seed_from_others(self) -> None:
        assert commitment(1) != commitment(2)
        assert len(commitment(1)) == 64


WRITERS = ("clone", "move", "bottom", "move_all", "reorder", "redeal")


def write(zones: Zones, lists: list[list[int]], word: str, lot: int) -> None:
    """Do the same to zones and to plain lists."""
    card, zone = lot % 5, lot % 3
    if word in ("move", "bottom"):
        zones.move(card, zone, bottom=word == "bottom")
        next(cards for cards in lists if card in cards).remove(card)
        lists[zone].insert(0 if word == "bottom" else len(lists[zone]), card)
    elif word == "move_all":
        to, cards = lot // 3 % 3, lists[zone][::-1]
        zones.move_all(zone, to, cards)
        lists[zone] = []
        lists[to] = lists[to] + cards
    elif word == "reorder":
        lists[zone].reverse()
        zones.reorder(zone, lists[zone])
    else:
        lists[:] = [*lists[1:], lists[0]]
        zones.redeal(lists)


class TestZones:
    @pytest.mark.parametrize(
        ("lists", "place", "told"),
        [
            ([(0,), (0,)], [0, 1], "lies in zones 0 and 1"),
            ([(0,), ()], [1], "its place says 1"),
            ([(1,), ()], [0, 0], "card 0 lies in no zone"),
            ([(0, 0), ()], [0, 0], "lies in zones 0 and 0"),
            ([(0, 2), ()], [0, 0], "there is no such card"),
            ([(0, -1), ()], [0, 0], "there is no such card"),
        ],
    )
    def test_lost_doubled_and_strange_cards_are_named(
        self, lists: list[tuple[int, ...]], place: list[int], told: str
    ) -> None:
        assert any(told in fault for fault in Zones(lists, place).faults())

    def test_whoever_holds_the_cards_of_a_zone_keeps_them_as_they_were(self) -> None:
        zones = Zones([(0, 1, 2), ()])
        for card in zones.lists[0]:
            zones.move(card, 1)
        assert zones.lists == [(), (0, 1, 2)]

    @given(st.lists(st.tuples(st.sampled_from(WRITERS), st.integers(0, 9), st.integers(0, 99)), max_size=30))
    def test_no_clone_sees_what_another_writes(self, writes: list[tuple[str, int, int]]) -> None:
        """Clones of clones behave like plain lists that are copied completely."""
        family = [(Zones([(0, 1, 2), (3, 4), ()]), [[0, 1, 2], [3, 4], []])]
        for word, whose, lot in writes:
            zones, lists = family[whose % len(family)]
            if word == "clone":
                family.append((zones.clone(), [cards.copy() for cards in lists]))
            else:
                write(zones, lists, word, lot)
            for each, expected in family:
                assert each.lists == [tuple(cards) for cards in expected]
                assert each.faults() == []


class TestMoves:
    slot = Slot("cost", "card", (3, 5, 8), 1, 2, (100, 600, 900), 1000)

    @pytest.mark.parametrize(
        ("picks", "fits"),
        [
            ((5, 8), True),
            ((8,), False),
            ((3, 8), True),
            ((3, 5), False),
            ((), False),
            ((3, 5, 8), False),
            ((8, 8), False),
            ((8, 9), False),
        ],
    )
    def test_picks_must_be_candidates_enough_and_worth_it(self, picks: tuple[int, ...], fits: bool) -> None:
        assert self.slot.accepts(picks) is fits

    def test_a_slot_that_nothing_fills_is_known(self) -> None:
        assert self.slot.fillable()
        assert not self.slot._replace(need=1600).fillable()
        assert not Slot("target", "seat", ()).fillable()
        assert Slot("items", "card", (), 0, 0).fillable()

    def test_find_names_what_is_wrong(self) -> None:
        moves = [Move("kick"), Move("play", 4, slots=(Slot("target", "seat", (0, 1)),))]
        assert find_move(moves, Action(0, "kick")) == Move("kick")
        assert find_move(moves, Action(0, "play", 4, picks=((1,),))) == moves[1]
        assert find_move(moves, Action(0, "play", 5)) == Refusal("not_now", {"verb": "play"})
        assert find_move(moves, Action(0, "play", 4)) == Refusal("bad_choice", {"slots": 1})
        assert find_move(moves, Action(0, "play", 4, picks=((7,),))) == Refusal(
            "bad_choice", {"slot": "target"}
        )

    @given(st.lists(st.integers(0, 2_000), min_size=1))
    def test_plain_moves_are_those_of_their_cards_and_made_once(self, cards: list[int]) -> None:
        plain = MoveCache("equip")
        assert [plain.with_card(card) for card in cards] == [Move("equip", card) for card in cards]
        assert plain.with_card(cards[0]) is plain.with_card(cards[0])


class TestEvents:
    def test_hidden_cards_are_taken_out_for_others_and_onlookers(self) -> None:
        drew = Drew(1, cards=(7, 8), card_count=2, deck="door", seen=1 << 1)
        assert drew.redacted_for(1) is drew
        for viewer in (0, 2, None):
            assert drew.redacted_for(viewer) == Drew(1, cards=(), card_count=2, deck="door", seen=1 << 1)

    def test_public_events_are_the_same_for_all(self) -> None:
        discarded = Discarded(1, cards=(7,), card_count=1)
        assert discarded.redacted_for(None) is discarded


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Event):
    """Seat 0 said a number."""

    kind: ClassVar[str] = "counted"
    number: int = field(metadata=AS_COUNT)


def _once(machine: StepCounter, frame: Frame) -> None:
    """Ask seat 0 for a number, then count it and end."""
    picked = machine.ask(frame, "?n", 0, "number", Slot("n", "number", (1, 2, 3)), seconds=5)
    if picked is None:
        return
    machine.emit(Counted(number=int(picked[0])))
    machine.pop(frame)


def _forever(machine: StepCounter, frame: Frame) -> None:
    """Do nothing, forever."""


def _deeper(machine: StepCounter, frame: Frame) -> None:
    """Push another frame of the same kind, forever."""
    machine.push(Frame("deeper"))


class StepCounter(Machine[GameState]):
    """A game of counting, small enough to test the machine with."""

    frame_handlers: ClassVar = {"once": _once, "forever": _forever, "deeper": _deeper}


def counter() -> StepCounter:
    return StepCounter(GameState(2, Zones([()]), Dice(1)))


class TestMachine:
    def test_a_frame_waits_for_its_answer_and_goes_on(self) -> None:
        machine = counter()
        machine.push(Frame("once"))
        machine.run()
        prompt = machine.state.prompt
        assert prompt is not None
        assert (prompt.seat, prompt.default, prompt.serial) == (0, (1,), 1)
        machine.answer((3,))
        machine.run()
        assert machine.events == [Counted(number=3)]
        assert machine.state.frames == []

    def test_no_choice_is_no_question(self) -> None:
        machine = counter()
        frame = machine.push(Frame("once"))
        slot = Slot("n", "number", (7,))
        assert machine.ask(frame, "?x", 0, "number", slot, seconds=5) == (7,)
        assert machine.ask(frame, "?y", 0, "number", slot, seconds=5, always=True) is None

    def test_passes_are_taken_back_when_a_window_reopens(self) -> None:
        machine = counter()
        frame = machine.push(Frame("once"))
        machine.open_window(frame, "victory", 0b11, 30)
        window = machine.window
        assert window == Window("victory", 0b11, 30, 1)
        window.passed = 0b10
        machine.reopen(window)
        assert (window.passed, window.reopened, window.serial) == (0, 1, 2)

    @pytest.mark.parametrize(("kind", "told"), [("forever", "no end"), ("deeper", str(MAX_PENDING_FRAMES))])
    def test_work_without_end_is_a_fault(self, kind: str, told: str) -> None:
        machine = counter()
        machine.push(Frame(kind))
        with pytest.raises(InvariantError, match=told):
            machine.run()

    def test_ending_a_frame_that_is_not_on_top_is_a_fault(self) -> None:
        machine = counter()
        below = machine.push(Frame("once"))
        machine.push(Frame("once"))
        with pytest.raises(InvariantError, match="ended below"):
            machine.pop(below)


class TestCodec:
    def test_a_waiting_state_comes_back_the_same(self) -> None:
        machine = counter()
        machine.push(Frame("once", vars={"cards": (1, 2), "word": "all", "n": 3}))
        machine.run()
        codec = Codec(GameState)
        saved = codec.encode(machine.state)
        assert codec.decode(saved) == machine.state
        assert codec.encode(codec.decode(saved)) == saved

    @pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"null", b'{"seats": "two"}', b"\xff\xfe"])
    def test_anything_else_is_refused(self, data: bytes) -> None:
        with pytest.raises(ValueError, match="not a saved"):
            Codec(GameState).decode(data)
