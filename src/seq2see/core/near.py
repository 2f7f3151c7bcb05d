"""Near matches for a misspelt name."""

import difflib
from collections.abc import Iterable


def near(name: str, known: Iterable[str]) -> list[str]:
    """The known names that `name` may have meant, best first (three at most)."""
    return difflib.get_close_matches(name, list(known), n=3, cutoff=0.6)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """' (did you mean x?)' when something known is near, else nothing."""
    found = near(name, known)
    return f" (did you mean {' or '.join(found)}?)" if found else ""
