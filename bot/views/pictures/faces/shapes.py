"""The strokes of the kit: a few letters for each shape, written out as SVG.

``e x y rx ry FILL`` ellipse, ``r x y width height radius FILL [turned]`` box, ``p FILL PATH`` outlined shape,
``f FILL PATH`` flat shape, ``c x y r FILL`` flat dot, ``d x y r`` ink dot, ``l PATH`` ink line,
``L FILL width PATH`` thick outlined line. Semicolons separate shapes. ``a`` and ``b`` are the two colors
of what is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

INK = "#241f2e"
HEX_BY_COLOR = {
    "red": "#e5534b",
    "orange": "#f0893a",
    "yellow": "#f7c843",
    "lime": "#b5d84c",
    "green": "#58a85a",
    "teal": "#4fb9b0",
    "blue": "#4f8fdc",
    "violet": "#9468c8",
    "pink": "#f29bb5",
    "brown": "#a9713f",
    "cream": "#f6e3b8",
    "skin": "#f3be93",
    "white": "#fdfbf5",
    "steel": "#a9b4c4",
    "dark": "#5a5470",
}
LETTERS = {
    "r": "red",
    "o": "orange",
    "y": "yellow",
    "g": "green",
    "t": "teal",
    "u": "blue",
    "v": "violet",
    "i": "pink",
    "n": "brown",
    "c": "cream",
    "s": "skin",
    "w": "white",
    "m": "steel",
    "d": "dark",
}


MAX_FACE_LINE = 3.6
"""Width of outlines in a face, in the figure's own measure."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How shapes are put down: two colors, the width of outlines, and the color of a cut-out's rim or ""."""

    a: str
    b: str
    line: float = 3.2
    rim: str = ""

    def for_face(self) -> Pen:
        """Return the pen for eyes and mouths: those of small figures would be nothing but outline."""
        return replace(self, line=min(self.line, MAX_FACE_LINE))

    def scaled(self, by: float) -> Pen:
        """Return the pen for something drawn at a scale, so that outlines stay nearly as thick."""
        return replace(self, line=self.line / by**0.8)

    def fill(self, word: str) -> str:
        """Return the color that a word stands for."""
        if self.rim:
            return "none" if word == "0" else self.rim
        if word == "0":
            return "none"
        if word == "k":
            return INK
        name = {"a": self.a, "b": self.b}.get(word) or LETTERS.get(word, word)
        return HEX_BY_COLOR[name]

    @property
    def ink(self) -> str:
        return self.rim or INK

    @property
    def width(self) -> float:
        return self.line + (7.0 * self.line / 3.2 if self.rim else 0.0)


def svg(shapes: str, pen: Pen) -> str:
    """Return shapes as SVG."""
    return "".join(_shape(shape.split(), pen) for shape in shapes.split(";"))


def outline(shapes: str) -> str:
    """Return the first shape alone, without colors, for cutting a pattern to it."""
    kind, *rest = shapes.split(";")[0].split()
    if kind == "p":
        return f'<path d="{" ".join(rest[1:])}"/>'
    if kind == "e":
        return '<ellipse cx="{}" cy="{}" rx="{}" ry="{}"/>'.format(*rest)
    if kind == "r":
        return '<rect x="{}" y="{}" width="{}" height="{}" rx="{}"/>'.format(*rest)
    return '<rect width="100" height="100"/>'


def _shape(words: list[str], pen: Pen) -> str:
    kind, *rest = words
    if pen.rim and kind in "cdf":
        return ""  # flat shapes lie inside others, so the rim needs none of them
    edge = f'stroke="{pen.ink}" stroke-width="{pen.width:.2f}"'
    if kind == "e":
        x, y, rx, ry, fill = rest
        return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{pen.fill(fill)}" {edge}/>'
    if kind == "r":
        x, y, wide, high, radius, fill, *turned = rest
        turn = _turn(x, y, wide, high, turned)
        return (
            f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{radius}"'
            f' fill="{pen.fill(fill)}" {edge}{turn}/>'
        )
    if kind == "p":
        return f'<path d="{" ".join(rest[1:])}" fill="{pen.fill(rest[0])}" {edge}/>'
    if kind == "f":
        return f'<path d="{" ".join(rest[1:])}" fill="{pen.fill(rest[0])}" stroke="none"/>'
    if kind in "cd":
        x, y, radius, *dye = rest
        return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{pen.fill(dye[0] if dye else "k")}"/>'
    if kind == "l":
        return f'<path d="{" ".join(rest)}" fill="none" {edge}/>'
    fill, width, *path_words = rest
    way = f'<path d="{" ".join(path_words)}" fill="none"'
    edged = f'{way} stroke="{pen.ink}" stroke-width="{float(width) + pen.line + pen.width:.2f}"/>'
    if pen.rim:
        return edged
    return edged + f'{way} stroke="{pen.fill(fill)}" stroke-width="{width}"/>'


def _turn(x: str, y: str, wide: str, high: str, turned: list[str]) -> str:
    if not turned:
        return ""
    middle = float(x) + float(wide) / 2, float(y) + float(high) / 2
    return f' transform="rotate({turned[0]} {middle[0]} {middle[1]})"'
