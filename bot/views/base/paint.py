"""Screens as what discord.py sends, and forms as its modals.

A screen becomes the dictionaries of Discord's interface at once: the library's items, made only to be turned
into such dictionaries, take three times as long. Its views are finished before they are sent:
the library then keeps nothing of them in memory, and presses reach the one listener of the cogs, before and
after a restart alike.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, assert_never

import discord
from discord import ui

from bot.views.base import emoji, limits
from bot.views.base.layout import (
    AttachedFile,
    Block,
    Button,
    ButtonRow,
    Container,
    Field,
    File,
    Form,
    LinkButton,
    Option,
    Picture,
    Screen,
    Section,
    Select,
    Separator,
    Style,
    Text,
    Thumbnail,
)

Component = dict[str, Any]
"""One component as Discord's interface describes it."""

_BUTTON_STYLES: dict[Style, int] = {"primary": 1, "plain": 2, "good": 3, "bad": 4}

_LINK_STYLE = 5

MAX_OPEN_OPTIONS = 6
"""Options that stand in a form to be tapped at once; more take too much of a phone, and become a menu."""

_ACTION_ROW, _BUTTON, _SELECT, _SECTION, _TEXT, _THUMBNAIL, _GALLERY, _FILE, _SEPARATOR, _CONTAINER = (
    *(1, 2, 3, 9, 10, 11, 12, 13, 14, 17),
)
"""Discord's numbers of the kinds of components."""
_CHANNEL_SELECT = 8

TABLE_CHANNEL_TYPES = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.news_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.public_thread,
)
"""The kinds of channels in which people write, so that a table can be there."""


class PaintedView(ui.LayoutView):
    """A finished view whose components are ready to be sent."""

    def __init__(self, components: list[Component]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()

    def to_components(self) -> list[Component]:
        """Return the components as they are sent."""
        return self._components

    def has_components_v2(self) -> bool:
        """Return True: a screen is made of nothing else."""
        return True

    def is_dispatchable(self) -> bool:
        """Return False: presses are for the listener of the cogs."""
        return False


def paint(screen: Screen) -> PaintedView:
    """Return the screen as a finished view. Raises ScreenTooBigError for what Discord would refuse."""
    return PaintedView(components(screen))


def components(screen: Screen) -> list[Component]:
    """Return the parts of the screen as Discord's interface describes them. Raises ScreenTooBigError."""
    limits.check(screen)
    return [_part(part) for part in screen.parts]


def mentions(screen: Screen) -> dict[str, list[Any]]:
    """Return whom the screen may notify, as Discord's interface says it: nobody, or the users it names."""
    return {"parse": [], **({"users": list(screen.mentioned_users)} if screen.mentioned_users else {})}


def files(items: Iterable[File]) -> list[discord.File]:
    """Return fresh file objects; the library uses each only once."""
    return [discord.File(io.BytesIO(item.data), filename=item.name) for item in items]


def paint_form(form: Form) -> ui.Modal:
    """Return the form as a finished modal. Raises ScreenTooBigError for what Discord would refuse."""
    found = limits.form_faults(form)
    if found:
        raise limits.ScreenTooBigError("; ".join(found))
    modal = ui.Modal(title=form.title, custom_id=form.custom_id, timeout=None)
    for entry in form.fields:
        modal.add_item(ui.Label(text=entry.label, description=entry.note or None, component=_input(entry)))
    modal.stop()
    return modal


def _input(entry: Field) -> ui.Item[Any]:
    if not entry.options:
        return ui.TextInput(custom_id=entry.name, required=entry.least > 0, max_length=entry.most)
    shown: list[dict[str, Any]] = [
        {"label": o.label, "value": o.value, "description": o.note or None, "default": o.chosen}
        for o in entry.options
    ]
    if 1 < len(shown) <= MAX_OPEN_OPTIONS and entry.least == entry.most == 1:
        return ui.RadioGroup(custom_id=entry.name, options=[discord.RadioGroupOption(**o) for o in shown])
    counts: dict[str, Any] = {"min_values": entry.least, "max_values": entry.most}
    counts["required"] = entry.least > 0
    if len(shown) <= MAX_OPEN_OPTIONS:
        boxes = [discord.CheckboxGroupOption(**o) for o in shown]
        return ui.CheckboxGroup(custom_id=entry.name, options=boxes, **counts)
    return ui.Select(custom_id=entry.name, options=[discord.SelectOption(**o) for o in shown], **counts)


def _part(part: Container | Block) -> Component:
    if not isinstance(part, Container):
        return _block(part)
    blocks = [_block(block) for block in part.blocks]
    return {"type": _CONTAINER, "accent_color": part.color, "spoiler": False, "components": blocks}


def _block(block: Block) -> Component:
    match block:
        case Text():
            return _text(block)
        case Separator(line, large):
            return {"type": _SEPARATOR, "divider": line, "spacing": 2 if large else 1}
        case ButtonRow(buttons):
            return {"type": _ACTION_ROW, "components": [_button(button) for button in buttons]}
        case Select():
            return {"type": _ACTION_ROW, "components": [_select(block)]}
        case Section(texts, beside):
            return {
                "type": _SECTION,
                "components": [_text(text) for text in texts],
                "accessory": _beside(beside),
            }
        case Picture(url, alt):
            shown = {"media": {"url": url}, "spoiler": False, "description": alt}
            return {"type": _GALLERY, "items": [shown]}
        case AttachedFile(name):
            return {"type": _FILE, "file": {"url": f"attachment://{name}"}, "spoiler": False}
    assert_never(block)


def _text(text: Text) -> Component:
    return {"type": _TEXT, "content": text.content}


def _beside(beside: Button | LinkButton | Thumbnail) -> Component:
    if isinstance(beside, Thumbnail):
        media = {"url": beside.url}
        return {"type": _THUMBNAIL, "spoiler": False, "media": media, "description": beside.alt}
    return _button(beside)


def _button(button: Button | LinkButton) -> Component:
    painted: Component = {"type": _BUTTON, "label": button.label}
    if isinstance(button, LinkButton):
        return painted | {"style": _LINK_STYLE, "disabled": False, "url": button.url}
    painted["style"] = _BUTTON_STYLES[button.style]
    painted["disabled"] = button.disabled
    painted["custom_id"] = button.custom_id
    if button.emoji:
        painted["emoji"] = emoji.painted(button.emoji)
    return painted


def _select(select: Select) -> Component:
    painted: Component = {
        "type": _SELECT,
        "custom_id": select.custom_id,
        "min_values": select.least,
        "max_values": select.most,
        "disabled": select.disabled,
        "required": True,
    }
    if select.channels:
        painted |= {"type": _CHANNEL_SELECT, "channel_types": [kind.value for kind in TABLE_CHANNEL_TYPES]}
    else:
        painted["options"] = [_menu_line(option) for option in select.options]
    if select.hint:
        painted["placeholder"] = select.hint
    return painted


def _menu_line(option: Option) -> Component:
    painted: Component = {"label": option.label, "value": option.value, "default": option.chosen}
    if option.note:
        painted["description"] = option.note
    if option.emoji:
        painted["emoji"] = emoji.painted(option.emoji)
    return painted
