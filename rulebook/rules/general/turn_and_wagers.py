"""Who acts when, and for how much: turn, amounts, cap, what an opener may do.

| article | says | rule |
| --- | --- | --- |
| draw-high/0.1 | two rounds, no wager outside | ``outside_a_round``, ``second_round_skipped`` |
| draw-high/0.3 | what an opener may do | ``opening_amount`` |
| draw-high/0.5 | who bets first after the draw | ``opener_bets_first`` |
| draw-high/0.6 | limit doubles after the draw | ``after_the_draw`` |
| draw-high/1 | bet and four raises | ``four_raises`` |
| draw-high/12 | opened for the antes only | ``callers_of_nothing`` |
| rrop-betting/* | general wagering rules | the rest |
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.play.betting.findings import (
    ActedOutOfTurn,
    ActedOutsideRound,
    ActedWhenDead,
    CheckedFacingBet,
    HeldActionAccepted,
    HeldActionReached,
    OverCall,
    RaiseNotOpen,
    RaiseOverCap,
    ShortCall,
    SidePotMade,
    SilentChips,
    WordsAndChipsDiffer,
    WrongAmount,
)
from adjudicator.play.betting.outcomes import (
    ACTION_BACKED_UP,
    ACTION_BINDING,
    ACTION_VOID,
    BET_RETURNED,
    END_BETTING,
    FULL_OPENING_BET_DUE,
    RAISE_NOT_ALLOWED,
)
from adjudicator.play.muck.outcomes import HAND_DEAD
from adjudicator.play.opening.findings import OpenedForLess, PotDeclared
from adjudicator.play.outcome import Outcome
from adjudicator.play.showdown.findings import RoundSkipped
from adjudicator.play.showdown.outcomes import POT_LAYERED, SIDE_POT
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES, NO_IRREGULARITY
from adjudicator.table.seat import Move
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from rulebook.explain.sentences import listed
from rulebook.rules.shared import completed, rule, rulings_so_far, substantial

ON_TURNS = ("rrop-betting/11", "rrop-betting/12", "tda/53", "draw-high/0.5")


def _not_made(now: AnyMoment, move: Move) -> tuple[Outcome, ...]:
    """The act counts for nothing; chips pushed with it go back."""
    void = (ACTION_VOID(move.seat),)
    seat = now.hand.seats.get(move.seat)
    put = move.to - (seat.bet if seat is not None else 0)
    if move.verb in ("check", "fold") or put <= 0:
        return void
    return (
        *void,
        BET_RETURNED(move.seat, amount=exact(put), told=True),
    )


@rule("draw-high/0.1", on=ActedOutsideRound, displaces=("rrop-betting/11",))
def outside_a_round(now: Moment[ActedOutsideRound]) -> Ruling:
    """Wagers are made in the two betting rounds only; one made outside them is void."""
    return _outside_any_round(now)


def _outside_any_round(now: Moment[ActedOutsideRound]) -> Ruling:
    move = now.trigger.move
    return Ruling(
        outcomes=_not_made(now, move),
        seats=(move.seat,),
        because=(Fact(now.seq, f"seat {move.seat} wagered during {now.trigger.during}"),),
    )


@rule("draw-high/0.1", on=RoundSkipped, displaces=("rrop-showdown/3",))
def second_round_skipped(now: Moment[RoundSkipped]) -> Ruling | None:
    """A betting round that was passed over is held, unless a hand lies open already."""
    if not now.profile.draws or now.profile.board_size:
        return None
    held = DEALER_CORRECTS()
    if not now.trigger.shown:
        fact = Fact(now.seq, "the pot was pushed before both betting rounds were over")
        return Ruling(outcomes=(held,), because=(fact,), say="the hand goes on where it stood")
    stays = Option(
        (NO_IRREGULARITY(),),
        presumed=True,
        label="there is no further betting",
        also=(END_BETTING(now.trigger.due),),
    )
    return Ruling(
        outcomes=(FLOOR_DECIDES(),),
        certainty=FLOOR,
        options=(stays, Option((held,), label="the second round is held")),
        factors=("whether the players had checked without a word",),
        because=(Fact(now.seq, "a hand was tabled with the betting after the draw still due"),),
    )


@rule("rrop-betting/11", on=ActedOutsideRound)
def outside_any_round(now: Moment[ActedOutsideRound]) -> Ruling:
    """A wager while no betting round is on is no action."""
    return _outside_any_round(now)


@rule("rrop-betting/11", on=PotDeclared)
def no_pot_to_open(now: Moment[PotDeclared]) -> Ruling | None:
    """In a game without a draw nobody declares a pot open: it is no action."""
    if now.profile.draws:
        return None
    seat = now.trigger.seat
    return Ruling(
        outcomes=(ACTION_VOID(seat),),
        seats=(seat,),
        because=(Fact(now.seq, f"seat {seat} declared the pot open in a game without a draw"),),
    )


@rule("rrop-dead-hand/1a", on=ActedWhenDead)
def out_of_the_hand(now: Moment[ActedWhenDead]) -> Ruling:
    """A hand that is folded or dead has no further action."""
    move = now.trigger.move
    return Ruling(
        outcomes=_not_made(now, move),
        seats=(move.seat,),
        because=(Fact(now.seq, f"seat {move.seat} is not in the hand"),),
    )


def _early(now: Moment[ActedOutOfTurn]) -> Ruling:
    found = now.trigger
    move = found.move
    because = (Fact(now.seq, f"seat {move.seat} acted while seat {found.due} was to act"),)
    if move.verb == "fold":
        outcome = ACTION_BINDING(move.seat, move=move)
        cites = ("rrop-dead-hand/1a",)
        return Ruling(outcomes=(outcome,), seats=(move.seat,), because=because, cites=cites)
    return Ruling(
        outcomes=(ACTION_BACKED_UP(move.seat),),
        seats=(move.seat,),
        because=because,
        say=f"the action is on seat {found.due}",
    )


@rule(
    "draw-high/0.5", on=ActedOutOfTurn, cites=("rrop-betting/11",), displaces=("rrop-betting/11",)
)
def opener_bets_first(now: Moment[ActedOutOfTurn]) -> Ruling | None:
    """After the draw the opener begins, or the next live seat if the opener is out."""
    hand = now.hand
    first = hand.street == 2 and not hand.action.on_street
    return _early(now) if hand.profile.draws and not hand.board and first else None


@rule("rrop-betting/11", on=ActedOutOfTurn)
def out_of_turn(now: Moment[ActedOutOfTurn]) -> Ruling | None:
    """An act out of turn waits for its turn and binds unless a wager changes the action."""
    if now.policy.oot_policy == "tda":
        return None
    return _early(now)


@rule("tda/53", on=ActedOutOfTurn)
def out_of_turn_in_tournaments(now: Moment[ActedOutOfTurn]) -> Ruling | None:
    """Action backs up to the right player; the early act binds if nothing changes."""
    return _early(now) if now.policy.oot_policy == "tda" else None


@rule("rrop-betting/12", on=ActedOutOfTurn)
def right_to_act(now: Moment[ActedOutOfTurn]) -> Ruling | None:
    """Silence while three or more act behind may cost the turn, by the floor's decision."""
    found = now.trigger
    enough = now.profile.numbers.acts_that_cost_a_turn
    if len(found.acts) != enough or len(found.before) == enough or now.seat(found.due).speech.timed:
        return None
    return None if now.policy.oot_policy == "tda" else _turn_in_doubt(now, loses=False)


