"""`Evaluate`: what is asked for when a model is to be measured."""

from typing import Annotated

import msgspec
from msgspec import Meta

from seq2see.labs.lab_request import ModelId

HELD_OUT = "held-out"
"""The pairs that a model's own recipe keeps apart."""


class Evaluate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Measure a model on pairs."""

    model: ModelId
    pairs: Annotated[str, Meta(max_length=200)] = HELD_OUT
    """`held-out`, or the id of a file that the studio was started with."""
    beam: Annotated[int, Meta(ge=1, le=1_000)] | None = None
    """None: as the recipe says."""
    most_pairs: Annotated[int, Meta(ge=1, le=1_000_000)] = 10_000
    """Measure on so many of the first ones, at most."""
