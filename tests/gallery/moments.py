"""The moments of the gallery: from games of computers the first moment of every kind, and the worst."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views import screens
from bot.views.base import card_text, wording
from bot.views.base.layout import Button, ButtonRow, Container, Screen
from bot.views.base.naming import message_url
from bot.views.base.reading import Reading
from bot.views.base.rules_book import RulesContext
from bot.views.base.sketches import FightBox, Reveal
from bot.views.base.text import clean
from bot.views.door.words.vocabulary import DOOR_WORDS
from bot.views.pages.help import rules_screen
from bot.views.pages.profile import earned_lines
from bot.views.pages.rule_links import RulesLink, book_of
from bot.views.press import asking, moves
from bot.views.press.terms import begin, terms_screen
from bot.views.table import private
from bot.views.table.settings import character_screen, settings_screen
from cards.kernel.dice import PooledDice, mix
from cards.kernel.game import Game, Setup
from cards.kernel.moves import Refusal
from cards.registry import REGISTRY, module_of
from cards.simulate import next_action
from cogs.answer_builder import TABLE_OPENED_TEXT
from tests.bot.views.games import table_of
from tests.gallery.castle import castle_screens
from tests.gallery.estimate import estimated_height_px
from tests.gallery.told import told_screens

MEASURE_INTERVAL_STEPS = 6
"""Once in so many steps the screens are looked at for the highest."""

LARGE = Reading(text_size="large")
"""What who has chosen large letters sees."""

DEADLINE_S = 1_893_499_260
"""A minute after the moment in which the gallery's messages were sent."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to look at: who plays is told by the number of seats; ``last_step`` ends it early."""

    game: str
    seats: int
    seed: int
    player: str
    last_step: int


GAMES = (
    PlayedGame("classic", 4, 3, "sensible", 130),
    PlayedGame("classic", 6, 8, "random", 240),
    PlayedGame("wild_west", 4, 5, "sensible", 80),
    PlayedGame("panic", 4, 6, "sensible", 80),
)


SEAL_GAME = PlayedGame("apocalypse", 4, 2, "random", 60)
"""A game of which only what stands beside cards is looked at: all else is as in classic."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A screen with a name."""

    name: str
    screen: Screen


def moments() -> list[Moment]:
    """Return all moments, those of one game one after another."""
    found: dict[str, Moment] = {}
    for played in GAMES:
        for moment in _moments_of(played):
            found.setdefault(moment.name, moment)
    for moment in _moments_of(SEAL_GAME):
        if " with a " in moment.name:
            found.setdefault(moment.name, moment)
    told = (Moment(f"told {name}", screen) for name, screen in told_screens())
    castle = (Moment(f"castle {name}", screen) for name, screen in castle_screens())
    return [*_lobbies(), *found.values(), *_world(), *castle, *_endings(), *_cards(), *told]


def _moments_of(played: PlayedGame) -> Iterator[Moment]:
    """Yield the first table, hand, terms and offers of every kind, then the highest of each."""
    worst: dict[str, tuple[int, Moment]] = {}
    first = set[str]()
    kind = module_of(played.game)
    for number, (view, hand_view) in enumerate(positions(played)):
        window = _kind_of(view)
        measured = number % MEASURE_INTERVAL_STEPS == 0
        table = screens.table_screen(view, kind)
        if (props := _props_of(table)) and props not in first:
            first.add(props)
            yield Moment(f"{played.game} table {props}", table)
        if window in first and not measured:
            continue
        drawn = [Moment(f"{played.game} table {window}", table)]
        if hand_view is not None:
            hand = screens.hand_screen(hand_view)
            drawn.append(Moment(f"{played.game} hand {window}", hand))
            drawn.append(Moment(f"large {played.game} hand {window}", LARGE.shown(hand)))
            drawn += (Moment(f"{played.game} terms {window}", screen) for screen in _terms(hand_view))
        for moment in drawn:
            place = moment.name.removeprefix(f"{played.game} ").split()[0]
            height = estimated_height_px(moment.screen)
            if height > worst.get(place, (0,))[0]:
                large = f"large {played.game} hand" if place == "large" else f"{played.game} {place}"
                named = f"{large} at worst of {played.seats}"
                worst[place] = height, Moment(named, moment.screen)
        if window not in first:
            first.add(window)
            yield from drawn
    yield from (moment for _, moment in worst.values())


