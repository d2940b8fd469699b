"""What the service does, whoever asks."""
