"""The castle-defence game in words."""

from __future__ import annotations

from bot.views.words.base import Verb, Words

PANIC = Words(verbs={"pass": Verb("Pass", group="turn")})
