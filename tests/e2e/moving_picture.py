"""Makes the moving picture of the README: a fight between computers, drawn as the table shows it.

``make pictures`` runs it. Another seed is another fight: look at it before you commit.
"""

import io
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from bot.replays.markup import to_plain
from bot.tables.past import PastRevision, RecentPast
from bot.tables.results import TableView
from bot.tables.table import Seat, Table
from bot.views.base.layout import Picture
from bot.views.games import screens_of
from bot.views.pictures import drawing
from bot.views.pictures.render import render_png
from bot.views.table import story
from cards.kernel.dice import PooledDice
from cards.kernel.game import Setup
from cards.kernel.moves import Refusal
from cards.registry import module_of
from cards.simulate import next_action
from tests.e2e.bot_process import ROOT

PATH = ROOT / "docs" / "images" / "fight.webp"
NAMES = ("Ada", "Rusty", "Cogsworth", "Sprocket")
GAME, MOST_ACTIONS, SEEDS = "classic", 1500, range(1, 40)
SIZE_PX, TEXT_PX, LINE_PX, EDGE_PX = (560, 470), 24, 32, 14
FRAME_MS, LAST_FRAME_MS = 1900, 4000
MOST_FRAMES = 9
PLOT_PATTERN = re.compile(r"kicks the door .* leads .* trails .* for help: 1 .* leads .* Level \d.* the loot")


@dataclass(frozen=True, slots=True)
class Moment:
    """What the table shows after a step: whether a fight is on, what has happened, and the picture."""

    fight: bool
    told: str
    picture: Image.Image | None


def played(seed: int) -> Iterator[Moment]:
    """Let computers play, and yield each step."""
    module = module_of(GAME)
    game = module.make(Setup(GAME, len(NAMES), seed, module.default_options), None)
    players = [module.players["sensible"]() for _ in NAMES]
    for player in players:
        player.set_game(game)
    seats = tuple(Seat(number + 1, name) for number, name in enumerate(NAMES))
    table = Table(1, 1, 1, 1, GAME, phase="playing", options=module.default_options, seats=seats)
    recent, dice = RecentPast(), PooledDice(seed)
    state, _ = game.start()
    for revision in range(1, MOST_ACTIONS):
        if state.over:
            return
        action = next_action(game, state, players, dice, meddle=0)
        events = game.step_in_place(state, action)
        assert not isinstance(events, Refusal)
        past = PastRevision(revision, tuple(events), action.seat, verb=action.verb)
        recent.add(past)
        now = replace(table, revision=revision)
        view = TableView(now, None, game, game.view(state, None), past=recent.seen_by(None))
        told = " ".join(to_plain(line.text) for line in story.tell(view, (past.redacted_for(None),)))
        yield Moment(screens_of(view).board.open_fight(view), told, _picture(view))


def _picture(view: TableView) -> Image.Image | None:
    for block in screens_of(view).board.draw(view):
        if isinstance(block, Picture) and block.sketch is not None:
            return Image.open(io.BytesIO(render_png(block.sketch))).convert("RGB")
    return None


def fights(seed: int) -> Iterator[list[Moment]]:
    """Yield the fights of a game: from the door to what comes of it, without the steps that tell nothing."""
    found: list[Moment] = []
    for moment in played(seed):
        if moment.told and moment.picture is not None and (moment.fight or found):
            found.append(moment)
        if found and not moment.fight:
            yield found
            found = []


def frame(moment: Moment) -> Image.Image:
    """Put the picture on a phone's background, with the line below it."""
    made = Image.new("RGB", SIZE_PX, drawing.BACKGROUND_COLOR)
    assert moment.picture is not None
    picture = moment.picture.copy()
    lines = drawing.wrapped(drawing.drawable(moment.told), SIZE_PX[0] - 2 * EDGE_PX, TEXT_PX, 3)
    picture.thumbnail((SIZE_PX[0] - 2 * EDGE_PX, SIZE_PX[1] - 3 * LINE_PX - 3 * EDGE_PX))
    made.paste(picture, ((SIZE_PX[0] - picture.width) // 2, EDGE_PX))
    canvas = ImageDraw.Draw(made)
    for number, line in enumerate(lines):
        place = (EDGE_PX, SIZE_PX[1] - 3 * LINE_PX - EDGE_PX + number * LINE_PX)
        canvas.text(place, line, font=drawing.font(TEXT_PX), fill=drawing.TEXT_COLOR)
    return made


def is_worth_it(fight: list[Moment]) -> bool:
    """Return True for a fight that is as good as won, until somebody stabs, and a friend saves it."""
    told = " ".join(moment.told for moment in fight)
    return len(fight) <= MOST_FRAMES and PLOT_PATTERN.search(told) is not None


def main() -> int:
    """Look for a fight, and write it."""
    fight = next((each for seed in SEEDS for each in fights(seed) if is_worth_it(each)), None)
    if fight is None:
        sys.stderr.write("no fight is worth it; try more SEEDS\n")
        return 1
    first, *others = [frame(moment) for moment in fight]
    times = [FRAME_MS] * len(others) + [LAST_FRAME_MS]
    first.save(PATH, append_images=others, save_all=True, duration=times, loop=0, quality=85, method=6)
    for moment in fight:
        sys.stdout.write(f"{moment.told}\n")
    sys.stdout.write(f"{PATH.relative_to(ROOT)}: {PATH.stat().st_size // 1024} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
