"""The mistakes that dealers and players make, as a tablet records them."""

from __future__ import annotations

from collections.abc import Callable

from tests.simulator.irregular import Commit, Injector, Irregularity
from tests.simulator.oracle.betting import Player, Round
from tests.simulator.oracle.cards import DECK, JOKER
from tests.simulator.oracle.hand import Hand

MISTAKES: dict[str, Irregularity] = {}
OUT_OF_TURN = "rrop-betting/11 draw-high/0.5 rrop-stud/1 rrop-stud/7 baseball/first-to-act"
AMOUNTS = "rrop-betting/limit-amounts draw-high/0.3 draw-high/0.6 baseball/limits"
SHORT = "rrop-betting/limit-amounts rrop-betting/13 baseball/actions"
EARLY = "rrop-holdem/4 rrop-holdem/premature rrop-irregularities/15"


def mistake(*moments: str, rules: str = "") -> Callable[[Commit], Commit]:
    """A mistake that can happen at these moments, and the articles that decide it."""

    def named(commit: Commit) -> Commit:
        name = commit.__name__.replace("_", " ")
        MISTAKES[name] = Irregularity(name, moments, commit, frozenset(rules.split()))
        return commit

    return named


# --- acts ---------------------------------------------------------------------------------


def betting(hand: Hand) -> tuple[Round, Player]:
    """The round that is on, and the seat to act."""
    assert hand.round is not None
    assert hand.round.turn is not None
    return hand.round, hand.players[hand.round.turn]


def behind(d: Injector, hand: Hand) -> Player | None:
    """Somebody who could act and is not the one to act."""
    on, turn = betting(hand)
    others = [player for player in on.able() if player is not turn]
    return d.rng.choice(others) if others else None


def chips(player: Player, amount: int) -> bool:
    """Whether a seat has that much, and something left."""
    return player.endless or player.bet + player.stack > amount


@mistake("turn", rules=OUT_OF_TURN)
def check_out_of_turn(d: Injector, hand: Hand) -> bool:
    on, _ = betting(hand)
    seat = behind(d, hand)
    if seat is None or seat.bet < on.price or on.forced:
        return False
    d.say("acted", seat=seat.seat, verb="check")
    return True


@mistake("turn", rules=OUT_OF_TURN)
def bet_out_of_turn(d: Injector, hand: Hand) -> bool:
    on, _ = betting(hand)
    seat = behind(d, hand)
    if seat is None or on.price or on.forced or on.unopened or not chips(seat, on.unit):
        return False
    d.say("acted", seat=seat.seat, verb="bet", to=on.unit)
    return True


@mistake("turn", rules=f"{OUT_OF_TURN} rrop-betting/string")
def raise_out_of_turn(d: Injector, hand: Hand) -> bool:
    on, _ = betting(hand)
    seat, to = behind(d, hand), on.full_raise()
    if seat is None or not on.price or on.forced or not chips(seat, to) or not on.may_raise(seat):
        return False
    d.say("acted", seat=seat.seat, verb="raise", to=to)
    return True


@mistake("turn", rules=OUT_OF_TURN)
def call_out_of_turn(d: Injector, hand: Hand) -> bool:
    on, _ = betting(hand)
    seat = behind(d, hand)
    if seat is None or on.forced or seat.bet >= on.price or not chips(seat, on.price):
        return False
    d.say("acted", seat=seat.seat, verb="call", to=on.price)
    return True


@mistake("turn", rules=OUT_OF_TURN)
def fold_out_of_turn(d: Injector, hand: Hand) -> bool:
    on, _ = betting(hand)
    seat = behind(d, hand)
    if seat is None or on.forced or seat.bet >= on.price:
        return False
    d.say("acted", seat=seat.seat, verb="fold")
    return True


