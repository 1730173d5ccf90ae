"""The pages about the table itself, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.views.base.rules_book import RulePage

TABLE_RULE_PAGES: Mapping[str, RulePage] = {
    "table": RulePage(
        "The table",
        "Leaving, pausing, being away",
        "The host starts the game, adds computer players and chooses options. A careful caretaker plays "
        "for anybody who is away, until they press something again.\n\n"
        "`/kickdoor hand` your hand · `/kickdoor table` the table below everything else · `/kickdoor status` "
        "who must act · `/kickdoor card` any card · `/kickdoor pause` · `/kickdoor undo` · `/kickdoor "
        "end`\n\n"
        "Every accepted action is saved before you see it. Nobody chooses the dice: I seal a secret before "
        "anybody joins, your presses are mixed in, and at the end I open the seal.",
    ),
}


def house_page(changed: Sequence[tuple[str, str, str]]) -> Mapping[str, RulePage]:
    """Return the page of the options that differ from the standard ones: title, value and note of each."""
    if not changed:
        return {}
    lines = [f"**{title}: {value}**" + (f"\n-# {note}" if note else "") for title, value, note in changed]
    text = "The host has chosen these for this table. Everything else is as usual.\n\n" + "\n".join(lines)
    return {"house": RulePage("House rules", "What is different at this table", text)}