def _substantial(now: AnyMoment, acts: tuple[str, ...]) -> bool:
    wagers = sum(1 for verb in acts if verb in ("bet", "call", "raise"))
    return substantial(now.profile, len(acts), wagers)


@rule("tda/53", on=ActedOutOfTurn, cites=("rrop-betting/12", "tda/36"))
def passed_over_in_silence(now: Moment[ActedOutOfTurn]) -> Ruling | None:
    """A player who lets substantial action go by in silence cannot have it taken back."""
    found = now.trigger
    if now.policy.oot_policy != "tda" or now.seat(found.due).speech.timed:
        return None
    if _substantial(now, found.before) or not _substantial(now, found.acts):
        return None
    return _turn_in_doubt(now, loses=True)


def _turn_in_doubt(now: Moment[ActedOutOfTurn], loses: bool) -> Ruling:
    """What the floor may say to a seat that kept silent; the presumption by the reading."""
    found = now.trigger
    due = found.due
    keep = Option(
        (ACTION_BACKED_UP(due, told=True),),
        presumed=not loses,
        label="the skipped player keeps the turn",
    )
    call = Option(
        (RAISE_NOT_ALLOWED(due),),
        presumed=loses,
        label="the skipped player may only call or fold",
    )
    dead = Option((HAND_DEAD(due),), label="the skipped hand is dead")
    return Ruling(
        outcomes=(FLOOR_DECIDES(due),),
        seats=(due,),
        certainty=FLOOR,
        options=(call, keep, dead) if loses else (keep, call, dead),
        factors=(
            "whether the seat had time to speak",
            "whether anyone before it was to act",
        ),
        because=(Fact(now.seq, f"{len(found.acts)} seats acted behind seat {due}"),),
    )


