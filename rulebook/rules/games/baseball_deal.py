"""Baseball: who deals, and what is dealt where.

| article | says | rule |
| --- | --- | --- |
| baseball/dealer | who deals | ``wrong_dealer`` |
| baseball/deal | the deal | ``wrong_face_in_the_deal``, ``last_card_face_up`` ... |
| baseball/no-burn | no burn cards | ``burned_by_habit``, ``burn_passed_by`` ... |
| baseball/stock | only the dealer deals | ``helped_himself``, ``taken_card_seen`` |
| baseball/regather | all cards back | ``cards_missing`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.judging.scopes import Book
from adjudicator.log.events import AttentionCalled, DeckFaultFound
from adjudicator.play.betting.outcomes import BET_STAYS
from adjudicator.play.deal.findings import (
    BurnExtra,
    BurnPassedBy,
    CutBy,
    LastCardUp,
    PlayerTookCard,
    WrongFace,
)
from adjudicator.play.deal.outcomes import MISDEAL_REDEAL
from adjudicator.play.muck.outcomes import HAND_FOULED
from adjudicator.play.patterns import Pattern
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES
from adjudicator.table import deal_plan
from adjudicator.table.hand import Hand
from rulebook.rules.general import misdeals
from rulebook.rules.shared import (
    REDEAL,
    answer,
    established,
    rule,
    rulings_so_far,
    seats_of,
    standing_under,
)
from rulebook.rules.stud import stud

# The deal and its betting round come before the first of the later streets.
LATER_STREETS = 2

# --- The deal ----------------------------------------------------------------------

DEALER = (*misdeals.BUTTON, "wrong_dealer")


@rule(
    "baseball/dealer",
    about=DEALER,
    displaces=(Book("rrop-misdeal"), "rrop-irregularities/1", Book("rrop-button-blind")),
)
def wrong_dealer(now: Moment[AttentionCalled]) -> Ruling | None:
    """The deal rotates left; a wrong dealer gives way until cards are seen, then it stands."""
    hand, due = now.was, now.was.positions.button_due
    if hand.ended or not hand.on:
        return None
    if due is None or due == hand.button:
        return answer(now, f"seat {hand.button} deals as it should", "")
    facts = (
        Fact(hand.started, f"seat {hand.button} deals; it is the turn of seat {due}"),
        Fact(now.seq, "no card has been seen" if not _seen(hand) else "cards have been seen"),
    )
    start = {"type": "hand_started", "button": due}
    if not hand.dealt:
        fix = DEALER_CORRECTS(due, button=due)
        return Ruling(outcomes=(fix,), seats=(due,), because=facts, say=f"seat {due} deals")
    next_time = DEALER_CORRECTS(due, button=due, by=(start,))
    if not _seen(hand):
        redeal = MISDEAL_REDEAL(button=due)
        return Ruling(
            outcomes=(redeal, next_time), seats=(due,), because=facts, cites=("rrop-misdeal/1g",)
        )
    stands = Option((BET_STAYS(),), presumed=True, label="the hand stands")
    return Ruling(
        outcomes=(FLOOR_DECIDES(), next_time),
        seats=(due,),
        certainty=FLOOR,
        options=(
            stands,
            Option((MISDEAL_REDEAL(button=due),), label=f"seat {due} deals anew"),
        ),
        factors=("how far the hand has gone", "what has been seen"),
        because=facts,
        cites=("rrop-irregularities/1",),
        say=f"the next deal is seat {due}'s",
    )


def _seen(hand: Hand) -> bool:
    return bool(hand.action.first or hand.deck.exposed or any(s.ups for s in hand.seats.values()))


@rule(
    "baseball/deal",
    about=(*misdeals.ORDER, *misdeals.FIRST, *misdeals.STRAY),
    displaces=(Book("rrop-misdeal"),),
)
def street_to_the_wrong_seats(now: Moment[AttentionCalled]) -> Ruling | None:
    """On a later street cards that went to the wrong seats are moved while nobody has acted."""
    hand = now.hand
    moves = _wrong_seats(hand)
    if hand.stage < LATER_STREETS or not hand.on or hand.action.on_street or not moves:
        return None
    outcomes = tuple(
        DEALER_CORRECTS(
            to,
            card=card,
            by=({"type": "card_moved", "card": card, "from": by, "to": to},),
        )
        for card, by, to in moves
    )
    facts = (
        Fact(hand.seen[moves[0][0]], "the street went to the wrong seats"),
        Fact(now.seq, "nobody had acted on it"),
    )
    return Ruling(outcomes=outcomes, seats=tuple(to for _, _, to in moves), because=facts)


def _wrong_seats(hand: Hand) -> list[tuple[str, int, int]]:
    """Every upcard of this street that lies with another seat than the one it was due to."""
    came = sorted(
        (hand.seen[card], seat, card)
        for seat in hand.live
        for card in hand.seats[seat].up[-1:]
        if hand.seen.get(card, 0) > hand.street_closed
    )
    line = hand.live
    if len(came) > len(line) or any(hand.seats[s].bonus_cards.earned for s in line):
        return []
    pairs = zip(came, line, strict=False)
    return [(card, seat, due) for (_, seat, card), due in pairs if seat != due]


@rule("baseball/deal", about=misdeals.ORDER, displaces=(Book("rrop-misdeal"),))
def packets(now: Moment[AttentionCalled]) -> Ruling | None:
    """Down cards dealt two at a time are accepted, unless the house wants them one by one."""
    hand = now.hand
    accepted = now.policy.stud_packet_deal == "accepted"
    if hand.street > 1 or hand.deal.off_order or not accepted or not hand.on:
        return None
    return answer(now, "the cards went round in order, singly or in packets", "")


@rule("baseball/deal", on=CutBy)
def cut_on_the_right(now: Moment[CutBy]) -> Ruling | None:
    """The player on the dealer's right cuts; until the first card another cut is put right."""
    found = now.trigger
    if now.hand.dealt:
        return None
    outcome = DEALER_CORRECTS(found.due, by=({"type": "cut", "seat": found.due},))
    fact = Fact(now.seq, f"seat {found.seat} cut; it is for seat {found.due}")
    return Ruling(outcomes=(outcome,), seats=(found.due,), because=(fact,))


