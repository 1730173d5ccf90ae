"""Lobby, options and the commands about a table, as people use them."""

from typing import Any

import pytest

from bot.sandbox.people.options import OptionFiller
from bot.sandbox.people.seen import SeenMessage
from bot.sandbox.protocol.values import Json
from bot.sandbox.world.model import Channel
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text

GAME_MENU, CARDS_MENU = "How the game goes", "What the cards say"
"""The menus of pages below a page of the rules."""
MOVE_MENU = "Move the table to another channel…"


async def test_people_come_and_go(club: InProcessBot) -> None:
    await club.lobby()
    assert (await club.zoe.click(club.table(club.zoe), label="Join")).ok
    settings = (await club.zoe.click(club.table(club.zoe), label="Settings")).message
    assert settings is not None
    assert (await club.zoe.select(settings, ["male"], label="Your character")).ok
    await club.until(lambda: "**Zoe** ♂" in club.table().text)
    assert (await club.zoe.click(club.table(club.zoe), label="Leave")).ok
    assert "Zoe" not in club.table().text


async def test_the_same_person_sits_down_once(club: InProcessBot) -> None:
    await club.lobby()
    answer = await club.ben.click(club.table(), label="Join")
    assert "You already sit at this table" in answer_text(answer)
    assert club.table().text.count("Ben") == 1


async def test_only_the_host_starts_and_only_with_enough_people(club: InProcessBot) -> None:
    await club.ann.command(CHANNEL_NAME, "kickdoor new")
    await club.until(lambda: bool(club.table()))
    assert any(button.label == "Start with 2 computers" for button in club.table().buttons)
    await club.ben.click(club.table(), label="Join")
    answer = await club.ann.command(CHANNEL_NAME, "kickdoor start")
    assert "At least 3 players are needed; there are 2." in answer_text(answer)
    await club.cleo.click(club.table(), label="Join")
    await club.until(lambda: any(button.label == "Start" for button in club.table().buttons))
    assert "Only the host" in answer_text(await club.ben.click(club.table(), label="Start"))
    assert (await club.ann.click(club.table(), label="Start")).ok
    await club.until(lambda: "Laying out" in club.table().text)


async def test_house_rules_are_chosen_in_menus(club: InProcessBot) -> None:
    """Yes-or-no rules in one menu; what is on shows in the lobby."""
    await club.lobby()
    settings = (await club.ann.click(club.table(), label="Settings")).message
    assert settings is not None
    assert settings.ephemeral
    outcome = await club.ann.select(settings, ["shared_victory"], label="House rules")
    assert outcome.ok, outcome
    await club.until(lambda: "House rules: Shared victory" in club.table().text)


async def test_other_options_are_typed_into_a_form(club: InProcessBot) -> None:
    await club.lobby()
    settings = (await club.ann.click(club.table(), label="Settings")).message
    assert settings is not None
    form = (await club.ann.select(settings, ["victory_seconds"], label="Change times and variants…")).modal
    assert form is not None
    assert (await club.ann.submit(form, {"value": "45"})).ok
    await club.until(lambda: "Last chance before a kill counts: 7.5 minutes" in club.table().text)
    form = (await club.ann.select(settings, ["victory_seconds"], label="Change times and variants…")).modal
    assert form is not None
    answer = await club.ann.submit(form, {"value": "plenty"})
    assert "did not fit: 15 to 60 seconds" in answer_text(answer)
    assert "Change times and variants…" in answer_text(answer)
    assert "Last chance before a kill counts: 7.5 minutes" in club.table().text


async def test_only_the_host_changes_options(club: InProcessBot) -> None:
    await club.lobby()
    settings = (await club.ben.click(club.table(), label="Settings")).message
    assert settings is not None
    assert "Only the host" in answer_text(await club.ben.select(settings, ["panic"], label="What is played"))
    assert "Classic" in club.table().text


