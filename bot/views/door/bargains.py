"""Bargaining in a combat: what is offered to whom, what would come of it, and what they said."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.event_names import EventNames
from bot.views.base.parts import Bargaining, OfferAnswers, OpenOffer, QuickTerm
from bot.views.base.text import listed, plural
from bot.views.door.forecast import helped_score
from bot.views.door.outcomes import is_bad_deal
from bot.views.door.seen import view_of
from bot.views.door.words.reasons import reason_said
from bot.views.door.words.vocabulary import DOOR_EVENTS
from bot.views.table import story
from bot.views.table.bargaining import asked_since, one_treasure
from bot.views.table.story import StoryLine
from cards.door.combat_events import (
    CombatStarted,
    HelperJoined,
    HelpOffered,
    HelpRefused,
    ReasonGiven,
    TruceEnded,
    TruceMade,
    TruceOffered,
)
from cards.door.help import ALL_TREASURES
from cards.door.state import Truce
from cards.door.view_types import DoorCombatView, DoorOfferView
from cards.kernel.events import Event
from cards.kernel.moves import Move, Pick, Picks

PICK_ORDER_TEXTS = {
    "helper": "{helper} first",
    "fighter": "{fighter} first",
    "alternating": "{helper} first, then in turn",
    "fighter_alternating": "{fighter} first, then in turn",
    "lot": "by lot",
}
"""How the Treasures are shared out, with who picks."""

ANSWER_EVENTS = (HelpRefused, HelperJoined, TruceMade, TruceEnded)
"""What came of offers."""

MAX_TOLD = 2
"""Lines about what came of earlier offers."""


def bargaining(view: TableView) -> Bargaining | None:
    """Return what is being bargained for in this fight; None where no offer is open."""
    combat = view_of(view).combat
    if combat is None:
        return None
    found: list[OpenOffer] = []
    for offer in combat.offers:
        told = _outcome(view, combat, offer)
        line = _offer_line(view, combat, offer)
        found.append(OpenOffer(offer.number, offer.to, line, told, is_bad_deal(told)))
    found += [OpenOffer(each.number, each.to, _truce_line(view, each)) for each in combat.truce_offers]
    return Bargaining(tuple(found), asked_since(view, CombatStarted, _asked)) if found else None


def _asked(event: Event) -> int:
    return event.to if isinstance(event, HelpOffered | TruceOffered) else -1


def _told(view: TableView) -> list[str]:
    """Tell what came of the latest offers in this fight."""
    began = story.scene_start(view)
    lines = story.tell(view, view.past, began - 1, joining=False)
    found = [line for line in lines if isinstance(line.events[0], ANSWER_EVENTS)]
    return [_answer(view, line) for line in found[-MAX_TOLD:]]


def _answer(view: TableView, line: StoryLine) -> str:
    """Tell an answer; a refusal with its reason in the words of who refuses."""
    match line.events:
        case (HelpRefused(), ReasonGiven() as reason):
            said = reason_said(reason, EventNames(str, str, number=line.number + 1))
            return f"🙅 **{naming.name(view.table, reason.seat)}**: {said}"
        case _:
            return line.text


def _said(view: TableView, seat: int, to: int) -> str:
    """Return what a seat said with its latest offer to another one: a reason or a line; empty if nothing."""
    for revision in reversed(view.past):
        for number, event in reversed(list(revision.numbered())):
            match event:
                case CombatStarted():
                    return ""
                case ReasonGiven() if (event.seat, event.to) == (seat, to):
                    return f". {reason_said(event, EventNames(str, str, number=number))}"
                case HelpOffered() | TruceOffered() if (event.seat, event.to) == (seat, to):
                    return story.said(view.table, revision.revision)
                case _:
                    pass
    return ""


def _offer_line(view: TableView, combat: DoorCombatView, offer: DoorOfferView) -> str:
    by = naming.name(view.table, offer.by)
    helps = offer.to == combat.fighter
    says = "I will help" if helps else "help me"
    if offer.countered:
        says = "no, but I will help" if helps else "no, but help me"
    share = _share(view, offer, *(("I", "you") if helps else ("you", "I")))
    return f"🤝 **{by}**: {says} {share}{_said(view, offer.by, offer.to)}"


def _truce_line(view: TableView, offer: Truce) -> str:
    by = naming.name(view.table, offer.by)
    items = listed(naming.card_name(view, card) for card in offer.items)
    said = _said(view, offer.by, offer.to)
    if offer.by == offer.payer:
        return f"🕊️ **{by}**: {items} for you if you do nothing against us{said}"
    return f"🕊️ **{by}**: I will do nothing against you for {items}{said}"


def _outcome(view: TableView, combat: DoorCombatView, offer: DoorOfferView) -> str:
    """Say how the fight would stand with this help."""
    return helped_score(view, offer.by if offer.to == combat.fighter else offer.to)


def own_lines(view: TableView, combat: DoorCombatView) -> list[str]:
    """Say what the reader is asked, and who is still thinking about what they have asked."""
    lines: list[str] = []
    for offer in combat.offers:
        if offer.to == view.seat:
            outcome = _outcome(view, combat, offer)
            lines.append(_offer_line(view, combat, offer) + (f" · **{outcome}**" if outcome else ""))
    lines += [_truce_line(view, each) for each in combat.truce_offers if each.to == view.seat]
    asking = [offer.by for offer in _open(combat) if offer.to == view.seat]
    lines += [grudge for seat in dict.fromkeys(asking) if (grudge := grudge_against(view, seat))]
    thinking = [offer.to for offer in _open(combat) if offer.by == view.seat]
    if thinking:
        names = listed(f"**{naming.name(view.table, seat)}**" for seat in dict.fromkeys(thinking))
        lines.append(f"-# ⏳ Still thinking about your offer: {names}")
    return lines


def _open(combat: DoorCombatView) -> list[DoorOfferView | Truce]:
    return [*combat.offers, *combat.truce_offers]


def answers(view: TableView) -> OfferAnswers:
    """Return how the reader may answer what they are offered in this fight."""
    combat = view_of(view).combat
    if combat is None:
        return OfferAnswers()

    def moves(*verbs: str) -> tuple[Move, ...]:
        return tuple(move for move in view.moves if move.verb in verbs)

    helpers = any(offer.to == view.seat for offer in combat.offers)
    payers = [offer.by for offer in combat.truce_offers if offer.to == view.seat]
    truces = tuple(move for move in moves("offer_truce") if move.ability in payers)
    refuse = moves("refuse_help", "refuse_truce")
    return OfferAnswers(
        "help",
        frozenset(move.ability for move in refuse),
        moves("accept_help", "accept_truce"),
        refuse,
        (*(moves("ask_help", "offer_help") if helpers else ()), *truces),
    )


def quick_terms(view: TableView, move: Move, picks: Picks) -> list[QuickTerm]:
    """Return the changes to the terms of a bargain that are asked for most, each one tap."""
    names = [slot.name for slot in move.slots]
    haggles = move.verb == "ask_help" and _is_offered_help(view)
    # The last amount is "all", as many as the one before.
    found = one_treasure(move, picks, ALL_TREASURES, less=haggles)
    if "order" in names:
        place = names.index("order")
        wanted = "fighter" if move.verb == "ask_help" else "helper"
        if (picks[place] or ("helper",)) != (wanted,):
            found.append(QuickTerm("I pick first", (*picks[:place], (wanted,), *picks[place + 1 :])))
    return found


def _is_offered_help(view: TableView) -> bool:
    """Return True if somebody would help the reader for a price, which they want lower and not higher."""
    combat = view_of(view).combat
    return combat is not None and any(offer.to == view.seat for offer in combat.offers)


def grudge_against(view: TableView, seat: int) -> str:
    """Remind the reader of how often a seat has struck them; empty where that was once at most."""
    struck = [
        past
        for past in view.past
        if past.seat == seat and view.seat in DOOR_EVENTS.struck(past.events, seat)
        # Offers strike nobody, though they call.
        if DOOR_EVENTS.hold_s(past.events) > 0
    ]
    how_often = f"{len(struck)} times" if len(struck) > 2 else "twice"
    return f"-# 🗡️ **{naming.name(view.table, seat)}** has struck you {how_often}." if len(struck) > 1 else ""


def offers(view: TableView, combat: DoorCombatView) -> list[str]:
    """List the bargains on the table."""
    helping = [f"**{naming.name(view.table, combat.helper)}** is helping."] if combat.helper >= 0 else []
    lines = [*helping, *(f"• {bargain(view, offer)}" for offer in combat.offers)]
    lines += [f"• {truce(view, each)}" for each in combat.truces]
    lines += [f"• {truce(view, each)} (offered)" for each in combat.truce_offers]
    lines += [f"-# {line}" for line in _told(view)]
    if any(offer.to == view.seat for offer in _open(combat)):
        lines.append("-# An offer of your own to the same person takes the place of theirs.")
    if any(move.verb == "offer_truce" for move in view.moves):
        lines.append("-# 🕊️ A truce: an Item for doing nothing against the party until this fight is over.")
    return lines or ["-# No bargains yet."]


def truce(view: TableView, found: Truce) -> str:
    """Say in a sentence who gives what for whose keeping out of the fight."""
    bystander = found.by if found.to == found.payer else found.to
    payer, idle = (naming.name(view.table, seat) for seat in (found.payer, bystander))
    items = listed(naming.card_name(view, card) for card in found.items)
    return f"🕊️ {items} from **{payer}** if **{idle}** does nothing against the party"


def terms(offer: DoorOfferView) -> dict[str, tuple[Pick, ...]]:
    """Return the terms of a bargain as what they would be filled with, but for secret promises."""
    numbers = tuple(str(number) for number in offer.numbers)
    return {
        "seats": (offer.by,),
        "treasures": (ALL_TREASURES if offer.treasures < 0 else str(offer.treasures),),
        "order": numbers or (offer.order,),
        "items": offer.items,
        "condition": (offer.condition,) if offer.items else (),
        "pays": offer.pays,
    }


def bargain(view: TableView, offer: DoorOfferView) -> str:
    """Say in a sentence what is offered for help."""
    by, to = (f"**{naming.name(view.table, seat)}**" for seat in (offer.by, offer.to))
    combat = view_of(view).combat
    if combat is not None and offer.to == combat.fighter:
        return f"{by} would help {to} {_share(view, offer, by, to)}"
    return f"{by} asks {to} for help {_share(view, offer, to, by)}"


def _does(who: str, verb: str) -> str:
    """Join somebody and a verb, which takes an s behind a name."""
    return f"{who} {verb}" if who in ("I", "you") else f"{who} {verb}s"


def _share(view: TableView, offer: DoorOfferView, helper: str, fighter: str) -> str:
    """Say what the help is for, with what the sentence calls the helper and the fighter."""
    parts: list[str] = []
    if offer.treasures < 0:
        parts.append("all Treasures")
    elif offer.treasures:
        combat = view_of(view).combat
        pool = plural(0 if combat is None else combat.treasures, "Treasure")
        parts.append(f"{offer.treasures} of {pool}")
    parts += [naming.card_name(view, card) for card in offer.items]
    if offer.promises:
        parts.append("a promise to play " + listed(naming.card_name(view, c) for c in offer.promises))
    elif offer.promised:
        parts.append(f"a promise to play {plural(offer.promised, 'hand card')}")
    share = listed(parts) or "nothing but thanks"
    order = PICK_ORDER_TEXTS.get(offer.order, offer.order)
    order = order.format(helper=_does(helper, "pick"), fighter=_does(fighter, "pick"))
    if offer.numbers:
        order = "number " + listed(str(number) for number in offer.numbers)
    picking = f" ({order})" if offer.treasures > 0 else ""
    pays = listed(naming.card_name(view, card) for card in offer.pays)
    paid = f", and {_does(helper, 'pay')} {pays} to join" if pays else ""
    when = ", even if the fight is lost" if offer.condition not in ("", "won") else ""
    return f"for {share}{picking}{paid}{when}"


def asked_seats(view: TableView) -> frozenset[int]:
    """Return the seats to which somebody offers a trade."""
    return frozenset(trade.to for trade in view_of(view).trades)


def offer_name(view: TableView, move: Move) -> str:
    """Name the offer that the move accepts, refuses or withdraws."""
    game_view, combat = view_of(view), view_of(view).combat
    what, offers = "trade", [(trade.number, trade.by, trade.to) for trade in game_view.trades]
    if combat is not None:
        for kind, found in (("truce", combat.truce_offers), ("bargain", combat.offers)):
            if any(offer.number == move.ability for offer in found):
                what, offers = kind, [(offer.number, offer.by, offer.to) for offer in found]
    for number, by, to in offers:
        if number == move.ability:
            whose = naming.raw_name(view.table, to if by == view.seat else by)
            return f"my {what} for {whose}" if by == view.seat else f"{whose}’s {what}"
    return f"the {what}"


def first_picks(view: TableView, move: Move) -> Mapping[str, tuple[Pick, ...]]:
    """Begin an offer to somebody who has made one with the terms of theirs."""
    game_view = view_of(view)
    if move.verb == "offer_trade":
        pair = (move.ability, view.seat)
        trade = next((trade for trade in game_view.trades if (trade.by, trade.to) == pair), None)
        return {} if trade is None else {"gives": trade.wants, "wants": trade.gives}
    if move.verb not in ("ask_help", "offer_help") or game_view.combat is None:
        return {}
    offer = next((offer for offer in game_view.combat.offers if offer.to == view.seat), None)
    return {"treasures": ("1",)} if offer is None else terms(offer)