def _reached(now: Moment[HeldActionReached], restricted: bool) -> Ruling:
    found = now.trigger
    seat, move = found.seat, found.move
    early = Fact(move.seq, f"seat {seat} acted out of turn")
    if not found.changed:
        because = (early, Fact(now.seq, "no wager has changed the action since"))
        outcome = ACTION_BINDING(seat)
        return Ruling(outcomes=(outcome,), seats=(seat,), because=because)
    held = now.seat(seat).held
    back = BET_RETURNED(seat, amount=held)
    weak = move.verb in ("check", "call")
    limits = restricted and weak
    because = (early, Fact(now.seq, "a wager has changed the action since"))
    may = "may only call or fold" if limits else "has every choice again"
    return Ruling(
        outcomes=(back if held else ACTION_VOID(seat),),
        also=(RAISE_NOT_ALLOWED(seat),) if limits else (),
        seats=(seat,),
        because=because,
        considered=_other_reading(restricted) if weak else (),
        say=f"seat {seat} {may}",
    )


def _other_reading(restricted: bool) -> tuple[Weighed, ...]:
    """What the other reading would have said of a check or a call that comes back."""
    other, house = (
        ("tda/53", "this house goes by Robert's Rules (oot_policy)")
        if restricted
        else ("rrop-betting/11", "this house goes by tournament rules (oot_policy)")
    )
    return (Weighed(other, house),)


def _accepted(now: Moment[HeldActionAccepted]) -> Ruling:
    """The wager stands as if it had been made in turn; who called it has acted."""
    found = now.trigger
    early = Fact(found.move.seq, f"seat {found.seat} acted out of turn")
    called = Fact(now.seq, f"seat {found.by}, whose turn it was, called it")
    outcome = ACTION_BINDING(found.seat)
    return Ruling(outcomes=(outcome,), seats=(found.seat,), because=(early, called))


@rule("rrop-betting/11", on=HeldActionAccepted, cites=("rrop-betting/verbal",))
def early_bet_called(now: Moment[HeldActionAccepted]) -> Ruling | None:
    """A bet out of turn that the player in turn calls binds, and so does the call."""
    return None if now.policy.oot_policy == "tda" else _accepted(now)


@rule("tda/53", on=HeldActionAccepted)
def early_bet_called_in_tournaments(now: Moment[HeldActionAccepted]) -> Ruling | None:
    """A bet out of turn that the player in turn calls binds, and so does the call."""
    return _accepted(now) if now.policy.oot_policy == "tda" else None


@rule("rrop-betting/11", on=HeldActionReached)
def held_act_reached(now: Moment[HeldActionReached]) -> Ruling | None:
    """Changed action gives the chips back; who checked or called early may not raise."""
    return None if now.policy.oot_policy == "tda" else _reached(now, restricted=True)


@rule("tda/53", on=HeldActionReached)
def held_act_reached_in_tournaments(now: Moment[HeldActionReached]) -> Ruling | None:
    """If the action changed, the early player has every option again."""
    return _reached(now, restricted=False) if now.policy.oot_policy == "tda" else None


def _amount(now: Moment[WrongAmount]) -> Ruling:
    """A wager of the wrong size, brought to the legal one."""
    found = now.trigger
    move = found.move
    if move.to > found.over:
        excess = exact(move.to - found.under)
        legal = replace(move, to=found.under, all_in=False)
        outcome = BET_RETURNED(move.seat, amount=excess, move=legal)
        fact = f"seat {move.seat} put in {move.to} where {found.under} is due"
    else:
        full = found.over
        fuller = replace(move, price=full, owes=full)
        outcome = completed(fuller, move.verb, full)
        fact = f"seat {move.seat} put in {move.to}; the full amount is {full}"
    return Ruling(
        outcomes=(outcome,), seats=(move.seat,), because=(Fact(move.seq or now.seq, fact),)
    )


