"""From an entry to its rulings."""
