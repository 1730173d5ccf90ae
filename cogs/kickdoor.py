"""The slash commands: /kickdoor and what comes behind it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import Kickdoor, Services
from bot.tables.intents import (
    AddRobot,
    Correct,
    Intent,
    Pause,
    Replace,
    Resume,
    SetSpeed,
    Start,
)
from bot.tables.table import Speed
from bot.views.base.sketches import TextSize
from bot.views.base.text import label
from cards.kernel.moves import Refusal
from cogs.answer_builder import refusal_text
from cogs.answers import Answer, Click
from cogs.channel_option import Target, TargetTransformer
from cogs.command_handler import MAX_OPTION_TEXT_CHARS, CommandHandler
from cogs.components import read_click
from cogs.gate import place_name, refuse_there, shown_name
from cogs.quotas import TOO_FAST_TEXT, quotas_of
from cogs.replay_handler import ReplayHandler
from cogs.responder import ERROR_TEXT, Interaction, Responder, apologize
from cogs.seat_choices import SeatChange
from cogs.statistics_handler import StatisticsHandler

log = logging.getLogger(__name__)

SPEED_CHOICES = [
    app_commands.Choice(name="Live: seconds to decide", value="live"),
    app_commands.Choice(name="Relaxed: minutes to decide", value="relaxed"),
    app_commands.Choice(name="By post: days to decide", value="post"),
]
OUTDATED_COMMAND_TEXT = (
    "That command is from an earlier version of me. Type **/kickdoor** again, or restart Discord, "
    "to get the current commands. Nothing was changed."
)
ANYWHERE_COMMANDS = ("kickdoor forget me", "kickdoor my data", "kickdoor my statistics")
"""What people can do in a direct message, too: they may have left every server."""
CORRECTION_ASKED_TEXT = "Vote started. The correction is made once everybody here agrees."
SEX_CHOICES = [
    app_commands.Choice(name="Female", value="female"),
    app_commands.Choice(name="Male", value="male"),
]
PLACE_CHOICES = [
    app_commands.Choice(name="In front of the player", value="table"),
    app_commands.Choice(name="In the player's hand", value="hand"),
    app_commands.Choice(name="On the discard pile", value="discards"),
]

OptionText = app_commands.Range[str, 0, MAX_OPTION_TEXT_CHARS]
"""What people type freely; Discord itself stops them at the limit."""


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Commands(commands.GroupCog, group_name="kickdoor", group_description="Kick down doors together"):
    """The commands as Discord knows them; what they do is in ``cogs.command_handler``."""

    seat = app_commands.Group(name="seat", description="Who sits at the table")
    correct = app_commands.Group(name="correct", description="Correct a mistake, if everybody agrees")
    my = app_commands.Group(name="my", description="Your own data and statistics")
    forget = app_commands.Group(name="forget", description="What the bot knows about you")

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._commands = CommandHandler(
            services.tables,
            services.games,
            services.screens,
            services.erasure_requests,
            ReplayHandler(services.replays),
            services.results,
            quotas=quotas_of(services.settings),
        )
        self._statistics = StatisticsHandler(services.statistics, services.personal_data)

    async def cog_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Answer a command that could not be read or failed; nothing else answers it."""
        if isinstance(error, app_commands.CommandSignatureMismatch):
            await apologize(interaction, OUTDATED_COMMAND_TEXT)
            return
        name = interaction.command.qualified_name if interaction.command else "?"
        log.error("command %s failed", name, exc_info=error)
        unusable = isinstance(error, app_commands.TransformerError)
        await apologize(interaction, refusal_text(None, Refusal("bad_choice")) if unusable else ERROR_TEXT)

    async def _run(
        self, interaction: Interaction, work: Callable[[Click], Coroutine[Any, Any, Answer]]
    ) -> None:
        click = replace(read_click(interaction), place_name=place_name(interaction, interaction.channel))
        if not self._services.request_limit.allows(click.user):
            await apologize(interaction, TOO_FAST_TEXT)
            return
        command = interaction.command
        if not click.guild and (command is None or command.qualified_name not in ANYWHERE_COMMANDS):
            await apologize(interaction, refusal_text(None, Refusal("dms_only")))
            return
        self._services.screens.note_reachable(click.channel)
        await Responder(interaction, self._services.screens, click, self._services.twins).run(work(click))

    def _may_suggest(self, interaction: Interaction, typed: object) -> bool:
        """Return True if the person gets suggestions now. Each time they ask counts as a command does."""
        allowed = self._services.request_limit.allows(interaction.user.id)
        return allowed and isinstance(typed, str) and len(typed) <= MAX_OPTION_TEXT_CHARS

    async def _send(self, interaction: Interaction, intent: Intent, done: str) -> None:
        await self._run(interaction, lambda click: self._commands.send(click, intent, done))

    # the lobby

    @app_commands.command()
    @app_commands.describe(game="Which game", speed="How long people have", sex="Your character")
    @app_commands.choices(speed=SPEED_CHOICES, sex=SEX_CHOICES)
    async def new(
        self, interaction: Interaction, game: OptionText = "", speed: str = "", sex: str = ""
    ) -> None:
        """Open a table in this channel."""
        chosen = _speed(speed) or self._services.settings.default_speed
        await self._run(interaction, lambda click: self._commands.new(click, game, chosen, sex))

    @new.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not self._may_suggest(interaction, typed):
            return []
        names = self._commands.games(typed)
        return [app_commands.Choice(name=label(title, 100), value=name) for name, title in names]

    @app_commands.command()
    @app_commands.choices(sex=SEX_CHOICES)
    async def join(self, interaction: Interaction, sex: str = "") -> None:
        """Take a seat at the table of this channel."""
        await self._run(interaction, lambda click: self._commands.join(click, sex))

    @app_commands.command()
    async def leave(self, interaction: Interaction) -> None:
        """Give up your seat; a computer may play on."""
        await self._run(interaction, self._commands.leave)

    @app_commands.command()
    async def start(self, interaction: Interaction) -> None:
        """Deal the cards and begin."""
        await self._send(interaction, Start(), "The game begins.")

    @app_commands.command()
    @app_commands.describe(
        show="Whether you want pictures; a host chooses for the table's message too",
        text="How large the letters are on your hand and on cards",
    )
    async def pictures(
        self, interaction: Interaction, show: bool | None = None, text: TextSize | None = None
    ) -> None:
        """Choose pictures or plain words, and how large the letters are that you alone see."""
        await self._run(interaction, lambda click: self._commands.pictures(click, show, text))

    @app_commands.command()
    async def options(self, interaction: Interaction) -> None:
        """Choose game, speed and house rules."""
        await self._run(interaction, self._commands.settings)

    @app_commands.command()
    @app_commands.choices(speed=SPEED_CHOICES)
    async def speed(self, interaction: Interaction, speed: str) -> None:
        """Change how long people have."""
        await self._send(
            interaction,
            SetSpeed(_speed(speed) or "live"),
            "Speed changed. It applies from the next decision.",
        )

    # looking

    @app_commands.command()
    async def hand(self, interaction: Interaction) -> None:
        """Show your hand; only you see it."""
        await self._run(interaction, self._commands.hand)

    @app_commands.command()
    async def table(self, interaction: Interaction) -> None:
        """Post the table again, below everything else."""
        await self._run(interaction, self._commands.table)

    @app_commands.command()
    async def status(self, interaction: Interaction) -> None:
        """Say how the game stands and who must act."""
        await self._run(interaction, self._commands.status)

    @app_commands.command()
    @app_commands.describe(topic="A page; leave empty for the one that fits this moment")
    async def rules(self, interaction: Interaction, topic: OptionText = "") -> None:
        """Explain the rules of this table, page by page."""
        await self._run(interaction, lambda click: self._commands.rules(click, topic))

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not self._may_suggest(interaction, typed):
            return []
        topics = await self._commands.rule_topics(interaction.channel_id or 0, typed)
        return [app_commands.Choice(name=label(title, 100), value=key) for key, title in topics]

    @app_commands.command()
    @app_commands.describe(name="The card, or a part of its name")
    async def card(self, interaction: Interaction, name: OptionText) -> None:
        """Look a card up."""
        await self._run(interaction, lambda click: self._commands.card(click, name))

    @card.autocomplete("name")
    async def _cards(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not self._may_suggest(interaction, typed):
            return []
        names = await self._commands.card_names(interaction.channel_id or 0, typed)
        return [app_commands.Choice(name=label(name, 100), value=name[:100]) for name in names]

    @app_commands.command()
    @app_commands.describe(table="The table's number, if it is not the latest one of this channel")
    async def replay(self, interaction: Interaction, table: app_commands.Range[int, 0] = 0) -> None:
        """Go through a finished game again, turn by turn, to you alone."""
        await self._run(interaction, lambda click: self._commands.replay(click, table))

    # statistics

    @app_commands.command()
    @app_commands.describe(person="Whose statistics; leave empty for your own")
    async def stats(
        self, interaction: Interaction, person: discord.User | discord.Member | None = None
    ) -> None:
        """Show the figures of finished games on this server, to you alone."""
        user, name = (0, "") if person is None else (person.id, shown_name(person))
        await self._run(interaction, lambda click: self._statistics.stats(click, user, name))

    @app_commands.command()
    async def top(self, interaction: Interaction) -> None:
        """Show who leads this season on this server, to you alone."""
        await self._run(interaction, self._statistics.top)

    @my.command(name="statistics")
    @app_commands.describe(keep="False: neither past nor future games count for you")
    async def my_statistics(self, interaction: Interaction, keep: bool) -> None:
        """Choose whether your finished games count for statistics."""
        await self._run(interaction, lambda click: self._statistics.keep(click, keep=keep))

    @my.command(name="data")
    async def my_data(self, interaction: Interaction) -> None:
        """Get everything stored about you as a file that only you see."""
        await self._run(interaction, self._statistics.my_data)

    # the running game

    @app_commands.command()
    async def pause(self, interaction: Interaction) -> None:
        """Stop all clocks until somebody resumes."""
        await self._send(interaction, Pause(), "The game is paused.")

    @app_commands.command()
    async def resume(self, interaction: Interaction) -> None:
        """Go on after a pause."""
        await self._send(interaction, Resume(), "The game goes on.")

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Ask the others to take back your latest move; a host may ask for anybody's."""
        await self._run(interaction, self._commands.undo)

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """Close the table: at once in the lobby, by vote in a game."""
        await self._run(interaction, self._commands.end)

    @app_commands.command()
    @app_commands.describe(channel="Where the game goes on")
    async def move(
        self, interaction: Interaction, channel: app_commands.Transform[Target, TargetTransformer]
    ) -> None:
        """Move the table to another channel."""
        there = partial(refuse_there, interaction, channel)
        name = place_name(interaction, channel)
        await self._run(
            interaction,
            lambda click: self._commands.move(replace(click, refuse_here=there, place_name=name), channel.id),
        )

    @app_commands.command()
    async def host(self, interaction: Interaction, person: discord.User | discord.Member) -> None:
        """Make somebody else at the table the host."""
        here = isinstance(person, discord.Member)
        await self._run(interaction, lambda click: self._commands.host(click, person.id, here))

    # corrections

    @correct.command(name="level")
    @app_commands.describe(seat="The seat: its number or a part of the name", level="The Level it should be")
    async def correct_level(
        self,
        interaction: Interaction,
        seat: app_commands.Range[int, 1, 12],
        level: app_commands.Range[int, 1, 19],
    ) -> None:
        """Correct a Level, if everybody agrees."""
        await self._send(interaction, Correct("level", seat - 1, level=level), CORRECTION_ASKED_TEXT)

    @correct.command(name="card")
    @app_commands.describe(
        name="A card that lies open: on the table or on the discards",
        place="Where it should lie",
        seat="Whose: the seat's number or part of the name",
    )
    @app_commands.choices(place=PLACE_CHOICES)
    async def correct_card(
        self,
        interaction: Interaction,
        name: OptionText,
        place: str,
        seat: app_commands.Range[int, 1, 12] = 1,
    ) -> None:
        """Correct where a card lies, if everybody agrees."""
        await self._send(
            interaction, Correct("card", seat - 1, card=name, place=place), CORRECTION_ASKED_TEXT
        )

    @correct.command(name="turn")
    @app_commands.describe(seat="Whose turn it should be: the seat's number or a part of the name")
    async def correct_turn(self, interaction: Interaction, seat: app_commands.Range[int, 1, 12]) -> None:
        """Correct whose turn it is, if everybody agrees."""
        await self._send(interaction, Correct("turn", seat - 1), CORRECTION_ASKED_TEXT)

    @correct_card.autocomplete("name")
    async def _corrected_cards(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not self._may_suggest(interaction, typed):
            return []
        names = await self._commands.card_names(interaction.channel_id or 0, typed)
        return [app_commands.Choice(name=label(name, 100), value=name[:100]) for name in names]

    @correct_level.autocomplete("seat")
    @correct_card.autocomplete("seat")
    @correct_turn.autocomplete("seat")
    async def _corrected_seats(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await self._seats(interaction, typed, "correct")

    # oneself

    @forget.command(name="me")
    @app_commands.describe(sure="You leave all your tables, and what the bot knows about you is deleted")
    async def forget_me(self, interaction: Interaction, sure: bool) -> None:
        """Leave all tables and have your name and id deleted."""
        await self._run(interaction, lambda click: self._commands.forget(click, sure))

    # seats

    @seat.command(name="add")
    @app_commands.describe(player="What to add: a computer player")
    @app_commands.choices(player=[app_commands.Choice(name="computer", value="computer")])
    async def seat_add(
        self, interaction: Interaction, player: str = "computer", kind: OptionText = ""
    ) -> None:
        """Seat a computer player."""
        await self._send(interaction, AddRobot(kind), "A computer player has sat down.")

    @seat_add.autocomplete("kind")
    async def _robots(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not self._may_suggest(interaction, typed):
            return []
        names = await self._commands.robots(interaction.channel_id or 0, typed)
        return [app_commands.Choice(name=name, value=name) for name in names]

    @seat.command(name="remove")
    @app_commands.describe(number="The seat: its number or a part of the name")
    async def seat_remove(self, interaction: Interaction, number: OptionText) -> None:
        """Take a seat away; in a running game by vote."""
        await self._run(interaction, lambda click: self._commands.remove_seat(click, number))

    @seat_remove.autocomplete("number")
    async def _removable(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not self._may_suggest(interaction, typed):
            return []
        found = await self._commands.removable_seats(interaction.channel_id or 0, typed, interaction.user.id)
        return [app_commands.Choice(name=label(text, 100), value=value) for value, text in found]

    @seat.command(name="replace")
    @app_commands.describe(number="The seat of somebody who is away: its number or a part of the name")
    async def seat_replace(
        self, interaction: Interaction, number: app_commands.Range[int, 1, 12], kind: OptionText = ""
    ) -> None:
        """Let a computer player take over for somebody who is away."""
        await self._run(interaction, lambda click: self._commands.replace_player(click, number - 1, kind))

    @seat_replace.autocomplete("number")
    async def _replaceable(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await self._seats(interaction, typed, "replace")

    @seat.command(name="take")
    @app_commands.describe(number="A computer player's seat: its number or a part of the name")
    async def seat_take(self, interaction: Interaction, number: app_commands.Range[int, 1, 12]) -> None:
        """Take over the seat of a computer player."""
        await self._run(
            interaction,
            lambda click: self._commands.send(
                click, Replace(number - 1, name=click.name), "The seat is yours, cards and all: **My hand**."
            ),
        )

    @seat_take.autocomplete("number")
    async def _computers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await self._seats(interaction, typed, "take")

    async def _seats(
        self, interaction: Interaction, typed: str, wanted: SeatChange
    ) -> list[app_commands.Choice[int]]:
        typed = str(typed)  # a number that is still being typed may arrive as an int
        if not self._may_suggest(interaction, typed):
            return []
        found = await self._commands.seats(interaction.channel_id or 0, typed, wanted, interaction.user.id)
        return [app_commands.Choice(name=label(text, 100), value=number) for number, text in found]


def _speed(raw: str) -> Speed | None:
    speeds: tuple[Speed, ...] = ("live", "relaxed", "post")
    return next((speed for speed in speeds if speed == raw), None)


async def answer_unknown_command(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Answer a command of an earlier release that Discord, or somebody's client, still offers."""
    if interaction.command is not None:
        return  # the cog answers
    log.info("command %d is unknown: %s", interaction.id, type(error).__name__)
    if interaction.type is discord.InteractionType.application_command:
        await apologize(interaction, OUTDATED_COMMAND_TEXT)


async def setup(bot: Kickdoor) -> None:
    """Add the commands to the bot."""
    bot.tree.error(answer_unknown_command)
    await bot.add_cog(Commands(bot.services))
