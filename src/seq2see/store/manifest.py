"""`manifest.json`: the format number of a model directory, and facts about its training text."""

from pathlib import Path

import msgspec

import seq2see
from seq2see.core.errors import ModelDirectoryError
from seq2see.core.files import write_bytes
from seq2see.store.names import MANIFEST

FORMAT = 1
"""Raised when a directory written by this release would be misread by an older one."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What the training text was like, as far as answering has to know it."""

    longest_source: int
    """Symbols in the longest source that the model learned from."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What wrote a directory, and facts that no other file holds."""

    format: int
    written_by: str
    training_text: Facts


def write_manifest(directory: Path, facts: Facts) -> None:
    """Mark `directory` as written by this release."""
    manifest = Manifest(
        format=FORMAT, written_by=f"seq2see {seq2see.__version__}", training_text=facts
    )
    write_bytes(directory / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")


class _AnyFormat(msgspec.Struct):
    """What every format, later ones too, has."""

    format: int
    written_by: str = "a newer seq2see"


def read_manifest(directory: Path) -> Facts:
    """The facts of `directory`. Raises `ModelDirectoryError` unless this release can read it."""
    path = directory / MANIFEST
    content = path.read_bytes()
    try:
        manifest = msgspec.json.decode(content, type=_AnyFormat)
        if manifest.format <= FORMAT:
            return msgspec.json.decode(content, type=Manifest).training_text
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ModelDirectoryError(f"{path}: damaged: {error}") from None
    else:
        raise ModelDirectoryError(
            f"{path}: format {manifest.format}, written by {manifest.written_by}; "
            f"this is seq2see {seq2see.__version__}, which reads formats up to {FORMAT}.",
            hint="Install a newer seq2see.",
        )
