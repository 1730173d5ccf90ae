"""From a look to one vector picture: backdrop, what is behind, the figure like a cut-out, what is around."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.views.pictures.faces.kit import LABEL_SPOTS, LETTERS, Kit, Part, Spot, load_kit
from bot.views.pictures.faces.shapes import HEX_BY_COLOR, INK, Pen, outline, svg
from cards.kernel.looks import HEADGEAR_WORDS, Look, parse_look

HELD_SCALE = 0.46
SIGN_SCALE = 0.52
BEHIND_GLASSES = 0.35
"""How much of their outlines eyes keep behind glasses, which have some of their own."""
LEFT_EDGE = 8
"""How far a held thing may be to the left of the square of 100, with its outline inside the picture."""
COPIES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "pair": ((-2, 14, 0.62), (42, 32, 0.62)),
    "trio": ((22, -6, 0.56), (-8, 42, 0.56), (52, 42, 0.56)),
    "swarm": (
        (28, -10, 0.44),
        (-10, 10, 0.44),
        (64, 12, 0.44),
        (28, 32, 0.44),
        (-8, 56, 0.44),
        (62, 56, 0.44),
    ),
}
"""Where the copies of a figure stand, and how large."""
LETTER_CELL = 5.6
"""How far apart letters begin, which are four wide."""
FORBIDDING_WORD = "no"
INSIDE_SIGN = (15.0, 14.0, 0.7)
"""Where the figure is that a round sign forbids, and how large: so the bar hides less of it."""
CRACKS = "l M44 -4L56 22L42 40L60 58L44 76L54 104 M42 40L22 46 M60 58L82 54"
LEGS = "L k 6 M36 84L34 104L26 104; L k 6 M64 84L66 104L74 104"
ARMS = "L k 5 M16 58L-2 69L-3 60; L k 5 M84 58L102 69L103 60"


@dataclass(frozen=True, slots=True)
class Ground:
    """What a drawing stands on: the color of its card's kind, and whether it is seen in the dark."""

    tint: str
    dark: bool


def compose(look: Look, ground: Ground, size_px: int) -> str:
    """Return the drawing as an SVG document of so many pixels, in which a square of 124 is drawn."""
    kit = load_kit()
    backdrop = kit.backdrops.get(look.backdrop, "")
    paper, rim = ("#3b4250", "#e9e6df") if ground.dark else ("#fbf7ec", "#fffefa")
    pen = Pen(*_colors(look, kit.parts[look.subject]))
    cut_out = Pen(pen.a, pen.b, rim=rim)
    scenery = svg(backdrop, pen) if backdrop else ""
    square = '<rect x="-12" y="-12" width="124" height="124"'
    tint, depth = (0.5, 0.45) if ground.dark else (0.34, 0.5)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size_px}" height="{size_px}"'
        ' viewBox="-12 -12 124 124" stroke-linejoin="round" stroke-linecap="round">'
        f'{square} fill="{paper}"/>'
        f'{square} fill="{ground.tint}" fill-opacity="{tint}"/>'
        f'<g fill-opacity="{depth}" transform="translate(-12 -12) scale(1.24)">{scenery}</g>'
        f'<ellipse cx="50" cy="99" rx="40" ry="6" fill="{INK}" fill-opacity="0.25"/>'
        f"{_everything(look, kit, cut_out)}{_everything(look, kit, pen)}</svg>"
    )


def cut_out(words: str, size_px: int) -> str:
    """Return the figure of a look alone as an SVG document, a light rim around it and nothing behind."""
    look, kit = parse_look(words), load_kit()
    pen = Pen(*_colors(look, kit.parts[look.subject]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size_px}" height="{size_px}"'
        ' viewBox="-12 -12 124 124" stroke-linejoin="round" stroke-linecap="round">'
        f"{_everything(look, kit, replace(pen, rim='#fffefa'))}{_everything(look, kit, pen)}</svg>"
    )


def _colors(look: Look, part: Part) -> tuple[str, str]:
    """Return both colors: those of the look, then the part's own, never one color twice."""
    first = look.colors[0] if look.colors else part.colors[0]
    own = part.colors[1] if len(part.colors) > 1 else "cream"
    second = look.colors[1] if len(look.colors) > 1 else own
    if second == first and len(part.colors) > 1 and part.colors[0] != part.colors[1]:
        second = "cream" if first != "cream" else "brown"
    return first, second


def _everything(look: Look, kit: Kit, pen: Pen) -> str:
    behind = "".join(svg(kit.backs[word], pen) for word in look.backs)
    around = "".join(svg(kit.around[word], pen) for word in look.around)
    return f"{behind}{_placed(look, kit, pen)}{around}"


