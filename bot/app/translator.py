"""Commands in the languages of those who type them: Discord is told all of them at once."""

from __future__ import annotations

import re

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot import languages
from bot.views.base.text import label

NAME_CONTEXT = "command"
"""Tells the names of commands and options from the same words in sentences."""

MAX_CHARS = 100
_NAMES = (Location.command_name, Location.group_name, Location.parameter_name)
_NAME_PATTERN = re.compile(r"[-_'\w]{1,32}")


class CommandTranslator(app_commands.Translator):
    """Says names and descriptions in a language; what Discord would refuse stays English."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a text in another language, None where it is not known."""
        language, english = languages.language_of(locale.value), string.message
        if context.location in _NAMES:
            told = language.pgettext(NAME_CONTEXT, english).lower()
            return told if told != english and _NAME_PATTERN.fullmatch(told) else None
        told = label(language.gettext(english), MAX_CHARS)
        return None if told == english else told