async def test_another_game_is_switched_to_and_sets_are_mixed_in(club: InProcessBot) -> None:
    """House rules that concern none of their cards are not asked for."""
    await club.lobby()
    settings = (await club.ann.click(club.table(), label="Settings")).message
    assert settings is not None
    assert "Cowboy" not in settings.text
    answer = await club.ann.select(settings, ["wild_west"], label="Mix in more sets…")
    await club.until(lambda: "Classic + " in club.table().text)
    assert "Cowboy’s early win" in answer_text(answer)
    await club.ann.select(settings, ["wild_west"], label="What is played")
    await club.until(lambda: "Classic" not in club.table().text)
    settings = next(m for m in club.ann.messages(CHANNEL_NAME) if m.id == settings.id)
    assert "+ Classic" in settings.text
    await club.ann.select(settings, ["panic"], label="What is played")
    await club.until(lambda: "Panic" in club.table().text)
    settings = next(m for m in club.ann.messages(CHANNEL_NAME) if m.id == settings.id)
    assert not any(menu.label == "Mix in more sets…" for menu in settings.selects)


async def test_a_short_game_is_one_press_and_another_one_takes_it_back(club: InProcessBot) -> None:
    await club.lobby()
    settings = (await club.ann.click(club.table(), label="Settings")).message
    assert settings is not None
    await club.ann.click(settings, label="Short game: off")
    await club.until(lambda: "House rules: Short game" in club.table().text)
    pressed = settings.find(label="Short game: off").custom_id
    assert "Only the host" in answer_text(await club.ben.forge_click(club.table(), pressed))
    settings = next(m for m in club.ann.messages(CHANNEL_NAME) if m.id == settings.id)
    await club.ann.click(settings, label="Short game: on")
    await club.until(lambda: "Short game" not in club.table().text)


async def test_a_computer_takes_a_seat(club: InProcessBot) -> None:
    await club.lobby()
    assert (await club.ann.click(club.table(), label="Add computer")).ok
    assert "🤖" in club.table().text
    answer = await club.ann.command(
        CHANNEL_NAME, "kickdoor-table seat add", {"player": "computer", "kind": "random"}
    )
    assert "sat down" in answer_text(answer)
    await club.until(lambda: "**Dizzy** 🎲" in club.table().text)
    settings = (await club.ann.click(club.table(), label="Settings")).message
    assert settings is not None
    assert (await club.ann.select(settings, ["cunning"], label="Add a computer player…")).ok
    await club.until(lambda: "**Vixen** 🦊" in club.table().text)


async def test_a_computer_is_added_only_if_there_is_such_a_kind(club: InProcessBot) -> None:
    await club.lobby()
    answer = await club.ann.command(CHANNEL_NAME, "kickdoor-table seat add", {"kind": "brilliant"})
    assert "that kind of computer player" in answer_text(answer)


async def test_the_lobby_closes_at_once(club: InProcessBot) -> None:
    await club.lobby()
    assert (await club.ann.command(CHANNEL_NAME, "kickdoor-table end")).ok
    await club.until(lambda: "closed" in club.table().text)


async def test_a_running_game_ends_by_vote(club: InProcessBot) -> None:
    """More than half of those who are there have to agree; who asks hears so first."""
    await club.game()
    asked = await club.ask_to_end()
    assert "2 of 3 have to say Yes" in asked.text
    assert (await club.ben.click(club.table(), label="Yes")).ok
    await club.until(lambda: "The game was closed" in club.table().text)
    assert "seed was 1," in answer_text(await club.ann.click(club.table(), label="Dice"))


async def test_a_paused_game_takes_no_moves_until_it_is_resumed(club: InProcessBot) -> None:
    await club.game()
    first = club.awaited()
    kick = next(button for button in club.table().buttons if button.label == "Kick down the door")
    assert (await club.ben.command(CHANNEL_NAME, "kickdoor pause")).ok
    await club.until(lambda: "paused" in club.table().text)
    answer = await first.forge_click(club.table(), kick.custom_id)
    assert "game is on hold" in answer_text(answer)
    assert (await club.ben.click(club.table(), label="Resume")).ok
    await club.until(lambda: "kick down the door" in club.table().text)


async def test_after_the_end_the_same_people_play_again(club: InProcessBot) -> None:
    await club.game()
    await club.ask_to_end()
    await club.cleo.click(club.table(), label="Yes")
    await club.until(lambda: "Play again" in club.table().text)
    old = club.table().id
    assert (await club.ben.click(club.table(), label="Play again")).ok
    await club.until(lambda: club.table().id != old)
    assert all(name in club.table().text for name in ("Ann", "Ben", "Cleo"))


