"""Baseball, seven-card stud for the home table: what its own articles add or change.

| article | says | rule |
| --- | --- | --- |
| baseball/players-deck | two to six players, 52 cards | ``two_to_six`` |
| baseball/wilds | threes and nines are wild | ``wild_as_they_are``, the hand reader |
| baseball/exposed-four | an exposed four earns a card | ``bonus_missed``, ``bonus_claimed`` ... |
| baseball/hidden-four | a hidden four earns nothing | ``nothing_for_a_hidden_four`` ... |
| baseball/no-payments | nothing is paid for cards | ``payment_back``, ``no_payment_due`` |
| baseball/units | balances may go below zero | ``no_all_ins``, ``below_zero_is_fine`` |
| baseball/dealer | who deals | ``wrong_dealer`` |
| baseball/ante | ante of one | ``antes_before_cards``, ``ante_of_wrong_size`` ... |
| baseball/deal | the deal | ``wrong_face_in_the_deal``, ``last_card_face_up`` ... |
| baseball/no-burn | no burn cards | ``burned_by_habit``, ``burn_passed_by`` ... |
| baseball/rounds, round-end | five rounds, each to its end | ``street_too_early`` |
| baseball/stock | only the dealer deals | ``helped_himself`` |
| baseball/first-to-act | best upcards start | ``best_upcards_start``, ``wrong_start`` |
| baseball/limits | bet one, three raises | ``one_unit``, ``three_raises`` |
| baseball/actions | match, raise or fold | ``check_facing_a_bet``, ``too_little``, ``too_much`` |
| baseball/fold | out of the hand | ``card_for_a_folded_seat``, ``folded_cannot_win`` |
| baseball/best-five | how many cards | ``wrong_number_of_cards`` |
| baseball/ties | exact fractions | ``shared_exactly`` |
| baseball/uncontested, showdown | who shows | ``need_not_show``, ``survivors_show`` ... |
| baseball/session | eight pots | ``session_over``, ``left_early`` ... |
| baseball/regather | all cards back | ``cards_missing`` |
| baseball/profiles | variants beforehand | ``no_variant_in_mid_deal`` ... |

How hands and upcards are ranked (exposed-ranking, wild-use, hand-order, compare) is played
by the hand reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator import dealing, showdown
from adjudicator.events import (
    Announced,
    AttentionCalled,
    DeckFaultFound,
    HandCounted,
    Mucked,
    PlayerLeft,
    PotAwarded,
    Shown,
)
from adjudicator.findings import (
    ActedOutOfTurn,
    AllInForbidden,
    AntesMissing,
    AwardDiffers,
    BonusMissed,
    BurnExtra,
    BurnPassedBy,
    CardExposed,
    CheckedFacingBet,
    CutBy,
    DealtOut,
    Decided,
    LastCardUp,
    OverCall,
    PlayerTookCard,
    PostWrong,
    PrematureCard,
    RaiseOverCap,
    SessionOver,
    ShortCall,
    StartedAgainst,
    StartedByOther,
    StarterDiffers,
    WordsAndChipsDiffer,
    WrongAmount,
    WrongFace,
)
from adjudicator.rules import FLOOR, Fact, Moment, Option, Outcome, Ruling, Weighed
from adjudicator.seats import clockwise
from adjudicator.state import Hand
from adjudicator.wire import exact
from rulebook.making import rule, rulings_so_far
from rulebook.rules import misdeals, stud

CLAIMED_WILDS = ("wild_cards", "wild_card", "wilds")
FIXED_AT_THE_DEAL = ("variant", "wild_cards", "stakes")


def _one(seat: int | None) -> tuple[int, ...]:
    return () if seat is None else (seat,)


def _answer(now: Moment, fact: str, say: str, *more: Outcome) -> Ruling:
    """A claim that is refused: nothing irregular, and why."""
    seat = now.trigger.seat
    return Ruling(
        outcomes=(Outcome("no_irregularity", seat=seat), *more),
        seats=_one(seat),
        because=(Fact(now.seq, fact),),
        say=say,
    )


def _standing(now: Moment, rule_id: str, seat: int | None) -> Ruling | None:
    """The last ruling under this article on this seat that is still open."""
    found = [
        r
        for r in rulings_so_far(now)
        if r.rule == rule_id and r.status == "open" and (seat is None or seat in r.seats)
    ]
    return found[-1] if found else None


# --- The table ---------------------------------------------------------------------


@rule("baseball/players-deck", StartedAgainst, displaces=("rrop-misc",))
def two_to_six(now: Moment) -> Ruling | None:
    """Two to six players are dealt in; a seventh is put right before the deal."""
    found = now.trigger
    if found.what != "players":
        return None
    fact = Fact(now.seq, f"{found.found} players are dealt in; the most is {found.due}")
    return Ruling(outcomes=(Outcome("dealer_corrects"),), because=(fact,))


@rule("baseball/wilds", AttentionCalled, about=CLAIMED_WILDS)
def wild_as_they_are(now: Moment) -> Ruling:
    """Every three and every nine is wild, up or down; no claim against it is heard."""
    return _answer(now, "a three or nine was said not to be wild", "threes and nines are wild")


@rule("baseball/units", AllInForbidden)
def no_all_ins(now: Moment) -> Ruling:
    """Units have no cash value: there are no all-ins, the full amount is owed."""
    seat = now.trigger.move.seat
    return Ruling(
        outcomes=(Outcome("action_void", seat=seat),),
        seats=(seat,),
        because=(Fact(now.seq, "an all-in was declared"),),
        say="the whole amount is owed, or the hand is folded",
    )


@rule("baseball/units", AttentionCalled, about=("balance", "units", "all_in", "side_pot"))
def below_zero_is_fine(now: Moment) -> Ruling:
    """A balance may fall below zero; nobody is all-in for it and there is no side pot."""
    return _answer(now, "a balance was questioned", "a balance may go below zero")


@rule("baseball/session", SessionOver)
def session_over(now: Moment) -> Ruling:
    """After the agreed number of resolved pots the balances are compared, ties share places."""
    found = now.trigger
    told = [f"place {one.place}: seat {one.seat} with {one.balance}" for one in found.places]
    fact = Fact(now.seq, f"{found.pots} pots of {found.length} are resolved")
    say = f"the session is over; {'; '.join(told)}"
    return Ruling(outcomes=(Outcome("warning"),), because=(fact,), say=say)


@rule("baseball/session", PlayerLeft)
def left_early(now: Moment) -> Ruling | None:
    """What becomes of a session that a player leaves before its last pot is for the floor."""
    seat = now.event.seat  # type: ignore[attr-defined]
    length = now.profile.session_pots
    if not length or not now.before.number or now.before.resolved_pots >= length:
        return None
    counts = Option(
        (Outcome("bet_stays", seat=seat),), presumed=True, label="the balance counts as it stands"
    )
    return Ruling(
        outcomes=(Outcome("floor_decides", seat=seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(counts, Option((Outcome("warning"),), label="the session ends here")),
        factors=("what the players agreed", "how many pots are still to be played"),
        because=(Fact(now.seq, f"{now.before.resolved_pots} pots of {length} are resolved"),),
    )


@rule("baseball/profiles", Announced)
def no_variant_in_mid_deal(now: Moment) -> Ruling | None:
    """A variant counts only if agreed before the first card; in mid-deal it is refused."""
    event = now.event
    assert isinstance(event, Announced)
    hand = now.before.hand
    late = hand is not None and hand.dealt and hand.on and not hand.ended
    if event.topic not in FIXED_AT_THE_DEAL or not late:
        return None
    if event.topic == "stakes" and event.value == dict(now.profile.stakes):
        return None
    seat = event.by if isinstance(event.by, int) else None
    fact = Fact(now.seq, "it was said after the first card of the deal")
    return Ruling(
        outcomes=(Outcome("action_void", seat=seat),),
        seats=_one(seat),
        because=(fact,),
        say="this deal is played as it began; a change may be agreed for the next",
    )


@rule("baseball/profiles", AttentionCalled, about=("variant",))
def no_variant_claimed(now: Moment) -> Ruling:
    """A variant that was not agreed before the first card does not hold for the deal."""
    return _answer(now, "a variant was claimed", "this deal is played as it began")


# --- Money -------------------------------------------------------------------------


@rule("baseball/no-payments", PostWrong, cites=("baseball/profiles",))
def payment_back(now: Moment) -> Ruling | None:
    """Nobody pays for a card: a payment goes back and the card stays."""
    found = now.trigger
    if found.kind != "payment":
        return None
    seat = found.seat
    outcomes = (
        Outcome("bet_returned", seat=seat, amount=found.amount),
        Outcome("card_keep", seat=seat),
    )
    fact = Fact(now.seq, f"seat {seat} paid {found.amount} for a card")
    return Ruling(outcomes=outcomes, seats=(seat,), because=(fact,))


@rule(
    "baseball/no-payments",
    AttentionCalled,
    about=("payment",),
    cites=("baseball/wilds", "baseball/profiles"),
)
def no_payment_due(now: Moment) -> Ruling:
    """No payment is due for an exposed four, three or nine; the card stays."""
    keep = Outcome("card_keep", seat=now.trigger.seat)
    return _answer(now, "a payment for a card was demanded", "nothing is paid for cards", keep)


@rule("baseball/ante", AntesMissing, displaces=("rrop-stud",))
def antes_before_cards(now: Moment) -> Ruling:
    """Everyone dealt in antes one unit; a missing ante is collected from the balance."""
    found = now.trigger
    fact = Fact(now.seq, "cards were dealt before these seats had anted")
    outcomes = tuple(stud.ante_due(seat, found.due) for seat in found.seats)
    return Ruling(outcomes=outcomes, seats=found.seats, because=(fact,))


@rule("baseball/ante", PostWrong, displaces=("rrop-stud",))
def ante_of_wrong_size(now: Moment) -> Ruling | None:
    """An ante of another size than one unit is put right."""
    return stud.ante_put_right(now)


@rule("baseball/ante", AttentionCalled, about=("missing_ante",))
def ante_pointed_out(now: Moment) -> Ruling | None:
    """A seat that has not anted pays when it is pointed out; its hand stays live."""
    seat = now.trigger.seat
    standing = _standing(now, "baseball/ante", seat)
    if standing is not None or seat not in now.hand.seats:
        return standing
    owed = exact(now.profile.ante - now.seat(seat).ante)
    if owed > 0 and now.hand.on:
        fact = Fact(now.seq, f"seat {seat} has not anted in full")
        return Ruling(outcomes=(stud.ante_due(seat, owed),), seats=(seat,), because=(fact,))
    return _answer(now, f"seat {seat} has anted", "")


# --- The deal ----------------------------------------------------------------------


DEALER = (*misdeals.BUTTON, "wrong_dealer")


@rule(
    "baseball/dealer",
    AttentionCalled,
    about=DEALER,
    displaces=("rrop-misdeal", "rrop-irregularities/1", "rrop-button-blind"),
)
def wrong_dealer(now: Moment) -> Ruling | None:
    """The deal rotates left; a wrong dealer gives way until cards are seen, then it stands."""
    hand, due = now.was, now.was.button_due
    if hand.ended or not hand.on:
        return None
    if due is None or due == hand.button:
        return _answer(now, f"seat {hand.button} deals as it should", "")
    facts = (
        Fact(hand.started, f"seat {hand.button} deals; it is the turn of seat {due}"),
        Fact(now.seq, "no card has been seen" if not _seen(hand) else "cards have been seen"),
    )
    start = {"type": "hand_started", "button": due}
    if not hand.dealt:
        fix = Outcome("dealer_corrects", seat=due, button=due)
        return Ruling(outcomes=(fix,), seats=(due,), because=facts, say=f"seat {due} deals")
    next_time = Outcome("dealer_corrects", seat=due, button=due, by=(start,))
    if not _seen(hand):
        redeal = Outcome("misdeal_redeal", button=due)
        return Ruling(
            outcomes=(redeal, next_time), seats=(due,), because=facts, cites=("rrop-misdeal/1g",)
        )
    stands = Option((Outcome("bet_stays"),), presumed=True, label="the hand stands")
    return Ruling(
        outcomes=(Outcome("floor_decides"), next_time),
        seats=(due,),
        certainty=FLOOR,
        options=(stands, Option((Outcome("misdeal_redeal", button=due),), label="seat redeals")),
        factors=("how far the hand has gone", "what has been seen"),
        because=facts,
        cites=("rrop-irregularities/1",),
        say=f"the next deal is seat {due}'s",
    )


def _seen(hand: Hand) -> bool:
    return bool(hand.first_action or hand.exposed or any(s.ups for s in hand.seats.values()))


@rule(
    "baseball/deal",
    AttentionCalled,
    about=(*misdeals.ORDER, *misdeals.FIRST, *misdeals.STRAY),
    displaces=("rrop-misdeal",),
)
def street_to_the_wrong_seats(now: Moment) -> Ruling | None:
    """On a later street cards that went to the wrong seats are moved while nobody has acted."""
    hand = now.hand
    moves = _wrong_seats(hand)
    if hand.street < 1 or not hand.on or hand.street_actions or not moves:
        return None
    outcomes = tuple(
        Outcome(
            "dealer_corrects",
            seat=to,
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
    if len(came) > len(line) or any(hand.seats[s].bonus for s in line):
        return []
    pairs = zip(came, line, strict=False)
    return [(card, seat, due) for (_, seat, card), due in pairs if seat != due]


@rule("baseball/deal", AttentionCalled, about=misdeals.ORDER, displaces=("rrop-misdeal",))
def packets(now: Moment) -> Ruling | None:
    """Down cards dealt two at a time are accepted, unless the house wants them one by one."""
    hand = now.hand
    accepted = now.option("stud_packet_deal") == "accepted"
    if hand.street > 1 or hand.off_order or not accepted or not hand.on:
        return None
    return _answer(now, "the cards went round in order, singly or in packets", "")


@rule("baseball/deal", CutBy)
def cut_on_the_right(now: Moment) -> Ruling | None:
    """The player on the dealer's right cuts; until the first card another cut is put right."""
    found = now.trigger
    if now.hand.dealt:
        return None
    outcome = Outcome("dealer_corrects", seat=found.due, by=({"type": "cut", "seat": found.due},))
    fact = Fact(now.seq, f"seat {found.seat} cut; it is for seat {found.due}")
    return Ruling(outcomes=(outcome,), seats=(found.due,), because=(fact,))


