"""The root of hosts: /kickdoor-table."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app.client import Services
from bot.tables.intents import AddRobot, Correct, SetSpeed
from cards.say import say
from cogs.answer_builder import SPEED_TEXT
from cogs.commands.base import SPEED_CHOICES, CommandCog, OptionText, read_speed, suggests
from cogs.commands.table_handler import TableHandler
from cogs.gate import Target, TargetTransformer, toward
from cogs.responder import Interaction

CORRECTION_ASKED_TEXT = "Vote started. The correction is made once everybody here agrees."
KIND_TEXT = "How it plays; leave empty for the usual kind"
PLACE_CHOICES = [
    app_commands.Choice(name=locale_str("In front of the player"), value="table"),
    app_commands.Choice(name=locale_str("In the player's hand"), value="hand"),
    app_commands.Choice(name=locale_str("On the discard pile"), value="discards"),
]

CORRECTED_SEATS = suggests(partial(TableHandler.seats, wanted="correct"))


@app_commands.guild_only()
class TableCommands(
    CommandCog[TableHandler], group_name="kickdoor-table", group_description="For the host of a table"
):
    """What hosts do, and the votes that change a running game."""

    seat = app_commands.Group(name="seat", description="Who sits at the table")
    correct = app_commands.Group(name="correct", description="Correct a mistake, if everybody agrees")

    def __init__(self, services: Services) -> None:
        super().__init__(services, TableHandler(services.tables, services.games, services.screens))

    @app_commands.command()
    async def options(self, interaction: Interaction) -> None:
        """Choose game, speed and house rules."""
        await self.run(interaction, self.handler.settings)

    @app_commands.command()
    @app_commands.describe(speed="How long people have for a decision")
    @app_commands.choices(speed=SPEED_CHOICES)
    async def speed(self, interaction: Interaction, speed: str) -> None:
        """Change how long people have."""
        await self.send(
            interaction,
            SetSpeed(read_speed(speed) or "live"),
            say(SPEED_TEXT),
        )

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """Close the table: at once in the lobby, by vote in a game."""
        await self.run(interaction, self.handler.end)

    @app_commands.command()
    @app_commands.describe(channel="Where the game goes on")
    async def move(
        self, interaction: Interaction, channel: app_commands.Transform[Target, TargetTransformer]
    ) -> None:
        """Move the table to another channel."""
        await self.run(interaction, lambda click: self.handler.move(toward(click, interaction, channel)))

    @app_commands.command()
    @app_commands.describe(person="Somebody who sits at the table")
    async def host(self, interaction: Interaction, person: discord.User | discord.Member) -> None:
        """Make somebody else at the table the host."""
        here = isinstance(person, discord.Member)
        await self.run(interaction, lambda click: self.handler.host(click, person.id, here))

    # corrections

    @correct.command(name="level")
    @app_commands.describe(seat="The seat: its number or a part of the name", level="The Level it should be")
    @app_commands.autocomplete(seat=CORRECTED_SEATS)
    async def correct_level(
        self,
        interaction: Interaction,
        seat: app_commands.Range[int, 1, 12],
        level: app_commands.Range[int, 1, 19],
    ) -> None:
        """Correct a Level, if everybody agrees."""
        await self.send(interaction, Correct("level", seat - 1, level=level), say(CORRECTION_ASKED_TEXT))

    @correct.command(name="card")
    @app_commands.describe(
        name="A card that lies open: on the table or on the discards",
        place="Where it should lie",
        seat="Whose: the seat's number or part of the name",
    )
    @app_commands.choices(place=PLACE_CHOICES)
    @app_commands.autocomplete(name=suggests(TableHandler.card_names))
    @app_commands.autocomplete(seat=CORRECTED_SEATS)
    async def correct_card(
        self,
        interaction: Interaction,
        name: OptionText,
        place: str,
        seat: app_commands.Range[int, 1, 12] = 1,
    ) -> None:
        """Correct where a card lies, if everybody agrees."""
        await self.send(
            interaction, Correct("card", seat - 1, card=name, place=place), say(CORRECTION_ASKED_TEXT)
        )

    @correct.command(name="turn")
    @app_commands.describe(seat="Whose turn it should be: the seat's number or a part of the name")
    @app_commands.autocomplete(seat=CORRECTED_SEATS)
    async def correct_turn(self, interaction: Interaction, seat: app_commands.Range[int, 1, 12]) -> None:
        """Correct whose turn it is, if everybody agrees."""
        await self.send(interaction, Correct("turn", seat - 1), say(CORRECTION_ASKED_TEXT))

    # seats

    @seat.command(name="add")
    @app_commands.describe(player="What to add: a computer player", kind=KIND_TEXT)
    @app_commands.choices(player=[app_commands.Choice(name=locale_str("computer"), value="computer")])
    @app_commands.autocomplete(kind=suggests(TableHandler.robots))
    async def seat_add(
        self, interaction: Interaction, player: str = "computer", kind: OptionText = ""
    ) -> None:
        """Seat a computer player."""
        await self.send(interaction, AddRobot(kind), say("A computer player has sat down."))

    @seat.command(name="remove")
    @app_commands.describe(number="The seat: its number or a part of the name")
    @app_commands.autocomplete(number=suggests(TableHandler.removable_seats))
    async def seat_remove(self, interaction: Interaction, number: OptionText) -> None:
        """Take a seat away; in a running game by vote."""
        await self.run(interaction, lambda click: self.handler.remove_seat(click, number))

    @seat.command(name="replace")
    @app_commands.describe(
        number="The seat of somebody who is away: its number or a part of the name", kind=KIND_TEXT
    )
    @app_commands.autocomplete(number=suggests(partial(TableHandler.seats, wanted="replace")))
    async def seat_replace(
        self, interaction: Interaction, number: app_commands.Range[int, 1, 12], kind: OptionText = ""
    ) -> None:
        """Let a computer player take over for somebody who is away."""
        await self.run(interaction, lambda click: self.handler.replace_player(click, number - 1, kind))

    @seat.command(name="take")
    @app_commands.describe(number="A computer player's seat: its number or a part of the name")
    @app_commands.autocomplete(number=suggests(partial(TableHandler.seats, wanted="take")))
    async def seat_take(self, interaction: Interaction, number: app_commands.Range[int, 1, 12]) -> None:
        """Ask for the seat of a computer player."""
        await self.run(interaction, lambda click: self.handler.take_seat(click, number - 1))
