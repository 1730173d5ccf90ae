"""A game alone in the direct message with the bot: hand and table in one message, computers, no clock."""

from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import SeenComponent, SeenMessage
from tests.e2e.in_process_bot import InProcessBot, answer_text

MAX_PRESSES = 250
MOVE_MARKS = ("a:", "l:surplus", "l:roll")
"""What a button that makes a move asks for, behind its table and its revision."""


def game(person: Person) -> SeenMessage:
    return [message for message in person.dms() if not message.ephemeral][-1]


def next_step(shown: SeenMessage) -> SeenComponent | None:
    """Return the button that goes on with the game, the one that gives up last, or the menu that asks."""
    found = [button for button in shown.buttons if _asks(button).startswith(MOVE_MARKS)]
    menus = [menu for menu in shown.selects if menu.custom_id.endswith(":w:answer")]
    return min(found, key=lambda button: "run" in button.label, default=menus[0] if menus else None)


def _asks(button: SeenComponent) -> str:
    return button.custom_id.split(":", 3)[-1]


async def press(club: InProcessBot, shown: SeenMessage) -> None:
    control = next_step(shown)
    assert control is not None
    if control.options:
        chosen = [option["value"] for option in control.options[: control.least]]
        answer = await club.ann.select(shown, chosen, custom_id=control.custom_id)
    else:
        answer = await club.ann.click(shown, custom_id=control.custom_id)
    if "moment has passed" not in answer_text(answer):
        await club.until(lambda: game(club.ann).text != shown.text, club.ann)


async def play(club: InProcessBot, presses: int) -> SeenMessage:
    """Press what goes on with the game so many times, or until it is over."""
    for _ in range(presses):
        await club.until(lambda: is_over(club) or next_step(game(club.ann)) is not None, club.ann)
        if is_over(club):
            break
        await press(club, game(club.ann))
    return game(club.ann)


def is_over(club: InProcessBot) -> bool:
    return "Play again" in [button.label for button in game(club.ann).buttons]


async def begin(club: InProcessBot, name: str, **options: int) -> None:
    club.ann.open_dm()
    told = await club.ann.command("dm", "kickdoor new", {"game": name, **options})
    assert "no clock" in answer_text(told)
    await club.until(lambda: "against the machines" in game(club.ann).text, club.ann)


async def test_one_plays_against_computers_with_a_restart_and_ends_it(club: InProcessBot) -> None:
    await begin(club, "classic")
    await play(club, 8)
    await club.stop()
    await club.start()
    shown = await play(club, 8)
    assert len([message for message in club.ann.dms() if not message.ephemeral]) == 1, "hand and table in one"
    assert "against the machines" in answer_text(await club.ann.command("dm", "kickdoor my games"))
    assert "no clock" in answer_text(await club.ann.command("dm", "kickdoor new")), "the one that is on"
    more = (await club.ann.click(shown, label="More")).message
    assert more is not None
    host = (await club.ann.click(more, label="Host")).message
    assert host is not None
    sure = (await club.ann.click(host, label="End")).message
    assert sure is not None
    await club.ann.click(sure, label="End")
    await club.until(lambda: is_over(club), club.ann)


async def test_solitaire_is_played_to_its_end_and_once_more(club: InProcessBot) -> None:
    await begin(club, "panic", computers=0)
    over = await play(club, MAX_PRESSES)
    assert is_over(club), over.text
    await club.ann.click(over, label="Play again")
    await club.until(lambda: next_step(game(club.ann)) is not None, club.ann)
