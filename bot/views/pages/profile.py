"""The screens of statistics: a person's profile and the season of a server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.statistics.profile import Profile, Rival, Season, Share, Standing
from bot.views.base.layout import ALT_TEXT_ROOM_CHARS, Block, Container, Picture, Screen, Separator, Text
from bot.views.base.sketches import ProfileCard, ShareBar, Tally
from bot.views.base.table_words import SAID_TEXTS
from bot.views.base.text import clean, escape, fit, listed, pairs, plural, read_texts, say, say_many, shorten

ACHIEVEMENT_TEXTS: dict[str, tuple[str, str]] = pairs(read_texts("bot.views.pages", "achievements"))
"""By key; a key never changes its meaning."""


def achievement_line(key: str) -> str:
    """Return the title and the joke, in markdown."""
    title, joke = map(say, ACHIEVEMENT_TEXTS[key])
    return f"**{title}**: {joke}"


PROFILE_COLOR = 0xF1C40F
MAX_LINES_CHARS = 1200
MAX_SHOWN_ACHIEVEMENTS = 4
"""The latest ones, so that a profile fits one view of a phone."""
MAX_DRAWN_SHARES = 5
"""Bars of editions, and as many of numbers of players."""
MIN_CURVE_POINTS = 2
MAX_EARNED_CHARS = 560
MAX_EARNED_JOKES_CHARS = 240
"""Characters up to which everything earned is told with its joke: the message has a picture above it."""
MAX_EARNER_NAME_CHARS = 14


def profile_screen(profile: Profile) -> Screen:
    """Draw a person's profile."""
    blocks: list[Block] = [Text(f"## 🎲 {escape(profile.name)}\n{_summary(profile)}")]
    drawn = _drawn_in_words(profile)
    alt = shorten(". ".join(drawn), ALT_TEXT_ROOM_CHARS)
    blocks.append(Picture("attachment://profile.png", alt, _card(profile), fit(drawn, MAX_LINES_CHARS)))
    if details := _details(profile):
        blocks.append(Text(fit(details, MAX_LINES_CHARS)))
    if profile.achievements:
        blocks += [Separator(), Text(_achievements(profile.achievements))]
    return Screen((Container(tuple(blocks), PROFILE_COLOR),))


def _summary(profile: Profile) -> str:
    share = round(100 * profile.wins / max(profile.games, 1))
    line = f"**{plural(profile.games, 'game')}, {plural(profile.wins, 'win')}** ({share} %)"
    if profile.place:
        rated = say("rating **{rating}**, #{place} this season", rating=profile.rating, place=profile.place)
        line += f" · {rated}"
    return line


def _card(profile: Profile) -> ProfileCard:
    tallies = (
        Tally("monster", profile.kills, "kill" if profile.kills == 1 else "kills"),
        Tally("hand", profile.stabs, "stab" if profile.stabs == 1 else "stabs"),
        Tally("companion", profile.bargains, "bargain" if profile.bargains == 1 else "bargains"),
        Tally("curse", profile.deaths, "death" if profile.deaths == 1 else "deaths"),
    )
    shares = (*profile.by_edition[:MAX_DRAWN_SHARES], *profile.by_players[:MAX_DRAWN_SHARES])
    bars = tuple(ShareBar(clean(share.what), share.games, share.wins) for share in shares)
    if len(profile.curve) < MIN_CURVE_POINTS:
        return ProfileCard(tallies, bars)
    points = say("This season: {points:+} rating points", points=profile.curve[-1])
    return ProfileCard(tallies, bars, profile.curve, points)


def _drawn_in_words(profile: Profile) -> list[str]:
    """Say in words what the picture shows."""
    lines = [
        say(
            "⚔️ {kills} · 🗡️ {stabs} · 🤝 {bargains} kept · ⚰️ {deaths}",
            kills=plural(profile.kills, "kill"),
            stabs=plural(profile.stabs, "stab"),
            bargains=plural(profile.bargains, "bargain"),
            deaths=plural(profile.deaths, "death"),
        )
    ]
    if profile.by_edition:
        lines.append(say("📚 Won: {shares}", shares=" · ".join(map(_share, profile.by_edition))))
    if profile.by_players:
        lines.append(say("🪑 Won: {shares}", shares=" · ".join(map(_share, profile.by_players))))
    if len(profile.curve) >= MIN_CURVE_POINTS:
        points = ", ".join(map(str, profile.curve[-12:]))
        lines.append(say("📈 Rating points this season, game by game: {points}", points=points))
    return lines


