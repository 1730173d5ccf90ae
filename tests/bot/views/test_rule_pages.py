"""The rules on screen: only what holds at the table, a page for each term, and nothing that is hidden."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.results import TableView
from bot.views import screens
from bot.views.base import limits
from bot.views.base.layout import Button, ButtonRow, Container, Select, Text
from bot.views.base.phone_height import blocks_px, room_px
from bot.views.base.rules_book import RuleBook, RulesContext, printed_words
from bot.views.door import board
from bot.views.door.words.vocabulary import DOOR_WORDS
from bot.views.games import GAME_SCREENS
from bot.views.pages import rule_links
from bot.views.pages.help import card_screen, rules_screen
from bot.views.pages.rule_links import MAX_TOLD_TERMS, RulesLink, book_of
from bot.views.press.asking import ASKING_SHORT_TITLE
from bot.views.table import private
from bot.views.table.details import details_screen
from cards.door.arrange import Arranger
from cards.door.game import DoorGame
from cards.kernel.game import CardFace, Setup
from cards.registry import module_of
from cogs.answers import Click
from cogs.presses.pages import ShowRules
from cogs.presses.registry import read_press
from tests.bot.views.games import positions, table_of, view_of

SETS = ("classic", "wild_west", "apocalypse", "rick_and_morty")
MIX = "+".join(SETS)
OPEN_SEALS = ["Beer Shortage", "Rain of Anvils", "The Great Undressing"]
"""The one named first lies on top."""

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((name, 4, {}) for name in (*SETS, MIX)),
    (
        "classic+wild_west",
        8,
        {"epic": True, "listen_at_the_door": True, "shared_victory": True, "allow_many": True},
    ),
    ("panic", 1, {}),
    ("panic", 4, {}),
    ("panic", 6, {"more_munchkin": True, "deals_per_turn": 2, "weapons_per_hit": 2}),
    ("panic", 3, {"swap": True, "walls": False, "curse_cards": False, "reshuffle_treasures": False}),
]

MAX_PAGE_CHARS = 1300
"""Characters of a page, so that a phone shows it in two screens at most."""


def options_of(name: str, changed: dict[str, Any]) -> dict[str, Any]:
    return {**module_of(name).default_options, **changed}


def book(name: str, seats: int = 4, **changed: Any) -> RuleBook:
    """Return the book of a lobby."""
    return book_of(RulesContext(name, options_of(name, changed), seats))


def faces(name: str) -> tuple[CardFace, ...]:
    return module_of(name).faces()


def arranged(**situation: Any) -> TableView:
    """Return what everybody sees of a situation of the Apocalypse."""
    game = DoorGame(Setup("apocalypse", 3, 5))
    arranger = Arranger(game, ["Ann", "Ben", "Cleo"])
    state = arranger.lay_out({"seats": [{}, {}, {}], "turn": "Ann", **situation})
    return view_of(game, state, None)


def read_through(
    book: RuleBook, key: str, link: RulesLink, titles: dict[str, str] | None = None
) -> list[str]:
    """Return the text of a page part by part, as its buttons lead through it; each fits a phone."""
    parts: list[str] = []
    topic = key
    while True:
        screen = rules_screen(book, topic, link, titles)
        assert limits.faults(screen) == [], topic
        frame = screen.parts[0]
        assert isinstance(frame, Container)
        assert blocks_px(frame.blocks) <= room_px(()), topic
        text = frame.blocks[0]
        assert isinstance(text, Text)
        parts.append(text.content.partition("\n")[2])
        onward = [
            b
            for row in frame.blocks
            if isinstance(row, ButtonRow)
            for b in row.buttons
            if b.label == "More ▶"
        ]
        if not onward:
            return parts
        assert isinstance(onward[0], Button)
        asked = read_press(Click(1, 2, "x", 3, 4, "private", 5, onward[0].custom_id))
        assert isinstance(asked, ShowRules)
        topic = asked.topic


def test_a_long_page_is_read_in_parts_and_back() -> None:
    found = book("classic")
    link = RulesLink(7, seen=9)
    assert len(read_through(found, "start", link)) == 1, "what everybody reads first is one view"
    parts = read_through(found, "help", link)
    assert len(parts) > 1
    second = rules_screen(found, "help~2", link)
    assert f"(2 of {len(parts)})" in second.as_text()
    assert "[◀ Back]" in second.as_text()
    assert rules_screen(found, "help~99", link) == rules_screen(found, f"help~{len(parts)}", link)
    assert rules_screen(found, "help~x", link) == rules_screen(found, "help", link)


@pytest.mark.parametrize(("name", "seats", "changed"), TABLES, ids=lambda value: str(value)[:30])
def test_every_page_keeps_the_limits_and_is_short(name: str, seats: int, changed: dict[str, Any]) -> None:
    found = book(name, seats, **changed)
    titles = {"classic": "Classic", "panic": "Panic"}
    for key, page in found.pages.items():
        for link in (RulesLink(game=name), RulesLink(36**8, card=500, seen=10**6)):
            parts = read_through(found, key, link, titles)
            assert "\n".join(parts).replace("\n", "") == page.text.replace("\n", ""), key
        assert len(page.text) <= MAX_PAGE_CHARS, key
        assert "  " not in page.text
        assert not re.search(r"[.!?][A-Z]|\(\)|\*{4}|[,:] ?\.|\{|\}", page.text), page.text


@pytest.mark.parametrize(
    ("name", "there", "missing"),
    [
        (
            "classic",
            {
                "class",
                "race",
                "double_class",
                "double_race",
                "companion",
                "cheat",
                "big",
                "joining",
                "copy",
                "curse",
            },
            {"seal", "role", "steed", "stacking", "item_enhancer"},
        ),
        (
            "wild_west",
            {
                "class",
                "double_class",
                "companion",
                "steed",
                "item_enhancer",
                "cheat",
                "big",
                "joining",
                "names",
            },
            {"seal", "role", "race", "double_race", "stacking", "copy"},
        ),
        (
            "apocalypse",
            {"class", "double_class", "seal", "cheat", "big", "joining", "forced"},
            {"role", "race", "double_race", "companion", "steed", "stacking", "item_enhancer", "copy"},
        ),
        (
            "rick_and_morty",
            {"class", "double_class", "companion", "role", "stacking", "copy", "cheat", "names"},
            {"seal", "race", "double_race", "steed", "joining", "big", "item_enhancer"},
        ),
        (
            MIX,
            {
                "class",
                "race",
                "double_class",
                "double_race",
                "companion",
                "steed",
                "seal",
                "role",
                "stacking",
                "big",
            },
            {"panic", "hit"},
        ),
        (
            "panic",
            {"panic", "hit", "curse_card", "bargain", "nemesis"},
            {"combat", "seal", "character", "swap"},
        ),
    ],
)
def test_a_game_has_pages_for_what_its_cards_name_and_for_nothing_else(
    name: str, there: set[str], missing: set[str]
) -> None:
    keys = set(book(name).pages)
    assert there <= keys
    assert not missing & keys


@pytest.mark.parametrize(
    ("name", "words", "foreign"),
    [
        (
            "classic",
            {"Curse", "Hireling"},
            {"Trap", "Disaster", "Seal", "Ally", "Sidekick", "Steed", "Parasite", "Role"},
        ),
        (
            "wild_west",
            {"Trap", "Sidekick", "Steed"},
            {"Curse", "Disaster", "Seal", "Ally", "Hireling", "Race", "Role"},
        ),
        (
            "apocalypse",
            {"Disaster", "Seal", "Shark"},
            {"Curse", "Trap", "Hireling", "Steed", "Race", "Role", "Parasite"},
        ),
        (
            "rick_and_morty",
            {"Trap", "Ally", "Role", "Parasite"},
            {"Curse", "Disaster", "Seal", "Race", "Steed", "Undead"},
        ),
    ],
)
def test_each_set_speaks_in_its_own_words(name: str, words: set[str], foreign: set[str]) -> None:
    """Nothing is said of what only other sets have."""
    found = book(name)
    told = "\n".join(
        f"{page.title} {page.summary} {page.text} " + " ".join(f"{t.words} {t.meaning}" for t in page.terms)
        for page in found.pages.values()
    )
    for card in faces(name):
        told = told if card.name in words else told.replace(card.name, "")
    assert {word for word in words if re.search(rf"\b{word}", told)} == words
    assert {word for word in foreign if re.search(rf"\b{word}", told)} == set()


def test_a_mix_says_that_words_of_several_sets_mean_the_same() -> None:
    found = book(MIX)
    assert found.pages["curse"].title == "Curses, Traps and Disasters"
    assert "one thing under several names" in found.pages["curse"].text
    assert found.pages["companion"].title == "Hirelings, Sidekicks and Allies"
    assert "one rule for all" in found.pages["companion"].text


PAGES_BY_OPTION: list[tuple[str, dict[str, Any], str, str]] = [
    ("classic", {"listen_at_the_door": True}, "turn", "Listen at the door"),
    ("classic", {"listen_at_the_door": True}, "trouble", "**Treasure**"),
    ("classic", {"shared_victory": True}, "help", "the helper wins too"),
    ("classic", {"help_any_time": True}, "help", "even while you are ahead"),
    ("classic", {"first_player": 3}, "setup", "seat 3 begins"),
    ("classic", {"epic": True}, "start", "**Level 20**"),
    ("classic", {"epic": True}, "kick", "two doors at once"),
    ("classic", {"epic": True}, "selling", "Levels 19 and 20"),
    ("classic", {"epic": True}, "level_up", "never above Level 18"),
    ("classic", {"epic": True}, "kick", "asked before one fight begins"),
    ("classic", {"treasure_for_eliminated": True}, "victory", "leaves its Treasures as well"),
    ("classic", {"sacrifice": True}, "companion", "Leaving it behind"),
    ("classic", {"sacrifice": True}, "flee", "can be left behind"),
    ("apocalypse", {"seal_die": True}, "seal", "a 1 on the die at the start of a turn"),
    ("panic", {"more_munchkin": True}, "panic", "Either way the most points"),
    ("panic", {"weapons_per_hit": 2}, "play", "up to 2 Weapons"),
    ("panic", {"deals_per_turn": 3}, "bargain", "3 deals"),
    ("panic", {"monsters_placed": 2}, "placing", "**2** tokens"),
    ("panic", {"hand_change": 1}, "draw", "**6**"),
    ("panic", {"start_treasures": 2}, "treasure", "begins with 2"),
    ("panic", {"reshuffle_treasures": False}, "treasure", "stays empty"),
    ("panic", {"walls": False}, "march", "no Walls"),
]


@pytest.mark.parametrize(("name", "changed", "key", "told"), PAGES_BY_OPTION)
def test_a_house_rule_changes_its_page(name: str, changed: dict[str, Any], key: str, told: str) -> None:
    """And the page of the house rules names it; without it neither says so."""
    plain, other = book(name), book(name, **changed)
    assert told in other.pages[key].text
    assert told not in plain.pages[key].text
    assert "house" in other.pages
    assert "house" not in plain.pages


def test_joined_sets_roll_for_a_seal() -> None:
    """H-151: the page says so where it holds."""
    told = "two dice that make 5 at the start of a round"
    assert told in book("classic+apocalypse").pages["seal"].text
    assert told not in book("classic+apocalypse", keep_weight=False).pages["seal"].text
    assert told not in book("apocalypse").pages["seal"].text


@pytest.mark.parametrize(
    ("changed", "there", "missing"),
    [
        ({"more_munchkin": True}, {"character", "panic_enhancer"}, {"nemesis"}),
        ({"characters": True}, {"character"}, {"nemesis", "panic_enhancer"}),
        ({"enhancers": True}, {"panic_enhancer"}, {"character"}),
        ({"swap": True}, {"swap"}, {"bargain"}),
        ({"curse_cards": False}, {"curse_token"}, {"curse_card"}),
    ],
)
def test_variants_of_panic_have_their_pages(
    changed: dict[str, Any], there: set[str], missing: set[str]
) -> None:
    keys = set(book("panic", **changed).pages)
    assert there <= keys
    assert not missing & keys


def test_panic_alone_is_another_game() -> None:
    """In a lobby with one seat nobody knows yet, so it tells both."""
    lobby = book("panic", 1)
    assert {"alone", "bargain", "curse_card"} <= set(lobby.pages)
    game, state, _ = next(iter(positions("panic", 1, 3, 1)))
    alone = book_of(RulesContext.of(view_of(game, state, None)))
    assert "alone" in alone.pages
    assert not {"bargain", "swap", "curse_card"} & set(alone.pages)
    assert "**4 Treasures**" in alone.pages["panic_charity"].text


MOMENT_STARTS = (
    *("After", "Against", "Any", "At", "Before", "If", "In", "Instead", "Once", "Outside", "Twice", "When"),
    "You",
)
"""How a line goes on behind the name of a power: with its moment, or with what one may do."""


@pytest.mark.parametrize("name", [*SETS, MIX, "panic"])
def test_every_term_that_a_card_names_has_a_page(name: str) -> None:
    """Capitals inside a sentence are terms, unless they are the name of a card or, in front, of a power."""
    found = book(name, **({"more_munchkin": True} if name == "panic" else {}))
    names = re.compile(_one_of({card.name for card in faces(name)}))
    words = {word for page in found.pages.values() for term in page.terms for word in term.words}
    terms = re.compile(rf"(?:(?<![\w-])|(?<=non-))(?:{_one_of(words)})(?!\w)")
    for card in faces(name):
        assert found.terms_on(card), card.name
        for line in printed_words(card):
            rest = re.sub(rf"^[^.:]+(?:[!?]|[.:]) (?=(?:{_one_of(MOMENT_STARTS)})[ ,])", "", line)
            rest = names.sub("…", terms.sub("·", rest))
            assert re.findall(r"(?<!^)(?<![.:!?] )(?<!\w)[A-Z]\w+", rest) == [], f"{card.name}: {line}"
        assert card.kind.capitalize() not in terms.sub("·", printed_words(card)[0]), card.kind
        assert [trait for trait in card.traits if terms.sub("·", trait.capitalize()) != "·"] == []


def _one_of(words: Iterable[str]) -> str:
    """Return a pattern that finds the longest of some words."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


