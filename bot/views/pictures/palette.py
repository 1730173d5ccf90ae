"""The colors that all pictures share: choosing new ones for each picture took longer than drawing it.

A picture with few colors makes a file several times smaller. With the same ones everywhere, what is in many
pictures (a card, a seat's row) is drawn and brought to them once.
"""

from __future__ import annotations

from functools import cache
from threading import Lock

from PIL import Image

from bot.views.pictures import drawing

COLOR_COUNT = 256

_COLORS = bytes.fromhex(
    "2e34403e4656faf6eb262230eceff4a0aabcebcb8b86bc78ec7e80ec705e5ea0e27cc474f0be54b87ed656c6c2ec8cb6"
    "a8b0bebe48488c3840744c9c3e6eb0468c5cb88034ce6838a47e202c868a626a7cfaf6ec000000e5534b4f8fdc3f6948"
    "b5d84cbd97bc895881edd2977e393b90cecb7aad72a47e20f1a640241f2e3f6294b39067d8d4d18b92a0ec7e804c3c65"
    "a8bfa74fb9b0e3c17388755ba373c492ab45ebcac173737cb47893795e1ca7675beda299c09c3ef2e5d75c4b35226265"
    "a0aabbddcda7419090509253e78a5e80585d827f84a64241c3a499825da9f7c843ce6838664d844878b7bed3bb313c4e"
    "88acd58cba923d7476c0b6c8eaa5757a61426b7a3db6a27770b1becdc649edeef19e9c9e35486c96809ea9713f662f36"
    "5255687f9241f6d26fc75b7b5d9fa28b905a936a64e2d1c5f3be93c4beb7a185b6b5d1cbc65f5df0893ad588849eb585"
    "628165e690b4e2ddd76e6090cca870974c4cce859eb8844780bd54cdbed1af807bb87ed6aac7c471967a653d47a5c449"
    "416756626a7cdda988af96cae66152b08f40ebc7af468068934f2e524e593f3a47dfa7a15c7893d6cd88809ec4be4848"
    "f0be55679c55cf7875689468706038a48e903a4f417e7d9694a3a94a9f9c6b5c57b1adaf5ea0e2dc95712c3c324c6b9d"
    "937681857270a9b4c48c38405a4a4ee8bc42f5eee3ec8f91e8b58d85bc78648abca08a5bead8bdc39959af674384647c"
    "97613b8b6d39744c9c31535c54745dc8b3a0c4997a4f91a4c7c8c6f29bb5ba7cc02e3440f6e3b8d5b7b297a8c858a85a"
    "b880348190715c6243584776d7855c9468c8e4cfaed5af50302935baccae86a387e9c883b9aac49abd9ee9e6df487683"
    "cedad8a8a5a7404656478a5befdbcb799c9ad377452c868aa496a9d1cdc99070ac4fadbd7d454cd4ac40bbc9d77c6761"
    "85554473acac56c6c251353bec705eb59e8fe3ad9794806b92b8e6d2b483da9994918e92a6b9d0a2927e684e3cbab5b6"
    "d9bf95bd918be09b7b6e75504a83c93d588134646ddddcdce6bcb45d8b9bef8c4897bfbc655f6a99793f845d253e6eb0"
)
"""Three bytes for each color, as ``python -m tests.gallery.palette`` prints them."""

_lock = Lock()
"""Pictures are drawn in several threads, and the palette remembers the colors that it was asked for."""


def reduced(picture: Image.Image) -> Image.Image:
    """Return the picture in the shared colors; one that is reduced comes back as it is."""
    if picture.mode == "P":
        return picture
    with _lock:
        return picture.quantize(palette=_palette(), dither=Image.Dither.NONE)


def blank(size: tuple[int, int]) -> Image.Image:
    """Return an empty picture in the shared colors: reduced ones can be pasted onto it."""
    picture = Image.new("P", size, _ground())
    picture.putpalette(_COLORS)
    return picture


@cache
def _palette() -> Image.Image:
    picture = Image.new("P", (1, 1))
    picture.putpalette(_COLORS)
    return picture


@cache
def _ground() -> int:
    dot = reduced(Image.new("RGB", (1, 1), drawing.BACKGROUND_COLOR))
    return dot.tobytes()[0]
