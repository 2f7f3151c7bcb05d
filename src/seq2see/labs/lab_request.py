"""`LabRequest`: what all requests have in common, and the fields that many of them share."""

from typing import Annotated

import msgspec
from msgspec import Meta

ModelId = Annotated[str, Meta(max_length=200)]
"""As the list of models gives it; a snapshot has one of its own."""

Typed = Annotated[str, Meta(max_length=100_000)]
"""Any text. Whether a model can read it, its codec says, in words."""

Beam = Annotated[int, Meta(ge=1, le=16)]
"""Hypotheses kept at each step; 1 is greedy. More could not be drawn."""


class LabRequest(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ask"
):
    """A request; `ask` says which one it is."""
