"""What a table adds up to, worked out from the files of the cards and from where they lie."""

from typing import Any

from tests.referee.looker import COMBAT, ITEMS, PLAIN, SEALS_OPEN, Looker


class Reckoning(Looker):
    """One state, added up with a pencil."""

    # monsters

    def pile(self, foe: Any) -> int:
        """Return the Levels that Parasites add (R-643); a copy has those that it matched (H-76)."""
        root = self.root(foe)
        cards = root.stacked if root is foe else root.stacked[: foe.matched]
        return sum(self.level_of(card) for card in cards)

    def own_say(self, foe: Any, stat: str, reach: tuple[str, ...] = ("this", "owner")) -> int:
        """Return what the monster's own conditions and those of its enhancers add."""
        fighter, total = self.party()[0], 0
        for card in self.makers(foe):
            made = self.cards[card]
            if made["kind"] != "steed":
                mods = [m for m in self.printed_mods(card, stat) if m.get("to", "this") in reach]
                total += sum(self.amount(mod, made["kind"], fighter, fighter, card) for mod in mods)
        return total

    def body(self, foe: Any) -> int:
        """Return what a monster counts without conditions and Seals."""
        root = self.root(foe)
        base: int = self.level_of(root.like) if root.base is None else root.base
        total = base + self.pile(foe)
        for card in root.enhancers:
            made = self.cards[card]
            least = made.get("minimum")
            total += made["strength"] if least is None else max(made["strength"], min(least - base, 0))
        names = {foe.card, root.card}
        return total + sum(a.amount for a in self.fight.adds if a.stat == "strength" and a.monster in names)

    def foe_strength(self, foe: Any) -> int:
        seals = self.lists[SEALS_OPEN]
        total = self.body(foe) + self.own_say(foe, "strength") + len(seals)
        fighter = self.party()[0]
        for mod in self.printed_mods(seals[-1], "strength") if seals else []:
            if mod.get("to") == "monsters":
                total += self.amount(mod, "seal", fighter, fighter, seals[-1])
        return total

    def combat_says(self, stat: str) -> bool:
        """Return True if a rule holds for the whole fight (R-314)."""
        if self.fight is None:
            return False
        return any(add.stat == stat for add in self.fight.adds) or any(
            self.foe_says(foe, stat) for foe in self.foes()
        )

    def foe_says(self, foe: Any, stat: str) -> bool:
        return bool(self.own_say(foe, stat, ("this", "owner", "party")))

    # both sides

    def item_bonus(self, card: int) -> int:
        riders = [top for top, below in self.state.under.items() if below == card]
        more = [self.cards[top] for top in riders if self.cards[top]["kind"] == "item_enhancer"]
        return int(self.cards[card].get("bonus", 0)) + sum(rider["bonus"] for rider in more)

    def member(self, seat: int) -> int:
        """Return the strength of one player by themselves (R-281)."""
        level: int = self.state.people[seat].level
        if self.combat_says("level_only"):
            return level
        bare = self.combat_says("no_items")
        worn = [c for c in self.state.people[seat].equipped if self.usable(seat, c)] + self.ridden(seat)
        parts = [(self.item_bonus(card), card) for card in worn] + self.mods(seat, "strength")
        if bare:
            parts = [(n, card) for n, card in parts if n < 0 or self.cards[card]["kind"] not in ITEMS]
        return (0 if self.combat_says("no_level") else level) + sum(n for n, _ in parts)

    def party_strength(self) -> int:
        party, bare = self.party(), self.combat_says("no_items")
        total = sum(self.member(seat) for seat in party)
        if self.combat_says("level_only"):
            return total
        for add in self.fight.adds:
            if add.stat == "strength" and add.side == "party" and (add.seat < 0 or add.seat in party):
                item = self.cards[add.card]["kind"] in ITEMS
                total += 0 if bare and item and add.amount > 0 else add.amount
        return total

    def monster_strength(self) -> int:
        total = sum(self.foe_strength(foe) for foe in self.foes())
        for add in self.fight.adds:
            if add.stat == "strength" and add.side == "monsters" and add.monster < 0:
                total += add.amount
        for seat in self.party():
            for card in self.table(seat):
                for mod in self.printed_mods(card, "strength"):
                    if mod.get("to") == "monsters" and self.in_force(seat, card):
                        total += self.amount(mod, self.cards[card]["kind"], seat, seat, card)
        return total

    def ahead(self) -> bool:
        gap = self.party_strength() - self.monster_strength()
        tie = self.fight is not None and any(add.stat == "wins_ties" for add in self.fight.adds)
        return gap > 0 or (gap == 0 and (tie or any(self.mods(seat, "wins_ties") for seat in self.party())))

    # rewards

    def loot(self, foe: Any) -> int:
        """Return the Treasures of a monster without its own conditions; lowered, one is left (H-112)."""
        root = self.root(foe)
        made = self.cards[root.like]
        printed = 1 if made["kind"] == "steed" else made.get("treasures", 1)
        changes = [self.cards[card].get("treasures", 0) for card in root.enhancers]
        names = {foe.card, root.card}
        more = printed if root.loot is None else root.loot
        more += sum(n for n in changes if n > 0) + 2 * (self.pile(foe) >= 10)
        more += sum(a.amount for a in self.fight.adds if a.stat == "treasures" and a.monster in names)
        fewer = sum(n for n in changes if n < 0)
        return int(more if not fewer else max(more + fewer, min(more, 1)))

    def treasures(self, foe: Any) -> int:
        return max(0, self.loot(foe) + self.own_say(foe, "treasures"))

    def pool(self) -> int:
        fight = self.fight
        whole = sum(a.amount for a in fight.adds if a.stat == "treasures" and a.monster < 0)
        if not (fight.foes or fight.slain or fight.banked):
            return 0
        return max(0, sum(self.treasures(foe) for foe in fight.foes) + fight.banked + whole)

    def levels(self, foe: Any) -> int:
        root = self.root(foe)
        made = self.cards[root.like]
        own = 0
        for mod in self.printed_mods(root.like, "levels") if made["kind"] != "steed" else []:
            own += self.amount(mod, made["kind"], self.party()[0], self.party()[0], root.like)
        return int(made.get("levels", 1)) + own

    def gain(self) -> int:
        """Return the Levels of the fighter, were the fight won now."""
        return sum(self.levels(foe) for foe in self.foes()) + self.fight.banked_levels

    def helper_gain(self) -> int:
        helper = self.fight.helper
        slain = len(self.fight.foes) + self.fight.slain
        return self.total(helper, "helper_levels") * slain if helper >= 0 else 0

    def winning_level(self, seat: int) -> int:
        return self.box.top + self.total(seat, "win_level")

    def for_the_win(self) -> bool:
        fighter, helper = self.fight.fighter, self.fight.helper
        people = self.state.people
        if people[fighter].level + self.gain() >= self.winning_level(fighter):
            return True
        more = self.helper_gain()
        return more > 0 and people[helper].level + more >= self.winning_level(helper)

    # running away

    def flee(self, seat: int, foe: Any) -> int:
        """Return what is added to the roll (R-432); a Steed's share replaces the rider's own (R-622)."""
        fought = {other.like for other in self.foes()} | set(self.lists[COMBAT])
        bare = self.combat_says("no_items")

        def denied(n: int, card: int) -> bool:
            return bare and n > 0 and self.cards[card]["kind"] in ITEMS

        mine, others = [], 0
        for n, card in self.mods(seat, "flee"):
            if card in fought or denied(n, card):
                continue
            if self.owner(card) == seat:
                mine.append((n, card))
            else:
                others += n
        mounts = [
            (n, c)
            for n, c in mine
            if self.cards[c]["kind"] == "steed" or "steed" in self.cards[c].get("tags", [])
        ]
        total = others + sum(n for n, _ in (mounts or mine)) - (foe.card != foe.like)
        for card in self.makers(foe):
            made = self.cards[card]
            for mod in self.printed_mods(card, "flee") if made["kind"] != "steed" else []:
                total += self.amount(mod, made["kind"], seat, seat, card)
        for add in self.fight.adds:
            about = add.seat in (seat, -1) and add.monster in (foe.card, -1)
            if add.stat == "flee" and about and not denied(add.amount, add.card):
                total += add.amount
        return total

    def pursued(self, seat: int, foe: Any) -> bool:
        escaped = self.fight.escaped
        if (seat, foe.card) in escaped or (seat, -1) in escaped:
            return False
        like = self.root(foe).like
        test = self.cards[like].get("pursues")
        return test is None or self.holds(test, self.fight.fighter, seat, like, PLAIN)

    def no_escape(self, foe: Any) -> bool:
        return any(add.stat == "no_escape" for add in self.fight.adds) or self.foe_says(foe, "no_escape")

    # limits and gold

    def hand_limit(self, seat: int) -> int:
        return max(0, 5 + self.total(seat, "hand_limit"))

    def bigs(self, seat: int) -> int:
        found = [c for c in self.of_kind(seat, "item", "one_shot") if self.cards[c].get("big")]
        return len([card for card in found if not self.exempt(card)])

    def big_limit(self, seat: int) -> int | None:
        limit = self.box.big_limit
        return None if limit is None else max(1, limit + self.total(seat, "big_limit"))

    def room(self, seat: int, slot: str) -> int:
        """Return how much is free in a slot; less than nothing if it is crowded (R-204)."""
        here = [c for c in self.state.people[seat].equipped if self.cards[c].get("slot") == slot]
        taken = [self.cards[c].get("hands", 1) if slot == "hand" else 1 for c in here if not self.exempt(c)]
        return (
            (2 if slot == "hand" else 1) + self.total(seat, "hands" if slot == "hand" else slot) - sum(taken)
        )

    def places(self, seat: int, kind: str) -> int:
        """Return how many more Steeds or companions the seat may have (R-601, R-620)."""
        held = [card for card in self.of_kind(seat, kind) if not self.exempt(card)]
        return 1 + self.total(seat, f"{kind}_limit") - len(held)

    def trait_limit(self, seat: int, kind: str) -> int:
        return 1 + any(self.cards[c]["of"] == kind for c in self.of_kind(seat, "double"))

    def sellable(self, seat: int) -> dict[int, int]:
        """Return the Items that the seat could sell, with what they bring."""
        cards = [c for c in (*self.hand(seat), *self.table(seat)) if self.cards[c]["kind"] in ITEMS]
        return {card: self.value(card) for card in cards}

    def may_sell(self, seat: int) -> bool:
        level = self.state.people[seat].level
        return seat == self.state.active and level < self.box.cap and not self.mods(seat, "no_sale")
