"""The world outside: command line, HTTP, storage.

Nothing here decides anything about poker. What happened goes to the engine, what the
engine and the rulebook answer goes out; in between there is reading, keeping and
printing.
"""
