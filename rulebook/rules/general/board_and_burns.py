"""Board cards that came too early or too many, and burns that were left out or doubled.

| article | says | rule |
| --- | --- | --- |
| rrop-irregularities/15 | cards dealt too early do not play | ``beyond_the_board``; cited |
| rrop-holdem/premature | board card dealt too early | ``board_card_too_early`` |
| rrop-holdem/4 | flop dealt too early | ``flop_too_early`` |
| rrop-holdem/3 | flop with too many cards | ``flop_too_large`` |
| tda/39 | four-card flop | ``four_card_flop``, ``flop_without_burn_in_tournaments`` |
| rrop-holdem/4-v11 | flop without a burn | ``flop_without_burn`` |
| tda-rp/14 | chance for odd cases | floor: ``chance_decides`` |
| tda-rp/5 | prematurely dealt cards | ``early_board_card_shuffled_back`` |
| rrop-decision/3 | board card dealt face down | ``board_card_face_down`` |
| rrop-irregularities/16 | missing or double burn | ``burn_missing``, ``burn_extra``, \
``burn_questioned``, ``board_questioned`` |

The burn of a draw has its own rule, draw-high/0.8.
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import AttentionCalled, Dealt, RoundDealt
from adjudicator.play.betting.outcomes import BET_STAYS
from adjudicator.play.cards.outcomes import CARD_KEEP, CARD_SCRAP, CARD_TO_BURN
from adjudicator.play.deal.findings import (
    BoardCardDown,
    BurnExtra,
    BurnMissing,
    ExtraBoardCard,
    PrematureCard,
)
from adjudicator.play.deal.outcomes import RESHUFFLE_AND_CONTINUE
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES, NO_IRREGULARITY
from adjudicator.table.hand import Hand
from adjudicator.values.frozen import replace
from rulebook.rules.shared import established, rule, rulings_so_far, standing_under

SHUFFLED = {"type": "shuffled"}
BURNS = "rrop-irregularities/16"
ON_BURNS = (BURNS, "rrop-holdem/4-v11", "tda/39")
TOO_EARLY = ("rrop-holdem/premature", "rrop-holdem/4", "tda-rp/5")
BACK_IN_THE_STUB = (
    "the round is finished; then what came early is shuffled into the stub and dealt from it "
    "without a burn, and later cards come as usual"
)


# --- Too early ---------------------------------------------------------------------


def _next_board(hand: Hand) -> int:
    """The stage whose board card was dealt too early."""
    stages = hand.profile.stages
    return next(n for n in range(hand.stage, len(stages)) if stages[n].kind == "board")


def _full(hand: Hand) -> bool:
    """Whether every board card of the game is out."""
    due = hand.phase == "dealing" and hand.here is not None and hand.here.kind == "board"
    return hand.profile.board_size > 0 and not due and not hand.board_stage_ahead


def _last_board(hand: Hand) -> int:
    stages = hand.profile.stages
    return max(n for n, stage in enumerate(stages) if stage.kind == "board")


def _too_early(now: Moment[PrematureCard], what: str, stage: int, say: str) -> Ruling:
    found = now.trigger
    back = RESHUFFLE_AND_CONTINUE(card=found.card, by=(SHUFFLED,), when=stage)
    return Ruling(
        outcomes=(back,),
        because=(Fact(now.seq, f"{what} was dealt while the round before it was still open"),),
        considered=(
            Weighed("rrop-irregularities/4", "the card comes back only by way of a reshuffle"),
        ),
        say=say,
    )


@rule(
    "rrop-holdem/4",
    on=PrematureCard,
    cites=("rrop-irregularities/15", "tda-rp/5"),
    displaces=("rrop-irregularities/15",),
)
def flop_too_early(now: Moment[PrematureCard]) -> Ruling | None:
    """A flop dealt too early goes back; the round is finished and a new flop takes no burn."""
    hand = now.hand
    if now.trigger.to != "board":
        return None
    stage = _next_board(hand)
    cards = hand.profile.stages[stage].cards
    if cards < 2:
        return None
    if hand.board_faults.premature > 1:
        return standing_under(now, "rrop-holdem/4", None)
    say = "the early flop does not play: the round is finished, a new one comes without a burn"
    return _too_early(now, hand.profile.stages[stage].name, stage, say)


@rule(
    "rrop-holdem/premature",
    on=PrematureCard,
    cites=("rrop-irregularities/15", "tda-rp/5"),
    displaces=("rrop-irregularities/15",),
)
def board_card_too_early(now: Moment[PrematureCard]) -> Ruling | None:
    """An early board card is laid aside and shuffled in again before the last board card."""
    hand = now.hand
    if now.trigger.to != "board" or now.policy.premature_cards == "tda":
        return None
    stage, last = _next_board(hand), _last_board(hand)
    if hand.profile.stages[stage].cards > 1:
        return None
    if hand.board_faults.premature > 1:
        standing = standing_under(now, "rrop-holdem/premature", None)
        if standing is not None:
            return standing
    name = hand.profile.stages[stage].name
    if stage == last:
        say = "the early card does not play: it is shuffled in and dealt afresh after the round"
    else:
        say = (
            "the early card does not play: the next one serves, and it is shuffled in for the last"
        )
    return _too_early(now, name, last, say)


@rule(
    "tda-rp/5",
    on=PrematureCard,
    cites=("rrop-irregularities/15",),
    displaces=("rrop-irregularities/15",),
)
def early_board_card_shuffled_back(now: Moment[PrematureCard]) -> Ruling | None:
    """An early turn or river goes back into the stub, and is dealt from it without a burn."""
    hand = now.hand
    if now.trigger.to != "board" or now.policy.premature_cards != "tda":
        return None
    stage = _next_board(hand)
    if hand.profile.stages[stage].cards > 1:
        return None
    if hand.board_faults.premature > 1:
        return standing_under(now, "tda-rp/5", None)
    name = hand.profile.stages[stage].name
    why = "here every early card is shuffled back for its own street (premature_cards)"
    return replace(
        _too_early(now, name, stage, BACK_IN_THE_STUB),
        considered=(Weighed("rrop-holdem/premature", why),),
    )


@rule("rrop-irregularities/15", on=ExtraBoardCard)
def beyond_the_board(now: Moment[ExtraBoardCard]) -> Ruling | None:
    """A board card dealt while none is due does not play; beyond a full board it is scrap."""
    found = now.trigger
    if found.stage:
        return None
    if _full(now.hand):
        return Ruling(
            outcomes=(CARD_SCRAP(card=found.card),),
            because=(Fact(now.seq, "the board was full"),),
        )
    back = {"type": "card_moved", "from": "aside", "to": "stub"}
    if found.card is not None:
        back["card"] = found.card
    return Ruling(
        outcomes=(DEALER_CORRECTS(card=found.card, by=(back,)),),
        because=(Fact(now.seq, "a board card was dealt while none was due"),),
        say="the card does not play",
    )


@rule("rrop-irregularities/15", on=PrematureCard)
def drawn_too_early(now: Moment[PrematureCard]) -> Ruling | None:
    """A card of the draw dealt while the betting is on does not play, whoever folds after it."""
    if not now.hand.profile.draws:
        return None
    return laid_aside(now, "the betting is finished first, then everybody draws what is due")


def laid_aside(now: Moment[PrematureCard], say: str) -> Ruling | None:
    """A seat's early card goes aside, and the betting comes first."""
    found = now.trigger
    if not isinstance(found.to, int):
        return None
    up = isinstance(now.event, Dealt | RoundDealt) and now.event.face == "up"
    away = {"type": "card_moved", "from": found.to, "to": "aside"}
    outcome = DEALER_CORRECTS(found.to, card=found.card if up else None, by=(away,))
    facts = [Fact(now.seq, f"a card was dealt to seat {found.to} before the betting was over")]
    if now.hand.to_act is not None:
        facts.append(Fact(now.seq, f"seat {now.hand.to_act} was still to act"))
    return Ruling(outcomes=(outcome,), seats=(found.to,), because=tuple(facts), say=say)


