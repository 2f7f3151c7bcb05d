"""How texts are cut into symbols for measuring, and which source symbols are known."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from seq2see.core.errors import InputError
from seq2see.core.special import UNK
from seq2see.text.codec import Codec, is_blank, split_features

Cut = Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class Cutting:
    """What a measure of strings needs to know about a model's symbols."""

    source: Cut
    target: Cut
    is_known: Callable[[str], bool]
    """Whether every symbol of a source is in the source vocabulary."""


def cutting_of(codec: Codec) -> Cutting:
    """Symbols as the recipe of this codec cuts them."""

    def source_symbols(line: str) -> list[str]:
        return codec.split_source(split_features(line, codec.text)[0])

    def is_known(line: str) -> bool:
        if is_blank(line):
            return True
        try:
            return UNK not in codec.source_ids(line) or not codec.source.is_open
        except InputError:
            return False

    return Cutting(source=source_symbols, target=codec.split_target, is_known=is_known)
