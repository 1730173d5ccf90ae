"""What stands at each place of a message, so that a press just after an edit is known for what it may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.views.base import custom_ids
from bot.views.base.layout import Button, ButtonRow, Screen

Places = Mapping[tuple[int, int], str]
"""The custom_id at each place: the row, counted from the end as chats are read, and the column."""


@dataclass(slots=True, eq=False)
class ShownPlaces:
    """The buttons of a message before and after its latest edit."""

    clock: Callable[[], float]
    _before: Places = field(default_factory=dict[tuple[int, int], str])
    _now: Places = field(default_factory=dict[tuple[int, int], str])
    _edited_at: float = 0.0

    def note(self, screen: Screen) -> None:
        """Note what the message shows from now on."""
        self._before, self._now, self._edited_at = self._now, _places(screen), self.clock()

    def has_moved(self, custom_id: str, within_s: float) -> bool:
        """Return True if the button has taken the place of one that does something else a moment ago."""
        if self.clock() - self._edited_at >= within_s:
            return False
        place = next((place for place, shown in self._now.items() if shown == custom_id), None)
        stood = None if place is None else self._before.get(place)
        return stood is not None and _does(stood) != _does(custom_id)


def _places(screen: Screen) -> Places:
    rows = [block.buttons for block in screen.blocks() if isinstance(block, ButtonRow)]
    return {
        (row - len(rows), column): button.custom_id
        for row, buttons in enumerate(rows)
        for column, button in enumerate(buttons)
        if isinstance(button, Button)
    }


def _does(custom_id: str) -> object:
    """Return what a press does, at whatever moment the button was drawn."""
    found = custom_ids.parse(custom_id)
    return custom_id if found is None else (found.action, found.rest)