@rule("rrop-decision/3", on=BoardCardDown)
def board_card_face_down(now: Moment[BoardCardDown]) -> Ruling:
    """Board cards lie face up; one dealt face down is turned up as soon as it is seen."""
    turn = DEALER_CORRECTS(by=({"type": "exposed", "by": "dealer"},))
    fact = Fact(now.seq, f"a card of {now.trigger.stage} was dealt face down")
    return Ruling(outcomes=(turn,), because=(fact,))


# --- Too many ----------------------------------------------------------------------


@rule("rrop-holdem/3", on=ExtraBoardCard, cites=("rrop-irregularities/15",))
def flop_too_large(now: Moment[ExtraBoardCard]) -> Ruling | None:
    """A flop of too many cards is dealt again without a burn, even if the extra one is known."""
    found = now.trigger
    if not found.stage or now.policy.four_card_flop != "rrop":
        return None
    flop = now.hand.stage - 1
    return Ruling(
        outcomes=(RESHUFFLE_AND_CONTINUE(by=(SHUFFLED,), when=flop),),
        because=(Fact(now.seq, f"{found.stage} has a card too many"),),
        considered=(Weighed("tda/39", "this house goes by Robert's Rules (four_card_flop)"),),
        say="the whole flop goes back and a new one is dealt without another burn",
    )


