"""The command ``kickdoor packs``: lists, shows and checks packs, and prints their JSON Schema."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from cards.kernel.game import CardFace
from cards.language.checking import PackError, read_file
from cards.language.definition import Definition
from cards.language.packs import PACKS_DIR, Pack, build_pack, load_pack, pack_names, read_folder, read_forms
from cards.language.schema import reference, schema_text
from cards.language.twins import twins_report

EXIT_OK, EXIT_FAULTY, EXIT_UNKNOWN = 0, 1, 2


def add_arguments(parser: ArgumentParser) -> None:
    """Describe the arguments of ``kickdoor packs``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="the packs there are")
    show = actions.add_parser("show", help="a pack's cards as players read them")
    show.add_argument("pack", help="a name from the list, or a file")
    check = actions.add_parser("check", help="look for faults; exit 1 if there are any")
    check.add_argument("pack", help="one .json or .toml file, a pack's folder, or a name from the list")
    actions.add_parser("twins", help="cards of different packs that say the same under other names")
    actions.add_parser("words", help="all that a card can say, as Markdown")
    actions.add_parser("schema", help="the JSON Schema of packs, for editors")


def main(args: Namespace) -> int:
    """Run the action and return the exit code: 0, 1 for a faulty pack, 2 for an unknown one."""
    if args.action == "list":
        return _list()
    if args.action == "schema":
        print(schema_text(), end="")
        return EXIT_OK
    if args.action == "words":
        print(reference(), end="")
        return EXIT_OK
    if args.action == "twins":
        for line in twins_report({name: read_forms(name) for name in pack_names()}):
            print(line)
        return EXIT_OK
    if args.pack not in pack_names() and not Path(args.pack).exists():
        print(f"There is neither a pack nor a file {args.pack!r}. `kickdoor packs list` shows the packs.")
        return EXIT_UNKNOWN
    if args.action == "check":
        return _check(_path_of(args.pack))
    return _show(args.pack)


def _list() -> int:
    code = EXIT_OK
    for name in pack_names():
        try:
            pack = load_pack(name)
        except PackError:
            print(f"{name:14} cannot be used; `kickdoor packs check {PACKS_DIR / name}` says why")
            code = EXIT_FAULTY
            continue
        cards = pack.cards()
        print(
            f"{name:14} {len(cards):4} cards, {len(pack.definitions)} different  {pack.title}: {pack.blurb}"
        )
    return code


def _path_of(pack: str) -> Path:
    """Return the file or folder of that name, or the folder of the pack where there is none."""
    path = Path(pack)
    return PACKS_DIR / pack if not path.exists() and pack in pack_names() else path


def _check(path: Path) -> int:
    try:
        pack = build_pack(_read(path))
    except PackError as error:
        return print_faults(str(path), error)
    print(f"{path}: {pack.title}, {len(pack.cards())} cards, no faults. Digest {pack.digest}")
    return EXIT_OK


def print_faults(pack: str, error: PackError) -> int:
    """Print every fault of a pack and return the exit code that says so."""
    for fault in error.faults:
        print(f"{pack}: {fault}")
    count = len(error.faults)
    print(f"{count} {'fault' if count == 1 else 'faults'}")
    return EXIT_FAULTY


def _read(path: Path) -> dict[str, object]:
    if path.is_dir():
        return read_folder(path)
    data = read_file(path)
    if "pack" not in data and (path.parent / "pack.toml").is_file():
        return read_folder(path.parent)
    return data


def _show(name: str) -> int:
    try:
        pack = load_pack(name) if name in pack_names() else build_pack(_read(Path(name)))
    except PackError as error:
        return print_faults(name, error)
    for line in show_pack(pack):
        print(line)
    return EXIT_OK


def show_pack(pack: Pack) -> Iterator[str]:
    """Yield a pack as people read it, a card after the other."""
    yield f"{pack.title} ({len(pack.cards())} cards). {pack.blurb}"
    for made in pack.definitions:
        yield ""
        yield from show_card(made)


def show_card(made: Definition) -> Iterator[str]:
    """Yield a card as people read it."""
    yield from show_face(made.face, made.copies)


def show_face(face: CardFace, copies: int) -> Iterator[str]:
    """Yield what stands on a card, with the number of its copies."""
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
