"""The state of a run between two updates, on disk, so that it can be taken up again.

It is one file, written beside its place and renamed, so that weights, moments, counters and
random numbers always belong together.
"""

from pathlib import Path

import msgspec
import torch
from safetensors import SafetensorError

from seq2see.core.errors import RunError
from seq2see.store.weights import load_metadata, load_tensors, save_tensors
from seq2see.training.best import Best
from seq2see.training.optimiser import FlatAdam

NAME = "resume/state.safetensors"


class Counters(msgspec.Struct, frozen=True, kw_only=True):
    """How far a run has come."""

    epoch: int = 1
    """The epoch under way, from 1; one past the last when the run is over."""
    batch: int = 0
    """Updates of that epoch already done, each from `accumulate_batches` batches."""
    update: int = 0
    loss_sum: float = 0.0
    """Over the target tokens of this epoch so far."""
    tokens: int = 0
    seconds: float = 0.0
    best: Best = Best()


def save_state(directory: Path, optimiser: FlatAdam, counters: Counters, data: str) -> None:
    """Write everything that the next update depends on; `data` stands for the training pairs."""
    tensors = optimiser.state() | {"random": torch.get_rng_state()}
    if optimiser.weights.is_cuda:
        tensors["random_cuda"] = torch.cuda.get_rng_state(optimiser.weights.device)
    metadata = {"counters": msgspec.json.encode(counters).decode(), "data": data}
    save_tensors(tensors, directory / NAME, metadata)


def saved_update(directory: Path) -> int | None:
    """The update after which the state in `directory` was saved; None where there is none."""
    try:
        found = load_metadata(directory / NAME)["counters"]
        return msgspec.json.decode(found, type=Counters).update
    except (OSError, KeyError, SafetensorError, msgspec.MsgspecError):
        return None


def restore_state(directory: Path, optimiser: FlatAdam, data: str) -> Counters:
    """Put a saved state back.

    Raises `RunError` where it does not belong to this model or to these training pairs.
    """
    path = directory / NAME
    state = load_tensors(path)
    if load_metadata(path).get("data", data) != data:
        raise RunError(
            f"{directory}: was learning from other pairs than the training file holds now.",
            hint="Put the file back as it was, or start again with --overwrite.",
        )
    try:
        counters = msgspec.json.decode(load_metadata(path)["counters"], type=Counters)
        optimiser.restore(state)
        torch.set_rng_state(state["random"])
        if "random_cuda" in state and optimiser.weights.is_cuda:
            torch.cuda.set_rng_state(state["random_cuda"], optimiser.weights.device)
    except (KeyError, ValueError, msgspec.MsgspecError) as error:
        raise RunError(
            f"{path}: cannot be taken up: {error}.", hint="Train again with --overwrite."
        ) from None
    return counters
