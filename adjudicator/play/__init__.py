"""What happens: a folder per subject, each with its findings and transitions."""
