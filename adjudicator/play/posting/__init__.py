"""The start of a hand, antes and blinds."""
