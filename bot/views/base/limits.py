"""Discord's limits for messages and modals, checked before anything is sent.

The library checks only a few of them itself, and Discord refuses a message as a whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.views.base.layout import (
    AttachedFile,
    Block,
    Button,
    ButtonRow,
    Container,
    Field,
    Form,
    LinkButton,
    Picture,
    Screen,
    Section,
    Select,
    Separator,
    Text,
    Thumbnail,
)

MAX_COMPONENTS = 40
MAX_TEXT_CHARS = 4000
MAX_LABEL_CHARS = 80
MAX_CUSTOM_ID_CHARS = 100
MAX_OPTION_CHARS = 100
MAX_OPTIONS = 25
MAX_HINT_CHARS = 150
MAX_ROW_BUTTONS = 5
MAX_SECTION_TEXTS = 3
MAX_ALT_CHARS = 1024
MAX_FIELDS = 5
MAX_TITLE_CHARS = 45
MAX_FIELD_LABEL_CHARS = 45
MAX_FIELD_NOTE_CHARS = 100


class ScreenTooBigError(Exception):
    """A screen that Discord would refuse; a fault of ours.

    Its text goes into logs: it names limits and places and quotes nothing of the screen, which may be a hand.
    """


def check(screen: Screen) -> Screen:
    """Return the screen itself, or raise ScreenTooBigError with everything that is wrong with it."""
    found = faults(screen)
    if found:
        raise ScreenTooBigError("; ".join(found))
    return screen


def faults(screen: Screen) -> list[str]:
    """Name every limit that the screen breaks, and in which block."""
    ids = Counter(control.custom_id for control in screen.controls())
    repeated = [f"the same custom_id {count} times" for count in ids.values() if count > 1]
    return [*_screen_faults(screen), *repeated]


def form_faults(form: Form) -> list[str]:
    """Name every limit that the modal breaks."""
    found = _length("title", form.title, MAX_TITLE_CHARS)
    if not 1 <= len(form.fields) <= MAX_FIELDS:
        found.append(f"{len(form.fields)} fields")
    found += _length("custom_id", form.custom_id, MAX_CUSTOM_ID_CHARS)
    for entry in form.fields:
        found += _field_faults(entry)
    return found


def components(screen: Screen) -> int:
    """Count the components, nested ones included, as Discord counts them."""
    boxes = sum(isinstance(part, Container) for part in screen.parts)
    return boxes + sum(_component_count(block) for block in screen.blocks())


def text_length(screen: Screen) -> int:
    """Count the characters of all texts together."""
    return sum(len(text) for block in screen.blocks() for text in _texts(block))


def _length(what: str, text: str, most: int, least: int = 1) -> list[str]:
    return [] if least <= len(text) <= most else [f"{what} of {len(text)} characters"]


def _screen_faults(screen: Screen) -> Iterator[str]:
    count = components(screen)
    if not 1 <= count <= MAX_COMPONENTS:
        yield f"{count} components"
    if text_length(screen) > MAX_TEXT_CHARS:
        yield f"{text_length(screen)} characters"
    for part in screen.parts:
        if isinstance(part, Container) and not part.blocks:
            yield "an empty box"
    for number, block in enumerate(screen.blocks(), 1):
        for fault in _block_faults(block):
            yield f"block {number}: {fault}"


def _component_count(block: Block) -> int:
    match block:
        case Text() | Separator() | Picture() | AttachedFile():
            return 1
        case ButtonRow(buttons):
            return 1 + len(buttons)
        case Select():
            return 2
        case Section(texts):
            return 2 + len(texts)


def _texts(block: Block) -> Iterator[str]:
    if isinstance(block, Text):
        yield block.content
    elif isinstance(block, Section):
        yield from (text.content for text in block.texts)


def _block_faults(block: Block) -> Iterator[str]:
    for text in _texts(block):
        if not text.strip():
            yield "an empty text"
    match block:
        case ButtonRow(buttons):
            if not 1 <= len(buttons) <= MAX_ROW_BUTTONS:
                yield f"{len(buttons)} buttons in a row"
            for button in buttons:
                yield from _button_faults(button)
        case Select():
            yield from _select_faults(block)
        case Section(texts, beside):
            if not 1 <= len(texts) <= MAX_SECTION_TEXTS:
                yield f"{len(texts)} texts in a section"
            if isinstance(beside, Thumbnail):
                yield from _length("alt text", beside.alt, MAX_ALT_CHARS)
            else:
                yield from _button_faults(beside)
        case Picture(_, alt):
            yield from _length("alt text", alt, MAX_ALT_CHARS)
        case Text() | Separator() | AttachedFile():
            pass


def _button_faults(button: Button | LinkButton) -> Iterator[str]:
    yield from _length("label", button.label, MAX_LABEL_CHARS)
    if isinstance(button, Button):
        yield from _length("custom_id", button.custom_id, MAX_CUSTOM_ID_CHARS)


def _select_faults(select: Select) -> Iterator[str]:
    yield from _length("custom_id", select.custom_id, MAX_CUSTOM_ID_CHARS)
    yield from _length("hint", select.hint, MAX_HINT_CHARS, 0)
    if select.channels and not select.options:
        return
    if not 1 <= len(select.options) <= MAX_OPTIONS:
        yield f"{len(select.options)} options"
    if not (0 <= select.least <= select.most and 1 <= select.most <= len(select.options)):
        yield f"choose {select.least} to {select.most} of {len(select.options)}"
    for option in select.options:
        if not (1 <= len(option.label) <= MAX_OPTION_CHARS and 1 <= len(option.value) <= MAX_OPTION_CHARS):
            yield f"option of {len(option.label)} characters, value of {len(option.value)}"
        yield from _length("note", option.note, MAX_OPTION_CHARS, 0)
    if len({option.value for option in select.options}) != len(select.options):
        yield "the same value twice"


def _field_faults(entry: Field) -> Iterator[str]:
    yield from _length("field label", entry.label, MAX_FIELD_LABEL_CHARS)
    yield from _length("field note", entry.note, MAX_FIELD_NOTE_CHARS, 0)
    if entry.options:
        select = Select(entry.name, entry.options, least=entry.least, most=entry.most)
        yield from _select_faults(select)
