"""A computer player for the castle-defense game that plays to win and keeps the Castle standing."""

from __future__ import annotations

from typing import Final

from cards.kernel.dice import Dice
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Action, Move, Pick, Slot
from cards.panic.board import SWORDSMAN, after_hit, color_of_arc
from cards.panic.forecast import marched
from cards.panic.pack import Catalog, CurseDefinition
from cards.panic.view import PanicView
from cards.panic.words.base import PanicWord
from cards.panic.words.cancel import Cancel
from cards.panic.words.cards import ChooseArc, Fortify, Pad, Reclaim, Redraw
from cards.panic.words.curses import ShowAndTake, Snatch, SwapTrophies
from cards.panic.words.enhance import Enhance, Restore
from cards.panic.words.monsters import Glue, PanicDismiss, PanicReplace, Push, Slay, Sleep
from cards.panic.words.tokens import March, Rock
from cards.players.base import fill_randomly, random_picks
from cards.players.panic.bargains import answer_offers, ask_for_help, offer_help, refuse_offers
from cards.players.panic.fears import PanicFears, next_loss
from cards.players.panic.plans import AttackPlan, AttackTarget
from cards.players.panic.prospects import Prospects, Temper, temper_of
from cards.players.panic.values import PanicValues

Picks = tuple[tuple[Pick, ...], ...]

PLANNED_WORDS: Final = (Slay, PanicDismiss, PanicReplace)
"""Cards for one monster, which compete with attacks on it."""
HOLDING_WORDS: Final[tuple[type[PanicWord], ...]] = (Glue, Sleep, Fortify)
"""Cards for what is left when the attacks are over."""
WORDS_BY_WINDOW: Final[dict[str, tuple[type[PanicWord], ...]]] = {
    "settle": (Glue, Fortify, Push),
    "token": (Glue, Fortify, Push),
    "trophy": (Enhance,),
    "attacked": (Enhance,),
    "place": (ChooseArc,),
    "last_call": (Pad, Reclaim, SwapTrophies),
}
"""What is worth a thought in a window that others have opened as well."""
ROOM_MAKING_WORDS: Final = (Redraw, Snatch, ShowAndTake, SwapTrophies, Fortify)
"""What is better used before drawing up than held: it makes room for a Hit."""
MIN_CANCELLED_HARM: Final = 4.0
MARCHES_AHEAD: Final = 3
"""For how many marches a Hit is kept for those who come."""


