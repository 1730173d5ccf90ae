"""Fill in selects and form fields the way a client lets people do it."""

from collections.abc import Mapping, Sequence

from bot.sandbox.people.options import OptionFiller, RefusedByClientError
from bot.sandbox.people.seen import SeenComponent, SeenModal
from bot.sandbox.protocol.components import AUTO_SELECTS, ComponentKind, kind_of
from bot.sandbox.protocol.option_types import OptionType
from bot.sandbox.protocol.values import Json, as_object, objects, one_or_more

_OPTION_OF_SELECT = {
    ComponentKind.USER_SELECT: OptionType.USER,
    ComponentKind.ROLE_SELECT: OptionType.ROLE,
    ComponentKind.MENTIONABLE_SELECT: OptionType.MENTIONABLE,
    ComponentKind.CHANNEL_SELECT: OptionType.CHANNEL,
}


def chosen(component: SeenComponent, values: Sequence[object], filler: OptionFiller) -> list[str]:
    """Check the values chosen in a select or group; an option is named by value or label."""
    least = 0 if component.payload.get("required") is False else component.least
    if not least <= len(values) <= component.most:
        raise RefusedByClientError(f"{len(values)} values chosen, {least} to {component.most} allowed")
    if component.kind in AUTO_SELECTS:
        kind = _OPTION_OF_SELECT[component.kind]
        found = [filler.thing(kind, value) for value in values]
    else:
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


def filled(modal: SeenModal, values: Mapping[str, object], filler: OptionFiller) -> list[Json]:
    """Fill in a form; `values` names fields by custom_id or label, the others keep their defaults."""
    fields = modal.fields
    for name in values:
        if not any(name in (label, component.custom_id) for label, component in fields):
            raise RefusedByClientError(f"the form has no field {name!r}")
    done: list[Json] = []
    for part in objects(modal.payload["components"]):
        shaped: Json = {"type": part["type"], "id": part["id"]}
        if part["type"] == ComponentKind.LABEL:
            inner = SeenComponent(as_object(part["component"]))
            shaped["component"] = _field(str(part["label"]), inner, values, filler)
        elif part["type"] == ComponentKind.ACTION_ROW:
            inner = SeenComponent(objects(part["components"])[0])
            shaped["components"] = [_field(inner.label, inner, values, filler)]
        done.append(shaped)
    return done


def _field(label: str, component: SeenComponent, values: Mapping[str, object], filler: OptionFiller) -> Json:
    given = values.get(label, values.get(component.custom_id))
    payload = component.payload
    shaped: Json = {
        "type": payload["type"],
        "id": payload["id"],
        "custom_id": component.custom_id,
    }
    kind = kind_of(payload)
    if kind is ComponentKind.TEXT_INPUT:
        shaped["value"] = _text(label, payload, given)
    elif kind is ComponentKind.CHECKBOX:
        shaped["value"] = bool(payload.get("default") if given is None else given)
    elif kind is ComponentKind.RADIO_GROUP:
        shaped["value"] = _radio(label, component, given)
    else:
        shaped["values"] = _several(component, given, filler)
    return shaped


def _text(label: str, payload: Json, given: object) -> str:
    text = str(payload.get("value") or "") if given is None else str(given)
    least, most = payload.get("min_length") or 0, payload.get("max_length") or 4000
    if not text and payload.get("required", True):
        raise RefusedByClientError(f"{label} must be filled in")
    if text and not least <= len(text) <= most:
        raise RefusedByClientError(f"{label} must have {least} to {most} characters")
    return text


def _radio(label: str, component: SeenComponent, given: object) -> str | None:
    if given is not None:
        return _option(component, str(given))
    default = [o for o in component.options if o.get("default")]
    if default:
        return str(default[0]["value"])
    if component.payload.get("required", True):
        raise RefusedByClientError(f"{label} must be chosen")
    return None


def _several(component: SeenComponent, given: object, filler: OptionFiller) -> list[str]:
    if given is None:
        given = [o["value"] for o in component.options if o.get("default")]
    values = one_or_more(given)
    if component.kind is ComponentKind.FILE_UPLOAD:
        return _files(component, values, filler)
    group = component.kind is ComponentKind.CHECKBOX_GROUP
    if group and "min_values" not in component.payload and not values:
        return []
    return chosen(component, values, filler)


def _files(component: SeenComponent, values: list[object], filler: OptionFiller) -> list[str]:
    least = component.least if component.payload.get("required", True) else 0
    if not least <= len(values) <= component.most:
        raise RefusedByClientError(f"{len(values)} files chosen, {least} to {component.most} allowed")
    return [filler.file(value) for value in values]