@pytest.mark.parametrize("name", [*SETS, MIX, "panic"])
def test_words_on_a_card_are_explained_where_it_is_looked_up(name: str) -> None:
    """The rarer ones in a line each, all of them in a menu that leads to their pages."""
    found = book(name)
    for card in faces(name):
        screen = card_screen(card, found, RulesLink(game=name))
        assert limits.faults(screen) == []
        menus = [block for block in screen.blocks() if isinstance(block, Select)]
        assert {option.value for menu in menus for option in menu.options} <= set(found.pages)
        rare = [term for term in found.terms_on(card) if not term.common]
        told = sum(line.startswith("-# 📘") for line in screen.as_text().splitlines())
        assert told == min(sum(len(term.words) for term in rare), MAX_TOLD_TERMS)


@pytest.mark.parametrize(
    ("name", "card", "page", "meaning"),
    [
        ("classic", "Ghost Writer", "joining", "another Undead"),
        ("classic", "Drooling Slime", "race", "+1 to Run Away"),
        ("classic", "Chainsaw of Bloody Dismemberment", "big", "one Big Item"),
        ("classic", "Accidental Garage Sale", "big", "not Big"),
        ("apocalypse", "Disaster! Zoo Breakout", "seal", "number 7 ends"),
        ("apocalypse", "Puddle Shark", "joining", "another Shark"),
        ("rick_and_morty", "Tinkles", "stacking", "pile up"),
        ("rick_and_morty", "Unity", "companion", "escape everything"),
        ("wild_west", "Fast-Talking Horse Trader", "steed", "ride"),
        ("wild_west", "Gold-Plated", "item_enhancer", "for good"),
        ("panic", "Super Munchkin", "icon", "Castle ring"),
        ("panic", "Helm of Courage", "weapon", "one goes with each Hit"),
    ],
)
def test_a_term_says_what_it_means_and_where_to_read_on(
    name: str, card: str, page: str, meaning: str
) -> None:
    face = next(face for face in faces(name) if face.name == card)
    found = {term.page: term for term in book(name).terms_on(face)}
    assert meaning in " ".join(found[page].meanings)
    assert meaning in card_screen(face, book(name), RulesLink(game=name)).as_text()