def _props_of(screen: Screen) -> str:
    """Name what a table's picture shows beside a card or a fight; empty for nothing."""
    for sketch in screen.sketches():
        if isinstance(sketch, Reveal | FightBox) and sketch.final:
            return "with a fight for the win"
        if isinstance(sketch, Reveal):
            shown = (("die", sketch.die), ("body", sketch.cards), ("Seal", sketch.steps[0]))
            return next((f"with a {name}" for name, there in shown if there), "")
    return ""


def _terms(view: TableView) -> Iterator[Screen]:
    """Yield the terms of a move that has a screen for them, as they are at first."""
    for move in view.moves:
        if moves.has_terms_screen(moves.words_of(view), move):
            yield terms_screen(view, move, begin(view, move))


def _kind_of(view: TableView) -> str:
    pending = view.pending
    if pending is None:
        return "over"
    combat = getattr(view.game_view, "combat", None)
    more = "" if combat is None else " in a fight"
    return f"{pending.kind if pending.kind == 'prompt' else pending.name}{more}"


@cache
def positions(played: PlayedGame) -> tuple[tuple[TableView, TableView | None], ...]:
    """Return what everybody sees, and what an awaited seat sees, at every position of a game."""
    table = table_of(played.game, played.seats, options={})
    return tuple(_seen(table, *each) for each in islice(_played(played), played.last_step))


def _played(played: PlayedGame) -> Iterator[tuple[Game[Any, Any], Any, list[PastRevision]]]:
    """Play a game, and yield it with its state and its past after every action."""
    game = module_of(played.game).make(Setup(played.game, played.seats, played.seed, {}), None)
    dice = PooledDice(mix(played.seed, 977))
    players = [module_of(played.game).players[played.player]() for _ in range(played.seats)]
    for player in players:
        player.set_game(game)
    state, events = game.start()
    past = [PastRevision(1, events)]
    while not state.over:
        action = next_action(game, state, players, dice)
        result = game.step(state, action)
        assert not isinstance(result, Refusal)
        state = result.state
        past.append(PastRevision(len(past) + 1, result.events, action.seat))
        yield game, state, past


def _seen(
    table: Table, game: Game[Any, Any], state: Any, past: list[PastRevision]
) -> tuple[TableView, TableView | None]:
    """Return the onlooker's view and that of the first awaited seat."""
    pending = game.pending(state)
    if pending is None:
        table = replace(table, phase="ended", winners=state.winners, digest="0" * 64)

    def view(seat: int | None) -> TableView:
        moves = () if seat is None else tuple(game.legal_moves(state, seat))
        seen = tuple(each.redacted_for(seat) for each in (past if pending is None else past[-60:]))
        deadline = None if pending is None else DEADLINE_S
        return TableView(table, seat, game, game.view(state, seat), moves, pending, seen, deadline)

    return view(None), None if pending is None else view(pending.awaited[0])


def _lobbies() -> Iterator[Moment]:
    for name, seats in (("classic", 1), ("classic", 6), ("panic", 6)):
        lobby = replace(table_of(name, seats), phase="lobby", commitment="0" * 64)
        view = TableView(lobby, None, None, None, (), None)
        yield Moment(f"{name} lobby of {seats}", screens.table_screen(view, module_of(name)))
    sets = [module_of(name) for name in REGISTRY.names()]
    for name in ("classic", "classic+wild_west", "panic"):
        lobby = replace(table_of(name, 3), phase="lobby", commitment="0" * 64)
        mates = [] if name == "panic" else [each for each in sets if each.name not in ("classic", "panic")]
        refused = wording.refusal(DOOR_WORDS, Refusal("bad_options", {"faults": "turn_seconds: too long"}))
        screen = settings_screen(lobby, module_of(name), sets, 0, mates=mates, note=refused)
        yield Moment(f"{name} settings", screen)
    for sex in ("", "female"):
        table = table_of("classic", 3)
        table = replace(table, phase="lobby", seats=(replace(table.seats[0], sex=sex), *table.seats[1:]))
        screen = character_screen(table, 0, TABLE_OPENED_TEXT)
        yield Moment(f"classic character {sex or 'open'}", screen)
    for name, topic in (("classic", "start"), ("classic", "help"), ("classic", "help~2"), ("panic", "panic")):
        book = book_of(RulesContext(name, module_of(name).default_options, 4))
        yield Moment(f"{name} rules {topic}", rules_screen(book, topic, RulesLink(7, seen=9)))


