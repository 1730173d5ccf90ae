"""Drawings of cards, put together from a kit by the words of a card's look.

``draw_face`` is what screens use: one card at any size, light or dark; emoji begin as ``cut_out``.
``compose`` turns a look into one vector picture, ``kit`` holds the parts, ``shapes`` the few strokes that all
of them are made of.
"""

from bot.views.pictures.faces.compose import cut_out
from bot.views.pictures.faces.draw import draw_face, draw_svg

__all__ = ["cut_out", "draw_face", "draw_svg"]
