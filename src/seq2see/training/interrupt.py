"""Ctrl-C between two updates, never inside one."""

import contextlib
import signal
import threading
from collections.abc import Callable, Generator
from types import FrameType

_ENDING = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""Ctrl-C, a request to end, and a terminal that was closed."""


@contextlib.contextmanager
def interruptible(
    first: Callable[[], None] = lambda: None,
) -> Generator[Callable[[], bool]]:
    """Gives a function that says whether Ctrl-C or a request to end has come.

    The first one only sets that answer and calls `first`, so that what is under way can be finished
    and saved; a second Ctrl-C stops at once. Outside the main thread signals stay as they are.
    """
    came = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield came.is_set
        return

    def note(number: int, frame: FrameType | None) -> None:
        if came.is_set():
            raise KeyboardInterrupt
        came.set()
        first()

    before = {number: signal.signal(number, note) for number in _ENDING}
    try:
        yield came.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
