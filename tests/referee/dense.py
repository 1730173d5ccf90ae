"""Crowded tables: Levels, Classes, gear, Curses and a fight, all at once and at random.

They show in minutes what whole games meet in days. What is against a limit is put right by the rules'
own questions, which are answered at random; then some random moves follow.
"""

from collections.abc import Iterator
from random import Random

from cards.door import fights, party
from cards.door.arrange import Arranger
from cards.door.decks import Decks
from cards.door.game import DoorGame
from cards.door.rules import DoorEngine
from cards.door.state import (
    COMBAT_ZONE,
    DISCARD_ZONES,
    SEALS_OPEN,
    DoorState,
    Foe,
    hand_zone,
    table_zone,
)
from cards.door.table import Table
from cards.kernel.dice import Dice
from cards.kernel.frames import Frame
from cards.kernel.game import Setup
from cards.kernel.moves import Action, Refusal
from cards.players.random_player import RandomPlayer
from cards.registry import make_game
from tests.referee.box import Box, box_of
from tests.referee.course import Referee
from tests.referee.reckoning import Reckoning

MIXES = (
    "classic",
    "wild_west",
    "apocalypse",
    "rick_and_morty",
    "classic+wild_west",
    "apocalypse+rick_and_morty",
    "classic+wild_west+apocalypse+rick_and_morty",
)
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {},
    {"epic": True},
    {"halfling": "older"},
    {"cowboy_early_win": False},
)
RULES = ("wins_ties", "level_only", "no_items", "no_level", "no_escape", "no_one_shots")
MOVES_PER_TABLE = 12
MOST_ANSWERS = 60
DECIDING = ("claim", "run_away", "pass", "flee", "end_turn", "give_away")
"""Moves that bring a fight or a turn to its end, which random ones seldom do."""


