"""Replays: every accepted step is in one chapter, what is hidden stays hidden, the end is the saved one."""

import asyncio
import html
import itertools
import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot.app.games import game_registry
from bot.replays.markup import inline_to_html, to_html, to_plain
from bot.replays.page import page_html
from bot.replays.recording import play_again
from bot.replays.replay import Replay, replay_of
from bot.replays.service import ReplayRequest, ReplayService
from bot.store.rows import TableCommit
from bot.store.sqlite.store import SqliteStore
from bot.tables.history import replay as replay_log
from bot.tables.state import SAVED_TABLE_CODEC
from bot.tables.table import OwnLine, Reaction
from bot.views.base.custom_ids import ButtonAction
from bot.views.base.layout import Button, ButtonRow, Screen, Select
from bot.views.base.limits import check
from bot.views.base.table_words import CORRECTED_TEXT
from bot.views.base.text import escape
from bot.views.games import screens_of
from bot.views.table.replay import ReplayJumps, ReplayPage, files_screen, replay_screen, story_lines
from cards.kernel.moves import Refusal
from cards.panic.events import PanicEnded, PanicTurnStarted, PanicWon
from cards.panic.monster_events import TowerFell
from cogs.answers import Click
from cogs.presses.pages import SendGameFiles, ShowReplay
from cogs.presses.registry import read_press
from tests.bot.replays.played_tables import PlayedTable, save_tables
from tests.browser import CHROMIUM, Browser
from tests.e2e.secrets_check import Knowledge, faces_of, revealing_names
from tests.gallery.estimate import estimated_height_px

GAMES = ("classic", "apocalypse", "rick_and_morty", "wild_west", "panic")
GUILD = 700
HOST = 100
MAX_PX = 745
"""A view of a phone, and what the estimate may be off."""


@cache
def finished(game: str) -> PlayedTable:
    """Return a table whose game is over."""
    return PlayedTable(game, 3, 3).play(250).close()


@cache
def replay(game: str) -> Replay:
    return replay_of(play_again(game_registry(), finished(game).saved()))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "games.db")
    yield opened
    await opened.close()


def buttons(screen: Screen) -> dict[str, Button]:
    rows = [block for block in screen.blocks() if isinstance(block, ButtonRow)]
    return {button.label: button for row in rows for button in row.buttons if isinstance(button, Button)}


def no_jumps() -> ReplayJumps:
    return ReplayJumps(None, None, None, None, None, None, None)


def open_to_all(knowledge: Knowledge, step: int) -> frozenset[int]:
    """Return the cards that every seat knows by a step: those that are hidden are hidden from somebody."""
    return frozenset.intersection(*(knowledge.by(step, seat) for seat in range(3)))


def pressed(custom_id: str, *values: str) -> ShowReplay | SendGameFiles:
    """Return what a press on a replay's button asks for."""
    found = read_press(Click(1, HOST, "Ann", 70, GUILD, "private", 5, custom_id, values))
    assert isinstance(found, ShowReplay | SendGameFiles)
    return found


# chapters


@pytest.mark.parametrize("game", GAMES)
def test_every_step_that_counts_is_in_one_chapter_and_the_end_is_the_saved_state(game: str) -> None:
    found, table = replay(game), finished(game)
    revisions = [past.revision for chapter in found.chapters for past in chapter.past]
    start = next(row.revision for row in table.log if row.kind == "start")
    assert revisions == list(range(start, table.log[-1].revision + 1))
    row = table.saved().table
    assert row is not None
    assert found.chapters[-1].state == row.snapshot
    assert found.note == ""
    assert len(found.chapters) > 5


