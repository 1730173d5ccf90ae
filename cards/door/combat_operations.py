"""Operations on the combat: monsters come and go, figures change, helpers join, people escape."""

from __future__ import annotations

from typing import Final

from cards.door.card_events import CardPlayed, CardUsed
from cards.door.character_events import CurseStruck
from cards.door.characters import CharacterOperations
from cards.door.combat_events import (
    BadStuffSuffered,
    BargainItemVoid,
    CombatEnded,
    CombatRuleAdded,
    CombatScored,
    CombatStarted,
    Escaped,
    FighterChanged,
    HelperJoined,
    HelperLeft,
    MonsterCopied,
    MonsterEnhanced,
    MonsterJoined,
    MonsterRemoved,
    MonsterStacked,
    StrengthAdded,
    TruceEnded,
    adjustment_event,
)
from cards.door.events import DieChanged
from cards.door.state import COMBAT_ZONE, MONSTERS_SIDE, PARTY_SIDE, Combat, CombatAdjustment, Foe
from cards.kernel.events import Event
from cards.kernel.frames import Frame
from cards.kernel.machine import InvariantError
from cards.language.definition import Definition

UNDECIDED_STAGES: Final = frozenset({"fight", "victory", "defeat"})
"""Stages of a combat in which its score still matters."""

SCORE_EVENTS: Final[frozenset[type[Event]]] = frozenset(
    {
        CombatStarted,
        CombatRuleAdded,
        CardPlayed,
        CardUsed,
        CurseStruck,
        FighterChanged,
        HelperJoined,
        HelperLeft,
        MonsterCopied,
        MonsterEnhanced,
        MonsterJoined,
        MonsterRemoved,
        MonsterStacked,
        StrengthAdded,
    }
)
"""Events after which a combat may stand differently."""


