"""One thread that writes: what has queued is committed together, with one flush.

Nobody is told that a job is done before the commit that holds it is on the disk. Jobs
that cannot be carried out together are tried one by one, so that one that fails takes
nothing with it. Whoever had to give way to another transaction is tried once more.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Generic, TypeGuard, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from api.store.engines import to_write
from api.store.port import StoreConflict, StoreUnavailable

MOST_AT_ONCE = 128
PATIENCE = 20.0  # seconds until whoever waits is told that the outcome is not known
GAVE_WAY = {"40001", "40P01"}  # a serialization failure, a deadlock: nothing was written
Job = TypeVar("Job")
Result = TypeVar("Result")
Write = Callable[[Connection, Sequence[Job]], Sequence[Result | Exception]]


class Writer(Generic[Job, Result]):
    """A queue of jobs and the thread that carries them out.

    ``write`` carries out several in one transaction and answers each, with an exception
    where one cannot be carried out and has written nothing.
    """

    def __init__(self, engine: Engine, write: Write[Job, Result]) -> None:
        self._engine = engine
        self._write = write
        self._queue: SimpleQueue[tuple[Job, Future[Result]] | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._closed = False
        self._gate = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def do(self, job: Job) -> Result:
        """Carry out a job and wait until it is on the disk."""
        done: Future[Result] = Future()
        with self._gate:
            if self._closed:
                raise StoreUnavailable("The store is closed.")
            self._queue.put((job, done))
        try:
            return done.result(PATIENCE)
        except TimeoutError:
            done.cancel()  # still in the queue: it will not be carried out any more
            raise StoreUnavailable(
                f"The database did not answer within {PATIENCE:g} s; ask again with the "
                "same id or key to learn what was stored."
            ) from None

    def later(self, job: Job) -> None:
        """Carry out a job some time soon; nobody waits for it or is told if it fails."""
        with self._gate:
            if not self._closed:
                self._queue.put((job, Future()))

    def close(self) -> None:
        """Finish what is queued and end the thread."""
        with self._gate:
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more and (first := self._queue.get()) is not None:
            waiting = [first]
            more = self._gather(waiting)
            jobs = [one for one in waiting if one[1].set_running_or_notify_cancel()]
            if jobs:
                self._carry_out(jobs)
        if self._connection is not None:
            self._connection.close()

    def _gather(self, jobs: list[tuple[Job, Future[Result]]]) -> bool:
        """Take what else is waiting; false if that was the last there will be."""
        while len(jobs) < MOST_AT_ONCE:
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job is None:
                return False
            jobs.append(job)
        return True

    def _carry_out(self, jobs: Sequence[tuple[Job, Future[Result]]]) -> None:
        try:
            answers = self._together([job for job, _ in jobs])
        except BaseException as error:
            if len(jobs) > 1 and _taken_back(error):
                for job in jobs:
                    self._carry_out([job])
                return
            for _, done in jobs:
                done.set_exception(error)
        else:
            for (_, done), answer in zip(jobs, answers, strict=True):
                if isinstance(answer, Exception):
                    done.set_exception(answer)
                else:
                    done.set_result(answer)

    def _together(self, jobs: Sequence[Job]) -> Sequence[Result | Exception]:
        try:
            return self._transaction(jobs)
        except _NotBegun:
            # The server was gone and may be back: nothing had been written yet.
            return self._transaction(jobs)
        except DBAPIError as error:
            if len(jobs) > 1 or not _gave_way(error):
                raise
            return self._transaction(jobs)

    def _transaction(self, jobs: Sequence[Job]) -> Sequence[Result | Exception]:
        if self._connection is None:
            self._connection = to_write(self._engine)
        connection = self._connection
        try:
            with connection.begin() as whole:
                try:
                    answers = self._write(connection, jobs)
                except DBAPIError as error:
                    if error.connection_invalidated:
                        raise _NotBegun(f"The database went away: {error.orig}.") from error
                    raise
                for answer in answers:
                    if _gave_way(answer):
                        raise answer
                whole.commit()
        except BaseException as error:
            if not _taken_back(error):
                self._hang_up()
            raise
        return answers

    def _hang_up(self) -> None:
        """After trouble the next transaction begins on another connection."""
        lost, self._connection = self._connection, None
        if lost is not None:
            lost.invalidate()
            lost.close()


def _taken_back(error: BaseException) -> bool:
    """Whether the database took all of it back for what may be one job's fault."""
    return isinstance(error, (IntegrityError, StoreConflict)) or _gave_way(error)


def _gave_way(found: object) -> TypeGuard[DBAPIError]:
    """Whether this is the error of a transaction that another one could not go on beside."""
    return isinstance(found, DBAPIError) and getattr(found.orig, "sqlstate", None) in GAVE_WAY


class _NotBegun(StoreUnavailable):
    """The connection was lost before the commit was asked for."""