@pytest.mark.parametrize("game", GAMES)
def test_steps_lead_from_the_first_chapter_to_the_last_and_back(game: str) -> None:
    found = replay(game)
    last = len(found.chapters) - 1
    seen, place = [0], 0
    while place != last:
        place = found.next_turn(place)
        assert place > seen[-1]
        seen.append(place)
    turns = [found.chapters[number].turn for number in seen]
    assert turns[:-1] == sorted(set(turns[:-1]))
    while place:
        earlier = found.previous_turn(place)
        assert earlier < place
        place = earlier
    fights = [number for number, chapter in enumerate(found.chapters) if chapter.fight]
    reached, fight = [], found.next_fight(-1)
    while fight is not None:
        reached.append(fight)
        fight = found.next_fight(fight)
    assert reached == fights
    assert all(found.previous_fight(after) == before for before, after in itertools.pairwise(fights))
    assert bool(fights) == (game != "panic")
    assert found.highlights()


def test_a_highlight_bears_the_turn_in_which_it_happened() -> None:
    """A Tower that falls at the end of a turn fell in that turn, though the same step begins the next one."""
    played = play_again(game_registry(), PlayedTable("panic", 2, 3).play(250).close().saved())
    found, turn, crossing = replay_of(played), 0, 0
    for number, chapter in enumerate(found.chapters):
        fallen: list[int] = []
        for past in chapter.past:
            for event in past.events:
                turn = event.turn if isinstance(event, PanicTurnStarted) else turn
                fallen += [turn] if isinstance(event, TowerFell | PanicEnded | PanicWon) else []
        if fallen:
            assert found.chapters[number].headline.startswith(f"Turn {fallen[0]}: ")
            crossing += fallen[0] != chapter.turn
    assert crossing


def test_what_was_taken_back_is_left_out() -> None:
    table = PlayedTable("classic", 3, 5).play(40)
    table.take_back()
    undone = table.log[-1].revision
    played = play_again(game_registry(), table.play_on(10).close().saved())
    found = replay_of(played)
    back_to = next(step.entry.back_to for step in played.steps if step.entry.back_to >= 0)
    revisions = {past.revision for chapter in found.chapters for past in chapter.past}
    assert revisions.isdisjoint(range(back_to + 1, undone))
    assert back_to in revisions
    assert found.note == CORRECTED_TEXT


def test_a_replay_that_differs_from_what_was_saved_says_so() -> None:
    saved = finished("classic").saved()
    assert saved.table is not None
    played = play_again(game_registry(), saved)
    changed = replace(saved, table=replace(saved.table, snapshot=played.steps[5].state))
    assert "differs from what was saved" in replay_of(play_again(game_registry(), changed)).note
    cut = replace(saved, log=saved.log[:60] + saved.log[61:])
    assert "damaged" in replay_of(play_again(game_registry(), cut)).note


def test_what_people_said_and_how_they_reacted_stands_in_the_page() -> None:
    """H-132: in the story of its chapter; free text closes no element and is no markup."""
    found = replay("classic")
    step = next(past for past in found.chapters[-1].past if past.events)
    lines = (OwnLine(0, HOST, "</script>*Boo*", step.revision),)
    reactions = (Reaction(step.revision, HOST, 0),)
    told = replace(found, table=replace(found.table, lines=lines, reactions=reactions))
    chapter = game_data(page_html(told, with_hands=False))["chapters"][-1]
    (said,) = [line for line in chapter["told"] if "Boo" in line]
    assert "“&lt;/script&gt;*Boo*”" in said


# secrecy


@pytest.mark.parametrize("game", GAMES)
def test_the_public_view_of_a_replay_has_nothing_that_was_hidden_then(game: str) -> None:
    """Held against the zones of the states, as all screens of a running game are."""
    found, table = replay(game), finished(game)
    _, hidden, faces = faces_of(found.game.setup)
    knowledge = Knowledge(found.game, hidden, table.log)
    names = revealing_names(faces)
    checked = 0
    for number, chapter in enumerate(found.chapters):
        screen = replay_screen(ReplayPage(number, 1, False, found.view(number), no_jumps()))
        by = chapter.past[-1].revision
        known = open_to_all(knowledge, by)
        for name, cards in names.items():
            if escape(name) in screen.as_text():
                checked += 1
                assert not known.isdisjoint(cards), (number, name)
    assert checked > 3