@rule("baseball/exposed-four", WrongFace, displaces=("baseball/deal", "rrop-stud"))
def bonus_face_down(now: Moment) -> Ruling | None:
    """A bonus card is an upcard; one dealt face down is turned up."""
    found = now.trigger
    return stud.face_put_right(now) if now.was.seats[found.seat].bonus_due else None


@rule("baseball/deal", WrongFace, cites=("rrop-stud/5",), displaces=("rrop-stud",))
def wrong_face_in_the_deal(now: Moment) -> Ruling:
    """An upcard dealt face down is turned up; a downcard dealt face up is kept."""
    return stud.face_put_right(now)


@rule(
    "baseball/deal",
    LastCardUp,
    cites=("rrop-stud/16", "rrop-stud/17"),
    displaces=("rrop-stud/16", "rrop-stud/17"),
)
def last_card_face_up(now: Moment) -> Ruling:
    """A last card face up is kept as a down card all have seen; it earns and starts nothing."""
    return stud.last_card_kept(now, "it counts as a down card that everybody has seen")


@rule("baseball/no-burn", BurnExtra, displaces=("rrop-irregularities/16",))
def burned_by_habit(now: Moment) -> Ruling | None:
    """No cards are burned: one burned by habit is the next card due and goes where it belongs."""
    if now.trigger.game_burns:
        return None
    card = dealing.due(now.hand)
    seat = card.to if card is not None and isinstance(card.to, int) else None
    by: tuple[Mapping[str, Any], ...] = ()
    if seat is not None:
        by = ({"type": "card_moved", "from": "burn", "to": seat},)
    fact = Fact(now.seq, "a card was burned; this game burns none")
    return Ruling(
        outcomes=(Outcome("dealer_corrects", seat=seat, by=by),),
        seats=_one(seat),
        because=(fact,),
        say="the burned card is the next card due",
    )


