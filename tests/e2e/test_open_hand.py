"""A hand that is opened in the channel follows the game, beside others that do, and tells nobody anything."""

from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import SeenMessage
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, delivered
from tests.e2e.test_watching import end_by_vote, screen_of


async def open_hand(club: InProcessBot, person: Person) -> SeenMessage:
    outcome = await person.click(club.table(person), label="My hand")
    assert outcome.message is not None, outcome
    assert outcome.message.ephemeral
    return outcome.message


def hand_of(person: Person, opened: dict[int, SeenMessage]) -> SeenMessage:
    """Return what somebody's hand shows by now."""
    return next(m for m in person.messages(CHANNEL_NAME) if m.id == opened[person.id].id)


async def follows(club: InProcessBot, person: Person, opened: dict[int, SeenMessage], text: str) -> None:
    """Wait until an open hand shows a text."""
    await club.until(lambda: text in hand_of(person, opened).text, person)


def labels(message: SeenMessage) -> list[str]:
    return [button.label for button in message.buttons]


async def test_all_open_hands_follow_what_somebody_does(club: InProcessBot) -> None:
    """Three at once: each stays in its place and shows its own cards; nobody presses anything."""
    await club.game()
    people = (club.ann, club.ben, club.cleo)
    opened = {person.id: await open_hand(club, person) for person in people}
    actor = club.awaited()
    assert "Kick down the door" in labels(opened[actor.id])
    assert (await actor.click(club.table(), label="Kick down the door")).ok
    await club.until(lambda: "Kick down the door" not in labels(screen_of(actor)), actor)
    assert (await club.ann.command(CHANNEL_NAME, "kickdoor pause")).ok
    for person in people:
        await follows(club, person, opened, "⏸")
        now, before = (hand.text.split("\n")[0] for hand in (hand_of(person, opened), opened[person.id]))
        assert now == before or (person is actor and now.startswith(before)), "a hand is its owner's"
    assert club.box.violations == []


async def test_what_a_press_told_stays_until_something_happens(club: InProcessBot) -> None:
    await club.game()
    actor = club.awaited()
    hand = await open_hand(club, actor)
    told = (await actor.click(hand, label="Kick down the door")).message
    assert told is not None
    assert "> " in told.text
    await delivered()
    assert hand_of(actor, {actor.id: hand}).text == told.text


async def test_a_card_that_is_being_read_is_not_overwritten_and_leads_back(club: InProcessBot) -> None:
    await club.game()
    reader = next(person for person in (club.ben, club.cleo) if person is not club.awaited())
    hand = await open_hand(club, reader)
    menu = next(menu for menu in hand.selects if menu.label == "Read or play a card")
    card = (await reader.select(hand, [menu.options[0]["value"]], label="Read or play a card")).message
    assert card is not None
    assert card.id == hand.id
    assert (await club.awaited().click(club.table(), label="Kick down the door")).ok
    await club.until(lambda: "kicks the door in" in club.table().text)
    await delivered()
    assert hand_of(reader, {reader.id: hand}).text == card.text
    back = (await reader.click(card, label="Back")).message
    assert back is not None
    assert back.id == hand.id
    await end_by_vote(club)
    await follows(club, reader, {reader.id: hand}, "This game is over")


async def test_after_a_restart_one_press_brings_the_hand_back_to_life(club: InProcessBot) -> None:
    await club.game()
    reader = club.others(club.awaited())[0]
    hand = await open_hand(club, reader)
    await club.stop()
    await club.start()
    again = (await reader.click(hand, label="🔄")).message
    assert again is not None
    assert again.id == hand.id
    assert (await club.ann.command(CHANNEL_NAME, "kickdoor pause")).ok
    await follows(club, reader, {reader.id: hand}, "⏸")


async def test_an_open_hand_counts_nobody_among_the_spectators(club: InProcessBot) -> None:
    await club.game()
    await open_hand(club, club.ann)
    assert (await club.awaited().click(club.table(), label="Kick down the door")).ok
    await club.until(lambda: "kicks the door in" in club.table().text)
    assert "spectator" not in club.table().text
