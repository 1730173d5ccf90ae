"""Fill in selects and form fields the way a client lets people do it."""

from collections.abc import Mapping, Sequence

from bot.sandbox.people.options import RefusedByClientError
from bot.sandbox.people.seen import SeenComponent, SeenModal
from bot.sandbox.protocol.components import ComponentKind
from bot.sandbox.protocol.values import Json, as_object, objects, one_or_more


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
