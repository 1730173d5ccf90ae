"""What the text of a card, token or Character can say: a closed vocabulary.

Each word is a frozen model: a pack writes its fields, ``describe`` returns the text that people read,
``moves`` yields how it may be played now and ``run`` carries it out. No word knows which card uses it.
"""
