"""The types of command options, numbered as Discord does."""

from enum import IntEnum


class OptionType(IntEnum):
    """The types of command options that the sandbox takes, numbered as Discord does."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7


NESTED_TYPES = (OptionType.SUBCOMMAND, OptionType.GROUP)
"""Options that hold further options."""

TYPES_WITH_CHOICES = (OptionType.STRING, OptionType.INTEGER)
"""Options that may offer a fixed list of values."""
