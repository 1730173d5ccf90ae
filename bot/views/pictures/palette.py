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
    "2e34403e4656faf6eb262230eceff4a0aabcebcb8b86bc78d06068e86a585ea0e27cc474f0be54b87ed656c6c2ec8cb6"
    "a8b0bebe48488c3840744c9c3e6eb0468c5cb88034ce6838c49c2c2c868a626a7cfefdf8000000e5534b4f8fdc406851"
    "c7e076be94bd744c9c71a37f8c3840aac7c4e9bd42ebc6aea7883c241f2e2c868ae18a7db083804c3f64a8c84a56c6c2"
    "85726fbcae9289a1c6d6dfde9468c8e2cd9558a85a5e8b9cc3b3cac55d5cc496556048357b6341cfc949f29ab5ce7342"
    "918e933d5881f5ece08c915af0be559abd9fe775702f3d533e6eb0d3ccc6439292dbc29b829643478069a89d726f516a"
    "c49c2c99c0e287637faf97be58535ccca3749b5f3d78c9c0adc8acb67152d06068d1879ff6db9c8e7e6434646dbac9d7"
    "6ea9aa7cbb55897e8496a99c94ad46e78a5ef7c843ad95ca626a7c825ea8b1748b717a4fa881a37d454cedeef0d2b281"
    "5b6243403b46b89467a9b4c4783a3ddfdad6d5b6b1678bbd85bc78e5d0adf0893ab145446c9471cf98beb78945908170"
    "e0a79ad2817db5d84c93a0abc6d7d5b59d907e5636e3e0dfecd2c3d0ab474facbee0a787d7cad899c1bee96a46d6835a"
    "a05a5fa573c36e6091be4848b7d2c5d7bb6d2d3c33b9b6b771b1bd957a99ce68383b5b45325062627b93487dc07b939e"
    "edc8824975845255699fb785584776605e68855544a891929e8f91539f9eddc887404656edb8cbf5cf69468c5c7bad72"
    "6781616d72535091a4dfb2aab87ed668a559f3be93808f71a1846bc25353aca9ac2e34406e493e8f6fac90743b5ea0e2"
    "8bb991c49f9b4fb9b0f0e0cf4c6b9d6c7b3dc9c3ca875c6ab8a077e86a58eea09bba8465bc7c963c2d3376737b974849"
    "bedc61faf6eb3b6d7055343fa084b6dc9773aa703fc5bfb6eba875d89590bd9eb9d6d4cf84b5b4eb7a7dd8ba8e6b676e"
    "858b99e6bcb4bba6c6e9e6dfa2937f7d789766533eadbc6ce6b5978faccfd898b8f19d57efa33f8f6a629f6f773d354e"
    "705c59c7afa44d8355f6e3b8547eb69f9ca1ca6c69a0aabc549c57b88034643d488874557177864e3f3395ad845992cc"
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
    dot = reduced(Image.new("RGB", (1, 1), drawing.BACKGROUND_COLOUR))
    return dot.tobytes()[0]
