"""The command ``kickdoor packs``: lists, shows and checks packs, and prints their JSON Schema."""

from __future__ import annotations

import os
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from cards.kernel.game import Face
from cards.language.checking import PackFaults, read_file
from cards.language.definition import Definition
from cards.language.packs import HOME, Pack, build_pack, load_pack, names, read_folder
from cards.language.reference import reference
from cards.language.schema import schema_text

OK, FAULTY, UNKNOWN = 0, 1, 2


def add_arguments(parser: ArgumentParser) -> None:
    """Describe the arguments of ``kickdoor packs``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="the packs there are")
    show = actions.add_parser("show", help="a pack's cards as players read them")
    show.add_argument("pack", help="a name from the list, or a file")
    check = actions.add_parser("check", help="look for faults; exit 1 if there are any")
    check.add_argument("file", type=Path, help="a pack as one .json or .toml file, or a pack's folder")
    actions.add_parser("words", help="all that a card can say, as Markdown")
    actions.add_parser("schema", help="the JSON Schema of packs, for editors")


def main(args: Namespace) -> int:
    """Do what was asked and return the exit code: 0, 1 for a faulty pack, 2 for one there is not."""
    try:
        return _run(args)
    except BrokenPipeError:
        # Whoever reads has seen enough, e.g. `... | head`; what is left must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _run(args: Namespace) -> int:
    if args.action == "list":
        return _list()
    if args.action == "schema":
        print(schema_text(), end="")
        return OK
    if args.action == "words":
        print(reference(), end="")
        return OK
    if args.action == "check":
        return _check(args.file)
    return _show(args.pack)


def _list() -> int:
    code = OK
    for name in names():
        try:
            pack = load_pack(name)
        except PackFaults:
            print(f"{name:14} cannot be used; `kickdoor packs check {HOME / name}` says why")
            code = FAULTY
            continue
        cards = pack.cards()
        print(
            f"{name:14} {len(cards):4} cards, {len(pack.definitions)} different  {pack.title}: {pack.blurb}"
        )
    return code


def _check(path: Path) -> int:
    try:
        pack = build_pack(_read(path))
    except PackFaults as error:
        for fault in error.faults:
            print(f"{path}: {fault}")
        count = len(error.faults)
        print(f"{count} {'fault' if count == 1 else 'faults'}")
        return FAULTY
    print(f"{path}: {pack.title}, {len(pack.cards())} cards, no faults. Digest {pack.digest}")
    return OK


def _read(path: Path) -> dict[str, object]:
    if path.is_dir():
        return read_folder(path)
    data = read_file(path)
    if "pack" not in data and (path.parent / "pack.toml").is_file():
        return read_folder(path.parent)
    return data


def _show(name: str) -> int:
    try:
        pack = load_pack(name) if name in names() else build_pack(_read(Path(name)))
    except PackFaults as error:
        print(f"There is no pack {name!r} that can be shown. Known: {', '.join(names())}")
        for fault in error.faults:
            print(f"  {fault}")
        return UNKNOWN
    for line in show(pack):
        print(line)
    return OK


def show(pack: Pack) -> Iterator[str]:
    """Yield a pack as people read it, a card after the other."""
    yield f"{pack.title} ({len(pack.cards())} cards). {pack.blurb}"
    for made in pack.definitions:
        yield ""
        yield from show_card(made)


def show_card(made: Definition) -> Iterator[str]:
    """Yield a card as people read it."""
    yield from show_face(made.face, made.copies)


def show_face(face: Face, copies: int) -> Iterator[str]:
    """Yield what stands on a card, of which there are so many."""
    yield f"{face.name}  [{face.kind}, {face.back}]{f'  x{copies}' if copies > 1 else ''}"
    figures = [
        f"{label} {value}" if value.isdigit() else f"{label}: {value}" for label, value in face.figures
    ]
    traits = [trait.replace("_", " ").capitalize() for trait in face.traits]
    if figures or traits:
        yield f"    {', '.join(figures + traits)}"
    for line in face.text:
        yield from textwrap.wrap(line, 100, initial_indent="    ", subsequent_indent="      ")
    if face.flavour:
        yield from textwrap.wrap(
            f"“{face.flavour}”", 100, initial_indent="      ", subsequent_indent="      "
        )
