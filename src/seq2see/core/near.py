"""Near matches for a misspelt name."""

import difflib
from collections.abc import Iterable

_TIED = ("tied_output", "shared_embeddings")
"""What others call tying embeddings, which no likeness of letters finds."""


def near(name: str, known: Iterable[str]) -> list[str]:
    """The known names that `name` may have meant, best first (three at most)."""
    known = list(known)
    if {"tie", "tied", "tying"} & set(name.rpartition(".")[2].split("_")):
        tied = [one for last in _TIED for one in known if one.rpartition(".")[2] == last]
        if tied:
            return tied
    return difflib.get_close_matches(name, known, n=3, cutoff=0.6)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """' (did you mean x?)' when something known is near, else nothing."""
    found = near(name, known)
    return f" (did you mean {' or '.join(found)}?)" if found else ""
