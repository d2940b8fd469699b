"""Keeping an installation sound: backups, retention, and a doctor."""
