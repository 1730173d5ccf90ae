"""A small table for the card language: zones as lists, answers and dice given beforehand, a log of deeds."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from cards.kernel.frames import Frame
from cards.kernel.machine import Asked
from cards.kernel.moves import Pick, Slot
from cards.language import interpreter
from cards.language.definition import Definition
from cards.language.packs import Pack, build_pack
from cards.language.printed import CompiledFilter

Effect = dict[str, Any]

HEADER = {"id": "trial", "title": "Trial"}

CARDS: list[dict[str, Any]] = [
    {"id": "rat", "kind": "monster", "name": "Rat", "level": 2, "bad": [{"do": "level", "n": -1}]},
    {
        "id": "ghoul",
        "kind": "monster",
        "name": "Ghoul",
        "level": 7,
        "treasures": 2,
        "tags": ["undead"],
        "bad": [{"do": "death"}],
    },
    {"id": "hat", "kind": "item", "name": "Bowler", "slot": "head", "bonus": 1, "value": 200},
    {"id": "boots", "kind": "item", "name": "Boots", "slot": "feet", "bonus": 2, "value": 400},
    {"id": "axe", "kind": "item", "name": "Axe", "slot": "hand", "bonus": 3, "value": 400, "big": True},
    {"id": "bow", "kind": "item", "name": "Long Bow", "slot": "hand", "hands": 2, "bonus": 3, "value": 600},
    {"id": "bomb", "kind": "one_shot", "name": "Bomb", "bonus": 5, "value": 100},
    {"id": "itch", "kind": "curse", "name": "Itch", "hits": [{"do": "level", "n": -1}]},
    {"id": "elf", "kind": "race", "name": "Elf", "trait": "elf", "plural": "Elves"},
    {"id": "thief", "kind": "class", "name": "Thief", "trait": "thief", "plural": "Thieves"},
    {"id": "squire", "kind": "companion", "name": "Squire", "sex": "female"},
    {"id": "page", "kind": "special", "name": "Page", "back": "treasure", "stays": "turn"},
]


def pack_of(*cards: dict[str, Any]) -> Pack:
    """Return a pack of the standard cards and some more."""
    return build_pack({"pack": HEADER, "cards": [*CARDS, *cards]}) if cards else _standard_pack()


@cache
def _standard_pack() -> Pack:
    return build_pack({"pack": HEADER, "cards": CARDS})


def effects_card(effects: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a special card that does these effects, with targets so that every name may be used."""
    targets = [{"name": "target"}, {"name": "card"}, {"name": "side"}]
    ability = {"when": ["any_time"], "targets": targets, "cost": {}, "then": effects}
    return {"id": "trial-card", "kind": "special", "back": "door", "name": "Trial", "play": [ability], **more}


