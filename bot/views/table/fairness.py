"""What shows people that nobody could have chosen the dice: a seal before the start, the key at the end."""

from __future__ import annotations

from bot.tables.table import SEED_HEX_DIGITS, Table, seed_message
from bot.views.base.layout import Block, Button, ButtonRow, Container, Screen, Text
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
            "-# 🎲 The dice: my secret is drawn, and every **Join** and **Start** from here on is mixed in. "
            "SHA-256 of the secret: {hash}",
            hash=table.secret_hash,
        )
    presses = " ".join(str(one.interaction_id) for one in table.contributions) or "none"
    return say(
        "-# 🎲 The dice are sealed. SHA-256 of my secret: {hash}, mixed with your "
        "presses (Discord’s ids): {presses}",
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

PLAIN_TEXT = (
    "Nobody chose the cards and dice of this game: not you, and not me. I drew a secret and sealed it before "
    "anybody pressed **Start**; your own presses were mixed in. Anybody in doubt can do the sums."
)

GIVEN_SEED_TEXT = (
    "The seed of these cards and dice was there before the game and has been sealed since: I drew it, or "
    "whoever runs me chose it. No presses were mixed in. Anybody in doubt can check that it stayed the same."
)

FILES_TEXT = (
    "-# That covers the seed. For every shuffle and die after it: **Replay** hands the host the files of the "
    "game, and `kickdoor verify` replays them without asking me."
)


def dice_screen(table: Table) -> Screen:
    """Open the seal of a finished game's dice for one person."""
    told = say(PLAIN_TEXT if table.secret_hash else GIVEN_SEED_TEXT)
    blocks: list[Block] = [Text(say("### 🎲 The dice") + f"\n{told}"), Text(proof_text(table))]
    if table.digest:
        replay = Button(say("Replay"), str(replay_custom_id(table.id)), emoji="🎬")
        blocks += [Text(say(FILES_TEXT)), ButtonRow((replay,))]
    return Screen((Container(tuple(blocks), DICE_COLOR),))


def proof_text(table: Table) -> str:
    """Give the seed away, and how to see that it is the one that was sealed."""
    if not table.secret_hash:
        return say(
            "-# 🎲 The dice’s seed was {seed}, sealed at the start by its SHA-256: "
            "{commitment}\n-# See for yourself: `printf {seed} | sha256sum`",
            seed=table.seed,
            commitment=table.commitment,
        )
    message = seed_message(table.contributions)
    return say(
        "-# 🎲 The dice’s seed was {seed}. My secret, sealed before the start as "
        "{hash}, mixed with your presses makes it.\n-# See for yourself: `printf "
        "{secret} | sha256sum` is the seal, and `printf '{message}' | openssl dgst "
        "-sha256 -hmac {secret}` begins with the seed in hex: "
        "{hex}",
        hex=f"{table.seed:0{SEED_HEX_DIGITS}x}",
        seed=table.seed,
        hash=table.secret_hash,
        secret=table.secret,
        message=message,
    )