@rule("baseball/deal", on=WrongFace, cites=("rrop-stud/5",), displaces=(Book("rrop-stud"),))
def wrong_face_in_the_deal(now: Moment[WrongFace]) -> Ruling | None:
    """An upcard dealt face down is turned up; a downcard dealt face up is kept."""
    return stud.face_put_right(now)


@rule(
    "baseball/deal",
    on=LastCardUp,
    cites=("rrop-stud/16", "rrop-stud/17"),
    displaces=("rrop-stud/16", "rrop-stud/17", "tda-rp/10"),
)
def last_card_face_up(now: Moment[LastCardUp]) -> Ruling:
    """A last card face up is kept as a down card all have seen; it earns and starts nothing."""
    return stud.last_card_kept(now, "it counts as a down card that everybody has seen")


@rule("baseball/no-burn", on=BurnExtra, displaces=("rrop-irregularities/16",))
def burned_by_habit(now: Moment[BurnExtra]) -> Ruling | None:
    """No cards are burned: one burned by habit is the next card due and goes where it belongs."""
    if now.trigger.game_burns:
        return None
    card = deal_plan.due(now.hand)
    seat = card.to if card is not None and isinstance(card.to, int) else None
    by: tuple[Pattern, ...] = ()
    if seat is not None:
        by = ({"type": "card_moved", "from": "burn", "to": seat},)
    fact = Fact(now.seq, "a card was burned; this game burns none")
    return Ruling(
        outcomes=(DEALER_CORRECTS(seat, by=by),),
        seats=seats_of(seat),
        because=(fact,),
        say="the burned card is the next card due",
    )


