"""Wagers."""
