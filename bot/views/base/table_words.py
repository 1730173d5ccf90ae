"""The table's own words: refusals and what happens in the lobby. Most stand in ``table_words.toml``."""

from __future__ import annotations

from bot.tables.table import Speed, Table
from bot.views.base.text import escape, pairs, read_texts, say

_TEXTS = read_texts("bot.views.base", "table_words")

INVITE_URL = (
    "https://discord.com/oauth2/authorize?client_id={application}"
    "&scope=bot+applications.commands&permissions={permissions}"
)

CORRECTED_TEXT = "✏️ Something was put right in this game: it counts for your figures, but not for ratings."

TABLE_REFUSALS: dict[str, str] = {
    code: text.replace("{invite}", INVITE_URL) for code, text in _TEXTS["refusals"].items()
}

SPEED_TEXTS: dict[Speed, tuple[str, str]] = pairs(_TEXTS["speeds"])

SEX_TEXTS: dict[str, tuple[str, str]] = pairs(_TEXTS["sexes"])
CHOSEN_SEX_TEXTS: dict[str, str] = _TEXTS["chosen_sexes"]
SEX_SIGNS = {"female": "♀", "male": "♂"}

WATCHER_TEXTS: dict[str, tuple[str, str]] = pairs(_TEXTS["watchers"])

POLL_TEXTS: dict[str, str] = _TEXTS["polls"]

LEFT_ASKER_TEXT = "Somebody who has left"
"""Who asks a question that has outlived them."""

NEWS_TEXTS: dict[str, str] = _TEXTS["news"]
"""What has happened beside the game, by the kind of ``TableNews``."""

CORRECTION_TEXTS: dict[str, str] = _TEXTS["corrections"]

SAID_TEXTS: dict[str, str] = _TEXTS["said"]
"""What is too long to stand where it is said."""

HALT_TEXTS: dict[str, str] = _TEXTS["halts"]

TROUBLE_TEXTS: dict[str, str] = _TEXTS["troubles"]

KIND_SIGNS: dict[str, str] = _TEXTS["kind_signs"]

HEALING_TROUBLES = frozenset({"timeout", "threads", "deleted", "refused"})
"""Troubles that end without anybody pressing something here: then the game goes on by itself."""

MOVE_HINT = "`/kickdoor-table move` takes it elsewhere."

RESUME_HINTS: dict[str, str] = {
    "gone": "`/kickdoor-table move`, typed in any channel of the server, takes it there.",
    "fault": "**Resume** tries again; `/kickdoor undo` takes back the latest move.",
    **dict.fromkeys(HEALING_TROUBLES, "It goes on by itself when that is over. {move}"),
}
"""How it goes on then."""

RESUME_HINT = (
    "Once that is fixed, **Resume** or `/kickdoor resume` goes on; `/kickdoor-table move` takes it elsewhere."
)


def halt_text(table: Table) -> str:
    """Say why the table stands still; empty if it does not."""
    if table.halt != "suspended":
        return say(HALT_TEXTS.get(table.halt, ""))
    kind, _, name = table.trouble.partition(":")
    reason = say(TROUBLE_TEXTS.get(kind, "I cannot use its channel."))
    if name:
        reason = say("I need the permission “{name}” there.", name=escape(name))
    hint = say(RESUME_HINTS.get(kind) or RESUME_HINT, move=say(MOVE_HINT))
    return f"{say(HALT_TEXTS['suspended'])} {reason} {hint}"


def unseen_text(trouble: str) -> str:
    """Say why nobody can see a table that goes on otherwise."""
    return say(
        "Nobody can see it. {why} All clocks are stopped, and I keep trying. {hint}",
        why=say(TROUBLE_TEXTS[trouble]),
        hint=say(MOVE_HINT),
    )