class SensiblePanicPlayer:
    """Slays what it can, hits what comes close, uses cards when they pay, helps for a fair price.

    It needs ``set_game``, or the game's catalog, before it can choose.
    """

    needs_view = True
    needs_worlds = False

    def __init__(self, catalog: Catalog | None = None) -> None:
        self._values = None if catalog is None else PanicValues(catalog)
        self._fears = PanicFears()

    def set_game(self, game: object) -> None:
        """Learn the cards of the game, which are public."""
        catalog = getattr(game, "catalog", None)
        self._values = PanicValues(catalog) if isinstance(catalog, Catalog) else None

    @property
    def values(self) -> PanicValues:
        """Return the values of the game's cards."""
        assert self._values is not None, "meet the game first"
        return self._values

    @property
    def catalog(self) -> Catalog:
        """Return the cards of the game."""
        return self.values.catalog

    def choose(self, view: PanicView, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return what the seat wants to do, else a pass, else any move."""
        wished = self.choose_or_wait(view, moves, seat, dice)
        return fill_randomly(moves[dice.randbelow(len(moves))], seat, dice) if wished is None else wished

    def choose_or_wait(
        self, view: PanicView, moves: list[Move], seat: int, dice: Dice, imagine: object = None
    ) -> Action | None:
        """Return the first thing that is worth doing, else a pass, None if the seat cannot pass."""
        look = Prospects(self.values, self._fears, view, self.temper(view))
        for move in moves:
            if move.verb == ANSWER_VERB:
                return make_action(seat, move, (self.answer(look, move.slots[0], dice),))
        is_own = view.active == seat and view.wait is not None and view.wait.name in ("play", "offers")
        act = self._play_phase(look, moves, seat) if is_own else self._elsewhere(look, moves, seat)
        if act is not None:
            return act
        return next((make_action(seat, move, ()) for move in moves if move.verb == PASS_VERB), None)

    def temper(self, view: PanicView) -> Temper:
        """Return the temperament of the seat."""
        return temper_of(view)

    # questions

    def answer(self, look: Prospects, slot: Slot, dice: Dice) -> tuple[Pick, ...]:
        """Answer a question: give what is worth least, take what is worth most."""
        wait = look.view.wait
        ask = wait.name if wait is not None else ""
        if ask == "waste":
            return ("yes",)
        if ask in ("character", "charity_odd"):
            return random_picks(slot, dice)
        if ask == "relocate_to":
            return (min(slot.options, key=lambda where: (int(where) // 6, int(where))),)
        if ask == "wander" and wait is not None:
            return (max(slot.options, key=lambda arc: look.outlook_in_arc(wait.card, int(arc))),)
        options = sorted(slot.options, key=lambda pick: self._value(look, ask, pick))
        if ask in ("borrow", "pilfer", "forehead", "sift"):
            return tuple(options[-slot.most :])
        if ask in ("hit_taker", "relocate"):
            return (options[-1],) if options else ()
        return tuple(options[: slot.least])

    def _value(self, look: Prospects, ask: str, pick: Pick) -> float:
        """Return what a candidate is worth in this question."""
        monster = look.view.monster(pick)
        if monster is not None and ask == "hit_taker":
            return look.fear(monster) - look.fear(monster, after_hit(monster.health, 1, monster.lowest))
        if monster is not None:
            return look.fear(monster)
        if self.catalog.points[int(pick)]:
            return float(self.catalog.points[int(pick)])
        return self.values.worth(int(pick)) + 0.25 * look.worth(int(pick))

    # one's own Play Cards phase

    def _play_phase(self, look: Prospects, moves: list[Move], seat: int) -> Action | None:
        """Use what brings cards, slay, bargain, hit, then hold what is left; a word for each open offer."""
        if look.view.wait is not None and look.view.wait.name == "offers":
            return None  # it is too early to accept
        planned: tuple[type[PanicWord], ...] = (*PLANNED_WORDS, *HOLDING_WORDS)
        action = self._use_power(look, moves, seat) or self._best_play(look, moves, seat, but=planned)
        if action is not None:
            return action
        plan = self.plan(look, moves)
        if plan.strikes and plan.strikes[0].kills:
            return _carry_out(plan, moves, seat)
        action = self._bargain(look, moves, seat)
        if action is not None:
            return action
        if plan.strikes:
            return _carry_out(plan, moves, seat)
        lying = [move for move in moves if move.card in look.pledged or self._is_of_now(move)]
        return self._best_play(look, lying, seat) or refuse_offers(look, moves, seat)

    def _is_of_now(self, move: Move) -> bool:
        """Return True if a card can be played in no other phase."""
        definition = self.values.definition(move.card) if move.verb == "play" else None
        return definition is not None and definition.when == "play"

    def _best_play(
        self,
        look: Prospects,
        moves: list[Move],
        seat: int,
        only: tuple[type[PanicWord], ...] = (PanicWord,),
        but: tuple[type[PanicWord], ...] = (),
    ) -> Action | None:
        """Play the card that brings most for its price, if any is worth it."""
        best: tuple[float, Action] | None = None
        for move in moves:
            word = self.catalog.word(move.card) if move.verb == "play" else None
            if word is None or not isinstance(word, only) or isinstance(word, but):
                continue
            if isinstance(word, Cancel):
                if self._wants_to_cancel(look):
                    return make_action(seat, move, ())
                continue
            if isinstance(word, Redraw):
                unused = tuple(self._unused_hits(look))
                gain = float(len(unused) > 1)
                picks: Picks = (unused,)
            else:
                gain, pick = look.best_use(move.card, move.slots[0].options if move.slots else (-1,))
                gain, picks = gain - look.price(move.card), ((pick,),) if move.slots else ()
            if gain > 0.0 and (best is None or gain > best[0]):
                best = gain, make_action(seat, move, picks)
        return None if best is None else best[1]

    def _use_power(self, look: Prospects, moves: list[Move], seat: int) -> Action | None:
        """Use a power of the Character, on the player with the most cards if it needs one."""
        for move in moves:
            if move.verb == "power":
                others = move.slots[0].options if move.slots else ()
                richest = sorted(others, key=lambda other: -look.view.seats[int(other)].castle_count)[:1]
                return make_action(seat, move, (tuple(richest),) if others else ())
        return None

    def plan(self, look: Prospects, moves: list[Move]) -> AttackPlan:
        """Return the best single attack, or card that does without one: a kill before a blow."""
        planner = look.planner()
        strikes = [strike for target in self._targets(look, moves) for strike in planner.strikes(target)]
        strikes += look.strikes(self._plays(look, moves))
        strikes.sort(key=lambda strike: (not strike.kills, -strike.gain, -strike.token))
        return AttackPlan(strikes[0].gain if strikes else 0.0, tuple(strikes[:1]))

    def _targets(self, look: Prospects, moves: list[Move]) -> list[AttackTarget]:
        futile = self._nemesis_tokens(look.view)
        attacks = self.values.attacks(look.view, moves)
        return [look.target(m, slot) for m, slot in attacks if m.token not in futile or not m.attacked]

    def _plays(self, look: Prospects, moves: list[Move]) -> list[tuple[int, tuple[Pick, ...]]]:
        return [
            (move.card, move.slots[0].options)
            for move in moves
            if move.verb == "play" and isinstance(self.catalog.word(move.card), PLANNED_WORDS)
        ]

    def _nemesis_tokens(self, view: PanicView) -> set[int]:
        character = view.seats[view.seat].character if view.seat is not None else -1
        nemesis = getattr(self.catalog.definitions[character], "nemesis", None) if character >= 0 else None
        return set() if nemesis is None else {self.catalog.index(nemesis.monster)}

    def _bargain(self, look: Prospects, moves: list[Move], seat: int) -> Action | None:
        answer = answer_offers(look, moves, seat)
        if answer is not None:
            return answer
        for move in moves:
            if move.verb == "ask":
                action = self._ask(look, move, seat)
                if action is not None:
                    return refuse_offers(look, moves, seat) or action
        return None

    def _ask(self, look: Prospects, move: Move, seat: int) -> Action | None:
        """Ask for help; when swapping, put up a poor card."""
        if move.slots:
            return ask_for_help(look, move, seat)
        is_poor = look.view.asked_for < 0 and self.values.worth(move.card) <= 1.0
        return make_action(seat, move, ()) if is_poor else None

    # at any other time

    def _elsewhere(self, look: Prospects, moves: list[Move], seat: int) -> Action | None:
        """Do what the moment asks for: discard, stop a Curse, hold a monster, fight an enraged one, help."""
        window = look.view.wait.name if look.view.wait is not None else ""
        if window == "draw" and look.view.active == seat:
            draws = self._use_power(look, moves, seat) or self._best_play(
                look, moves, seat, ROOM_MAKING_WORDS
            )
            return draws or self._discard_useless(look, moves, seat)
        if window in ("token", "curse") and (action := self._best_play(look, moves, seat, (Cancel,))):
            return action
        if window in ("play", "claim", "attacked"):
            plan = self.plan(look, moves)
            if plan.strikes:
                return _carry_out(plan, moves, seat)
        swap = next((move for move in moves if move.verb == "offer" and not move.slots), None)
        if swap is not None:
            mine = any(offer.seat == seat for offer in look.view.offers)
            poor = not mine and self.values.worth(swap.card) <= 1.0
            return make_action(seat, swap, ()) if poor else None
        help_given = offer_help(look, moves, seat)
        return help_given or self._best_play(look, moves, seat, WORDS_BY_WINDOW.get(window, (Restore,)))

    def _wants_to_cancel(self, look: Prospects) -> bool:
        """Return True unless a drawn Curse does little harm as things stand."""
        view = look.view
        definition = self.catalog.definitions[view.drawn] if view.drawn >= 0 else None
        if view.wait is None or view.wait.name != "token" or not isinstance(definition, CurseDefinition):
            return True
        effect = definition.effect
        if isinstance(effect, March):
            near = (m for m in view.monsters if m.ring >= SWORDSMAN)
            moved = (m for m in near if effect.where in ("everywhere", color_of_arc(m.arc)))
            return look.stake * sum(next_loss(view, m) for m in moved) >= MIN_CANCELLED_HARM
        return isinstance(effect, Rock) and sum(view.towers) < 3

    def _unused_hits(self, look: Prospects) -> list[int]:
        """Return the Hits that have no place in this turn's plan, those first that reach least that comes."""
        used, coming = look.own_plan().cards(), [marched(look.view)]
        unused = [card for card in look.view.castle if self.catalog.is_hit[card] and card not in used]
        while len(coming) < MARCHES_AHEAD:
            coming.append(marched(coming[-1]))
        reached = {c: sum(look.reaches(c, m) for board in coming for m in board.monsters) for c in unused}
        return sorted(unused, key=lambda card: (reached[card], self.values.worth(card), card))

    def _discard_useless(self, look: Prospects, moves: list[Move], seat: int) -> Action | None:
        """Discard a Hit that has no place in the plan."""
        for move in moves:
            if move.verb == "discard" and (unused := self._unused_hits(look)):
                return make_action(seat, move, ((unused[0],),))
        return None


class PanicCaretakerPlayer(SensiblePanicPlayer):
    """Looks after the seat of somebody who is away: it uses Hits, which come back, and nothing else."""

    def choose_or_wait(
        self, view: PanicView, moves: list[Move], seat: int, dice: Dice, imagine: object = None
    ) -> Action | None:
        """Return the safe thing to do; None if nothing is asked of the seat."""
        for move in moves:
            if move.verb == ANSWER_VERB:
                look = Prospects(self.values, self._fears, view, self.temper(view))
                return make_action(seat, move, (self.answer(look, move.slots[0], dice),))
        if view.active == seat:
            for monster, slot in sorted(self.values.attacks(view, moves), key=lambda pair: pair[0].health):
                hits = tuple(card for card in slot.options if self.catalog.is_hit[int(card)])
                if len(hits) >= monster.health or (hits and monster.health > monster.lowest):
                    return Action(seat, "attack", monster.token, -1, (hits[: monster.health],))
        return next((make_action(seat, move, ()) for move in moves if move.verb == PASS_VERB), None)


def make_action(seat: int, move: Move, picks: Picks) -> Action:
    """Return a move of the seat's with these picks."""
    return Action(seat, move.verb, move.card, move.ability, picks)


def _carry_out(plan: AttackPlan, moves: list[Move], seat: int) -> Action:
    """Return the move that makes the first strike of a plan: an attack, or a card that is played."""
    strike = plan.strikes[0]
    for move in moves:
        if move.verb == "play" and strike.cards == (move.card,):
            return make_action(seat, move, ((strike.token,),))
    return Action(seat, "attack", strike.token, -1, (strike.cards,))