@rule("baseball/no-burn", BurnPassedBy)
def burn_passed_by(now: Moment) -> Ruling:
    """Once later cards are out, a card burned by mistake stays where it is by default."""
    facts = (
        Fact(now.trigger.burn, "a card was burned; this game burns none"),
        Fact(now.seq, "the next card was dealt before that was put right"),
    )
    stands = Option((Outcome("bet_stays"),), presumed=True, label="all cards stand")
    moved = Option((Outcome("dealer_corrects"),), label="the cards are moved to where they belong")
    return Ruling(
        outcomes=(Outcome("floor_decides"),),
        certainty=FLOOR,
        options=(stands, moved),
        factors=("which cards have been looked at", "whether the order can be restored"),
        because=facts,
    )


@rule("baseball/no-burn", AttentionCalled, about=("burn_error",))
def burn_pointed_out(now: Moment) -> Ruling:
    """A burn pointed out is answered as it was ruled; without one there is nothing wrong."""
    found = [r for r in rulings_so_far(now) if r.rule == "baseball/no-burn"]
    return found[-1] if found else _answer(now, "no card was burned", "this game burns no cards")


@rule("baseball/stock", PlayerTookCard)
def helped_himself(now: Moment) -> Ruling:
    """Only the dealer deals: a card a player took goes back unseen, else the floor decides."""
    found = now.trigger
    seat = found.by
    fact = Fact(now.seq, f"seat {seat} took a card from the stock")
    where = found.to if isinstance(found.to, int) else seat
    if not found.up or found.due:
        pattern = {"type": "card_moved", "from": where, "to": "stub"}
        back = Outcome("dealer_corrects", seat=seat, by=(pattern,))
        return Ruling(
            outcomes=(back,), seats=(seat,), because=(fact,), say="it goes back and is dealt"
        )
    return Ruling(
        outcomes=(Outcome("floor_decides", seat=seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=_fouled_or_back(seat),
        factors=("whether the card was seen", "whether it can still be identified"),
        because=(fact, Fact(now.seq, "the card has been seen")),
    )


def _fouled_or_back(seat: int) -> tuple[Option, ...]:
    foul = (Outcome("hand_fouled", seat=seat), Outcome("bet_stays", seat=seat))
    back = (Outcome("dealer_corrects", seat=seat),)
    return Option(foul, presumed=True, label="the hand is fouled"), Option(
        back, label="the card goes back"
    )


@rule("baseball/stock", AttentionCalled, about=("stock", "took_card"))
def taken_card_seen(now: Moment) -> Ruling | None:
    """A card a player took and looked at is for the floor; the hand is presumed fouled."""
    event = now.trigger
    seat = event.seat
    standing = _standing(now, "baseball/stock", seat)
    if standing is None or seat is None or (event.facts or {}).get("untouched") is not False:
        return standing
    return Ruling(
        outcomes=(Outcome("floor_decides", seat=seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=_fouled_or_back(seat),
        factors=("whether the card was seen", "whether it can still be identified"),
        because=(Fact(now.seq, f"seat {seat} has looked at the card it took"),),
    )


@rule("baseball/regather", DeckFaultFound, displaces=("rrop-irregularities/10",))
def cards_missing(now: Moment) -> Ruling | None:
    """All cards are gathered for a deal; some missing before action make it void."""
    event, hand = now.event, now.was
    assert isinstance(event, DeckFaultFound)
    if event.fault not in ("missing", "short") or not hand.on or hand.first_action:
        return None
    facts = (
        Fact(now.seq, "the deck is not whole"),
        Fact(now.seq, "it was found before anyone acted"),
    )
    return Ruling(
        outcomes=(Outcome("misdeal_redeal"), Outcome("button_stays")),
        because=facts,
        considered=(Weighed("rrop-irregularities/10", "nobody had acted"),),
    )


# --- Fours --------------------------------------------------------------------------


def _bonus(seat: int) -> Outcome:
    pattern = {"type": "dealt", "to": seat, "face": "up"}
    return Outcome("dealer_corrects", seat=seat, by=(pattern,))


@rule("baseball/exposed-four", BonusMissed)
def bonus_missed(now: Moment) -> Ruling:
    """An exposed four earns an upcard at once; one that was missed is the next off the deck."""
    found = now.trigger
    seat = found.seat
    facts = (
        Fact(now.seq, f"seat {seat} was due a card for an exposed four"),
        Fact(now.seq, "it was passed over; cards dealt since stay where they are"),
    )
    return (
        _late(now, seat, facts)
        if found.after_action
        else Ruling(outcomes=(_bonus(seat),), seats=(seat,), because=facts)
    )


def _late(now: Moment, seat: int, facts: tuple[Fact, ...]) -> Ruling:
    """A bonus given after the betting began; the floor looks at who started."""
    if now.hand.first_actor == seat:
        return Ruling(outcomes=(_bonus(seat),), seats=(seat,), because=facts)
    stands = Option((Outcome("bet_stays"),), presumed=True, label="the action stands")
    again = Option((Outcome("action_backed_up"),), label="the round is started anew")
    return Ruling(
        outcomes=(_bonus(seat), Outcome("floor_decides", seat=seat)),
        seats=(seat,),
        certainty=FLOOR,
        options=(stands, again),
        factors=("whether the card makes another hand the first to act", "how many have acted"),
        because=(*facts, Fact(now.seq, "the betting on the street had begun")),
    )


@rule("baseball/exposed-four", AttentionCalled, about=("bonus_card",))
def bonus_claimed(now: Moment) -> Ruling | None:
    """A bonus that is claimed is given if one is owed, also late."""
    seat = now.trigger.seat
    if seat is None or seat not in now.hand.seats or not now.hand.on:
        return None
    mine = now.seat(seat)
    standing = _standing(now, "baseball/exposed-four", seat)
    owed = bool(mine.bonus_due or mine.bonus_later or (mine.bonus and mine.late > 0))
    if not owed:
        return _bonus_given(now, seat) if mine.bonus else None
    facts = (Fact(now.seq, f"seat {seat} is owed a card for an exposed four"),)
    if now.hand.phase == "betting" and now.hand.street_actions:
        return _late(now, seat, facts)
    if standing is not None:
        return standing
    return Ruling(outcomes=(_bonus(seat),), seats=(seat,), because=facts)


def _bonus_given(now: Moment, seat: int) -> Ruling:
    return _answer(now, f"seat {seat} has had its card for the exposed four", "")


@rule("baseball/exposed-four", StarterDiffers)
def starter_would_differ(now: Moment) -> Ruling:
    """If a late bonus makes another hand the first to act, the floor decides on the action."""
    found = now.trigger
    stands = Option((Outcome("bet_stays"),), presumed=True, label="the action stands")
    again = (Outcome("action_backed_up", seat=found.started),)
    return Ruling(
        outcomes=(Outcome("floor_decides", seat=found.seat),),
        seats=(found.seat, found.started),
        certainty=FLOOR,
        options=(stands, Option(again, label=f"seat {found.seat} starts anew")),
        factors=("how many have acted", "whether anybody was misled"),
        because=(Fact(now.seq, f"seat {found.seat} now shows the best cards"),),
    )


@rule("baseball/hidden-four", AttentionCalled, about=("bonus_card",))
def nothing_for_a_hidden_four(now: Moment) -> Ruling | None:
    """A four that lies face down earns nothing, also when it is seen later."""
    seat = now.trigger.seat
    mine = now.hand.seats.get(seat) if seat is not None else None
    if mine is not None and mine.bonus:
        return None
    return _answer(now, "no four of this hand was dealt face up", "a hidden four earns nothing")


@rule("baseball/hidden-four", CardExposed)
def flashed_four(now: Moment) -> Ruling | None:
    """A down card that is merely seen stays a down card: a four among them earns nothing."""
    found = now.trigger
    if found.seat is None or found.by != "dealer" or found.card[:1] != "4":
        return None
    fact = Fact(now.seq, f"a down card of seat {found.seat} was seen")
    keep = Outcome("card_keep", seat=found.seat, card=found.card)
    say = "it stays a down card and earns no bonus"
    return Ruling(outcomes=(keep,), seats=(found.seat,), because=(fact,), say=say)


# --- The betting ----------------------------------------------------------------------


@rule(
    "baseball/rounds",
    PrematureCard,
    cites=("rrop-stud/14", "baseball/round-end"),
    displaces=("rrop-stud/14", "rrop-irregularities/15"),
)
def street_too_early(now: Moment) -> Ruling | None:
    """Each street waits for its betting round; a card dealt before its end is premature."""
    return stud.taken_away(now)


@rule("baseball/rounds", Shown)
def round_left_out(now: Moment) -> Ruling | None:
    """A betting round that was left out is held before the showdown, as the floor confirms."""
    event, was = now.event, now.was
    assert isinstance(event, Shown)
    early = was.on and was.phase == "betting" and len(was.live) > 1
    mine = was.seats.get(event.seat)
    if event.purpose != "showdown" or not early or mine is None or not mine.live:
        return None
    if was.street_actions or any(seat.shown for seat in was.seats.values()):
        return None
    held = Option((Outcome("dealer_corrects"),), presumed=True, label="the round is held first")
    over = Option((Outcome("bet_stays"),), label="the hands are shown down as they are")
    return Ruling(
        outcomes=(Outcome("floor_decides"),),
        certainty=FLOOR,
        options=(held, over),
        factors=("how many have shown", "whether anybody had asked to bet"),
        because=(Fact(now.seq, f"a hand was shown before betting round {was.street} was held"),),
    )


@rule(
    "baseball/first-to-act",
    ActedOutOfTurn,
    cites=("baseball/exposed-ranking", "rrop-stud/7"),
    displaces=("rrop-stud", "rrop-betting/11", "tda/53"),
)
def best_upcards_start(now: Moment) -> Ruling | None:
    """The best upcards start every round, ties go to the nearest clockwise from the dealer."""
    return stud.wrong_start(now)


@rule(
    "baseball/first-to-act",
    StartedByOther,
    cites=("rrop-stud/7",),
    displaces=("rrop-stud/7", "rrop-betting/11", "tda/53"),
)
def wrong_start(now: Moment) -> Ruling:
    """When a player has acted behind a wrong starter the action stands by default."""
    found = now.trigger
    stands = Option(
        (Outcome("action_binding", seat=found.first, told=True),),
        presumed=True,
        label="it stands",
        also=(Outcome("starts", seat=found.first),),
    )
    back = (Outcome("action_backed_up", seat=found.first),)
    return Ruling(
        outcomes=(Outcome("floor_decides", seat=found.first),),
        seats=(found.first, found.behind),
        certainty=FLOOR,
        options=(stands, Option(back, label=f"seat {found.due} starts")),
        factors=("whether the right player had time to speak", "how many have acted behind"),
        because=stud.started_facts(now),
        say="the action stands",
    )


@rule("baseball/limits", WrongAmount, displaces=("rrop-betting/limit-amounts",))
def one_unit(now: Moment) -> Ruling:
    """A bet is one unit and a raise one more; other amounts are corrected."""
    found = now.trigger
    move = found.move
    if move.to > found.over:
        legal = move.but(to=found.under, all_in=False)
        excess = exact(move.to - found.under)
        outcome = Outcome("bet_returned", seat=move.seat, amount=excess, move=legal)
    else:
        outcome = _made_up(move.but(price=found.over, owes=found.over), move.verb, found.over)
    fact = Fact(now.seq, f"seat {move.seat} put in {move.to}; a step is {now.hand.unit}")
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


def _made_up(move: Any, verb: str, amount: Any) -> Outcome:
    pattern = {"type": "acted", "seat": move.seat, "verb": verb, "to": amount}
    return Outcome("bet_completed", seat=move.seat, amount=amount, by=(pattern,), move=move)


@rule("baseball/limits", RaiseOverCap, displaces=("rrop-betting/raise-cap",))
def three_raises(now: Moment) -> Ruling:
    """A round takes three raises, with two players as well; a fourth is a call."""
    hand, move = now.hand, now.trigger.move
    legal = move.but(verb="call", to=hand.level, all_in=False)
    back = exact(move.to - hand.level)
    outcomes = (
        Outcome("raise_not_allowed", seat=move.seat, move=legal),
        Outcome("bet_returned", seat=move.seat, amount=back, move=legal),
    )
    fact = Fact(now.seq, f"the round has had {hand.raises} raises")
    return Ruling(outcomes=outcomes[: 2 if back > 0 else 1], seats=(move.seat,), because=(fact,))


@rule("baseball/actions", CheckedFacingBet, displaces=("rrop-betting/limit-amounts",))
def check_facing_a_bet(now: Moment) -> Ruling:
    """Once there is a bet a player matches it, raises or folds; a check does not count."""
    seat = now.trigger.move.seat
    fact = Fact(now.seq, f"the round stands at {now.hand.level}")
    return Ruling(outcomes=(Outcome("action_void", seat=seat),), seats=(seat,), because=(fact,))


@rule("baseball/actions", ShortCall, displaces=("rrop-betting",))
def too_little(now: Moment) -> Ruling:
    """A player pays the difference to the level of the round; what is short is made up."""
    found = now.trigger
    move, price = found.move, found.price
    fact = Fact(now.seq, f"seat {move.seat} put in {move.to} of {price}")
    outcome = _made_up(move.but(price=now.hand.level, owes=price), "call", price)
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


@rule("baseball/actions", OverCall, displaces=("rrop-betting/verbal",))
def too_much(now: Moment) -> Ruling:
    """A player pays only the difference to the level; what is more goes back."""
    found = now.trigger
    move = found.move
    back = exact(move.to - found.price)
    legal = move.but(to=found.price, all_in=False)
    fact = Fact(now.seq, f"seat {move.seat} put in {move.to} where {found.price} was due")
    outcome = Outcome("bet_returned", seat=move.seat, amount=back, move=legal)
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


@rule("baseball/actions", WordsAndChipsDiffer, displaces=("rrop-betting/verbal",))
def called_with_more(now: Moment) -> Ruling | None:
    """Who calls pays the difference to the level, whatever he pushes; the rest goes back."""
    move, meant = now.trigger.move, now.trigger.meant
    back = exact(move.to - meant.to)
    if move.said != "call" or back <= 0:
        return None
    fact = Fact(now.seq, f"seat {move.seat} called and put in {move.to} of {meant.to}")
    outcome = Outcome("bet_returned", seat=move.seat, amount=back, move=meant)
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


@rule("baseball/fold", DealtOut)
def card_for_a_folded_seat(now: Moment) -> Ruling | None:
    """Who folds gets no more cards: one dealt to him goes to the next seat due."""
    found = now.trigger
    mine = now.hand.seats.get(found.to)
    if mine is None or not now.hand.on:
        return None
    card = dealing.due(now.hand)
    seat = card.to if card is not None and isinstance(card.to, int) else None
    by: tuple[Mapping[str, Any], ...] = ()
    if seat is not None:
        by = ({"type": "card_moved", "from": found.to, "to": seat},)
    fact = Fact(now.seq, f"a card was dealt to seat {found.to}, which is out of the hand")
    return Ruling(
        outcomes=(Outcome("dealer_corrects", seat=seat, by=by),),
        seats=(found.to, *_one(seat)),
        because=(fact,),
    )


@rule("baseball/fold", AwardDiffers)
def folded_cannot_win(now: Moment) -> Ruling | None:
    """A folded hand is dead and wins no part of the pot."""
    seats = tuple(
        seat
        for seat, amount in now.trigger.pushed
        if amount and seat in now.hand.seats and not now.hand.seats[seat].live
    )
    if not seats:
        return None
    fact = Fact(now.seq, "chips were pushed to a hand that is out")
    outcomes = tuple(Outcome("hand_dead", seat=seat, told=True) for seat in seats)
    return Ruling(outcomes=outcomes, seats=seats, because=(fact,))


# --- The end --------------------------------------------------------------------------


@rule(
    "baseball/best-five",
    AttentionCalled,
    HandCounted,
    Shown,
    about=stud.COUNTS,
    cites=("rrop-stud/18",),
    displaces=("rrop-stud/18", "rrop-dead-hand/1d", "rrop-misdeal"),
)
def wrong_number_of_cards(now: Moment) -> Ruling | None:
    """A hand has seven cards and one for each bonus; more foul it, one short may be live."""
    return stud.counted(now)


@rule("baseball/ties", Decided, displaces=("rrop-ties",))
def shared_exactly(now: Moment) -> Ruling | None:
    """Hands exactly alike share the pot in exact fractions; there is no odd chip."""
    outcomes = tuple(
        Outcome("split_equally", seat=seat, amount=shares[seat], pot=place)
        for place, (_, shares) in enumerate(now.trigger.result.pots)
        if len(shares) > 1
        for seat in clockwise(shares, now.hand.button)
    )
    if not outcomes:
        return None
    seats = tuple(dict.fromkeys(one.seat for one in outcomes if one.seat is not None))
    fact = Fact(now.seq, "equal best hands were tabled")
    return Ruling(outcomes=outcomes, seats=seats, because=(fact,))


def _last_standing(hand: Hand) -> bool:
    return len(hand.live) == 1


@rule("baseball/uncontested", AttentionCalled, about=("see_hand",), displaces=("rrop-showdown",))
def need_not_show(now: Moment) -> Ruling | None:
    """The last player standing takes the pot and need not show."""
    hand = now.hand
    if not _last_standing(hand):
        return None
    return _answer(now, "everyone else has folded", "the winner need not show")


@rule("baseball/showdown", AttentionCalled, about=("see_hand",), displaces=("rrop-showdown",))
def survivors_show_when_asked(now: Moment) -> Ruling | None:
    """After the last round every survivor shows, whoever asks."""
    seat, hand = now.trigger.seat, now.hand
    mine = hand.seats.get(seat) if seat is not None else None
    if mine is None or hand.phase != "showdown" or not mine.live or _last_standing(hand):
        return None
    if showdown.tabled(hand, mine):
        return _answer(now, f"seat {seat} has shown", "")
    assert seat is not None
    return _must_show(now, seat)


def _must_show(now: Moment, seat: int) -> Ruling:
    pattern = {"type": "shown", "seat": seat, "purpose": "showdown"}
    outcomes = (
        Outcome("hand_live", seat=seat),
        Outcome("dealer_corrects", seat=seat, by=(pattern,)),
    )
    fact = Fact(now.seq, f"seat {seat} is in the hand after the last round")
    say = "all survivors show their cards"
    return Ruling(outcomes=outcomes, seats=(seat,), because=(fact,), say=say)


@rule("baseball/showdown", PotAwarded)
def pushed_before_all_have_shown(now: Moment) -> Ruling | None:
    """No pot is pushed before every survivor has shown."""
    was = now.was
    hidden = [s for s in was.live if not showdown.tabled(was, was.seats[s])]
    if was.phase != "showdown" or _last_standing(was) or not hidden:
        return None
    outcomes = tuple(
        Outcome(
            "dealer_corrects",
            seat=seat,
            by=({"type": "shown", "seat": seat, "purpose": "showdown"},),
        )
        for seat in hidden
    )
    fact = Fact(now.seq, "the pot was pushed before all survivors had shown")
    return Ruling(outcomes=outcomes, seats=tuple(hidden), because=(fact,))


@rule("baseball/showdown", Mucked, displaces=("rrop-dead-hand", "rrop-showdown"))
def survivors_show(now: Moment) -> Ruling | None:
    """A survivor who would rather muck has to show; cards beyond recovery are a dead hand."""
    event, was = now.event, now.was
    assert isinstance(event, Mucked)
    mine = was.seats.get(event.seat)
    last = was.phase == "showdown" and not _last_standing(was) and was.result is None
    if mine is None or not mine.live or mine.shown or not last or event.by != "owner":
        return None
    if event.identifiable:
        return _must_show(now, event.seat)
    facts = (Fact(now.seq, f"seat {event.seat} mucked without showing"),)
    if event.identifiable is False:
        outcome = Outcome("hand_dead", seat=event.seat)
        gone = Fact(now.seq, "its cards cannot be recovered")
        return Ruling(outcomes=(outcome,), seats=(event.seat,), because=(*facts, gone))
    dead = Option((Outcome("hand_dead", seat=event.seat),), presumed=True, label="dead")
    live = Option((Outcome("hand_live", seat=event.seat),), label="it is fetched back and shown")
    return Ruling(
        outcomes=(Outcome("floor_decides", seat=event.seat),),
        seats=(event.seat,),
        certainty=FLOOR,
        options=(dead, live),
        factors=("whether its cards can still be told apart",),
        because=facts,
    )


RULES = (
    two_to_six,
    wild_as_they_are,
    no_all_ins,
    below_zero_is_fine,
    session_over,
    left_early,
    no_variant_in_mid_deal,
    no_variant_claimed,
    payment_back,
    no_payment_due,
    antes_before_cards,
    ante_of_wrong_size,
    ante_pointed_out,
    wrong_dealer,
    street_to_the_wrong_seats,
    packets,
    cut_on_the_right,
    bonus_face_down,
    wrong_face_in_the_deal,
    last_card_face_up,
    burned_by_habit,
    burn_passed_by,
    burn_pointed_out,
    helped_himself,
    taken_card_seen,
    cards_missing,
    bonus_missed,
    bonus_claimed,
    starter_would_differ,
    nothing_for_a_hidden_four,
    flashed_four,
    street_too_early,
    best_upcards_start,
    wrong_start,
    one_unit,
    three_raises,
    check_facing_a_bet,
    too_little,
    too_much,
    called_with_more,
    round_left_out,
    card_for_a_folded_seat,
    folded_cannot_win,
    wrong_number_of_cards,
    shared_exactly,
    need_not_show,
    survivors_show_when_asked,
    pushed_before_all_have_shown,
    survivors_show,
)
