"""Golden outputs: what the product answers today, so that a restructuring can be checked.

``stored/`` holds logs (worked cases, real hands, logs of the other tests, random walks);
``pinned/`` holds a digest of each answer and, as plain text, the published names and the
error documents. The logs are stored because a generator would move with the engine.

To see what an answer has become, write both checkouts' answers out and compare them::

    python -m tests.golden write /tmp/before walks/draw-high    # in a checkout of the old commit
    python -m tests.golden write /tmp/after walks/draw-high     # here
    diff -r /tmp/before /tmp/after

A change that is meant is pinned anew with ``python -m tests.golden pin``.
"""
