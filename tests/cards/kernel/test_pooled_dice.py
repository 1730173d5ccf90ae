"""Random numbers for players' choices."""

from collections import Counter

from cards.kernel.dice import Dice, PooledDice, mix


def test_every_number_is_about_as_likely() -> None:
    """This also holds if the bound changes with every number, as it does from slot to slot."""
    lots = PooledDice(7)
    found: Counter[tuple[int, int]] = Counter()
    for number in range(60_000):
        bound = (2, 3, 7)[number % 3]
        found[bound, lots.randbelow(bound)] += 1
    for (bound, _), count in found.items():
        assert abs(count - 20_000 / bound) < 20_000 / bound * 0.06
    assert len(found) == 2 + 3 + 7


def test_one_value_serves_several_numbers() -> None:
    lots = PooledDice(7)
    for _ in range(1000):
        lots.randbelow(6)
    assert lots.count < 100


def test_a_clone_goes_on_alike_and_apart() -> None:
    lots = PooledDice(mix(1, 2))
    lots.randbelow(5)
    twin = lots.clone()
    assert [lots.randbelow(9) for _ in range(50)] == [twin.randbelow(9) for _ in range(50)]
    lots.randbelow(9)
    assert twin.clone() != lots


def test_a_large_bound_is_as_good_as_from_dice() -> None:
    """Large numbers, e.g. seeds of worlds, have all 60 bits, no matter what was drawn before."""
    lots = PooledDice(3)
    lots.randbelow(2)
    seeds = {lots.randbelow(1 << 62) for _ in range(500)}
    assert len(seeds) == 500
    assert max(seeds) > 1 << 59
    assert Dice(3).randbelow(6) in range(6)
