"""What a table of the castle-defense game plays with: the facts that its rules pages name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from bot.views.base.rules_text import Facts
from bot.views.base.text import listed, plural
from cards.kernel.game import CardFace
from cards.panic.faces import TIMING_TEXTS
from cards.panic.game import PanicGame
from cards.panic.pack import CardTiming, MonsterDefinition
from cards.panic.rules import FORTIFY_TOKEN_COUNT, TOWER_COUNT, rules_for


def facts_of(game: PanicGame, *, may_be_alone: bool = False) -> Facts:
    """Return the facts of a game; with ``may_be_alone`` nobody knows yet if it will be one for one person."""
    definitions = game.catalog.definitions
    unique = {definitions[card].id: card for card in reversed(range(len(definitions)))}
    faces = [game.face(card) for card in sorted(unique.values())]
    monsters = [found for found in definitions if isinstance(found, MonsterDefinition)]
    options, alone = game.options, game.rules.seats == 1
    kinds = {face.kind: face.kind for face in faces}
    return defaultdict(
        str,
        {
            **kinds,
            **_figures(game),
            **_cards(faces),
            "alone": alone,
            "may be alone": may_be_alone,
            "perhaps alone": alone or may_be_alone,
            "needs tower": game.rules.needs_tower,
            "bargains": not alone and not options.swap,
            "swap": options.swap and not alone,
            "walls": options.walls,
            "many deals": options.deals_per_turn if options.deals_per_turn > 1 else 0,
            "many weapons": options.weapons_per_hit if options.weapons_per_hit > 1 else 0,
            "treasures come back": options.reshuffle_treasures,
            "tough": ", ".join(monster.name for monster in monsters if monster.points >= 4),
            "faced alone": listed(monster.name for monster in monsters if monster.alone),
            "no characters": "character" not in kinds and "monster" in kinds,
            "curse words": "" if "curse" in kinds else " | Curse | Curses | Curse card",
        },
    )


def _figures(game: PanicGame) -> Facts:
    """Return the figures of this table, and those that are others for one, two and six players."""
    one, two, usual, six = (rules_for(seats, game.options, game.catalog) for seats in (1, 2, 4, 6))
    start, quota = six.start_treasures, six.quota
    return {
        "towers": TOWER_COUNT,
        "fortify tokens": FORTIFY_TOKEN_COUNT,
        "hand size": game.rules.hand_size,
        "treasure limit": game.rules.treasure_limit,
        "quota": game.rules.quota,
        "quota told": plural(game.rules.quota, "comes", "come"),
        "start treasures": {0: "", 1: "one"}.get(game.rules.start_treasures, game.rules.start_treasures),
        "hand of one": plural(one.hand_size, "Castle card is", "Castle cards are"),
        "limit of one": plural(one.treasure_limit, "Treasure"),
        "hand of two": plural(two.hand_size, "Castle card"),
        "limit of two": plural(two.treasure_limit, "Treasure"),
        "start of six": (plural(start, "Treasure") if start else "no Treasure")
        * (start != usual.start_treasures),
        "quota of six": plural(quota, "monster comes", "monsters come") * (quota != usual.quota),
    }


def _cards(faces: list[CardFace]) -> Facts:
    """Return what the pages name of the cards."""

    def of_kind(kind: str, back: str = "") -> list[CardFace]:
        return [face for face in faces if face.kind == kind and back in ("", face.back)]

    def timed(when: CardTiming, word: str = "") -> list[str]:
        found = [face for face in faces if face.text[:1] == (TIMING_TEXTS[when],)]
        return [face.name for face in found if word in face.text[-1]]

    specials = {"Castle cards": of_kind("special", "castle"), "Treasures": of_kind("special", "treasure")}
    return {
        "draw cards": timed("draw"),
        "against curses": listed(timed("cancel", "Curse card"), "or"),
        "against tokens": listed(timed("cancel", "Curse token"), "or"),
        "icons": ", ".join(face.name for face in faces if "tower" in face.traits),
        "trees": ", ".join(face.name for face in faces if "tree" in face.traits),
        "specials told": "\n".join(
            f"**{which}:** {listed(face.name for face in found)}." for which, found in specials.items()
        ),
        "curses told": _told(of_kind("curse")),
        "tokens told": _told(of_kind("token")),
        "enhancers told": _told(of_kind("enhancer")),
        "characters told": "\n".join(
            f"- **{face.name}**: {' '.join(face.text)}" for face in of_kind("character")
        ),
    }


def _told(faces: Iterable[CardFace]) -> str:
    """Return cards with what they do, a line each; their timing is left out."""
    return "\n".join(f"- **{face.name}**: {face.text[-1]}" for face in faces)