async def test_a_healthy_game_is_moved_from_its_own_channel_alone(club: InProcessBot) -> None:
    """Elsewhere the host is among other people, who may know nothing of that game."""
    await club.game()
    tavern = club.box.channel("tavern")
    answer = await club.ann.command("tavern", "kickdoor-table move", {"channel": tavern.id})
    assert "no game here" in answer_text(answer)
    assert "kick down the door" in club.table().text
    assert "Moved to" in answer_text(
        await club.ann.command(CHANNEL_NAME, "kickdoor-table move", {"channel": tavern.id})
    )
    await club.until(lambda: any("kick down" in m.text for m in club.ann.messages("tavern")))


async def game_beside_a_closed_tavern(club: InProcessBot, *, thread: bool) -> tuple[Channel, Channel, str]:
    """Begin a game; return a channel, it or its thread, and what the host may not do there."""
    await club.game()
    tavern = club.box.channel("tavern")
    target = club.box.world.add_thread(tavern, "cellar", club.zoe.id) if thread else tavern
    needed = "send_messages_in_threads" if thread else "send_messages"
    club.box.deny(tavern, needed, who=club.ann)
    return tavern, target, needed


@pytest.mark.parametrize("thread", [False, True])
async def test_a_game_moves_only_to_where_its_host_may_write(club: InProcessBot, thread: bool) -> None:
    tavern, target, needed = await game_beside_a_closed_tavern(club, thread=thread)
    answer = await club.ann.command(CHANNEL_NAME, "kickdoor-table move", {"channel": target.id})
    assert "You can’t write there yourself" in answer_text(answer)
    assert "kick down the door" in club.table().text
    club.box.allow(tavern, needed, who=club.ann)
    club.box.deny(tavern, "send_messages" if thread else "send_messages_in_threads", who=club.ann)
    assert "Moved to" in answer_text(
        await club.ann.command(CHANNEL_NAME, "kickdoor-table move", {"channel": target.id})
    )


async def host_screen(club: InProcessBot, message: SeenMessage) -> SeenMessage:
    """Press *More* on a message, and *Host* there."""
    for label in ("More", "Host"):
        shown = (await club.ann.click(message, label=label)).message
        assert shown is not None
        message = shown
    return message


@pytest.mark.parametrize("thread", [False, True])
async def test_a_host_moves_the_game_by_a_menu_behind_more(club: InProcessBot, thread: bool) -> None:
    """The same look as the command's before: at the channel as Discord describes it with the press."""
    tavern, target, needed = await game_beside_a_closed_tavern(club, thread=thread)
    host = await host_screen(club, club.table())
    menu = host.find(label=MOVE_MENU)
    refused = await club.ann.select(host, [target.id], label=MOVE_MENU)
    assert "You can’t write there yourself" in answer_text(refused)
    assert "kick down the door" in club.table().text
    club.box.allow(tavern, needed, who=club.ann)
    forged = await club.ann.forge_click(host, menu.custom_id, [str(target.id)])
    assert "Moved to" not in answer_text(forged), "nobody has looked at that channel"
    host = await host_screen(club, club.table())
    assert f"Moved to <#{target.id}>" in answer_text(
        await club.ann.select(host, [target.id], label=MOVE_MENU)
    )
    await club.until(lambda: any("kick down" in m.text for m in club.ann.messages(target)))
    assert not club.box.violations


async def test_the_rules_are_explained_page_by_page(club: InProcessBot) -> None:
    """Without a table: the standard game first, and the others in a menu."""
    page = (await club.zoe.command(CHANNEL_NAME, "kickdoor rules")).message
    assert page is not None
    assert page.ephemeral
    assert "How to play" in page.text
    for topic, menu in (("flee", GAME_MENU), ("race", CARDS_MENU), ("table", GAME_MENU)):
        assert len(answer_text(await club.zoe.select(page, [topic], label=menu))) > 200
    panic = (await club.zoe.select(page, ["panic"], label="Another game")).message
    assert panic is not None
    assert "The castle game" in panic.text
    assert "The march" in answer_text(await club.zoe.select(panic, ["march"], label=GAME_MENU))
    assert "The march" in answer_text(
        await club.zoe.command(CHANNEL_NAME, "kickdoor rules", {"topic": "march"})
    )


