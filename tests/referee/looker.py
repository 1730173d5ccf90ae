"""What cards say at a table, read from their files: conditions, numbers, and what changes a figure.

Nothing here asks the rules. Of the state it reads what lies where, Levels, sexes, who fights whom, and what
was played into the fight. What a word means is said once more, in its own way; a word that is not known here
is an error, so that no card is passed over.
"""

from collections.abc import Iterable
from typing import Any

from tests.referee.box import Box, Card

FIRST_HAND = 9
COMBAT, SEALS_OPEN, DOOR_DISCARD, TREASURE_DISCARD = 4, 7, 2, 3
ITEMS = ("item", "one_shot", "steed")
TRAITS = ("class", "race", "double", "role")
WORSE_IF_MORE = {
    "win_level",
    "level_only",
    "no_items",
    "no_level",
    "alone",
    "no_help",
    "no_escape",
    "no_one_shots",
    "open_hand",
    "no_sale",
    "no_race",
    "no_class",
}
GOOD, BAD, PLAIN = "good", "bad", ""
"""How a lone Super Munchkin's Class is looked at: for what helps, for what harms, or as it is (R-166)."""
OPPOSITE = {GOOD: BAD, BAD: GOOD, PLAIN: PLAIN}
KNOWN_FILTERS = {
    *("kind", "slot", "hands", "tag", "without_tag", "name_has", "big", "item", "equipped", "used_up"),
    *("min_value", "max_value", "min_level", "max_level", "not_this", "back", "trait", "id"),
}
NO_FILTERS = {"is", "num", "from", "who", "whose", "least", "most", "times"}


