"""`Cache`: the keys and values of what a decoder layer has read so far, with room for more."""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

FIRST_ROOM = 16
"""Positions that a new cache has room for at first; then twice as many as it holds."""


@dataclass
class Room:
    """Memory that several caches may look into: who writes the next free position, has it."""

    tensor: Float[Tensor, "room 2 batch heads head_width"]
    taken: int


class Cache(NamedTuple):
    """Keys and values of the target so far, beside each other for every position.

    A cache never changes: one with another position is another cache, though as a rule in the
    same room. Only where that place is taken already, because two different words were tried
    after the same ones, or where rows change places, is anything copied.
    """

    places: Float[Tensor, "written 2 batch heads head_width"]
    room: Room

    @property
    def keys_values(self) -> tuple[Tensor, Tensor]:
        """(batch, heads, written, head_width) each, as attention takes them; views."""
        keys, values = self.places.permute(1, 2, 3, 0, 4)
        return keys, values


def grown(
    cache: Cache | None,
    order: Int[Tensor, " batch"] | None,
    new: Float[Tensor, "2 batch heads head_width"],
) -> Cache:
    """The cache with one more position. Sequence i goes on from its row `order[i]`; None leaves
    them as they stand."""
    written = 0 if cache is None else len(cache.places)
    if torch.is_grad_enabled():  # nothing that gradients are computed from may be written over
        before = [] if cache is None else [_ordered(cache.places, order)]
        both = torch.cat([*before, new[None]])
        return Cache(both, Room(both, written + 1))
    if cache is not None and order is None and _is_free(cache.room, written):
        room = cache.room
    else:
        tensor = new.new_empty(max(FIRST_ROOM, 2 * written), *new.shape)
        room = Room(tensor, written)
        if cache is not None and order is None:
            tensor[:written] = cache.places
        elif cache is not None and order is not None:
            torch.index_select(cache.places, 2, order, out=tensor[:written])
    room.tensor[written] = new
    room.taken = written + 1
    return Cache(room.tensor[: written + 1], room)


def _ordered(places: Tensor, order: Tensor | None) -> Tensor:
    return places if order is None else places.index_select(2, order)


def _is_free(room: Room, place: int) -> bool:
    usable = torch.is_inference_mode_enabled() or not room.tensor.is_inference()
    return usable and room.taken == place < len(room.tensor)
