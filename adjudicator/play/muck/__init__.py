"""Hands mucked, killed and retrieved."""
