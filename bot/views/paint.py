"""Screens as discord.py views and modals.

Views are stopped before they are sent: the library then keeps nothing of them in memory, and presses reach
the one dynamic item that the cogs have registered, before and after a restart alike. So a view never mixes
dynamic and ordinary items, which would unregister the dynamic ones (discord.py 2.7.1, ``View._refresh``).
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, assert_never

import discord
from discord import ui

from bot.views import limits
from bot.views.layout import (
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

_BUTTON_STYLES: dict[Style, discord.ButtonStyle] = {
    "primary": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
}

_Item = ui.Item[Any]


def paint(screen: Screen) -> ui.LayoutView:
    """Return the screen as a finished view. Raises ScreenTooBigError for what Discord would refuse."""
    limits.check(screen)
    view = ui.LayoutView(timeout=None)
    for part in screen.parts:
        if isinstance(part, Container):
            blocks = [_block(block) for block in part.blocks]
            view.add_item(ui.Container(*blocks, accent_colour=part.colour))
        else:
            view.add_item(_block(part))
    view.stop()
    return view


def mentions(screen: Screen) -> discord.AllowedMentions:
    """Return whom the screen may notify: nobody, or the users it names."""
    users = [discord.Object(user) for user in screen.mentioned_users]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)


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


def _input(entry: Field) -> _Item:
    if not entry.options:
        return ui.TextInput(custom_id=entry.name, required=entry.least > 0, max_length=entry.most)
    return ui.Select(
        custom_id=entry.name,
        options=[_option(option) for option in entry.options],
        min_values=entry.least,
        max_values=entry.most,
        required=entry.least > 0,
    )


def _block(block: Block) -> _Item:
    match block:
        case Text(content):
            return ui.TextDisplay(content)
        case Separator(line, large):
            size = discord.SeparatorSpacing.large if large else discord.SeparatorSpacing.small
            return ui.Separator(visible=line, spacing=size)
        case ButtonRow(buttons):
            return ui.ActionRow(*(_button(button) for button in buttons))
        case Select():
            return ui.ActionRow(_select(block))
        case Section(texts, beside):
            lines: list[ui.TextDisplay[Any]] = [ui.TextDisplay(text.content) for text in texts]
            return ui.Section(*lines, accessory=_beside(beside))
        case Picture(url, alt):
            return ui.MediaGallery(discord.MediaGalleryItem(url, description=alt))
        case AttachedFile(name):
            return ui.File(f"attachment://{name}")
    assert_never(block)


def _beside(beside: Button | LinkButton | Thumbnail) -> ui.Thumbnail[Any] | ui.Button[Any]:
    if isinstance(beside, Thumbnail):
        return ui.Thumbnail(beside.url, description=beside.alt)
    return _button(beside)


def _button(button: Button | LinkButton) -> ui.Button[Any]:
    if isinstance(button, LinkButton):
        return ui.Button(label=button.label, url=button.url)
    return ui.Button(
        label=button.label,
        custom_id=button.custom_id,
        style=_BUTTON_STYLES[button.style],
        disabled=button.disabled,
        emoji=button.emoji or None,
    )


def _select(select: Select) -> ui.Select[Any]:
    return ui.Select(
        custom_id=select.custom_id,
        placeholder=select.hint or None,
        options=[_option(option) for option in select.options],
        min_values=select.least,
        max_values=select.most,
        disabled=select.disabled,
    )


def _option(option: Option) -> discord.SelectOption:
    return discord.SelectOption(
        label=option.label,
        value=option.value,
        description=option.note or None,
        default=option.chosen,
        emoji=option.emoji or None,
    )
