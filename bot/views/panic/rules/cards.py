"""What the cards and tokens of the castle-defense game name, as far as they are in the game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.views.base.rules_book import RulePage, RuleTerm, common
from bot.views.base.text import listed
from bot.views.pages.writing import bullets, paragraphs, sentences
from bot.views.panic.rules.card_set import PanicSet
from cards.kernel.game import CardFace
from cards.panic.rules import FORTIFY_TOKEN_COUNT


def hit_page(table: PanicSet) -> RulePage:
    return RulePage(
        "Hits",
        "Castle cards that hurt",
        "Each does **1 point** to a monster:\n"
        + bullets(
            (
                "*Red Archer* and the like: in that ring, in both arcs of that color",
                "*Hero*: in that color, in the Archer, Knight or Swordsman ring",
                "*Any Color*: in that ring, in all colors",
            )
        )
        + "\n\nSeveral Hits may strike one monster together. They do not reach the Forest or the Castle "
        "ring.",
        "cards",
        terms=(
            common("1 point, where its ring and color say.", "Hit", "Hits", "Hero", "Heroes", "Any Color"),
        ),
    )


def weapon_page(table: PanicSet) -> RulePage:
    per_hit = table.options.weapons_per_hit
    many = "one goes with each Hit" if per_hit == 1 else f"up to {per_hit} go with each Hit"
    warrior = " Some Characters manage more." if "character" in table.kinds else ""
    return RulePage(
        "Weapons",
        "More points for a Hit",
        f"A Weapon adds to a Hit: {many}.{warrior} It counts in the rings that it names, and the Hit has to "
        "be one that reaches the monster. It may follow a Hit that was used on that monster earlier in the "
        "turn, your own or a helper’s, as long as that Hit has none yet.\n\nA Weapon without a Hit does "
        "nothing.",
        "cards",
        terms=(RuleTerm(("Weapon", "Weapons"), f"Adds its points to a Hit; {many}."),),
    )


def potion_page(table: PanicSet) -> RulePage:
    return RulePage(
        "Potions",
        "They need no Hit",
        "A Potion works by itself, in phase 3 unless it says otherwise, and takes no Weapon. One that hurts "
        "can be part of an attack together with Hits: the points add up.\n\nA sleeping monster does not "
        "move for the rest of the turn, neither by itself nor by cards and Curses; it can still be hurt.",
        "cards",
        terms=(
            RuleTerm(("Potion", "Potions"), "Works without a Hit and takes no Weapon."),
            RuleTerm(("sleeping", "asleep"), "It does not move for the rest of the turn, but can be hurt."),
        ),
    )


def monster_page(table: PanicSet) -> RulePage:
    tough = [monster.name for monster in table.monsters() if monster.points >= 4]
    return RulePage(
        "Monsters and their numbers",
        "Health, dots, and lowest numbers",
        paragraphs(
            "The number towards the Castle is a monster’s health; each point of an attack takes one off. "
            "Its dots are the Treasures it brings.",
            f"**Monsters of 4 or 5 points** ({', '.join(tough)}) have a lowest number, 2 or 3. No attack "
            "that does not slay brings them below it, and once they are there, only an attack of at least "
            "as many points does anything: it slays.",
            "What dies on a Wall, on a Tower or under the Huge Rock is nobody’s trophy and brings nothing.",
        ),
        "cards",
        terms=(
            common(
                "Each point of an attack takes 1 off.",
                "Monster",
                "Health",
                "health",
                "damage",
                "point",
                "points",
            ),
            RuleTerm(
                ("lowest number", "an attack of 2", "an attack of 3"),
                "Once it is there, only an attack of that size does anything: it slays.",
            ),
        ),
    )


def icon_page(table: PanicSet) -> RulePage:
    return RulePage(
        "Tower and Tree",
        "What reaches the Castle and the Forest",
        "Hits and Weapons reach the Archer, Knight and Swordsman rings. A card with the **Tower** also "
        "reaches monsters in the Castle ring, one with the **Tree** also those in the Forest.\n\n"
        + bullets(
            f"**{word}**: " + ", ".join(face.name for face in table.faces if trait in face.traits)
            for word, trait in (("Tower", "tower"), ("Tree", "tree"))
        ),
        "cards",
        terms=(
            RuleTerm(
                ("Tower",),
                "As a sign: the card reaches the Castle ring. On the board: falls to what comes to it.",
            ),
            RuleTerm(("Tree",), "This card reaches monsters in the Forest."),
        ),
    )


def fortify_page(table: PanicSet) -> RulePage:
    return RulePage(
        "Glue and Fortify tokens" if table.options.walls else "Glue",
        "Small helpers on the board",
        paragraphs(
            "**Glue:** the monster does not move for the rest of the turn, neither by itself nor by cards "
            "and Curses. It can still be hurt.",
            "**Fortify:** a token on a standing Wall takes the next blow in its place and hurts like a Wall; "
            f"then it comes off. There are {FORTIFY_TOKEN_COUNT}, at most one for each Wall, and they can be "
            "used again. The Huge Rock stops at one, too."
            if table.options.walls
            else "",
        ),
        "cards",
        terms=(
            RuleTerm(("glued", "Glue"), "It does not move for the rest of the turn, but can be hurt."),
            RuleTerm(("Fortify token", "Fortify tokens"), "Takes the next blow in place of a Wall."),
        ),
    )


def _named(faces: Sequence[CardFace]) -> str:
    """Return cards with what they do, a line each; their timing is left out."""
    return bullets(f"**{face.name}**: {face.text[-1]}" for face in faces)


def special_page(table: PanicSet) -> RulePage:
    castle, treasure = table.of_kind("special", "castle"), table.of_kind("special", "treasure")
    return RulePage(
        "Special cards",
        "Each does something of its own",
        "Their text says when they can be played.\n\n**Castle cards:** "
        + listed(face.name for face in castle)
        + ".\n**Treasures:** "
        + listed(face.name for face in treasure)
        + ".\n\n`/kickdoor card` shows each of them.",
        "cards",
        terms=(common("It does what it says, when it says it.", "Special", "Specials"),),
    )


def curse_card_page(table: PanicSet) -> RulePage:
    against = [face.name for face in table.timed("cancel") if "Curse card" in face.text[-1]]
    stop = f"{listed(against, 'or')} stops one that is played on you." if against else ""
    return RulePage(
        "Curse cards",
        "Castle cards against the others",
        paragraphs(
            sentences("They can be played at any time, in others’ turns too.", stop),
            _named(table.of_kind("curse")),
        ),
        "cards",
        terms=(
            RuleTerm(
                ("Curse", "Curses", "Curse card"),
                "A card against others, at any time; or a token out of the bag.",
            ),
        ),
    )


def curse_token_page(table: PanicSet) -> RulePage:
    against = [face.name for face in table.timed("cancel") if "Curse token" in face.text[-1]]
    stop = f" {listed(against, 'or')} stops one as it is drawn." if against else ""
    also = () if "curse" in table.kinds else ("Curse", "Curses", "Curse card")
    return RulePage(
        "Curse tokens",
        "What else is in the bag",
        "They happen as soon as they are drawn and do not count as "
        f"monsters.{stop}\n\n{_named(table.of_kind('token'))}",
        "cards",
        terms=(
            RuleTerm(
                ("Token", "Curse token", "Curse tokens", *also),
                "Out of the bag: it happens as soon as it is drawn.",
            ),
            RuleTerm(
                ("Huge Rock",),
                "Rolls down an arc and squashes what is there, until a Wall or Tower stops it.",
            ),
        ),
    )


def character_page(table: PanicSet) -> RulePage:
    lines = [f"**{face.name}**: {' '.join(face.text)}" for face in table.of_kind("character")]
    return RulePage(
        "Characters",
        "A power each, and a nemesis",
        sentences(
            "One for each player, picked in turn at the start and kept to the end.",
            "A **nemesis** is the one monster that gives a Character trouble; its token has a black border.",
        )
        + f"\n\n{bullets(lines)}",
        "cards",
        terms=(
            RuleTerm(("Character", "Characters"), "One for each player, with a power and a nemesis."),
            RuleTerm(("Nemesis", "nemesis"), "The monster that gives one Character trouble."),
        ),
    )


def nemesis_page(table: PanicSet) -> RulePage:
    return RulePage(
        "Black borders",
        "Nothing special at this table",
        "Some monster tokens have a black border: each is the nemesis of a Character. At this table nobody "
        "plays Characters, so they are monsters like all others.",
        "cards",
        terms=(RuleTerm(("Nemesis",), "Trouble for a Character; nothing special without Characters."),),
    )


def enhancer_page(table: PanicSet) -> RulePage:
    return RulePage(
        "Monster Enhancers",
        "For the monsters that others fight",
        "Play one while somebody else attacks a monster, or right after, before the trophy is theirs: a "
        "slain monster waits a moment for that. The health it gains may go above its highest number.\n\n"
        + _named(table.of_kind("enhancer")),
        "cards",
        terms=(RuleTerm(("Enhancer", "Enhancers"), "Helps a monster that somebody else attacks."),),
    )


def treasure_page(table: PanicSet) -> RulePage:
    start = table.rules.start_treasures
    back = (
        "When the deck is used up, its discards are shuffled."
        if table.options.reshuffle_treasures
        else "When the deck is used up, it stays empty."
    )
    begun = {0: "Nobody begins with one.", 1: "Everybody begins with one."}.get(
        start, f"Everybody begins with {start}."
    )
    return RulePage(
        "Treasures",
        "Weapons, Potions and more",
        f"Slain monsters bring Treasures, as many as they have dots. {begun} They are used once and "
        f"discarded: nothing is worn or carried here. {back}\n\nIn hand they are worth nothing at the end"
        + (", unless your Character says so." if "character" in table.kinds else "."),
        "cards",
    )
