"""Cards and tokens as people read them: all text is rendered from the data."""

from __future__ import annotations

from cards.kernel.game import CardFace
from cards.panic.pack import (
    CardDefinition,
    Catalog,
    CharacterDefinition,
    CurseDefinition,
    MonsterDefinition,
    PanicDefinition,
)
from cards.panic.words.attack import Wound
from cards.panic.words.monsters import Glue, PanicDismiss, Push, Slay, Sleep

TIMING_TEXTS: dict[str, str] = {
    "any": "At any time.",
    "draw": "In your Draw phase.",
    "place": "While you place monsters, before the roll.",
    "cancel": "When the Curse happens.",
    "attack": "While another player attacks, or right after.",
}
"""When a card may be played. That most are for the Attack phase goes without saying."""
PACK_NAME = "panic"


def corner_numbers(points: int, lowest: int) -> tuple[int, ...]:
    """Return the numbers on a monster's corners, highest first (P-071)."""
    return tuple(range(points, lowest - 1, -1))


def face(catalog: Catalog, card: int) -> CardFace:
    """Return a card, token or Character as people read it."""
    return _render(catalog, catalog.definitions[card], catalog.deck[card])


def _render(catalog: Catalog, definition: PanicDefinition, back: str) -> CardFace:
    text: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    traits: tuple[str, ...] = ()
    kind = "monster"
    if isinstance(definition, CardDefinition):
        kind = definition.kind
        timing = TIMING_TEXTS.get(definition.when)
        text = (*filter(None, (timing,)), definition.effect.describe())
        traits = _icons(definition)
    elif isinstance(definition, CurseDefinition):
        kind = "token"
        text = (definition.effect.describe(),)
    elif isinstance(definition, CharacterDefinition):
        kind = "character"
        nemesis = definition.nemesis
        powers = tuple(power.describe(catalog) for power in definition.powers)
        text = powers if nemesis is None else (*powers, nemesis.describe(catalog))
    elif isinstance(definition, MonsterDefinition):
        text, figures, traits = _monster(catalog, definition)
    return CardFace(
        id=definition.id,
        name=definition.name,
        kind=kind,
        back=back,
        text=text,
        figures=figures,
        traits=traits,
        flavour=definition.flavour,
        pack=PACK_NAME,
        look=definition.look,
    )


def _monster(
    catalog: Catalog, monster: MonsterDefinition
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...], tuple[str, ...]]:
    lowest = catalog.lowest[catalog.index(monster.id)]
    text: list[str] = []
    if lowest > 1:
        text.append(f"Down to {lowest}? Then only one attack of {lowest} or more finishes it.")
    if monster.alone:
        text.append("It must be faced without help.")
    corners = "/".join(str(number) for number in corner_numbers(monster.points, lowest))
    figures = (("Points", str(monster.points)), ("Health", corners), ("Treasures", str(monster.treasures)))
    traits = (("alone",) if monster.alone else ()) + (
        ("nemesis",) if monster.id in catalog.black_bordered_ids else ()
    )
    return tuple(text), figures, traits


def _icons(card: CardDefinition) -> tuple[str, ...]:
    """Return the Tower and Tree icons: whether a card reaches the Castle ring or the Forest (P-053)."""
    effect = card.effect
    if isinstance(effect, Sleep):
        return ("tower", "tree")
    if not isinstance(effect, Wound | Slay | Push | Glue | PanicDismiss):
        return ()
    return tuple(icon for icon, ring in (("tower", "castle"), ("tree", "forest")) if ring in effect.rings)
