"""The castle-defense game: cards, tokens and Characters as data."""
