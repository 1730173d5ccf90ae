"""How a surface is drawn again: how soon, and where its message then stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum


class Position(IntEnum):
    """Where a message stands after it is drawn again. Of two wishes the greater one wins."""

    UNMOVED = 0
    """Where it is, however old or buried: nothing has happened that people should see."""
    IN_SIGHT = 1
    """Where it is, unless it is too old to be edited well, or buried."""
    BOTTOM = 2
    """Posted again below everything else."""


@dataclass(frozen=True, slots=True)
class RedrawPolicy:
    """How a surface is to be drawn again.

    ``delay_s`` counts from the moment the surface is marked; None is the usual batch delay. With
    ``debounce`` every later mark that debounces too starts the delay again, so the surface waits for quiet.
    """

    delay_s: float | None = None
    debounce: bool = False
    position: Position = Position.IN_SIGHT

    def resolve(self, batch_delay_s: float) -> RedrawPolicy:
        """Return the policy with the batch delay in place of None."""
        if self.delay_s is not None:
            return self
        return RedrawPolicy(batch_delay_s, self.debounce, self.position)

    def after(self, elapsed_s: float) -> RedrawPolicy:
        """Return what is left of a resolved policy so many seconds later."""
        return replace(self, delay_s=_seconds(self) - elapsed_s)

    def merge(self, later: RedrawPolicy) -> RedrawPolicy:
        """Combine two marks of one surface; both delays count from the same moment.

        - Two that debounce: the later one's delay counts, and the result debounces.
        - Otherwise: the shorter delay counts, and the result does not debounce; what is urgent is never put
          off by what is not.
        - The greater position wins, whichever came first.
        """
        debounce = self.debounce and later.debounce
        delay_s = _seconds(later) if debounce else min(_seconds(self), _seconds(later))
        return RedrawPolicy(delay_s, debounce, max(self.position, later.position))


def _seconds(policy: RedrawPolicy) -> float:
    if policy.delay_s is None:
        raise ValueError("resolve the policy first")
    return policy.delay_s


SOON = RedrawPolicy()
"""After the usual batch delay."""

AT_ONCE = RedrawPolicy(0.0)

POST_AGAIN = RedrawPolicy(0.0, position=Position.BOTTOM)
