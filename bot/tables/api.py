"""The way in: what cogs ask of the tables and screens learn from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.tables.intents import Create, Request
from bot.tables.past import PastRevision
from bot.tables.quarantine import DamagedTable
from bot.tables.results import Listener, Result, TableView
from bot.tables.table import Table
from cards.kernel.moves import Refusal


class TableApi(Protocol):
    """All tables of this process (or of all processes that share a database).

    Whatever is asked, the answer is a value; none of these raises for anything that people can do.
    """

    def add_listener(self, listener: Listener) -> None:
        """Tell this one, too, of every change from now on."""
        ...

    async def create(self, interaction_id: int, user: int, intent: Create) -> Result:
        """Open a lobby. Refuses with ``occupied`` where the channel has a live table."""
        ...

    async def send(self, table: int, request: Request) -> Result:
        """Put a request into the table's queue and wait until it is refused or saved.

        A request is answered from the revision its maker saw: it counts while the wait of that moment
        lasts, so that a neighbor's pass or a trade elsewhere spoils no click, while anything material
        (which re-opens the window or puts a new question, and so starts a new wait) makes it ``stale``.
        The next steps of a turn (``GameModule.valid_when_stale``) count whenever they are legal.
        The move itself is spelled out in the request and has to be legal now. A request without ``seen``
        is taken as made for the present moment. Only ``Act``, ``Vote`` and ``Start`` look at ``seen``.
        """
        ...

    async def view_for(self, table: int, user: int | None) -> TableView | Refusal:
        """Show the table as this person (None: an onlooker) may see it now.

        Refuses with ``no_table``, ``unreadable`` or ``not_saved`` where there is nothing to show.
        """
        ...

    def is_live(self, table: int) -> bool:
        """Return True if this process looks after the table and it has not ended."""
        ...

    async def why_idle(self, table: int, user: int, card: int, verbs: Sequence[str]) -> Refusal | None:
        """Return why this person cannot use a card now in any of these ways.

        None if the game has no more to say than that it is not the time.
        """
        ...

    async def passing_unasked(self, table: int) -> frozenset[int]:
        """Return the people who pass the present wait by themselves, as things stand.

        It depends on what they hold: only their own screens may depend on it.
        """
        ...

    async def is_open_to(self, table: int, user: int, guild: int) -> bool:
        """Return True if a press counts at a table: from its server, or from none (0) by who sits there.

        A table that cannot be read says so to everybody.
        """
        ...

    async def tables_in_guild(self, guild: int) -> list[int]:
        """Return the live tables of a server."""
        ...

    async def past_since(self, table: int, user: int | None, revision: int) -> tuple[PastRevision, ...]:
        """Return what has happened after a revision, oldest first, as this person may know it.

        What was taken back is left out.
        """
        ...

    async def table_in_channel(self, channel: int) -> Table | None:
        """Return the live table of the channel, if there is one."""
        ...

    async def tables_of_user(self, user: int) -> list[Table]:
        """Return the live tables at which the user sits, the one used last first."""
        ...

    async def last_table_in_channel(self, channel: int) -> Table | None:
        """Return the table of the channel that was opened last, live or ended."""
        ...

    async def forget_user(self, user: int) -> bool:
        """Take a person out of all tables, and their id and name out of all that is kept; others keep theirs.

        False: something could not be erased now, and nothing but asking again helps. Damaged tables are
        passed over, see ``tables_knowing``.
        """
        ...

    async def tables_knowing(self, user: int) -> list[int]:
        """Return the tables that know a person; of somebody forgotten, those that could not be reached."""
        ...

    async def damaged_table(self, table: int) -> DamagedTable | None:
        """Return what is known of a live table that is set aside because it cannot be read."""
        ...

    async def damaged_table_in_channel(self, channel: int) -> DamagedTable | None:
        """Return such a table by its channel. ``End`` frees the channel, for its host and stewards."""
        ...
