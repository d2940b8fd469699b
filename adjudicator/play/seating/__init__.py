"""The table and its players."""
