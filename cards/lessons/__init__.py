"""Lessons: rehearsed games in the scenario format, with what is said on the way."""