@rule("tda/39", on=ExtraBoardCard, cites=("tda-rp/14",), displaces=("rrop-holdem/3",))
def four_card_flop(now: Moment[ExtraBoardCard]) -> Ruling | None:
    """Four cards for the flop are mixed face down and one drawn at random is the next burn."""
    found = now.trigger
    if not found.stage or now.policy.four_card_flop != "tda":
        return None
    lie = [*((card, "board") for card in now.hand.board), (found.card, "board")]
    return Ruling(
        outcomes=(CARD_TO_BURN(by=_picked((*lie, (found.card, "aside")))),),
        because=(Fact(now.seq, f"{found.stage} has a card too many"),),
        considered=(Weighed("rrop-holdem/3", "this house goes by chance (four_card_flop)"),),
        say="the cards are mixed face down, the floor picks the burn, the others are the flop",
    )


def _picked(lie: tuple[tuple[str | None, str], ...]) -> tuple[dict[str, str], ...]:
    """Each of the cards as the one that is drawn, from where it lies."""
    return tuple(
        {
            "type": "card_moved",
            **({} if card is None else {"card": card}),
            "from": place,
            "to": "burn",
        }
        for card, place in lie
    )


# --- Burns ---------------------------------------------------------------------------


def _dealer_burns(now: AnyMoment) -> bool:
    """Whether cards other than those of a draw are dealt with burns, or to a board."""
    stages = now.hand.profile.stages
    return any(s.kind == "board" or (s.burn and s.kind != "draw") for s in stages)


def _of_the_deal(now: Moment[BurnMissing | BurnExtra]) -> bool:
    return _dealer_burns(now) and not now.trigger.drawing


def _order_matters(now: AnyMoment) -> bool:
    return now.policy.burn_repair == "rrop"


def _random_stub(now: AnyMoment, fact: str) -> Ruling:
    """Where the stub counts as random anyway nothing is put back in order."""
    return Ruling(
        outcomes=(CARD_KEEP(card=None),),
        because=(Fact(now.seq, fact),),
        cites=("tda/38",),
        say="burns only protect the stub, so the cards stand and the dealing goes on",
    )


def _open_flop(now: Moment[BurnMissing]) -> bool:
    """Whether it is the flop that came without its burn, face up."""
    hand, event = now.hand, now.event
    flop = hand.here is not None and hand.here.kind == "board" and hand.here.cards > 1
    return flop and isinstance(event, Dealt) and event.face == "up"


@rule("rrop-holdem/4-v11", on=BurnMissing, cites=(BURNS,), displaces=(BURNS,))
def flop_without_burn(now: Moment[BurnMissing]) -> Ruling | None:
    """An open flop without a burn goes back before there is action, and a new one is dealt."""
    if not _open_flop(now) or now.policy.flop_without_burn != "reshuffle":
        return None
    back = RESHUFFLE_AND_CONTINUE(by=(SHUFFLED,), when=now.hand.stage, before_action=True)
    return Ruling(
        outcomes=(back,),
        because=(Fact(now.seq, f"{now.trigger.stage} came face up without a burn"),),
        considered=(Weighed("tda/39", "this house goes by Robert's Rules (flop_without_burn)"),),
        say="what lies there goes back into the deck, which is shuffled, and a new flop is dealt",
    )


