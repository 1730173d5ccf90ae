"""Discord's markdown, as the screens use it, as HTML or as plain text."""

from __future__ import annotations

import html
import re

_ESCAPED_PATTERN = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~:@&/])")
_TOKEN_PATTERN = re.compile(r"\*\*(?P<bold>.+?)\*\*(?!\*)|\*(?P<italic>.+?)\*|`(?P<code>[^`]+)`", re.DOTALL)
_HEADING_PATTERN = re.compile(r"#{1,3} ")
SMALL_PRINT = "-# "
FENCE = "```"

_PROTECTED_FIRST = 0xE000
"""Escaped characters are kept out of the way as characters for private use."""


def to_html(markdown: str) -> str:
    """Return markdown as HTML: a paragraph for each line, nothing but text and our own tags in it."""
    parts = markdown.split(FENCE)
    made: list[str] = []
    for number, part in enumerate(parts):
        if number % 2:
            made.append(f"<pre>{html.escape(part.strip(chr(10)))}</pre>")
        else:
            made += [_line_to_html(line) for line in part.split("\n") if line.strip()]
    return "".join(made)


def to_plain(markdown: str) -> str:
    """Return markdown as plain text on one line."""
    text = " ".join(_without_prefix(line)[1] for line in markdown.replace(FENCE, " ").split("\n"))
    while (bare := _TOKEN_PATTERN.sub(lambda found: found[found.lastgroup or 0], _protect(text))) != text:
        text = bare
    return " ".join(_unprotect(text).split())


def _line_to_html(line: str) -> str:
    tag, bare = _without_prefix(line)
    attributes = ' class="small"' if tag == "small" else ""
    name = "h3" if tag == "heading" else "p"
    return f"<{name}{attributes}>{inline_to_html(bare)}</{name}>"


def inline_to_html(markdown: str) -> str:
    """Return one line of markdown as HTML without a paragraph around it."""
    return _unprotect(_inline(html.escape(_protect(markdown))), escape=True)


def _inline(text: str) -> str:
    def tagged(found: re.Match[str]) -> str:
        if found["code"] is not None:
            return f"<code>{found['code']}</code>"
        tag, inner = ("b", found["bold"]) if found["bold"] is not None else ("i", found["italic"])
        return f"<{tag}>{_inline(inner)}</{tag}>"

    return _TOKEN_PATTERN.sub(tagged, text)


def _without_prefix(line: str) -> tuple[str, str]:
    """Return what kind of line it is (``small``, ``heading`` or nothing) and its text."""
    bare = line.removeprefix("> ")
    if bare.startswith(SMALL_PRINT):
        return "small", bare.removeprefix(SMALL_PRINT)
    if found := _HEADING_PATTERN.match(bare):
        return "heading", bare[found.end() :]
    return "", bare


def _protect(text: str) -> str:
    return _ESCAPED_PATTERN.sub(lambda found: chr(_PROTECTED_FIRST + ord(found[1])), text)


def _unprotect(text: str, *, escape: bool = False) -> str:
    def back(character: str) -> str:
        if not _PROTECTED_FIRST <= ord(character) < _PROTECTED_FIRST + 128:
            return character
        plain = chr(ord(character) - _PROTECTED_FIRST)
        return html.escape(plain) if escape else plain

    return "".join(map(back, text))
