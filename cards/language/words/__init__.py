"""The effects that a card can have, one word a file. ``vocabulary`` ties them together."""
