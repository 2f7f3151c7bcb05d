"""How texts are cut into symbols for measuring, and which source symbols are known."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from seq2see.text.codec import Codec
from seq2see.text.symbols import split

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
    text = codec.text

    def is_known(source: str) -> bool:
        return all(symbol in codec.source for symbol in split(source, text.source))

    return Cutting(
        source=lambda line: split(line, text.source),
        target=lambda line: split(line, text.target),
        is_known=is_known,
    )
