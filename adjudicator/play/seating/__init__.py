"""The table and its people."""