@rule(
    "draw-high/0.3",
    on=WrongAmount,
    cites=("rrop-betting/limit-amounts",),
    displaces=("rrop-betting/limit-amounts",),
)
def opening_amount(now: Moment[WrongAmount]) -> Ruling | None:
    """An opener may bet one unit, or two when a raise is announced; nothing else."""
    hand = now.hand
    first = hand.street == 1 and now.trigger.opening and hand.profile.draws
    return _amount(now) if first and not hand.profile.board_size else None


@rule(
    "draw-high/0.6",
    on=WrongAmount,
    cites=("rrop-betting/limit-amounts",),
    displaces=("rrop-betting/limit-amounts",),
)
def after_the_draw(now: Moment[WrongAmount]) -> Ruling | None:
    """After the draw bets and raises are twice the first round's."""
    hand = now.hand
    second = hand.street == 2 and hand.profile.draws and not hand.profile.board_size
    return _amount(now) if second else None


@rule("rrop-betting/limit-amounts", on=WrongAmount)
def limit_amounts(now: Moment[WrongAmount]) -> Ruling:
    """Bets and raises are the unit of the round; a wrong size is adjusted."""
    return _amount(now)


def as_call(now: AnyMoment, move: Move, *because: str) -> Ruling:
    """The raise counts as a call, or a check where there is nothing to call."""
    level = now.hand.bet_to_match
    seat = now.seat(move.seat)
    legal = replace(move, verb="call" if level else "check", to=max(level, seat.bet), all_in=False)
    excess = exact(move.to - legal.to)
    outcomes = [RAISE_NOT_ALLOWED(move.seat, move=legal)]
    if excess > 0:
        outcomes.append(BET_RETURNED(move.seat, amount=excess, move=legal))
    facts = tuple(Fact(now.seq, why) for why in because)
    return Ruling(outcomes=tuple(outcomes), seats=(move.seat,), because=facts)


def _at_the_cap(now: Moment[RaiseOverCap]) -> Ruling:
    hand = now.hand
    raises = f"the round has had {hand.raises} raises"
    if hand.multihanded:
        return as_call(now, now.trigger.move, raises, f"{len(hand.able)} players with chips are in")
    if hand.capped:
        return as_call(now, now.trigger.move, raises, "it was capped while more were in")
    ruling = as_call(now, now.trigger.move, raises, "here the cap holds for two as well")
    return replace(ruling, cites=("tda/48",))


@rule(
    "draw-high/1",
    on=RaiseOverCap,
    cites=("rrop-betting/raise-cap",),
    displaces=("rrop-betting/raise-cap",),
)
def four_raises(now: Moment[RaiseOverCap]) -> Ruling | None:
    """With three or more in the pot a round takes one bet and four raises, once capped so."""
    hand = now.hand
    if not hand.profile.draws or hand.profile.board_size:
        return None
    return _at_the_cap(now)


@rule("rrop-betting/raise-cap", on=RaiseOverCap)
def raise_cap(now: Moment[RaiseOverCap]) -> Ruling:
    """A round takes a bet and the set number of raises while it is multihanded."""
    return _at_the_cap(now)


def _limited(now: Moment[RaiseNotOpen]) -> Ruling:
    """A raise by a seat that the ruling on its turn has left a call or a fold."""
    move = now.trigger.move
    ruling = as_call(now, move, f"seat {move.seat} may only call or fold")
    for old in reversed(rulings_so_far(now)):
        if move.seat in old.seats and old.rule in ON_TURNS:
            told = Fact(old.seq, "so it was ruled on its turn")
            return replace(ruling, because=(*ruling.because, told))
    return ruling


@rule("rrop-betting/11", on=RaiseNotOpen)
def limited_to_call(now: Moment[RaiseNotOpen]) -> Ruling | None:
    """A player who checked or called out of turn may not raise when the turn comes."""
    found = now.trigger
    return _limited(now) if found.limited and now.policy.oot_policy != "tda" else None


