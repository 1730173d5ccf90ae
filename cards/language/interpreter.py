"""Runs a list of effects one word at a time, so that the game can wait for people in between.

A frame names the card and the number of the list (``block``) and remembers how far it got (``step``).
"""

from __future__ import annotations

from cards.kernel.frames import Frame
from cards.language.base import Block
from cards.language.rules_api import Rules

ANSWER_KEY_PREFIX = "?"
"""Keys of a frame with this prefix hold answers to the current word; they are dropped when it is done."""


def run_next_word(rules: Rules, frame: Frame) -> bool:
    """Run the next word of the frame's block; return True once there is nothing left to run.

    Else call again when the frame is on top. One word a call, because every word may have put other work on
    top of the frame. A word that has to ask raises Asked.
    """
    effects: Block = rules.definition(frame.card).blocks[frame.block]
    if frame.step >= len(effects):
        return True
    effects[frame.step].resolve(rules, frame)
    for key in [key for key in frame.vars if key.startswith(ANSWER_KEY_PREFIX)]:
        del frame.vars[key]  # the word is done
    frame.step += 1
    return False


def nested_frame(rules: Rules, frame: Frame, effects: Block, *, it: int = -2) -> Frame:
    """Return a frame for a list of effects inside the one that the frame runs.

    It inherits you, it and all bindings, but not the answers of the word that is at work.
    """
    return Frame(
        frame.kind,
        frame.seat,
        frame.it if it == -2 else it,
        frame.card,
        rules.definition(frame.card).number_of(effects),
        vars={key: value for key, value in frame.vars.items() if not key.startswith(ANSWER_KEY_PREFIX)},
    )
