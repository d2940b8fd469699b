"""Showing hands, awarding the pot, closing the hand."""
