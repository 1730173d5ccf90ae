"""Presses that must not count: late, double, foreign, forged. Each is answered kindly and changes nothing."""

import asyncio
import re

import pytest

from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text


async def test_a_press_of_an_earlier_moment_is_told_so(club: InProcessBot) -> None:
    """A button drawn before the present wait does nothing, and the answer shows the present choices."""
    await club.game()
    first = club.awaited()
    old = club.table()
    hand = (await first.click(old, label="My hand")).message
    assert hand is not None
    kick = next(button for button in hand.buttons if button.label == "Kick down the door")
    assert (await first.click(old, label="Kick down the door")).ok
    before = await club.log()
    answer = await first.forge_click(hand, kick.custom_id)
    assert "moment has passed" in answer_text(answer)
    assert answer.message is not None
    assert answer.message.ephemeral
    assert await club.log() == before


async def test_two_presses_at_once_count_once(club: InProcessBot) -> None:
    await club.game()
    first = club.awaited()
    before = await club.log()
    table = club.table()
    both = await asyncio.gather(*(first.click(table, label="Kick down the door") for _ in range(2)))
    assert all(outcome.ok for outcome in both)
    assert len(await club.log()) == len(before) + 1
    assert sum("moment has passed" in answer_text(outcome) for outcome in both) == 1


async def test_a_late_pass_is_told_so_in_a_line_that_leaves_the_open_hand(club: InProcessBot) -> None:
    """Nothing has to be shown: what was asked is over."""
    await club.game()
    first = club.awaited()
    hand = (await first.click(club.table(), label="My hand")).message
    assert hand is not None
    kick = next(button for button in hand.buttons if button.label == "Kick down the door")
    before = await club.log()
    late = await first.forge_click(club.table(), re.sub(":a:kick.*", ":a:pass", kick.custom_id))
    assert answer_text(late).startswith("Already passed")
    assert hand.id in {message.id for message in first.messages(CHANNEL_NAME)}
    assert await club.log() == before


async def test_somebody_else_at_the_table_is_told_whose_turn_it_is(club: InProcessBot) -> None:
    await club.game()
    before = await club.log()
    other = club.others(club.awaited())[0]
    answer = await other.click(club.table(), label="Kick down the door")
    assert "Not your turn" in answer_text(answer)
    assert answer.message is not None
    assert answer.message.ephemeral
    assert await club.log() == before


@pytest.mark.parametrize("label", ["Kick down the door", "My hand", "🔁 Trade"])
async def test_an_onlooker_is_told_that_he_watches(club: InProcessBot, label: str) -> None:
    await club.game()
    before = await club.log()
    answer = await club.zoe.click(club.table(club.zoe), label=label)
    assert "watching" in answer_text(answer)
    assert await club.log() == before


async def test_the_rules_open_in_private_and_lead_back_to_the_hand(club: InProcessBot) -> None:
    """From the table for anybody, from a direct message; nothing is logged, nobody else sees it."""
    await club.game()
    before = await club.log()
    more = (await club.zoe.click(club.table(club.zoe), label="More")).message
    assert more is not None
    assert more.ephemeral
    page = (await club.zoe.click(more, label="Rules")).message
    assert page is not None
    assert page.ephemeral
    assert "Your turn" in page.text, "the page for the moment"
    page = (await club.ann.click(club.ann.dms()[-1], label="Rules")).message
    assert page is not None
    assert page.ephemeral
    read_on = await club.ann.click(page, label="When to do what ▶")
    assert "At any time" in answer_text(read_on)
    assert read_on.message is not None
    assert "✋" in answer_text(await club.ann.click(read_on.message, label="My hand"))
    assert await club.log() == before


