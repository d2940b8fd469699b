"""The rulebook's files, read and checked."""
