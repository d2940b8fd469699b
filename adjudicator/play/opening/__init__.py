"""Opening the pot, and false openers."""
