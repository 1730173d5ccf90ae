"""The questions that a card can ask, grouped by what they look at. ``vocabulary`` ties them together."""