class CombatOperations(CharacterOperations):
    """What can be done to a combat. Outside a combat these operations have no effect."""

    def start_combat(self, card: int, seat: int) -> None:
        """Begin a combat; if there is one already, the monster joins it instead (R-280, R-310)."""
        if self.state.combat is not None:
            self.add_monster(card, by=seat)
            return
        self._clear_causes()
        self.state.combat = Combat(seat)
        if self.state.phase == "door":
            self.count(seat, "fights")  # only these rule out phase 2
        self.push(Frame("combat", seat, card=card))
        self.emit(CombatStarted(seat, monster=card))
        self.fire_all("combat_start", seat)
        self.add_monster(card, by=seat)

    def _clear_causes(self) -> None:
        """Put away the cards whose effects cause the combat; they take no part in it (R-562)."""
        for frame in self.state.frames:
            done = frame.kind == "spent" or (frame.kind == "curse" and frame.vars.get("struck"))
            if done and self.in_limbo(frame.card):
                stays = self.defs[frame.card].stays
                if stays:
                    self.stay(frame.card, frame.seat, stays)
                else:
                    self.discard(frame.card)

    def add_monster(self, card: int, *, by: int) -> None:
        combat = self.state.combat
        if combat is None or combat.over:
            self.discard(card, by=by)
            return
        self.move(card, COMBAT_ZONE)
        combat.foes.append(Foe(card, card))
        self.meddle(by)
        self._announce_monster(card, by)

    def _announce_monster(self, card: int, by: int) -> None:
        """Emit that a monster joined, and push its entrance (R-359, R-640)."""
        combat = self.combat
        self.emit(MonsterJoined(by, monster=card))
        foe = combat.foe(card)
        assert foe is not None
        if combat.helper >= 0 and self.foe_flag(foe, "alone"):
            self.dismiss_helper(card)
        self.push(Frame("entrance", combat.fighter, by, card))

    def copy_monster(self, monster: int, card: int, *, linked: bool) -> None:
        """Let a card join as a copy of a monster: ``linked`` as a Mate (R-303), else as it is now (R-647)."""
        combat = self.state.combat
        foe = None if combat is None else combat.foe(monster)
        if combat is None or foe is None:
            self.discard(card)
            return
        self.move(card, COMBAT_ZONE)
        root = self.original(foe)
        copy = Foe(card, root.like)
        if linked:
            copy.linked, copy.matched = root.card, len(self.stack_of(foe))
        else:
            self._freeze(copy, foe)
        combat.foes.append(copy)
        self.meddle(self.actor())
        self.emit(MonsterCopied(self.owner(card), monster=monster, card=card))

    def _freeze(self, copy: Foe, foe: Foe) -> None:
        """Give a copy the figures that a monster has at this moment; later changes do not count (R-647).

        What cards have changed on the copy itself goes on counting, so it is left out here.
        """
        root = self.original(foe)
        own = [add for add in self.combat.adds if add.monster == copy.card]
        copy.base = self._figure(foe) - sum(add.amount for add in own if add.stat == "strength")
        copy.loot = self.loot(foe) - sum(add.amount for add in own if add.stat == "treasures")
        copy.borrowed = [*root.borrowed, *root.enhancers]
        copy.tags = root.tags.copy()
        copy.linked, copy.matched = -1, 0

    def _figure(self, foe: Foe) -> int:
        """Return what a monster counts apart from its own conditions and the Seals."""
        return sum(line.amount for line in self.foe_lines(foe) if line.reason not in ("power", "seals"))

    def remove_monster(self, monster: int, *, treasures: bool, kill: bool, by: int) -> None:
        """Take a monster out; without any left the combat is over at once (R-315, R-316, R-337)."""
        combat = self.state.combat
        foe = None if combat is None else combat.foe(monster)
        if combat is None or foe is None or combat.over:
            return
        if treasures:
            combat.banked += self.treasures(monster)
        if kill:
            combat.banked_levels += self.kill_levels(foe)
            combat.slain += 1
            self.count(combat.fighter, "monsters_killed")
        self._unlink(foe)
        combat.foes.remove(foe)
        for card in self.pile_of(foe):
            self.discard(card, by=by)
        self.emit(MonsterRemoved(by, monster=monster, killed=kill))
        if not combat.foes:
            combat.over = True

    def _unlink(self, foe: Foe) -> None:
        """Make the Mates of a leaving monster independent, with the figures they had."""
        for other in self.combat.foes:
            if other.linked == foe.card:
                self._freeze(other, other)

    def pile_of(self, foe: Foe) -> list[int]:
        """Return a monster with its enhancers and its pile in the order in which they are discarded.

        Parasites stay together, with the one that was fought on top, as in its pile (R-645).
        """
        return [*foe.enhancers, *reversed(foe.stacked), foe.card]

    def replace_monster(self, monster: int, card: int) -> None:
        """Replace a monster by another one; enhancers leave with the old one (R-305)."""
        combat = self.state.combat
        foe = None if combat is None else combat.foe(monster)
        if combat is None or foe is None:
            return
        by = self.owner(card)
        self.move(card, COMBAT_ZONE)
        self._unlink(foe)
        place = combat.foes.index(foe)
        combat.foes[place] = Foe(card, card)
        for old in self.pile_of(foe):
            self.discard(old, by=by)
        self._announce_monster(card, by)

    def tag_monster(self, monster: int, tag: str) -> None:
        combat = self.state.combat
        foe = None if combat is None else combat.foe(monster)
        if foe is not None and tag not in foe.tags:
            foe.tags.append(tag)

    def enhance(self, card: int, monster: int, seat: int) -> None:
        """Put an enhancer on a monster (R-300, R-301); on a Mate it counts for the original."""
        foe = self.combat.foe(monster)
        if foe is None:
            raise InvariantError(f"no monster {monster} in the combat")
        self.move(card, COMBAT_ZONE)
        self.original(foe).enhancers.append(card)
        if self.defs[card].strength > 0:
            self.meddle(seat)
        self.emit(MonsterEnhanced(seat, card=card, monster=monster, bonus=self.defs[card].strength))
        self.push(Frame("entrance", self.combat.fighter, seat, card))

    def may_sacrifice(self, companion: Definition) -> bool:
        """Return True if this companion can be given up to escape, by house rule, card or edition (H-42)."""
        house = self.options.sacrifice
        return companion.sacrifice or self.decks.edition.sacrifice if house is None else bool(house)

    # meddling

    def actor(self) -> int:
        """Return the seat that controls the effect being run, -1 if none is running."""
        frames = self.state.frames
        return frames[-1].seat if frames and frames[-1].kind == "run" else -1

    # figures

    def _add(self, add: CombatAdjustment) -> None:
        combat = self.state.combat
        if combat is not None and not combat.over and add.amount:
            combat.adds.append(add)
            if add.stat != "treasures" and (add.amount > 0) is (add.side == MONSTERS_SIDE):
                self.meddle(self.actor())
            cards = (add.card, add.monster) if add.monster >= 0 else (add.card,)
            self.emit(adjustment_event(add, cards))

    def add_strength(self, side: str, n: int, card: int, *, seat: int = -1, monster: int = -1) -> None:
        self._add(CombatAdjustment("strength", side, n, card, seat, monster))

    def add_rule(self, rule: str, card: int) -> None:
        """Add a rule for the rest of the combat; if it must now be fought alone, the helper leaves."""
        combat = self.state.combat
        if combat is None or combat.over:
            return
        side = PARTY_SIDE if rule == "wins_ties" else MONSTERS_SIDE
        combat.adds.append(CombatAdjustment(rule, side, 1, card))
        if side == MONSTERS_SIDE:
            self.meddle(self.actor())
        self.emit(CombatRuleAdded(card=card, rule=rule))
        if rule == "alone" and combat.helper >= 0:
            self.dismiss_helper(card)

    def add_treasures(self, n: int, card: int, *, monster: int = -1) -> None:
        self._add(CombatAdjustment("treasures", MONSTERS_SIDE, n, card, -1, monster))

    def add_flee(self, seat: int, n: int, card: int, *, monster: int = -1) -> None:
        self._add(CombatAdjustment("flee", PARTY_SIDE, n, card, seat, monster))

    # people

    def join(self, seat: int, *, compelled: bool) -> None:
        """Let a seat join as the one helper (R-293, R-354)."""
        combat = self.combat
        combat.helper = seat
        combat.compelled = compelled
        combat.offers.clear()
        self._drop_truce_offers()
        self.recheck_limits = True
        self.emit(HelperJoined(seat, fighter=combat.fighter, compelled=compelled))

    def force_help(self, seat: int, card: int) -> None:
        """Compel help; not possible if the fight is for the win or must be fought alone (R-357, R-359)."""
        if not self.can_be_compelled(seat):
            return
        self.join(seat, compelled=True)
        if self.for_the_win():
            self.dismiss_helper(card)

    def dismiss_helper(self, card: int) -> None:
        """Let the helper leave without penalty; another one may be asked (R-358)."""
        combat = self.state.combat
        if combat is None or combat.helper < 0:
            return
        self.meddle(self.actor())
        seat, combat.helper = combat.helper, -1
        combat.compelled = False
        combat.deal = None
        self.use_up_next_combat(seat)
        self._void_truces(seat)
        self.recheck_limits = True
        self.emit(HelperLeft(seat, card=card))

    def promised_items(self, seat: int) -> set[int]:
        """Return the Items that the seat has promised to somebody in this combat (H-123)."""
        combat = self.combat
        deal = combat.deal if combat.helper >= 0 else None
        found = {card for truce in combat.truces if truce.payer == seat for card in truce.items}
        if deal is not None:
            found.update(deal.items if seat == combat.fighter else deal.pays if seat == combat.helper else ())
        return found

    def _void_deal(self) -> None:
        """End the bargain between the fighter and a helper who may stay; its Items are not handed over."""
        combat = self.combat
        deal, combat.deal = combat.deal, None
        if deal is None or combat.helper < 0:
            return
        for cards, taker in ((deal.pays, combat.fighter), (deal.items, combat.helper)):
            for card in cards:
                self.emit(BargainItemVoid(taker, card=card))

    def _void_truces(self, left: int) -> None:
        """End the truces with a seat that has left the combat, and with a bystander who is the fighter now.

        There is nothing to be spared any more, or nobody who keeps out.
        """
        combat = self.combat
        over = [t for t in combat.truces if t.payer == left or t.bystander == combat.fighter]
        for truce in over:
            combat.truces.remove(truce)
            self.emit(TruceEnded(truce.bystander, partner=truce.payer, items=truce.items, how="void"))
        self._drop_truce_offers()

    def _drop_truce_offers(self) -> None:
        """Drop the offers that are no longer between a member of the party and a bystander."""
        combat = self.combat
        combat.truce_offers = [
            truce
            for truce in combat.truce_offers
            if self.in_combat(truce.payer) and not self.in_combat(truce.bystander)
        ]

    def use_up_next_combat(self, seat: int) -> None:
        """Discard what lasted for the seat's next combat, which is over for it (R-565)."""
        for card in [c for c in self.table(seat) if self.state.lasting.get(c) == "next_combat"]:
            self.discard(card, by=seat)

    def replace_fighter(self, seat: int, card: int) -> None:
        """Replace the fighter by another seat, which is not bound by the bargain of the old one (R-352)."""
        combat = self.state.combat
        if combat is None or not self.is_living(seat) or seat == combat.fighter:
            return
        self._void_deal()
        if combat.helper == seat:
            combat.helper, combat.compelled = -1, False
        old, combat.fighter = combat.fighter, seat
        if combat.stage in ("victory", "defeat"):
            combat.stage = "fight"  # the new one has claimed nothing and given nothing up
        self.use_up_next_combat(old)
        combat.offers.clear()
        self._void_truces(old)
        self.recheck_limits = True
        self.emit(FighterChanged(seat, card=card))
        self.fire_all("combat_start", seat)

    def end_combat(self, card: int) -> None:
        """End the combat without reward or Bad Stuff."""
        combat = self.state.combat
        if combat is None:
            return
        combat.over = True
        combat.stage = "ended"
        combat.foes, gone = [], combat.foes
        combat.banked = combat.banked_levels = 0
        for foe in gone:
            for other in self.pile_of(foe):
                self.discard(other)
        self.emit(CombatEnded(combat.fighter, card=card))

    def report_score(self) -> None:
        """Emit how an undecided combat stands, once for each action that may have changed it."""
        combat = self.state.combat
        if combat is None or combat.over or not combat.foes or combat.stage not in UNDECIDED_STAGES:
            return
        for event in self.events:
            if type(event) in SCORE_EVENTS:
                party, monsters = self.strength(PARTY_SIDE), self.strength(MONSTERS_SIDE)
                self.emit(CombatScored(combat.fighter, party=party, monsters=monsters, ahead=self.ahead()))
                return

    # escaping

    def escape(self, seat: int, monster: int = -1) -> None:
        """Let a seat escape without a roll: from one monster or, with -1, from all (R-438)."""
        combat = self.state.combat
        if combat is not None and (seat, monster) not in combat.escaped:
            combat.escaped.append((seat, monster))
            if combat.fleeing in (monster, -1) or monster == -1:
                combat.roll = 0
            self.emit(Escaped(seat, monster=monster, by_card=True))

    def suffer(self, seat: int, monster: int) -> None:
        """Let a seat suffer a monster's Bad Stuff (R-436)."""
        foe = None if self.state.combat is None else self.state.combat.foe(monster)
        like = monster if foe is None else foe.like
        definition = self.defs[like]
        self.emit(BadStuffSuffered(seat, monster=like))
        if definition.bad and not self._suffers(like):
            self.push(Frame("run", seat, seat, like, definition.number_of(definition.bad)))

    def _suffers(self, card: int) -> bool:
        """Return True if the card's Bad Stuff is running: it must not run inside itself, without end."""
        number = self.defs[card].number_of(self.defs[card].bad)
        frames = self.state.frames
        return any((f.kind, f.card, f.block) == ("run", card, number) for f in frames)

    def set_roll(self, n: int, card: int) -> None:
        """Replace the pending Run Away roll (H-15)."""
        combat = self.state.combat
        if combat is not None and combat.roll:
            if n < combat.roll:
                self.meddle(self.actor())
            combat.roll = n
            self.emit(DieChanged(card=card, die=n))

    def reroll(self, card: int) -> None:
        combat = self.state.combat
        if combat is not None and combat.roll:
            self.set_roll(self.state.dice.roll(), card)
