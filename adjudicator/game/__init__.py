"""What a game is: types only; the games themselves are data of the rulebook."""
