"""How long pictures take to draw, each kind by itself, with nothing of it drawn before. Prints a table.

ARGS: [--every N], one of so many cards; [--rounds N], of which the quickest counts.

CPU time of the thread that draws, PNG included. The cards are those of all games; the screens are those of
the gallery (whole games of computers, typical and worst moments). Fonts and the palette are there already, as
in a bot that has been running for a minute.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bot.app.games import game_registry  # noqa: E402  # the path has to be set first
from bot.views.base import card_text  # noqa: E402
from bot.views.base.sketches import Reveal, Strip  # noqa: E402
from bot.views.pictures import castle, render, scene, strip  # noqa: E402
from bot.views.pictures.faces import draw  # noqa: E402
from cards.kernel.game import CardFace  # noqa: E402
from tests.gallery.moments import moments  # noqa: E402

FACE_SIZES_PX = (90, 264, 700)
HAND_CARDS = 8


def all_cards() -> list[CardFace]:
    games = game_registry()
    return list({face.name: face for name in games.names() for face in games.find(name).faces()}.values())


def forget() -> None:
    """Take away all that was drawn before, apart from the empty board of the castle."""
    render._pictures.clear()
    for remembered in (strip.draw_card, scene.reduced_part):
        remembered.cache_clear()


def cpu_ms(work: Callable[[], object], rounds: int) -> float:
    """Return the least CPU time that the work took."""
    taken: list[float] = []
    for _ in range(rounds):
        forget()
        begin = time.thread_time()
        work()
        taken.append(time.thread_time() - begin)
    return 1000 * min(taken)


def jobs(cards: list[CardFace]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is drawn, by its kind."""
    for size_px in FACE_SIZES_PX:
        for card in cards:
            yield f"drawing at {size_px} px", lambda card=card, size=size_px: draw.draw_face(card, size)
    for number, card in enumerate(cards):
        large = card_text.large_card(card).sketch
        reveal = Reveal(card, "Ada kicks the door", ("+3 against Elves", "Level 4"), card.flavour, (7, 16))
        hand = Strip(tuple((*cards, *cards)[number : number + HAND_CARDS]))
        for kind, sketch in (("LargeCard", large), ("Reveal", reveal), (f"Strip of {HAND_CARDS}", hand)):
            yield kind, lambda sketch=sketch: render.render_png(sketch)
    found = {sketch for moment in moments() for sketch in moment.screen.sketches()}
    for sketch in found:
        yield f"gallery: {type(sketch).__name__}", lambda sketch=sketch: render.render_png(sketch)


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--every", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    castle._ground()
    times: dict[str, list[float]] = {}
    for kind, work in jobs(all_cards()[:: args.every]):
        times.setdefault(kind, []).append(cpu_ms(work, args.rounds))
    print(f"{'picture':24} {'count':>6} {'median ms':>10} {'p95 ms':>8} {'most ms':>8}")
    for kind, found in sorted(times.items()):
        ordered = sorted(found)
        late = ordered[int(len(ordered) * 0.95)]
        print(f"{kind:24} {len(found):6} {median(found):10.1f} {late:8.1f} {ordered[-1]:8.1f}")


if __name__ == "__main__":
    main()