class LanguageTable:
    """Plays the part of the rules. Three seats; what has no zone here is only written in the ``log``.

    ``answers`` are used up in turn; when there is none left, ``question`` keeps what was asked.
    """

    as_drawback: bool | None = None

    def __init__(self, *cards: dict[str, Any], seats: int = 3) -> None:
        self.pack = pack_of(*cards)
        self.cards: list[Definition] = []
        self.seats = seats
        self.levels = [3, 5, 1][:seats]
        self.sexes = ["male", "female", "male"][:seats]
        self.zones: dict[tuple[int, str], list[int]] = {}
        self.piles: dict[str, list[int]] = {}
        self.active = 0
        self.fighter = self.helper = -1
        self.victim = self.pending_curse = -1
        self.phase = "arrange"
        self.foes: list[int] = []
        self.fled = self.looted = -1
        self.meddlers: list[int] = []
        self.answers: list[tuple[Pick, ...]] = []
        self.question: tuple[int, str, Slot] | None = None
        self.dice: list[int] = []
        self.lots: list[int] = []
        self.replies: dict[int, str] = {}
        self.log: list[tuple[Any, ...]] = []
        self.frames: list[Frame] = []
        self.strengths = {"party": 0, "monsters": 0}
        self.totals: dict[tuple[int, str], int] = {}
        self.options: dict[str, Any] = {"treasures_for_removed": False, "halfling": "newer"}
        self.deck = ["rat", "hat", "boots", "axe"]

    # setting up

    def card(self, id_: str) -> int:
        """Make a card that lies nowhere."""
        self.cards.append(self.pack.find(id_))
        return len(self.cards) - 1

    def give(self, seat: int, zone: str, *ids: str) -> list[int]:
        """Put new cards into a seat's zone; ``equipped`` ones are carried as well."""
        made = [self.card(id_) for id_ in ids]
        self.zones.setdefault((seat, zone), []).extend(made)
        if zone == "equipped":
            self.zones.setdefault((seat, "carried"), []).extend(made)
        return made

    def pile_up(self, name: str, *ids: str) -> list[int]:
        """Lay new cards on a pile, the last on top."""
        made = [self.card(id_) for id_ in ids]
        self.piles.setdefault(name, []).extend(made)
        return made

    def fight(self, *ids: str, fighter: int = 0, helper: int = -1) -> list[int]:
        """Begin a combat."""
        self.fighter, self.helper = fighter, helper
        self.foes = [self.card(id_) for id_ in ids]
        return self.foes

    # running

    def start(self, effects: Any = None, *, seat: int = 0, it: int = -1, **bindings: Any) -> Frame:
        """Put the effects of the trial card on the stack, and run."""
        card = self.card("trial-card")
        block = self.cards[card].play[0].then if effects is None else effects
        frame = Frame("run", seat, it, card, self.cards[card].number_of(block), vars=dict(bindings))
        self.frames.append(frame)
        self.go_on()
        return frame

    def go_on(self) -> None:
        """Run until nothing is left or a question is open."""
        for _ in range(1000):
            if self.question is not None or not self.frames:
                return
            top = self.frames[-1]
            with suppress(Asked):
                if interpreter.run_next_word(self, top):
                    assert self.frames.pop() is top
        raise AssertionError("no end")

    def answer(self, *picks: Pick) -> None:
        """Answer the open question and run on."""
        assert self.question is not None
        self.question = None
        self.answers.append(picks)
        self.go_on()

    # facts

    def definition(self, card: int) -> Definition:
        return self.cards[card]

    def printed_fits(self, asked: CompiledFilter) -> frozenset[int]:
        return frozenset(card for card, made in enumerate(self.cards) if asked.accepts_printed(made))

    def living(self) -> list[int]:
        return [(self.active + step) % self.seats for step in range(self.seats)]

    everyone = living

    def level(self, seat: int) -> int:
        return self.levels[seat]

    def gain_cap(self) -> int:
        return 9

    def sex(self, seat: int) -> str:
        return self.sexes[seat]

    def of_sex(self, seat: int, sex: str) -> bool:
        return self.sexes[seat] == sex

    def sex_of(self, card: int) -> str:
        return self.cards[card].sex

    def answered(self, card: int) -> str:
        return self.replies.get(card, "")

    def record_answer(self, card: int, word: str) -> None:
        self.replies[card] = word
        self.log.append(("answer_for", word))

    def meddled(self, seat: int) -> bool:
        return seat in self.meddlers

    def in_combat(self, seat: int) -> bool:
        return seat >= 0 and seat in (self.fighter, self.helper)

    def has_trait(self, seat: int, kind: str, name: str) -> bool:
        held = [self.cards[card] for card in self.cards_of(seat, "traits")]
        return any(made.kind == kind and name in (made.trait, "any") for made in held)

    def cards_of(self, seat: int, zone: str) -> list[int]:
        if zone == "in_play":
            return [c for z in ("carried", "traits", "companions", "curses") for c in self.cards_of(seat, z)]
        return list(self.zones.get((seat, zone), []))

    def pile(self, name: str) -> list[int]:
        return self.piles.get(name, [])

    def owner(self, card: int) -> int:
        return next((seat for (seat, _), cards in self.zones.items() if card in cards), -1)

    def can_carry(self, seat: int, card: int) -> bool:
        return True

    def bonus(self, card: int) -> int:
        return self.cards[card].bonus

    def value(self, card: int) -> int:
        return self.cards[card].value

    def tags(self, card: int) -> Sequence[str]:
        return sorted(self.cards[card].tags)

    def monsters(self) -> list[int]:
        return self.foes

    def fleeing(self) -> int:
        return self.fled

    def ahead(self) -> bool:
        return self.strengths["party"] > self.strengths["monsters"]

    def printed_level(self, monster: int) -> int:
        return self.cards[monster].level

    def treasures(self, monster: int) -> int:
        return self.cards[monster].treasures

    def attached_to(self, card: int) -> int:
        return -1

    def can_be_compelled(self, seat: int) -> bool:
        return self.helper < 0 <= self.fighter != seat and not self.for_the_win()

    def stand_in(self, card: int) -> int:
        return card

    def for_the_win(self) -> bool:
        return self.levels[self.fighter] == 9

    def option(self, name: str) -> Any:
        return self.options.get(name)

    def total(self, seat: int, stat: str) -> int:
        return self.totals.get((seat, stat), 0)

    def tally(self, seat: int, name: str) -> int:
        return 7

    def pool(self) -> int:
        return sum(self.treasures(foe) for foe in self.foes)

    def killed_pool(self) -> int:
        return self.pool() - 1

    # deciding

    def name_choices(self, frame: Frame, key: str, card: int, n: int) -> tuple[str, ...]:
        others = [made.name for made in self.pack.definitions if made.kind == self.cards[card].kind]
        return tuple(sorted(others)[:n])

    def choose(
        self,
        frame: Frame,
        key: str,
        seat: int,
        ask: str,
        slot: Slot,
        default: tuple[Pick, ...] | None = None,
        *,
        always: bool = False,
    ) -> tuple[Pick, ...]:
        got = frame.vars.get(key)
        if isinstance(got, tuple):
            return got
        if len(slot.options) <= slot.least and not always:
            frame.vars[key] = slot.options
            return slot.options
        if self.answers:
            picks = self.answers.pop(0)
            assert slot.accepts(picks), (slot, picks)
            frame.vars[key] = picks
            return picks
        self.question = (seat, ask, slot)
        raise Asked

    def roll(self, frame: Frame, key: str, seat: int) -> int:
        got = frame.vars.get(key)
        if isinstance(got, int):
            return got
        frame.vars[key] = die = self.dice.pop(0)
        return die

    def randbelow(self, frame: Frame, key: str, bound: int) -> int:
        got = frame.vars.get(key)
        if isinstance(got, int):
            return got
        frame.vars[key] = lot = self.lots.pop(0) % bound if self.lots else 0
        return lot

    def run_block(self, frame: Frame, effects: tuple[Any, ...], *, it: int = -2) -> None:
        self.frames.append(interpreter.nested_frame(self, frame, effects, it=it))

    # deeds that move cards

    def _leave(self, card: int) -> None:
        for cards in (*self.zones.values(), *self.piles.values(), self.foes):
            if card in cards:
                cards.remove(card)

    def change_level(self, seat: int, n: int, card: int, *, may_win: bool = False) -> int:
        before = self.levels[seat]
        self.levels[seat] = max(1, before + n)
        self.log.append(("level", seat, n, may_win))
        return self.levels[seat] - before

    def set_level(self, seat: int, level: int, card: int) -> None:
        self.levels[seat] = level

    def set_sex(self, seat: int, sex: str, card: int) -> None:
        self.sexes[seat] = sex

    def draw(self, seat: int, deck: str, n: int, *, face_up: bool = False, to: str = "hand") -> list[int]:
        self.log.append(("draw", seat, deck, n, face_up))
        return self.give(seat, "hand", *(self.deck.pop() for _ in range(min(n, len(self.deck)))))

    def discard(self, card: int, *, by: int = -1) -> None:
        self._leave(card)
        back = "door_discard" if self.cards[card].back == "door" else "treasure_discard"
        self.piles.setdefault(back, []).append(card)
        self.log.append(("discard", self.cards[card].id))

    def take(self, card: int, seat: int, to: str) -> None:
        self._leave(card)
        self.zones.setdefault((seat, to), []).append(card)
        self.log.append(("take", self.cards[card].id, seat, to))

    def swap_items(self, one: int, other: int) -> None:
        here, there = self.owner(one), self.owner(other)
        if here >= 0 and there >= 0 and here != there:
            self.take(one, there, "carried")
            self.take(other, here, "carried")

    def into_play(self, card: int, seat: int) -> None:
        self._leave(card)
        self.zones.setdefault((seat, "traits"), []).append(card)
        self.log.append(("into_play", self.cards[card].id, seat))

    # deeds that are only noted

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in LOGGED_OPERATIONS:
            raise AttributeError(name)

        def note(*args: Any, **kwargs: Any) -> None:
            self.log.append((name, *args, *(f"{key}={value}" for key, value in kwargs.items())))

        return note


