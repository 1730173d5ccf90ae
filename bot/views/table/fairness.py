"""What shows people that nobody could have chosen the dice: a seal before the start, the key at the end."""

from __future__ import annotations

from bot.tables.table import SEED_HEX_DIGITS, Table, seed_message
from bot.views.base.layout import Block, Button, ButtonRow, Container, Screen, Text
from bot.views.base.table_words import SAID_TEXTS
from bot.views.table.replay import replay_custom_id
from cards.say import say

SHORT_SEAL_DIGITS = 10


def sealed_line(table: Table) -> str:
    """Return the seal as one line of small print; empty where the table has none (yet)."""
    if not table.secret_hash:
        if table.commitment:
            return say(
                "-# 🎲 The dice are sealed. SHA-256 of their seed: {commitment}", commitment=table.commitment
            )
        return ""
    if table.phase == "lobby":
        return say(
            SAID_TEXTS["dice_open"],
            hash=table.secret_hash,
        )
    presses = " ".join(str(one.interaction_id) for one in table.contributions) or "none"
    return say(
        SAID_TEXTS["dice_sealed"],
        hash=table.secret_hash,
        presses=presses,
    )


def short_seal(table: Table) -> str:
    """Return the beginning of the seal for the table's message, and where all of it is."""
    seal = table.secret_hash or table.commitment
    if seal:
        return say("-# 🎲 Dice sealed: {seal}…, see `/kickdoor status`", seal=seal[:SHORT_SEAL_DIGITS])
    return ""


def seal_mark(table: Table) -> str:
    """Return the seal alone, as one line of small print; the settings say what it is good for."""
    seal = table.secret_hash or table.commitment
    return say("-# 🎲 Dice sealed, SHA-256: {seal}", seal=seal) if seal else ""


DICE_COLOR = 0xFEE75C


def dice_screen(table: Table) -> Screen:
    """Open the seal of a finished game's dice for one person."""
    told = say(SAID_TEXTS["plain"] if table.secret_hash else SAID_TEXTS["given_seed"])
    blocks: list[Block] = [Text(say("### 🎲 The dice") + f"\n{told}"), Text(proof_text(table))]
    if table.digest:
        replay = Button(say("Replay"), str(replay_custom_id(table.id)), emoji="🎬")
        blocks += [Text(say(SAID_TEXTS["files"])), ButtonRow((replay,))]
    return Screen((Container(tuple(blocks), DICE_COLOR),))


def proof_text(table: Table) -> str:
    """Give the seed away, and how to see that it is the one that was sealed."""
    if not table.secret_hash:
        return say(
            SAID_TEXTS["seed_given"],
            seed=table.seed,
            commitment=table.commitment,
        )
    message = seed_message(table.contributions)
    return say(
        SAID_TEXTS["seed_mixed"],
        hex=f"{table.seed:0{SEED_HEX_DIGITS}x}",
        seed=table.seed,
        hash=table.secret_hash,
        secret=table.secret,
        message=message,
    )
