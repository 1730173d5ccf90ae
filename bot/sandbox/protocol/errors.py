"""Refusals in Discord's words: HTTP status, code, message and the paths of invalid fields."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.sandbox.protocol.values import Json

STATUS_AND_MESSAGE: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20009: (400, "Explicit content cannot be sent to the desired recipient(s)"),
    20012: (403, "You are not authorized to perform this action on this application"),
    20016: (429, "This action cannot be performed due to slowmode rate limit"),
    20022: (429, "This message cannot be edited due to announcement rate limits"),
    20028: (
        429,
        "The write action you are performing on the channel has hit the write rate limit.",
    ),
    30003: (400, "Maximum number of pins reached for the channel (50)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40003: (403, "You are opening direct messages too fast."),
    40004: (403, "Send messages has been temporarily disabled"),
    40005: (413, "Request entity too large. Try sending something smaller in size."),
    40006: (400, "This feature has been temporarily disabled server-side"),
    40058: (400, "Cannot send messages in a forum channel"),
    40060: (400, "Interaction has already been acknowledged."),
    40333: (403, "internal network error"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50009: (403, "Channel verification level is too high for you to gain access"),
    50013: (403, "Missing Permissions"),
    50016: (400, "Provided too few or too many messages to delete."),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50034: (400, "A message provided was too old to bulk delete."),
    50035: (400, "Invalid Form Body"),
    50045: (400, "File uploaded exceeds the maximum size"),
    50046: (400, "Invalid file uploaded"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    130000: (503, "API resource is currently overloaded. Try again a little later."),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    160007: (400, "Maximum number of active announcement threads reached"),
    200000: (400, "Message was blocked by automatic moderation"),
    400001: (403, "Access to file uploads has been limited for this guild"),
}
"""Status and message of every error code the sandbox uses, or refuses a request with when it is told to."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a request body: its path, Discord's name for it, and a sentence."""

    path: tuple[str | int, ...]
    code: str
    message: str


class ApiError(Exception):
    """A request that Discord would refuse."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        problems: tuple[Problem, ...] = (),
        extra: Json | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.problems = problems
        self.extra = extra or {}

    def body(self) -> Json:
        """Shape the refusal as Discord does."""
        answer: Json = {"message": self.message, "code": self.code, **self.extra}
        if self.problems:
            answer["errors"] = _nest(self.problems)
        return answer


def refusal(code: int) -> ApiError:
    """Return the refusal for a code."""
    status, message = STATUS_AND_MESSAGE[code]
    return ApiError(status, code, message)


def invalid_form(problems: Iterable[Problem]) -> ApiError:
    """Return a 50035 that names every problem at its path."""
    status, message = STATUS_AND_MESSAGE[50035]
    return ApiError(status, 50035, message, problems=tuple(problems))


def _nest(problems: Iterable[Problem]) -> Json:
    tree: Json = {}
    for problem in problems:
        node = tree
        for step in problem.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree
