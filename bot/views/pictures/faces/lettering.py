"""Hand-painted capitals for signs, each a few strokes in a cell four wide and six high."""

from __future__ import annotations

from bot.views.pictures.faces.shapes import INK

STROKES = {
    "A": "M0 6L2 0L4 6M1 4L3 4",
    "B": "M0 0L0 6L3 6Q4 6 4 4.5Q4 3 3 3L0 3M0 0L2.6 0Q3.6 0 3.6 1.5Q3.6 3 2.6 3",
    "C": "M4 1Q2 -1 .6 1Q-.6 3 .6 5Q2 7 4 5",
    "D": "M0 0L0 6L2 6Q4 5 4 3Q4 1 2 0Z",
    "E": "M4 0L0 0L0 6L4 6M0 3L3 3",
    "F": "M4 0L0 0L0 6M0 3L3 3",
    "G": "M4 1Q2 -1 .6 1Q-.6 3 .6 5Q2 7 4 5L4 3L2.4 3",
    "H": "M0 0L0 6M4 0L4 6M0 3L4 3",
    "I": "M2 0L2 6",
    "J": "M3.4 0L3.4 4.4Q3 6 1.6 6Q.2 6 .2 4.4",
    "K": "M0 0L0 6M4 0L0 3.2L4 6",
    "L": "M0 0L0 6L4 6",
    "M": "M0 6L0 0L2 3L4 0L4 6",
    "N": "M0 6L0 0L4 6L4 0",
    "O": "M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0Z",
    "P": "M0 6L0 0L2.6 0Q4 0 4 1.7Q4 3.4 2.6 3.4L0 3.4",
    "Q": "M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0ZM2.4 4.2L4.2 6.4",
    "R": "M0 6L0 0L2.6 0Q4 0 4 1.7Q4 3.4 2.6 3.4L0 3.4M2 3.4L4 6",
    "S": "M3.8 .8Q2 -.8 .6 .8Q-.2 2.2 2 3Q4.4 3.8 3.6 5.2Q2 6.8 .2 5.2",
    "T": "M0 0L4 0M2 0L2 6",
    "U": "M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0",
    "V": "M0 0L2 6L4 0",
    "W": "M0 0L.8 6L2 3L3.2 6L4 0",
    "X": "M0 0L4 6M4 0L0 6",
    "Y": "M0 0L2 3L4 0M2 3L2 6",
    "Z": "M0 0L4 0L0 6L4 6",
    "0": "M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0Z",
    "1": "M1 1L2.4 0L2.4 6",
    "2": "M.2 1Q2 -1 3.6 1Q4 2.6 0 6L4 6",
    "3": "M.2 .6Q2 -.8 3.4 .8Q4 2.6 1.6 2.9Q4.4 3.2 3.8 5Q2.4 7 .2 5.4",
    "4": "M3 6L3 0L0 4L4 4",
    "5": "M3.8 0L.6 0L.4 2.6Q3.8 2 3.8 4.2Q3.4 6.6 .2 5.6",
    "6": "M3.4 0Q.2 2 .2 4.4Q.6 6 2 6Q3.8 6 3.8 4.4Q3.6 2.8 2 2.8Q.6 2.8 .2 4.2",
    "7": "M0 0L4 0L1.6 6",
    "8": "M2 3Q.2 2.6 .4 1.2Q.8 0 2 0T3.6 1.2Q3.8 2.6 2 3Q0 3.6 .2 4.8Q.6 6 2 6T3.8 4.8Q4 3.6 2 3Z",
    "9": "M3.8 2Q3 3.4 2 3.2Q.2 3.2 .2 1.6Q.4 0 2 0Q3.8 0 3.8 2Q3.8 4.4 1 6",
    "!": "M2 0L2 4M2 5.6L2 6",
    "?": "M.4 1Q2 -1 3.6 1Q3.8 2.4 2 3.4L2 4.2M2 5.6L2 6",
    "+": "M2 1L2 5M0 3L4 3",
    "-": "M.4 3L3.6 3",
    "%": "M4 0L0 6M.6 .6L.7 .7M3.4 5.4L3.5 5.5",
    "$": "M3.6 1.2Q2 0 .6 1.2Q0 2.4 2 3Q4.2 3.6 3.4 5Q2 6 .4 4.8M2 -.6L2 6.6",
    ".": "M2 5.8L2 6",
    " ": "",
}
CELL = 5.6


def lettering(text: str, x: float, y: float, room: float, ink: str) -> str:
    """Return the text as SVG, centered at (x, y), as large as the room allows; light letters have edges."""
    wide = len(text) * CELL - 1.6
    size = min(room / wide, 4.0)
    left, top = x - wide * size / 2, y - 3 * size
    strokes = "".join(
        f'<path transform="translate({number * CELL:.1f} 0)" d="{STROKES[letter]}"/>'
        for number, letter in enumerate(text)
        if STROKES[letter]
    )
    edge = f'<g stroke="{INK}" stroke-width="2.7">{strokes}</g>' if ink != INK else ""
    return (
        f'<g transform="translate({left:.2f} {top:.2f}) scale({size:.3f})" fill="none" stroke="{ink}"'
        f' stroke-width="1.15">{edge}{strokes}</g>'
    )
