"""Every general rule in every game it governs, before and after its window, by both readings."""

import pytest
from builders import chips_in_all, rulings
from matrix import cards, hands
from matrix.cells import Cell, Row, cells, follows

TABLE: tuple[Row, ...] = (*cards.ROWS, *hands.ROWS)


@pytest.mark.parametrize("cell", list(cells(TABLE)), ids=str)
def test_a_general_rule_gives_in_this_cell_what_the_law_says(cell: Cell) -> None:
    docket = cell.row.play(cell).judged()
    found = [(r.rule, [one.code for one in r.outcomes]) for r in rulings(docket)]

    assert follows(docket, cell), f"wanted {cell.rule}: {cell.code}; found {found}"
    if cell.game != "baseball":
        assert chips_in_all(docket) == 6 * 500
