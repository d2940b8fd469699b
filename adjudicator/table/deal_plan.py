"""What the deal has come to: the order of the seats, the card due next, and its face."""

from __future__ import annotations

from adjudicator.game.profile import Profile
from adjudicator.table.hand import Hand
from adjudicator.table.seat import LIVE, Seat
from adjudicator.values.frozen import Frozen
from adjudicator.values.seat_order import clockwise


class CardDue(Frozen):
    """The next card: a seat, the board or the burn, and its face."""

    to: int | str
    face: str


class PassDue(Frozen):
    """A whole pass: so many cards of one face to every live seat."""

    face: str
    each: int


def scheduled(profile: Profile, stage: int) -> tuple[str, ...]:
    """The faces of all cards dealt to a seat up to and including a stage."""
    return profile.schedule[min(stage, len(profile.stages) - 1)] if stage >= 0 else ()


def whole_hand(hand: Hand) -> int:
    """How many cards a seat has been dealt by now, without bonus cards."""
    return len(scheduled(hand.profile, max(hand.stage, 0)))


def expected(hand: Hand, number: int) -> int:
    """How many cards the seat should hold by now."""
    planned = len(scheduled(hand.profile, hand.stage)) + hand.seats[number].bonus_cards.earned
    draw = hand.draw
    mine = draw.of(number)
    if not draw.begun or (mine.wants is None and not mine.thrown):
        return planned
    wanted = mine.thrown if mine.wants is None else mine.wants
    return planned - max(wanted + mine.refused - mine.served, 0)


def deal_order(hand: Hand) -> tuple[int, ...]:
    """The seats in the order the cards of this stage go round."""
    stage = hand.profile.stages[max(hand.stage, 0)] if hand.stage < 1 else None
    if stage is not None and stage.start == "left_of_big_blind":
        blind = big_blind_as_posted(hand)
        if blind is not None:
            return clockwise(hand.dealt_in, blind)
    return hand.dealt_in


def deal_line(hand: Hand) -> tuple[int, ...]:
    """The live seats in the order the cards of this stage go round."""
    faces = scheduled(hand.profile, hand.stage)
    return tuple(
        number
        for number in deal_order(hand)
        if (seat := hand.seats[number]).live and (is_short(seat, faces) or not seat.kept_early)
    )


def blind_seats(hand: Hand) -> tuple[int | None, int | None]:
    """Who owes the small blind and who the big one."""
    return small_blind_seat(hand), big_blind_seat(hand)


def small_blind_seat(hand: Hand) -> int | None:
    """Who owes the small blind; nobody where its place is empty."""
    small = hand.positions.blinds_at[0]
    return small if small in hand.seats else None


def big_blind_seat(hand: Hand) -> int | None:
    """Who owes the big blind."""
    return hand.positions.blinds_at[1]


def big_blind_as_posted(hand: Hand) -> int | None:
    """The seat that posted the big blind, rightly or not, or the one that owes it."""
    return big_blind_seat(hand) if hand.posting.big_at is None else hand.posting.big_at


def due(hand: Hand) -> CardDue | None:
    """The next card of a dealing stage."""
    place, stages = max(hand.stage, 0), hand.profile.stages
    if place >= len(stages) or (hand.stage >= 0 and hand.phase not in ("dealing", "posting")):
        return None
    burned = hand.burn.taken or hand.burn.spare or place in hand.burn.waived
    if stages[place].burn and not burned:
        return CardDue("burn", "down")
    if stages[place].kind == "board":
        return CardDue("board", "up")
    return _due_to_seat(hand, place)


def pass_due(hand: Hand) -> PassDue | None:
    """The next cards of a dealing stage, where every live seat is owed as many of one face."""
    due_now = due(hand)
    live = [hand.seats[number] for number in hand.live]
    if due_now is None or not isinstance(due_now.to, int) or _uneven(live):
        return None
    faces = scheduled(hand.profile, max(hand.stage, 0))[planned(live[0]) :]
    each = next((n for n, face in enumerate(faces) if face != faces[0]), len(faces))
    if due_now.face != faces[0] or each * len(live) > stub_left(hand):
        return None
    return PassDue(faces[0], each)


def stub_left(hand: Hand) -> int:
    """How many cards the stub still has, according to the log."""
    return hand.profile.deck + hand.profile.jokers - hand.cards_out


def _uneven(live: list[Seat]) -> bool:
    """Whether some seats are owed other cards than the rest."""
    owed = {(planned(seat), seat.ups, seat.count) for seat in live}
    return len(owed) != 1 or any(seat.bonus_cards.due for seat in live)


def _due_to_seat(hand: Hand, stage: int) -> CardDue | None:
    faces = scheduled(hand.profile, stage)
    waiting = [s for s in deal_order(hand) if hand.seats[s].live]
    for number in waiting:
        if hand.seats[number].bonus_cards.due:
            return CardDue(number, "up")
    short = [s for s in waiting if is_short(hand.seats[s], faces)]
    if not short:
        return None
    first = min(short, key=lambda s: (planned(hand.seats[s]), _turn_of(waiting, s)))
    return CardDue(first, next_face(hand.seats[first], faces))


def _turn_of(order: list[int], seat: int) -> int:
    return order.index(seat)


def planned(seat: Seat) -> int:
    """How many cards of the plan the seat has been given, or passed over for."""
    return seat.count - seat.bonus_cards.earned + seat.bonus_cards.later + seat.bonus_cards.late


def is_short(seat: Seat, faces: tuple[str, ...]) -> bool:
    return planned(seat) < len(faces)


def next_face(seat: Seat, faces: tuple[str, ...]) -> str:
    """The face of a seat's next card; what it has up already need not come again."""
    if not faces:
        return "down"
    needs_up = faces.count("up") + seat.bonus_cards.earned - seat.ups
    needs_down = faces.count("down") - (seat.count - seat.ups)
    face = faces[min(max(planned(seat), 0), len(faces) - 1)]
    if face == "up":
        return "up" if needs_up > 0 else "down"
    return "down" if needs_down > 0 else "up"


def stage_served(hand: Hand) -> bool:
    """Whether everybody has the cards of this dealing stage."""
    stage = hand.here
    if stage is None:
        return False
    if stage.kind == "board":
        return hand.deal.to_stage >= stage.cards
    if hand.deal.to_stage < len(hand.deal.line):
        return False
    need = len(hand.profile.schedule[hand.stage])
    # The last seat is served last, so it is looked at first.
    for number in reversed(hand.dealt_in):
        seat = hand.seats[number]
        if (planned(seat) < need or seat.bonus_cards.due) and seat.status == LIVE:
            return False
    return True


def only_bonus_due(hand: Hand) -> bool:
    """Whether the street is out but for bonus cards."""
    faces = scheduled(hand.profile, hand.stage)
    stage = hand.here
    return (
        hand.profile.bonus is not None
        and stage is not None
        and stage.kind == "deal"
        and hand.deal.to_stage >= len(hand.deal.line)
        and any(hand.seats[s].bonus_cards.due for s in hand.live)
        and not any(_owed_a_street(hand.seats[s], faces) for s in hand.live)
    )


def _owed_a_street(seat: Seat, faces: tuple[str, ...]) -> bool:
    return planned(seat) + seat.bonus_cards.due < len(faces)
