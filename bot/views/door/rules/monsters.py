"""What door-kicking cards say of monsters and of bad luck."""

from __future__ import annotations

from bot.views.base.rules_book import RulePage, RuleTerm, common
from bot.views.base.text import listed
from bot.views.door.rules.card_set import DoorSet, names
from bot.views.pages.writing import bullets, paragraphs, sentences
from cards.door.escape import COPY_FLEE_MODIFIER
from cards.language.definition import Definition
from cards.language.grammar import capital, plural
from cards.language.words.combat import Copy


def monster_page(door: DoorSet) -> RulePage:
    spared = any(card.spares is not None for card in door.of_kind("monster"))
    leave = "Some do not fight everybody; their cards say what happens instead." if spared else ""
    return RulePage(
        "Monsters",
        "How to read their cards",
        paragraphs(
            "**Level** is its strength, **Treasures** what it leaves behind; **Levels** is what you gain "
            "where it is not 1. Each card is one monster, even if its name is that of a crowd.",
            "*+4 against ...* counts once if it fits anybody in the party. It is checked all the time: if "
            "they lose that Class, it stops counting. What a monster forbids holds "
            f"for the whole fight. {leave}".rstrip(),
            "A monster in your hand waits for *Look for trouble*, or for a card that brings it into "
            "somebody’s fight.",
        ),
        "cards",
        terms=(
            common(
                "Kicked up it attacks; from the hand it waits for its chance.",
                "monster",
                "monsters",
                "Monster",
            ),
        ),
    )


def enhancer_page(door: DoorSet) -> RulePage:
    gives = sorted(
        {capital(tag.replace("_", " ")) for card in door.of_kind("enhancer") for tag in card.gives}
    )
    like = f" Some also make it count as {listed(gives, 'or')}." if gives else ""
    linked = any(_is_linked(card) for card in door.doing("copy"))
    mate = " What enhances a monster enhances its linked copy too." if linked else ""
    fewer = any(card.treasures < 0 for card in door.of_kind("enhancer"))
    least = " One that lowers them leaves at least one." if fewer else ""
    return RulePage(
        "Monster enhancers",
        "Bigger, angrier, richer",
        "Anybody may play one in any fight. Of several monsters the player chooses one. All on "
        f"one monster add up, in any order.{mate}\n\nThey change its strength and mostly its "
        f"Treasures, never the Levels it brings.{least}{like} If the monster leaves, they leave with it.",
        "cards",
        terms=(
            RuleTerm(
                ("Monster Enhancer", "monster enhancer", "monster enhancers", "enhancers", "enhances"),
                "Makes one monster stronger or weaker, in any fight.",
            ),
        ),
    )


def _is_linked(card: Definition) -> bool:
    """Return True if the card copies a monster so that later changes count for both."""
    return any(isinstance(word, Copy) and word.linked for block in card.blocks for word in block)


def wandering_page(door: DoorSet) -> RulePage:
    joining = door.doing("join", kinds=("special", "one_shot"))
    also = f"\n\nOthers fetch a monster from elsewhere: {names(joining)}." if joining else ""
    return RulePage(
        "Wandering Monsters",
        "One more monster for the party",
        "Play the card in any fight together with a monster from your hand: it joins, and the party has to "
        f"beat all of them together. All its powers hold, and it brings its own Levels and Treasures.{also}",
        "cards",
        terms=(
            RuleTerm(
                ("Wandering Monster", "Wandering Monster card"),
                "Brings a monster from your hand into a fight.",
            ),
        ),
    )


def joining_page(door: DoorSet) -> RulePage:
    tags = door.joining_tags()
    makers = [card for card in door.of_kind("enhancer") if set(card.gives) & set(door.edition.joins)]
    made = (
        f"\n\nA card that makes a monster one of them ({names(makers)}) may be played together with a "
        "monster of another kind, which then joins."
        if makers
        else ""
    )
    many = [tag if tag == "Undead" else plural(tag) for tag in tags]
    apart = f" {listed(many)} do not join each other." if len(tags) > 1 else ""
    return RulePage(
        listed(many),
        "They join their own kind",
        "If one of them fights, anybody may add another one of the same kind from their hand, without "
        "Wandering Monster. The party has to beat all together, and each brings its own Levels and "
        f"Treasures.{apart}{made}",
        "cards",
        terms=tuple(
            RuleTerm((tag, name), f"Anybody may add another {tag} from their hand to one that fights.")
            for tag, name in zip(tags, many, strict=True)
        ),
    )


