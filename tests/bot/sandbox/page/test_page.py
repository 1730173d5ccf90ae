"""The page in a real browser: seen, clicked, typed at, on a desktop and on a phone."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import discord
import pytest

from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel
from tests.bot.sandbox.sample import Connect, sample
from tests.bot.sandbox.waiting import eventually
from tests.browser import CHROMIUM, Browser, Chromium
from tests.sandbox.box import Sandbox

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

NAMELESS_JS = """[...document.querySelectorAll('button, a, input, textarea, select, img, dialog, nav')]
  .filter(e => e.checkVisibility({checkVisibilityCSS: true}) && !e.closest('[aria-hidden=true]'))
  .filter(e => !(e.ariaLabel || e.innerText?.trim() || e.alt || e.title || e.labels?.length
                 || e.getAttribute('aria-labelledby')))
  .map(e => e.outerHTML.slice(0, 120))"""

SMALL_JS = """[...document.querySelectorAll('main button, nav button, dialog[open] button')]
  .filter(e => e.checkVisibility({checkVisibilityCSS: true}) && !e.matches('.link, .spoiler'))
  .filter(e => e.getBoundingClientRect().height < 40)
  .map(e => e.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with Chromium() as started:
        yield started


@pytest.fixture
async def browser(chromium: Chromium) -> AsyncIterator[Browser]:
    async with Browser(chromium) as browser:
        await browser.resize(1280, 800)
        yield browser
        assert browser.errors == []


async def open_as(browser: Browser, box: Sandbox, name: str, channel: str = "table") -> None:
    """Open the page as a person, in a channel."""
    await browser.goto(f"{box.url}/?as={name}")
    await browser.wait("document.querySelector('.channel')")
    if await browser.run("document.querySelector('#menu').checkVisibility()"):
        await browser.click("#menu")
    await browser.click(".channel", words=channel)
    await browser.wait(f"document.querySelector('#title').innerText.includes('{channel}')")
    await browser.wait("!document.querySelector('#app').classList.contains('sidebar-open')")
    await browser.wait("!document.querySelector('#messages[aria-busy]')")


async def command(browser: Browser, words: str) -> None:
    """Choose a slash command with the keyboard alone."""
    await browser.wait("!document.querySelector('dialog[open]')")  # it keeps the focus to itself
    await browser.run("document.querySelector('#composer-text').focus()")
    await browser.type(f"/{words}")
    await browser.wait("document.querySelector('.suggestion')")
    await browser.key("Enter")


async def test_commands_buttons_selects_forms_and_suggestions(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, bob: Person, table: Channel
) -> None:
    """Everything a bot can show can be used, and no other machine is contacted."""
    await connect(sample())
    await open_as(browser, box, "Alice")
    await command(browser, "sample board")
    await browser.wait("document.querySelector('.container img')?.alt === 'A dot'")
    await browser.click(".select", words="Pick")
    await browser.key("ArrowDown")
    await browser.key("Enter")
    await browser.wait("document.querySelector('.ephemeral')?.innerText.includes(\"pick ['1']\")")
    await browser.click(".link", words="Dismiss")
    await browser.wait("!document.querySelector('.ephemeral')")
    await browser.click(".select", words="Where")
    await browser.wait("document.querySelector('[role=option]')?.innerText.includes('#table')")
    await browser.key("Enter")
    await browser.wait(f"document.querySelector('.ephemeral')?.innerText.includes(\"where ['{table.id}']\")")
    await browser.click(".link", words="Dismiss")
    await browser.wait("!document.querySelector('.ephemeral')")
    await command(browser, "sample form")
    await browser.wait("document.querySelector('dialog.modal input') === document.activeElement")
    await browser.type("hello")
    await browser.run("document.querySelector('dialog.modal select').value = 'Two'")
    await browser.click("dialog.modal .choice", words="Right")
    await browser.click("dialog.modal .choice", words="Salt")
    await browser.click("dialog.modal .button", words="Submit")
    await browser.wait(
        "document.querySelector('.ephemeral')?.innerText.includes(\"hello Two Right ['Salt']\")"
    )
    await command(browser, "sample echo")
    await browser.type("ha")
    await browser.wait("document.querySelectorAll('.suggestion').length === 2")
    await browser.key("ArrowDown")
    await browser.key("Enter")
    await browser.run(
        "(() => { const s = document.querySelector('#option-who');"
        " s.value = [...s.options].find(o => o.label === 'Bob').value; })()"
    )
    await browser.click(".send")
    await browser.wait("document.querySelector('#messages').innerText.includes('hat Bob')")
    assert [m.content for m in bob.messages(table)] == [""]
    assert browser.requested
    assert browser.elsewhere(box.url) == set()
    assert not box.violations


async def test_a_command_can_be_typed_with_its_options(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, bob: Person, table: Channel
) -> None:
    """As on Discord: `/command option:value`, with values of several words, people by name, in any order."""
    await connect(sample())
    await open_as(browser, box, "Alice")
    field, said = "document.querySelector('#composer-text')", "document.querySelector('#messages').innerText"
    for typed, answer in (
        ("sample echo word:so so who:Bob", "so so Bob"),
        ("sample echo who: bob word: Text: twice", "Text: twice Bob"),
    ):
        await browser.wait(f"{field} && !{field}.value")
        await browser.run(f"{field}.focus()")
        await browser.type(f"/{typed}")
        await browser.wait("document.querySelector('.suggestion')")
        await browser.key("Enter")
        await browser.wait(f"{said}.includes('{answer}')")
    await browser.wait(f"{field} && !{field}.value")
    await browser.run(f"{field}.focus()")
    await browser.type("/sample echo word:so who:Nobody")
    await browser.key("Enter")
    await browser.wait("document.querySelector('#option-word')?.value === 'so'")
    assert await browser.run("document.querySelector('#option-who').value") == ""
    assert not bob.messages(table), "nothing is said aloud"


async def test_presses_keep_the_focus_and_reach_the_others_live(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, bob: Person, table: Channel
) -> None:
    """A redrawn button keeps the focus, and presses by others show immediately."""
    await connect(sample())
    await open_as(browser, box, "Alice")
    await command(browser, "sample count")
    await browser.wait("document.querySelector('.message .button')")
    await browser.run("document.querySelector('.message .button').focus()")
    await browser.key("Enter")
    await browser.wait("document.querySelector('.message .button').innerText === '1 so far'")
    assert await browser.run("document.activeElement.innerText") == "1 so far"
    assert (await bob.click(bob.messages(table)[0], label="1 so far")).ok
    await browser.wait("document.querySelector('.message .button').innerText === '2 so far'")


async def test_failed_interactions_and_thinking(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, table: Channel
) -> None:
    """An unanswered press visibly fails after three seconds."""
    client = await connect(sample())
    await alice.command(table, "sample count")
    await client.close()
    await open_as(browser, box, "Alice")
    await browser.click(".message .button")
    await browser.wait("document.querySelector('[aria-busy=true]')")
    box.clock.advance(3.1)
    await browser.wait("document.querySelector('.failed')?.innerText === 'This interaction failed'")


async def test_unread_marks_mentions_and_changing_person(
    box: Sandbox, browser: Browser, alice: Person, bob: Person, table: Channel
) -> None:
    """Mentions are counted and announced, reading clears them, and each person has their own."""
    await browser.goto(box.url)
    await browser.wait("document.querySelector('.channel[aria-current]')")
    await browser.wait("document.querySelectorAll('.channel').length >= 3")
    await bob.say("#other", f"<@{alice.id}> look")
    await browser.wait("document.querySelector('.channel.unread .badge')?.innerText === '1'")
    assert "Mention in other" in await browser.run("document.querySelector('#announcer').textContent")
    await browser.click(".channel", words="other")
    await browser.wait("!document.querySelector('.channel.unread')")
    await browser.wait("document.querySelector('.message.mentioned .mention.mine')")
    await eventually(lambda: alice.read)  # the page tells the server a moment later
    await browser.click(".account")
    await browser.click(".person-button", words="Bob")
    await browser.wait("document.querySelector('.account-words').innerText.includes('Bob')")
    assert not await browser.run("Boolean(document.querySelector('.message.mentioned'))")
    await browser.run("document.querySelector('#composer-text').focus()")
    await browser.type("to @Alice **now**")
    await browser.key("Enter")
    await alice.until(lambda: alice.messages("#other")[-1].content == f"to <@{alice.id}> **now**", within=60)
    await browser.wait("[...document.querySelectorAll('.words strong')].at(-1)?.innerText === 'now'")


async def test_nothing_people_write_becomes_markup(
    box: Sandbox, browser: Browser, alice: Person, bob: Person, table: Channel
) -> None:
    """Markup in a message is shown as it was typed."""
    evil = "<img src=x onerror=alert(1)> [a](javascript:alert(1)) `<b>` ||<script>||"
    await bob.say(table, evil)
    await open_as(browser, box, "Alice")
    await browser.wait("document.querySelector('.words')")
    assert "<img src=x onerror=alert(1)> [a](javascript:alert(1))" in await browser.text(".words")
    assert await browser.run("document.querySelectorAll('.words img, .words script, .words a').length") == 0


MARKDOWN_SAMPLES: list[tuple[str, list[str]]] = [
    ("**a** *b* __c__ ~~d~~ `e`", ["strong", "em", "u", "s", "code"]),
    ("# Big\n## Middle\n-# small", ["p.h1", "p.h2", "p.subtext"]),
    ("- one\n- two\n  - inner\n\n1. first", ["ul", "ul ul", "ol"]),
    ("> quoted\nplain", ["blockquote", "blockquote + p"]),
    ("```py\nx = '**not bold**'\n```", ["pre code"]),
    ("https://example.org/a_b_c and [words](https://example.org)", ["a", "a + a"]),
    ("<t:1700000000:R> ||hidden||", ["time", "button.spoiler"]),
    (r"\*plain\* snake_case_name 2 * 3 * 4", []),
]


async def test_markdown(box: Sandbox, browser: Browser, alice: Person, table: Channel) -> None:
    """Discord's markdown is drawn, and text that only looks like it is left alone."""
    for text, _ in MARKDOWN_SAMPLES:
        await alice.say(table, text)
    await open_as(browser, box, "Alice")
    await browser.wait(f"document.querySelectorAll('.words').length === {len(MARKDOWN_SAMPLES)}")
    for index, (text, selectors) in enumerate(MARKDOWN_SAMPLES):
        drawn = f"document.querySelectorAll('.words')[{index}]"
        for selector in selectors:
            assert await browser.run(f"Boolean({drawn}.querySelector('{selector}'))"), (text, selector)
    assert await browser.run(f"{drawn}.querySelectorAll('p > *').length") == 0
    assert await browser.run(f"{drawn}.innerText") == "*plain* snake_case_name 2 * 3 * 4"


async def test_a_phone(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, table: Channel
) -> None:
    """At 390 px nothing is cut off, and every control has a name and is large enough for a thumb."""
    await connect(sample())
    await alice.command(table, "sample board")
    await alice.command(table, "sample count")
    await browser.resize(390, 844)
    await open_as(browser, box, "Alice")
    await browser.wait("document.querySelectorAll('.message .button').length > 1")
    wide = (
        "document.documentElement.scrollWidth > 390 || document.querySelector('#scroller').scrollWidth > 390"
    )
    assert not await browser.run(wide)
    await browser.wait("getComputedStyle(document.querySelector('nav')).visibility === 'hidden'")
    assert await browser.run(NAMELESS_JS) == []
    assert await browser.run(SMALL_JS) == []
    await browser.click(".select", words="Pick")
    await browser.wait("document.querySelector('dialog.sheet[open]')")
    bottom = "document.querySelector('dialog.sheet').getBoundingClientRect().bottom"
    assert await browser.run(bottom) == 844
    await browser.click(".option", words="Option 2")
    await browser.wait("document.querySelector('.ephemeral')")
    await browser.click("#menu")
    await browser.wait("document.querySelector('nav').getBoundingClientRect().left === 0")
    assert await browser.run(NAMELESS_JS) == []
    assert await browser.run(SMALL_JS) == []
    await browser.click(".account")
    await browser.wait("document.querySelector('dialog.settings')")
    assert await browser.run(NAMELESS_JS) == []
    assert not await browser.run(wide)


async def test_a_lost_connection_comes_back(
    box: Sandbox, browser: Browser, alice: Person, bob: Person, table: Channel
) -> None:
    """The page shows that it is offline, and later loads what it missed."""
    await open_as(browser, box, "Alice")
    await box.control.stop()
    await browser.wait("!document.querySelector('#offline').hidden")
    await bob.say(table, "meanwhile")
    await browser.wait("document.querySelector('#offline').hidden")
    await browser.wait("document.querySelector('#messages').innerText.includes('meanwhile')")


async def test_a_lost_connection_is_said_once(
    box: Sandbox, browser: Browser, alice: Person, table: Channel
) -> None:
    """What fails meanwhile is not told in the browser's words, nor on top of the line that says why."""
    await open_as(browser, box, "Alice")
    await browser.run("void (window.fetch = () => Promise.reject(new TypeError('Failed to fetch')))")
    await browser.run("document.querySelector('#composer-text').focus()")
    await browser.type("hello")
    await browser.key("Enter")
    await browser.wait("document.querySelector('.toast')?.innerText.includes('does not answer')")
    assert await browser.run("document.querySelector('#composer-text').value") == "hello"
    await box.control.stop()
    await browser.wait("!document.querySelector('#offline').hidden")
    assert not await browser.run("[...document.querySelectorAll('.toast')].some(e => e.checkVisibility())")


async def test_vanishing_channels_and_permissions(
    box: Sandbox, browser: Browser, alice: Person, table: Channel
) -> None:
    """The page leaves a deleted channel, and shows when a person cannot write in one."""
    await open_as(browser, box, "Alice")
    box.world.delete_channel(table)
    await browser.wait("document.querySelector('#title').innerText === '#other'")
    box.deny(box.channel("#other"), "SEND_MESSAGES", who=alice)
    await open_as(browser, box, "Alice", "other")
    await browser.wait("document.querySelector('#composer-text').disabled")


async def sent(client: discord.Client, table: Channel, text: str) -> discord.Message:
    """Send a message as the application."""
    channel = client.get_channel(table.id)
    assert isinstance(channel, discord.TextChannel)
    return await channel.send(text)


async def test_what_changes_in_a_message_is_read_out(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, table: Channel
) -> None:
    """Only new text is read out, without markup or running clocks; a message is labeled with its author."""
    client = await connect(sample())
    await open_as(browser, box, "Alice")
    message = await sent(client, table, "## Turn 1\n-# Bob drew\nBob: go on · <t:1700000000:R>")
    await browser.wait("document.querySelector('.message .h2')")
    label = await browser.run("document.querySelector('.message').ariaLabel")
    assert label.startswith(f"{box.world.bot.username}, ")
    await message.edit(content=f"## Turn 1\n-# Bob drew\n**<@{alice.id}>**: go on · <t:1700000060:R>")
    said = "document.querySelector('#announcer').lastChild?.textContent"
    await browser.wait(f"{said} === 'Alice: go on'")
    await message.edit(content=f"## Turn 1\n**<@{alice.id}>**: go on · <t:1700000090:R>")
    await browser.wait("document.querySelectorAll('.message .subtext').length === 1")
    assert await browser.run(said) == "Alice: go on"


async def test_what_is_about_to_be_pressed_stays_where_it_is(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, table: Channel
) -> None:
    """While a person reads further up, a message that grows or disappears above them moves nothing."""
    client = await connect(sample())
    for number in range(12):
        await alice.say(table, f"before {number}")
    growing = await sent(client, table, "one line")
    for number in range(60):
        await alice.say(table, f"line {number}")
    await open_as(browser, box, "Alice")
    line = "[...document.querySelectorAll('.words')].find(e => e.innerText === 'line 8')"
    top = f"{line}.getBoundingClientRect().top"
    await browser.run(f"{line}.scrollIntoView({{block: 'center'}})")
    await browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    before = await browser.run(top)
    assert 0 < before < 800
    await growing.edit(content="\n".join(f"many {number}" for number in range(9)))
    await browser.wait("document.querySelector('#messages').innerText.includes('many 8')")
    assert abs(await browser.run(top) - before) <= 1
    await growing.delete()
    await browser.wait("!document.querySelector('#messages').innerText.includes('many 8')")
    assert abs(await browser.run(top) - before) <= 1


async def test_a_press_counts_though_the_message_changes_under_the_finger(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, table: Channel
) -> None:
    """The change shows when the finger is up."""
    client = await connect(sample())
    await alice.command(table, "sample count")
    await open_as(browser, box, "Alice")
    button = "document.querySelector('.message .button')"
    await browser.wait(button)
    situation = await browser.position(button)
    await browser.mouse("mousePressed", situation)
    channel = client.get_channel(table.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.get_partial_message(alice.messages(table)[0].id).edit(content="Changed!")
    await alice.say(table, "Slowly")  # arrives after the change
    shown = "document.querySelector('#messages').innerText"
    await asyncio.sleep(0.3)
    assert "Changed!" not in await browser.run(shown)
    await browser.mouse("mouseReleased", situation)
    await browser.wait(f"{button}.innerText === '1 so far'")
    assert "Changed!" in await browser.run(shown)
    assert "Slowly" in await browser.run(shown)


async def test_changes_show_between_presses_however_fast_they_follow(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, table: Channel
) -> None:
    """Who taps without a pause still sees what came of it."""
    await connect(sample())
    await alice.command(table, "sample count")
    await open_as(browser, box, "Alice")
    words = "document.querySelector('.message .words')"
    await browser.wait(words)
    situation = await browser.position(words)
    await browser.mouse("mousePressed", situation)
    await alice.say(table, "Are you still there?")
    async with asyncio.timeout(60):
        while "still there" not in await browser.text("#messages"):
            await browser.mouse("mouseReleased", situation)
            await asyncio.sleep(0.03)
            await browser.mouse("mousePressed", situation)


async def test_a_message_whose_predecessor_goes_away_gets_a_head_of_its_own(
    box: Sandbox, browser: Browser, connect: Connect, alice: Person, table: Channel
) -> None:
    client = await connect(sample())
    first = await sent(client, table, "first")
    await sent(client, table, "second")
    await open_as(browser, box, "Alice")
    await browser.wait("document.querySelectorAll('.message.joined').length === 1")
    await first.delete()
    await browser.wait("document.querySelectorAll('.message').length === 1")
    await browser.wait("document.querySelector('.message.joined') === null")
    assert await browser.run("document.querySelectorAll('.message .author').length") == 1