@rule("tda/39", on=BurnMissing, cites=("tda-rp/14",), displaces=(BURNS,))
def flop_without_burn_in_tournaments(now: Moment[BurnMissing]) -> Ruling | None:
    """Of an open flop without a burn one card drawn at random is the burn; the next one joins."""
    if not _open_flop(now) or now.policy.flop_without_burn != "tda":
        return None
    drawn = {"type": "card_moved", "from": "board", "to": "burn"}
    why = "this house goes by chance (flop_without_burn)"
    return Ruling(
        outcomes=(CARD_TO_BURN(by=(drawn,), before_action=True),),
        because=(Fact(now.seq, f"{now.trigger.stage} came face up without a burn"),),
        considered=(Weighed("rrop-holdem/4-v11", why),),
        say="the cards are mixed face down, the floor picks the burn, and the next card of the "
        "deck completes the flop",
    )


@rule(BURNS, on=BurnMissing)
def burn_missing(now: Moment[BurnMissing]) -> Ruling | None:
    """A burn left out is made good before there is action: the card dealt becomes the burn."""
    if not _of_the_deal(now) or (_open_flop(now) and now.policy.flop_without_burn != "order"):
        return None
    found = now.trigger
    fact = f"{found.stage} came without a burn"
    if not _order_matters(now) and not _open_flop(now):
        return _random_stub(now, fact)
    origin = now.event.to if isinstance(now.event, Dealt) else now.hand.deal.line[0]
    move = {"type": "card_moved", "from": origin, "to": "burn"}
    if found.card is not None:
        move["card"] = found.card
    fix = DEALER_CORRECTS(card=found.card, by=(move,), before_action=True)
    return Ruling(
        outcomes=(fix,),
        because=(Fact(now.seq, fact),),
        considered=(Weighed("tda/38", "this house restores the order (burn_repair)"),),
        say="that card is the burn and the next one takes its place",
    )


@rule(BURNS, on=BurnExtra)
def burn_extra(now: Moment[BurnExtra]) -> Ruling | None:
    """A burn too many is made good before there is action: it is the next card to be dealt."""
    if not _of_the_deal(now):
        return None
    found = now.trigger
    fact = "one more card was burned than is due"
    if not _order_matters(now):
        return _random_stub(now, fact)
    places = ("board", "stub") if now.hand.profile.board_size else ("stub",)
    known = {} if found.card is None else {"card": found.card}
    moves = tuple({"type": "card_moved", "from": "burn", "to": to, **known} for to in places)
    fix = DEALER_CORRECTS(card=found.card, by=moves, before_action=True)
    return Ruling(
        outcomes=(fix,),
        because=(Fact(now.seq, fact),),
        considered=(Weighed("tda/38", "this house restores the order (burn_repair)"),),
        say="the last card burned is the next one to be dealt",
    )


@rule(BURNS, about=("burn_error",))
def burn_questioned(now: Moment[AttentionCalled]) -> Ruling | None:
    """Once somebody has acted on the board card it stands; an extra burn is the next one."""
    hand = now.hand
    if not _dealer_burns(now) or not _in_question(now):
        return None
    old = [r for r in rulings_so_far(now) if r.rule in ON_BURNS and _to_mend(r)]
    if not old:
        fact = Fact(now.seq, "the burns on record are those that were due")
        return Ruling(outcomes=(NO_IRREGULARITY(),), because=(fact,))
    last = old[-1]
    if last.status == "open" or not _past_mending(hand, last.seq):
        return last
    return _stands(now, last.because, extra=last.outcomes[0].by[0].get("from") == "burn")


def _to_mend(ruling: Ruling) -> bool:
    """Whether it orders what is to be done before there is action."""
    return bool(ruling.outcomes[0].by) and ruling.outcomes[0].before_action


