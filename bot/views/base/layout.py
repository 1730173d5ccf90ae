"""What a screen is made of, as plain data: drawn by pure functions, painted for Discord elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from typing import Literal

from bot.views.base.sketches import Sketch
from cards.say import spoken

Style = Literal["primary", "plain", "good", "bad"]


@dataclass(frozen=True, slots=True)
class Text:
    """A block of markdown. Names and free text in it have to be escaped already."""

    content: str


@dataclass(frozen=True, slots=True)
class Separator:
    """Space between blocks, with a line through it unless ``line`` is False."""

    line: bool = True
    large: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press. ``custom_id`` says all there is to know; ``emoji`` as in ``emoji.py``."""

    label: str
    custom_id: str
    style: Style = "plain"
    disabled: bool = False
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class LinkButton:
    """A button that opens an address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small picture beside a section, ``alt`` the same in words."""

    url: str
    alt: str


@dataclass(frozen=True, slots=True)
class ButtonRow:
    """Up to five buttons side by side."""

    buttons: tuple[Button | LinkButton, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select; ``note`` is the small print under it."""

    label: str
    value: str
    note: str = ""
    chosen: bool = False
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """A menu of at most 25 options, of which ``least`` to ``most`` are picked.

    With ``channels`` it is Discord's own, of the server's channels; in a direct message there are none.
    """

    custom_id: str
    options: tuple[Option, ...]
    hint: str = ""
    least: int = 1
    most: int = 1
    disabled: bool = False
    channels: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """One to three texts with one button or picture beside them."""

    texts: tuple[Text, ...]
    beside: Button | LinkButton | Thumbnail


ALT_TEXT_ROOM_CHARS = 1000
"""Characters of an alternative text; Discord takes 1,024."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A large picture. ``url`` may be ``attachment://`` a file of the screen; ``alt`` says it in words.

    With a ``sketch`` the file is yet to be drawn; ``text_instead`` stands in its place for those who want
    words (nothing if it is empty, because the words are elsewhere on the screen).
    """

    url: str
    alt: str
    sketch: Sketch | None = None
    text_instead: str = ""


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file of the screen, by its name, to be opened or kept."""

    name: str


Block = Text | Separator | ButtonRow | Select | Section | Picture | AttachedFile


@dataclass(frozen=True, slots=True)
class Container:
    """Blocks in a frame with a colored edge (0xRRGGBB)."""

    blocks: tuple[Block, ...]
    color: int | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file that travels with a screen."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole message. ``mentioned_users`` are the users that a mention in it may notify: nobody else is.

    With ``silent`` it rings for nobody when it is posted: it asks nothing.
    """

    parts: tuple[Container | Block, ...]
    files: tuple[File, ...] = ()
    mentioned_users: tuple[int, ...] = ()
    silent: bool = False
    language: NullTranslations = field(default_factory=spoken.get, repr=False, compare=False)
    """In which it was drawn, and its pictures are yet to be."""

    def blocks(self) -> Iterator[Block]:
        """Go through all blocks, in reading order, boxes opened."""
        for part in self.parts:
            if isinstance(part, Container):
                yield from part.blocks
            else:
                yield part

    def as_text(self) -> str:
        """Return everything that can be read on the screen, one block a line."""
        return "\n".join(line for block in self.blocks() for line in _block_lines(block))

    def without_pictures(self) -> Screen:
        """Return the screen without pictures that can be said in words."""
        return self._replaced(lambda block: [Text(block.text_instead)] if block.text_instead else [])

    def with_pictures(self, pictures: Mapping[Sketch, bytes]) -> Screen:
        """Return the screen with its pictures drawn, each as a file."""
        drawn = [block for block in self.blocks() if isinstance(block, Picture) and block.sketch is not None]
        new = tuple(
            File(block.url.removeprefix("attachment://"), pictures[block.sketch])
            for block in drawn
            if block.sketch is not None
        )
        done = self._replaced(lambda block: [replace(block, sketch=None)])
        return replace(done, files=self.files + new)

    def sketches(self) -> list[Sketch]:
        """List the pictures that are yet to be drawn."""
        return [b.sketch for b in self.blocks() if isinstance(b, Picture) and b.sketch is not None]

    def with_sketches(self, change: Callable[[Sketch], Sketch]) -> Screen:
        """Return the screen with other sketches in the places of those that are yet to be drawn."""
        return self._replaced(lambda block: [replace(block, sketch=change(block.sketch))])

    def with_texts(self, change: Callable[[str], str]) -> Screen:
        """Return the screen with other texts in the places of its own."""

        def changed(block: Block) -> Block:
            if isinstance(block, Text):
                return Text(change(block.content))
            if isinstance(block, Section):
                return replace(block, texts=tuple(Text(change(text.content)) for text in block.texts))
            return block

        return self._changed(lambda blocks: map(changed, blocks))

    def _replaced(self, change: Callable[[Picture], Sequence[Block]]) -> Screen:
        def changed(blocks: Iterable[Block]) -> Iterator[Block]:
            for block in blocks:
                if isinstance(block, Picture) and block.sketch is not None:
                    yield from change(block)
                else:
                    yield block

        return self._changed(changed)

    def _changed(self, changed: Callable[[Iterable[Block]], Iterable[Block]]) -> Screen:
        parts: list[Container | Block] = []
        for part in self.parts:
            if isinstance(part, Container):
                parts.append(replace(part, blocks=tuple(changed(part.blocks))))
            else:
                parts += changed([part])
        return replace(self, parts=tuple(parts))

    def controls(self) -> Iterator[Button | Select]:
        """Go through all that can be pressed or chosen from, in reading order; links lead elsewhere."""
        for block in self.blocks():
            match block:
                case ButtonRow(buttons):
                    yield from (button for button in buttons if isinstance(button, Button))
                case Select():
                    yield block
                case Section(beside=Button() as button):
                    yield button
                case _:
                    pass

    def custom_ids(self) -> list[str]:
        """List the custom_ids of all buttons and selects that can be used."""
        return [control.custom_id for control in self.controls() if not control.disabled]


def _block_lines(block: Block) -> Iterator[str]:
    match block:
        case Text(content):
            yield content
        case Separator():
            pass
        case ButtonRow(buttons):
            yield " ".join(f"[{button.label}]" for button in buttons)
        case Select():
            yield f"({block.hint}: " + ", ".join(option.label for option in block.options) + ")"
        case Section(texts, beside):
            yield from (text.content for text in texts)
            yield beside.alt if isinstance(beside, Thumbnail) else f"[{beside.label}]"
        case Picture(_, alt):
            yield alt
        case AttachedFile(name):
            yield f"[{name}]"


@dataclass(frozen=True, slots=True)
class Field:
    """One question of a form: a menu, or a line of text where ``options`` is empty."""

    name: str
    label: str
    note: str = ""
    options: tuple[Option, ...] = ()
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Form:
    """A modal: a title and one to five questions."""

    custom_id: str
    title: str
    fields: tuple[Field, ...]
