"""The words that say how a card is drawn: ``look = "blob, three eyes, tie, briefcase"``.

A look is a list of words: first what is to be seen, then its colors, eyes, mouth and what else it has or
holds. The words stand here, so that packs are checked without anything that draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CREATURE_WORDS = _words(
    """
    blob slime person child giant ogre goblin skeleton ghost mummy demon imp dragon hydra snake worm bird
    goose chicken vulture duck penguin bug fly bee spider scorpion tick fish shark whale octopus squid crab
    cat dog wolf bear rat bunny horse bull cow sheep frog lizard plant cactus tree mushroom robot golem
    mermaid giantface minotaur bat dinosaur gnome snowman whirl horror
    """
)
"""What has a face of its own."""

ITEM_WORDS = _words(
    """
    sword dagger axe hammer mace spear bow crossbow staff wand club flail nunchaku chainsaw gun raygun rifle
    cannon slingshot shield roundshield helmet hornedhelmet saucepan pan colander tiara crown tophat tallhat
    wizardhat cowboyhat cap beanie mortarboard wig hardhat gasmask eyepatch mask vest armor shirt coat robe
    cloak pyjamas pants belt boots shoe clownshoe slippers sandals skates sock gloves kneepads bottle potion
    flask jar can barrel mug glass cake sandwich donut cookie egg drumstick bone banana pepper lasagna hedge
    broom umbrella book openbook scroll paper papers form envelope map poster sign stopsign ticket certificate
    card cards die coin coins moneybag gem ring medal trophy badge chest box crate bag backpack briefcase
    suitcase phone telephone microphone megaphone camera tv computer calculator clock watch button remote
    antenna battery bomb dynamite grenade rocket missile balloon mirror magnifier key lock rope noose chain
    balland net cane lute banjo keytar bagpipes harmonica piano horn bell rubberchicken gnomestatue
    selfiestick spork spoon spatula tweezers scissors wrench shovel pickaxe bat2 lid harpoon cone lamp candle
    lantern balloonwater trapdoor door saloondoor portal hole fridge vending washer bathtub sofa throne bed
    cart car wagon train stagecoach scooter helicopter drone capsule wheel saddle horseshoe lasso bandana
    boomerang tombstone coffin skull brain heart eyeball tooth nose hand fist knee mustache beard tentacle
    wing cloud stormcloud sun moon planet asteroid comet fire bolt star drop snowflake flower skyscraper house
    tower wall gazebo octahedron statue cage jailbars anvil piggybank shop speaker gameboard tape toiletpaper
    hourglass scale graph graphdown puzzle pill syringe egggun gluebottle popper sprayer present parachute
    tumbleweed canyon puddle hamsterwheel nails screen booth thermostat device shrub
    """
)
"""Things: worn, held, or the subject themselves."""

EYE_WORDS = _words(
    """
    eyes angry sad sleepy closed mad wide side up one three many dots crossed hollow hypno hearts money
    screeneyes wink smug
    """
)
"""Followed by the word ``eyes`` where that reads better."""

MOUTH_WORDS = _words(
    """
    smile grin frown flat wavy shout fangs teeth tongue drool smirk oh tusks beak zipper kiss bubble pipe
    cigar straw whistle rose
    """
)
"""Mouths."""

WORN_WORDS = _words(
    """
    glasses sunglasses monocle goggles visor patch blindfold domino moustache whitebeard redbeard goatee
    bandit tie bluetie bowtie scarf bandolier lei apron sash nametag starbadge chain1 heartpatch headphones
    bandage lashes tearstreak freckles
    """
)
"""Worn on face or chest."""

HAT_WORDS = _words(
    """
    horns halo ribbon headband feelers antlers mohawk hair blondhair redhair greyhair bluehair whitecurls
    elfears flowerhat chefhat nightcap bucket nest partyhat turban fez policecap santahat nursecap sombrero
    pharaoh arrow kettle bonnet feathers raincloud lightbulb
    """
)
"""Worn on the head, as are the Items in ``HEADGEAR_WORDS``."""

BACK_WORDS = _words(
    """
    wings batwings cape blackcape whitecape flames glow greenglow bang shell fin rockets quills stump plinth
    arch curtain target spiral
    """
)
"""Behind it."""

AROUND_WORDS = _words(
    """
    sparkles zzz stink motion love rain snow bubbles smoke question alarm notes dollars flies tears sweat
    crack dizzy dust bolts confetti splash pow shine arrowup arrowdown cross no wind feathersfall web frost
    """
)
"""Around it."""

BACKDROP_WORDS = _words(
    """
    desert night space sea forest room inferno city graveyard snowfield dungeon sunset office rays kitchen
    hills swamp stage road
    """
)
"""Where it is."""

HEADGEAR_WORDS = _words(
    """
    saucepan colander helmet hornedhelmet tiara crown tophat tallhat wizardhat cowboyhat cap beanie
    mortarboard wig hardhat cone lid
    """
)
"""Items that a creature wears on its head."""

COLOR_WORDS = _words(
    """
    red orange yellow lime green teal blue violet pink brown cream skin white steel dark
    """
)
"""The first colors it, the second its details."""

POSE_WORDS = _words(
    """
    tilted leaning fallen small huge pair trio swarm left legs arms faceless stretched squashed broken
    """
)
"""How it stands, and how many there are."""

PATTERN_WORDS = _words(
    """
    striped dotted patched checked hairy
    """
)
"""Patterns on its body."""

PLACE_WORDS = _words(
    """
    above under inside beside over
    """
)
"""Where the other things are, instead of in its hands."""

MAX_LOOK_CHARS = 160
MAX_SAID_CHARS = 7


class LookError(ValueError):
    """A look with a word that nothing draws."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a card is drawn, word by word in its category; "" or () is what the kit chooses."""

    subject: str
    things: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    eyes: str = ""
    mouth: str = ""
    hat: str = ""
    worn: tuple[str, ...] = ()
    backs: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    backdrop: str = ""
    poses: tuple[str, ...] = ()
    pattern: str = ""
    place: str = ""
    said: str = ""


