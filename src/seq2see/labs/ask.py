"""From a request to the trace that answers it."""

from collections.abc import Callable
from typing import Any

from seq2see.labs import alignment, bottleneck, decoding
from seq2see.labs.request import Request
from seq2see.labs.shelf import Shelf
from seq2see.labs.trace import MOST_NUMBERS, LabTrace, numbers_in
from seq2see.labs.watch import Watch

Trace = alignment.AlignmentTrace | bottleneck.BottleneckTrace | decoding.DecodingTrace
"""Every trace, told apart by `schema`."""

_LABS: dict[type[Request], Callable[[Any, Shelf, Watch], LabTrace]] = {
    alignment.Explain: alignment.answer,
    bottleneck.Bottleneck: bottleneck.answer,
    decoding.Decode: decoding.answer,
}


def answer(request: Request, shelf: Shelf, watch: Watch | None = None) -> LabTrace:
    """The trace that `request` asks for.

    Raises `Seq2seeError` for what the user can put right, `Cancelled` when `watch` says so.
    """
    watch = watch or Watch()
    watch.check()
    trace = _LABS[type(request)](request, shelf, watch)
    if numbers_in(trace) > MOST_NUMBERS:
        raise ValueError(f"a trace of {numbers_in(trace)} numbers; a lab has to bound its own")
    return trace
