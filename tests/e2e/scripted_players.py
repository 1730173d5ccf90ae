"""Scripted people: they play by what they see on their screens and by nothing else.

What one does is a function of the table's step, as ``/kickdoor status`` shows it, and of what is on the
screen, so a game goes the same way however often the bot dies in between.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from bot.sandbox.people.person import Person, Place
from bot.sandbox.people.seen import NotSeenError, Outcome, SeenComponent, SeenMessage, SeenModal
from bot.views.base.custom_ids import DETAILS, SEND_DRAFT, SURE
from bot.views.base.table_words import TABLE_REFUSALS
from cards.say import say
from cogs.answer_builder import DMS_CLOSED_HINT

CHANNEL_NAME = "game-night"

HAND_LABEL = "My hand"

PATIENCE_S = 60.0
"""Real seconds until something must be on somebody's screen, on a busy machine."""

STEP_TEXT = "-# Table {id}, step {revision}"
"""How ``/kickdoor status`` names the step, in the language that is spoken."""

PUT_OFF_KINDS = ("deferred_message", "deferred_update")

PASSING_REFUSALS = tuple(TABLE_REFUSALS[code] for code in ("stale", "not_saved", "busy", "closing"))
"""What a busy machine may say to a press; it is made again, as if there had been no answer."""

MOVE_KINDS = ("a", "w", "f")
"""Kinds of custom_ids that are moves."""

WEIGHT_BY_VERB = {
    "claim": 60.0,
    "accept_help": 40.0,
    "sell": 30.0,
    "sell_double": 30.0,
    "equip": 8.0,
    "play": 8.0,
    "kick": 3.0,
    "loot": 3.0,
    "end_turn": 3.0,
    "ask_help": 4.0,
    "use": 4.0,
    "lay": 2.0,
    "pass": 3.0,
    "run_away": 0.7,
    "refuse_help": 0.5,
    "offer_help": 0.3,
    "offer_trade": 0.1,
    "offer_truce": 0.1,
    "show": 0.05,
    "unequip": 0.02,
    "give_up": 0.01,
    "withdraw_help": 0.02,
    "withdraw_trade": 0.02,
}
"""How much these people like each move; others count 2."""


class NoAnswerError(Exception):
    """The bot did not answer, or not what was asked: it is dead, or was, or slow."""


def step_pattern() -> str:
    """Return the pattern of what names the step."""
    return re.escape(say(STEP_TEXT)).replace(r"\{id\}", r"\d+").replace(r"\{revision\}", r"(\d+)")


@dataclass(slots=True)
class Status:
    """What ``/kickdoor status`` says."""

    step: int
    text: str

    @property
    def over(self) -> bool:
        return say("The game is over.") in self.text

    def awaited(self, people: list[Person]) -> list[Person]:
        """Return the people for whom the table waits."""
        line = next((line for line in self.text.splitlines() if line.startswith("👉")), "")
        return [person for person in people if f"**{person.name}**" in line or f"<@{person.id}>" in line]


def shows_table(message: SeenMessage) -> bool:
    """Tell the table's message from what only one person sees."""
    return message.from_bot and not message.ephemeral


def boards_seen(person: Person, place: Place) -> list[SeenMessage]:
    """Return all messages of a channel that show a table, as this person sees them."""
    return [message for message in person.messages(place) if shows_table(message)]


async def look_closer(person: Person, board: SeenMessage) -> SeenMessage | None:
    """Open what is one tap away from the table's message; None without such a button or an answer."""
    found = [button for button in board.buttons if button.custom_id.endswith(f":{DETAILS}")]
    return (await person.click(board, custom_id=found[0].custom_id)).message if found else None


def board_seen(person: Person, place: Place) -> SeenMessage:
    """Return the newest of them. Raises NotSeenError if there is none."""
    boards = boards_seen(person, place)
    if not boards:
        raise NotSeenError("no table")
    return boards[-1]


