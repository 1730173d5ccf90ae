"""What the text of a card, token or Character can say: a closed vocabulary.

Each word is a frozen model: its fields are what a pack writes, ``describe`` is how people read it, ``moves``
says how it may be played now and ``run`` does it. No word knows which card uses it.
"""