def _details(profile: Profile) -> list[str]:
    lines: list[str] = []
    if profile.streak > 1:
        now, most = profile.streak, profile.best_streak
        lines.append(say("🔥 {now} wins in a row right now, {most} at most", now=now, most=most))
    elif profile.best_streak > 1:
        lines.append(say("🔥 {most} wins in a row at most", most=profile.best_streak))
    name, count = profile.favorite_card
    if name:
        times = plural(count, "time")
        lines.append(say("🃏 Favorite card: *{name}*, played {times}", name=escape(say(name)), times=times))
    for rival in profile.rivals:
        against = say("🥊 Against {rival}", rival=f"<@{rival.user}>")
        lines.append(f"{against}: {rival.ahead} : {rival.behind}{_remark(rival)}")
    return lines


def _remark(rival: Rival) -> str:
    if rival.ahead >= rival.behind + 3:
        return say(", and they still come back")
    return say(", and it hurts") if rival.behind >= rival.ahead + 3 else ""


def _share(share: Share) -> str:
    return say("{what} {wins} of {games}", what=escape(share.what), wins=share.wins, games=share.games)


def _achievements(keys: tuple[str, ...]) -> str:
    known = [key for key in keys if key in ACHIEVEMENT_TEXTS]
    shown = [f"🏅 {achievement_line(key)}" for key in known[-MAX_SHOWN_ACHIEVEMENTS:]]
    rest = len(known) - len(shown)
    head = say("**{known} of {all} achievements**", known=len(known), all=len(ACHIEVEMENT_TEXTS))
    more = [say_many("-# and {n} earlier one", "-# and {n} earlier ones", rest)] if rest else []
    return "\n".join([head, *shown, *more])


def season_screen(season: Season) -> Screen:
    """Draw the best of a season; computers apart."""
    head = say("## 🏆 Season {year}, quarter {quarter}", year=season.year, quarter=season.quarter)
    if not season.people:
        text = say("Nobody has finished a game this season. The throne is free, and a little dusty.")
        return Screen((Container((Text(f"{head}\n{text}"),), PROFILE_COLOR),))
    people = [f"{_medal(place)} <@{one.user}> {_standing(one)}" for place, one in enumerate(season.people)]
    blocks: list[Block] = [Text(head), Text(fit(people, MAX_LINES_CHARS))]
    if season.computers:
        computers = [f"🤖 {escape(one.name)} {_standing(one)}" for one in season.computers]
        blocks += [Separator(), Text(fit(computers, MAX_LINES_CHARS))]
    blocks.append(Text(f"-# {say(SAID_TEXTS['rating'])}"))
    return Screen((Container(tuple(blocks), PROFILE_COLOR),))


def _medal(place: int) -> str:
    return ("🥇", "🥈", "🥉")[place] if place < 3 else f"{place + 1}."


def _standing(one: Standing) -> str:
    won = say("{wins} of {games} won", wins=one.wins, games=plural(one.games, "game"))
    return f"**{one.rating}** · {won}"


def earned_lines(earned: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
    """Say who has earned which achievements in the game that has just ended; names are raw.

    Who has earned the same shares a line. Nobody is left out: where there is no room for the jokes, titles
    are told, and the rest counted.
    """
    names_by_keys: dict[tuple[str, ...], list[str]] = {}
    for name, keys in earned:
        names_by_keys.setdefault(keys, []).append(shorten(clean(name), MAX_EARNER_NAME_CHARS))
    told = [
        " · ".join([_earners(names), *(achievement_line(key) for key in keys)])
        for keys, names in names_by_keys.items()
    ]
    if sum(len(line) + 1 for line in told) <= MAX_EARNED_JOKES_CHARS:
        return told
    room = MAX_EARNED_CHARS // max(len(told), 1) - 1
    return [_titles(_earners(names), keys, room) for keys, names in names_by_keys.items()]


def _earners(names: Sequence[str]) -> str:
    return "🏅 " + listed(f"**{escape(name)}**" for name in names)


def _titles(head: str, keys: Sequence[str], room: int) -> str:
    """Return as many titles as there is room for, at least one, and count the rest."""
    line = ""
    for count in range(len(keys), 0, -1):
        titles = [f"**{say(ACHIEVEMENT_TEXTS[key][0])}**" for key in keys[:count]]
        rest = len(keys) - count
        line = " · ".join([head, *titles, *([say("and {rest} more", rest=rest)] if rest else [])])
        if len(line) <= room:
            break
    return line
