"""Everything on a person's screen, as a client loads it at its start."""

from bot.sandbox.people.person import Person
from bot.sandbox.protocol.values import Json
from bot.sandbox.world import render
from bot.sandbox.world.model import Guild
from bot.sandbox.world.state import World


def of(world: World, person: Person) -> Json:
    """Return a person's servers and channels, and the number of their latest diary entry."""
    guilds = [g for g in world.guilds.values() if person.id in g.members]
    return {
        "me": render.user(person.user),
        "bot": render.user(world.bot),
        "dms_open": person.user.dms_open,
        "guilds": [_guild(world, guild) for guild in guilds],
        "channels": [render.channel(world, channel, seen_by=person.id) for channel in person.channels()],
        "read": {str(channel): str(message) for channel, message in person.read.items()},
        "unread": _unread(person),
        "seq": len(person.diary.entries),
    }


def _guild(world: World, guild: Guild) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "available": guild.available,
        "members": [render.member(world, member) for member in guild.members.values()],
    }


def _unread(person: Person) -> Json:
    """Count the unread messages and mentions of a person in each channel."""
    found: Json = {}
    for entry in person.diary.entries:
        if entry["type"] != "message" or entry["old"]:
            continue
        message = entry["message"]
        place = message["channel_id"]
        mine = message["author"]["id"] == str(person.id)
        if not mine and int(message["id"]) > person.read.get(int(place), 0):
            count = found.setdefault(place, {"messages": 0, "mentions": 0})
            count["messages"] += 1
            count["mentions"] += bool(entry["mention"])
    return found


def commands(world: World, person: Person, channel_id: int) -> list[Json]:
    """Return the commands offered to a person in a channel."""
    return [render.command(world, c) for c in person.commands(channel_id)]
