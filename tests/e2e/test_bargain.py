"""What people offer each other stands on the table's message, where those who are asked answer it."""

from collections.abc import Sequence

import pytest

from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import NotSeenError, SeenMessage
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text
from tests.e2e.test_watching import end_by_vote

FIGHT_SEED = "4"
"""The first door hides a monster that is too strong."""

ANSWERS = {"Accept", "Counter", "Refuse"}


@pytest.fixture(autouse=True)
def nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has just pressed something is called all the same: these tests are quicker than people."""
    monkeypatch.setattr("bot.delivery.attention.LOOKING_S", -1.0)


async def fight(club: InProcessBot) -> Person:
    """Let the first player kick the door and meet a monster that is too strong; return the player."""
    await club.stop()
    await club.start(KICKDOOR_TEST_SEED=FIGHT_SEED)
    await club.game()
    fighter = club.awaited()
    assert (await fighter.click(club.table(), label="Kick down the door")).ok
    await club.until(lambda: "Ask for help" in labels(club.table()), fighter)
    return fighter


async def ask(club: InProcessBot, fighter: Person, people: Sequence[Person], treasures: str = "1") -> None:
    """Ask people for help in the fight, for some treasures."""
    hand = (await fighter.click(club.table(), label="My hand")).message
    assert hand is not None
    asking = await fighter.click(hand, label="Ask for help")
    names = [person.name for person in people]
    shown = asking.message
    for place, chosen in enumerate((names, [treasures])):
        assert shown is not None
        menu = shown.selects[place]
        shown = (await fighter.select(shown, chosen, custom_id=menu.custom_id)).message
    assert shown is not None
    assert (await fighter.click(shown, label="Send")).ok


def labels(message: SeenMessage) -> list[str]:
    """Return what the buttons do; what accepting comes to is said on its button, and a loser's is last."""
    return sorted(
        "Accept" if button.label.startswith("Accept") else button.label for button in message.buttons
    )


def bargain(person: Person) -> SeenMessage:
    """Return the newest message with offers that somebody has to answer."""
    shown = [message for message in person.messages(CHANNEL_NAME) if not message.ephemeral]
    found = [message for message in shown if "Accept" in labels(message)]
    if not found:
        raise NotSeenError("no message with offers")
    return found[-1]


def is_seen(person: Person) -> bool:
    try:
        return bool(bargain(person))
    except NotSeenError:
        return False


def pings(person: Person) -> int:
    """Count the messages with offers that have called somebody."""
    called = [e for e in person.diary.entries if e["type"] == "message" and e["mention"]]
    return sum("→ <@" in str(entry["message"]["components"]) for entry in called)


def posted(club: InProcessBot) -> int:
    """Count the messages with offers that were ever posted."""
    new = [e for e in club.zoe.diary.entries if e["type"] == "message"]
    return sum("→ <@" in str(entry["message"]["components"]) for entry in new)


async def test_two_are_asked_at_once_and_the_first_answer_counts(club: InProcessBot) -> None:
    """One message calls both; who refuses is crossed off there, who accepts ends it."""
    fighter = await fight(club)
    one, other = club.others(fighter)
    await ask(club, fighter, [one, other])
    await club.until(lambda: is_seen(one), one)
    shown = bargain(one)
    assert {*labels(shown)} >= ANSWERS
    assert shown.text.count("1 of 2 Treasures") == 1, "the same terms for both"
    assert all(f"<@{person.id}>" in shown.text for person in (one, other))
    refused = await one.click(shown, label="Refuse")
    assert refused.message is not None
    assert refused.message.id == shown.id
    await club.until(lambda: f"<@{one.id}>" not in bargain(other).text, other)
    assert bargain(other).id == shown.id, "edited in its place"
    assert (await other.click(bargain(other), label="Accept")).ok
    await club.until(lambda: not is_seen(fighter), fighter)
    await club.until(lambda: other.name in club.table().text.splitlines()[0])
    assert [pings(person) for person in (one, other, fighter)] == [1, 1, 0]
    assert posted(club) == 1


async def test_nobody_answers_for_another_or_an_offer_that_has_gone(club: InProcessBot) -> None:
    fighter = await fight(club)
    one, other = club.others(fighter)
    await ask(club, fighter, [one])
    await club.until(lambda: is_seen(one), one)
    shown = bargain(one)
    before = len(await club.log())
    for person in (other, fighter, club.zoe):
        answer = await person.click(shown, label="Accept")
        told = answer_text(answer)
        assert "for somebody else" in told or "watching" in told, told
        assert answer.message is not None
        assert answer.message.ephemeral
    assert len(await club.log()) == before
    await ask(club, fighter, [one], "None")
    await club.until(lambda: "nothing but thanks" in bargain(one).text, one)
    assert bargain(one).id == shown.id
    assert pings(one) == 1, "an edit calls nobody"
    accepting = next(button for button in shown.buttons if button.label.startswith("Accept"))
    late = await one.forge_click(bargain(one), accepting.custom_id)
    assert "moment has passed" in answer_text(late)
    assert len(await club.log()) == before + 1
    assert is_seen(one)


async def test_a_counter_offer_with_a_line_of_ones_own_calls_the_one_who_asked(club: InProcessBot) -> None:
    fighter = await fight(club)
    one = club.others(fighter)[0]
    await ask(club, fighter, [one])
    await club.until(lambda: is_seen(one), one)
    terms = (await one.click(bargain(one), label="Counter")).message
    assert terms is not None
    assert terms.ephemeral
    more = (await one.click(terms, label="+1 Treasure")).message
    assert more is not None
    form = (await one.click(more, label="Say…")).modal
    assert form is not None
    attached = (await one.submit(form, {"note": "It *drools*, @everyone."})).message
    assert attached is not None
    assert "drools" not in bargain(one).text, "nothing sends it yet"
    assert (await one.click(attached, label="Send")).ok
    await club.until(lambda: f"<@{fighter.id}>" in bargain(fighter).text, fighter)
    assert "2 Treasures" in bargain(fighter).text
    assert "drools" in bargain(fighter).text, "a line of one's own stands behind the offer"
    assert "@everyone" not in bargain(fighter).text
    assert [pings(person) for person in (one, fighter)] == [1, 1]
    assert (await fighter.click(bargain(fighter), label="Accept")).ok
    await club.until(lambda: not is_seen(fighter), fighter)


async def test_after_a_restart_nobody_is_called_again_and_offers_go_with_the_game(club: InProcessBot) -> None:
    fighter = await fight(club)
    one = club.others(fighter)[0]
    await ask(club, fighter, [one])
    await club.until(lambda: pings(one) == 1, one)
    shown = bargain(one)
    await club.stop()
    await club.start(KICKDOOR_TEST_SEED=FIGHT_SEED)
    assert (await one.click(shown, label="Refuse")).ok
    await club.until(lambda: not is_seen(one), one)
    await ask(club, fighter, [one])
    await club.until(lambda: is_seen(one), one)
    assert bargain(one).id == club.table().id
    assert pings(one) == 1
    await end_by_vote(club)
    await club.until(lambda: not is_seen(one), one)
