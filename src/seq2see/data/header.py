"""Whether two cells look like the names of their columns, and not like a pair."""

import re

_WORDS = (
    "source src input lemma word words wordform spelling grapheme graphemes orthography name "
    "question text sentence original latin roman id "
    "target tgt trg output form inflected pron pronunciation phone phones phoneme phonemes "
    "transcription ipa transliteration translation translated answer reference native label "
    "features feats tags msd "
    "english german french spanish italian dutch portuguese russian chinese japanese korean "
    "arabic hebrew hindi turkish finnish hungarian icelandic polish greek swedish "
    "en de fr es it nl pt ru zh ja ko ar he tr fi hu pl el sv eng deu fra spa ita rus"
)
_NAMES = frozenset(_WORDS.split())
_BETWEEN = re.compile(r"[\W_]+")


def are_names(source: str, target: str) -> bool:
    """Whether both are names of columns, of two different ones; letters' case does not matter.

    A name may be of several words: `Source text`, `target_word`. One that stands on both sides is
    a word that was copied.
    """
    one, other = (_BETWEEN.sub(" ", cell).strip().casefold() for cell in (source, target))
    return one != other and all(
        cell and all(word in _NAMES for word in cell.split()) for cell in (one, other)
    )