def test_three_open_seals_are_on_the_table_and_on_their_page() -> None:
    """The count, what the top one does, and the others by name; covered ones only count."""
    view = arranged(seals_open=OPEN_SEALS, door_discard=["Fire Ants"], treasure_discard=["Tire Iron"])
    module = module_of("apocalypse")
    assert "🔖 **3 of 7 Seals**: +3 to each monster" in screens.table_screen(view, module).as_text()
    table = details_screen(view).as_text()
    top = next(card for card in faces("apocalypse") if card.name == OPEN_SEALS[0])
    assert f"🔖 **3 of 7 Seals**: +3 to each monster\n-# Beer Shortage: {top.text[0]}" in table
    assert "Rain of Anvils" in table, "in the menu of what can be looked at"
    assert "Doors left · 🗑 Fire Ants" in table
    assert "Treasures left · 🗑 Tire Iron" in table
    page = book_of(RulesContext.of(view)).pages["seal"]
    assert page.summary == "3 of 7 are open"
    assert page.text.startswith("**3 of 7 are open: +3 to each monster.**\n3. **Beer Shortage**")
    assert "Rain of Anvils (covered)" in page.text
    assert "1. The Great Undressing" in page.text


def test_a_seal_that_only_struck_once_says_nothing_on_the_table() -> None:
    view = arranged(seals_open=["Rain of Anvils"])
    told = "\n".join(block.content for block in board.details(view) if isinstance(block, Text))
    assert "🔖 **1 of 7 Seals**: +1 to each monster\n-# Rain of Anvils\n" in told


