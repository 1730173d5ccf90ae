"""Figures of finished games, for each person and server; nothing of a game that is still going on."""
