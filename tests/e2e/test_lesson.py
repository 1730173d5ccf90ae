"""The lesson as a newcomer plays it, who reads nothing but the screen in the direct message."""

from collections.abc import Callable

from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import SeenComponent, SeenMessage
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text

COPY_MARK = "!tip"
"""What the press of a copied button ends with."""

HARMLESS = ("Skip tip", "Leave", "Story", "Rules", "Not in this fight")


def lesson(person: Person) -> SeenMessage:
    return [message for message in person.dms() if not message.ephemeral][-1]


def copy_of(message: SeenMessage) -> SeenComponent | None:
    """Return the button beside the tip, which does what it says."""
    return next((button for button in message.buttons if button.custom_id.endswith(COPY_MARK)), None)


async def find(person: Person, shown: SeenMessage) -> None:
    """Do by one's own buttons what a tip without a copy says."""
    if "only five may stay" in shown.text:
        button = next(button for button in shown.buttons if "give away" in button.label)
        assert (await person.click(shown, custom_id=button.custom_id)).ok
    elif "Have the last word" in shown.text:
        await press_card(person, shown, "Noodle Arms", "Pixel")
    elif "Sell both" in shown.text:
        found = await person.click(shown, label="Sell Items")
        assert found.message is not None
        (menu,) = found.message.selects
        names = ["Staff of Napalm", "Crossbow With a Grudge"]
        assert (await person.select(found.message, names, custom_id=menu.custom_id)).ok
    else:
        assert "What is left in your hand" in shown.text
        await press_card(person, shown, "Bottled Thunder")


async def press_card(person: Person, shown: SeenMessage, card: str, target: str = "") -> None:
    """Press a card's button, and then whom it is meant for."""
    button = next(button for button in shown.buttons if card in button.label)
    found = await person.click(shown, custom_id=button.custom_id)
    assert found.ok
    if target:
        assert found.message is not None
        whom = next(button for button in found.message.buttons if button.label.startswith(target))
        assert (await person.click(found.message, custom_id=whom.custom_id)).ok


async def until_told(club: InProcessBot, ends: Callable[[str], bool]) -> SeenMessage:
    """Wait until the newcomer is told what to do, or until the screen says the end."""
    await club.until(lambda: ends(lesson(club.ann).text) or "💡 **" in lesson(club.ann).text, club.ann)
    return lesson(club.ann)


async def changed(club: InProcessBot, old: SeenMessage) -> SeenMessage:
    """Wait until the screen has something else to say."""
    await club.until(lambda: lesson(club.ann).text != old.text, club.ann)
    return lesson(club.ann)


async def follow_tip(club: InProcessBot, shown: SeenMessage) -> None:
    """Do what the tip says; a screen that is just being drawn may be too old, and then nothing happens."""
    button = copy_of(shown)
    if button is None:
        await find(club.ann, shown)
    else:
        pressed = await club.ann.click(shown, custom_id=button.custom_id)
        if "moment has passed" in answer_text(pressed):
            return
    await changed(club, shown)


async def learn(club: InProcessBot, ends: Callable[[str], bool]) -> int:
    """Do as the tips say until the screen says the end; return how many presses it took."""
    presses = 0
    while not ends((shown := await until_told(club, ends)).text):
        await follow_tip(club, shown)
        presses += 1
    return presses


def is_over(text: str) -> bool:
    return "That was the lesson" in text


async def begin(club: InProcessBot) -> None:
    club.ann.open_dm()
    assert "below" in answer_text(await club.ann.command("dm", "kickdoor learn"))
    await club.until(lambda: "Lesson · 1 of" in lesson(club.ann).text, club.ann)


async def test_a_newcomer_wins_by_the_tips_with_a_restart_on_the_way(club: InProcessBot) -> None:
    await begin(club)
    presses = await learn(club, lambda text: "One point up" in text)
    await club.stop()
    await club.start()
    presses += await learn(club, is_over)
    assert "won" in lesson(club.ann).text
    assert presses <= 35
    assert len([message for message in club.ann.dms() if not message.ephemeral]) == 1
    figures = answer_text(await club.ann.command("dm", "kickdoor stats"))
    assert "1 game" not in figures, "a lesson counts for nothing"