CATEGORIES: tuple[tuple[str, frozenset[str]], ...] = (
    ("colors", COLOR_WORDS),
    ("worn", WORN_WORDS),
    ("backs", BACK_WORDS),
    ("around", AROUND_WORDS),
    ("poses", POSE_WORDS),
    ("eyes", EYE_WORDS),
    ("mouth", MOUTH_WORDS),
    ("hat", HAT_WORDS),
    ("backdrop", BACKDROP_WORDS),
    ("pattern", PATTERN_WORDS),
    ("place", PLACE_WORDS),
)
LIST_CATEGORIES = frozenset({"colors", "worn", "backs", "around", "poses"})
LOOK_WORDS = CREATURE_WORDS.union(ITEM_WORDS, *(words for _, words in CATEGORIES))


def parse_look(text: str) -> Look:
    """Read a look. Raises LookError for a word that is unknown, or one too many of its sort."""
    found: dict[str, list[str]] = {}
    for part in text.split(","):
        word = part.strip()
        if word.startswith("says "):
            _put(found, "said", _said(word.removeprefix("says ")))
        else:
            _put(found, *_sorted(word.removesuffix(" eyes"), found))
    if "subject" not in found:
        raise LookError("a look begins with a creature or a thing")
    one = {
        name: words[0] for name, words in found.items() if name not in LIST_CATEGORIES and name != "things"
    }
    return Look(
        subject=one["subject"],
        things=tuple(found.get("things", ())),
        colors=tuple(found.get("colors", ())),
        eyes=one.get("eyes", ""),
        mouth=one.get("mouth", ""),
        hat=one.get("hat", ""),
        worn=tuple(found.get("worn", ())),
        backs=tuple(found.get("backs", ())),
        around=tuple(found.get("around", ())),
        backdrop=one.get("backdrop", ""),
        poses=tuple(found.get("poses", ())),
        pattern=one.get("pattern", ""),
        place=one.get("place", ""),
        said=one.get("said", ""),
    )


def _sorted(word: str, found: dict[str, list[str]]) -> tuple[str, str]:
    """Return the category of a word, and the word."""
    if word in CREATURE_WORDS or word in ITEM_WORDS:
        if "subject" not in found:
            return "subject", word
        worn = word in HEADGEAR_WORDS and "hat" not in found and found["subject"][0] in CREATURE_WORDS
        return ("hat" if worn else "things"), word
    for name, words in CATEGORIES:
        if word in words:
            return name, word
    close = get_close_matches(word, sorted(LOOK_WORDS), 6, 0.5)
    hint = f"; close to it: {', '.join(close)}" if close else ""
    raise LookError(f"nothing draws {word[:40]!r}{hint}. The words: {', '.join(sorted(LOOK_WORDS))}")


def _put(found: dict[str, list[str]], name: str, word: str) -> None:
    words = found.setdefault(name, [])
    if words and name != "things" and name not in LIST_CATEGORIES:
        raise LookError(f"{word!r} after {words[0]!r}: one of that sort is enough")
    if len(words) == 3 or word in words:
        raise LookError(f"{word!r} is one too many of its sort")
    words.append(word)


def _said(text: str) -> str:
    said = text.strip().upper()
    if not 0 < len(said) <= MAX_SAID_CHARS or not all(letter in SAID_LETTERS for letter in said):
        raise LookError(f"says takes 1 to {MAX_SAID_CHARS} of {SAID_LETTERS}")
    return said


SAID_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?+-%$. "
