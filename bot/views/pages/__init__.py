"""Screens beside the game: rules, help, statistics, replays."""
