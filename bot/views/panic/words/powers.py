"""What the Characters of the castle-defense game can do, in few words."""

from __future__ import annotations

POWER_TEXTS: dict[str, str] = {
    "sift": "Dig in the discards",
    "banish": "Send the Vampire off",
    "pilfer": "Pick a pocket",
    "relocate": "Roll to move a monster",
}
"""What the button of a power says, for those that are used."""

POWER_NOTES: dict[str, str] = {
    "sift": "Digs a card out of the discards when drawing up",
    "banish": "sends the Vampire off",
    "hold": "Holds more cards than the others",
    "tip": "Earns extra Treasure for helping with a kill",
    "count_treasures": "Treasures in hand are points at the end",
    "pilfer": "Takes a Castle card from a hand when drawing up",
    "wield": "Puts more Weapons on each Hit",
    "relocate": "Rolls to put a monster somewhere else",
}
"""What a power does, for who picks a Character; the card has the rest."""
