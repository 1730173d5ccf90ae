"""Fill in slash commands, selects and form fields the way a client lets people do it."""

from collections.abc import Collection, Mapping, Sequence

from bot.sandbox.people.seen import SeenComponent, SeenModal
from bot.sandbox.protocol.components import ComponentKind
from bot.sandbox.protocol.option_types import NESTED_TYPES, OptionType
from bot.sandbox.protocol.values import Json, as_object, number, objects, one_or_more
from bot.sandbox.world import render
from bot.sandbox.world.model import ApplicationCommand, Channel, ChannelType, User
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World


class RefusedByClientError(Exception):
    """The client does not let the person do this; the message gives the reason."""


def available(world: World, user: User, channel: Channel) -> list[ApplicationCommand]:
    """List the commands that the client offers a person in a channel."""
    held = world.permissions(channel, user.id)
    if Permission.USE_APPLICATION_COMMANDS not in held:
        return []
    if channel.guild_id is not None:
        guild = world.guilds[channel.guild_id]
        if not guild.available or not (guild.commands_only or world.bot.id in guild.members):
            return []
    return [c for c in world.commands.values() if _offered(c, channel, held)]


def _offered(command: ApplicationCommand, channel: Channel, held: Permission) -> bool:
    body = command.body
    contexts = body.get("contexts")
    if channel.type is ChannelType.DM:
        if command.guild_id is not None or body.get("dm_permission") is False:
            return False
        return contexts is None or 1 in contexts
    if command.guild_id not in (None, channel.guild_id):
        return False
    needed = body.get("default_member_permissions")
    if needed is not None:
        bits = Permission(int(needed))
        if bits & held != bits or (not bits and Permission.ADMINISTRATOR not in held):
            return False
    return contexts is None or 0 in contexts


def find(world: World, user: User, channel: Channel, words: str) -> tuple[ApplicationCommand, list[Json]]:
    """Find a slash command by its words; return it with the options along its path."""
    names = words.removeprefix("/").split()
    for command in available(world, user, channel):
        if names[:1] == [command.name]:
            path = [command.body]
            for name in names[1:]:
                inner = [o for o in objects(path[-1].get("options")) if o["name"] == name]
                if not inner or inner[0]["type"] not in NESTED_TYPES:
                    raise RefusedByClientError(f"there is no command /{words}")
                path.append(inner[0])
            if any(o["type"] in NESTED_TYPES for o in objects(path[-1].get("options"))):
                raise RefusedByClientError(f"/{words} needs a subcommand")
            return command, path
    raise RefusedByClientError(f"there is no command /{words} here")


