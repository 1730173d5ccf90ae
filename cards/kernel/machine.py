"""The loop that runs pending frames, and the ways in which a frame can stop and wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from cards.kernel.events import Event
from cards.kernel.frames import Frame, Prompt, Window
from cards.kernel.moves import Pick, Slot
from cards.kernel.state import GameState

MAX_FRAME_STEPS: Final = 4000
"""Frame steps that one action may cause; more than that is a bug or a faulty pack, and the action fails."""

MAX_PENDING_FRAMES: Final = 64
"""Frames that may be pending at once."""


class InvariantError(Exception):
    """An invariant of the rules is broken: a bug. The action that caused it is dropped and has no effect."""


class Asked(Exception):  # noqa: N818 - no error: what asks stops here
    """A question has been put. What asked it is called again, from its start, once the answer is there."""


S = TypeVar("S", bound=GameState)


@mypyc_attr(allow_interpreted_subclasses=True)  # a game need not be compiled where the kernel is
class Machine(Generic[S]):
    """One state while it is being changed, and the events of the change.

    ``frame_handlers`` maps a frame's kind to the function that runs it. The function is called as long as the
    frame is on top; each call must change something, pop, push, ask or wait.
    """

    frame_handlers: ClassVar[dict[str, Callable[[Any, Frame], None]]] = {}

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []
        self.memo: dict[Any, Any] | None = None
        """Remembered answers about the state; None while they can change."""

    # events

    def emit(self, event: Event) -> None:
        """Record that something happened."""
        self.events.append(event)

    # frames

    def push(self, frame: Frame) -> Frame:
        """Put a frame on top of the stack; it runs before the frames below continue."""
        if len(self.state.frames) >= MAX_PENDING_FRAMES:
            raise InvariantError(f"more than {MAX_PENDING_FRAMES} frames pending")
        self.state.frames.append(frame)
        return frame

    def pop(self, frame: Frame) -> None:
        """End a frame, which must be the one on top."""
        top = self.state.frames.pop()
        if top is not frame:
            raise InvariantError(f"{frame.kind} ended below {top.kind}")

    def check_state_based_actions(self, top: Frame) -> bool:
        """Do what takes precedence over frames, e.g. end a won game; return True if anything was done."""
        return False

    def run(self) -> None:
        """Run frames until there is a prompt, an open window or no more work, or the game ends."""
        state = self.state
        steps = 0
        while steps < MAX_FRAME_STEPS:  # compiled, a range makes an object for each number
            steps += 1
            if state.prompt is not None or state.over or not state.frames:
                return
            top = state.frames[-1]
            if self.check_state_based_actions(top):
                continue
            if top.window is not None:
                return
            self.run_frame(top)
        raise InvariantError(f"no end after {MAX_FRAME_STEPS} steps; on top: {state.frames[-1].kind}")

    def run_frame(self, top: Frame) -> None:
        """Run the frame on top once, until it is done for now or has asked something."""
        try:
            self.frame_handlers[top.kind](self, top)
        except Asked:
            return

    # waiting

    def ask(
        self,
        frame: Frame,
        key: str,
        seat: int,
        ask: str,
        slot: Slot,
        *,
        seconds: int,
        default: tuple[Pick, ...] | None = None,
        card: int = -1,
        always: bool = False,
    ) -> tuple[Pick, ...] | None:
        """Return the answer stored under ``key``, or open a prompt and return None.

        On None the caller returns to the loop; it is called again when the answer is there, so it must not
        have changed anything before it asks. If there is no choice, the question is answered without a
        prompt unless ``always``. By default the answer when time runs out is the first ``least`` candidates.
        """
        if key in frame.vars:
            got = frame.vars[key]
            assert isinstance(got, tuple)
            return got
        if len(slot.options) <= slot.least and not always:
            answer = tuple(slot.options)
            frame.vars[key] = answer
            return answer
        state = self.state
        state.serial += 1
        if default is None:
            default = slot.options[: slot.least]
        state.prompt = Prompt(seat, ask, slot, key, state.serial, seconds, default, card)
        return None

    def answer(self, picks: tuple[Pick, ...]) -> None:
        """Answer the open prompt; the frame that asked is on top."""
        state = self.state
        assert state.prompt is not None
        state.frames[-1].vars[state.prompt.key] = picks
        state.prompt = None

    def open_window(self, frame: Frame, kind: str, awaited: int, seconds: int) -> None:
        """Let the frame wait until the awaited seats have passed or time is up."""
        self.state.serial += 1
        frame.window = Window(kind, awaited, seconds, self.state.serial)

    def reopen(self, window: Window) -> None:
        """Take back all passes after something material happened (R-330)."""
        self.state.serial += 1
        window.serial = self.state.serial
        window.passed = 0
        window.reopened += 1

    @property
    def window(self) -> Window | None:
        """The window that is open now: none while a prompt is unanswered."""
        state = self.state
        if state.prompt is not None or not state.frames:
            return None
        return state.frames[-1].window