@rule("tda/53", on=RaiseNotOpen)
def limited_by_silence(now: Moment[RaiseNotOpen]) -> Ruling | None:
    """A player who let substantial action go by in silence may not bet or raise."""
    found = now.trigger
    return _limited(now) if found.limited and now.policy.oot_policy == "tda" else None


@rule("rrop-betting/7", on=RaiseNotOpen)
def betting_not_reopened(now: Moment[RaiseNotOpen]) -> Ruling | None:
    """A player who has acted may raise again only after a full raise, or half of one."""
    found = now.trigger
    if found.limited:
        return None
    if found.completing:
        excess = exact(found.move.to - now.seat(found.move.seat).owes)
        outcome = RAISE_NOT_ALLOWED(found.move.seat, amount=excess)
        fact = Fact(now.seq, "the seat had called; only the missing chips may be added")
        return Ruling(outcomes=(outcome,), seats=(found.move.seat,), because=(fact,))
    return as_call(now, found.move, "no full raise came since the seat last acted")


@rule("draw-high/12", on=ShortCall, displaces=("rrop-betting/13", "rrop-betting/limit-amounts"))
def callers_of_nothing(now: Moment[ShortCall]) -> Ruling | None:
    """A caller of an opener who is all-in for the antes owes a whole opening bet."""
    found = now.trigger
    if not found.opener_all_in:
        return None
    seat, price = found.move.seat, found.price
    pattern = {"type": "acted", "seat": seat, "verb": "call", "to": price}
    outcome = FULL_OPENING_BET_DUE(seat, amount=price, by=(pattern,))
    opener = now.hand.opening.opener
    assert opener is not None
    little = _opened_how(now.seat(opener).bet)
    fact = Fact(now.hand.opening.seq, f"seat {opener} opened the pot all-in for {little}")
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


def _opened_how(amount: Amount) -> str:
    return f"{amount} of a bet" if amount else "the antes only"


@rule("draw-high/12", on=OpenedForLess, cites=("jacks-or-better/5a",))
def opened_all_in_for_less(now: Moment[OpenedForLess]) -> Ruling:
    """An all-in opener contests only what they matched; callers put in a full opening bet."""
    found = now.trigger
    seat, little = found.seat, _opened_how(found.amount)
    return Ruling(
        outcomes=(POT_LAYERED(seat),),
        seats=(seat,),
        because=(Fact(now.seq, f"seat {seat} opened the pot all-in for {little}"),),
        say=f"callers owe a full bet of {found.price}",
    )


@rule("rrop-betting/limit-amounts", on=ShortCall)
def short_call(now: Moment[ShortCall]) -> Ruling | None:
    """A call of less than the price is made good."""
    found = now.trigger
    move, price = found.move, found.price
    outcome = completed(replace(move, price=now.hand.bet_to_match, owes=price), "call", price)
    fact = Fact(move.seq or now.seq, f"seat {move.seat} put in {move.to} of {price}")
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


@rule("rrop-betting/verbal", on=OverCall)
def called_with_too_much(now: Moment[OverCall]) -> Ruling:
    """A declared call is a call; what was pushed beyond it goes back."""
    found = now.trigger
    move = found.move
    legal = replace(move, to=found.price, all_in=False)
    outcome = BET_RETURNED(move.seat, amount=exact(move.to - found.price), move=legal)
    return Ruling(
        outcomes=(outcome,),
        seats=(move.seat,),
        because=(Fact(now.seq, "a call was declared"),),
    )


@rule("rrop-betting/verbal", on=WordsAndChipsDiffer)
def words_bind(now: Moment[WordsAndChipsDiffer]) -> Ruling:
    """A declaration in turn binds and outranks the chips pushed with it."""
    move, meant = now.trigger.move, now.trigger.meant
    fact = Fact(now.seq, f"seat {move.seat} said {move.said} and pushed {move.to}")
    if meant.owes:
        outcome = completed(meant, "raise", meant.owes)
    else:
        excess = exact(move.to - meant.to)
        outcome = BET_RETURNED(move.seat, amount=excess, move=meant)
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


