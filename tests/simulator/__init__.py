"""Tables as they are, played beside the product and compared with it entry by entry.

``oracle`` is a plain model of a poker table that shares no code with the engine; ``dealer``
plays seeded hands on it and records what a dealer's tablet would record; ``compare`` holds
every state the product tells against the model. ``python -m tests.simulator --help``.
"""