@mistake("turn", rules="rrop-betting/limit-amounts baseball/actions blue-beacon/betting")
def check_facing_a_bet(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    if turn.bet >= on.owed(turn):
        return False
    d.say("acted", seat=turn.seat, verb="check")
    return True


@mistake("turn", rules=AMOUNTS)
def bet_too_small(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    if on.price or on.unit < 2 or on.forced or on.unopened or not chips(turn, on.unit):
        return False
    d.say("acted", seat=turn.seat, verb="bet", to=d.rng.randint(1, on.unit - 1))
    return True


@mistake("turn", rules=AMOUNTS)
def bet_too_big(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    to = on.unit + d.rng.randint(1, 2 * on.unit)
    if on.price or on.forced or on.unopened or not chips(turn, to):
        return False
    d.say("acted", seat=turn.seat, verb="bet", to=to)
    return True


@mistake("turn", rules=AMOUNTS)
def raise_too_small(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    top = on.full_raise()
    if not on.price or on.forced or top - on.price < 2 or not chips(turn, top):
        return False
    if not on.may_raise(turn):
        return False
    d.say("acted", seat=turn.seat, verb="raise", to=d.rng.randint(on.price + 1, top - 1))
    return True


@mistake("turn", rules=AMOUNTS)
def raise_too_big(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    to = on.full_raise() + d.rng.randint(1, on.unit)
    if not on.price or on.forced or not chips(turn, to) or not on.may_raise(turn):
        return False
    d.say("acted", seat=turn.seat, verb="raise", to=to)
    return True


@mistake("turn", rules="rrop-betting/raise-cap draw-high/1 baseball/limits")
def raise_over_the_cap(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    to = on.full_raise()
    if on.raises < on.most_raises or on.may_raise(turn) or not chips(turn, to):
        return False
    if len(on.able()) < 2:
        return False
    d.say("acted", seat=turn.seat, verb="raise", to=to)
    return True


@mistake("turn", rules=SHORT)
def call_too_small(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    owed = on.owed(turn)
    if owed - turn.bet < 2 or on.forced or not chips(turn, owed):
        return False
    d.say("acted", seat=turn.seat, verb="call", to=d.rng.randint(turn.bet + 1, owed - 1))
    return True


@mistake("turn", rules="rrop-betting/string")
def two_motions(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    owed = on.owed(turn) - turn.bet
    if not on.price or owed < 1 or on.forced or not chips(turn, on.full_raise()):
        return False
    d.say("acted", seat=turn.seat, chips=[owed])
    d.say("acted", seat=turn.seat, chips=[on.full_raise() - on.owed(turn)])
    return True


@mistake("turn", rules="rrop-betting/overchip")
def one_big_chip(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    owed = on.owed(turn) - turn.bet
    big = next((one for one in (25, 100, 500) if one > owed), 0)
    if not on.price or owed < 1 or on.forced or not chips(turn, turn.bet + big):
        return False
    d.say("acted", seat=turn.seat, chips=[big])
    return True


@mistake("turn", rules="rrop-betting/verbal")
def raise_said_and_call_put_in(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    if not on.price or turn.bet >= on.owed(turn) or on.forced or not on.may_raise(turn):
        return False
    if not chips(turn, on.full_raise()):
        return False
    d.say("announced", topic="raise", by=turn.seat)
    d.say("acted", seat=turn.seat, verb="call", to=on.price)
    return True


@mistake("turn", rules="rrop-dead-hand/1a")
def act_of_a_folded_seat(d: Injector, hand: Hand) -> bool:
    on, _ = betting(hand)
    gone = [player for player in hand.players.values() if player.folded]
    if not gone:
        return False
    seat = d.rng.choice(gone)
    if on.price and chips(seat, on.price):
        d.say("acted", seat=seat.seat, verb="call", to=on.price)
    else:
        d.say("acted", seat=seat.seat, verb="check")
    return True


@mistake("turn", rules="baseball/units")
def all_in_where_all_is_owed(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    if not d.game.owed_in_full or turn.bet >= on.price:
        return False
    d.say("acted", seat=turn.seat, verb="call", to=turn.bet, all_in=True)
    return True


@mistake("turn", rules="rrop-dead-hand/1f")
def clock_runs_out(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    if on.forced:
        return False
    d.say("announced", topic="clock", seat=turn.seat)
    d.say("announced", topic="clock_expired", seat=turn.seat)
    return True


@mistake("turn", rules="rrop-betting/13")
def bet_taken_back(d: Injector, hand: Hand) -> bool:
    on, _ = betting(hand)
    last = on.last_aggressor
    if last is None or hand.players[last].folded or not hand.players[last].bet:
        return False
    d.say("bet_taken_back", seat=last, amount=hand.players[last].bet)
    return True


# --- cards --------------------------------------------------------------------------------


@mistake("dealing", rules="rrop-stud/5 draw-high/3 rrop-holdem/1 baseball/exposed-four")
def card_exposed_by_the_dealer(d: Injector, hand: Hand) -> bool:
    player = _last_served(hand)
    if player is None:
        return False
    d.say("exposed", seat=player.seat, card=player.down[-1], by="dealer")
    return True


@mistake("dealing", "dealt", "turn", rules="rrop-irregularities/12")
def card_exposed_by_its_owner(d: Injector, hand: Hand) -> bool:
    live = [player for player in hand.live() if player.down]
    if not live:
        return False
    player = d.rng.choice(live)
    d.say("exposed", seat=player.seat, card=player.down[-1], by="owner")
    return True


def _last_served(hand: Hand) -> Player | None:
    served = [player for player in hand.live() if player.down]
    most = max((len(player.down) for player in served), default=0)
    order = [seat for seat in hand.deal_order() if len(hand.players[seat].down) == most]
    return hand.players[order[-1]] if most and order and not hand.players[order[-1]].up else None


@mistake("dealing", "served", "closed", "serving", rules="rrop-irregularities/7")
def boxed_card(d: Injector, hand: Hand) -> bool:
    d.say("boxed_found", card=d.deck.pop())
    return True


@mistake("dealing", rules="rrop-misdeal/1c")
def two_boxed_cards(d: Injector, hand: Hand) -> bool:
    d.say("boxed_found", card=d.deck.pop())
    d.say("boxed_found", card=d.deck.pop())
    return True


@mistake(
    "dealt",
    "turn",
    "closed",
    rules="draw-high/4b draw-high/4c draw-high/4d rrop-misdeal/1e rrop-dead-hand/1d",
)
def one_card_short(d: Injector, hand: Hand) -> bool:
    """A seat is found a card short."""
    if d.game.stud or hand.rounds > 1 or hand.at > 2:
        return False
    live = [player for player in hand.live() if player.down]
    player = d.rng.choice(live)
    d.say("attention_called", about="short_hand", seat=player.seat)
    d.say("hand_counted", seat=player.seat, count=len(player.down) - 1)
    return True


@mistake(
    "dealt",
    "turn",
    "closed",
    rules="draw-high/4e rrop-misdeal/1e rrop-irregularities/11 rrop-dead-hand/1d",
)
def one_card_too_many(d: Injector, hand: Hand) -> bool:
    if d.game.stud or hand.rounds > 1 or hand.at > 2:
        return False
    player = d.rng.choice([player for player in hand.live() if player.down])
    facts = {"untouched": d.rng.random() < 0.5}
    d.say("attention_called", about="extra_card", seat=player.seat, facts=facts)
    d.say("hand_counted", seat=player.seat, count=len(player.down) + 1)
    return True


@mistake("closed", rules="rrop-irregularities/16 rrop-holdem/4-v11")
def burn_left_out(d: Injector, hand: Hand) -> bool:
    if not hand.street.burn or hand.street.kind == "draw":
        return False
    if hand.street.kind == "board":
        for _ in range(hand.street.cards):
            d.say("dealt", to="board", face="up", card=d.deck.pop())
        return True
    seat = hand.deal_order()[0]
    face = hand.street.faces[0]
    card = d.deck.pop()
    hand.give(seat, card, face)
    d.say("dealt", to=seat, face=face, **({"card": card} if face == "up" else d.card(card)))
    return True


@mistake("closed", rules="rrop-irregularities/16")
def two_burns(d: Injector, hand: Hand) -> bool:
    if not hand.street.burn or hand.street.kind == "draw":
        return False
    d.say("dealt", to="burn", face="down", **d.card())
    d.say("dealt", to="burn", face="down", **d.card())
    return True


@mistake("closed", rules="rrop-irregularities/16 baseball/no-burn draw-high/0.8")
def burn_where_there_is_none(d: Injector, hand: Hand) -> bool:
    if hand.street.burn:
        return False
    d.say("dealt", to="burn", face="down", **d.card())
    return True


@mistake("turn", rules=EARLY)
def board_dealt_too_early(d: Injector, hand: Hand) -> bool:
    following = d.game.streets[hand.at + 1 :]
    if not following or following[0].kind != "board":
        return False
    if following[0].burn:
        d.say("dealt", to="burn", face="down", **d.card())
    for _ in range(following[0].cards):
        d.say("dealt", to="board", face="up", card=d.deck.pop())
    return True


@mistake("turn", rules="rrop-stud/14 baseball/rounds")
def street_dealt_too_early(d: Injector, hand: Hand) -> bool:
    following = d.game.streets[hand.at + 1 :]
    if not following or following[0].kind != "deal":
        return False
    if following[0].burn:
        d.say("dealt", to="burn", face="down", **d.card())
    face, card = following[0].faces[0], d.deck.pop()
    seat = hand.live()[0].seat
    hand.give(seat, card, face)
    d.say("dealt", to=seat, face=face, **({"card": card} if face == "up" else d.card(card)))
    return True


@mistake("turn", rules="draw-high/0.9 blue-beacon/draw blue-beacon/stages rrop-irregularities/15")
def draw_begun_too_early(d: Injector, hand: Hand) -> bool:
    following = d.game.streets[hand.at + 1 :]
    if not following or following[0].kind != "draw":
        return False
    player = hand.live()[0]
    d.say("draw_indicated", seat=player.seat, count=1)
    return True


@mistake("turn", rules="rrop-irregularities/15 blue-beacon/stages")
def draw_cards_too_early(d: Injector, hand: Hand) -> bool:
    following = d.game.streets[hand.at + 1 :]
    if not following or following[0].kind != "draw":
        return False
    if following[0].burn:
        d.say("dealt", to="burn", face="down", **d.card())
    d.say("dealt", to=hand.live()[0].seat, face="down", **d.card())
    return True


@mistake(
    "closed",
    rules="rrop-holdem/3 rrop-holdem/premature rrop-irregularities/15 rrop-irregularities/16"
    " blue-beacon/board",
)
def flop_of_four(d: Injector, hand: Hand) -> bool:
    if hand.street.kind != "board":
        return False
    if hand.street.burn:
        d.say("dealt", to="burn", face="down", **d.card())
    for _ in range(hand.street.cards + 1):
        d.say("dealt", to="board", face="up", card=d.deck.pop())
    return True


@mistake("dealing", rules="rrop-irregularities/8")
def joker_in_the_deal(d: Injector, hand: Hand) -> bool:
    if d.game.joker or d.style.sees != "every card":
        return False
    seat = _next_seat(hand)
    hand.give(seat, JOKER, "down")
    d.say("dealt", to=seat, face="down", card=JOKER)
    d.say("attention_called", about="joker", seat=seat)
    return True


def _next_seat(hand: Hand) -> int:
    counts = {seat: len(hand.players[seat].cards) for seat in hand.deal_order()}
    return min(counts, key=lambda seat: counts[seat])


@mistake("dealing", rules="rrop-misdeal/1f")
def card_out_of_order(d: Injector, hand: Hand) -> bool:
    """Two in a row to one seat."""
    order = hand.deal_order()
    seat = _next_seat(hand)
    if len(order) < 3 or not hand.players[order[0]].down:
        return False
    wrong = order[(order.index(seat) + 1) % len(order)]
    d.say("dealt", to=wrong, face="down", **d.card())
    d.say("attention_called", about="deal_order")
    return True


@mistake("dealing", rules="rrop-misdeal/1i")
def card_to_an_empty_place(d: Injector, hand: Hand) -> bool:
    empty = [place for place in range(1, d.table.places + 1) if place not in d.table.seats]
    if not empty:
        return False
    place = d.rng.choice(empty)
    d.say("dealt", to=place, face="down", **d.card())
    d.say("attention_called", about="wrong_seat", seat=place)
    return True


@mistake("turn", "showdown", rules="rrop-irregularities/4")
def duplicate_card_found(d: Injector, hand: Hand) -> bool:
    d.say("deck_fault_found", fault="duplicate", card=d.rng.choice(DECK), where="play")
    return True


@mistake("turn", rules="rrop-irregularities/3")
def foreign_card_found(d: Injector, hand: Hand) -> bool:
    where = d.rng.choice(("play", "stub"))
    d.say("deck_fault_found", fault="foreign", where=where)
    return True


@mistake("turn", rules="rrop-irregularities/10 baseball/regather")
def card_missing_from_the_deck(d: Injector, hand: Hand) -> bool:
    d.say("deck_fault_found", fault="missing")
    return True


@mistake("closed", "turn", rules="rrop-irregularities/17")
def stub_dropped(d: Injector, hand: Hand) -> bool:
    d.say("deck_fault_found", fault="stub_dropped")
    return True


@mistake("closed", rules="baseball/fold")
def card_to_a_folded_seat(d: Injector, hand: Hand) -> bool:
    gone = [player for player in hand.players.values() if player.folded]
    if hand.street.kind != "deal" or not gone or d.game.id != "baseball":
        return False
    face = hand.street.faces[0]
    card = d.deck.pop()
    d.say(
        "dealt",
        to=d.rng.choice(gone).seat,
        face=face,
        **({"card": card} if face == "up" else d.card(card)),
    )
    return True


@mistake("closed", rules="rrop-stud/16 rrop-stud/17 baseball/deal")
def last_downcard_dealt_up(d: Injector, hand: Hand) -> bool:
    if hand.street.kind != "deal" or hand.street.faces != ("down",):
        return False
    if hand.street.burn:
        d.say("dealt", to="burn", face="down", **d.card())
    seat, card = hand.deal_order()[0], d.deck.pop()
    hand.give(seat, card, "down")
    d.say("dealt", to=seat, face="up", card=card)
    return True


@mistake("dealing", rules="rrop-stud/5 baseball/exposed-four baseball/deal")
def hole_card_dealt_up(d: Injector, hand: Hand) -> bool:
    seat, card = _next_seat(hand), d.deck[-1]
    if not d.game.stud or hand.players[seat].cards:
        return False
    d.deck.pop()
    hand.give(seat, card, "up")
    d.say("dealt", to=seat, face="up", card=card)
    return True


@mistake("turn", rules="baseball/no-payments")
def payment_for_a_card(d: Injector, hand: Hand) -> bool:
    if not d.game.bonus:
        return False
    _, turn = betting(hand)
    d.say("posted", seat=turn.seat, kind="payment", amount=1)
    return True


@mistake("closed", rules="baseball/stock")
def player_takes_a_card_from_the_stock(d: Injector, hand: Hand) -> bool:
    if hand.street.kind != "deal" or d.game.id != "baseball":
        return False
    if hand.street.burn:
        d.say("dealt", to="burn", face="down", **d.card())
    seat, face, card = hand.deal_order()[0], hand.street.faces[0], d.deck.pop()
    hand.give(seat, card, face)
    known = {"card": card} if face == "up" else d.card(card)
    d.say("dealt", to=seat, face=face, by=seat, **known)
    return True


# --- posts and places ---------------------------------------------------------------------


@mistake("posts", rules="draw-high/0.2 rrop-stud/ante baseball/ante")
def ante_left_out(d: Injector, hand: Hand) -> bool:
    """The deal begins before everybody has put in an ante."""
    if not d.game.ante or not d.table.ante_due or d.game.blinds:
        return False
    d.say("round_dealt", face="down", each=1)
    return True


@mistake("posts", rules="draw-high/0.2 rrop-stud/ante baseball/ante")
def ante_too_small(d: Injector, hand: Hand) -> bool:
    seats = [p for p in hand.players.values() if p.endless or p.stack > d.game.ante]
    if d.game.ante < 2 or not d.table.ante_due or not seats:
        return False
    d.say("posted", seat=d.rng.choice(seats).seat, kind="ante", amount=1)
    return True


@mistake("posts", rules="draw-high/0.2 rrop-stud/ante baseball/ante")
def ante_too_big(d: Injector, hand: Hand) -> bool:
    seats = [p for p in hand.players.values() if p.endless or p.stack > d.game.ante + 2]
    seats = [p for p in seats if all(p.seat in paid for paid in d.table.deals)]
    if not d.game.ante or not d.table.ante_due or not seats:
        return False
    d.say("posted", seat=d.rng.choice(seats).seat, kind="ante", amount=d.game.ante + 1)
    return True


@mistake("posts", rules="rrop-betting/limit-amounts omaha-limit/step-1a")
def small_blind_of_the_wrong_size(d: Injector, hand: Hand) -> bool:
    small, right = hand.small_blind, d.game.small_blind
    if small is None or not right or hand.players[small].stack <= right + 1:
        return False
    wrong = right + 1 if right == 1 else d.rng.choice((right - 1, right + 1))
    d.say("posted", seat=small, kind="small_blind", amount=wrong)
    return True


@mistake("posts", rules="rrop-betting/limit-amounts omaha-limit/step-1b")
def big_blind_of_the_wrong_size(d: Injector, hand: Hand) -> bool:
    big, right = hand.big_blind, d.game.big_blind
    if big is None or not right or hand.players[big].stack <= right + 1:
        return False
    d.say("posted", seat=big, kind="big_blind", amount=d.rng.choice((right - 1, right + 1)))
    return True


@mistake("posts", rules="rrop-button-blind/1 omaha-limit/step-1b")
def blind_of_the_wrong_seat(d: Injector, hand: Hand) -> bool:
    big = hand.big_blind
    others = [s for s in hand.players if s not in (big, hand.small_blind)]
    if big is None or not others:
        return False
    seat = d.rng.choice(others)
    if hand.players[seat].stack <= d.game.big_blind:
        return False
    d.say("posted", seat=seat, kind="big_blind", amount=d.game.big_blind)
    d.say("attention_called", about="wrong_blinds")
    return True


@mistake("posts", rules="rrop-button-blind/1 rrop-blinds/4 rrop-blinds/16")
def blind_posted_by_nobody_who_owes(d: Injector, hand: Hand) -> bool:
    if not d.game.blinds or d.game.draws:
        return False
    seats = [s for s in hand.players if s not in (hand.big_blind, hand.small_blind)]
    seats = [s for s in seats if hand.players[s].stack > d.game.big_blind]
    seats = [s for s in seats if not d.table.seats[s].owes]
    if not seats:
        return False
    d.say("posted", seat=d.rng.choice(seats), kind="post", amount=d.game.big_blind)
    return True


# --- the draw -----------------------------------------------------------------------------


@mistake("asking", rules="draw-high/0.9 blue-beacon/draw")
def draw_out_of_order(d: Injector, hand: Hand) -> bool:
    order = [player.seat for player in hand.live()]
    later = order[order.index(d.next_asker) + 1 :]
    if not later:
        return False
    d.say("draw_indicated", seat=d.rng.choice(later), count=1)
    return True


@mistake("asking", rules="blue-beacon/draw-limit")
def more_than_the_limit(d: Injector, hand: Hand) -> bool:
    if d.game.draw_limit >= 5:
        return False
    d.say("draw_indicated", seat=d.next_asker, count=d.game.draw_limit + 1)
    return True


@mistake("asking", rules="draw-high/6")
def number_changed(d: Injector, hand: Hand) -> bool:
    d.say("draw_indicated", seat=d.next_asker, count=2)
    d.say("draw_indicated", seat=d.next_asker, count=1)
    return True


@mistake("serving", rules="draw-high/6 blue-beacon/draw-limit blue-beacon/draw")
def number_changed_after_a_card(d: Injector, hand: Hand) -> bool:
    seat = d.next_asker
    card = d.deck.pop()
    hand.give(seat, card, "down")
    d.say("dealt", to=seat, face="down", **d.card(card))
    asked = [one for one in d.tablet.log if one["type"] == "draw_indicated"][-1]["count"]
    d.say("draw_indicated", seat=seat, count=asked - 1 or 2)
    return True


@mistake("serving", rules="draw-high/8")
def exposed_on_the_draw(d: Injector, hand: Hand) -> bool:
    seat, card = d.next_asker, d.deck.pop()
    d.say("dealt", to=seat, face="down", **d.card(card))
    d.say("exposed", seat=seat, card=card, by="dealer")
    return True


@mistake("asking", rules="draw-high/4f draw-high/4g")
def served_one_too_many(d: Injector, hand: Hand) -> bool:
    seat = d.next_asker
    d.say("draw_indicated", seat=seat, count=1)
    d.say("discarded", seat=seat, count=1)
    hand.players[seat].down.pop()
    if hand.street.burn and not hand.players[hand.live()[0].seat].drew and not _burned(d):
        d.say("dealt", to="burn", face="down", **d.card())
    for _ in range(2):
        d.say("dealt", to=seat, face="down", **d.card())
    d.say("attention_called", about="extra_card", seat=seat, facts={"untouched": True})
    d.say("hand_counted", seat=seat, count=len(hand.players[seat].down) + 2)
    return True


def _burned(d: Injector) -> bool:
    return bool(d.tablet.told["hand"]["burns"])


@mistake("asking", rules="draw-high/7")
def draw_count_asked(d: Injector, hand: Hand) -> bool:
    drawn = [player for player in hand.live() if player.drew]
    if not drawn:
        return False
    of = d.rng.choice(drawn)
    by = d.rng.choice([player for player in hand.live() if player is not of])
    d.say("draw_count_asked", by=by.seat, of=of.seat)
    d.say("draw_count_answered", by=of.seat, of=of.seat, count=of.drew + 1)
    return True


@mistake("turn", rules="draw-high/7")
def draw_count_asked_late(d: Injector, hand: Hand) -> bool:
    drawn = [player for player in hand.live() if player.drew]
    if not drawn:
        return False
    of = d.rng.choice(drawn)
    by = d.rng.choice([player for player in hand.live() if player is not of])
    d.say("draw_count_asked", by=by.seat, of=of.seat)
    return True


@mistake("turn", rules="draw-high/9")
def knock_facing_a_bet(d: Injector, hand: Hand) -> bool:
    on, turn = betting(hand)
    if not d.game.draws or turn.bet >= on.owed(turn):
        return False
    d.say("rapped", seat=turn.seat)
    return True


# --- jacks or better ----------------------------------------------------------------------


@mistake(
    "turn",
    "closed",
    "asking",
    "showdown",
    "decided",
    rules="jacks-or-better/2c jacks-or-better/3 jacks-or-better/4 jacks-or-better/6",
)
def false_openers_shown(d: Injector, hand: Hand) -> bool | None:
    """A seat opens on nothing, and it comes to light later."""
    if d.begun:
        player = hand.players[d.begun]
        if player.folded:
            return False
        d.say("shown", seat=player.seat, cards=player.down, purpose="openers")
        return True
    if hand.round is None or not hand.round.unopened:
        return False
    on, turn = betting(hand)
    if turn.all_in or d._has_openers(turn) or not chips(turn, on.unit):
        return False
    hand.act("bet", on.unit)
    d.begun = turn.seat
    d.tell(hand, "acted", seat=turn.seat, verb="bet", to=on.unit)
    return None


@mistake("turn", rules="rrop-betting/11 jacks-or-better/2b")
def declared_open_after_a_check(d: Injector, hand: Hand) -> bool:
    on, _ = betting(hand)
    passed = [p for p in on.able() if p.acted_at is not None and on.unopened]
    if not d.game.openers or not passed:
        return False
    d.say("pot_declared_open", seat=d.rng.choice(passed).seat, to=on.unit)
    return True


# --- the end ------------------------------------------------------------------------------


@mistake("turn", "showdown", rules="rrop-irregularities/2")
def taken_in_by_the_dealer(d: Injector, hand: Hand) -> bool:
    player = d.rng.choice(hand.live())
    sure = d.rng.random() < 0.5
    d.say("mucked", seat=player.seat, by="dealer", identifiable=sure)
    return True


@mistake("turn", rules=OUT_OF_TURN)
def thrown_away_out_of_turn(d: Injector, hand: Hand) -> bool:
    seat = behind(d, hand)
    if seat is None:
        return False
    d.say("mucked", seat=seat.seat, by="owner", identifiable=True)
    return True


@mistake("showdown", rules="rrop-showdown/1")
def too_few_cards_shown(d: Injector, hand: Hand) -> bool:
    player = d.rng.choice(hand.live())
    d.say("shown", seat=player.seat, cards=player.cards[:-1], purpose="showdown")
    return True


@mistake("decided", rules="rrop-decision/6")
def pushed_to_the_wrong_seat(d: Injector, hand: Hand) -> bool:
    losers = [s for s in hand.players if s not in d.result.paid]
    if not losers:
        return False
    d.say("pot_awarded", to={str(d.rng.choice(losers)): d._whole()})
    return True


@mistake("decided", rules="rrop-decision/6")
def pushed_too_little(d: Injector, hand: Hand) -> bool:
    seat = next(iter(d.result.paid))
    if d.result.paid[seat] < 2:
        return False
    d.say("pot_awarded", to={str(seat): 1})
    return True


@mistake("decided")
def next_hand_without_an_award(d: Injector, hand: Hand) -> bool:
    d.say("hand_ended")
    return True


@mistake("awarded", rules="rrop-decision/6")
def award_disputed(d: Injector, hand: Hand) -> bool:
    d.say("attention_called", about="wrong_award")
    return True


@mistake("turn", "showdown", "decided", rules="rrop-misdeal/2")
def misdeal_called(d: Injector, hand: Hand) -> bool:
    d.say("misdeal_called", by="dealer")
    return True
