"""The referee at whole games: every figure after every action, and whether what happened follows from it."""

from collections import Counter
from collections.abc import Sequence

from cards.door.card_events import CardPlayed, CardReceived, CardUsed, ItemsSold
from cards.door.combat_events import Caught, Escaped, FleeRolled, MonsterKilled
from cards.door.decks import Decks
from cards.door.events import BodyLooted, CharacterDied, CorrectionMade, LevelChanged, TurnEnded, TurnSkipped
from cards.door.state import DoorState, hand_zone
from cards.kernel.events import Drew, Event
from tests.referee.box import Box
from tests.referee.compare import differences
from tests.referee.reckoning import Reckoning

SLOTS = ("head", "armor", "feet", "hand")


class Before:
    """What the referee knew before an action."""

    def __init__(self, box: Box, state: DoorState) -> None:
        ref = Reckoning(box, state)
        fight = state.combat
        self.levels = [person.level for person in state.people]
        self.living = ref.living()
        self.window = state.frames[-1].window.kind if state.frames and state.frames[-1].window else ""
        self.phase, self.active = state.phase, state.active
        self.limits = [ref.hand_limit(seat) for seat in range(state.seats)]
        self.hands = [len(ref.hand(seat)) for seat in range(state.seats)]
        self.stage = "" if fight is None else fight.stage
        self.rolls: dict[tuple[int, int], tuple[int, bool]] = {}
        self.fighter = self.gain = self.pool = self.helper_gain = -1
        if fight is None or not fight.foes:
            return
        self.fighter, self.helper = fight.fighter, fight.helper
        if fight.stage == "escape":
            for seat in ref.party():
                for foe in fight.foes:
                    self.rolls[seat, foe.card] = ref.flee(seat, foe), ref.pursued(seat, foe)
        if fight.stage == "victory":
            self.gain, self.helper_gain = ref.gain(), ref.helper_gain()
            self.pool = ref.pool() + ref.total(fight.fighter, "extra_treasures")