class Looker:
    """One state, looked at with a pencil."""

    def __init__(self, box: Box, state: Any) -> None:
        self.box, self.state, self.cards = box, state, box.cards
        self.fight = state.combat
        self.place = list(state.zones.place)
        self.lists = state.zones.lists
        self._suspending = False
        self.sexes_of_companions = False

    # where things lie

    def hand(self, seat: int) -> list[int]:
        return list(self.lists[FIRST_HAND + 2 * seat])

    def table(self, seat: int) -> list[int]:
        return list(self.lists[FIRST_HAND + 2 * seat + 1])

    def of_kind(self, seat: int, *kinds: str) -> list[int]:
        return [card for card in self.table(seat) if self.cards[card]["kind"] in kinds]

    def owner(self, card: int) -> int:
        zone = self.place[card] - FIRST_HAND
        return zone // 2 if zone >= 0 else -1

    def living(self) -> list[int]:
        return [seat for seat, one in enumerate(self.state.people) if one.alive and not one.left]

    def party(self) -> list[int]:
        return [] if self.fight is None else [s for s in (self.fight.fighter, self.fight.helper) if s >= 0]

    def exempt(self, card: int) -> bool:
        """Return True if a Cheat! lies on the card or a Hireling carries it (R-630, R-600)."""
        riders = [top for top, below in self.state.under.items() if below == card]
        return any(self.cards[top]["kind"] in ("cheat", "companion") for top in riders)

    def ridden(self, seat: int) -> list[int]:
        aside = self.state.people[seat].aside
        return [c for c in self.of_kind(seat, "steed") if c not in aside and self.usable(seat, c)]

    def zone(self, seat: int, name: str, mood: str = PLAIN) -> list[int]:
        if name == "hand":
            return self.hand(seat)
        if name == "carried":
            return self.of_kind(seat, *ITEMS)
        if name == "equipped":
            return [*self.state.people[seat].equipped, *self.ridden(seat)]
        if name == "companions":
            return self.of_kind(seat, "companion", "steed")
        if name == "in_play":
            return self.table(seat)
        if name == "traits":
            spared = [kind for kind in ("class", "race") if mood == BAD and self.lone(seat, kind)]
            return [c for c in self.of_kind(seat, *TRAITS) if self.cards[c]["kind"] not in spared]
        raise NotImplementedError(name)

    # Classes and Races

    def lone(self, seat: int, kind: str) -> bool:
        """Return True if a doubler has but one Class (Race) to go with."""
        doubled = any(self.cards[c]["of"] == kind for c in self.of_kind(seat, "double"))
        return doubled and len(self.of_kind(seat, kind)) == 1

    def suspended(self, seat: int, kind: str) -> bool:
        if self._suspending or kind not in ("class", "race"):
            return False
        self._suspending = True
        found = bool(self.mods(seat, f"no_{kind}"))
        self._suspending = False
        return found

    def is_a(self, seat: int, kind: str, name: str, mood: str) -> bool:
        cards = [] if self.suspended(seat, kind) else self.of_kind(seat, kind)
        half = bool(cards) and self.lone(seat, kind)
        if kind == "race" and name == "human":
            return not cards or (half and mood != BAD)
        if half and mood == BAD:
            return False
        return any(name in ("any", self.cards[card]["trait"]) for card in cards)

    def sex(self, seat: int, sex: str) -> bool:
        if self.state.people[seat].sex == sex:
            return True
        return self.sexes_of_companions and sex in [
            self.companion_sex(card) for card in self.of_kind(seat, "companion")
        ]

    def companion_sex(self, card: int) -> str:
        printed = str(self.cards[card].get("sex", ""))
        other = {"male": "female", "female": "male"}.get(printed, "")
        return other if card in self.state.turned else printed

    def usable(self, seat: int, card: int) -> bool:
        needs = self.cards[card].get("needs", [])
        if not needs or self.exempt(card) or self.mods(seat, "restrictions_free"):
            return True
        return all(self.holds(test, seat, seat, card, GOOD) for test in needs)

    # what cards say

    def people(self, who: Any, you: int, it: int) -> list[int]:
        party, living = self.party(), self.living()
        if not isinstance(who, str):
            found = self.people(who["among"], you, it)
            return [seat for seat in found if self.holds(who["if"], you, seat, -1, PLAIN)]
        known = {
            "you": [you],
            "it": [it],
            "party": party,
            "fighter": party[:1],
            "helper": party[1:],
            "everyone": living,
            "others": [seat for seat in living if seat != you],
            "bystanders": [seat for seat in living if seat not in party],
            "active": [self.state.active],
        }
        return [seat for seat in known[who] if seat >= 0]

    def holds(self, test: Card, you: int, it: int, card: int, mood: str) -> bool:
        """Return True if a condition holds."""
        kind = test["is"]
        if kind == "not":
            return not self.holds(test["test"], you, it, card, OPPOSITE[mood])
        if kind in ("all", "any"):
            parts = [self.holds(part, you, it, card, mood) for part in test["of"]]
            return all(parts) if kind == "all" else any(parts)
        who = self.people(test.get("who", "you"), you, it)
        if kind in ("class", "race", "role"):
            if not any(self.is_a(seat, kind, test["name"], mood) for seat in who):
                return False
            same = [seat for seat in self.living() if self.is_a(seat, kind, test["name"], PLAIN)]
            return not test.get("alone") or len(same) == 1
        if kind == "sex":
            return any(self.sex(seat, test["sex"]) for seat in who)
        if kind == "level":
            low, high = test.get("min", -99), test.get("max", 99)
            return any(low <= self.state.people[seat].level <= high for seat in who)
        if kind == "has":
            low, high = test.get("least", 1), test.get("most", 999)
            counts = [
                len(self.fitting(test, self.zone(seat, test.get("from", "carried"), mood), card))
                for seat in who
            ]
            return any(low <= count <= high for count in counts)
        return self._holds_of_all(test, who, card, you, it)

    def _holds_of_all(self, test: Card, who: list[int], card: int, you: int, it: int) -> bool:
        kind, party = test["is"], self.party()
        if kind in ("highest", "lowest"):
            levels = {seat: self.state.people[seat].level for seat in self.living()}
            end = max(levels.values()) if kind == "highest" else min(levels.values())
            there = [seat for seat in levels if levels[seat] == end]
            return any(seat in there for seat in who) and not (test.get("alone") and len(there) > 1)
        if kind == "monsters":
            found = self.fitting(test, [foe.card for foe in self.foes()], card)
            return test.get("least", 1) <= len(found) <= test.get("most", 999)
        if kind == "in_combat":
            return any(seat in party for seat in who)
        if kind in ("fighter", "helper"):
            return any(seat in party[kind == "helper" :][:1] for seat in who)
        if kind == "alone":
            return len(party) == 1
        if kind == "number":
            figure = self.number(test["n"], you, it, card, PLAIN)
            return test.get("min", -999) <= figure <= test.get("max", 999)
        if kind == "option":
            return bool(self.box.options[test["name"]] == test["value"])
        if kind == "answered":
            return bool(self.state.answers.get(card, "") == test.get("answer", "yes"))
        raise NotImplementedError(kind)

    def number(self, n: Any, you: int, it: int, card: int, mood: str) -> int:
        """Return a number as things stand."""
        if isinstance(n, int):
            return n
        times: int = n.get("times", 1)
        if n["num"] == "seals":
            return times * len(self.lists[SEALS_OPEN])
        if n["num"] == "players":
            return times * len(self.people(n.get("who", "others"), you, it))
        if n["num"] == "level":
            return sum(self.state.people[seat].level for seat in self.people(n.get("who", "you"), you, it))
        if n["num"] == "count":
            zone, whose = n.get("from", "equipped"), self.people(n.get("whose", "you"), you, it)
            piles = {"door_discard": DOOR_DISCARD, "treasure_discard": TREASURE_DISCARD}
            if zone == "combat":
                cards = [foe.card for foe in self.foes()]
            elif zone in piles:
                cards = list(self.lists[piles[zone]])
            else:
                cards = [found for seat in whose for found in self.zone(seat, zone, mood)]
            return times * len(self.fitting(n, cards, card))
        return self._number_of_numbers(n, you, it, card, mood)

    def _number_of_numbers(self, n: Card, you: int, it: int, card: int, mood: str) -> int:
        parts = [self.number(part, you, it, card, mood) for part in n.get("of", [n.get("n", 0)])]
        if n["num"] == "half":
            return (sum(parts) + n.get("up", False)) // 2
        if n["num"] in ("plus", "times"):
            return int(sum(parts) * n.get("by", 1))
        if n["num"] == "between":
            return int(min(max(sum(parts), n.get("min", -999)), n.get("max", 999)))
        raise NotImplementedError(n["num"])

    def fitting(self, wanted: Card, cards: Iterable[int], this: int) -> list[int]:
        unknown = set(wanted) - KNOWN_FILTERS - NO_FILTERS
        if unknown:
            raise NotImplementedError(unknown)
        return [card for card in cards if self._fits(wanted, card, this)]

    def _fits(self, wanted: Card, card: int, this: int) -> bool:
        made = self.cards[card]
        kind, slot = made["kind"], made.get("slot", "")
        hands = made.get("hands", 1) if slot == "hand" else 0
        foe = next((foe for foe in self.foes() if foe.card == card), None)
        tags = made.get("tags", []) if foe is None else self.foe_tags(foe)
        level = self.level_of(card) if foe is None else self.level_of(foe.like)
        value = self.value(card)
        says = {
            "kind": lambda v: kind in v,
            "slot": lambda v: kind in ITEMS and slot == ("" if v == "none" else v),
            "hands": lambda v: hands == v,
            "tag": lambda v: v in tags,
            "without_tag": lambda v: v not in tags,
            "name_has": lambda v: v.lower() in made["name"].lower(),
            "big": lambda v: (kind == "steed" or made.get("big", False)) is v,
            "item": lambda v: (kind in ITEMS) is v,
            "used_up": lambda v: (kind == "one_shot") is v,
            "equipped": lambda v: (card in self.zone(self.owner(card), "equipped")) is v,
            "min_value": lambda v: value >= v,
            "max_value": lambda v: value <= v,
            "min_level": lambda v: level >= v,
            "max_level": lambda v: level <= v,
            "not_this": lambda v: not v or card != this,
            "trait": lambda v: made.get("trait") == v,
            "id": lambda v: made["id"] == v,
        }
        if kind == "role" and "kind" not in wanted and "trait" not in wanted:
            return False
        return all(says[key](asked) for key, asked in wanted.items() if key in KNOWN_FILTERS)

    # modifiers

    def in_force(self, seat: int, card: int) -> bool:
        """Return True if a card before the seat does anything at the moment."""
        kind = self.cards[card]["kind"]
        if kind in ("class", "race"):
            return not self.suspended(seat, kind)
        if kind == "steed":
            return card in self.ridden(seat)
        if kind in ("item", "one_shot"):
            return card in self.state.people[seat].equipped and self.usable(seat, card)
        return True

    def amount(self, mod: Card, kind: str, you: int, it: int, card: int) -> int:
        """Return what a modifier of a card is worth now."""
        n = mod.get("n", 1)
        lowers = isinstance(n, int) and n < 0
        monsters = mod.get("to") in ("this", "monsters") or (
            "to" not in mod and kind in ("monster", "enhancer")
        )
        harm_if_more = mod["stat"] in WORSE_IF_MORE or (monsters and mod["stat"] == "strength")
        mood = BAD if harm_if_more is not lowers else GOOD
        self.sexes_of_companions = monsters and mood == BAD and mod["stat"] != "flee"
        try:
            if "if" in mod and not self.holds(mod["if"], you, it, card, mood):
                return 0
            return self.number(n, you, it, card, mood)
        finally:
            self.sexes_of_companions = False

    def printed_mods(self, card: int, stat: str) -> list[Card]:
        return self.box.mods[card].get(stat, [])

    def mods(self, seat: int, stat: str) -> list[tuple[int, int]]:
        """Return (amount, card) of everything that changes a figure of the seat; nothing where it is 0."""
        found: list[tuple[int, int]] = []
        holders = self.box.holders.get(stat, set())
        for owner in range(self.state.seats):
            for card in holders.intersection(self.table(owner)):
                kind = self.cards[card]["kind"]
                wanted = [m for m in self.printed_mods(card, stat) if self._concerns(m, seat, owner)]
                if not wanted or not self.in_force(owner, card):
                    continue
                for mod in wanted:
                    n = self.amount(mod, kind, owner, seat, card)
                    own = mod.get("to", "owner") == "owner"
                    harms = (n < 0) is not (stat in WORSE_IF_MORE)
                    if own and harms and kind in ("class", "race") and self.lone(owner, kind):
                        continue
                    found.append((n, card))
        for card in holders and holders.intersection(self._nobodys_cards()):
            for mod in self.printed_mods(card, stat):
                if "to" in mod and self._concerns(mod, seat, -1):
                    you = self.party()[0] if self.party() else -1
                    found.append((self.amount(mod, self.cards[card]["kind"], you, seat, card), card))
        return [(n, card) for n, card in found if n]

    def _concerns(self, mod: Card, seat: int, owner: int) -> bool:
        party = self.party()
        return {
            "owner": seat == owner,
            "others": seat != owner,
            "everyone": True,
            "party": seat in party,
            "fighter": seat in party[:1],
            "helper": seat in party[1:],
        }.get(mod.get("to", "owner"), False)

    def _nobodys_cards(self) -> list[int]:
        """Return cards in force that lie before nobody: what is fought, what was played into it, the Seal."""
        fought = {foe.like for foe in self.foes()}
        stacked = {card for foe in self.foes() for card in foe.stacked}
        found = set(fought)
        if self.fight is not None:
            found |= {c for c in self.lists[COMBAT] if self.cards[c]["kind"] != "monster"} - stacked
        found = {card for card in found if self.cards[card]["kind"] != "steed"}
        return [*sorted(found), *self.lists[SEALS_OPEN][-1:]]

    def total(self, seat: int, stat: str) -> int:
        return sum(n for n, _ in self.mods(seat, stat))

    # monsters

    def foes(self) -> list[Any]:
        return [] if self.fight is None else self.fight.foes

    def root(self, foe: Any) -> Any:
        """Return whose enhancers count: a Mate has those of its original (R-303)."""
        named = {other.card: other for other in self.foes()}
        while foe.linked in named:
            foe = named[foe.linked]
        return foe

    def makers(self, foe: Any) -> list[int]:
        root = self.root(foe)
        return [root.like, *root.borrowed, *root.enhancers]

    def level_of(self, card: int) -> int:
        made = self.cards[card]
        return max(2 * made["bonus"], 0) if made["kind"] == "steed" else made.get("level", 0)

    def foe_tags(self, foe: Any) -> list[str]:
        given = [tag for card in self.makers(foe) for tag in self.cards[card].get("gives", [])]
        return [*self.cards[foe.like].get("tags", []), *self.root(foe).tags, *given]

    def value(self, card: int) -> int:
        made = self.cards[card]
        return int(made.get("value", 0)) if made["kind"] in ITEMS else 0
