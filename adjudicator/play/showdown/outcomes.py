"""What may be ordered about the pot: who cannot win it, how it is shared, that it is carried."""

from __future__ import annotations

from adjudicator.log.events import Event
from adjudicator.play.muck.outcomes import alive_again
from adjudicator.play.outcome import Code, Outcome, Why, at_seat
from adjudicator.play.showdown.showing import tabled
from adjudicator.table.accounting import moved, paid_out
from adjudicator.table.chips import take_back_awards
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Layer
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace


def _loses(state: State, outcome: Outcome) -> State:
    if outcome.seat is None or state.hand is None:
        return state
    return state.with_seat(outcome.seat, replace(state.the_seat(outcome.seat), barred=True))


LOSES_POT = Code("loses_pot", effect=_loses, undo=at_seat(alive_again), of_a_hand=True)


def _carry(state: State, outcome: Outcome) -> State:
    """The pot stays for the next deal: antes and forfeited money in layers."""
    before = state.the_hand
    if not before.on:
        return _forfeit(state, outcome)
    state = take_back_awards(state)
    hand = state.the_hand
    carried = tuple(layer.without(state.locked_out) for layer in _layers_left(hand))
    result = None if hand.result is None else replace(hand.result, paid={}, pots=())
    emptied = replace(
        hand,
        seats={n: replace(s, put_in=0, dead=0, bet=0, held=0) for n, s in hand.seats.items()},
        phase="ended",
        to_act=None,
        awards={},
        carried_pot=(),
        common=0,
        move=None,
        result=result,
        opening=replace(hand.opening, call=None),
        undo=replace(hand.undo, before_carry=before),
    )
    return replace(state, hand=emptied, carried=carried, dues=())


def _layers_left(hand: Hand) -> tuple[Layer, ...]:
    """The layers the pot leaves: those it already had, the antes, and forfeited money."""
    antes = exact(sum(map(_ante_that_plays, hand.seats.values())))
    rest = exact(hand.pot - sum(layer.amount for layer in hand.carried_pot) - antes)
    if hand.opening.opener is not None and hand.seats[hand.opening.opener].barred:
        # An opener who could not prove openers leaves forfeited money, antes and all.
        antes, rest = 0, exact(rest + antes)
    if rest < 0:
        share = hand.profile.ante
        return _some(Layer(exact(hand.pot), "antes", hand.dealt_in, hand.dealt_in, share))
    involved = _involved(hand)
    forfeited = Layer(rest, "forfeited", involved, involved)
    return (*hand.carried_pot, *(_antes(hand) if antes else ()), *_some(forfeited))


def _antes(hand: Hand) -> tuple[Layer, ...]:
    """The antes, cut where a seat anted its last chips: nobody plays for more than it matched."""
    antes = {n: _ante_that_plays(seat) for n, seat in hand.seats.items()}
    caps = {antes[n] for n, seat in hand.seats.items() if seat.all_in and antes[n]}
    levels = sorted(caps | {max(antes.values())})
    found: list[Layer] = []
    for below, level in zip((0, *levels), levels, strict=False):
        amount = exact(sum(min(a, level) - min(a, below) for a in antes.values()))
        short = {n for n, seat in hand.seats.items() if seat.all_in and antes[n] < level}
        reach = tuple(n for n in hand.dealt_in if n not in short)
        found += _some(Layer(amount, "antes", hand.dealt_in, reach, each=exact(level - below)))
    return tuple(found)


def _ante_that_plays(seat: Seat) -> Amount:
    """A seat's ante, as far as no other dead money of its own takes its place."""
    return exact(max(seat.ante - seat.dead, 0))


def _some(layer: Layer) -> tuple[Layer, ...]:
    return (layer,) if layer.amount > 0 else ()


def _involved(hand: Hand) -> tuple[int, ...]:
    """The seats that forfeited money is played for by, as the house counts them."""
    if hand.profile.policy.involved == "live_at_false_open":
        return hand.opening.in_when_false or hand.dealt_in
    return hand.dealt_in


def _forfeit(state: State, outcome: Outcome) -> State:
    """Of a void deal one seat's chips stay, played for by those who were dealt in on it."""
    seat, amount, hand = outcome.seat, outcome.amount, state.the_hand
    if seat is None or not amount or hand.undo.void is None or seat not in state.players:
        return state
    player = state.players[seat]
    kept = min(amount, max(player.purse, 0)) if state.has_limit(seat) else amount
    state = state.with_player(seat, replace(state.players[seat], purse=exact(player.purse - kept)))
    layer = Layer(exact(kept), "forfeited", hand.dealt_in, hand.dealt_in)
    return replace(state, carried=(*state.carried, layer))


def _carried_back(state: State, outcome: Outcome) -> State:
    """A pot that was carried lies in the middle again, until the hand is closed."""
    hand = state.hand
    was = hand.undo.before_carry if hand is not None else None
    if hand is None or was is None or hand.ended or was.awards:
        return state
    return replace(state, hand=was, carried=())


def _lies_open(due: Due, hand: Hand, event: Event) -> bool:
    """Whether the hand has been tabled."""
    return due.seat is None or tabled(hand, hand.seats[due.seat])


MUST_TABLE = Code(
    "must_table",
    effect=Why("the player tables the hand, and the entry that records it shows it"),
    undo=Why("a hand that was tabled has been seen"),
    over=_lies_open,
    of_a_hand=True,
)


def _receives(state: State, outcome: Outcome) -> State:
    there = outcome.seat is not None and outcome.seat in state.players
    return moved(state, outcome.seat or 0, outcome.amount or 0) if there else state


def _gives(state: State, outcome: Outcome) -> State:
    return _receives(state, replace(outcome, amount=-(outcome.amount or 0)))


def _out_of_what_rides(state: State, outcome: Outcome) -> State:
    return paid_out(state, outcome.amount or 0)


AWARD_MADE_UP = Code("award_made_up", effect=_receives, undo=_gives, lasting=True)
AWARD_GIVEN_BACK = Code("award_given_back", effect=_gives, undo=_receives, lasting=True)
RIDING_PAID_OUT = Code(
    "riding_paid_out",
    effect=_out_of_what_rides,
    undo=Why("what was taken out of the pot is made up at the seats"),
    said=False,
)
AWARD_FOLLOWS_TABLE = Code(
    "award_follows_table",
    effect=Why("the push itself put the chips back into the pot"),
    undo=Why("a corrected award moves the chips"),
)
POT_CARRIES = Code("pot_carries", in_a_hand=True, effect=_carry, undo=_carried_back)

PAID_OUT = Why("the result already divides the pot so")

SIDE_POT = Code("side_pot", effect=PAID_OUT, undo=PAID_OUT)
POT_LAYERED = Code("pot_layered", effect=PAID_OUT, undo=PAID_OUT)
SPLIT_EQUALLY = Code("split_equally", effect=PAID_OUT, undo=PAID_OUT)
ODD_CHIP = Code("odd_chip", effect=PAID_OUT, undo=PAID_OUT)