@pytest.mark.parametrize("game", GAMES)
def test_open_hands_show_every_card_in_them(game: str) -> None:
    found = replay(game)
    states = replay_log(found.game, finished(game).log)
    number = len(found.chapters) // 2
    state = states[found.chapters[number].past[-1].revision]
    hands = found.hands(number)
    page = ReplayPage(number, 1, False, found.view(number, hands_open=True), no_jumps(), hands)
    text = replay_screen(page).as_text()
    _, hidden, _ = faces_of(found.game.setup)
    own = [hidden(state, (seat + 1) % 3) - hidden(state, seat) for seat in range(3)]
    cards = {card for zones in own for zone in zones for card in state.zones.lists[zone]}
    shown = [found.game.face(card).name for card in cards]
    assert shown
    assert [name for name in shown if escape(name) not in text] == []


@pytest.mark.parametrize("count", [1, 24, 25, 26, 85, 300])
def test_the_menu_of_highlights_reaches_from_the_first_to_the_last(count: int) -> None:
    """However long the game was: the last one is how it was won."""
    found = replay("classic")
    highlights = tuple((number, f"Turn {number}") for number in range(count))
    jumps = replace(no_jumps(), highlights=highlights)
    screen = check(replay_screen(ReplayPage(0, count, False, found.view(0), jumps)))
    (menu,) = [block for block in screen.blocks() if isinstance(block, Select)]
    told = [option.label for option in menu.options]
    assert len(told) == min(count, 25)
    assert (told[0], told[-1]) == ("Turn 0", f"Turn {count - 1}")
    places = [int(each.removeprefix("Turn ")) for each in told]
    gaps = {after - before for before, after in itertools.pairwise(places)}
    assert not gaps or max(gaps) - min(gaps) <= 1, "spread over the whole game"


async def test_before_the_end_there_is_no_replay_and_no_file(store: SqliteStore) -> None:
    table = PlayedTable("classic", 3, 4).play(40)
    await save_tables(store, table)
    service = ReplayService(store, game_registry())
    for hands_open in (False, True):
        for user in (HOST, 101, 999):
            asked = ReplayRequest(4, GUILD, user, 3, hands_open)
            assert await service.page(asked) == Refusal("not_over")
            assert await service.files(asked) == Refusal("not_over")


async def test_replays_are_for_the_server_of_the_table_and_files_for_its_host(store: SqliteStore) -> None:
    await save_tables(store, finished("classic"))
    service = ReplayService(store, game_registry())
    assert isinstance(await service.page(ReplayRequest(3, GUILD, 999)), ReplayPage)
    assert await service.page(ReplayRequest(3, GUILD + 1, HOST)) == Refusal("no_table")
    assert await service.files(ReplayRequest(3, GUILD + 1, HOST)) == Refusal("no_table")
    assert await service.files(ReplayRequest(3, GUILD, 101)) == Refusal("not_host")
    assert await service.files(ReplayRequest(3, GUILD, 0)) == Refusal("not_host")
    files = await service.files(ReplayRequest(3, GUILD, HOST))
    assert isinstance(files, tuple)
    assert [file.name for file in files] == ["kickdoor-3.html", "kickdoor-3.jsonl"]
    assert check(files_screen(3, files)).files == files
    assert await service.page(ReplayRequest(9, GUILD, HOST)) == Refusal("no_table")


async def test_a_name_that_was_forgotten_is_in_no_replay_any_more(store: SqliteStore) -> None:
    """Also in one that is kept in memory, whichever process has erased the name."""
    await save_tables(store, finished("classic"))
    service = ReplayService(store, game_registry())
    asked = ReplayRequest(3, GUILD, HOST)
    assert "**Ben**" in (await shown(service, asked)).as_text()
    row = await store.table(3)
    assert row is not None
    kept = SAVED_TABLE_CODEC.decode(row.body)
    seats = tuple(replace(seat, name="Somebody") if seat.name == "Ben" else seat for seat in kept.table.seats)
    body = SAVED_TABLE_CODEC.encode(replace(kept, table=replace(kept.table, seats=seats)))
    await store.commit(TableCommit(replace(row, body=body)))
    text = (await shown(service, asked)).as_text()
    assert "Ben" not in text
    assert "**Somebody**" in text


