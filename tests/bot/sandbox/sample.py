"""A small bot with one thing of every kind, for the tests of the sandbox."""

import io
import re
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands, ui
from PIL import Image

Connect = Callable[[discord.Client], Awaitable[discord.Client]]
"""Starts a client and waits until it is ready."""


class Count(ui.DynamicItem[ui.Button[ui.View]], template=r"count:(?P<n>\d+)"):
    """A button that remembers its number in its custom_id."""

    def __init__(self, n: int) -> None:
        super().__init__(ui.Button(label=f"{n} so far", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str]
    ) -> "Count":
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(Count(self.n + 1))
        await interaction.response.edit_message(view=view)


class Words(ui.Modal, title="Words"):
    """A form with a text, a select, radio buttons and boxes to tick."""

    text = ui.Label(text="Text", component=ui.TextInput(custom_id="text", max_length=50))
    which = ui.Label(
        text="Which",
        component=ui.Select(
            custom_id="which",
            options=[discord.SelectOption(label="One"), discord.SelectOption(label="Two")],
        ),
    )

    side = ui.Label(
        text="Side",
        component=ui.RadioGroup(
            custom_id="side",
            options=[
                discord.RadioGroupOption(label="Left", default=True),
                discord.RadioGroupOption(label="Right"),
            ],
        ),
    )
    more = ui.Label(
        text="More",
        component=ui.CheckboxGroup(
            custom_id="more",
            required=False,
            min_values=0,
            options=[discord.CheckboxGroupOption(label="Salt"), discord.CheckboxGroupOption(label="Pepper")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        text = self.text.component
        side, more = self.side.component, self.more.component
        assert isinstance(side, ui.RadioGroup)
        assert isinstance(more, ui.CheckboxGroup)
        which = self.which.component
        assert isinstance(text, ui.TextInput)
        assert isinstance(which, ui.Select)
        await interaction.response.send_message(
            f"{text.value} {which.values[0]} {side.value} {more.values}", ephemeral=True
        )


class Board(ui.LayoutView):
    """A Components V2 message with everything a board needs."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        board: ui.Container[Board] = ui.Container(accent_color=discord.Color(0x336699))
        board.add_item(ui.TextDisplay("# A board"))
        board.add_item(ui.Section("A line", accessory=ui.Button(label="Side", custom_id="side")))
        board.add_item(ui.Separator())
        gallery: ui.MediaGallery[Board] = ui.MediaGallery()
        gallery.add_item(media="attachment://dot.png", description="A dot")
        board.add_item(gallery)
        row: ui.ActionRow[Board] = ui.ActionRow()
        row.add_item(
            ui.Select(
                custom_id="pick",
                placeholder="Pick",
                options=[discord.SelectOption(label=f"Option {i}", value=str(i)) for i in range(3)],
            )
        )
        board.add_item(row)
        kinds = [discord.ChannelType.text]
        places: ui.ActionRow[Board] = ui.ActionRow()
        places.add_item(ui.ChannelSelect(custom_id="where", placeholder="Where", channel_types=kinds))
        board.add_item(places)
        self.add_item(board)


def _dot() -> bytes:
    picture = io.BytesIO()
    Image.new("RGBA", (1, 1)).save(picture, "PNG")
    return picture.getvalue()


DOT_PNG = _dot()


def sample() -> discord.Client:
    """A client with one command of every kind the bot uses."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    tree = app_commands.CommandTree(client)
    group = app_commands.Group(name="sample", description="Samples")

    @group.command(description="A counter")
    async def count(interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(Count(0))
        await interaction.response.send_message("Count!", view=view)

    @group.command(description="A form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Words())

    @group.command(description="A board")
    async def board(interaction: discord.Interaction) -> None:
        file = discord.File(io.BytesIO(DOT_PNG), "dot.png", description="A dot")
        await interaction.response.send_message(view=Board(), file=file)

    @group.command(description="Says later")
    async def later(interaction: discord.Interaction, secret: bool = False) -> None:
        await interaction.response.defer(ephemeral=secret, thinking=True)
        await interaction.edit_original_response(content="now")
        more = await interaction.followup.send("more", ephemeral=True, wait=True)
        await more.edit(content="more!")

    @group.command(description="Repeats")
    async def echo(interaction: discord.Interaction, word: str, who: discord.Member) -> None:
        await interaction.response.send_message(f"{word} {who.display_name}", ephemeral=True)

    @echo.autocomplete("word")
    async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=w, value=w) for w in ("ham", "hat") if current in w]

    @group.command(description="Writes to you")
    async def letter(interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(Count(7))
        file = discord.File(io.BytesIO(DOT_PNG), "dot.png")
        try:
            sent = await interaction.user.send("Dear you", view=view, file=file)
        except discord.Forbidden as error:
            await interaction.response.send_message(f"refused {error.code}", ephemeral=True)
            return
        again = discord.File(io.BytesIO(DOT_PNG), "other.png")
        await sent.edit(content="Dearest you", attachments=[again])
        await interaction.response.send_message("sent", ephemeral=True)

    @group.command(description="Says nothing")
    async def silence(interaction: discord.Interaction) -> None:
        pass

    tree.add_command(group)

    async def setup() -> None:
        client.add_dynamic_items(Count)
        await tree.sync()

    async def on_interaction(interaction: discord.Interaction) -> None:
        data = interaction.data or {}
        if data.get("custom_id") in ("side", "pick", "where"):
            chosen = data.get("values", [])
            await interaction.response.send_message(f"{data['custom_id']} {chosen}", ephemeral=True)

    client.setup_hook = setup  # type: ignore[method-assign]
    client.event(on_interaction)
    return client
