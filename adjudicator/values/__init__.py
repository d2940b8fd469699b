"""Values every room speaks in: cards, amounts, seats, and how each is read from JSON."""
