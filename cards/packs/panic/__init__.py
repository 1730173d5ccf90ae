"""The castle-defence game: cards, tokens and Characters as data."""
