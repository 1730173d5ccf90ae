"""What shows people that nobody could have chosen the dice: a seal before the start, the key at the end."""

from __future__ import annotations

from bot.tables.table import SEED_HEX_DIGITS, Table, seed_message
from bot.views.base.layout import Block, Button, ButtonRow, Container, Screen, Text
from bot.views.table.replay import replay_custom_id

SHORT_SEAL_DIGITS = 10


def sealed_line(table: Table) -> str:
    """Return the seal as one line of small print; empty where the table has none (yet)."""
    if not table.secret_hash:
        return (
            f"-# 🎲 The dice are sealed. SHA-256 of their seed: {table.commitment}"
            if table.commitment
            else ""
        )
    if table.phase == "lobby":
        return (
            "-# 🎲 The dice: my secret is drawn, and every **Join** and **Start** from here on is mixed in. "
            f"SHA-256 of the secret: {table.secret_hash}"
        )
    presses = " ".join(str(one.interaction_id) for one in table.contributions) or "none"
    return (
        f"-# 🎲 The dice are sealed. SHA-256 of my secret: {table.secret_hash}, "
        f"mixed with your presses (Discord’s ids): {presses}"
    )


def short_seal(table: Table) -> str:
    """Return the beginning of the seal for the table's message, and where all of it is."""
    seal = table.secret_hash or table.commitment
    return f"-# 🎲 Dice sealed: {seal[:SHORT_SEAL_DIGITS]}…, see `/kickdoor status`" if seal else ""


def seal_mark(table: Table) -> str:
    """Return the seal alone, as one line of small print; the settings say what it is good for."""
    seal = table.secret_hash or table.commitment
    return f"-# 🎲 Dice sealed, SHA-256: {seal}" if seal else ""


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
    told = PLAIN_TEXT if table.secret_hash else GIVEN_SEED_TEXT
    blocks: list[Block] = [Text(f"### 🎲 The dice\n{told}"), Text(proof_text(table))]
    if table.digest:
        replay = Button("Replay", str(replay_custom_id(table.id)), emoji="🎬")
        blocks += [Text(FILES_TEXT), ButtonRow((replay,))]
    return Screen((Container(tuple(blocks), DICE_COLOR),))


def proof_text(table: Table) -> str:
    """Give the seed away, and how to see that it is the one that was sealed."""
    if not table.secret_hash:
        return (
            f"-# 🎲 The dice’s seed was {table.seed}, "
            f"sealed at the start by its SHA-256: {table.commitment}\n"
            f"-# See for yourself: `printf {table.seed} | sha256sum`"
        )
    message = seed_message(table.contributions)
    return (
        f"-# 🎲 The dice’s seed was {table.seed}. My secret, sealed before the start as {table.secret_hash}, "
        "mixed with your presses makes it.\n"
        f"-# See for yourself: `printf {table.secret} | sha256sum` is the seal, and "
        f"`printf '{message}' | openssl dgst -sha256 -hmac {table.secret}` begins with the seed in hex: "
        f"{table.seed:0{SEED_HEX_DIGITS}x}"
    )
