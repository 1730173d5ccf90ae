"""House rules and lengths of time as people choose them: a title, and what it changes."""

from __future__ import annotations

DOOR_OPTION_TEXTS: dict[str, tuple[str, str]] = {
    "listen_at_the_door": ("Listen at the door", "A Door card at the start of each turn: a faster game"),
    "shared_victory": ("Shared victory", "The helper in the winning kill wins too"),
    "epic": ("Epic game", "Play to Level 20, with two Doors a turn from Level 10"),
    "short": ("Short game", "Play to Level 6: for a lunch break, or one more before bed"),
    "first_player": ("Who goes first", "The seat with this number, or 0: the dice decide"),
    "help_any_time": ("Help at any time", "Ask for help even while you are winning"),
    "charm_min_cards": ("Charm", "How many cards a Wizard needs to charm: 0 or 3"),
    "halfling": ("Halfling", "newer: a second try at running away; older: −1 to run away"),
    "treasure_for_eliminated": ("Treasure without a kill", "For a monster removed without a kill: yes or no"),
    "sacrifice": ("Sacrificing companions", "Lose a companion to get away: yes or no"),
    "cowboy_early_win": ("Cowboy’s early win", "Wild West: a kill on horseback to Level 9 wins"),
    "seal_die": ("Seals by die", "Apocalypse: a 1 at the start of a turn opens a Seal"),
    "halve_decks": ("Half decks", "With several sets joined, only every second card"),
    "keep_weight": ("Sets keep their weight", "Seals, Parasites, Steeds come as often as in their own set"),
    "allow_many": ("Up to eight seats", "More than the six the game is made for"),
    "victory_seconds": ("Last chance before a kill counts", "15 to 60 seconds at live speed"),
    "curse_seconds": ("Chance to stop a curse", "5 to 60 seconds at live speed"),
    "turn_seconds": ("Time for your own steps", "30 to 900 seconds at live speed"),
    "answer_seconds": ("Time for an answer", "15 to 600 seconds at live speed"),
}

PANIC_OPTION_TEXTS: dict[str, tuple[str, str]] = {
    "more_munchkin": (
        "The whole expansion, with its own aim",
        "Points win, Castle or not. Characters, Enhancers, Weapons",
    ),
    "characters": ("Characters", "Everybody plays somebody with a power"),
    "enhancers": ("Enhancers", "Monsters can grow stronger"),
    "expansion_weapons": ("Weapons of the expansion", "More Weapons among the Treasures"),
    "illusion": ("Illusion", "One more Castle card"),
    "curse_cards": ("Curses", "Off: a friendlier game"),
    "swap": ("Swap instead of help", "Trade one card with one player in place of asking"),
    "hand_change": ("Larger or smaller hands", "From −3 to 2 cards more than usual"),
    "start_treasures": ("Treasures at the start", "0 to 2 for everybody"),
    "walls": ("Walls", "Off: the Towers stand open"),
    "reshuffle_treasures": ("Treasures come back", "Shuffle used Treasures when none are left"),
    "weapons_per_hit": ("Weapons for one Hit", "1 to 3"),
    "deals_per_turn": ("Deals in a turn", "1 to 5"),
    "monsters_placed": ("New monsters in a turn", "1 to 4"),
    "offer_seconds": ("Time to offer help", "5 to 3,600 seconds at live speed"),
    "trophy_seconds": ("Chance to add to a kill", "5 to 3,600 seconds at live speed"),
    "settle_seconds": ("Chance before the march", "5 to 3,600 seconds at live speed"),
    "curse_seconds": ("Chance to cancel a Curse", "5 to 3,600 seconds at live speed"),
    "turn_seconds": ("Time for your own steps", "5 to 3,600 seconds at live speed"),
    "answer_seconds": ("Time for an answer", "5 to 3,600 seconds at live speed"),
    "place_seconds": ("Time to roll for a monster", "5 to 3,600 seconds at live speed"),
}
