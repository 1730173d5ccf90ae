"""A small, strict Discord on loopback, for tests, for the demo and for work on screens."""

from bot.sandbox.box import Sandbox
from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import NotSeenError, Outcome, SeenComponent, SeenMessage, SeenModal
from bot.sandbox.world.clock import Clock

__all__ = [
    "Clock",
    "NotSeenError",
    "Outcome",
    "Person",
    "Sandbox",
    "SeenComponent",
    "SeenMessage",
    "SeenModal",
]
