"""Cards leaving the stub."""
