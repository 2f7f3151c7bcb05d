"""Weights on disk, as safetensors."""

from pathlib import Path

import safetensors
from safetensors.torch import load_file, save
from torch import Tensor, nn

from seq2see.core.errors import ModelDirectoryError
from seq2see.core.files import write_bytes
from seq2see.models.named_weights import named_weights

NAME = "weights.safetensors"


def save_weights(model: nn.Module, directory: Path) -> None:
    """Write every weight under its reader's name; a kill leaves the file that was there."""
    save_tensors(named_weights(model), directory / NAME)


def save_tensors(
    tensors: dict[str, Tensor], path: Path, metadata: dict[str, str] | None = None
) -> None:
    """Write `tensors` and some words about them to `path`, all of it or nothing."""
    # Clones, because weights that are views of one long vector share their storage.
    own = {name: t.detach().cpu().contiguous().clone() for name, t in tensors.items()}
    # Written by us, so that a full disk is an OSError and nothing is left beside.
    write_bytes(path, save(own, metadata))


def load_tensors(path: Path) -> dict[str, Tensor]:
    """Read what `save_tensors` wrote. Raises `ModelDirectoryError` on a damaged file."""
    try:
        return load_file(path)
    except (safetensors.SafetensorError, ValueError) as error:
        raise ModelDirectoryError(
            f"{path}: damaged or cut short: {error}.",
            hint="Copy the file again, or train again.",
        ) from None


def load_metadata(path: Path) -> dict[str, str]:
    """The words that `save_tensors` wrote beside the tensors."""
    with safetensors.safe_open(path, framework="pt") as opened:
        return opened.metadata() or {}


def load_weights(model: nn.Module, directory: Path) -> None:
    """Fill `model` with the weights of `directory`.

    Raises `ModelDirectoryError` naming every weight that is missing, unknown, of the wrong shape
    or type, or not a finite number; the model is then unchanged.
    """
    path = directory / NAME
    found, wanted = load_tensors(path), named_weights(model)
    problems = [f"{name}: is missing" for name in wanted if name not in found]
    problems += [f"{name}: is not a weight of this model" for name in found if name not in wanted]
    for name in wanted:
        if name in found:
            problems += _mismatches(name, found[name], wanted[name])
    if problems:
        raise ModelDirectoryError(
            f"{path}: does not fit {directory / 'recipe.toml'}:",
            problems,
            "The two files come from different models, or one was edited.",
        )
    for name, tensor in wanted.items():
        tensor.copy_(found[name])


def _mismatches(name: str, found: Tensor, wanted: Tensor) -> list[str]:
    if found.shape != wanted.shape:
        return [f"{name}: shape {tuple(found.shape)}, expected {tuple(wanted.shape)}"]
    if found.dtype != wanted.dtype:
        return [f"{name}: type {found.dtype}, expected {wanted.dtype}"]
    if not bool(found.isfinite().all()):
        return [f"{name}: holds a number that is not finite"]
    return []