async def test_whatever_else_is_pressed_is_answered_and_the_lesson_goes_on(club: InProcessBot) -> None:
    """At every step something else first: the last button that does anything, once for each tip."""
    await begin(club)
    strayed = set[str]()
    while not is_over((shown := await until_told(club, is_over)).text):
        tip = next(line for line in shown.text.split("\n") if "💡 **" in line)
        copied = copy_of(shown)
        same = "" if copied is None else copied.custom_id.removesuffix(COPY_MARK)
        others = [
            button
            for button in shown.buttons
            if button.label not in HARMLESS and button.custom_id not in (same, copied and copied.custom_id)
        ]
        if tip in strayed or not others:
            await follow_tip(club, shown)
            continue
        strayed.add(tip)
        assert (await club.ann.click(shown, custom_id=others[-1].custom_id)).ok
        await club.until(lambda: not lesson(club.ann).loading, club.ann)
        await back_to_the_script(club)
    assert len(strayed) > 15


async def back_to_the_script(club: InProcessBot) -> None:
    """Go back to where the script was left, unless it goes on anyway."""
    while True:
        shown = lesson(club.ann)
        back = next((button for button in shown.buttons if button.label == "That turn again"), None)
        if back is not None:
            assert (await club.ann.click(shown, custom_id=back.custom_id)).ok
            await changed(club, shown)
        elif "💡 **" in shown.text or is_over(shown.text):
            return
        else:
            await changed(club, shown)


async def test_a_lesson_begins_in_the_lobby_too_and_goes_on_anywhere(club: InProcessBot) -> None:
    await club.lobby()
    begun = await club.zoe.click(club.table(), label="First time? Ten minutes")
    assert begun.message is not None
    assert begun.message.ephemeral
    assert "Lesson · 1 of" in begun.message.text
    pressed = copy_of(begun.message)
    assert pressed is not None
    answer = await club.zoe.click(begun.message, custom_id=pressed.custom_id)
    assert "Lesson · 2 of" in answer_text(answer)
    again = await club.zoe.command(CHANNEL_NAME, "kickdoor learn")
    assert "Lesson · 2 of" in answer_text(again), "one lesson for each person"


async def test_a_lesson_needs_no_direct_message(club: InProcessBot) -> None:
    club.ann.set_dms(False)
    begun = (await club.ann.command(CHANNEL_NAME, "kickdoor learn")).message
    assert begun is not None
    for number in (1, 2, 3):
        await club.until(lambda: copy_of(club.ann.message(begun)) is not None, club.ann)
        shown = club.ann.message(begun)
        assert f"Lesson · {number} of" in shown.text
        pressed = copy_of(shown)
        assert pressed is not None
        assert (await club.ann.click(shown, custom_id=pressed.custom_id)).ok
    assert not club.ann.dms()


async def test_a_tip_can_be_skipped_and_the_lesson_be_left(club: InProcessBot) -> None:
    await begin(club)
    assert (await club.ann.click(lesson(club.ann), label="Skip tip")).ok
    await club.until(lambda: "No tip for this one" in lesson(club.ann).text, club.ann)
    left = answer_text(await club.ann.click(lesson(club.ann), label="Leave"))
    assert "/kickdoor learn" in left
    await club.until(lambda: not [m for m in club.ann.dms() if not m.ephemeral], club.ann)
    await begin(club)


async def test_who_is_forgotten_leaves_no_number_in_a_lesson(club: InProcessBot) -> None:
    await begin(club)
    games = answer_text(await club.ann.command("dm", "kickdoor my games"))
    assert "🎓 Lesson" in games
    assert "<#" not in games, "it has no channel that anybody could open"
    answer = await club.ann.command("dm", "kickdoor forget me", {"sure": True})
    assert "deleted everywhere" in answer_text(answer)
    await club.stop()
    assert str(club.ann.id).encode() not in club.database_bytes()