def test_without_seals_and_discards_the_table_says_nothing_of_them() -> None:
    told = screens.table_screen(arranged(), module_of("apocalypse")).as_text()
    assert "🔖" not in told
    assert "🗑" not in told


@pytest.mark.parametrize(
    ("situation", "key"),
    [
        ({"phase": "setup"}, "setup"),
        ({"phase": "arrange"}, "turn"),
        ({"phase": "trouble"}, "trouble"),
        ({"phase": "charity", "seats": [{"hand": ["Kid"] * 4 + ["Militia"] * 2}, {}, {}]}, "charity"),
        ({"phase": "arrange", "fight": {"monsters": ["Fire Ants"]}}, "combat"),
    ],
)
def test_the_button_opens_the_page_for_the_moment(situation: dict[str, Any], key: str) -> None:
    found = book_of(RulesContext.of(arranged(**situation)))
    assert found.opening == key
    assert found.key_of("") == key
    assert found.key_of("no such page") == key


def test_a_page_is_found_by_its_key_and_by_its_title() -> None:
    found = book("classic")
    assert found.key_of("flee") == found.key_of("running AWAY ") == "flee"
    assert found.key_of("") == "start"


def test_panic_pages_open_first_at_a_panic_table() -> None:
    """And no page of another game is there at all."""
    found = book("panic")
    assert next(iter(found.pages)) == found.key_of("") == "panic"
    game, state, _ = next(iter(positions("panic", 3, 3, 1)))
    assert book_of(RulesContext.of(view_of(game, state, None))).opening == "draw"


