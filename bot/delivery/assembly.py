"""The parts of delivery put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.delivery.attention import Attention, Slack
from bot.delivery.background_tasks import BackgroundTasks
from bot.delivery.changes import SurfaceChanges
from bot.delivery.channels import Channels
from bot.delivery.delivery_failures import ClockPauser, DeliveryFailures
from bot.delivery.live_replies import LiveReplies, ReplyWriter
from bot.delivery.people import People, Waits
from bot.delivery.renderer import EndingLines, SurfaceRenderer
from bot.delivery.scheduler import Scheduler, ShownClock
from bot.delivery.service import ScreenService
from bot.delivery.surface_delivery import SurfaceDelivery
from bot.delivery.surfaces import Surfaces
from bot.delivery.wire import Wire
from bot.delivery.writer import MessageWriter
from bot.store.api import Store
from bot.tables.game_kinds import GameLookup
from bot.tables.observer import Observer
from bot.tables.service import TableService


@dataclass(frozen=True, slots=True)
class Delivery:
    """The ends of delivery: what listens to tables, what draws, and what the cogs may ask."""

    changes: SurfaceChanges
    renderer: SurfaceRenderer
    scheduler: Scheduler
    screens: ScreenService


def assemble_delivery(
    wire: Wire,
    tables: TableService,
    games: GameLookup,
    store: Store,
    *,
    clock: Callable[[], float],
    monotonic: Callable[[], float] | None = None,
    call_delay_s: float = 4.0,
    batch_delay_s: float = 0.3,
    dm_interval_s: float = 1.0,
    slack: Slack | None = None,
    clock_pauser: ClockPauser | None = None,
    ending_lines: EndingLines | None = None,
    surfaces: Surfaces | None = None,
    make_screens: Callable[..., ScreenService] = ScreenService,
    observer: Observer | None = None,
) -> Delivery:
    """Put delivery together. It starts nothing before a table changes.

    ``clock`` gives seconds since 1970, ``monotonic`` seconds that never jump. ``call_delay_s`` pass before
    somebody is mentioned: people who are there act sooner. A change waits ``batch_delay_s`` for the next one.
    ``surfaces`` and ``make_screens`` are given where another process shows some of the tables.
    """
    monotonic = monotonic or clock
    observer = observer or Observer()
    background, shown_clock = BackgroundTasks(), ShownClock(monotonic, observer.on_shown)
    attention = Attention(monotonic, slack or Slack())
    waits = Waits(attention.last_press_at, monotonic, call_delay_s)
    people = People(store, clock)
    surfaces = surfaces or Surfaces(store)
    channels, replies = Channels(wire, monotonic, dm_interval_s), LiveReplies(monotonic)
    failures = DeliveryFailures(tables, people, clock_pauser)
    renderer = SurfaceRenderer(tables, games, store, waits, people, replies, failures.unseen, ending_lines)
    delivery = SurfaceDelivery(
        renderer.render,
        surfaces,
        channels,
        MessageWriter(wire, surfaces, channels, clock=clock, monotonic=monotonic),
        ReplyWriter(wire, replies, channels.limiter, monotonic),
        failures,
        monotonic=monotonic,
        batch_delay_s=batch_delay_s,
    )
    scheduler = Scheduler(
        delivery,
        surfaces,
        monotonic=monotonic,
        batch_delay_s=batch_delay_s,
        is_live=tables.is_live,
        shown_clock=shown_clock,
    )
    changes = SurfaceChanges(tables, scheduler, channels, attention, waits, background, replies, shown_clock)
    failures.on_unseen = changes.tell_host
    screens = make_screens(
        store, changes, renderer, scheduler, channels, attention, people, background, replies, failures.unseen
    )
    screens.note_answered = observer.on_press
    return Delivery(changes, renderer, scheduler, screens)