class DenseTable:
    """One crowded table."""

    def __init__(self, number: int, names: tuple[str, ...] = MIXES) -> None:
        self.number = number
        self.lots = Random(number)
        lots = self.lots
        name, options = lots.choice(names), lots.choice(OPTIONS)
        seats = lots.randint(3, 6)
        game = make_game(Setup(name, seats, number + 1, options))
        assert isinstance(game, DoorGame)
        self.game: DoorGame = game
        self.decks: Decks = game.decks
        self.box: Box = box_of(name, tuple(options.items()))
        self.state: DoorState = Arranger(game, [f"P{seat}" for seat in range(seats)]).state
        self.unused = list(range(len(self.box.cards)))
        lots.shuffle(self.unused)
        self.dice = Dice(number)
        self.player = RandomPlayer()
        self.found: list[str] = []
        self.referee = Referee(self.box, self.decks, self.state)

    def take(self, *kinds: str, chance: float = 1.0) -> Iterator[int]:
        """Yield a card of one of the kinds that nobody has, by chance none."""
        if self.lots.random() < chance:
            for card in self.unused:
                if self.box.cards[card]["kind"] in kinds:
                    self.unused.remove(card)
                    yield card
                    return

    def lay_out(self) -> None:
        """Lay out the whole table, and settle what is against the limits."""
        state, lots = self.state, self.lots
        state.active = lots.randrange(state.seats)
        state.turn = lots.randint(1, 9)
        for seat in range(state.seats):
            self._seat(seat)
        for zone, kinds in (("door", ("monster", "curse")), ("treasure", ("item", "one_shot"))):
            for _ in range(lots.randint(0, 5)):
                for card in self.take(*kinds):
                    state.zones.move(card, DISCARD_ZONES[zone])
        for _ in range(lots.choice((0, 0, 1, 3, 5))):
            for card in self.take("seal"):
                state.zones.move(card, SEALS_OPEN)
        fighting = lots.random() < 0.8
        state.phase = "door" if fighting else lots.choice(("arrange", "trouble", "after", "setup"))
        table = DoorEngine(state, self.decks)
        if state.phase == "setup":
            state.active = -1
            table.push(Frame("setup"))
        else:
            step = {"arrange": 1, "door": 3, "trouble": 3, "after": 4}[state.phase]
            table.push(Frame("turn", state.active, step=step))
        if fighting:
            self._fight(table)
        table.recheck_limits = True
        table.run()
        self.referee.begin(state)
        for _ in range(MOST_ANSWERS):
            if state.prompt is None or state.over:
                break
            self.act(state.prompt.seat)

    def _seat(self, seat: int) -> None:
        state, lots = self.state, self.lots
        person = state.people[seat]
        person.level = lots.randint(1, self.box.cap)
        person.sex = lots.choice(("male", "female"))
        person.alive = seat == state.active or lots.random() < 0.95
        person.reborn = not person.alive
        zone = table_zone(seat)
        second = 0.2 if person.alive else 0.0  # nothing is put right before the dead are back
        for kind, chance in (
            ("role", 0.8),
            ("class", 0.8),
            ("race", 0.6),
            ("class", second),
            ("race", second),
        ):
            for card in self.take(kind, chance=chance):
                mine = [self.box.cards[other].get("trait") for other in state.zones.lists[zone]]
                if self.box.cards[card]["trait"] not in mine:
                    state.zones.move(card, zone)
        for of in ("class", "race"):
            if lots.random() < 0.4 and any(self.box.cards[c]["kind"] == of for c in state.zones.lists[zone]):
                for card in [c for c in self.unused if self.box.cards[c].get("of") == of][:1]:
                    self.unused.remove(card)
                    state.zones.move(card, zone)
        if not person.alive:
            return  # the dead keep no more
        for _ in range(lots.randint(0, 6)):
            for card in self.take("item", "item", "one_shot"):
                state.zones.move(card, zone)
                if self.box.cards[card]["kind"] == "item" and lots.random() < 0.75:
                    person.equipped.append(card)
                for rider in self.take("cheat", "item_enhancer", chance=0.15):
                    state.zones.move(rider, zone)
                    state.under[rider] = card
        for card in [*self.take("companion", chance=0.5), *self.take("companion", chance=0.1)]:
            state.zones.move(card, zone)
            load = next((c for c in state.zones.lists[zone] if self.box.cards[c]["kind"] == "item"), -1)
            if self.box.cards[card].get("carries") and load >= 0 and load not in state.under.values():
                state.under[card] = load
            if lots.random() < 0.2 and self.box.cards[card].get("sex"):
                state.turned.append(card)
        for card in [*self.take("steed", chance=0.4), *self.take("special", chance=0.05)]:
            state.zones.move(card, zone)
            if self.box.cards[card]["kind"] == "steed" and lots.random() < 0.2:
                person.aside.append(card)
        for card in self.take("curse", chance=0.5):
            stays = self.box.cards[card].get("stays")
            state.zones.move(card, zone if stays else hand_zone(seat))
            if stays:
                state.lasting[card] = stays
        for _ in range(lots.randint(0, 7)):
            state.zones.move(self.unused.pop(), hand_zone(seat))

    def _fight(self, table: Table) -> None:
        state, lots = self.state, self.lots
        fighter = state.active
        for _ in range(lots.choice((1, 1, 2, 3))):
            kinds = ("monster", "monster", "steed") if lots.random() < 0.1 else ("monster",)
            for card in self.take(*kinds):
                fights.start_combat(table, card, fighter)
        combat = state.combat
        assert combat is not None
        for foe in list(combat.foes):
            for _ in range(lots.choice((0, 0, 1, 2))):
                for card in self.take("enhancer"):
                    fights.enhance(table, card, foe.card, lots.randrange(state.seats))
            if lots.random() < 0.25:
                for card in self.take("special", "monster"):
                    self._copy(table, foe, card, linked=lots.random() < 0.5)
                for card in self.take("enhancer", chance=0.4):
                    fights.enhance(table, card, foe.card, fighter)
            tags = self.box.cards[foe.like].get("tags", [])
            if "parasite" in tags and lots.random() < 0.7:
                for card in [c for c in self.unused if "parasite" in self.box.cards[c].get("tags", [])][:3]:
                    self.unused.remove(card)
                    state.zones.move(card, COMBAT_ZONE)
                    foe.stacked.append(card)
        others = [s for s in range(state.seats) if s != fighter and state.people[s].alive]
        if others and lots.random() < 0.6:
            party.join(table, lots.choice(others), compelled=lots.random() < 0.2)
        for _ in range(lots.choice((0, 1, 2))):
            self._played_card(table, [fighter, *others])
        for card in self.take("one_shot", "special", chance=0.15):
            fights.add_rule(table, lots.choice(RULES), card)
        for card in self.take("special", chance=0.2):  # a draw, which some win
            ref = Reckoning(self.box, state)
            gap = ref.monster_strength() - ref.party_strength()
            fights.add_strength(table, "party", gap, card)

    def _copy(self, table: Table, foe: Foe, card: int, *, linked: bool) -> None:
        """Copy a monster; what is copied once for all is what it counted and brought (R-647)."""
        ref = Reckoning(self.box, self.state)
        due = ref.body(foe), ref.loot(foe)
        fights.copy_monster(table, foe.card, card, linked=linked)
        copy = table.combat.foes[-1]
        if not linked and (copy.base, copy.loot) != due:
            self.found.append(f"a copy counts and brings {copy.base}, {copy.loot}; the referee says {due}")

    def _played_card(self, table: Table, seats: list[int]) -> None:
        lots = self.lots
        monsters = [foe.card for foe in table.combat.foes]
        monster = lots.choice([-1, *monsters])
        for card in self.take("one_shot", "special", "item"):
            self.state.zones.move(card, COMBAT_ZONE)
            n = lots.choice((-5, -3, -1, 1, 2, 5))
            stat = lots.choice(("party", "party", "monsters", "treasures", "flee"))
            if stat == "party":
                fights.add_strength(table, "party", n, card, seat=lots.choice((-1, *seats)))
            elif stat == "monsters":
                fights.add_strength(table, "monsters", n, card, monster=monster)
            elif stat == "treasures":
                fights.add_treasures(table, n, card, monster=monster)
            else:
                fights.add_flee(table, lots.choice((-1, *seats)), n, card, monster=monster)

    def act(self, seat: int = -1, verbs: tuple[str, ...] = ()) -> Action | None:
        """Let a seat, or anybody, do something at random, rather one of some verbs; return what it was."""
        state = self.state
        seats = [seat] if seat >= 0 else [s for s in range(state.seats) if self.game.legal_moves(state, s)]
        if state.over or not seats:
            return None
        who = self.lots.choice(seats)
        moves = self.game.legal_moves(state, who)
        moves = [move for move in moves if move.verb in verbs] or moves
        action = self.player.choose(None, moves, who, self.dice)
        events = self.game.step_in_place(state, action)
        assert not isinstance(events, Refusal), (action, events)
        self.referee.look(state, events)
        return action


def play_table(number: int, names: tuple[str, ...] = MIXES, moves: int = MOVES_PER_TABLE) -> DenseTable:
    """Lay out a table and play on it a little; the referee looks on."""
    table = DenseTable(number, names)
    table.lay_out()
    for _ in range(moves):
        if table.act(verbs=DECIDING if table.lots.random() < 0.5 else ()) is None:
            break
    table.found += table.referee.found
    return table
