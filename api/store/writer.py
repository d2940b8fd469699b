"""One thread that writes: what has queued is committed together, with one flush.

A job that fails takes back its own part and nothing else. Nobody is told that a job is
done before the commit that holds it is on the disk.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine

from api.store.port import StoreUnavailable

MOST_AT_ONCE = 128
Work = Callable[[Connection], Any]
Job = tuple[Work, "Future[Any]"]


class Writer:
    """A queue of writes and the thread that carries them out."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(writes=True)
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._gate = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def do(self, work: Work) -> Any:
        """Carry out a write and wait until it is on the disk."""
        done: Future[Any] = Future()
        with self._gate:
            if self._closed:
                raise StoreUnavailable("The store is closed.")
            self._queue.put((work, done))
        return done.result()

    def close(self) -> None:
        """Finish what is queued and end the thread."""
        with self._gate:
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            jobs, last = self._gathered(first)
            self._commit(jobs)
            if last:
                return

    def _gathered(self, first: Job) -> tuple[list[Job], bool]:
        jobs = [first]
        while len(jobs) < MOST_AT_ONCE:
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job is None:
                return jobs, True
            jobs.append(job)
        return jobs, False

    def _commit(self, jobs: list[Job]) -> None:
        answers: list[tuple[Future[Any], Any]] = []
        try:
            with self._engine.begin() as connection:
                for work, done in jobs:
                    self._one(connection, work, done, answers)
        except Exception as error:
            for _, done in jobs:
                if not done.done():
                    done.set_exception(error)
            return
        for done, answer in answers:
            done.set_result(answer)

    @staticmethod
    def _one(
        connection: Connection,
        work: Work,
        done: Future[Any],
        answers: list[tuple[Future[Any], Any]],
    ) -> None:
        part = connection.begin_nested()
        try:
            answer = work(connection)
        except Exception as error:
            if part.is_active:
                part.rollback()
            done.set_exception(error)
        else:
            part.commit()
            answers.append((done, answer))