async def test_the_rules_are_those_of_the_table(club: InProcessBot) -> None:
    """A Panic table has pages of Panic and of itself, and suggests no others."""
    assert (await club.ann.command(CHANNEL_NAME, "kickdoor new", {"game": "panic"})).ok
    await club.until(lambda: bool(club.table()))
    page = (await club.zoe.click(club.table(club.zoe), label="Rules")).message
    assert page is not None
    assert page.ephemeral
    assert "The castle game" in page.text
    offered = await club.zoe.autocomplete(CHANNEL_NAME, "kickdoor rules", "topic", "")
    assert "Hits" in [choice["name"] for choice in offered.choices]
    assert "Combat" not in [choice["name"] for choice in offered.choices]
    hits = await club.zoe.autocomplete(CHANNEL_NAME, "kickdoor rules", "topic", "hIT")
    assert [choice["value"] for choice in hits.choices] == ["hit"]
    assert "Hits" in answer_text(await club.zoe.command(CHANNEL_NAME, "kickdoor rules", {"topic": "hits"}))


async def test_a_host_reads_what_a_house_rule_changes(club: InProcessBot) -> None:
    await club.lobby()
    settings = (await club.ann.click(club.table(), label="Settings")).message
    assert settings is not None
    assert (await club.ann.select(settings, ["shared_victory"], label="House rules")).ok
    page = (await club.ben.click(club.table(), label="Rules")).message
    assert page is not None
    helping = await club.ben.select(page, ["help"], label=GAME_MENU)
    assert "(1 of 3)" in answer_text(helping)
    assert helping.message is not None
    more = await club.ben.click(helping.message, label="More ▶")
    assert "the helper wins too" in answer_text(more)
    assert "Shared victory: yes" in answer_text(await club.ben.select(page, ["house"], label=GAME_MENU))


async def test_words_on_a_card_lead_to_their_page(club: InProcessBot) -> None:
    card = (await club.zoe.command(CHANNEL_NAME, "kickdoor card", {"name": "Ghost Writer"})).message
    assert card is not None
    assert "Anybody may add another Undead" in card.text
    page = (await club.zoe.select(card, ["joining"], label="📘 Words on this card")).message
    assert page is not None
    assert page.ephemeral
    assert "If one of them fights" in page.text


async def test_cards_are_looked_up_by_a_part_of_their_name(club: InProcessBot) -> None:
    found = await club.zoe.autocomplete(CHANNEL_NAME, "kickdoor card", "name", "potion")
    assert any("Potion" in choice["name"] for choice in found.choices)
    answer = answer_text(
        await club.zoe.command(CHANNEL_NAME, "kickdoor card", {"name": "mild inconvenience"})
    )
    assert "Potion of Mild Inconvenience" in answer
    assert "No card here is called xyzzy" in answer_text(
        await club.zoe.command(CHANNEL_NAME, "kickdoor card", {"name": "xyzzy"})
    )


async def test_games_and_computers_are_suggested(club: InProcessBot) -> None:
    found = await club.zoe.autocomplete(CHANNEL_NAME, "kickdoor new", "game", "pan")
    assert [choice["value"] for choice in found.choices] == ["panic"]
    await club.lobby()
    kinds = await club.ann.autocomplete(CHANNEL_NAME, "kickdoor-table seat add", "kind", "")
    assert "random" in [choice["value"] for choice in kinds.choices]
    assert "caretaker" not in [choice["value"] for choice in kinds.choices]


