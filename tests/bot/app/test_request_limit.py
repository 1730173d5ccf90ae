"""One person's presses: as many as people make, not as many as a script makes."""

from bot.app.request_limit import MAX_REMEMBERED, RequestLimit


def test_a_script_is_slowed_down_and_nobody_else_notices() -> None:
    now = [0.0]
    limit = RequestLimit(60, lambda: now[0])
    assert [limit.allows(1) for _ in range(100)].count(True) == 60
    assert limit.allows(2)
    now[0] += 10.0
    assert [limit.allows(1) for _ in range(100)].count(True) == 10
    now[0] += 3600.0
    assert [limit.allows(1) for _ in range(100)].count(True) == 60, "no more than a minute is saved up"


def test_who_has_pressed_long_ago_is_forgotten() -> None:
    limit = RequestLimit(1, lambda: 0.0)
    assert limit.allows(1)
    assert not limit.allows(1)
    for user in range(2, 2 + MAX_REMEMBERED):
        limit.allows(user)
    assert limit.allows(1)