LOGGED_OPERATIONS = frozenset(
    {
        "kill",
        "skip_turn",
        "put_on_deck",
        "show",
        "swap_hands",
        "unload",
        "change_companion_sex",
        "stay",
        "add_strength",
        "add_treasures",
        "add_rule",
        "add_monster",
        "remove_monster",
        "replace_monster",
        "copy_monster",
        "meet_monster",
        "end_combat",
        "force_help",
        "dismiss_helper",
        "replace_fighter",
        "add_flee",
        "escape",
        "suffer",
        "set_roll",
        "reroll",
        "curse",
        "cancel_curse",
        "open_seal",
        "close_seal",
    }
)


def at(*effects: Effect) -> LanguageTable:
    """Return a table for these effects that nobody has played yet."""
    return LanguageTable(effects_card(list(effects)))


def log_of(
    *effects: Effect,
    hand: Sequence[str] = (),
    carried: Sequence[str] = (),
    dice: Sequence[int] = (),
    lots: Sequence[int] = (),
    answer: Pick | tuple[Pick, ...] | None = None,
    **bindings: Any,
) -> list[tuple[Any, ...]]:
    """Return what the effects do for seat 0, who has these cards and gives this one answer."""
    table = at(*effects)
    table.give(0, "hand", *hand)
    table.give(0, "carried", *carried)
    table.dice, table.lots = list(dice), list(lots)
    table.start(**bindings)
    if answer is not None:
        table.answer(*(answer if isinstance(answer, tuple) else (answer,)))
    return table.log


def choice(**first: Any) -> Effect:
    return {
        "do": "choose",
        "options": [
            {"name": "Up", "then": [{"do": "level", "n": 1}], **first},
            {"name": "Down", "then": [{"do": "level", "n": -1}]},
        ],
    }


ROLL: Effect = {
    "do": "roll",
    "outcomes": [
        {"on": [1, 3], "then": [{"do": "level", "n": -1}]},
        {"on": [5, 6], "then": [{"do": "level"}]},
    ],
}