class Referee:
    """Looks on in one game; ``found`` has a line for each difference."""

    def __init__(self, box: Box, decks: Decks, state: DoorState) -> None:
        self.box, self.decks = box, decks
        self.found: list[str] = []
        self.compared: Counter[str] = Counter()
        self.before = Before(box, state)
        self.looted: dict[int, list[int]] = {}

    def begin(self, state: DoorState) -> None:
        """Compare a table that has just been laid out."""
        found, number = differences(state, self.decks, self.box)
        self.found += found
        self.compared["figures"] += number
        self.before = Before(self.box, state)

    def look(self, state: DoorState, events: Sequence[Event]) -> None:
        """Compare everything after an action, given what happened in it."""
        before = self.before
        self._levels(before, state, events)
        self._rolls(before, events)
        self._reward(before, state, events)
        self._sales(events)
        self._charity(before, state, events)
        self._loot(before, events)
        if not state.over:
            self._limits(state)
            self.begin(state)

    def _say(self, what: str, ok: bool, line: str) -> None:
        self.compared[what] += 1
        if not ok:
            self.found.append(f"{what}: {line}")

    def _levels(self, before: Before, state: DoorState, events: Sequence[Event]) -> None:
        """Nothing but a told change moves a Level; only a kill, or a card that may, wins."""
        changes: Counter[int] = Counter()
        levels = list(before.levels)
        for event in events:
            if isinstance(event, LevelChanged | CorrectionMade):
                changes[event.seat] += event.levels
                levels[event.seat] += event.levels
                self._say("Levels", 1 <= levels[event.seat] <= self.box.top, f"{event}")
            if isinstance(event, LevelChanged) and event.levels > 0 and levels[event.seat] > self.box.cap:
                card = event.card
                allowed = card < 0 or "'may_win': True" in str(self.box.cards[card])
                kill = any(isinstance(other, MonsterKilled) for other in events) or before.gain > 0
                self._say("Levels", allowed if card >= 0 else kill, f"{event} beyond the last Level to buy")
        for seat, person in enumerate(state.people):
            told = person.level - before.levels[seat] == changes[seat]
            self._say(
                "Levels", told, f"{seat}: {before.levels[seat]} to {person.level}, told {changes[seat]}"
            )

    def _rolls(self, before: Before, events: Sequence[Event]) -> None:
        """Each Run Away roll has the bonus that the cards give, and 5 escapes (R-431)."""
        for number, event in enumerate(events):
            if not isinstance(event, FleeRolled) or (event.seat, event.monster) not in before.rolls:
                continue
            bonus, pursued = before.rolls[event.seat, event.monster]
            self._say("rolls", event.bonus == bonus and pursued, f"{event} should have {bonus:+d}, {pursued}")
            after = events[number + 1 :]
            free = any(isinstance(e, Escaped) and e.monster == event.monster for e in after)
            caught = any(isinstance(e, Caught) and e.monster == event.monster for e in after)
            high = event.die + bonus >= 5
            self._say("rolls", free if high else not free, f"{event} led to the wrong end")
            self._say("rolls", not (high and caught), f"{event} was caught all the same")

    def _reward(self, before: Before, state: DoorState, events: Sequence[Event]) -> None:
        """A kill brings the Levels and the Treasures that the cards say, Levels first (R-400 to R-410)."""
        kills = [n for n, event in enumerate(events) if isinstance(event, MonsterKilled)]
        if before.stage != "victory" or not kills:
            return
        after = events[kills[-1] + 1 :]
        draws = [n for n, e in enumerate(after) if isinstance(e, Drew) and e.deck == "treasure"]
        first = draws[0] if draws else len(after)
        rises = Counter[int]()
        for event in after[:first]:
            if isinstance(event, LevelChanged) and event.card < 0:
                rises[event.seat] += event.levels
        due = min(before.gain, self.box.top - before.levels[before.fighter])
        self._say("kills", rises[before.fighter] == due, f"{before.gain} Levels due, {after}")
        if before.helper >= 0:
            due = min(before.helper_gain, self.box.top - before.levels[before.helper])
            self._say(
                "kills", rises[before.helper] == due, f"{before.helper_gain} due to the helper, {after}"
            )
        if before.pool and not state.over and draws and not any(isinstance(e, CharacterDied) for e in events):
            drew = after[first]
            assert isinstance(drew, Drew)
            mine = drew.seat == before.fighter
            everything = not state.zones.lists[1] and not state.zones.lists[3]
            self._say(
                "Treasures", mine and (drew.card_count == before.pool or everything), f"{before.pool}: {drew}"
            )

    def _sales(self, events: Sequence[Event]) -> None:
        """A sale brings a Level for each 1,000 (R-250), up to the last that can be bought (R-251)."""
        for number, event in enumerate(events):
            if isinstance(event, ItemsSold):
                ref = [self._value(card) for card in event.cards]
                once, twice = sum(ref), sum(ref) + (ref[0] if ref else 0)
                self._say(
                    "sales", event.gold in (once, twice) and event.gold >= 1000, f"{event} is worth {once}"
                )
                room = self.box.cap - self.before.levels[event.seat]
                rise = next(
                    (
                        e.levels
                        for e in events[number:]
                        if isinstance(e, LevelChanged) and e.seat == event.seat
                    ),
                    0,
                )
                self._say("sales", rise == min(event.gold // 1000, room), f"{event}: {rise} Levels")

    def _value(self, card: int) -> int:
        made = self.box.cards[card]
        return int(made.get("value", 0)) if made["kind"] in ("item", "one_shot", "steed") else 0

    def _charity(self, before: Before, state: DoorState, events: Sequence[Event]) -> None:
        """After Charity nobody has more than they may keep; only the poorest get something (R-130 ff.)."""
        skipped = -1
        for event in events:
            if isinstance(event, TurnSkipped):
                skipped = event.seat  # who misses a whole turn has no Charity in it
            elif isinstance(event, TurnEnded) and state.people[event.seat].alive and event.seat != skipped:
                held = len(state.zones.lists[hand_zone(event.seat)])
                limit = Reckoning(self.box, state).hand_limit(event.seat)
                self._say("hands", held <= limit, f"{event}: {held} in hand, {limit} allowed")
        gifts = Counter(
            event.seat
            for event in events
            if isinstance(event, CardReceived) and event.giver == before.active and event.source == "hand"
        )
        played = any(isinstance(event, CardPlayed | CardUsed) for event in events)
        if before.phase != "charity" or not gifts or played:
            return
        others = {seat: before.levels[seat] for seat in before.living if seat != before.active}
        poorest = [seat for seat, level in others.items() if level == min(others.values())]
        self._say("gifts", set(gifts) <= set(poorest), f"{gifts} to others than {poorest}")
        parts = [gifts[seat] for seat in poorest]
        self._say("gifts", max(parts) - min(parts) <= 1, f"{gifts} among {poorest}")
        due = before.hands[before.active] - before.limits[before.active]
        self._say("gifts", sum(parts) == due, f"{gifts} for {due} too many")

    def _loot(self, before: Before, events: Sequence[Event]) -> None:
        """Each looter takes one card of a body, with the enhancers on it, highest Level first (R-483)."""
        for event in events:
            if isinstance(event, CharacterDied):
                self.looted[event.seat] = []
            elif isinstance(event, BodyLooted):
                taken = self.looted.setdefault(event.body, [])
                rider = self.box.cards[event.card]["kind"] == "item_enhancer"
                if rider and taken and taken[-1] == event.seat:
                    continue
                self._say("loot", event.seat not in taken and event.seat != event.body, f"{event}")
                higher = [s for s in taken if before.levels[s] < before.levels[event.seat]]
                self._say("loot", not higher, f"{event} after {higher}")
                taken.append(event.seat)

    def _limits(self, state: DoorState) -> None:
        """Nobody has more in play than they may, unless they are asked what to do about it (R-204, R-215)."""
        frames = [frame.kind for frame in state.frames]
        if state.prompt is not None or {"overflow", "crowd", "take_off"} & set(frames):
            return
        ref = Reckoning(self.box, state)
        for seat in ref.living():
            bigs, limit = ref.bigs(seat), ref.big_limit(seat)
            self._say("limits", limit is None or bigs <= limit, f"{seat} has {bigs} Big Items of {limit}")
            free = bool(ref.mods(seat, "slots_free"))
            crowded = [slot for slot in SLOTS if ref.room(seat, slot) < 0]
            self._say("limits", free or not crowded, f"{seat} has too much in {crowded}")
            for kind in ("steed", "companion"):
                self._say("limits", ref.places(seat, kind) >= 0, f"{seat} has too many of {kind}")
            for kind in ("class", "race"):
                held = [self.box.cards[card]["trait"] for card in ref.of_kind(seat, kind)]
                self._say("limits", len(held) <= ref.trait_limit(seat, kind), f"{seat} has {held}")
                self._say("limits", len(set(held)) == len(held), f"{seat} has {held}")
