"""The castle-defense game: one to six players, a ring of walls, a bag of monsters.

Import ``cards.panic.game``; the other modules are its parts.
"""