def stacking_page(door: DoorSet) -> RulePage:
    tags = door.stacking_tags()
    tag, many = tags[0], listed([plural(tag) for tag in tags])
    copying = door.doing("copy")
    copied = (
        f"A copy ({names(copying)}) equals the original with its pile as it is at that moment, and rolls for "
        "no more."
        if copying
        else ""
    )
    return RulePage(
        many,
        "They pile up",
        paragraphs(
            f"When a {tag} enters a fight, the die is rolled: on **1 to 3** the topmost {tag} of the Door "
            "discards comes under it, and it is rolled again; on 4 or more, or when there is none left, it "
            "ends.",
            "Anybody may add one from their hand without a roll; then it is rolled for that one.",
            "An added one gives its **Level as a bonus, and nothing else**: no powers, no Levels, no "
            "Treasures, no roll to run away of its own. Ten or more Levels added to one monster bring 2 "
            "more Treasures.",
            sentences(
                "One that comes with a Wandering Monster card stands for itself and has its own pile.", copied
            ),
            "After the fight the pile lies on top of the Door discards.",
        ),
        "cards",
        terms=tuple(
            RuleTerm((tag, plural(tag)), "When it comes, others may pile up under it: each adds its Level.")
            for tag in tags
        ),
    )


def copy_page(door: DoorSet) -> RulePage:
    cards = door.doing("copy")
    linked = [card for card in cards if _is_linked(card)]
    loose = [card for card in cards if card not in linked]
    lines = [
        f"**{names(linked)}**: whatever enhances one of the two, now or later, enhances both."
        if linked
        else "",
        f"**{names(loose)}**: equal at that moment; what comes later counts for one only." if loose else "",
    ]
    return RulePage(
        "Copies of monsters",
        "The same one, twice",
        "The copy joins the fight with the same strength, enhancers, Levels and Treasures, and has to be "
        "beaten as well. Each is run from by itself, the copy at "
        f"−{-COPY_FLEE_MODIFIER}.\n\n{bullets(lines)}",
        "cards",
        terms=(
            RuleTerm(
                tuple(dict.fromkeys((*(card.name for card in cards), "second monster", "second one"))),
                "A copy of a monster: beaten and run from by itself.",
            ),
        ),
    )


def curse_page(door: DoorSet) -> RulePage:
    words = door.labels("curse")
    word = words[0]
    same = f"{door.many('curse')}: one thing under several names." if len(words) > 1 else ""
    stays = {card.stays for card in door.of_kind("curse")}
    lasting = (
        "Some stay before you until what they say has happened; these survive death and cannot be paid for "
        "powers."
        if stays - {""}
        else ""
    )
    now = [
        "*Your next combat* is the one you are in, if you are in one." if "next_combat" in stays else "",
        "*Your next turn* is the present one, if it is yours."
        if "turn" in stays or door.doing("skip_turn")
        else "",
    ]
    proof = door.with_stat("curse_proof")
    cancel = [card for card in door.doing("cancel_curse") if card not in proof]
    stopping = [
        f"Safe behind doors: {names(proof)}." if proof else "",
        f"Stopped by {names(cancel)}." if cancel else "",
    ]
    forms = [form for label in words for form in (label, plural(label))]
    return RulePage(
        door.many("curse"),
        "Bad luck, served at any time",
        paragraphs(
            same,
            f"Behind the door a {word} hits whoever kicked it up. From your hand it hits anybody alive, **at "
            "any time**: in their fight, just before they win. Exceptions: not between a failed roll and "
            "its Bad Stuff, not between a kill and its Treasures, and not while somebody answers a question "
            "about you or your cards.",
            "It strikes at once, if it can, and is discarded. If it takes an Item, the victim chooses "
            "which. If there is nothing to take, nothing happens. It looks at what lies on the table, not "
            f"at the hand, unless it says so. {lasting}".rstrip(),
            bullets((*now, *stopping)),
        ),
        "cards",
        terms=(common("Behind the door it hits you; from a hand anybody, at any time.", *forms),),
    )