class OptionFiller:
    """Fill in a command's options and collect the objects they reference."""

    def __init__(self, world: World, user: User, channel: Channel) -> None:
        self._world = world
        self._user = user
        self._channel = channel
        self.resolved: Json = {}

    def fill(self, words: str, given: Mapping[str, object], *, focused: str | None = None) -> Json:
        """Return the interaction data; with `focused` it is for autocomplete and may be incomplete."""
        command, path = find(self._world, self._user, self._channel, words)
        known = {str(o["name"]): o for o in objects(path[-1].get("options"))}
        for name in given:
            if name not in known:
                raise RefusedByClientError(f"/{words} has no option {name}")
        filled: list[Json] = []
        for name, option in known.items():
            if name in given and given[name] is not None:
                partial = name == focused
                value = given[name] if partial else self._value(option, given[name])
                entry: Json = {"name": name, "type": option["type"], "value": value}
                filled.append({**entry, "focused": True} if partial else entry)
            elif option.get("required") and focused is None:
                raise RefusedByClientError(f"/{words} needs the option {name}")
        if focused is not None and not known.get(focused, {}).get("autocomplete"):
            raise RefusedByClientError(f"the option {focused} of /{words} has no autocomplete")
        for step in reversed(path[1:]):
            filled = [{"name": step["name"], "type": step["type"], "options": filled}]
        data: Json = {
            "id": str(command.id),
            "name": command.name,
            "type": 1,
            "options": filled,
        }
        if command.guild_id is not None:
            data["guild_id"] = str(command.guild_id)
        if self.resolved:
            data["resolved"] = self.resolved
        return data

    def _value(self, option: Json, value: object) -> object:
        name, kind = option["name"], option["type"]
        if kind == OptionType.STRING:
            checked: object = self._text(option, str(value))
        elif kind == OptionType.INTEGER:
            checked = self._number(option, value)
        elif kind == OptionType.BOOLEAN:
            if not isinstance(value, bool):
                raise RefusedByClientError(f"{name} is yes or no")
            checked = value
        else:
            checked = self._person(value) if kind == OptionType.USER else self._place(value)
        choices = objects(option.get("choices"))
        if choices and checked not in [c["value"] for c in choices]:
            named = [c["value"] for c in choices if c["name"] == value]
            if not named:
                raise RefusedByClientError(f"{value!r} is not one of the choices of {name}")
            checked = named[0]
        return checked

    def _text(self, option: Json, text: str) -> str:
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if not least <= len(text) <= most:
            raise RefusedByClientError(f"{option['name']} must have {least} to {most} characters")
        return text

    def _number(self, option: Json, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or int(value) != value:
            raise RefusedByClientError(f"{option['name']} is a whole number")
        least, most = option.get("min_value"), option.get("max_value")
        if (least is not None and value < least) or (most is not None and value > most):
            raise RefusedByClientError(f"{option['name']} is out of range")
        return int(value)

    def _person(self, value: object) -> str:
        """Reference a person, attach their description and return their id."""
        id = number(value) or 0
        world = self._world
        if id not in world.users:
            raise RefusedByClientError(f"{value!r} cannot be chosen here")
        self.resolved.setdefault("users", {})[str(id)] = render.user(world.users[id])
        guild = world.guilds.get(self._channel.guild_id or 0)
        if guild is not None and id in guild.members:
            member = render.member(world, guild.members[id], with_user=False)
            held = world.permissions(self._channel, id)
            self.resolved.setdefault("members", {})[str(id)] = {**member, "permissions": str(int(held))}
        return str(id)

    def places(self, select: Json, values: Sequence[object]) -> list[str]:
        """Reference the channels that are chosen in a menu; it offers the kinds that it names."""
        least, most = select["min_values"], select["max_values"]
        if not least <= len(values) <= most:
            raise RefusedByClientError(f"{len(values)} values chosen, {least} to {most} allowed")
        return [self._place(value, select.get("channel_types")) for value in values]

    def _place(self, value: object, kinds: Collection[int] | None = None) -> str:
        """Reference a channel of this server, attach its description and return its id."""
        place = self._world.channels.get(number(value) or 0)
        is_here = place is not None and place.guild_id == self._channel.guild_id
        if place is None or not is_here or not self._world.can_see(place, self._user.id):
            raise RefusedByClientError(f"{value!r} cannot be chosen here")
        if kinds and place.type not in kinds:
            raise RefusedByClientError(f"{value!r} is no channel of these kinds")
        shaped = render.channel(self._world, place, seen_by=self._user.id)
        self.resolved.setdefault("channels", {})[str(place.id)] = shaped
        return str(place.id)


def chosen(component: SeenComponent, values: Sequence[object]) -> list[str]:
    """Check the values chosen in a select; an option is named by value or label."""
    least = 0 if component.payload.get("required") is False else component.least
    if not least <= len(values) <= component.most:
        raise RefusedByClientError(f"{len(values)} values chosen, {least} to {component.most} allowed")
    found = [_option(component, str(value)) for value in values]
    if len(set(found)) != len(found):
        raise RefusedByClientError("a value is chosen twice")
    return found


def _option(component: SeenComponent, wanted: str) -> str:
    for key in ("value", "label"):
        for option in component.options:
            if option[key] == wanted:
                return str(option["value"])
    raise RefusedByClientError(f"{wanted!r} is not an option of {component.label or component.custom_id}")


def filled(modal: SeenModal, values: Mapping[str, object]) -> list[Json]:
    """Fill in a form; `values` names fields by custom_id or label, the others keep their defaults."""
    for name in values:
        if not any(name in (label, component.custom_id) for label, component in modal.fields):
            raise RefusedByClientError(f"the form has no field {name!r}")
    done: list[Json] = []
    for part in objects(modal.payload["components"]):
        shaped: Json = {"type": part["type"], "id": part["id"]}
        if part["type"] == ComponentKind.LABEL:
            inner = SeenComponent(as_object(part["component"]))
            shaped["component"] = _field(str(part["label"]), inner, values)
        done.append(shaped)
    return done


def _field(label: str, component: SeenComponent, values: Mapping[str, object]) -> Json:
    given = values.get(label, values.get(component.custom_id))
    payload = component.payload
    shaped: Json = {"type": payload["type"], "id": payload["id"], "custom_id": component.custom_id}
    if component.kind is ComponentKind.TEXT_INPUT:
        shaped["value"] = _text(label, payload, given)
    else:
        if given is None:
            given = [o["value"] for o in component.options if o.get("default")]
        picked = chosen(component, one_or_more(given))
        is_radio = component.kind is ComponentKind.RADIO_GROUP
        shaped |= {"value": next(iter(picked), None)} if is_radio else {"values": picked}
    return shaped


def _text(label: str, payload: Json, given: object) -> str:
    text = str(payload.get("value") or "") if given is None else str(given)
    least, most = payload.get("min_length") or 0, payload.get("max_length") or 4000
    if not text and payload.get("required", True):
        raise RefusedByClientError(f"{label} must be filled in")
    if text and not least <= len(text) <= most:
        raise RefusedByClientError(f"{label} must have {least} to {most} characters")
    return text
