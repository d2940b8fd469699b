"""Rules every game shares."""
