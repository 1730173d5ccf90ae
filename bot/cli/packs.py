"""`kickdoor packs`: the packs of cards, and the cards of the games that have no packs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter

from cards.game_module import GameModule
from cards.language import commands
from cards.language.checking import PackError
from cards.language.packs import pack_names
from cards.registry import REGISTRY

TOKEN_BACK = "token"


def add_arguments(parser: ArgumentParser) -> None:
    """Describe the arguments of ``kickdoor packs``."""
    commands.add_arguments(parser)


def main(args: Namespace) -> int:
    """Do what was asked and return the exit code: 0, 1 for a faulty pack, 2 for an unknown one."""
    if args.action in ("check", "show") and (module := _modules_without_pack().get(args.pack)) is not None:
        return _show(module) if args.action == "show" else _check(module)
    code = commands.main(args)
    if args.action == "list":
        for module in _modules_without_pack().values():
            _list(module)
    return code


def _modules_without_pack() -> dict[str, GameModule]:
    """Return the games whose cards are not in a pack of the card language."""
    names = [name for name in REGISTRY.names() if name not in pack_names()]
    return {name: module for name in names if (module := REGISTRY.find(name)) is not None}


def _list(module: GameModule) -> None:
    cards = module.cards()
    tokens = sum(face.back == TOKEN_BACK for face in cards)
    count = f"{len(cards) - tokens:4} cards" + (f" and {tokens} tokens" if tokens else "")
    print(f"{module.name:14} {count}, {len(module.faces())} different  {module.title}: {module.blurb}")


def _show(module: GameModule) -> int:
    copies = Counter(face.id for face in module.cards())
    print(f"{module.title} ({copies.total()} cards). {module.blurb}")
    for face in module.faces():
        print()
        for line in commands.show_face(face, copies[face.id]):
            print(line)
    return commands.EXIT_OK


def _check(module: GameModule) -> int:
    try:
        cards = module.cards()
    except PackError as error:
        return commands.print_faults(module.name, error)
    print(f"{module.name}: {module.title}, {len(cards)} cards, no faults.")
    return commands.EXIT_OK
