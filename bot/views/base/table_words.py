"""The table's own words: refusals and what happens in the lobby."""

from __future__ import annotations

from bot.tables.table import Speed

INVITE_URL = (
    "https://discord.com/oauth2/authorize?client_id={application}"
    "&scope=bot+applications.commands&permissions={permissions}"
)

CORRECTED_TEXT = "✏️ Something was put right in this game: it counts for your figures, but not for ratings."

TABLE_REFUSALS: dict[str, str] = {
    "not_invited": (
        "My commands got in, but I am still standing outside, so nobody would see the table. "
        f"Somebody who manages this server can let me in: {INVITE_URL}"
    ),
    "no_permission": (
        "Nobody would see the table: I lack **{name}** there. Somebody who manages the channel can help: "
        "**Edit Channel**, **Permissions**, add me, allow **{name}**. Then try again."
    ),
    "private_thread": (
        "I cannot see into that private thread, so nobody would see the table. "
        "Mention me there (<@{bot}>): I come in, and then you can try again."
    ),
    "locked_thread": "That thread is locked, so I cannot write there. Unlock it, or play elsewhere.",
    "no_table": "There is no game here. `/kickdoor new` opens one.",
    "no_table_there": "No table of that number is open on this server. `/kickdoor-server tables` lists them.",
    "occupied": (
        "This channel already has a game. `/kickdoor table` shows it; `/kickdoor-table end` clears a lobby "
        "that its host has left alone for an hour."
    ),
    "already_done": "That is already done.",
    "passed": "Already passed: that moment is over.",
    "stale": "That moment has passed. Here is how things stand now.",
    "moved": "The table moved under your thumb. Press once more.",
    "forged": "That is not one of my buttons.",
    "nothing_better": "You have laid out the best you hold already.",
    "nothing_to_give": "You have no cards to give away at the moment.",
    "no_offer": "This offer is for somebody else. Look needy, and one may come.",
    "not_seated": "You are watching this game. Only people who sit at the table can do that.",
    "not_host": (
        "Only the host of this table can do that. In a lobby anybody who sits there can, "
        "once the host has been silent for ten minutes."
    ),
    "seated": "You already sit at this table.",
    "full": "All {most} seats are taken.",
    "too_few": "At least {least} players are needed; there are {seats}.",
    "too_many": "At most {most} players can play this.",
    "no_game": "I do not know that game.",
    "no_mix": "Those cannot be mixed. Panic stands alone; the other sets mix freely.",
    "no_robot": "I do not know that kind of computer player.",
    "bad_options": "Those house rules do not go together.",
    "bad_name": "That name cannot be used.",
    "bad_option": "One of the house rules cannot be set to that.",
    "bad_seat_count": "This game is for {least} to {most} players.",
    "unknown_game": "I do not know that game.",
    "bad_sex": "Please choose male or female.",
    "bad_speed": "Please choose live, relaxed or by post.",
    "no_seat": "Nobody plays in that seat. The command’s list shows who sits where.",
    "own_seat": "That is your own seat. `/kickdoor leave` gives it up.",
    "robot_host": "A computer cannot be the host. It has no patience.",
    "still_here": "They are here. A computer takes over only for somebody who is away.",
    "no_computer": "The game is on, and no computer has a seat to give up. Watch, and catch the next one!",
    "seat_held": "A person sits there. Only a computer’s seat can be taken over.",
    "seat_changed": "Musical chairs! Somebody else sits there by now, so I did nothing. Please choose again.",
    "too_many_tables": "This server already has {most} games. End an idle one with `/kickdoor-table end`.",
    "too_many_lobbies": "You have {most} open lobbies already. Start or end one of them first.",
    "posted_lately": "This table was posted again a moment ago. Spectators can ask once a minute.",
    "not_member": "That person is no longer on this server.",
    "wrong_phase": "That is not possible at this stage of the game.",
    "wrong_phase.lobby": "That has to wait until the game has begun.",
    "wrong_phase.playing": "The game has begun, so that is settled.",
    "wrong_phase.ended": "This game is over.",
    "halted": "The game is on hold. Somebody has to press **Resume** first.",
    "not_halted": "The game is running, so there is nothing to resume.",
    "not_away": "You are already playing your own seat.",
    "no_poll": "There is nothing to vote on.",
    "poll_on": "A vote is already going on.",
    "no_vote": "This vote is up to the others.",
    "no_undo": "That cannot be taken back any more: it has revealed something new.",
    "moved_away": "The game has moved to another channel.",
    "same_channel": "The game is already in this channel.",
    "no_writing": "You cannot write there yourself, so I will not move the game there.",
    "not_saved": "I could not save that, so it has not happened. Please try again.",
    "unreadable": (
        "The saved data of this table cannot be read any more, so I have set it aside. "
        "Nothing is deleted; my log tells my operator what to do. "
        "`/kickdoor-table end` frees this channel (for its host, or anybody who manages the channel)."
    ),
    "fault": "Something went wrong on my side, and nothing was changed. Error code: {report}.",
    "busy": "Too much is going on at this table. Please press again in a moment.",
    "closing": "I am restarting. Please press again in a moment.",
    "not_now": "You cannot do that now.",
    "bad_choice": "That choice does not work. Please choose again.",
    "not_enough": "That adds up to {sum}; {need} is needed.",
    "old_button": "That button is too old. Here is how things stand now.",
    "dms_only": "Please use this in a channel of a server. Here I only know `/kickdoor forget me` and `my`.",
    "no_card": "I know no card called {name}.{hint}",
    "not_over": "This game is still going on. Its replay waits until all cards may be seen.",
    "no_replay": "This table has no game that could be shown again.",
    "no_statistics": "They keep their statistics to themselves. Probably for a reason.",
    "no_results": "No finished game here yet. Come back when two people have played one to the end.",
    "not_loaded": "I cannot read that game at the moment. Please try again.",
}

