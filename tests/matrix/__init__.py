"""The matrix of the general rules: one table of rows, every row played in every cell."""
