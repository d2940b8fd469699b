"""Rules of single games."""