async def test_a_card_explains_its_words_and_is_come_back_to(club: InProcessBot) -> None:
    await club.game()
    hand = (await club.ann.click(club.table(), label="My hand")).message
    assert hand is not None
    menu = next(menu for menu in hand.selects if menu.label == "Read or play a card")
    card = (await club.ann.select(hand, [menu.options[0]["value"]], label="Read or play a card")).message
    assert card is not None
    words = next(menu for menu in card.selects if menu.label == "📘 Words on this card")
    page = (await club.ann.select(card, [words.options[0]["value"]], label="📘 Words on this card")).message
    assert page is not None
    assert page.ephemeral
    back = await club.ann.click(page, label="Back to the card")
    assert answer_text(back) == card.text


async def test_an_onlooker_may_look_at_what_lies_open(club: InProcessBot) -> None:
    await club.game()
    more = (await club.zoe.click(club.table(club.zoe), label="More")).message
    assert more is not None
    answer = await club.zoe.select(more, ["0"], label="Look at players and cards")
    assert "Ann" in answer_text(answer)


@pytest.mark.parametrize(
    "custom_id",
    [
        "nonsense",
        "k9:1:1:a:kick",
        "k1:1:zzzz:a:pass",
        "k1:1:1:a:kick",
        "k1:zzzzzzzz:1:a:kick",
        "k1:1:zzzz:a:play.5",
        "k1:1:zzzz:a:answer...1",
        "k1:1:zzzz:a:%%%",
        "k1:1:zzzz:w:play.5~1,2,3~9",
        "k1:1:zzzz:f:ask_help",
        "k1:1:zzzz:g:card.1",
        "k1:1:zzzz:g:cards.0",
        "k1:1:zzzz:g:do",
        "k1:1:zzzz:g:seat",
        "k1:1:zzzz:l:start",
        "k1:1:zzzz:l:set.epic",
        "k1:1:zzzz:l:nothing",
        "k1:1:zzzz:v:yes",
    ],
)
async def test_a_forged_press_changes_nothing_and_shows_no_secret(club: InProcessBot, custom_id: str) -> None:
    """Whatever a tampered client sends, the answer is polite, and the game stays as it is."""
    await club.game()
    before = await club.log()
    for person in (club.zoe, club.others(club.awaited())[0]):
        for values in (None, ["7"], ["k1:1:zzzz:a:kick"]):
            answer = await person.forge_click(club.table(person), custom_id, values)
            assert answer.ok, answer
    assert await club.log() == before


async def test_a_card_of_another_hand_is_not_shown(club: InProcessBot) -> None:
    """Asking for every card by number shows the asker's own cards and what lies open, nothing else."""
    await club.game()
    mine = answer_text(await club.ben.click(club.table(), label="My hand"))
    shown = 0
    for card in range(0, 168, 3):
        answer = await club.ben.forge_click(club.table(), f"k1:1:zzzz:g:card.{card}")
        assert answer.message is not None
        if any(button.label == "Back" for button in answer.message.buttons):
            assert answer.message.text.partition(":")[0] in mine
            shown += 1
    assert shown


async def test_a_second_table_in_the_channel_is_refused(club: InProcessBot) -> None:
    await club.lobby()
    assert "already has a game" in answer_text(await club.zoe.command(CHANNEL_NAME, "kickdoor new"))


async def test_commands_without_a_table_say_so(club: InProcessBot) -> None:
    names = ("join", "hand", "table", "start", "leave", "pause", "undo", "status")
    for words in ("kickdoor-table end", *(f"kickdoor {name}" for name in names)):
        assert "no game here" in answer_text(await club.zoe.command(CHANNEL_NAME, words))


async def test_a_hand_that_is_opened_again_is_on_the_screen_once(club: InProcessBot) -> None:
    """A new private answer takes the place of the one before; a dismissed one is no trouble."""
    await club.game()
    first = club.awaited()
    for _ in range(3):
        assert (await first.click(club.table(), label="My hand")).ok
    open_now = await first.until(lambda: [m for m in first.messages(CHANNEL_NAME) if m.ephemeral][-1:])
    await first.until(lambda: sum(m.ephemeral for m in first.messages(CHANNEL_NAME)) == 1)
    first.dismiss(open_now[0])
    hand = (await first.click(club.table(), label="My hand")).message
    assert hand is not None
    assert (await first.click(hand, label="Kick down the door")).ok
