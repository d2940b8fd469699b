"""What is said at the table."""
