"""The door-kicking games in words."""

from __future__ import annotations

from bot.views.words.base import Verb, Words

DOOR = Words(verbs={"pass": Verb("Pass", group="turn")})
