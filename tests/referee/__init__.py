"""A second reckoning of the door-kicking games: from the cards' files and the bare state alone.

`reckoning.py` adds up by itself what the rules add up: it reads the packs' TOML and where the cards of a
state lie, and calls no rule. `compare.py` holds both side by side, `dense.py` lays out crowded tables,
`course.py` looks on in whole games. `mutants.py` breaks the rules to see whether anybody notices.
"""
