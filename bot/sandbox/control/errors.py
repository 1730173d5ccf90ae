"""The refusal of the control interface, apart because three modules share it."""


class BadRequestError(Exception):
    """A request to the control interface that makes no sense; the message says why."""
