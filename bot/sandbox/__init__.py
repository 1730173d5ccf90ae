"""A small, strict Discord on loopback, for tests, demos and everyone who changes a screen."""

from bot.sandbox.box import Sandbox
from bot.sandbox.client import RemotePerson, RemoteSandbox
from bot.sandbox.clock import Clock
from bot.sandbox.people import Person
from bot.sandbox.seen import NotSeen, Outcome, SeenComponent, SeenMessage, SeenModal

__all__ = [
    "Clock",
    "NotSeen",
    "Outcome",
    "Person",
    "RemotePerson",
    "RemoteSandbox",
    "Sandbox",
    "SeenComponent",
    "SeenMessage",
    "SeenModal",
]
