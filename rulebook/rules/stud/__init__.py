"""Rules of the stud games."""