def test_a_game_without_pages_has_those_of_the_table() -> None:
    found = book_of(RulesContext("nothing like it", {}, 2))
    assert list(found.pages) == ["table"]
    assert limits.faults(rules_screen(found, "", RulesLink())) == []


def test_no_two_games_share_a_screen_for_their_rules() -> None:
    assert GAME_SCREENS["door"].rules is not GAME_SCREENS["panic"].rules


@pytest.mark.parametrize(
    ("name", "seats", "options"), [(MIX, 4, {}), ("apocalypse", 3, {}), ("panic", 4, {"more_munchkin": True})]
)
def test_no_page_depends_on_a_hidden_card(name: str, seats: int, options: dict[str, Any]) -> None:
    """Every seat reads the same book, and it stays the same when all that is hidden is dealt again."""
    for number, (game, state, _) in enumerate(positions(name, seats, 7, 160, options)):
        if number % 8:
            continue
        seen = book_of(RulesContext.of(view_of(game, state, None)))
        for seat in range(seats):
            assert book_of(RulesContext.of(view_of(game, state, seat))) == seen
        redealt = game.redeal_hidden(state, None, number)
        assert book_of(RulesContext.of(view_of(game, redealt, None))) == seen


def test_a_card_in_the_hand_is_explained_and_leads_back() -> None:
    """From the screen of a card to a page of the rules and back to the card."""
    game = DoorGame(Setup("apocalypse", 3, 5))
    arranger = Arranger(game, ["Ann", "Ben", "Cleo"])
    state = arranger.lay_out({"seats": [{"hand": ["Puddle Shark"]}, {}, {}], "turn": "Ann"})
    view = view_of(game, state, 0)
    card = arranger.find("Puddle Shark")
    screen = private.card_screen(view, card)
    assert "Anybody may add another Shark from their hand" in screen.as_text()
    link = RulesLink.of(table_of("apocalypse", 3)).at_card(card)
    menu = next(block for block in screen.blocks() if isinstance(block, Select))
    assert menu.custom_id == link.custom_id("menu", "words")
    page = rules_screen(book_of(RulesContext.of(view)), "joining", link)
    assert [button for button in page.custom_ids() if button.endswith(f":g:card.{card}")]
    assert "[Back to the card]" in page.as_text()


