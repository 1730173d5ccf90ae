"""The highlights of a door-kicking game, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.tables.past import MAX_EVENTS_PER_REVISION, PastRevision, acts_of
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.event_names import EventNames
from bot.views.base.highlights import curves_of
from bot.views.base.parts import Highlights
from bot.views.base.text import clean, escape, listed, plural, quoted, signed
from bot.views.door.words.bargain_events import share
from cards.door.card_events import CardPlayed, CardUsed
from cards.door.chronicle import DoorRecord, Fight, Life, Stab, Swing, record_of
from cards.door.combat_events import MonsterKilled
from cards.door.events import SealOpened
from cards.door.view_types import DoorView
from cards.kernel.events import NOBODY

AVERAGE_DIE = 3.5
MIN_DICE = 2
"""Dice that somebody has to roll before they can be called lucky or unlucky."""
MIN_SWING = 4
"""Points in a fight that are worth a word."""
MIN_LARGE_FIGHT = 10
MIN_WINS_ALONE = 4
"""Won fights before it is worth a word that nobody helped."""
MAX_SHOWN_DICE = 5


def door_highlights(view: TableView, past: Sequence[PastRevision]) -> Highlights | None:
    """Return the highlights of a game from its public events; ``past`` has to be the whole of it."""
    if not isinstance(view.game_view, DoorView) or not past:
        return None
    record = record_of(view.game_view, acts_of(past))
    teller = _Teller(view, record)
    goal = view.game_view.win_level
    card, caption = teller.last_card()
    return Highlights(
        teller.how(),
        teller.details(),
        tuple(teller.awards()),
        curves_of(view.table, record.curves, "Level", goal),
        None if card < 0 else naming.face(view, card),
        caption,
        record.turning_points(),
    )


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts a record into words."""

    view: TableView
    record: DoorRecord

    def _seat(self, seat: int, number: int = NOBODY) -> str:
        """Name a seat as it is called now, or was at the event of this number."""
        table = self.view.table
        table = table if number < 0 else table.as_of(number // MAX_EVENTS_PER_REVISION)
        return f"**{naming.short_name(table, seat)}**"

    def _card(self, card: int) -> str:
        return f"*{naming.card_name(self.view, card)}*"

    def _cards(self, cards: Iterable[int]) -> str:
        names = [self._card(card) for card in dict.fromkeys(cards)]
        return listed(names[:3] + ([f"{len(names) - 3} more"] if len(names) > 3 else []))

    def _names(self, number: int) -> EventNames:
        return EventNames(self._seat, self._card, number=number)

    # who won and how

    def last_card(self) -> tuple[int, str]:
        """Return the card that decided the game, and what it did; a negative number if none did."""
        for event in self.record.winning:
            match event:
                case MonsterKilled(monster=card):
                    return card, f"Last to fall: {clean(naming.face(self.view, card).name)}"
                case SealOpened(card=card) | CardPlayed(card=card) | CardUsed(card=card) if card >= 0:
                    return card, f"Last card: {clean(naming.face(self.view, card).name)}"
                case _:
                    pass
        return NOBODY, ""

    def how(self) -> str:
        """Say who won how."""
        winners = self.view.table.winners
        if not winners:
            return f"After {plural(self.record.turn, 'turn')} nobody had won."
        return self._last_blow(winners)

    def details(self) -> str:
        """Say what the winner's Levels came from, and who was next."""
        winners = self.view.table.winners
        if not winners:
            return ""
        lines = [self._road(winners[0])] if len(winners) == 1 else []
        return " ".join(filter(None, [*lines, self._runner_up(winners)]))

    def _last_blow(self, winners: tuple[int, ...]) -> str:
        who, turn = listed(self._seat(seat) for seat in winners), self.record.turn
        for event in self.record.winning:
            if isinstance(event, MonsterKilled):
                fight = self.record.fights[-1]
                score = f", {fight.party} : {fight.against}" if fight.party > fight.against > 0 else ""
                helper = NOBODY if fight.helper in winners else fight.helper
                helped = "" if helper == NOBODY else f" with {self._seat(helper)} beside them"
                verb = self._names(self.record.last_number).one_of(
                    "finishes off", "brings down", "walks over"
                )
                verb = verb if len(winners) == 1 else "finish off"
                monsters = self._cards(fight.monsters)
                return f"On turn {turn} {who} {verb} {monsters}{helped}{score}."
            if isinstance(event, SealOpened):
                return f"On turn {turn} {self._end_of_the_world(winners, event)}."
        cards = [event.card for event in self.record.winning if isinstance(event, CardPlayed | CardUsed)]
        by = f", thanks to {self._cards(cards)}" if cards else ""
        return f"{who} {'gets' if len(winners) == 1 else 'get'} there on turn {turn}{by}."

    def _end_of_the_world(self, winners: tuple[int, ...], event: SealOpened) -> str:
        """Say why they have won: the highest bonus counts, whatever the Levels are (R-665)."""
        who = listed(self._seat(seat) for seat in winners)
        are = "is" if len(winners) == 1 else "are"
        seat = self.view.game_view.seats[winners[0]]
        bonus = f"{signed(seat.strength - seat.level)} from cards alone"
        return f"{self._card(event.card)} is opened, the world ends, and {who} {are} best armed: {bonus}"

    def _road(self, winner: int) -> str:
        life = self.record.lives[winner]
        parts = [f"{life.kill_levels} by killing"] if life.kill_levels else []
        parts += [f"{life.bought_levels} bought"] if life.bought_levels else []
        parts += [f"{life.card_levels} by cards"] if life.card_levels else []
        lost = f", and lost {life.lost_levels} on the way" if life.lost_levels else ""
        if not parts:
            return ""
        total = life.kill_levels + life.bought_levels + life.card_levels
        return f"{plural(total, 'Level')} gained: {listed(parts)}{lost}."

    def _runner_up(self, winners: tuple[int, ...]) -> str:
        if any(isinstance(event, SealOpened) for event in self.record.winning):
            return ""  # Levels did not decide it
        goal = self.view.game_view.win_level
        others = [(level, seat) for seat, level in self.record.curves.figures.items() if seat not in winners]
        if not others:
            return ""
        best = max(level for level, _ in others)
        seats = [seat for level, seat in others if level == best]
        if best >= goal:
            return ""
        was = "was" if len(seats) == 1 else "were"
        return f"{listed(self._seat(seat) for seat in seats)} {was} {plural(goal - best, 'Level')} short."

    # awards

    def awards(self) -> list[str]:
        """Return the awards that somebody has earned, the best stories first."""
        found: list[Callable[[], str]] = [
            self._meanest_stab,
            self._best_bargain,
            self._unluckiest,
            self._largest_fight,
            self._luckiest,
            self._survival,
            self._deciding_cards,
            self._busiest,
            self._victim,
        ]
        return [line for award in found if (line := award())]

    def _stab(self) -> Stab | None:
        stabs = [stab for stab in self.record.stabs if stab.meanness >= MIN_SWING]
        return max(stabs, key=lambda each: (each.meanness, each.number), default=None)

    def _meanest_stab(self) -> str:
        stab = self._stab()
        if stab is None:
            return "🕊️ **Meanest stab:** none. Nobody laid a hand on anybody. Are you all well?"
        who, whom = (self._seat(seat, stab.number) for seat in (stab.seat, stab.victim))
        card = self._card(stab.card)
        if stab.fight is None:
            lost = f": {plural(stab.curse_levels, 'Level')} gone" if stab.curse_levels else ""
            return f"🗡️ **Meanest stab:** {who} strikes {whom} with {card}{lost}."
        damage = self._damage(stab, stab.fight)
        throws = self._names(stab.number).one_of("springs {} on {}", "throws {} at {}", "spends {} on {}")
        return f"🗡️ **Meanest stab:** {who} {throws.format(card, whom)}, {damage}."

    def _damage(self, stab: Stab, fight: Fight) -> str:
        if not stab.turned:
            return f"{stab.swing} points worse off"
        winning = f"who was winning at Level {stab.victim_level}"
        if stab.victim in fight.deaths:
            return f"{winning} and dies of it"
        if stab.victim not in fight.members:
            return f"{winning} until then"
        if fight.lost and (lost := fight.losses[stab.victim]):
            return f"{winning} and loses {plural(lost, 'Level')} instead"
        if fight.lost:
            return f"{winning} and has to run{self._fate_of_friend(stab.victim, fight)}"
        return f"{winning} {'and wins all the same' if fight.won else 'until then'}"

    def _fate_of_friend(self, victim: int, fight: Fight) -> str:
        """Say what a lost fight did to the other one of the party."""
        for seat in fight.members:
            if seat == victim:
                continue
            if seat in fight.deaths:
                return f". {self._seat(seat)} dies of it"
            if lost := fight.losses[seat]:
                return f". {self._seat(seat)} loses {plural(lost, 'Level')}"
        return ""

    def _largest_fight(self) -> str:
        large = [fight for fight in self.record.fights if fight.monsters and fight.size >= MIN_LARGE_FIGHT]
        if any(isinstance(event, MonsterKilled) for event in self.record.winning):
            large = [fight for fight in large if fight is not self.record.fights[-1]]  # it is told already
        if not large:
            return ""
        fight = max(large, key=lambda each: (each.size, each.number))
        party = self._seat(fight.fighter, fight.number)
        party += f" and {self._seat(fight.helper, fight.number)}" if fight.helper != NOBODY else ""
        end = "won" if fight.won else "lost" if fight.lost else "called off"
        if fight.deaths:
            end += f", and {listed(self._seat(seat) for seat in dict.fromkeys(fight.deaths))} died"
        monsters = self._cards(fight.monsters)
        joke = naming.face(self.view, fight.monsters[-1]).flavour
        score = f"{fight.party} : {fight.against}"
        if fight.size - fight.party - fight.against >= MIN_SWING:
            score = f"{fight.size_party} : {fight.size - fight.size_party} at its peak, {score} in the end"
        told = f"⚔️ **Largest fight:** {party} against {monsters}, {score}, {end} (turn {fight.turn})."
        return told + (f" {escape(quoted(joke))}" if joke else "")

    def _best_bargain(self) -> str:
        deals = [fight for fight in self.record.fights if fight.deal is not None and fight.won]
        if not deals:
            return self._refusal_to_help()
        fight = max(deals, key=lambda each: (each.helper_treasures, each.levels, each.number))
        helper, fighter = (self._seat(seat, fight.number) for seat in (fight.helper, fight.fighter))
        assert fight.deal is not None
        price = share(fight.deal, self._names(fight.number), fight.paid)
        levels = f" ({plural(fight.levels, 'Level')})" if fight.levels else ""
        remark = self._names(fight.number).one_of(*_remarks(fight))
        monster = self._cards(fight.monsters[:1])
        return f"🤝 **Best bargain:** {helper} helps {fighter} past {monster}{levels} for {price}. {remark}"

    def _refusal_to_help(self) -> str:
        won = [fight for fight in self.record.fights if fight.won]
        if len(won) < MIN_WINS_ALONE or any(fight.helper != NOBODY for fight in won):
            return ""
        return f"🤝 **Best bargain:** none. All {len(won)} wins came without help."

    def _luck(self) -> list[tuple[float, int, Life]]:
        """List who rolled to run away, with their luck in points above the average."""
        return [
            (sum(life.dice) - AVERAGE_DIE * len(life.dice), seat, life)
            for seat, life in self.record.lives.items()
            if len(life.dice) >= MIN_DICE
        ]

    def _luckiest(self) -> str:
        # Who was caught half of the times was not so lucky.
        lucky = [entry for entry in self._luck() if 3 * entry[2].caught <= len(entry[2].dice)]
        luck, seat, life = max(lucky, key=lambda entry: entry[:2], default=(0.0, NOBODY, None))
        if life is None or luck < 2:
            return ""
        return f"🍀 **Luckiest dice:** {self._seat(seat)} rolled {_rolls(life)}."

    def _unluckiest(self) -> str:
        unlucky = [
            entry for entry in self._luck() if entry[2].caught >= max(MIN_DICE, len(entry[2].dice) / 2)
        ]
        luck, seat, life = min(unlucky, key=lambda entry: entry[:2], default=(0.0, NOBODY, None))
        if life is None or luck > -2:
            return ""
        return f"🎲 **Unluckiest dice:** {self._seat(seat)} rolled {_rolls(life)}."

    def _survival(self) -> str:
        lives = self.record.lives
        dead = [seat for seat, life in lives.items() if life.death_turns]
        if not dead:
            seat, life = max(lives.items(), key=lambda item: (item[1].caught, item[1].fights_lost, -item[0]))
            if life.fights_lost < 3 or life.caught < 2:
                return ""
            lost = f"{plural(life.fights_lost, 'fight')} lost, {_caught(life)}"
            return f"🩹 **Longest survival:** {self._seat(seat)}: {lost}, and still standing. Nobody died."
        alive = [seat for seat in lives if seat not in dead]
        seat = max(dead, key=lambda each: (len(lives[each].death_turns), -each))
        deaths = _times(len(lives[seat].death_turns))
        if alive:
            who = listed(self._seat(each) for each in alive)
            return f"⚰️ **Longest survival:** {who} lived to tell it. {self._seat(seat)} died {deaths}."
        last = max(lives, key=lambda each: (lives[each].death_turns[0], -each))
        until = f"{self._seat(last)}, alive until turn {lives[last].death_turns[0]}"
        return f"⚰️ **Longest survival:** {until}. {self._seat(seat)} died {deaths}."

    def _deciding_cards(self) -> str:
        swings = [
            swing for swing in self.record.swings.values() if swing.card >= 0 and swing.points >= MIN_SWING
        ]
        stab = self._stab()
        swings = [swing for swing in swings if stab is None or swing.card != stab.card]  # it is told already
        best = sorted(swings, key=lambda swing: (-swing.points, swing.card))[:2]
        if not best:
            return ""
        return "🃏 **Cards that decided it:** " + "; ".join(self._swing(swing) for swing in best) + "."

    def _swing(self, swing: Swing) -> str:
        owner = f"{self._seat(swing.seat)}’s " if swing.seat != NOBODY else ""
        side = "for" if swing.for_party else "against"
        whom = self._seat(swing.fighter) if swing.seat != swing.fighter else "themselves"
        return f"{owner}{self._card(swing.card)}, {plural(swing.points, 'point')} {side} {whom}"

    def _busiest(self) -> str:
        seat, life = max(self.record.lives.items(), key=lambda item: (item[1].gold, -item[0]))
        if life.gold < 2000:
            return ""
        levels = f" and bought {plural(life.bought_levels, 'Level')}" if life.bought_levels else ""
        return f"💰 **Best customer:** {self._seat(seat)} sold Items for {life.gold:,} gold{levels}."

    def _victim(self) -> str:
        seat, life = max(self.record.lives.items(), key=lambda item: (item[1].curses_suffered, -item[0]))
        if life.curses_suffered < 3:
            return ""
        return f"🌀 **Most cursed:** {self._seat(seat)}, {_times(life.curses_suffered)}."


def _remarks(fight: Fight) -> tuple[str, ...]:
    items = len(fight.deal.items) if fight.deal is not None else 0
    if fight.helper_treasures + items >= 3:
        return ("A day’s work, well paid.", "One of them can haggle.", "Call it a win-win.")
    if fight.paid:
        return ("They shook on it.", "Even heroes charge at the door.", "Some people pay to work.")
    if fight.helper_treasures + items == 0:
        return ("There is a word for that: friendship.", "Somebody should have asked for more.")
    return ("Cheap at the price.", "Somebody should have haggled.", "Friends’ rates.", "They shook on it.")


def _dice(dice: Sequence[int]) -> str:
    """List dice as rolled, of many the first ones."""
    shown = [str(die) for die in dice[:MAX_SHOWN_DICE]]
    return listed(shown + (["more"] if len(dice) > len(shown) else []))


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count) or f"{count} times"


def _rolls(life: Life) -> str:
    return f"{_dice(life.dice)} to run away: {_caught(life)}"


def _caught(life: Life) -> str:
    return f"caught {_times(life.caught)}" if life.caught else "never caught"
