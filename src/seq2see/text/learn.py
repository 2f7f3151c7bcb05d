"""Vocabularies and subwords learned from the pairs to learn from, and from nothing else."""

from collections import Counter
from collections.abc import Iterable, Sequence

from seq2see.core.errors import InputError
from seq2see.core.recipe import Text
from seq2see.text.codec import Codec, prepared, split_features
from seq2see.text.subwords import Subwords
from seq2see.text.vocabulary import Vocabulary


def learn_codec(text: Text, pairs: Sequence[tuple[str, str]]) -> Codec:
    """The codec of `pairs`, each a source (with its features) and a target.

    Vocabularies are open, the commonest symbol first. Raises `InputError` where nothing is left
    to make a vocabulary of, or subwords cannot be learned.
    """
    split_sources = [split_features(source, text) for source, _ in pairs]
    sources = [source for source, _ in split_sources]
    targets = [target for _, target in pairs]
    features = _counted(names for _, names in split_sources)
    nothing = Vocabulary([], is_open=True)
    cut = Codec(text, nothing, nothing, *_subwords(text, sources, targets))
    of_source = Counter(symbol for line in sources for symbol in cut.split_source(line))
    of_target = Counter(symbol for line in targets for symbol in cut.split_target(line))
    if text.shared_vocabulary:
        both = _vocabulary(of_source + of_target, text, features, "both sides")
        return Codec(text, both, both, cut.source_subwords, cut.target_subwords)
    return Codec(
        text,
        _vocabulary(of_source, text, features, "the sources"),
        _vocabulary(of_target, text, [], "the targets"),
        cut.source_subwords,
        cut.target_subwords,
    )


def _subwords(
    text: Text, sources: Sequence[str], targets: Sequence[str]
) -> tuple[Subwords | None, Subwords | None]:
    """Subwords of each side that is cut so; one and the same where the vocabulary is shared."""
    wanted = (text.source == "subwords", text.target == "subwords")
    if all(wanted) and text.shared_vocabulary:
        both = _learned(text, [*sources, *targets])
        return both, both
    return (
        _learned(text, sources) if wanted[0] else None,
        _learned(text, targets) if wanted[1] else None,
    )


def _learned(text: Text, lines: Sequence[str]) -> Subwords:
    whole = (prepared(line, text) for line in lines)
    return Subwords.learn(whole, text.subwords, text.subword_model)


def _vocabulary(counts: Counter[str], text: Text, features: Sequence[str], of: str) -> Vocabulary:
    kept = [symbol for symbol, count in _ordered(counts) if count >= text.minimum_count]
    if not kept:
        raise InputError(
            f"no symbol of {of} comes up {text.minimum_count} times or more.",
            hint="Lower text.minimum_count.",
        )
    return Vocabulary(kept, features=features, is_open=True)


def _counted(lists: Iterable[Sequence[str]]) -> list[str]:
    return [name for name, _ in _ordered(Counter(name for names in lists for name in names))]


def _ordered(counts: Counter[str]) -> list[tuple[str, int]]:
    """The commonest first; of equally common ones, in the order of their code points."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