@rule("rrop-betting/overchip", on=SilentChips, cites=("tda/44", "tda/45"))
def silent_chips(now: Moment[SilentChips]) -> Ruling:
    """One big chip without words is a call; several are one if each was needed for it."""
    found = now.trigger
    move, meant = found.move, found.meant
    why = {
        "one": "one chip was pushed without a word",
        "one_not_facing": "one chip was pushed without a word, with nothing to call",
        "needed": "without one of the chips the call would be short",
        "under_half": "the chips make less than half a raise",
        "last": "they are the last chips, and one of them could be left out of the call",
        "raise": "the chips make at least half a raise",
    }[found.reason]
    back = exact(move.to - meant.to)
    if meant.owes > meant.to:
        outcome = completed(meant, "raise", meant.owes)
    elif back:
        outcome = BET_RETURNED(move.seat, amount=back, move=replace(meant, all_in=False))
    else:
        outcome = ACTION_BINDING(move.seat, move=meant)
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(Fact(now.seq, why),))


@rule("rrop-betting/limit-amounts", on=CheckedFacingBet)
def checked_facing_a_bet(now: Moment[CheckedFacingBet]) -> Ruling | None:
    """A check where there is something to call is no action; the seat is asked again."""
    if now.policy.check_facing == "tda":
        return None
    seat = now.trigger.move.seat
    return Ruling(
        outcomes=(ACTION_VOID(seat),),
        seats=(seat,),
        because=(Fact(now.seq, "there is a bet to call"),),
    )


@rule("tda/55", on=CheckedFacingBet)
def checked_facing_a_bet_in_tournaments(now: Moment[CheckedFacingBet]) -> Ruling | None:
    """A player who checks where there is a bet to call may call or fold, but not raise."""
    if now.policy.check_facing != "tda":
        return None
    seat = now.trigger.move.seat
    why = "this house leaves a call or a fold (check_facing)"
    return Ruling(
        outcomes=(ACTION_VOID(seat), RAISE_NOT_ALLOWED(seat)),
        seats=(seat,),
        because=(Fact(now.seq, "there is a bet to call"),),
        considered=(Weighed("rrop-betting/limit-amounts", why),),
    )


@rule("tda/55", on=RaiseNotOpen, displaces=("rrop-betting/11", "tda/53"))
def limited_by_a_check(now: Moment[RaiseNotOpen]) -> Ruling | None:
    """A raise by a player who has first checked facing the bet is only a call."""
    move, began = now.trigger.move, now.hand.round_began
    here = (one for one in rulings_so_far(now) if one.rule == "tda/55" and one.seq >= began)
    checked = next((one for one in here if move.seat in one.seats), None)
    if checked is None or not now.trigger.limited:
        return None
    told = Fact(checked.seq, "it had checked with a bet to call")
    ruling = as_call(now, move, f"seat {move.seat} may only call or fold")
    return replace(ruling, because=(*ruling.because, told))


def _named(seats: tuple[int, ...]) -> str:
    numbers = listed([str(seat) for seat in seats])
    return f"seats {numbers} are" if len(seats) > 1 else f"seat {numbers} is"


@rule("rrop-all-in", on=SidePotMade, cites=("tda/21",))
def side_pots(now: Moment[SidePotMade]) -> Ruling:
    """An all-in player wins from each opponent at most what they put in themselves."""
    found = now.trigger
    outcomes = [
        SIDE_POT(amount=pot.amount, pot=place) for place, pot in enumerate(found.pots) if place
    ]
    return Ruling(
        outcomes=tuple(outcomes),
        seats=found.all_in,
        because=(
            Fact(now.seq, f"{_named(found.all_in)} all-in, the pot is in {len(found.pots)} layers"),
        ),
    )


RULES = (
    outside_a_round,
    second_round_skipped,
    outside_any_round,
    no_pot_to_open,
    out_of_the_hand,
    opener_bets_first,
    out_of_turn,
    out_of_turn_in_tournaments,
    right_to_act,
    passed_over_in_silence,
    early_bet_called,
    early_bet_called_in_tournaments,
    held_act_reached,
    held_act_reached_in_tournaments,
    opening_amount,
    after_the_draw,
    limit_amounts,
    four_raises,
    raise_cap,
    limited_to_call,
    limited_by_silence,
    betting_not_reopened,
    callers_of_nothing,
    opened_all_in_for_less,
    short_call,
    called_with_too_much,
    words_bind,
    silent_chips,
    checked_facing_a_bet,
    checked_facing_a_bet_in_tournaments,
    limited_by_a_check,
    side_pots,
)
