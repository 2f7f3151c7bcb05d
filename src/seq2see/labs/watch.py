"""`Watch`: how far an answer is, and whether anybody still wants it."""

import contextlib
from collections.abc import Callable, Generator

import msgspec


class Progress(msgspec.Struct, frozen=True):
    """How far a piece of work is."""

    done: int
    total: int | None
    """None where nobody can know it."""
    what: str
    """What is counted, or being done, in a few words."""


class Cancelled(Exception):  # noqa: N818  (nobody's error)
    """Raised inside work that is not wanted any more."""


class Watch:
    """Passed to whatever may take long; it raises `Cancelled` once the work is not `wanted`."""

    def __init__(
        self,
        told: Callable[[Progress], None] = lambda progress: None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self._told = told
        self._wanted = wanted

    def check(self) -> None:
        """Raise `Cancelled` where the work is not wanted any more."""
        if not self._wanted():
            raise Cancelled

    def tell(self, what: str, done: int = 0, total: int | None = None) -> None:
        """Say how far it is."""
        self.check()
        self._told(Progress(done, total, what))

    @contextlib.contextmanager
    def steps(self, what: str = "symbols written") -> Generator[None]:
        """Count the decoder's steps inside; a model stops at its next tap when cancelled."""
        from seq2see.core.tap import watch  # torch stands behind it

        count = 0

        def passed(name: str) -> None:
            nonlocal count
            if name == "logits":
                count += 1
                self.tell(what, count)
            else:
                self.check()

        self.check()
        with watch(passed):
            yield
