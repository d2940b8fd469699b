"""Worked examples of the law: one file a book, how a hand is told in them, and how it is played."""
