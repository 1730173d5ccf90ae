"""A board to think on: a table to try moves on, and what things are worth there to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cards.door import escape, piles, score, waits
from cards.door.decks import Decks
from cards.door.state import COMBAT_ZONE, Combat, DoorState, Foe, hand_zone, table_zone
from cards.kernel.frames import Frame, Prompt, Window
from cards.kernel.moves import Pick
from cards.players.door.worth import Taste, ValuedTable, outlook, seat_worth

PromptAnswerer = Callable[["Board", Prompt], tuple[Pick, ...]]
Signature = tuple[object, ...]


class Board(ValuedTable):
    """The table as one seat believes it to be; ``answer_prompt`` answers all seats during a trial."""

    combat_only = False
    """Whether players only act on the combat and leave moves that are good at any time for later."""

    def __init__(
        self, state: DoorState, decks: Decks, me: int, answer_prompt: PromptAnswerer, taste: Taste
    ) -> None:
        super().__init__(state, decks, me)
        self.taste = taste
        self.answer_prompt = answer_prompt
        self._seat_worths: list[float] | None = None
        self._signatures: list[Signature] = []
        self.harm_cache: dict[tuple[int, int], float] = {}
        """What the Bad Stuff of a monster costs a seat, for pairs already worked out."""

    def decide(self, prompt: Prompt) -> tuple[Pick, ...]:
        return self.answer_prompt(self, prompt)

    def with_state(self, state: DoorState) -> Board:
        return Board(state, self.decks, self.me, self.answer_prompt, self.taste)

    # worth of seats

    def seat_worths(self) -> list[float]:
        """Return the worth of each seat in points, worked out again only for seats that a trial changed."""
        if self._seat_worths is None:
            root = self.root
            old = root._seat_worths if root is not self else None
            self._signatures = [self._signature(seat) for seat in range(self.state.seats)]
            self._seat_worths = [
                old[seat]
                if old is not None and root._signatures[seat] == self._signatures[seat]
                else seat_worth(self, seat, known=seat == self.me)
                for seat in range(self.state.seats)
            ]
        return self._seat_worths

    def _signature(self, seat: int) -> Signature:
        """Return everything that the worth of a seat depends on."""
        person = self.state.people[seat]
        lists = self.state.zones.lists
        hand = lists[hand_zone(seat)]
        return (
            person.level,
            person.alive,
            person.skips,
            person.sex,
            seat in self.state.winners,
            tuple(person.equipped),
            tuple(person.aside),
            lists[table_zone(seat)],
            hand if seat == self.me else len(hand),
        )

    def outlook(self, extra: dict[int, float] | None = None) -> float:
        """Return how ``me`` stands among all, with points added to some seats."""
        return self.outlook_of(self.me, extra)

    def outlook_of(self, seat: int, extra: dict[int, float] | None = None) -> float:
        estates = self.seat_worths()
        if extra:
            estates = [points + extra.get(other, 0.0) for other, points in enumerate(estates)]
        return outlook(estates, seat, self.taste)

    # hypothetical boards

    def fighting(self, monsters: Iterable[int], fighter: int) -> Board:
        """Return the table as it would be if the seat fought these monster cards now."""
        trial = self.trial()
        state = trial.state
        state.combat = Combat(fighter)
        state.phase = "combat"
        state.frames = [Frame("rest", fighter, window=Window("combat", 1 << fighter, 0, 0))]
        for card in monsters:
            piles.move(trial, card, COMBAT_ZONE)
            state.combat.foes.append(Foe(card, card))
        return trial.freeze()

    def outlook_after_curse(self) -> float | None:
        """Return how ``me`` stands after the pending curse has struck."""
        trial = self.trial()
        waits.close_window(trial.state.frames[-1])
        if not trial.run_pending():
            return None
        return trial.outlook()

    def harm_of(self, seat: int, monster: int) -> float:
        """Return how many points the Bad Stuff of a monster in the combat would cost the seat."""
        foe = self.combat.foe(monster)
        if foe is None:
            return 0.0
        key = (seat, foe.like)
        found = self.root.harm_cache.get(key)
        if found is None:
            trial = self.trial()
            escape.suffer(trial, seat, monster)
            found = 0.0
            if trial.run_pending():
                known = seat == self.me
                found = seat_worth(self, seat, known=known) - seat_worth(trial, seat, known=known)
            self.root.harm_cache[key] = found
        return found

    def catch_chance(self, seat: int, monster: int) -> float:
        """Return how likely the monster is to catch the seat if the fight is lost."""
        foe = self.combat.foe(monster)
        if foe is None or not escape.is_pursued(self, seat, foe):
            return 0.0
        if score.foe_flag(self, foe, "no_escape"):
            return 1.0
        worst = escape.MIN_ESCAPE_ROLL - 1 - escape.flee_bonus(self, seat, foe)
        return min(max(worst, 0), 6) / 6
