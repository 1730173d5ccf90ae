"""``make messages``: brings every catalog up to date with the sentences, and says what is missing in each.

A language begins as an empty file such as ``bot/languages/de.po``. Beside it stands what the bot reads,
``de.mo``, in which sentences are left out that name other values than the English ones do.
"""

import re
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.languages.sentences import ROOT, Sentence, sentences

LANGUAGES = ROOT / "bot" / "languages"

_FIELD_PATTERN = re.compile(r"\{[^}]*\}")


def template(found: list[Sentence]) -> Catalog:
    """Return a catalog of sentences without their translations."""
    catalog = Catalog(project="Kickdoor")
    for each in found:
        key = (each.one, each.many) if each.many else each.one
        catalog.add(key, context=each.context or None, locations=[(each.place, 0)])
    return catalog


def bring_up_to_date(path: Path, english: Catalog) -> str:
    """Write a catalog and what the bot reads of it; return how much is missing."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem.replace("-", "_"))
    catalog.update(english, no_fuzzy_matching=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=110, include_lineno=False, ignore_obsolete=True)
    faults = [message for message in catalog if message.id and not _keeps_fields(message)]
    missing = sum(1 for message in catalog if message.id and (message.fuzzy or not _is_told(message)))
    for message in faults:
        message.string = ""
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)
    told = f"{path.stem}: {missing} of {len(catalog)} sentences are missing"
    return "\n".join([told, *(f"  other values than in English: {message.id}" for message in faults)])


def _is_told(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def _keeps_fields(message: Message) -> bool:
    """Return True if each form of a translation names values that the English sentence has."""
    english, told = (
        part if isinstance(part, tuple | list) else (part,) for part in (message.id, message.string)
    )
    known = set(_FIELD_PATTERN.findall(english[-1]))
    return all(set(_FIELD_PATTERN.findall(form)) <= known for form in told if form)


def main() -> None:
    """Write the template for translators, and bring all catalogs up to date."""
    english = template(sentences())
    place = ROOT / "build" / "messages.pot"
    place.parent.mkdir(exist_ok=True)
    with place.open("wb") as file:
        write_po(file, english, width=110, include_lineno=False)
    print(f"{len(english)} sentences in {place.relative_to(ROOT)}")
    for path in sorted(LANGUAGES.glob("*.po")):
        print(bring_up_to_date(path, english))


if __name__ == "__main__":
    main()
