"""The word of welcome on a server that has just added the bot."""

from __future__ import annotations

from bot.views.base.custom_ids import ButtonAction, CustomId
from bot.views.base.layout import Button, ButtonRow, Container, Screen, Text
from bot.views.pages.rule_links import RULES_EMOJI, RulesLink


def welcome_screen(*, pictures: bool) -> Screen:
    """Say how a game begins, and what is lacking where we may send no pictures."""
    lines = [
        "### 🚪 Kickdoor is at your door",
        "Kick doors, fight monsters, bribe a helper, stab a friend. One game per channel; hands are private.",
        "Press **Open a table** here, or type `/kickdoor new` where you want to play.",
    ]
    if not pictures:
        lines.append("-# I lack **Attach Files** here, so you would read words instead of pictures.")
    lines.append("-# Who may use which command: Server Settings, **Integrations**, Kickdoor.")
    buttons = (
        Button("Open a table", str(CustomId(0, 0, ButtonAction.LOBBY, "new")), "primary", emoji="🎲"),
        Button("Rules", RulesLink().custom_id("rules"), emoji=RULES_EMOJI),
    )
    return Screen((Container((Text("\n".join(lines)), ButtonRow(buttons))),))
