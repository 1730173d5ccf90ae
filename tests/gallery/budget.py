"""What a screen may take on a phone of 390 x 700, and which ones may take more, with the reason."""

from tests.gallery.page import Size

MAX_HEIGHT_PX = 700
MAX_LINES = 8

EXCEPTIONS: dict[str, str] = {
    "classic table at worst": "names of twenty wide letters, four to six of them in one question",
    "wild_west table at worst": "as in classic",
    "panic table at worst": "the same names in offers of help, below the picture of the castle",
    "classic hand at worst": "the same names in what others have done to the reader",
    "wild_west hand at worst": "as in classic",
    "wild_west hand victory in a fight": "the same names in a request for help",
    "classic hand curse in a fight": "what strikes the reader comes first, and the fight is there as well",
    "ending at worst": "the same names in every award",
    "castle asking screen": "a choice that one makes once, with what it means",
    "castle hand of charity": "ten cards, about the most that anybody holds at Charity, take four rows",
}
"""Moments over the budget by the beginning of their name, each with its reason."""

MAX_TOLD_HEIGHT_PX = 1690
"""What tells of a game is read at leisure, in private or after its end: two views of a phone."""

MAX_LARGE_HEIGHT_PX = 1220
"""Hands and cards for who has chosen large letters: they scroll, and nothing is left out."""

RECAP_LINES = 10
RECAPS = ("panic hand draw",)
"""Hands on which what happened since the last turn has lines of its own, within the same height."""

OFFER_LINES = 4
"""On a hand with three offers: each is a line of its own above its button, within the same height."""

ENDING_LINES = 16
"""On the message that tells the end: nobody is waited for, and there is time to read, in the same height."""

RULES_LINES = 8
"""More lines on a page of the rules, which is read in the same height when nobody hurries."""


def fault_of(name: str, size: Size) -> str:
    """Say what is too much; empty where all is well or the reason is known."""
    found: list[str] = []
    if size.too_wide:
        found.append("wider than the phone")
    if name.startswith(("told story", "told recap")):
        if size.height_px > MAX_HEIGHT_PX:
            found.append(f"{size.height_px} px high")
    elif name.startswith("told "):
        if size.height_px > MAX_TOLD_HEIGHT_PX:
            found.append(f"{size.height_px} px high")
    elif name.startswith("large "):
        if size.height_px > MAX_LARGE_HEIGHT_PX:
            found.append(f"{size.height_px} px high")
    elif not any(name.startswith(begin) for begin in EXCEPTIONS):
        if size.height_px > MAX_HEIGHT_PX:
            found.append(f"{size.height_px} px high")
        more = RECAP_LINES if name in RECAPS else ENDING_LINES if name.startswith("ending") else 0
        more = RULES_LINES if " rules " in name else OFFER_LINES if name.endswith("three offers") else more
        if size.lines > MAX_LINES + more:
            found.append(f"{size.lines} lines")
    return ", ".join(found)
