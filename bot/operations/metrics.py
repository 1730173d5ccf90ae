"""Counting what happens, and writing it down as Prometheus reads it. Counts only: no names, no hands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Labels = tuple[tuple[str, str], ...]

DURATION_BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds in seconds of the buckets into which durations are counted."""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _line(name: str, labels: Labels, value: float) -> str:
    inside = ",".join(f'{key}="{_escaped(word)}"' for key, word in labels)
    number = str(int(value)) if value == int(value) else repr(float(value))
    return f"{name}{{{inside}}} {number}" if inside else f"{name} {number}"


@dataclass(slots=True)
class Counter:
    """A figure that only grows, by labels."""

    name: str
    help: str
    kind: str = "counter"
    values: dict[Labels, float] = field(default_factory=dict[Labels, float])

    def add(self, amount: float = 1, **labels: str) -> None:
        """Count; the words used as labels must come from a small closed set."""
        key = tuple(labels.items())
        self.values[key] = self.values.get(key, 0) + amount

    def lines(self) -> Iterator[str]:
        for labels, value in sorted(self.values.items()):
            yield _line(self.name, labels, value)


@dataclass(slots=True)
class Gauge:
    """Figures that are looked up when the metrics are read."""

    name: str
    help: str
    read: Callable[[], Mapping[Labels, float]]
    kind: str = "gauge"

    def lines(self) -> Iterator[str]:
        for labels, value in sorted(self.read().items()):
            yield _line(self.name, labels, value)


@dataclass(slots=True)
class Histogram:
    """How long things take."""

    name: str
    help: str
    bounds: Sequence[float] = DURATION_BOUNDS_S
    kind: str = "histogram"
    counts: list[int] = field(default_factory=list[int])
    total: float = 0.0

    def __post_init__(self) -> None:
        self.counts = [0] * (len(self.bounds) + 1)

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds

    def lines(self) -> Iterator[str]:
        so_far = 0
        for bound, count in zip(self.bounds, self.counts, strict=False):
            so_far += count
            yield _line(f"{self.name}_bucket", (("le", str(bound)),), so_far)
        whole = sum(self.counts)
        yield _line(f"{self.name}_bucket", (("le", "+Inf"),), whole)
        yield _line(f"{self.name}_sum", (), self.total)
        yield _line(f"{self.name}_count", (), whole)


class Registry:
    """All figures of this process."""

    def __init__(self) -> None:
        self._all: list[Counter | Gauge | Histogram] = []

    def counter(self, name: str, help: str) -> Counter:
        """Make a counter."""
        made = Counter(name, help)
        self._all.append(made)
        return made

    def gauge(self, name: str, help: str, read: Callable[[], float | Mapping[Labels, float]]) -> None:
        """Show what the function returns: a figure, or figures by labels."""

        def figures() -> Mapping[Labels, float]:
            value = read()
            return value if isinstance(value, Mapping) else {(): value}

        self._all.append(Gauge(name, help, figures))

    def histogram(self, name: str, help: str) -> Histogram:
        """Make a histogram of seconds."""
        made = Histogram(name, help)
        self._all.append(made)
        return made

    def text(self) -> str:
        """Write all figures in Prometheus' text format."""
        out: list[str] = []
        for one in self._all:
            out += [f"# HELP {one.name} {one.help}", f"# TYPE {one.name} {one.kind}", *one.lines()]
        return "\n".join(out) + "\n"