class ScriptedPlayers:
    """Some people in a channel who play a game to its end."""

    def __init__(
        self,
        people: list[Person],
        seed: int,
        on_step: Callable[[int], Awaitable[None]],
        on_failure: Callable[[], Awaitable[None]],
    ) -> None:
        """``on_step`` is called before every step with its number, ``on_failure`` when nobody answered."""
        self.people = people
        self.place: Place = CHANNEL_NAME
        self.seed = seed
        self._on_step = on_step
        self._on_failure = on_failure
        self.clicks = 0

    def table(self, person: Person) -> SeenMessage:
        """Find the table's message as this person sees it."""
        return board_seen(person, self.place)

    async def open(self, game: str = "classic", house_rules: Sequence[str] = ()) -> None:
        """Open a table with these of its yes-or-no house rules and let everybody sit down; then begin.

        It is a game by post, so that nobody passes by themselves while a busy machine is slow.
        """
        host = self.people[0]
        options = {"game": game, "speed": "post"}
        assert (await host.command(self.place, "kickdoor new", options)).ok
        table = await host.until(lambda: self._seen(host), within=PATIENCE_S)
        if house_rules:
            settings = (await host.click(table, label=say("Settings"))).message
            assert settings is not None
            assert (await host.select(settings, house_rules, label=say("House rules"))).ok
        for number, person in enumerate(self.people[1:]):
            sex = "female" if number % 2 else "male"
            outcome = await person.command(self.place, "kickdoor join", {"sex": sex})
            assert outcome.ok, outcome
        await host.until(lambda: f"**{self.people[-1].name}**" in self.table(host).text, within=PATIENCE_S)
        outcome = await host.click(table, label=say("Start"))
        assert outcome.ok, outcome
        # A slow start is answered in private before the table shows it.
        await host.until(lambda: self._shows_hands(host), within=PATIENCE_S)

    def _shows_hands(self, person: Person) -> bool:
        """Return True if the table's message has the button behind which one's hand is."""
        return any(say(HAND_LABEL) in button.label for button in self.table(person).buttons)

    def _seen(self, person: Person) -> SeenMessage | None:
        try:
            return self.table(person)
        except NotSeenError:
            return None

    async def play(self, most: int = 3000) -> Status:
        """Play until the game is over; at most so many steps."""
        attempt = 0
        before = -1
        for _ in range(most):
            status = await self.status()
            if status.over:
                return status
            attempt = attempt + 1 if status.step == before else 0
            before = status.step
            assert attempt < 60, f"stuck at step {status.step}: {status.text}"
            await self._on_step(status.step)
            rng = Random(f"{self.seed}/{status.step}/{attempt}")
            try:
                await self.act(status, rng)
            except NoAnswerError:
                attempt -= 1
                await self._on_failure()
        raise AssertionError("the game does not end")

    async def status(self) -> Status:
        """Ask how the game stands; again if nobody answers."""
        for _ in range(200):
            outcome = await self.people[0].command(self.place, "kickdoor status")
            if outcome.ok and outcome.message is not None:
                found = re.search(step_pattern(), outcome.message.text)
                if found is not None:
                    self._dismiss_old_messages()
                    return Status(int(found[1]), outcome.message.text)
            await self._on_failure()
            await asyncio.sleep(0.05)
        raise AssertionError("nobody answers")

    def _dismiss_old_messages(self) -> None:
        """Dismiss old private messages, as people do."""
        for person in self.people:
            for message in person.messages(self.place):
                if message.ephemeral:
                    person.dismiss(message)

    async def act(self, status: Status, rng: Random) -> None:
        """Let somebody do something."""
        awaited = status.awaited(self.people) or self.people
        person = rng.choice(awaited if rng.random() < 0.93 else self.people)
        hand = await self._open_hand(person)
        if say(DMS_CLOSED_HINT) in hand.text:
            # It is said once after a start and leaves less room for buttons of cards.
            hand = await self._open_hand(person)
        await self.press_until_done(person, hand, rng)

    async def _open_hand(self, person: Person) -> SeenMessage:
        table = self.table(person)
        outcome = await person.click(table, label=say(HAND_LABEL))
        await self._wait_if_put_off(person, table, outcome)
        hand = self._answered(outcome).message
        assert hand is not None
        return hand

    async def press_until_done(self, person: Person, message: SeenMessage, rng: Random) -> None:
        """Press something on a hand, and go on until the move is made."""
        for _ in range(12):
            press = self._choose(message, rng)
            if press is None:
                return
            outcome = await self._press(person, message, press, rng)
            await self._wait_if_put_off(person, message, outcome)
            outcome = self._answered(outcome)
            self.clicks += 1
            if outcome.modal is not None:
                outcome = self._answered(await self.fill(person, outcome.modal, rng))
            if outcome.message is None or not self._is_step(outcome.message):
                return
            message = outcome.message

    async def _wait_if_put_off(self, person: Person, pressed: SeenMessage, outcome: Outcome) -> None:
        """Wait for an answer that a busy machine has put off: what it did counts from then on."""
        if outcome.kind not in PUT_OFF_KINDS:
            return
        newest = max(message.id for message in [pressed, *person.messages(pressed.channel_id)])
        thinking = outcome.message if outcome.kind == "deferred_message" else None

        def is_there() -> bool:
            seen = {message.id: message for message in person.messages(pressed.channel_id)}
            if thinking is not None:
                return thinking.id not in seen or not seen[thinking.id].loading
            shown = seen.get(pressed.id)
            return shown is None or shown.payload != pressed.payload or max(seen) > newest

        with suppress(TimeoutError):
            await person.until(is_there, within=PATIENCE_S)

    def _answered(self, outcome: Outcome) -> Outcome:
        # Where an answer is put off, no form can follow it, so people begin again.
        if outcome.status == "failed" or outcome.kind in PUT_OFF_KINDS:
            raise NoAnswerError
        if outcome.message is not None and any(
            say(text) in outcome.message.text for text in PASSING_REFUSALS
        ):
            raise NoAnswerError
        assert outcome.ok, outcome
        return outcome

    async def _press(
        self, person: Person, message: SeenMessage, press: SeenComponent, rng: Random
    ) -> Outcome:
        if not press.options:
            return await person.click(message, custom_id=press.custom_id)
        values = [str(option["value"]) for option in press.options]
        count = rng.randint(max(press.least, 1), press.most)
        return await person.select(message, rng.sample(values, count), custom_id=press.custom_id)

    async def fill(self, person: Person, modal: SeenModal, rng: Random) -> Outcome:
        values: dict[str, list[str] | str] = {}
        for _, entry in modal.fields:
            options = [str(option["value"]) for option in entry.options]
            if not options:
                values[entry.custom_id] = f"word {rng.randint(1, 99)}"
                continue
            values[entry.custom_id] = rng.sample(options, rng.randint(entry.least, entry.most))
        return await person.submit(modal, values)

    def _is_step(self, message: SeenMessage) -> bool:
        """Return True if the message asks for more before the move is made."""
        labels = [button.label for button in message.buttons]
        return say("Back") in labels and self._moves(message) != []

    def _moves(self, message: SeenMessage) -> list[SeenComponent]:
        """Return the buttons and menus that make a move or lead to one."""
        found: list[SeenComponent] = []
        for component in message.buttons + message.selects:
            if component.disabled or component.url:
                continue
            _, _, _, kind, rest = component.custom_id.split(":", 4)
            leads_on = kind == "g" and rest.split(".")[0] in ("card", "cards", "do", "desk", SURE)
            leads_on &= component.label != say("Refresh")  # it shows the same once more
            sends = kind == "t" and rest.endswith(f"~{SEND_DRAFT}")
            if kind in MOVE_KINDS or leads_on or sends or (kind, rest) == ("l", "equip"):
                found.append(component)
        return found

    def _choose(self, message: SeenMessage, rng: Random) -> SeenComponent | None:
        moves = self._moves(message)
        if not moves:
            return None
        weights = [self._weight(component) for component in moves]
        return rng.choices(moves, weights)[0]

    def _weight(self, component: SeenComponent) -> float:
        _, _, _, kind, rest = component.custom_id.split(":", 4)
        if kind == "g" and rest.startswith(f"{SURE}."):
            rest = rest.removeprefix(f"{SURE}.")
        elif kind == "g":
            return 3.0 if rest.startswith("card.") else 12.0 if component.label == "⚔ Attack" else 0.2
        verb = re.split(r"[.~!]", rest)[0]
        return WEIGHT_BY_VERB.get(verb, 2.0)
