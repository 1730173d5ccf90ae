"""Bots in tests whose people press faster, and open more tables, than people do, and that have no emoji."""

NO_QUOTAS = {
    "KICKDOOR_TABLES_PER_SERVER": "1000000",
    "KICKDOOR_LOBBIES_PER_PERSON": "1000000",
    "KICKDOOR_REQUESTS_PER_MINUTE": "1000000",
    "KICKDOOR_STEADY_THUMB_MS": "0",
}


async def no_emoji(*_: object, **__: object) -> None:
    """Stand for ``keep_emoji``: thirty requests at each start are for the test of them."""
