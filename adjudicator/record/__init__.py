"""One table's log: entries, corrections, rulings and the state they lead to."""
