"""Screens as the library's own items, which what we send has to equal."""

from typing import Any, assert_never

import discord
from discord import ui

from bot.views.base.emoji import painted
from bot.views.base.layout import (
    AttachedFile,
    Block,
    Button,
    ButtonRow,
    Container,
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


def library_view(screen: Screen) -> ui.LayoutView:
    """Return the screen as a view of the library's items."""
    view = ui.LayoutView(timeout=None)
    for part in screen.parts:
        if isinstance(part, Container):
            blocks = [_block(block) for block in part.blocks]
            view.add_item(ui.Container(*blocks, accent_color=part.color))
        else:
            view.add_item(_block(part))
    view.stop()
    return view


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
        emoji=painted(button.emoji)["name"] or None,
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
        emoji=painted(option.emoji)["name"] or None,
    )
