"""Jobs: work in threads of its own, answered at once where it is quick, else waited for."""

import asyncio
import contextlib
import secrets
import threading
import traceback
from collections.abc import Callable

from seq2see.labs.watch import Cancelled, Progress, Watch
from seq2see.studio.entries import Working
from seq2see.studio.envelope import answered, problem, refused, working

AT_ONCE = 0.25
"""Seconds in which work is answered without becoming a job."""

LONGEST_POLL = 25.0
"""Seconds after which a long poll is answered though nothing has happened."""

NEWS = 0.1
"""Seconds between two words about progress, at least."""

MOST_AT_WORK = 16
"""Jobs at work at once; more are refused, for nobody looks at so many pictures."""

MOST_KEPT = 32
"""Finished jobs whose answers are kept for whoever asks late."""

Work = Callable[[Watch], object]


class Job:
    """A piece of work: how far it is, and in the end its envelope."""

    def __init__(self, work: Work, loop: asyncio.AbstractEventLoop) -> None:
        self.id = secrets.token_hex(8)
        self.progress = Progress(0, None, "starting")
        self.reply: bytes | None = None
        """The whole envelope, once there is one."""
        self._shown: Progress | None = None
        self._work = work
        self._loop = loop
        self._wanted = True
        self._news = asyncio.Event()
        self.thread = threading.Thread(target=self._run, name=f"job {self.id}", daemon=True)

    def cancel(self) -> None:
        """Ask it to stop; it does at its next look."""
        self._wanted = False

    async def wait(self, seconds: float, *, for_progress: bool = False) -> None:
        """Wait until it is done, or has news if those are waited for, or the time is over."""
        end = self._loop.time() + seconds
        while self.reply is None and (left := end - self._loop.time()) > 0:
            news = self._news
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), left)
            if for_progress and news.is_set():
                return

    def envelope(self) -> bytes:
        """Its answer, its error, or how far it is."""
        self._shown = self.progress
        return self.reply or working(Working(self.id, self.progress))

    @property
    def has_news(self) -> bool:
        """Whether it is further than it last said."""
        return self.reply is not None or self.progress != self._shown

    def _run(self) -> None:
        watch = Watch(self._told, lambda: self._wanted)
        try:
            watch.check()
            self.reply = answered(self._work(watch))
        except Cancelled:
            self.reply = refused("cancelled", "This was cancelled.")
        except Exception as error:
            reply = problem(error)
            if (
                b'"kind":"fault"' in reply
            ):  # told to the terminal before anybody is told to look there
                traceback.print_exception(error)
            self.reply = reply
        self._tell()

    def _told(self, progress: Progress) -> None:
        self.progress = progress
        self._tell()

    def _tell(self) -> None:
        with contextlib.suppress(RuntimeError):  # the studio has ended
            self._loop.call_soon_threadsafe(self._ring)

    def _ring(self) -> None:
        rung, self._news = self._news, asyncio.Event()
        rung.set()


class Jobs:
    """All jobs of a studio, the finished ones within bounds."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}

    def start(self, work: Work) -> Job | None:
        """Begin `work`; None where too much is under way."""
        if len(self.at_work()) >= MOST_AT_WORK:
            return None
        job = Job(work, asyncio.get_running_loop())
        self._jobs[job.id] = job
        done = [one.id for one in self._jobs.values() if one.reply is not None]
        for old in done[: max(len(done) - MOST_KEPT, 0)]:
            del self._jobs[old]
        job.thread.start()
        return job

    def find(self, name: str) -> Job | None:
        """The job with this id, while it is kept."""
        return self._jobs.get(name)

    def at_work(self) -> list[Job]:
        """Those that are not done."""
        return [job for job in self._jobs.values() if job.reply is None]

    def cancel_all(self) -> None:
        """Ask every job to stop; whoever waits for one is answered soon."""
        for job in self.at_work():
            job.cancel()

    def join(self, seconds: float) -> None:
        """Wait until all have stopped, so long at most."""
        for job in self.at_work():
            job.thread.join(seconds)


async def polled(job: Job) -> bytes:
    """The envelope of a job once it is done, or has something to tell."""
    await job.wait(NEWS)
    if not job.has_news:
        await job.wait(LONGEST_POLL, for_progress=True)
    return job.envelope()
