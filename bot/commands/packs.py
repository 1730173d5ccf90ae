"""`kickdoor packs`: the packs of the door-kicking games, and the box of the castle-defence game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter

from cards.kernel.game import Setup
from cards.language import commands
from cards.panic.game import PanicGame

PANIC_GAME = "panic"


def add_arguments(parser: ArgumentParser) -> None:
    """Describe the arguments of ``kickdoor packs``."""
    commands.add_arguments(parser)


def main(args: Namespace) -> int:
    """Do what was asked and return the exit code: 0, 1 for a faulty pack, 2 for an unknown one."""
    if args.action == "show" and args.pack == PANIC_GAME:
        return _show_panic()
    code = commands.main(args)
    if args.action == "list":
        _list_panic()
    return code


def _box() -> PanicGame:
    """Return the game with everything in it."""
    return PanicGame(Setup(PANIC_GAME, 6, 0, {"more_munchkin": True}))


def _list_panic() -> None:
    decks = Counter(_box().catalog.deck)
    cards = sum(count for deck, count in decks.items() if deck != "token")
    different = len({card.id for card in _box().catalog.definitions})
    print(
        f"{PANIC_GAME:14} {cards:4} cards and {decks['token']} tokens, {different} different  "
        "Panic: Six towers, six walls, one bag of monsters. Guess who is in the middle."
    )


def _show_panic() -> int:
    game = _box()
    faces = [game.face(card) for card in range(len(game.catalog))]
    copies = Counter(face.id for face in faces)
    print("Panic, with its expansion.")
    for face in {face.id: face for face in faces}.values():
        print()
        for line in commands.show_face(face, copies[face.id]):
            print(line)
    return commands.EXIT_OK
