"""Fill in the selects of messages and the fields of forms as a client lets people do it."""

from collections.abc import Mapping, Sequence

from bot.sandbox.components import AUTO_SELECTS, Kind, kind_of
from bot.sandbox.options import CHANNEL, MENTIONABLE, ROLE, USER, Filler, Refused
from bot.sandbox.seen import SeenComponent, SeenModal
from bot.sandbox.wire import Json, an_object, objects, one_or_more

_OPTION_KIND = {
    Kind.USER_SELECT: USER,
    Kind.ROLE_SELECT: ROLE,
    Kind.MENTIONABLE_SELECT: MENTIONABLE,
    Kind.CHANNEL_SELECT: CHANNEL,
}


def chosen(component: SeenComponent, values: Sequence[object], filler: Filler) -> list[str]:
    """Check the values chosen in a select or group; options may be named by value or label."""
    least = 0 if component.payload.get("required") is False else component.least
    if not least <= len(values) <= component.most:
        raise Refused(f"{len(values)} values chosen, {least} to {component.most} allowed")
    if component.kind in AUTO_SELECTS:
        kind = _OPTION_KIND[component.kind]
        found = [filler.thing(kind, value) for value in values]
    else:
        found = [_option(component, str(value)) for value in values]
    if len(set(found)) != len(found):
        raise Refused("a value is chosen twice")
    return found


def _option(component: SeenComponent, wanted: str) -> str:
    for key in ("value", "label"):
        for option in component.options:
            if option[key] == wanted:
                return str(option["value"])
    raise Refused(f"{wanted!r} is no option of {component.label or component.custom_id}")


def filled(modal: SeenModal, values: Mapping[str, object], filler: Filler) -> list[Json]:
    """Fill in a form; fields are named by custom_id or label, the others keep their defaults."""
    fields = modal.fields
    for name in values:
        if not any(name in (label, component.custom_id) for label, component in fields):
            raise Refused(f"the form has no field {name!r}")
    done: list[Json] = []
    for part in objects(modal.payload["components"]):
        shaped: Json = {"type": part["type"], "id": part["id"]}
        if part["type"] == Kind.LABEL:
            inner = SeenComponent(an_object(part["component"]))
            shaped["component"] = _field(str(part["label"]), inner, values, filler)
        elif part["type"] == Kind.ACTION_ROW:
            inner = SeenComponent(objects(part["components"])[0])
            shaped["components"] = [_field(inner.label, inner, values, filler)]
        done.append(shaped)
    return done


def _field(label: str, component: SeenComponent, values: Mapping[str, object], filler: Filler) -> Json:
    given = values.get(label, values.get(component.custom_id))
    payload = component.payload
    shaped: Json = {
        "type": payload["type"],
        "id": payload["id"],
        "custom_id": component.custom_id,
    }
    kind = kind_of(payload)
    if kind is Kind.TEXT_INPUT:
        shaped["value"] = _text(label, payload, given)
    elif kind is Kind.CHECKBOX:
        shaped["value"] = bool(payload.get("default") if given is None else given)
    elif kind is Kind.RADIO_GROUP:
        shaped["value"] = _radio(label, component, given)
    else:
        shaped["values"] = _several(component, given, filler)
    return shaped


def _text(label: str, payload: Json, given: object) -> str:
    text = str(payload.get("value") or "") if given is None else str(given)
    least, most = payload.get("min_length") or 0, payload.get("max_length") or 4000
    if not text and payload.get("required", True):
        raise Refused(f"{label} must be filled in")
    if text and not least <= len(text) <= most:
        raise Refused(f"{label} must have {least} to {most} characters")
    return text


def _radio(label: str, component: SeenComponent, given: object) -> str | None:
    if given is not None:
        return _option(component, str(given))
    default = [o for o in component.options if o.get("default")]
    if default:
        return str(default[0]["value"])
    if component.payload.get("required", True):
        raise Refused(f"{label} must be chosen")
    return None


def _several(component: SeenComponent, given: object, filler: Filler) -> list[str]:
    if given is None:
        given = [o["value"] for o in component.options if o.get("default")]
    values = one_or_more(given)
    if component.kind is Kind.FILE_UPLOAD:
        return _files(component, values, filler)
    group = component.kind is Kind.CHECKBOX_GROUP
    if group and "min_values" not in component.payload and not values:
        return []
    return chosen(component, values, filler)


def _files(component: SeenComponent, values: list[object], filler: Filler) -> list[str]:
    least = component.least if component.payload.get("required", True) else 0
    if not least <= len(values) <= component.most:
        raise Refused(f"{len(values)} files chosen, {least} to {component.most} allowed")
    return [filler.file(value) for value in values]
