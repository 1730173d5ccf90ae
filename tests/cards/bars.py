"""What a balance report of a door-kicking game has to say: bars on its figures, and what breaks them."""

from collections.abc import Iterator
from typing import Any

SHEET_TWINS = {"Enraged", "Gol-Darned", "Genetically Mutated…"}
"""Enhancers that three sheets name with the same figures."""
MAX_CERTAIN_WINS = 0.4
"""What the users of one card may win at most, with some certainty; a fair share is 0.25."""
SEAL_ENDINGS = (0.1, 0.3)
"""The share of games of a mix with Apocalypse that end by the seventh Seal (H-151)."""
SEAL_ENDINGS_ALONE = (0.1, 0.4)
MIN_DEATHS = 0.3
SEALS_SLACK, DEATHS_SLACK = 0.06, 0.08
"""By how much two hundred games may miss these by chance: two standard errors."""
CLASS_SHARES = (0.15, 0.35)
CLASS_WINS = (0.21, 0.29)
ROLE_SHARES = (0.12, 0.22)
OUR_CLASSES = {"kid", "scientist", "high-schooler", "super-genius", "songwriter"}
"""Classes of which no sheet says all; of Militia, Blogger and Parent it says how good they are."""
WIN_SLACK = 0.1
"""By how much a share of wins may miss its bars by chance where some hundred owners are counted."""
SHOWN_IN_MOST = frozenset(
    {
        "apocalypse seal",
        "rick_and_morty companion",
        "rick_and_morty parasite",
        "wild_west companion",
        "wild_west steed",
    }
)
"""What one set has, and most games of a mix with it have to show (H-151)."""


def faults(packs: tuple[str, ...], report: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a report of many games of one set, or several."""
    for names in report["twins"]:
        if not set(names) <= SHEET_TWINS:
            yield f"twins: {', '.join(names)}"
    for name, share in report["mechanics"].items():
        if not share and len(packs) == 1:
            yield f"dead: {name}"
        elif share < 0.5 and name in SHOWN_IN_MOST and len(packs) > 1:
            yield f"rare: {name} {share}"
    for card, found in report["decisive"].items():
        if found["least"] > MAX_CERTAIN_WINS:
            yield f"tyrant: {card} {found['wins']}"
    if report["deaths_per_game"] < MIN_DEATHS - DEATHS_SLACK and len(packs) == 1:
        yield f"deaths: {report['deaths_per_game']}"
    if "apocalypse" in packs:
        least, most = SEAL_ENDINGS if len(packs) > 1 else SEAL_ENDINGS_ALONE
        if not least - SEALS_SLACK <= report["last_fight"].get("seal", 0.0) <= most + SEALS_SLACK:
            yield f"seal endings: {report['last_fight']}"


def trait_faults(report: dict[str, Any]) -> Iterator[str]:
    """Yield the Classes of ours that too many or too few keep, or that win too much or too little."""
    bars = [("class", CLASS_SHARES), ("role", ROLE_SHARES)]
    for kind, (least, most) in bars:
        for card, found in report["kept"].get(kind, {}).items():
            if kind == "class" and card not in OUR_CLASSES:
                continue
            if not least <= found["share"] <= most:
                yield f"kept: {card} {found['share']}"
            if not CLASS_WINS[0] - WIN_SLACK <= found["wins"] <= CLASS_WINS[1] + WIN_SLACK:
                yield f"wins: {card} {found['wins']}"
