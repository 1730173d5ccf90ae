"""Offers of help in the castle-defense game stand on the table's message, as those of the door games do."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import SeenMessage
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text, open_in_process_bot
from tests.e2e.test_bargain import ANSWERS, bargain, is_seen, labels, nobody_looks, pings, posted

__all__ = ["nobody_looks"]

FIGHT_SEED = "3"
"""A game in whose first turn others hold Hits that reach a monster."""


@pytest.fixture
async def panic(tmp_path: Path) -> AsyncIterator[InProcessBot]:
    async with open_in_process_bot(tmp_path) as opened:
        await opened.stop()
        yield opened
        assert opened.box.violations == []


async def asking(club: InProcessBot) -> Person:
    """Let three people sit down, and the first of them ask the others for help; return that one."""
    await club.start(KICKDOOR_TEST_SEED=FIGHT_SEED)
    club.players = [club.ann, club.ben, club.cleo]
    assert (await club.ann.command(CHANNEL_NAME, "kickdoor new", {"game": "panic", "speed": "live"})).ok
    await club.until(lambda: bool(club.table()))
    for person in club.players[1:]:
        assert (await person.command(CHANNEL_NAME, "kickdoor join", {})).ok
    await club.until(lambda: "**Cleo**" in club.table().text)
    assert (await club.ann.click(club.table(), label="Start")).ok
    await club.until(lambda: any("Keep all" in label for label in labels(club.table())))
    keep = next(label for label in labels(club.table()) if "Keep all" in label)
    asker = club.awaited()
    assert (await asker.click(club.table(), label=keep)).ok
    await club.until(lambda: "Done" in labels(club.table()))
    terms = (await asker.click(await hand(club, asker), label="Ask for help")).message
    assert terms is not None
    assert (await asker.click(terms, label="Send")).ok
    await club.until(lambda: "who helps" in club.table().text.lower())
    return asker


async def hand(club: InProcessBot, person: Person) -> SeenMessage:
    shown = (await person.click(club.table(), label="My hand")).message
    assert shown is not None
    return shown


async def offer(club: InProcessBot, person: Person, treasures: str) -> None:
    """Offer the first card that helps against any monster, for some Treasures."""
    desk = (await person.click(await hand(club, person), label="🤝 Offers")).message
    assert desk is not None
    card = next(button for button in desk.buttons if button.label.startswith("Offer "))
    form = (await person.click(desk, custom_id=card.custom_id)).modal
    assert form is not None
    assert (await person.submit(form, {"s0": ["-1"], "s1": ["asker"], "s2": [treasures]})).ok


async def test_terms_go_back_and_forth_until_somebody_accepts(panic: InProcessBot) -> None:
    """Each side is called once; the result stands where the offer stood."""
    asker = await asking(panic)
    helper = panic.others(asker)[0]
    await offer(panic, helper, "2")
    await panic.until(lambda: is_seen(asker), asker)
    shown = bargain(asker)
    assert {*labels(shown)} >= ANSWERS
    assert "for 2 Treasures" in shown.text
    assert f"<@{asker.id}>" in shown.text
    terms = (await asker.click(shown, label="Counter")).message
    assert terms is not None
    assert terms.ephemeral
    less = (await asker.click(terms, label="−1 Treasure")).message
    assert less is not None
    assert (await asker.click(less, label="Send")).ok
    await panic.until(lambda: is_seen(helper) and f"<@{helper.id}>" in bargain(helper).text, helper)
    assert "1 Treasure for" in bargain(helper).text
    stale = await asker.forge_click(bargain(asker), shown.buttons[0].custom_id)
    assert "for somebody else" in answer_text(stale)
    assert (await helper.click(bargain(helper), label="Accept")).ok
    await panic.until(lambda: not is_seen(asker), asker)
    assert any("accepts" in message.text for message in asker.messages(CHANNEL_NAME))
    assert [pings(person) for person in (asker, helper)] == [1, 1]


async def test_who_refuses_an_offer_is_not_called_again_for_the_next(panic: InProcessBot) -> None:
    asker = await asking(panic)
    one, other = panic.others(asker)
    await offer(panic, one, "2")
    await panic.until(lambda: is_seen(asker), asker)
    shown = bargain(asker)
    for person in (one, other):
        answer = await person.click(shown, label="Refuse")
        assert "for somebody else" in answer_text(answer)
    assert (await asker.click(shown, label="Refuse")).ok
    await panic.until(lambda: not is_seen(asker), asker)
    await offer(panic, other, "1")
    await panic.until(lambda: is_seen(asker), asker)
    assert bargain(asker).id == shown.id, "edited in its place"
    accepting = next(button for button in shown.buttons if button.label.startswith("Accept"))
    late = await asker.forge_click(bargain(asker), accepting.custom_id)
    assert "moment has passed" in answer_text(late), "that offer has gone"
    assert (await asker.click(bargain(asker), label="Accept")).ok
    await panic.until(lambda: not is_seen(asker), asker)
    assert [pings(asker), posted(panic)] == [1, 1]
