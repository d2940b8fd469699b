"""Cards that were dealt: seen, moved, counted."""
