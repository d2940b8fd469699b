"""Rules of the draw games."""
