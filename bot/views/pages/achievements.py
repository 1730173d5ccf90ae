"""Achievements as people read them: a title, and the joke."""

from __future__ import annotations

ACHIEVEMENT_TEXTS: dict[str, tuple[str, str]] = {
    "first_game": ("Through the Door", "finished a game. It never really closes again."),
    "first_win": ("Participation Crown", "won for the first time. It is cardboard."),
    "ten_games": ("Regular Customer", "ten games. The monsters know your order."),
    "fifty_games": ("Part of the Furniture", "fifty games. Somebody has put a lamp on you."),
    "ten_wins": ("Suspiciously Good", "ten wins. Nobody says it aloud. Everybody checks your sleeves."),
    "streak_three": ("Hat Trick, No Hat", "three wins in a row. The hat was stolen in game two."),
    "streak_five": ("Please Somebody Stop Them", "five wins in a row."),
    "streak_broken": ("Mortal After All", "lost after three wins in a row. The table thanks you."),
    "lost_five": ("Character Building", "lost five in a row. So much character by now."),
    "comeback": ("Patience of a Gelatinous Saint", "won after five lost games in a row."),
    "pacifist": ("Hands Clean, Mostly", "won without a single stab. We checked twice."),
    "no_kill": ("Conscientious Objector", "won without killing anything. Paperwork did it."),
    "butcher": ("Pest Control", "ten kills in a game. Invoice follows."),
    "hundred_kills": ("Extinction Event", "a hundred kills. The deck is unionizing."),
    "backstabber": ("Set of Steak Knives", "five stabs in a game. All in backs, where they belong."),
    "hundred_stabs": ("Loyalty Card, Stamped Through", "a hundred stabs. The next one is free."),
    "pincushion": ("Pincushion", "stabbed five times in a game. You must have been winning."),
    "big_stab": ("With Interest", "a single stab of ten points or more."),
    "turned": ("The Rug, Pulled", "turned a won fight into a lost one."),
    "die_once": ("Learning by Dying", "died for the first time. It gets easier."),
    "die_thrice": ("Frequent Dier", "died three times in one game. The fourth coffin is half price."),
    "die_and_win": ("Death Is a Detail", "died, and won all the same."),
    "never_died": ("Nobody’s Loot", "ten finished games without ever dying. Others hold your place in line."),
    "ones": ("Shoelaces", "rolled three ones while running away. Tie them."),
    "sixes": ("Cardio", "rolled three sixes while running away."),
    "caught": ("Monster Magnet", "caught five times in a game. They only wanted to talk."),
    "escape": ("Bravely Ran Away", "escaped five times in a game. Somebody sang about it."),
    "helper": ("Plus One", "joined three of other people’s fights in a game. For the company, naturally."),
    "deals": ("My Word Is My Invoice", "kept three bargains in a game."),
    "hundred_deals": ("Notary Public", "kept twenty-five bargains in all. Please sign here."),
    "loner": ("I Work Alone", "won five fights without help in a game, and told everybody."),
    "big_fight": ("Everyone Was There", "was in a fight of fifty points, both sides counted."),
    "curser": ("Charm School Dropout", "threw three curses in a game."),
    "cursed": ("It’s Not You, It’s Everybody", "suffered five curses in a game."),
    "shopper": ("Retail Therapy", "bought three Levels in a game. No refunds."),
    "gold": ("Everything Must Go", "sold goods for 3,000 gold in a game. The socks, too."),
    "falling": ("Stairs, the Other Way", "lost five Levels in one game."),
    "marathon": ("Is It Still Tuesday?", "a game of a hundred turns."),
    "sprint": ("Somewhere to Be", "won within fifteen turns."),
    "crowd": ("Standing Room Only", "won against five others or more."),
    "duel": ("This Table Isn’t Big Enough", "won with only one opponent at the table."),
    "machine_breaker": ("Have You Tried Turning It Off", "won with a computer at the table."),
    "outwitted": ("Beaten by a Toaster", "a computer won, and you were there."),
    "shared": ("Both of Us, Fine", "shared a victory. Nobody enjoyed the photo."),
    "all_towers": ("Structural Engineer", "won in a castle that lost no tower."),
    "last_tower": ("Load-Bearing Tower", "won with five towers down."),
    "castle_lost": ("It Was Like That When We Came", "lost the castle, all of you together."),
    "thief_of_trophies": ("Borrowing Forever", "made off with somebody’s trophy."),
    "two_editions": ("Bilingual", "finished games of two different kinds."),
    "same_card": ("One-Trick Donkey", "played the same card five times in a game."),
}
"""By key; a key never changes its meaning."""


def achievement_line(key: str) -> str:
    """Return the title and the joke, in markdown."""
    title, joke = ACHIEVEMENT_TEXTS[key]
    return f"**{title}**: {joke}"
