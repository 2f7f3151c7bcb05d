"""From a request to the trace that answers it."""

from collections.abc import Callable
from typing import Any

from seq2see.labs import alignment, attention_states, attention_step, bottleneck, decoding, masks
from seq2see.labs.request import Request
from seq2see.labs.shelf import Shelf
from seq2see.labs.trace import MOST_NUMBERS, LabTrace, numbers_in
from seq2see.labs.watch import Watch

Trace = (
    alignment.AlignmentTrace
    | bottleneck.BottleneckTrace
    | decoding.DecodingTrace
    | attention_states.AttentionStatesTrace
    | attention_step.AttentionStepTrace
    | masks.MasksTrace
)
"""Every trace, told apart by `schema`."""

_LABS: dict[type[Request], Callable[[Any, Shelf, Watch], LabTrace]] = {
    alignment.Explain: alignment.answer,
    bottleneck.Bottleneck: bottleneck.answer,
    decoding.Decode: decoding.answer,
    attention_states.AttentionStates: attention_states.answer,
    attention_step.AttentionStep: attention_step.answer,
    masks.Masks: masks.answer,
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
