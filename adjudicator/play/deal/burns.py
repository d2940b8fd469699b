"""Burns: due, missing, one too many, or made where the game has none."""

from __future__ import annotations

from adjudicator.game.profile import Profile, Stage
from adjudicator.play.deal.findings import BurnExtra, BurnMissing
from adjudicator.play.draw.serving import serving
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def game_burns(profile: Profile) -> bool:
    """Whether the game has a burn before any stage."""
    return any(stage.burn for stage in profile.stages)


def missing(hand: Hand, card: str | None = None) -> list[Finding]:
    """A missing burn before the first card of this stage."""
    stage = hand.here
    if stage is None or not stage.burn or hand.burn.taken or hand.deal.to_stage:
        return []
    if hand.stage in hand.burn.waived:
        return []
    return [BurnMissing(stage.name, card, stage.kind == "draw")]


def burn(state: State, card: str | None) -> Applied:
    """Burn a card."""
    hand = state.the_hand
    known = () if card is None else (card,)
    state = state.with_hand(
        replace(
            hand, burn=replace(hand.burn, count=hand.burn.count + 1, cards=hand.burn.cards + known)
        )
    )
    if hand.phase == "drawing":
        return _in_the_draw(state)
    coming = _next_cards(hand)
    if hand.here is None or coming is None:
        return state, [BurnExtra("the deal", True, card)]
    if not coming.burn:
        return _before_no_burn(state, coming, card)
    return _before_a_burn(state, coming, card)


def _next_cards(hand: Hand) -> Stage | None:
    """The stage whose cards come next."""
    start = hand.stage + (hand.phase == "betting")
    return next((s for s in hand.profile.stages[max(start, 0) :] if s.kind != "bet"), None)


def _before_no_burn(state: State, coming: Stage, card: str | None) -> Applied:
    """A burn before a stage without one; in a game without burns it was somebody's card."""
    hand, burns = state.the_hand, game_burns(state.the_hand.profile)
    state = state.with_hand(
        replace(hand, burn=replace(hand.burn, wrong=hand.burn.wrong if burns else state.seq))
    )
    return state, [BurnExtra(coming.name, burns, card, coming.kind == "draw")]


def _before_a_burn(state: State, coming: Stage, card: str | None) -> Applied:
    """The burn that is due, one that an extra one made up for, or one too many."""
    hand = state.the_hand
    early = hand.phase == "betting"
    burned = hand.burn.taken > hand.round_began if early else bool(hand.burn.taken)
    if not burned and hand.burn.spare:
        spare = hand.burn.spare - 1
        return state.with_hand(
            replace(hand, burn=replace(hand.burn, taken=state.seq, spare=spare))
        ), []
    if burned or (hand.stage in hand.burn.waived and not early):
        state = state.with_hand(replace(hand, burn=replace(hand.burn, spare=hand.burn.spare + 1)))
        return state, [BurnExtra(coming.name, True, card, coming.kind == "draw")]
    return state.with_hand(replace(hand, burn=replace(hand.burn, taken=state.seq))), []


def _in_the_draw(state: State) -> Applied:
    """A burn during a draw: before the first card, or before a fifth one."""
    hand, step = state.the_hand, serving(state.the_hand)
    stage = hand.here
    assert stage is not None
    draw = replace(hand.draw, last_served=0)
    asked = step is not None and step.burn
    if not asked and (hand.burn.taken or not stage.burn):
        extra = BurnExtra(stage.name, game_burns=stage.burn, drawing=True)
        return state.with_hand(hand.with_draw(draw)), [extra]
    hand = hand.with_draw(replace(draw, begun=draw.begun or state.seq))
    return state.with_hand(
        replace(hand, burn=replace(hand.burn, taken=hand.burn.taken or state.seq))
    ), []


def moved_to_burns(hand: Hand, card: str | None, seq: int) -> Hand:
    """Move a card to the burns, as the burn that was missing."""
    known = () if card is None else (card,)
    burned = seq if hand.phase == "betting" else hand.burn.taken or seq
    if hand.phase == "drawing":
        hand = hand.with_draw(replace(hand.draw, last_served=0))
    return replace(
        hand,
        burn=replace(
            hand.burn, taken=burned, count=hand.burn.count + 1, cards=hand.burn.cards + known
        ),
    )


def as_next_burn(hand: Hand, card: str, seq: int) -> Hand:
    """A refused card is burned as the next burn."""
    return replace(
        hand,
        burn=replace(
            hand.burn, count=hand.burn.count + 1, taken=seq, cards=(*hand.burn.cards, card)
        ),
    )