def _stands(now: AnyMoment, because: tuple[Fact, ...], extra: bool) -> Ruling:
    """What was bet on stands, and later cards are those that would have come."""
    burn = (CARD_TO_BURN(),) if extra else ()
    why = "the pot had been pushed" if now.hand.awards else "somebody had acted"
    what = "the board stands" if now.hand.profile.board_size else "the cards stand"
    return Ruling(
        outcomes=(BET_STAYS(), *burn),
        because=(*because, Fact(now.seq, f"{why} before it was pointed out")),
        say=f"{what}, and later cards are those that would have come",
    )


def _in_question(now: Moment[AttentionCalled]) -> bool:
    """Whether the question is about a hand that can still be ruled on."""
    hand, event = now.was, now.trigger
    if event.entry is not None and event.entry < hand.started:
        return False
    return hand.undo.void is None and (not hand.ended or now.before.window)


def _past_mending(hand: Hand, seq: int) -> bool:
    """Whether somebody has acted since, or, with everybody all-in, the pot was pushed."""
    return hand.action.last > seq or bool(hand.awards)


@rule(BURNS, about=("wrong_board_card",), cites=("rrop-irregularities/15",))
def board_questioned(now: Moment[AttentionCalled]) -> Ruling | None:
    """A board card on which somebody has acted stands; before that the dealer puts it right."""
    hand = now.hand
    if not hand.profile.board_size or not _in_question(now):
        return None
    standing = _board_ruling(now)
    if standing is not None:
        return standing
    if not hand.board and not hand.blank_board:
        fact = Fact(now.seq, "no board card has been dealt")
        return Ruling(outcomes=(NO_IRREGULARITY(),), because=(fact,))
    if established(now, "order_known") is False:
        return None
    entry = now.trigger.entry or hand.round_began
    if _past_mending(hand, entry):
        return _stands(now, (Fact(now.trigger.entry or now.seq, "the board card"),), extra=False)
    fix = DEALER_CORRECTS(before_action=True)
    return Ruling(
        outcomes=(fix,),
        because=(Fact(now.seq, "pointed out before anybody acted on the card"),),
        say="the card that should have come is put there",
        factors=("whether the deck, the board and the burns are intact",),
    )


@rule("tda-rp/14", about=("wrong_board_card",), cites=(BURNS,))
def chance_decides(now: Moment[AttentionCalled]) -> Ruling | None:
    """Of board cards whose order nobody knows the floor may let chance choose."""
    unknown = established(now, "order_known") is False
    if not unknown or not now.hand.profile.board_size or not _in_question(now):
        return None
    fact = Fact(now.seq, "nobody knows the order of the board cards")
    return by_chance("they go back into the stub", fact)


def by_chance(otherwise: str, fact: Fact) -> Ruling:
    """One of the board cards in question is drawn at random, unless the floor decides else."""
    return Ruling(
        outcomes=(FLOOR_DECIDES(),),
        certainty=FLOOR,
        options=(
            Option((DEALER_CORRECTS(),), presumed=True, label="one is drawn at random"),
            Option((RESHUFFLE_AND_CONTINUE(),), label=otherwise),
        ),
        factors=("whether anybody saw which card left the stub first",),
        because=(fact,),
    )


def _board_ruling(now: Moment[AttentionCalled]) -> Ruling | None:
    """A ruling on the board of this hand that is still being carried out."""
    event = now.trigger
    for old in reversed(rulings_so_far(now)):
        board = old.rule in (
            "rrop-holdem/3",
            "tda/39",
            "rrop-irregularities/15",
            *TOO_EARLY,
            *ON_BURNS,
        )
        same = event.entry is None or event.entry == old.seq
        if board and same and old.status == "open":
            return old
    return None


RULES = (
    flop_too_early,
    board_card_too_early,
    early_board_card_shuffled_back,
    beyond_the_board,
    drawn_too_early,
    board_card_face_down,
    flop_too_large,
    four_card_flop,
    flop_without_burn,
    flop_without_burn_in_tournaments,
    burn_missing,
    burn_extra,
    burn_questioned,
    board_questioned,
    chance_decides,
)
