"""Every event, defined once."""
