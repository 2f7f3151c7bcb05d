"""`Pair`: a source and the target it should become."""

import msgspec


class Pair(msgspec.Struct, frozen=True):
    """One example, as strings."""

    source: str
    target: str
