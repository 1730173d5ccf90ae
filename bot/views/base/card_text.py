"""A card in full, or as it has just changed everything: as a picture, and in words."""

from __future__ import annotations

from bot.views.base import naming
from bot.views.base.layout import ALT_TEXT_ROOM_CHARS, Picture
from bot.views.base.sketches import FINAL_MARK, LargeCard, Reveal
from bot.views.base.text import escape, listed, quoted, say, shorten
from cards.kernel.game import CardFace


def large_card(shown: CardFace) -> Picture:
    """Draw a card with its whole text; the words in its place say the same."""
    kind, text = _kind_told(shown), tuple(naming.card_lines(shown))
    figures = ", ".join(naming.figure(key, value) for key, value in shown.figures)
    told = [f"{shown.name}: {kind}", *([figures] if figures else []), *text, shown.flavour]
    words = " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in told if part)
    sketch = LargeCard(shown, kind, text)
    return Picture("attachment://card.png", shorten(words, ALT_TEXT_ROOM_CHARS), sketch, face_text(shown))


def _kind_told(shown: CardFace) -> str:
    words = (word.replace("_", " ") for word in (shown.kind, *shown.traits))
    return " · ".join(dict.fromkeys(say(word[:1].upper() + word[1:]) for word in words))


def face_text(shown: CardFace) -> str:
    """Return a card as people read it, in markdown."""
    lines = [f"### {naming.card_sign(shown)} {escape(shown.name)}"]
    lines.append("-# " + escape(_kind_told(shown)))
    if shown.figures:
        lines.append(" · ".join(f"**{escape(naming.figure(key, value))}**" for key, value in shown.figures))
    lines += [escape(line) for line in naming.card_lines(shown)]
    if shown.flavour:
        lines.append(f"*{escape(shown.flavour)}*")
    return shorten("\n".join(lines), 1500)


def reveal_picture(reveal: Reveal) -> Picture:
    """Return the picture of what has just happened."""
    shown = [reveal.face.name, *reveal.notes]
    shown += [f"{FINAL_MARK}: {reveal.final}"] if reveal.final else []
    if reveal.cards:
        shown.append(say("there lies {cards}", cards=listed(face.name for face in reveal.cards)))
    text = f"🃏 **{escape(reveal.head)}: {escape(', '.join(shown))}**"
    joke = f"\n-# {escape(quoted(reveal.joke))}" if reveal.joke else ""
    told = f"{reveal.head}: {', '.join(shown)}".rstrip(".")
    alt = shorten(f"{told}. {reveal.joke}", ALT_TEXT_ROOM_CHARS)
    return Picture("attachment://table.png", alt, reveal, text + joke)
