"""`Candidates`: what was answered to one source, whoever answered it."""

import msgspec


class Candidates(msgspec.Struct, frozen=True):
    """What was answered to one source."""

    texts: tuple[str, ...]
    """Best first, one at least."""
    log_probability: float | None = None
    """Of the first; None where nobody knows it, as when answers come from a file."""

    @property
    def answer(self) -> str:
        """The best one."""
        return self.texts[0]
