"""The draw."""
