"""Ways to forge the record of a game, each with the step that a check has to name."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from bot.replays.record import GameRecord, RecordedStep
from bot.tables.sealed_seed import hash_of_secret, mix_seed

Forgery = Callable[[GameRecord, Random], tuple[GameRecord, int]]
"""Returns the forged record and the first wrong step."""

ROLLED = "rolled"
"""The kind of event of a die, in all games."""


def forged_die(record: GameRecord, rng: Random) -> tuple[GameRecord, int]:
    """Show another number on a die."""
    rolls = [
        (place, number)
        for place, step in enumerate(record.steps)
        for number, event in enumerate(step.events)
        if event.kind == ROLLED
    ]
    place, number = rng.choice(rolls)
    step = record.steps[place]
    event = step.events[number]
    other = replace(event, count=event.count % 6 + 1)
    return with_step(
        record, place, replace(step, events=(*step.events[:number], other, *step.events[number + 1 :]))
    )


def forged_shuffle(record: GameRecord, rng: Random) -> tuple[GameRecord, int]:
    """Let two cards of a deck change places after it was shuffled."""
    shuffled = [place for place, step in enumerate(record.steps) if any(len(z) > 2 for z in step.zones)]
    place = rng.choice(shuffled)
    step = record.steps[place]
    zone = rng.choice([number for number, cards in enumerate(step.zones) if len(cards) > 2])
    cards = list(step.zones[zone])
    one, other = rng.sample(range(len(cards)), 2)
    cards[one], cards[other] = cards[other], cards[one]
    zones = (*step.zones[:zone], tuple(cards), *step.zones[zone + 1 :])
    return with_step(record, place, replace(step, zones=zones))


def forged_order(record: GameRecord, rng: Random) -> tuple[GameRecord, int]:
    """Let two actions in a row, of different seats or of different kinds, change places."""
    steps = record.steps
    pairs = [
        place
        for place in range(1, len(steps) - 1)
        if steps[place].actions
        and steps[place + 1].actions
        and steps[place].actions != steps[place + 1].actions
    ]
    place = rng.choice(pairs)
    first, second = steps[place], steps[place + 1]
    swapped = (replace(second, step=first.step), replace(first, step=second.step))
    return replace(record, steps=(*steps[:place], *swapped, *steps[place + 2 :])), first.step


def forged_action(record: GameRecord, rng: Random) -> tuple[GameRecord, int]:
    """Let somebody else have made a move."""
    acting = [
        place
        for place, step in enumerate(record.steps)
        if len(step.actions) == 1 and step.actions[0].seat >= 0
    ]
    place = rng.choice(acting)
    step = record.steps[place]
    action = step.actions[0]
    seats = len(record.header.seats)
    other = action._replace(seat=(action.seat + 1) % seats) if seats > 1 else action._replace(verb="dance")
    return with_step(record, place, replace(step, actions=(other,)))


def left_out_action(record: GameRecord, rng: Random) -> tuple[GameRecord, int]:
    """Leave an action out, and number the others as if it had never been."""
    acting = [place for place, step in enumerate(record.steps) if step.actions]
    place = rng.choice(acting)
    after = tuple(replace(step, step=step.step - 1) for step in record.steps[place + 1 :])
    end = replace(record.end, end=record.end.end - 1)
    return replace(record, steps=(*record.steps[:place], *after), end=end), record.steps[place].step


def forged_seed(record: GameRecord, rng: Random) -> tuple[GameRecord, int]:
    """Give another seed."""
    header = replace(record.header, seed=record.header.seed ^ 1 << rng.randrange(64))
    return replace(record, header=header), record.steps[0].step


def forged_secret(record: GameRecord, rng: Random) -> tuple[GameRecord, int]:
    """Give another secret, with the seed and even the hash that belong to it: the deal gives it away."""
    secret = f"{rng.getrandbits(256):064x}"
    seed = mix_seed(secret, record.header.contributions)
    header = replace(record.header, secret=secret, secret_hash=hash_of_secret(secret), seed=seed)
    return replace(record, header=header), record.steps[0].step


def forged_press(record: GameRecord, rng: Random) -> tuple[GameRecord, int]:
    """Give another interaction id of somebody's press."""
    presses = list(record.header.contributions)
    place = rng.randrange(len(presses))
    presses[place] = replace(
        presses[place], interaction_id=presses[place].interaction_id + rng.randint(1, 99)
    )
    header = replace(record.header, contributions=tuple(presses))
    return replace(record, header=header), record.steps[0].step


def forged_press_and_seed(record: GameRecord, rng: Random) -> tuple[GameRecord, int]:
    """Give another press and the seed that it would have made."""
    forged, first = forged_press(record, rng)
    seed = mix_seed(forged.header.secret, forged.header.contributions)
    return replace(forged, header=replace(forged.header, seed=seed)), first


FORGERIES: dict[str, Forgery] = {
    "die": forged_die,
    "shuffle": forged_shuffle,
    "order": forged_order,
    "action": forged_action,
    "left out": left_out_action,
    "seed": forged_seed,
    "secret": forged_secret,
    "interaction id": forged_press,
    "interaction id and seed": forged_press_and_seed,
}


def with_step(record: GameRecord, place: int, step: RecordedStep) -> tuple[GameRecord, int]:
    """Return the record with another step."""
    return replace(record, steps=(*record.steps[:place], step, *record.steps[place + 1 :])), step.step
