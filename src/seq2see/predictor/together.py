"""Whether several stored models can answer as one."""

from collections.abc import Iterator, Sequence

import msgspec

from seq2see.core.errors import ModelDirectoryError
from seq2see.store.model_directory import StoredModel
from seq2see.text.vocabulary import Vocabulary


def check_together(stored: Sequence[StoredModel], names: Sequence[str]) -> None:
    """Return quietly when all read and write the same text in the same numbers.

    Raises `ModelDirectoryError` naming everything in which a model differs from the first.
    """
    first = stored[0]
    problems = [
        f"{name}: {difference}"
        for name, other in zip(names[1:], stored[1:], strict=True)
        for difference in _differences(first, other)
    ]
    if problems:
        raise ModelDirectoryError(
            f"these models cannot answer together with {names[0]}:",
            problems,
            "An ensemble needs one [text] section and the same vocabularies: train its models "
            "from one recipe, with another seed or other sizes.",
        )


def _differences(first: StoredModel, other: StoredModel) -> Iterator[str]:
    text = msgspec.structs.asdict(first.recipe.text)
    for key, theirs in msgspec.structs.asdict(other.recipe.text).items():
        if theirs != text.get(key):
            yield f"text.{key} is {_shown(theirs)}, not {_shown(text.get(key))}"
    yield from _symbols("source", first.codec.source, other.codec.source)
    if not first.recipe.text.shared_vocabulary:
        yield from _symbols("target", first.codec.target, other.codec.target)
    for side in ("source", "target"):
        mine, theirs = (getattr(one.codec, f"{side}_subwords") for one in (first, other))
        if mine and theirs and mine.model != theirs.model:
            yield f"its {side} is cut into other subwords"


def _symbols(side: str, first: Vocabulary, other: Vocabulary) -> Iterator[str]:
    if first == other:
        return
    if first.is_open != other.is_open:
        yield f"its {side} vocabulary is {'open' if other.is_open else 'closed'}, not the other way"
    if len(first.symbols) != len(other.symbols):
        yield f"its {side} vocabulary has {len(other.symbols)} symbols, not {len(first.symbols)}"
    for number, (mine, theirs) in enumerate(zip(first.symbols, other.symbols, strict=False)):
        if mine != theirs:
            yield f"symbol {number + 1} of its {side} vocabulary is {theirs!r}, not {mine!r}"
            return


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()
