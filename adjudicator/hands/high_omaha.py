"""High hands of exactly two own cards and exactly three of the board.

The best of the sixty choices follows from masks: of the ranks that the seat and the board
hold at least once, twice and three times. Kinds of hand are tried from the best down, and
a function gives 0 where the cards do not make its kind. It may count on the better kinds
having been tried; that is why a kicker is always there, and never pairs anything.
"""

from functools import cache
from typing import Final

from adjudicator.hands.worth import STRAIGHTS, Category, Held, highest, worth

_STRAIGHT: Final = worth(Category.STRAIGHT, 0)


def split_by_ranks(own: Held, board: Held) -> int:
    """The best hand by ranks alone."""
    grouped = _on_paired_board(own, board) if board.twice else _on_unpaired_board(own, board)
    if grouped > _STRAIGHT:
        return grouped
    top = _straight_top(own.once, board.once)
    return worth(Category.STRAIGHT, top) if top else grouped


def split_in_suit(own: int, board: int) -> int:
    """The best straight flush or flush of a suit that both hold enough cards of."""
    top = _straight_top(own, board)
    if top:
        return worth(Category.STRAIGHT_FLUSH, top)
    return worth(Category.FLUSH, highest(own, 2) | highest(board, 3))


def _straight_top(own: int, board: int) -> int:
    """The highest card of the best straight, or 0.

    The seat fills what the board lacks; a second card of it may stand in for one of the
    board's.
    """
    for run, lacking, top in _straights(board):
        if own & lacking == lacking and (own & run).bit_count() >= 2:
            return top
    return 0


@cache
def _straights(board: int) -> tuple[tuple[int, int, int], ...]:
    """The straights a board may be part of: their ranks, those it lacks, and their top."""
    return tuple(
        (run, run & ~board, top) for run, top in STRAIGHTS if (run & board).bit_count() >= 3
    )


def _on_unpaired_board(own: Held, board: Held) -> int:
    matched = own.once & board.once
    if own.twice & matched:
        return _set(own, board)
    if matched & matched - 1:
        return _two_pair_from_board(own, board)
    if matched:
        return max(_pair_from_board(own, board), _pocket_pair(own, board) if own.twice else 0)
    return _pocket_pair(own, board) if own.twice else _no_pair(own, board)


def _on_paired_board(own: Held, board: Held) -> int:
    if own.once & board.twice or board.three_times or own.twice & board.once:
        return _four(own, board) or _full_house(own, board) or _three(own, board)
    if own.twice or own.once & board.once:
        return max(_two_pair_from_board(own, board), _two_pair_beside_board(own, board))
    return _pair_of_board(own, board)


def _four(own: Held, board: Held) -> int:
    value = 0
    if four := highest(own.twice & board.twice):
        value = worth(Category.FOUR_OF_A_KIND, four, highest(board.once & ~four))
    if four := highest(own.once & board.three_times):
        value = max(value, worth(Category.FOUR_OF_A_KIND, four, highest(own.once & ~four)))
    return value


def _full_house(own: Held, board: Held) -> int:
    """A pocket pair with one or with three of the board, or two cards with two and one."""
    three = highest(own.once & board.twice)
    return max(
        _threes_over(own.twice & board.once, board.twice),
        _threes_over(board.three_times, own.twice),
        _threes_over(three, own.once & board.once & ~three),
    )


def _threes_over(threes: int, pairs: int) -> int:
    if not threes or not pairs:
        return 0
    return worth(Category.FULL_HOUSE, highest(threes), highest(pairs))


def _three(own: Held, board: Held) -> int:
    """Three of the board, or one card with two of the board."""
    value = 0
    if three := highest(board.three_times):
        value = worth(Category.THREE_OF_A_KIND, three, highest(own.once, 2))
    if three := highest(own.once & board.twice):
        kickers = highest(own.once & ~three) | highest(board.once & ~three)
        value = max(value, worth(Category.THREE_OF_A_KIND, three, kickers))
    return value


def _set(own: Held, board: Held) -> int:
    """A pocket pair with one of an unpaired board."""
    three = highest(own.twice & board.once)
    return worth(Category.THREE_OF_A_KIND, three, highest(board.once & ~three, 2))


def _two_pair_from_board(own: Held, board: Held) -> int:
    """Two cards that each pair one of the board."""
    pairs = highest(own.once & board.once, 2)
    if pairs.bit_count() < 2:
        return 0
    return worth(Category.TWO_PAIR, pairs, highest(board.once & ~pairs))


def _two_pair_beside_board(own: Held, board: Held) -> int:
    """The board's pair with a pocket pair, or with one of the board that a card pairs."""
    shared, value = highest(board.twice), 0
    if own.twice:
        pairs = shared | highest(own.twice)
        value = worth(Category.TWO_PAIR, pairs, highest(board.once & ~shared))
    if pair := highest(own.once & board.once):
        kicker = highest(own.once & ~pair)
        value = max(value, worth(Category.TWO_PAIR, shared | pair, kicker))
    return value


def _pocket_pair(own: Held, board: Held) -> int:
    return worth(Category.PAIR, highest(own.twice), highest(board.once, 3))


def _pair_from_board(own: Held, board: Held) -> int:
    """The one card that pairs one of an unpaired board."""
    pair = own.once & board.once
    kickers = highest(own.once ^ pair) | highest(board.once ^ pair, 2)
    return worth(Category.PAIR, pair, kickers)


def _pair_of_board(own: Held, board: Held) -> int:
    pair = highest(board.twice)
    return worth(Category.PAIR, pair, highest(own.once, 2) | highest(board.once & ~pair))


def _no_pair(own: Held, board: Held) -> int:
    return worth(Category.HIGH_CARD, highest(own.once, 2) | highest(board.once, 3))
