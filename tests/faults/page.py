"""Writes docs/faults.md from the docstrings of the fault tests: the fault; what people see."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SUITE = Path(__file__).parent
DOCSTRING = re.compile(r"Fault: (?P<fault>[^;]+); (?P<seen>[^;]+)\.(?:\s|$)")
TestNode = ast.AsyncFunctionDef | ast.FunctionDef

HEAD = """\
# Faults, and what people see

Each row is a test in `tests/faults`; `make fix` writes it here from the test's docstring. The bot speaks
through the real discord.py to the [sandbox](../bot/sandbox/README.md); "killed" is SIGKILL of a real process.
After each fault one oracle ([oracle.py](../tests/faults/oracle.py)) checks the invariants:

- **durable**: presses that people saw accepted are in the log, which replays to the saved state;
- **once**: no press counts twice, no revision is missing;
- **converge**: every message shows what a bot started now would draw, once;
- **secret**: no screen, log or metric shows what the rules hide;
- **alive**: the next move counts, or the screens say how the game goes on;
- **fair**: no outage takes time from anybody;
- **quiet**: at most one notice, and few refusals that Discord counts.

Power loss and single damaged values are tested in `tests/bot/store`, several processes in `tests/e2e` and
`tests/bot/cluster`. Known weakness: a bot killed between posting a message and noting its id finds that
message again for some minutes only. After a longer stop it may stay; its button still works. So may a letter
whose reason has gone by the next start.

| Fault | What people see | Test |
|---|---|---|
"""


def suite() -> Iterator[tuple[str, TestNode]]:
    """Go through the fault suite: file and definition of each test."""
    for path in sorted(SUITE.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, TestNode) and node.name.startswith("test_"):
                yield path.name, node


def fault_page() -> str:
    """Return docs/faults.md. Raises ValueError if a test does not say its fault and what people see."""
    return HEAD + "".join(_row(file, node) for file, node in suite())


def _row(file: str, node: TestNode) -> str:
    said = DOCSTRING.match(ast.get_docstring(node) or "")
    if said is None:
        raise ValueError(
            f'{file}::{node.name} wants a docstring like "Fault: what happens; what people see."'
        )
    return f"| {said['fault']} | {said['seen']} | `{file}::{node.name}` |\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(fault_page(), encoding="utf-8")
