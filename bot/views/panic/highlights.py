"""The highlights of a castle-defense game, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.tables.past import PastRevision, acts_of
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.highlights import curves_of
from bot.views.base.parts import Highlights
from bot.views.base.text import clean, escape, listed, plural, quoted
from bot.views.panic.board import arc_name, catalog_of
from cards.panic.chronicle import HelpRecord, PanicRecord, record_of
from cards.panic.view import PanicView

ENDINGS = {
    "monsters": "The last monster is gone and the Castle stands",
    "towers": "The last Tower falls",
    "left": "Nobody is left to see the end",
}


LAST_WORDS = (
    "I said we should have asked for help.",
    "Tell the Walls I forgive them.",
    "Somebody up there was counting Treasures.",
    "It was a lovely view while it lasted.",
    "One Hit. One single Hit would have done.",
    "Next time, build me of something else.",
)
"""What the last Tower to fall says, by its arc."""


def panic_highlights(view: TableView, past: Sequence[PastRevision]) -> Highlights | None:
    """Return the highlights of a game from its public events; ``past`` has to be the whole of it."""
    if not isinstance(view.game_view, PanicView) or not past:
        return None
    record = record_of(view.game_view, catalog_of(view).points, acts_of(past))
    teller = _Teller(view, record)
    monster = record.best_catch[1]
    face = None if monster < 0 else naming.face(view, monster)
    return Highlights(
        teller.how(),
        teller.details(),
        tuple(teller.awards()),
        curves_of(view.table, record.curves, "point"),
        face,
        "" if face is None else f"Biggest catch: {clean(face.name)}",
    )


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts a record into words."""

    view: TableView
    record: PanicRecord

    def _seat(self, seat: int) -> str:
        return f"**{naming.name(self.view.table, seat)}**"

    def _card(self, card: int) -> str:
        return f"*{naming.card_name(self.view, card)}*"

    def how(self) -> str:
        """Say how it ended."""
        ending = ENDINGS.get(self.record.reason, "The game is over")
        towers = 6 - len(self.record.towers)
        fall = self.record.last_fall
        if self.record.reason == "towers" and fall is not None:
            breaker = "the Rock" if fall.cause == "rock" else listed(map(self._card, fall.monsters))
            ending += f" to {breaker}" if breaker else ""
            ending = ending.replace("Tower", f"Tower, {arc_name(fall.arc)},", 1)
        # That no tower is left goes without saying where the last one falls.
        standing = f", with {plural(towers, 'Tower')} of 6 left" if towers > 0 else ""
        return f"{ending} on turn {self.record.turn}{standing}."

    def details(self) -> str:
        """Say who is first, and by how much."""
        lines: list[str] = []
        winners, figures = self.view.table.winners, self.record.curves.figures
        if winners:
            who = listed(self._seat(seat) for seat in winners)
            is_master = "is the Master Munchkin" if len(winners) == 1 else "are Master Munchkins"
            lines.append(f"{who} {is_master} with {plural(figures[winners[0]], 'point')}")
            others = sorted(((n, seat) for seat, n in figures.items() if seat not in winners), reverse=True)
            if others:
                lines[-1] += f", {self._seat(others[0][1])} had {others[0][0]}"
            lines[-1] += "."
        elif len(figures) > 1 and max(figures.values()) > 0:
            most = max(figures.values())
            who = listed(self._seat(seat) for seat, points in figures.items() if points == most)
            lines.append(f"Nobody is Master Munchkin. {who} had the most to lose: {plural(most, 'point')}.")
        elif len(figures) == 1:
            lines.append(f"{self._seat(0)} has {plural(figures[0], 'point')}.")
        fall = self.record.last_fall
        if self.record.reason == "towers" and fall is not None:
            lines.append(f"Its last words: {quoted(LAST_WORDS[(fall.arc - 1) % len(LAST_WORDS)])}")
        return " ".join(lines)

    def awards(self) -> list[str]:
        """Return the awards that somebody has earned, the best stories first."""
        found: list[Callable[[], str]] = [
            self._refusal,
            self._rescue,
            self._theft,
            self._bargain,
            self._attack,
            self._catch,
            self._survival,
            self._rock,
            self._hunter,
            self._walls,
        ]
        return [line for award in found if (line := award())]

    def _refusal(self) -> str:
        """Tell of the price that was refused, or the card that was held back, before a Tower fell."""
        fatal = [each for each in self.record.refusals if each.turn in self.record.towers]
        if not fatal:
            return ""
        last = fatal[-1]
        helper, asker, card = self._seat(last.helper), self._seat(last.asker), self._card(last.card)
        if last.held_back:
            return f"🧊 **Held back:** {asker} took {helper}’s {card}, never used it, and a Tower fell."
        wanted = ["the trophy"] if last.trophy == "helper" else []
        wanted += [plural(last.treasures, "Treasure")] if last.treasures else []
        price = listed(wanted) or "nothing at all"
        return f"🙅 **The price refused:** {helper}’s {card} for {price}. {asker} said no; a Tower fell."

    def _rescue(self) -> str:
        """Tell of the monster that was slain one step before a Tower, the later in its game the better."""
        if not self.record.rescues:
            return ""
        best = min(self.record.rescues, key=lambda each: each.towers)
        which = "the last Tower" if best.towers == 1 else f"Tower {arc_name(best.arc)}"
        slain = f"{self._seat(best.seat)} slays {self._card(best.monster)}"
        return f"🛟 **The rescue:** {slain} one step before {which}."

    def _theft(self) -> str:
        if not self.record.thefts:
            return self._beggar()
        points, taken = max(self.record.thefts, key=lambda entry: entry[0])
        worth = f" ({plural(points, 'point')})" if points else ""
        thief, victim = self._seat(taken.seat), self._seat(taken.giver)
        return f"🗡️ **Meanest stab:** {thief} makes off with {victim}’s {self._card(taken.trophy)}{worth}."

    def _beggar(self) -> str:
        if not self.record.handed:
            return "🕊️ **Meanest stab:** none. Nobody took anything from anybody." if self._many() else ""
        (taker, giver), count = max(self.record.handed.items(), key=lambda entry: (entry[1], entry[0]))
        took = f"{plural(count, 'card')} from {self._seat(giver)}"
        return f"🗡️ **Meanest stab:** {self._seat(taker)}, who took {took} in one evening."

    def _many(self) -> bool:
        return len(self.view.table.seats) > 1

    def _catch(self) -> str:
        points, monster, seat = self.record.best_catch
        if points < 3:
            return ""
        joke = naming.face(self.view, monster).flavour
        worth = plural(points, "point")
        told = f"🏆 **Biggest catch:** {self._seat(seat)} slays {self._card(monster)}, {worth}."
        return told + (f" {escape(quoted(joke))}" if joke else "")

    def _attack(self) -> str:
        damage, attack = self.record.biggest_attack
        if attack is None or damage < 3:
            return ""
        named = Counter(self._card(card) for card in attack.cards[:4])
        cards = listed(name if times == 1 else f"{name} (×{times})" for name, times in named.items())
        monster = self._card(attack.monster)
        return f"⚔️ **Largest attack:** {self._seat(attack.seat)} hits {monster} for {damage} with {cards}."

    def _bargain(self) -> str:
        if not self.record.deals:
            alone = "Everybody fought alone, and it shows."
            return f"🤝 **Best bargain:** none. {alone}" if self._many() else ""
        deal = max(self.record.deals, key=HelpRecord.price)
        trophies = "the trophy" if deal.trophies == 1 else f"{deal.trophies} trophies"
        gain = [trophies] if deal.trophies else []
        gain += [plural(deal.treasures, "Treasure")] if deal.treasures else []
        gain += [self._card(card) if card >= 0 else "a card" for card in deal.paid]
        helper, asker = self._seat(deal.accepted.helper), self._seat(deal.accepted.seat)
        lends = f"{helper} lends {asker} {self._card(deal.accepted.card)}"
        return f"🤝 **Best bargain:** {lends} for {listed(gain) or 'nothing but thanks'}."

    def _survival(self) -> str:
        towers = self.record.towers
        if not towers:
            return "🗼 **Longest survival:** all six Towers. Not a scratch." if self.record.turn > 3 else ""
        rest = f", the last one until turn {towers[-1]}" if len(towers) == 6 else ""
        return f"🗼 **Longest survival:** the first Tower stood until turn {towers[0]}{rest}."

    def _rock(self) -> str:
        if not self.record.squashed:
            return ""
        flat = listed(self._card(monster) for monster in self.record.squashed[:3])
        return f"🪨 **Luckiest dice:** the Rock, which rolled over {flat}."

    def _hunter(self) -> str:
        if not self.record.slain:
            return ""
        seat, count = max(self.record.slain.items(), key=lambda entry: (entry[1], -entry[0]))
        return f"💀 **Best hunter:** {self._seat(seat)} with {plural(count, 'monster')}." if count > 2 else ""

    def _walls(self) -> str:
        if self.record.lost_to_walls < 2:
            return ""
        count = plural(self.record.lost_to_walls, "monster")
        return f"🧱 **Bravest defender:** the Castle itself, which killed {count} for nobody’s trophy."