WORLD_NAMES = ("Đức Nguyễn", "Мария Ёлкина", "山田太郎", "김민준", "محمد علي", "अमित शर्मा")
"""Six people, each in the letters in which they write themselves."""


def _world() -> Iterator[Moment]:
    """Yield the table of people from everywhere with each kind of picture, that of a fight among them."""
    told = set[str]()
    for view, _ in positions(GAMES[1]):
        seats = (replace(seat, name=name) for seat, name in zip(view.table.seats, WORLD_NAMES, strict=True))
        people = replace(view, table=replace(view.table, seats=tuple(seats)))
        screen = screens.table_screen(people, module_of("classic"))
        shown = next((type(sketch).__name__ for sketch in screen.sketches()), "words")
        if shown not in told:
            told.add(shown)
            yield Moment(f"names of the world {shown}", screen)


ENDED_GAMES = (
    ("won alone", PlayedGame("classic", 4, 3, "random", 4000)),
    ("won by two of six", PlayedGame("classic", 6, 3, "random", 4000)),
    ("of a mix", PlayedGame("classic+wild_west", 3, 2, "random", 4000)),
    ("of a castle saved", PlayedGame("panic", 4, 4, "sensible", 4000)),
    ("of a castle lost", PlayedGame("panic", 3, 1, "random", 4000)),
)
"""Whole games, each with what is to be seen of its end."""


def _endings() -> Iterator[Moment]:
    for name, played in ENDED_GAMES:
        view = _last_view(played)
        names = [clean(seat.name) for seat in view.table.seats]
        earned = earned_lines([(seat, ("first_game",)) for seat in names])
        yield Moment(f"ending {name}", screens.ending_screen(view, view.past, earned))
        if name == "won alone":
            url = message_url(view.table.guild, view.table.channel, 1 << 62)
            yield Moment("ending leads there", screens.table_over_screen(view, url))
            yield Moment("ending in words", screens.ending_screen(view, view.past).without_pictures())
        people = tuple(replace(seat, name="W" * 20) for seat in view.table.seats)
        view = replace(view, table=replace(view.table, seats=people))
        yield Moment(f"ending at worst {name}", screens.ending_screen(view, view.past, earned))


@cache
def _last_view(played: PlayedGame) -> TableView:
    """Return what everybody sees of a game that is over."""
    *_, last = _played(played)
    return _seen(table_of(played.game, played.seats, options={}), *last)[0]


CARDS_LOOKED_AT = 90
"""Cards of each game, all of its kinds among them."""


def _cards() -> Iterator[Moment]:
    """Yield the large cards: the shortest and the longest text of every kind."""
    for name in ("classic", "panic"):
        module = module_of(name)
        game = module.make(Setup(name, 4, 1, {}), None)
        faces = [game.face(card) for card in range(CARDS_LOOKED_AT)]
        for kind in sorted({face.kind for face in faces}):
            of_kind = [face for face in faces if face.kind == kind]
            longest = max(of_kind, key=lambda face: len(" ".join(face.text) + face.flavour))
            shortest = min(of_kind, key=lambda face: len(" ".join(face.text) + face.flavour))
            for how, face in (("longest", longest), ("shortest", shortest)):
                blocks = (card_text.large_card(face), ButtonRow((Button("Back", "back"),)))
                screen = Screen((Container(blocks),))
                yield Moment(f"card {how} {kind} of {name}", screen)
                yield Moment(f"large card {how} {kind} of {name}", LARGE.shown(screen))


def desks(view: TableView) -> Iterator[Screen]:
    """Yield the private screens of a seat's desks."""
    for desk in asking.desks_of(view):
        yield private.desk_screen(view, desk.group)