def test_tables_with_the_same_cards_and_options_share_a_book_for_the_words_on_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[RulesContext] = []

    def counted(context: RulesContext) -> RuleBook:
        made.append(context)
        return book_of(context)

    monkeypatch.setattr(rule_links, "book_of", counted)
    monkeypatch.setattr(rule_links, "_books_for_terms", {})
    for digest, options, seats in (("a", {}, 3), ("b", {}, 3), ("a", {"seal_die": True}, 3), ("a", {}, 4)):
        game = DoorGame(Setup("apocalypse", seats, 5, options))
        state = Arranger(game, ["Ann", "Ben", "Cleo", "Dan"][:seats]).lay_out(
            {"seats": [{}] * seats, "turn": "Ann"}
        )
        view = view_of(game, state, 0)
        table = replace(view.table, digest=digest, options=options)
        view, before = replace(view, table=table), len(made)
        for _ in range(2):
            blocks = rule_links.card_word_blocks(view, 1, game.face(1))
            assert blocks == rule_links.word_blocks(
                book_of(RulesContext.of(view)), game.face(1), RulesLink.of(table).at_card(1)
            )
        assert len(made) == before + 1, (digest, options, seats)


@pytest.mark.parametrize(
    ("game", "page", "said"),
    [
        ("classic", "trouble", "also one that let you go"),
        ("classic", "curse", "not between a kill and its Treasures"),
        ("classic", "curse", "not while somebody answers a question about you or your cards"),
        ("classic", "death", "gain no Levels"),
        ("classic", "death", "looted apart from each other"),
        ("classic", "big", "what nobody can carry is discarded"),
        ("classic", "setup", "Nobody looks through the discards"),
        ("classic", "victory", "all cards of the fight are discarded"),
        ("classic", "class", "The Class itself can pay"),
        ("classic", "companion", "whoever the Item is for"),
        ("classic", "combat", "5 times"),
        ("wild_west", "companion", "a card that changes a sex may change that one instead"),
        ("rick_and_morty", "level_up", "who would lose some is asked first"),
        ("rick_and_morty", "role", "more players than Roles"),
        ("apocalypse", "seal", "to whoever opens it"),
        ("apocalypse", "seal", "several deaths at once only one"),
        ("apocalypse", "seal", "what it says does not count"),
        ("apocalypse", "seal", "who still ties shares the win"),
        ("apocalypse", "seal", "No Seals are open; number 7 ends the game."),
    ],
)
def test_pages_say_what_the_game_does(game: str, page: str, said: str) -> None:
    """Exceptions, duties and what becomes of cards stand where they are looked for."""
    assert said in book(game).pages[page].text


@pytest.mark.parametrize("game", SETS)
def test_the_first_turn_names_buttons_as_they_read(game: str) -> None:
    named = set(re.findall(r"\*\*(.+?)\*\*", book(game).pages["first_turn"].text))
    verbs = {verb.label for verb in DOOR_WORDS.verbs.values()}
    assert named - verbs == {"My hand", ASKING_SHORT_TITLE}
