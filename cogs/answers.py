"""What a click or a command is answered with, before Discord comes into it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from bot.delivery.live_replies import LiveScreen
from bot.delivery.surface_keys import SurfaceKey
from bot.tables.intents import Intent, Join, MoveTo, Rematch, Start
from bot.views.base.layout import Form, Screen
from cards.kernel.moves import Refusal


async def _anything_goes() -> Refusal | None:
    return None


ClickPlace = Literal["table", "hand", "private", "command"]
"""Where something was pressed: on the table's message, on the hand in direct messages, on a message that only
the presser sees; ``command`` was typed."""


@dataclass(frozen=True, slots=True)
class Click:
    """A press, a choice or a sent form, as it comes from Discord; ``cogs.presses`` reads it.

    ``values`` are what was chosen in a menu, ``fields`` what was filled into a form. ``may_manage``: Discord
    says that the presser may manage the channel. ``in_dm``: it is the direct message with us. ``there`` is
    the channel that was chosen for a table (0: none), ``place_name`` what server and channel are called where
    one is to be.
    """

    interaction_id: int
    user: int
    name: str
    channel: int
    guild: int
    place: ClickPlace
    message: int
    custom_id: str
    values: tuple[str, ...] = ()
    fields: dict[str, tuple[str, ...]] | None = None
    may_manage: bool = False
    in_dm: bool = False
    there: int = 0
    place_name: str = ""
    refuse_here: Callable[[], Awaitable[Refusal | None]] = _anything_goes
    """Returns why no table could be shown where one is to be. It is asked only if there is to be one."""

    async def refuse_unseen(self, intent: Intent) -> Refusal | None:
        """Refuse what leads to a table that nobody could see."""
        return await self.refuse_here() if isinstance(intent, Join | Start | Rematch | MoveTo) else None


@dataclass(frozen=True, slots=True)
class UpdateMessage:
    """Put the screen in the place of the message that was pressed.

    ``surface`` is set where delivery owns that message, ``version`` is what the screen shows of it.
    ``live``: a private answer is kept up to date.
    """

    screen: Screen
    version: int = 0
    surface: SurfaceKey | None = None
    live: LiveScreen | None = None


@dataclass(frozen=True, slots=True)
class PrivateReply:
    """Show the screen to the presser alone; ``live``: and keep it up to date.

    One that is ``brief`` goes away by itself and leaves an open hand where it is.
    """

    screen: Screen
    live: LiveScreen | None = None
    brief: bool = False


Answer = UpdateMessage | PrivateReply | Form
"""A form is opened."""
