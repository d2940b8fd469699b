"""Hands given up, taken in and fetched back."""
