"""Weights on disk, as safetensors."""

import hashlib
from pathlib import Path

import safetensors
import torch
from safetensors.torch import load_file, save
from torch import Tensor, nn

from seq2see.core.errors import ModelDirectoryError
from seq2see.core.files import write_bytes
from seq2see.core.near import near
from seq2see.models.named_weights import named_weights
from seq2see.store.names import WEIGHTS

_CHECKSUM = "sha256"
"""Where a file's metadata hold the checksum of all the rest."""


def save_weights(model: nn.Module, directory: Path) -> None:
    """Write every weight under its reader's name; a kill leaves the file that was there."""
    save_tensors(named_weights(model), directory / WEIGHTS)


def save_tensors(
    tensors: dict[str, Tensor], path: Path, metadata: dict[str, str] | None = None
) -> None:
    """Write `tensors` and some words about them to `path`, all of it or nothing."""
    # Clones, because weights that are views of one long vector share their storage.
    own = {name: t.detach().cpu().contiguous().clone() for name, t in tensors.items()}
    words = metadata or {}
    # Written by us, so that a full disk is an OSError and nothing is left beside.
    write_bytes(path, save(own, {**words, _CHECKSUM: _checksum(own, words)}))


def load_tensors(path: Path) -> dict[str, Tensor]:
    """Read what `save_tensors` wrote.

    Raises `ModelDirectoryError` on a damaged file, be it by a single bit. A file without a
    checksum, written by an earlier release or by another program, is taken as it is.
    """
    try:
        tensors, words = load_file(path), _metadata(path)
    except FileNotFoundError:
        raise ModelDirectoryError(f"{path}: is missing.") from None
    except (safetensors.SafetensorError, ValueError, KeyError):
        raise ModelDirectoryError(f"{path}: damaged or cut short.", hint=_way_out(path)) from None
    checksum = words.pop(_CHECKSUM, None)
    name_damaged = checksum is None and near(_CHECKSUM, words)
    if name_damaged or (checksum is not None and checksum != _checksum(tensors, words)):
        raise ModelDirectoryError(
            f"{path}: damaged: its content is not what its checksum was made of.",
            hint=_way_out(path),
        )
    return tensors


def _way_out(path: Path) -> str:
    """What to do about a damaged file: the weights of a run are written anew when it goes on."""
    resume = " or go on with its training (--resume)," if path.name == WEIGHTS else ""
    return f"Train again,{resume} or copy the file again."


def load_metadata(path: Path) -> dict[str, str]:
    """The words that `save_tensors` wrote beside the tensors."""
    return {name: text for name, text in _metadata(path).items() if name != _CHECKSUM}


def _metadata(path: Path) -> dict[str, str]:
    with safetensors.safe_open(path, framework="pt") as opened:
        return opened.metadata() or {}


def _checksum(tensors: dict[str, Tensor], words: dict[str, str]) -> str:
    """Of names, types, shapes and numbers, and of the words beside them, in a fixed order."""
    digest = hashlib.sha256(repr(sorted(words.items())).encode())
    for name, tensor in sorted(tensors.items()):
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode())
        # As bytes, whatever the type: numpy has no bfloat16.
        digest.update(tensor.contiguous().reshape(-1).view(torch.uint8).numpy().data)
    return digest.hexdigest()


def load_weights(model: nn.Module, directory: Path) -> None:
    """Fill `model` with the weights of `directory`.

    Raises `ModelDirectoryError` as `read_weights` does; the model is then unchanged.
    """
    fill(model, read_weights(model, directory))


def fill(model: nn.Module, weights: dict[str, Tensor]) -> None:
    """Put `weights`, as `read_weights` gave them, into `model`."""
    for name, tensor in named_weights(model).items():
        tensor.copy_(weights[name])


def read_weights(model: nn.Module, directory: Path) -> dict[str, Tensor]:
    """The weights of `directory`, held against `model`, which may be one without numbers.

    Raises `ModelDirectoryError` naming every weight that is missing, unknown, of the wrong shape
    or type, or not a finite number.
    """
    path = directory / WEIGHTS
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
    return found


def _mismatches(name: str, found: Tensor, wanted: Tensor) -> list[str]:
    if found.shape != wanted.shape:
        return [f"{name}: shape {tuple(found.shape)}, expected {tuple(wanted.shape)}"]
    if found.dtype != wanted.dtype:
        return [f"{name}: type {found.dtype}, expected {wanted.dtype}"]
    if not bool(found.isfinite().all()):
        return [f"{name}: holds a number that is not finite"]
    return []
