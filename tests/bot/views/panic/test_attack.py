"""The attack as a calculator: what people see before they attack."""

from bot.views import screens
from bot.views.panic import attack
from bot.views.panic.board import letter_of
from bot.views.table import private, public
from tests.bot.views.games import view_of
from tests.bot.views.panic.screens import begin, button_with, buttons_of, table, tap, text_of
from tests.cards.panic.situation import PanicSituationTable, arrange

TROLL = "net_troll"


def test_it_proposes_what_slays_and_says_so() -> None:
    """Two Hits and a Weapon lie ready for a Troll of 4, one tap before the attack."""
    hand = ("red_knight", "any_knight", "boots_of_butt_kicking", "blue_archer")
    made, view = table(arrange().hand(0, *hand).monster(TROLL, "knight", 1))
    screen = begin(view, made.game, TROLL)
    assert "**4 of 4**: slain!" in text_of(screen)
    assert "lowest number 2" in text_of(screen)
    assert buttons_of(screen)["Attack"].disabled is False
    assert sum(name.startswith("✓") for name in buttons_of(screen)) == 3
    assert not any("Blue Archer" in name for name in buttons_of(screen))


def test_an_illegal_mix_says_why_and_stays() -> None:
    """Without its Hit a Weapon stays chosen, the reason is given, and no attack is possible."""
    made, view = table(arrange().hand(0, "red_knight", "horny_helmet").monster(TROLL, "knight", 1))
    screen = begin(view, made.game, TROLL)
    assert "**2 of 4**: survives at 2, its lowest number." in text_of(screen)
    hit = button_with(screen, "Red Knight")
    screen = tap(view, hit)
    assert "Every Weapon needs a Hit" in text_of(screen)
    assert buttons_of(screen)["Attack"].disabled is True
    assert any(name.startswith("✓ Horny Helmet") for name in buttons_of(screen))
    helmet = button_with(screen, "Horny")
    screen = tap(view, helmet)
    assert "Tap the cards" in text_of(screen)
    assert not any(name.startswith("✓") for name in buttons_of(screen))


def test_an_attack_without_effect_is_announced() -> None:
    """P-071: one point does nothing to a Troll on its lowest number."""
    hand = ("red_knight", "any_knight")
    made, view = table(arrange().hand(0, *hand).monster(TROLL, "knight", 1, 2))
    screen = begin(view, made.game, TROLL)
    assert "slain" in text_of(screen)
    hit = button_with(screen, "Red Knight")
    assert "**1 of 2**: no effect" in text_of(tap(view, hit))


def test_a_hit_in_the_hand_says_whom_it_reaches() -> None:
    """A usable Hit has its own button, not a line under "Not now", and leads to its monsters."""
    monsters = arrange().hand(0, "red_knight", "any_knight", "blue_archer").monster(TROLL, "knight", 1)
    made, view = table(monsters.monster("bullrog", "knight", 2).monster("pit_bull", "forest", 5))
    card = made.card(0, "red_knight")
    buttons = buttons_of(private.card_screen(view, card))
    assert [name.split(" ·")[0][2:] for name in buttons if "♥" in name] == ["Net Troll", "Bullrog"]
    assert "Not now" in str(private.hand_screen(view))
    assert attack.uses_of(view, made.card(0, "blue_archer")) == []
    troll = next(button for name, button in buttons.items() if "Net Troll" in name)
    assert any(name.startswith("✓ Red Knight") for name in buttons_of(tap(view, troll)))


def test_letters_are_each_monsters_own_for_the_whole_game() -> None:
    """No two monsters share a letter, and it does not change when others come and go."""
    made, view = table(arrange().monster(TROLL, "knight", 1).monster("bullrog", "archer", 2))
    before = letter_of(view, made.game.catalog.index("bullrog"))
    other, alone = table(arrange().monster("bullrog", "forest", 6))
    assert letter_of(alone, other.game.catalog.index("bullrog")) == before
    catalog = made.game.catalog
    tokens = [c for c in range(len(catalog)) if catalog.deck[c] == "token" and catalog.points[c]]
    assert len({letter_of(view, token) for token in tokens}) == len(tokens) == 31


def test_while_somebody_may_fight_the_attack_stands_out_not_the_end_of_the_turn() -> None:
    """On the table it is the first button, too: who presses that skips nothing."""
    made, view = table(arrange().hand(0, "red_knight").monster(TROLL, "knight", 1))
    onlooker = view_of(made.game, made.state, None)
    for screen in (screens.hand_screen(view), public.game_screen(onlooker)):
        buttons = buttons_of(screen)
        assert buttons["⚔ Attack"].style == "good"
        assert buttons["Done"].style == "plain"
    names = list(buttons)
    assert names.index("⚔ Attack") < names.index("Done")


def test_the_line_of_ready_attacks_names_whole_cards() -> None:
    """What has no room for a second attack leaves it out."""
    cards = ("red_knight", "boots_of_butt_kicking", "blue_knight", "short_wide_armor", "slimy_armor")
    made = arrange().hand(0, *cards).monster("bullrog", "knight", 1).monster("king_tut", "knight", 5)
    (line,) = attack.ready_line(table(made)[1])
    assert line.endswith((": Red Knight and Boots of Butt-Kicking", "Short Wide Armor", "Slimy Armor"))


def test_the_attack_desk_has_the_cards_that_touch_monsters_and_no_others() -> None:
    cards = ("red_knight", "hoard", "truly_obnoxious", "flask_of_glue", "super_munchkin")
    _, view = table(arrange().hand(0, *cards).monster("bullrog", "knight", 1))
    desk = private.desk_screen(view, "combat")
    shown = " ".join(buttons_of(desk))
    assert "Flask of Glue" in shown
    assert "Super Munchkin" in shown
    assert "Hoard" not in shown
    assert "Obnoxious" not in shown


def test_whose_card_does_not_touch_the_monster_has_not_helped() -> None:
    """P-227: a Sleep Potion is no help against the monster that it was offered against, a Hit is."""
    for card, helps in (("sleep_potion", False), ("red_hero", True)):
        made = PanicSituationTable(
            arrange().hand(0, "red_archer", "any_archer").hand(1, card).monster("bullrog", "archer", 1)
        )
        made.do(0, "ask", "", ()).do(1, "offer", card, "bullrog", "asker", 0, ())
        made.do(0, "accept", card)
        if helps:
            made.attack(0, "bullrog", card)
        else:
            made.play(0, card)
        screen = begin(view_of(made.game, made.state, 0), made.game, "bullrog")
        assert ("helped" in text_of(screen)) is helps


def test_every_label_of_a_target_says_where_it_stands_and_what_it_is_worth() -> None:
    made, view = table(
        arrange().hand(0, "any_archer", "boots_of_butt_kicking").monster("king_tut", "archer", 6)
    )
    desk = " ".join(buttons_of(private.desk_screen(view, "combat")))
    card = " ".join(buttons_of(private.card_screen(view, made.card(0, "any_archer"))))
    for labels in (desk, card):
        assert "Archer 🔵 6, 3♥ → slain, 3 points" in labels
    assert "3 points" in text_of(begin(view, made.game, "king_tut"))
    assert "I lay out the cheapest cards that do it" in text_of(private.desk_screen(view, "combat"))
