"""The root of players: /kickdoor."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app.client import Services
from bot.tables.intents import Pause, Resume, Start
from bot.views.base.sketches import TextSize
from cards.say import say
from cogs.alone import LESSONS, USUAL_COMPUTERS
from cogs.commands.base import SPEED_CHOICES, CommandCog, OptionText, read_speed, suggests
from cogs.commands.play_handler import PlayHandler
from cogs.gate import shown_name
from cogs.quotas import quotas_of
from cogs.replay_handler import ReplayHandler
from cogs.responder import Interaction
from cogs.statistics_handler import StatisticsHandler

LESSON_TITLES = (
    "The game: 10 minutes",
    "The Wild West: 3 minutes",
    "The Apocalypse: 3 minutes",
    "Rick and Morty: 3 minutes",
    "Panic: 6 minutes",
)
LESSON_CHOICES = [
    app_commands.Choice(name=locale_str(title), value=lesson)
    for title, lesson in zip(LESSON_TITLES, LESSONS, strict=True)
]
SEX_CHOICES = [
    app_commands.Choice(name=locale_str("Female"), value="female"),
    app_commands.Choice(name=locale_str("Male"), value="male"),
]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class PlayCommands(
    CommandCog[PlayHandler], group_name="kickdoor", group_description="Kick down doors together"
):
    """What players do."""

    my = app_commands.Group(name="my", description="Your own games, data and statistics")
    forget = app_commands.Group(name="forget", description="What the bot knows about you")

    def __init__(self, services: Services) -> None:
        handler = PlayHandler(
            services.tables,
            services.games,
            services.screens,
            services.erasure_requests,
            ReplayHandler(services.replays),
            services.results,
            quotas=quotas_of(services.settings),
        )
        super().__init__(services, handler)
        self._statistics = StatisticsHandler(services.statistics, services.personal_data)

    # the lobby

    @app_commands.command()
    @app_commands.describe(lesson="What to learn; leave empty to learn the game")
    @app_commands.choices(lesson=LESSON_CHOICES)
    async def learn(self, interaction: Interaction, lesson: str = LESSONS[0]) -> None:
        """Learn to play, alone: a rehearsed game with tips."""
        await self.run(interaction, lambda click: self.handler.learn(click, lesson))

    @app_commands.command()
    @app_commands.describe(
        game="Which game",
        speed="How long people have",
        sex="Your character",
        computers="In a direct message: how many computers play against you",
    )
    @app_commands.choices(speed=SPEED_CHOICES, sex=SEX_CHOICES)
    @app_commands.autocomplete(game=suggests(PlayHandler.games))
    async def new(
        self,
        interaction: Interaction,
        game: OptionText = "",
        speed: str = "",
        sex: str = "",
        computers: app_commands.Range[int, 0, 5] = USUAL_COMPUTERS,
    ) -> None:
        """Open a table in this channel; in a direct message play alone, against computers."""
        chosen = read_speed(speed) or self.services.settings.default_speed
        await self.run(interaction, lambda click: self.handler.new(click, game, chosen, sex, computers))

    @app_commands.command()
    @app_commands.describe(sex="Your character")
    @app_commands.choices(sex=SEX_CHOICES)
    async def join(self, interaction: Interaction, sex: str = "") -> None:
        """Take a seat at the table of this channel."""
        await self.run(interaction, lambda click: self.handler.join(click, sex))

    @app_commands.command()
    async def leave(self, interaction: Interaction) -> None:
        """Give up your seat; a computer may play on."""
        await self.run(interaction, self.handler.leave)

    @app_commands.command()
    async def start(self, interaction: Interaction) -> None:
        """Deal the cards and begin."""
        await self.send(interaction, Start(), say("The game begins."))

    @app_commands.command()
    @app_commands.describe(
        show="Whether you want pictures; a host chooses for the table's message too",
        text="How large the letters are on your hand and on cards",
    )
    async def pictures(
        self, interaction: Interaction, show: bool | None = None, text: TextSize | None = None
    ) -> None:
        """Choose pictures or plain words, and how large the letters are that you alone see."""
        await self.run(interaction, lambda click: self.handler.pictures(click, show, text))

    # looking

    @app_commands.command()
    async def hand(self, interaction: Interaction) -> None:
        """Show your hand; only you see it."""
        await self.run(interaction, self.handler.hand)

    @app_commands.command()
    async def table(self, interaction: Interaction) -> None:
        """Post the table again, below everything else."""
        await self.run(interaction, self.handler.table)

    @app_commands.command()
    async def status(self, interaction: Interaction) -> None:
        """Say how the game stands and who must act."""
        await self.run(interaction, self.handler.status)

    @app_commands.command()
    @app_commands.describe(topic="A page; leave empty for the one that fits this moment")
    @app_commands.autocomplete(topic=suggests(PlayHandler.rule_topics))
    async def rules(self, interaction: Interaction, topic: OptionText = "") -> None:
        """Explain the rules of this table, page by page."""
        await self.run(interaction, lambda click: self.handler.rules(click, topic))

    @app_commands.command()
    @app_commands.describe(name="The card, or a part of its name")
    @app_commands.autocomplete(name=suggests(PlayHandler.card_names))
    async def card(self, interaction: Interaction, name: OptionText) -> None:
        """Look a card up."""
        await self.run(interaction, lambda click: self.handler.card(click, name))

    @app_commands.command()
    @app_commands.describe(table="The table's number, if it is not the latest one of this channel")
    async def replay(self, interaction: Interaction, table: app_commands.Range[int, 0] = 0) -> None:
        """Go through a finished game again, turn by turn, to you alone."""
        await self.run(interaction, lambda click: self.handler.replay(click, table))

    # statistics

    @app_commands.command()
    @app_commands.describe(person="Whose statistics; leave empty for your own")
    async def stats(
        self, interaction: Interaction, person: discord.User | discord.Member | None = None
    ) -> None:
        """Show the figures of finished games on this server, to you alone."""
        user, name = (0, "") if person is None else (person.id, shown_name(person))
        await self.run(interaction, lambda click: self._statistics.stats(click, user, name))

    @app_commands.command()
    async def top(self, interaction: Interaction) -> None:
        """Show who leads this season on this server, to you alone."""
        await self.run(interaction, self._statistics.top)

    @my.command(name="games")
    async def my_games(self, interaction: Interaction) -> None:
        """List your games on all servers; only you see it."""
        await self.run(interaction, self.handler.my_games)

    @my.command(name="statistics")
    @app_commands.describe(keep="False: neither past nor future games count for you")
    async def my_statistics(self, interaction: Interaction, keep: bool) -> None:
        """Choose whether your finished games count for statistics."""
        await self.run(interaction, lambda click: self._statistics.keep(click, keep=keep))

    @my.command(name="data")
    async def my_data(self, interaction: Interaction) -> None:
        """Get everything stored about you as a file that only you see."""
        await self.run(interaction, self._statistics.my_data)

    # the running game

    @app_commands.command()
    async def pause(self, interaction: Interaction) -> None:
        """Stop all clocks until somebody resumes."""
        await self.send(interaction, Pause(), say("The game is paused."))

    @app_commands.command()
    async def resume(self, interaction: Interaction) -> None:
        """Go on after a pause."""
        await self.send(interaction, Resume(), say("The game goes on."))

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Ask the others to take back your latest move; a host may ask for anybody's."""
        await self.run(interaction, self.handler.undo)

    # oneself

    @forget.command(name="me")
    @app_commands.describe(sure="You leave all your tables, and what the bot knows about you is deleted")
    async def forget_me(self, interaction: Interaction, sure: bool) -> None:
        """Leave all tables and have your name and id deleted."""
        await self.run(interaction, lambda click: self.handler.forget(click, sure))
