"""Tables to look at: a clean hand in play, and hands that the floor was called to."""

from __future__ import annotations

from api.record import Recorder
from api.store.port import Store


def fill(recorder: Recorder, store: Store) -> None:
    """Fill an empty database; one that has tables is left as it is."""
