"""Commands as people type them, and what they read then."""

from cogs.answers import Answer, Click, PrivateReply
from tests.bot.tables.table_harness import CHANNEL, GUILD


def typed(user: int, *, may_manage: bool = False) -> Click:
    return Click(0, user, "Ann", CHANNEL, GUILD, "command", 0, "", may_manage=may_manage)


def told(answer: Answer) -> str:
    assert isinstance(answer, PrivateReply)
    return answer.screen.as_text()