def _placed(look: Look, kit: Kit, pen: Pen) -> str:
    """Return the figure, or its copies, and the thing that is somewhere else than in its hands."""
    held = look.things
    if look.place and held:
        first, held = held[0], held[1:]
        moved, thing, thing_first = _PLACES[look.place]
        figure = _moved(moved, _figure(look, kit, pen.scaled(moved[2]), held))
        other = _moved(thing, _thing(first, kit, pen.scaled(thing[2]), _said_on(first, look)))
        return other + figure if thing_first else figure + other
    for pose, copies in COPIES.items():
        if pose in look.poses:
            return "".join(_moved(at, _figure(look, kit, pen.scaled(at[2]), held)) for at in copies)
    if FORBIDDING_WORD in look.around:
        return _moved(INSIDE_SIGN, _figure(look, kit, pen.scaled(INSIDE_SIGN[2]), held))
    return _figure(look, kit, pen, held)


_PLACES: dict[str, tuple[tuple[float, float, float], tuple[float, float, float], bool]] = {
    "above": ((17, 38, 0.66), (26, -12, 0.48), False),
    "under": ((20, -8, 0.62), (8, 36, 0.84 * 0.8), True),
    "inside": ((16, -8, 0.7), (4, 28, 0.9 * 0.84), False),
    "beside": ((-10, 34, 0.66), (50, 38, 0.6), False),
    "over": ((0, 0, 1.0), (25, 34, 0.5), False),
}
"""Where the figure and the other thing are, each as (x, y, scale), and whether the thing lies behind."""


def _moved(at: tuple[float, float, float], drawn: str) -> str:
    return f'<g transform="translate({at[0]:.2f} {at[1]:.2f}) scale({at[2]:.3f})">{drawn}</g>'


def _figure(look: Look, kit: Kit, pen: Pen, held: tuple[str, ...]) -> str:
    """Return the subject with its face, clothes and what it holds, in its pose."""
    part = kit.parts[look.subject]
    parts = [svg(LEGS, pen)] if "legs" in look.poses else []
    parts += [svg(ARMS, pen)] if "arms" in look.poses else []
    parts += [svg(part.shapes, pen), _pattern(look, kit, part, pen)]
    parts += [_face(look, kit, part, pen), _label(look, part, kit, pen, held), _hat(look, kit, part, pen)]
    parts += [_held(number, word, look, kit, part, pen) for number, word in enumerate(held)]
    return f'<g transform="{_pose(look)}">{"".join(parts)}</g>'


def _pose(look: Look) -> str:
    """Return the transformation of a pose; several add up."""
    moves = {
        "tilted": "rotate(-13 50 60)",
        "leaning": "rotate(13 50 60)",
        "fallen": "rotate(170 50 50)",
        "small": "translate(18 34) scale(.64)",
        "huge": "translate(-8 -8) scale(1.16)",
        "left": "translate(100 0) scale(-1 1)",
        "stretched": "translate(12 -8) scale(.76 1.06)",
        "squashed": "translate(-8 42) scale(1.16 .58)",
    }
    return " ".join(moves[pose] for pose in look.poses if pose in moves)


def _pattern(look: Look, kit: Kit, part: Part, pen: Pen) -> str:
    """Return the pattern, cut to the body; the cut-out's rim has none."""
    if pen.rim or not (look.pattern or "broken" in look.poses):
        return ""
    name = f"body{look.subject}"
    drawn = svg(kit.patterns[look.pattern], pen) if look.pattern else ""
    if "broken" in look.poses:
        drawn += svg(CRACKS, pen)
    body = outline(part.shapes)
    edge = body.replace("/>", f' fill="none" stroke="{INK}" stroke-width="{pen.width:.2f}"/>')
    return f'<clipPath id="{name}">{body}</clipPath><g clip-path="url(#{name})">{drawn}</g>{edge}'


def _face(look: Look, kit: Kit, part: Part, pen: Pen) -> str:
    """Return eyes, mouth and what is worn there. Things have a face only if the look says so."""
    parts: list[str] = []
    shown = part.creature and "faceless" not in look.poses
    if (look.eyes or shown) and not pen.rim:
        behind = replace(pen, line=pen.line * BEHIND_GLASSES) if "glasses" in look.worn else pen
        parts.append(_at(part.eyes, kit.eyes[look.eyes or "eyes"], behind))
    if (look.mouth or (shown and part.mouth[2] > 0.1)) and not pen.rim:
        x, y, size = part.mouth
        parts.append(_at((x, y, max(size, 0.5)), kit.mouths[look.mouth or "smile"], pen))
    chest = (part.mouth[0], part.mouth[1] + 17 * max(part.mouth[2], 0.6), 0.75)
    spots = {"eyes": part.eyes, "mouth": (*part.mouth[:2], max(part.mouth[2], 0.5)), "chest": chest}
    for word in look.worn:
        spot, shapes = kit.worn[word]
        parts.append(_at(spots[spot], shapes, pen))
    return "".join(parts)


def _at(spot: Spot, shapes: str, pen: Pen) -> str:
    x, y, size = spot
    return _moved((x, y, size * 1.25), svg(shapes, pen.for_face().scaled(size * 1.15)))


def _hat(look: Look, kit: Kit, part: Part, pen: Pen) -> str:
    """Return what is on the head: a hat of the kit, or an Item that is worn there."""
    if not look.hat:
        return ""
    x, y, size = part.hat
    shapes, scale, line = kit.hats.get(look.hat, ""), 0.5 * size, 84
    own = pen
    if look.hat in HEADGEAR_WORDS:
        hat = kit.parts[look.hat]
        shapes, scale, line = hat.shapes, 0.52 * size, 80
        own = Pen(hat.colors[0], (*hat.colors, "cream")[1], pen.line, pen.rim)
    drawn = svg(shapes, own.scaled(scale))
    return _moved((x - 50 * scale, y + 5 - line * scale, scale), drawn)


def _held(number: int, word: str, look: Look, kit: Kit, part: Part, pen: Pen) -> str:
    """Return a thing in the right or left hand, the third one at the feet."""
    spots = (*part.hands, (50.0, 92.0))
    x, y = spots[number]
    scale = HELD_SCALE
    drawn = _thing(word, kit, pen.scaled(scale), _said_on(word, look))
    left = _within(x, 50 * scale) - 50 * scale
    return f'<g transform="translate({left:.2f} {y - 56 * scale:.2f}) scale({scale})">{drawn}</g>'


def _thing(word: str, kit: Kit, pen: Pen, said: str) -> str:
    """Return a thing in its own colors, with lettering if there is some."""
    part = kit.parts[word]
    own = Pen(part.colors[0], (*part.colors, "cream")[1], pen.line, pen.rim)
    face = ""
    if part.creature:
        face = _at(part.eyes, kit.eyes["eyes"], own)
        face += _at(part.mouth, kit.mouths["smile"], own) if part.mouth[2] > 0.1 else ""
    label = lettering(said, *LABEL_SPOTS[word], INK) if said and not pen.rim else ""
    return f"{svg(part.shapes, own)}{face}{label}"


def _said_on(word: str, look: Look) -> str:
    """Return the lettering that belongs on a held thing: on the first one that has a place for it."""
    bearers = [one for one in (look.subject, *look.things) if one in LABEL_SPOTS]
    return look.said if bearers and bearers[0] == word and word != look.subject else ""


def _label(look: Look, part: Part, kit: Kit, pen: Pen, held: tuple[str, ...]) -> str:
    """Return the lettering on the subject; one without a place for it holds up a sign."""
    if not look.said or any(_said_on(word, look) for word in look.things):
        return ""
    if look.subject in LABEL_SPOTS:
        ink = HEX_BY_COLOR["white"] if pen.a in ("dark", "violet", "brown", "blue", "red") else INK
        return "" if pen.rim else lettering(look.said, *LABEL_SPOTS[look.subject], ink)
    x, y = part.hands[1 if held else 0]
    left, top = _within(x, 50 * SIGN_SCALE) - 50 * SIGN_SCALE, min(y + 12, 84) - 80 * SIGN_SCALE
    drawn = _thing("sign", kit, pen.scaled(HELD_SCALE), look.said)
    return f'<g transform="translate({left:.2f} {top:.2f}) scale({SIGN_SCALE})">{drawn}</g>'


def _within(x: float, half: float) -> float:
    """Return a place at which nothing of what is so wide is cut off by the edge of the picture."""
    return min(max(x, half - LEFT_EDGE), 100 + LEFT_EDGE - half)


def lettering(text: str, x: float, y: float, room: float, ink: str) -> str:
    """Return the text as SVG, centered at (x, y), as large as the room allows; light letters have edges."""
    wide = len(text) * LETTER_CELL - 1.6
    size = min(room / wide, 4.0)
    left, top = x - wide * size / 2, y - 3 * size
    strokes = "".join(
        f'<path transform="translate({number * LETTER_CELL:.1f} 0)" d="{LETTERS[letter]}"/>'
        for number, letter in enumerate(text)
        if LETTERS[letter]
    )
    edge = f'<g stroke="{INK}" stroke-width="2.7">{strokes}</g>' if ink != INK else ""
    return (
        f'<g transform="translate({left:.2f} {top:.2f}) scale({size:.3f})" fill="none" stroke="{ink}"'
        f' stroke-width="1.15">{edge}{strokes}</g>'
    )