SPEED_TEXTS: dict[Speed, tuple[str, str]] = {
    "live": ("Live", "everybody is here"),
    "relaxed": ("Relaxed", "while you do other things"),
    "post": ("By post", "a move now and then"),
}

SEX_SIGNS = {"female": "♀", "male": "♂"}

WATCHER_TEXTS: dict[str, tuple[str, str]] = {
    "count": ("Spectators: how many", "the table says how many watch"),
    "names": ("Spectators: who", "the table says who watches"),
    "hidden": ("Spectators: hidden", "the table does not mention them"),
}

POLL_TEXTS: dict[str, str] = {
    "undo": "{asker} asks to take back the latest move.",
    "kick": "Remove {subject} from this game for good?",
    "end": "{asker} asks to end this game without a winner.",
    "go_on": "No answer from {subject}. Go on without waiting?",
    "seat": "**{joiner}** asks to play on for {subject}, cards and all. A Yes of the host is enough.",
    "correct": "{asker} proposes a correction: {correction}. Everybody has to agree.",
}

LEFT_ASKER_TEXT = "Somebody who has left"
"""Who asks a question that has outlived them."""

CORRECTION_TEXTS: dict[str, str] = {
    "level": "{subject} is at Level {figure}",
    "turn": "it is {subject}’s turn",
    "hand": "“{card}” is in {subject}’s hand",
    "table": "“{card}” lies in front of {subject}",
    "discards": "“{card}” is on the discard pile",
}
"""What the host wants to be so."""

HALT_TEXTS: dict[str, str] = {
    "paused": "The game is paused.",
    "asleep": "Nobody came, so the game fell asleep.",
    "suspended": "The game is suspended.",
}

TROUBLE_TEXTS: dict[str, str] = {
    "gone": "Its channel is gone.",
    "access": "I cannot see its channel any more.",
    "permission": "I lack a permission in its channel.",
    "locked": "Its thread is locked.",
    "removed": "I was removed from the server.",
    "fault": "Something went wrong on my side.",
    "timeout": "A moderator has given me a timeout.",
    "threads": "The server has as many open threads as Discord allows.",
    "kind": "I cannot post in a channel of its kind.",
    "deleted": "Whatever I post there is deleted at once, perhaps by another bot.",
    "automod": "The server’s AutoMod blocks what I post.",
    "refused": "Discord refuses what I post.",
}
"""Why a game is suspended, or cannot be shown."""

HEALING_TROUBLES = frozenset({"timeout", "threads", "deleted", "refused"})
"""Troubles that end without anybody pressing something here: then the game goes on by itself."""

MOVE_HINT = "`/kickdoor-table move` takes it elsewhere."

RESUME_HINTS: dict[str, str] = {
    "gone": "`/kickdoor-table move`, typed in any channel of the server, takes it there.",
    "fault": "**Resume** tries again; `/kickdoor undo` takes back the latest move.",
    **dict.fromkeys(HEALING_TROUBLES, f"It goes on by itself when that is over. {MOVE_HINT}"),
}
"""How it goes on then."""

DEFAULT_RESUME_HINT = (
    "Once that is fixed, **Resume** or `/kickdoor resume` goes on; `/kickdoor-table move` takes it elsewhere."
)