async def shown(service: ReplayService, asked: ReplayRequest) -> Screen:
    page = await service.page(replace(asked, hands_open=True))
    assert isinstance(page, ReplayPage)
    return replay_screen(page)


async def test_a_lobby_that_was_closed_has_no_replay(store: SqliteStore) -> None:
    await save_tables(store, PlayedTable("classic", 3, 5).close())
    asked = ReplayRequest(5, GUILD, HOST)
    assert await ReplayService(store, game_registry()).page(asked) == Refusal("no_replay")


async def test_many_who_ask_at_once_wait_for_one_replay(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made beside the event loop, which goes on meanwhile."""
    await save_tables(store, finished("classic"))
    service = ReplayService(store, game_registry())
    made: list[int] = []
    original = service._play_again

    def counted(saved: object) -> Replay | Refusal:
        made.append(1)
        return original(saved)  # type: ignore[arg-type]

    monkeypatch.setattr(service, "_play_again", counted)
    pages = await asyncio.gather(*(service.page(ReplayRequest(3, GUILD, user, user)) for user in range(20)))
    assert made == [1]
    assert [page.number for page in pages if isinstance(page, ReplayPage)] == [
        min(number, len(replay("classic").chapters) - 1) for number in range(20)
    ]


async def test_a_damaged_table_has_a_replay_as_far_as_its_log_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = await SqliteStore.open(path)
    await save_tables(store, finished("classic"))
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tables SET snapshot = x'00'")
        connection.execute("UPDATE log SET body = x'00' WHERE revision = 90")
        connection.commit()
    store = await SqliteStore.open(path)
    page = await ReplayService(store, game_registry()).page(ReplayRequest(3, GUILD, HOST))
    assert isinstance(page, ReplayPage)
    assert "as far as it goes (revision 90" in page.note
    await store.close()


# screens


@pytest.mark.parametrize("game", GAMES)
async def test_every_screen_of_a_replay_fits_and_its_buttons_lead_on(game: str, store: SqliteStore) -> None:
    await save_tables(store, finished(game))
    service = ReplayService(store, game_registry())
    asked = ReplayRequest(3, GUILD, HOST)
    found = replay(game)
    for number in range(len(found.chapters)):
        for hands_open in (False, True):
            page = await service.page(replace(asked, chapter=number, hands_open=hands_open))
            assert isinstance(page, ReplayPage)
            screen = check(replay_screen(page))
            check(screen.without_pictures())
            told = [screen]
            keys = buttons(screen)
            while (on := pressed(keys["On ▶"].custom_id)) == ShowReplay(3, number, hands_open, len(told)):
                told.append(check(replay_screen(replace(page, part=len(told)))))
                keys = buttons(told[-1])
                back = pressed(keys["◀ Back"].custom_id)
                assert back == ShowReplay(3, number, hands_open, len(told) - 2)
            assert on == ShowReplay(3, min(number + 1, len(found.chapters) - 1), hands_open)
            for line in story_lines(page.view):
                assert any(line in part.as_text() for part in told)
            assert all(estimated_height_px(part) < MAX_PX for part in told) or hands_open
            assert keys["On ▶"].disabled == (number == len(found.chapters) - 1)
            assert keys["First"].disabled == (number == 0)
            other = pressed(keys["Public view" if hands_open else "All hands"].custom_id)
            assert other == ShowReplay(3, number, not hands_open)
            assert pressed(keys["Files"].custom_id) == SendGameFiles(3)
    (menu,) = [block for block in screen.blocks() if isinstance(block, Select)]
    jump = pressed(menu.custom_id, menu.options[0].value)
    assert jump == ShowReplay(3, found.highlights()[0], True)
    guest = await service.page(replace(asked, user=101))
    assert isinstance(guest, ReplayPage)
    assert "Files" not in buttons(replay_screen(guest))


@pytest.mark.parametrize("rest", ["", "x.open", "999999.open", "12345678901.public", "0.", "jump", "-1.open"])
async def test_forged_buttons_show_some_chapter_or_none(rest: str, store: SqliteStore) -> None:
    await save_tables(store, finished("panic"))
    asked = pressed(f"k1:3:0:{ButtonAction.REPLAY}:{rest}", "x")
    assert isinstance(asked, ShowReplay)
    service = ReplayService(store, game_registry())
    page = await service.page(ReplayRequest(3, GUILD, HOST, asked.chapter, asked.hands_open))
    assert isinstance(page, ReplayPage)
    assert 0 <= page.number < page.count


# the page


@pytest.mark.parametrize("game", GAMES)
def test_the_page_needs_no_network_and_has_words_for_its_pictures(game: str) -> None:
    page = page_html(replay(game), with_hands=True)
    assert re.findall(r"(?:src|href)\s*=|url\(|@import|https?://", page) == []
    assert "default-src 'none'" in page
    data = game_data(page)
    assert len(data["chapters"]) == len(replay(game).chapters)
    assert all(re.match(OWN_IMAGE, str(chapter["board"])) for chapter in data["chapters"])
    shown = {int(number) for number in re.findall(r'data-file="(\d+)"', json.dumps(data).replace("\\", ""))}
    assert shown == set(range(len(data["pictures"])))
    assert all(len(chapter["hands"]) == 3 for chapter in data["chapters"])


OWN_IMAGE = r'<img data-file="\d+" alt="[^"<>]+">'
"""What shows a picture whose file is in the page."""


@pytest.mark.parametrize("game", ["classic", "apocalypse"])
def test_the_page_shows_every_moment_that_had_a_picture(game: str) -> None:
    chapters = game_data(page_html(replay(game), with_hands=True))["chapters"]
    for chapter, shown in zip(replay(game).chapters, chapters, strict=True):
        for told in (shown["told"], shown["open"]):
            assert isinstance(told, list)
            images = [line for line in (*told, str(shown["board"])) if line.startswith("<img")]
            for _, picture in chapter.moments:
                assert any(html.escape(picture.alt) in image for image in images)
    assert sum(len(chapter.moments) for chapter in replay(game).chapters) > 10


def test_what_has_no_room_in_a_page_stands_there_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.replays.page.MAX_PICTURES_CHARS", 60_000)
    data = game_data(page_html(replay("classic"), with_hands=True))
    assert 0 < sum(len(str(file)) for file in data["pictures"]) <= 60_000
    assert 'role="img" aria-label=' in str(data["chapters"][-1]["board"])


def game_data(page: str) -> dict[str, list[dict[str, object]]]:
    """Return the data in a page."""
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, list[dict[str, object]]] = json.loads(found[1])
    return data


def test_names_and_texts_cannot_break_out_of_the_page() -> None:
    found = replay("classic")
    nasty = "</script><img src=x onerror=alert(1)>"
    seats = tuple(replace(seat, name=nasty) for seat in found.table.seats)
    page = page_html(replace(found, table=replace(found.table, seats=seats), title=nasty), with_hands=True)
    assert "<img" not in page
    assert page.count("</script>") == 2
    for chapter in game_data(page)["chapters"]:
        told = [*chapter["told"], *chapter["open"], chapter["board"]]  # type: ignore[misc]
        assert "<img" not in re.sub(OWN_IMAGE, "", "".join(map(str, told)))


@pytest.mark.parametrize("name", ["__GAME__", "__TITLE__", "__GAME__ & __TITLE__", "\\\\g<0>\\1"])
def test_a_winner_called_like_a_place_in_the_template_is_a_name_like_any_other(name: str) -> None:
    title = f"Classic, table 3: {escape(name)} won"
    page = page_html(replace(replay("classic"), title=title), with_hands=False)
    told = html.escape(f"Classic, table 3: {name} won")
    assert f"<title>{told}</title>" in page
    assert f"<h1>{told}</h1>" in page
    assert game_data(page)["chapters"]


def test_the_page_of_a_running_game_has_no_hands_and_no_seed() -> None:
    table = PlayedTable("classic", 3, 6).play(60)
    played = play_again(game_registry(), table.saved())
    page = page_html(replay_of(played), with_hands=played.over)
    assert not played.over
    assert str(table.state.seed) not in page
    assert table.state.secret not in page
    assert '"open":' not in page
    _, hidden, faces = faces_of(played.game.setup)
    known = open_to_all(Knowledge(played.game, hidden, table.log), 1 << 30)
    told = {name for name, cards in revealing_names(faces).items() if known.isdisjoint(cards)}
    assert [name for name in told if name in page] == []
    assert len(told) > 20


def test_markdown_becomes_harmless_html() -> None:
    assert inline_to_html("**Ann** plays *The <b> Card*") == "<b>Ann</b> plays <i>The &lt;b&gt; Card</i>"
    assert inline_to_html(r"\*no\* \<i\> `a*b`") == "*no* &lt;i&gt; <code>a*b</code>"
    assert inline_to_html("***both***") == "<b><i>both</i></b>"
    assert to_html("## Head\n-# small\n```\na <b>\n```\nplain") == (
        '<h3>Head</h3><p class="small">small</p><pre>a &lt;b&gt;</pre><p>plain</p>'
    )
    assert to_plain("-# **Ann** \\*plays\\* *a `card`*") == "Ann *plays* a card"


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
async def test_the_page_is_stepped_through_with_keys_and_fits_a_phone(tmp_path: Path) -> None:
    found = replay("classic")
    path = tmp_path / "game.html"
    path.write_text(page_html(found, with_hands=True), encoding="utf-8")
    async with Browser() as browser:
        await browser.resize(390, 844)
        await browser.goto(path.as_uri())
        assert await browser.run("document.documentElement.scrollWidth") == 390
        place = "document.querySelector('#slider').value"
        assert await browser.run(place) == "0"
        await browser.click("[data-go=next]")
        assert await browser.run(place) == "1"
        await browser.key("End")
        assert await browser.run(place) == str(len(found.chapters) - 1)
        assert await browser.run("document.querySelector('[data-go=next]').disabled") is True
        await browser.run("go('first')")
        await browser.click("[data-go=nextFight]")
        assert await browser.run(place) == str(found.next_fight(0))
        assert not await browser.run("document.querySelector('#hands').checkVisibility()")
        await browser.click("#open")
        assert "Ann" in await browser.text("#hands")
        every = "[...document.querySelectorAll('nav button, nav select, nav input')]"
        assert await browser.run(f"{every}.filter(e => !e.ariaLabel && !e.innerText).length") == 0
        buttons_found = "[...document.querySelectorAll('nav button')]"
        low = "e => e.getBoundingClientRect().height < 40"
        assert await browser.run(f"{buttons_found}.filter({low}).length") == 0
        assert browser.errors == []
        shown = "[...document.images].filter(e => e.checkVisibility() && e.naturalWidth > 300).length"
        assert await browser.run(shown) > 0  # type: ignore[operator]
        assert [where for where in browser.requested if not where.startswith("data:")] == [path.as_uri()]


@pytest.mark.parametrize("game", ["classic", "apocalypse"])
def test_highlights_are_what_the_end_remembers(game: str) -> None:
    """Stabs that cost a fight and bargains that won one, and what else the game's own events say."""
    found = replay(game)
    view, past = found.view(len(found.chapters) - 1), [p for c in found.chapters for p in c.past]
    summary = screens_of(view).summary(view, [each.redacted_for(None) for each in past])
    assert summary is not None
    numbers = [number for each in past for number, _ in each.numbered()]
    assert summary.moments
    assert summary.moments <= set(numbers)
    for chapter in found.chapters:
        if summary.moments & {number for each in chapter.past for number, _ in each.numbered()}:
            assert chapter.headline.startswith("Turn ")
