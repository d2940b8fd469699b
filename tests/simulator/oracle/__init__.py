"""A poker table written down plainly, from the books and without a line of the engine."""
