"""Why somebody refuses an offer, or answers it with other terms: a word of a closed list (H-131).

It stands behind the picks of an answer. It is no slot of the move: nobody has to give one.
"""

from __future__ import annotations

from typing import Final

from cards.kernel.moves import Action

REASONS: Final[dict[str, str]] = {
    "castle": "the Castle is safe enough without it",
    "dear": "it costs too much",
    "last": "whoever is far behind has little to lose with the Castle",
    "leader": "the other is ahead of everybody",
    "own_mind": "none that everybody can see",
    "price": "it is not enough",
}
"""The closed list of reasons, with what they mean."""

REASON_PLACE_BY_VERB: Final = {"refuse": 0, "counter": 4}
"""The answers that may carry a reason, with the number of picks in front of it."""


def with_reason(action: Action, reason: str, mood: int = 0) -> Action:
    """Return an answer with a reason behind its picks; ``mood`` says in whose tone it is given."""
    return action._replace(picks=(*action.picks, (reason, mood)))


def without_reason(action: Action) -> tuple[Action, str, int]:
    """Return an answer as the move has it, with the reason that it carries, empty if none, and its mood."""
    place = REASON_PLACE_BY_VERB.get(action.verb, len(action.picks))
    if len(action.picks) != place + 1:
        return action, "", 0
    word, *mood = action.picks[place]
    if word not in REASONS or mood not in ([0], [1], [2]):
        return action, "", 0
    return action._replace(picks=action.picks[:place]), str(word), int(mood[0])
