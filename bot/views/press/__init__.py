"""Moves as buttons, menus and forms, the same way for every game."""
