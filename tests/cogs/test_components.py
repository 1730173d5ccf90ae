"""What comes from Discord as a press, whatever its shape."""

from types import SimpleNamespace
from typing import Any, cast

import discord
from hypothesis import given
from hypothesis import strategies as st

from bot.views.base.custom_ids import ButtonAction, CustomId
from cogs.gate import read_click
from cogs.presses.registry import read_press
from cogs.responder import Interaction

KEYS = st.sampled_from(["components", "component", "custom_id", "values", "value", "type"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def interaction(data: object, *, form: bool) -> Interaction:
    """Return a press as the library hands it on."""
    kind = discord.InteractionType.modal_submit if form else discord.InteractionType.component
    user = SimpleNamespace(id=5, display_name="Ann")
    made = SimpleNamespace(
        id=1,
        type=kind,
        data=data,
        message=None,
        user=user,
        channel=None,
        context=SimpleNamespace(dm_channel=None),
        channel_id=7,
        guild=None,
        guild_id=8,
        permissions=discord.Permissions.none(),
    )
    return cast(Interaction, made)


@given(custom_id=ANYTHING, values=ANYTHING, components=ANYTHING, form_press=st.booleans())
def test_a_malformed_press_is_read_without_an_error(
    custom_id: Any, values: Any, components: Any, form_press: bool
) -> None:
    data = {"custom_id": custom_id, "values": values, "components": components}
    read_press(read_click(interaction(data, form=form_press)))


@given(
    action=st.sampled_from(list(ButtonAction)), rest=st.text(max_size=40), values=ANYTHING, fields=ANYTHING
)
def test_our_own_buttons_with_anything_in_them_are_read_without_an_error(
    action: ButtonAction, rest: str, values: Any, fields: Any
) -> None:
    data = {"custom_id": str(CustomId(1, 1, action, rest)), "values": values, "components": fields}
    for form in (False, True):
        read_press(read_click(interaction(data, form=form)))


def test_a_form_is_read_at_any_depth() -> None:
    inner = {"type": 18, "component": {"custom_id": "name", "value": "x"}}
    data = {
        "custom_id": "k",
        "components": [inner, {"components": [{"custom_id": "pick", "values": ["1", 2]}]}],
    }
    assert read_click(interaction(data, form=True)).fields == {"name": ("x",), "pick": ("1", "2")}