@rule("baseball/no-burn", on=BurnPassedBy)
def burn_passed_by(now: Moment[BurnPassedBy]) -> Ruling:
    """Once later cards are out, a card burned by mistake stays where it is by default."""
    facts = (
        Fact(now.trigger.burn, "a card was burned; this game burns none"),
        Fact(now.seq, "the next card was dealt before that was put right"),
    )
    stands = Option((BET_STAYS(),), presumed=True, label="all cards stand")
    moved = Option((DEALER_CORRECTS(),), label="the cards are moved to where they belong")
    return Ruling(
        outcomes=(FLOOR_DECIDES(),),
        certainty=FLOOR,
        options=(stands, moved),
        factors=("which cards have been looked at", "whether the order can be restored"),
        because=facts,
    )


@rule("baseball/no-burn", about=("burn_error",))
def burn_pointed_out(now: Moment[AttentionCalled]) -> Ruling:
    """A burn pointed out is answered as it was ruled; without one there is nothing wrong."""
    found = [r for r in rulings_so_far(now) if r.rule == "baseball/no-burn"]
    return found[-1] if found else answer(now, "no card was burned", "this game burns no cards")


@rule("baseball/stock", on=PlayerTookCard)
def helped_himself(now: Moment[PlayerTookCard]) -> Ruling:
    """Only the dealer deals: a card a player took goes back unseen, else the floor decides."""
    found = now.trigger
    seat = found.by
    fact = Fact(now.seq, f"seat {seat} took a card from the stock")
    where = found.to if isinstance(found.to, int) else seat
    if not found.up or found.due:
        pattern = {"type": "card_moved", "from": where, "to": "stub"}
        back = DEALER_CORRECTS(seat, by=(pattern,))
        return Ruling(outcomes=(back,), seats=(seat,), because=(fact,), say="the dealer deals it")
    return _fouled_or_back(seat, fact, Fact(now.seq, "the card has been seen"))


def _fouled_or_back(seat: int, *because: Fact) -> Ruling:
    foul = (HAND_FOULED(seat), BET_STAYS(seat))
    moved = {"type": "card_moved", "from": seat, "to": "stub"}
    back = (DEALER_CORRECTS(seat, by=(moved,)),)
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(
            Option(foul, presumed=True, label="the hand is fouled"),
            Option(back, label="the card goes back"),
        ),
        factors=("whether the card was seen", "whether it can still be identified"),
        because=because,
    )


@rule("baseball/stock", about=("stock",))
def taken_card_seen(now: Moment[AttentionCalled]) -> Ruling | None:
    """A card a player took and looked at is for the floor; the hand is presumed fouled."""
    event = now.trigger
    seat = event.seat
    standing = standing_under(now, "baseball/stock", seat)
    if standing is None or seat is None or established(now, "untouched") is not False:
        return standing
    return _fouled_or_back(seat, Fact(now.seq, f"seat {seat} has looked at the card it took"))


@rule("baseball/regather", on=DeckFaultFound, displaces=("rrop-irregularities/10",))
def cards_missing(now: Moment[DeckFaultFound]) -> Ruling | None:
    """All cards are gathered for a deal; some missing before action make it void."""
    event, hand = now.trigger, now.was
    if event.fault not in ("missing", "short") or not hand.on or hand.action.first:
        return None
    facts = (
        Fact(now.seq, "the deck is not whole"),
        Fact(now.seq, "it was found before anyone acted"),
    )
    return Ruling(
        outcomes=REDEAL,
        because=facts,
        considered=(Weighed("rrop-irregularities/10", "nobody had acted"),),
    )


RULES = (
    wrong_dealer,
    street_to_the_wrong_seats,
    packets,
    cut_on_the_right,
    wrong_face_in_the_deal,
    last_card_face_up,
    burned_by_habit,
    burn_passed_by,
    burn_pointed_out,
    helped_himself,
    taken_card_seen,
    cards_missing,
)