async def test_no_odd_value_breaks_suggestions(
    club: InProcessBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever somebody's client sends as what is being typed, the answer is a list."""
    filled = OptionFiller.fill
    typed: object = None

    def odd(self: OptionFiller, *args: Any, **more: Any) -> Json:
        made = filled(self, *args, **more)
        entry = made["options"]
        while "options" in entry[0]:
            entry = entry[0]["options"]
        entry[0]["value"] = typed
        return made

    monkeypatch.setattr(OptionFiller, "fill", odd)
    suggesting = {
        "kickdoor new": "game",
        "kickdoor rules": "topic",
        "kickdoor card": "name",
        "kickdoor-table seat add": "kind",
        "kickdoor-table seat remove": "number",
    }
    odd_values: list[object] = [None, 5, True, list[object](), dict[str, object](), 1.5]
    for typed in odd_values:
        for command, option in suggesting.items():
            found = await club.zoe.autocomplete(CHANNEL_NAME, command, option, "x")
            assert found.ok, (command, typed, found)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_sets_are_joined_as_people_write_them(club: InProcessBot) -> None:
    """H-81: nobody has to know how the bot calls a set; a plus joins those that can be joined."""
    found = await club.ann.autocomplete(CHANNEL_NAME, "kickdoor new", "game", "Classic + r")
    assert [choice["value"] for choice in found.choices] == ["classic+rick_and_morty"]
    again = await club.ann.autocomplete(CHANNEL_NAME, "kickdoor new", "game", "classic+classic")
    assert again.choices == []
    assert (await club.ann.autocomplete(CHANNEL_NAME, "kickdoor new", "game", "panic+")).choices == []
    answer = answer_text(
        await club.ann.command(CHANNEL_NAME, "kickdoor new", {"game": "classic + No Such Set"})
    )
    assert "don’t know that game" in answer
    assert (await club.ann.command(CHANNEL_NAME, "kickdoor new", {"game": "Classic + Rick and Morty"})).ok
    await club.until(lambda: "Classic + Rick and Morty" in club.table().text)


async def test_the_right_seat_is_taken_away_although_somebody_has_left(club: InProcessBot) -> None:
    """The command suggests the seats by name; each keeps its number when another one is given up."""
    await club.lobby()
    assert (await club.zoe.click(club.table(club.zoe), label="Join")).ok
    assert (await club.ann.click(club.table(), label="Add computer")).ok
    assert (await club.ann.click(club.table(), label="Start")).ok
    await club.until(lambda: "Laying out" in club.table().text)
    question = (await club.ben.command(CHANNEL_NAME, "kickdoor leave")).message
    assert question is not None
    assert "discarded" in question.text
    assert "slip out the back" in answer_text(await club.ben.click(question, label="Leave for good"))
    found = await club.ann.autocomplete(CHANNEL_NAME, "kickdoor-table seat remove", "number", "")
    assert [choice["name"][0] for choice in found.choices] == ["3", "4", "5"]
    found = await club.ann.autocomplete(CHANNEL_NAME, "kickdoor-table seat remove", "number", "zo")
    assert [choice["name"] for choice in found.choices] == ["4 · Zoe"]
    assert (
        await club.ann.autocomplete(CHANNEL_NAME, "kickdoor-table seat replace", "number", "")
    ).choices == []
    robots = await club.ben.autocomplete(CHANNEL_NAME, "kickdoor-table seat take", "number", "")
    assert [choice["value"] for choice in robots.choices] == [5]
    assert "4 Zoe" in answer_text(await club.ann.command(CHANNEL_NAME, "kickdoor status"))
    assert (
        await club.ann.command(
            CHANNEL_NAME, "kickdoor-table seat remove", {"number": found.choices[0]["value"]}
        )
    ).ok
    await club.until(lambda: "remove **Zoe** from this game" in club.table().text)
    assert club.box.violations == []


async def test_a_new_table_has_the_speed_that_the_operator_chose(club: InProcessBot) -> None:
    await club.stop()
    await club.start(KICKDOOR_DEFAULT_SPEED="post")
    assert (await club.ann.command(CHANNEL_NAME, "kickdoor new")).ok
    await club.until(lambda: "By post" in club.table().text)


async def test_names_with_markup_harm_nobody(club: InProcessBot) -> None:
    """A name is shown as it is written, mentions nobody, and breaks no layout."""
    rude = club.box.person("**@everyone** `x`")
    await club.lobby()
    assert (await rude.click(club.table(rude), label="Join")).ok
    await club.until(lambda: "\\*\\*@\u200beveryone\\*\\*" in club.table().text)
    assert club.box.violations == []


async def test_an_onlooker_sits_down_in_a_game_that_is_on_when_the_host_agrees(club: InProcessBot) -> None:
    """Nobody gets a computer's hand unasked, and everybody reads who plays on for whom."""
    await club.ann.command(CHANNEL_NAME, "kickdoor new")
    await club.until(lambda: bool(club.table()))
    assert (await club.ben.click(club.table(), label="Join")).ok
    await club.until(lambda: any(button.label == "Start with 1 computer" for button in club.table().buttons))
    assert (await club.ann.click(club.table(), label="Start with 1 computer")).ok
    await club.until(lambda: "Laying out" in club.table().text)
    answer = await club.zoe.command(CHANNEL_NAME, "kickdoor join")
    assert "asked the table" in answer_text(answer)
    await club.until(lambda: "**Zoe** asks to play on for" in club.table().text)
    assert (await club.ann.click(club.table(), label="Yes")).ok
    await club.until(lambda: "**Zoe** plays on for" in club.table().text)
