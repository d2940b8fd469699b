"""The steps, each in a file of its own, named by its number."""
