"""English words for whole numbers, without "and" and without hyphens."""

_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"]
_TEENS.extend(["eighteen", "nineteen"])
_UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", *_TEENS]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SCALES = ["thousand", "million", "billion", "trillion"]

HIGHEST = 1000 ** (len(_SCALES) + 1) - 1
"""The largest number that has words here."""

# Each word with the number it stands for, in the order in which vocabularies list them.
_WORTH = {
    **{word: worth for worth, word in enumerate(_UNITS)},
    **{word: 10 * tens for tens, word in enumerate(_TENS, start=2)},
    "hundred": 100,
    **{word: 1000**power for power, word in enumerate(_SCALES, start=1)},
}


def read_aloud(number: int) -> str:
    """`427015` → `four hundred twenty seven thousand fifteen`.

    Raises `ValueError` for a negative number or one above `HIGHEST`.
    """
    if not 0 <= number <= HIGHEST:
        raise ValueError(f"{number} is not between 0 and {HIGHEST}")
    if number == 0:
        return "zero"
    groups: list[str] = []
    for scale in ["", *_SCALES]:
        number, group = divmod(number, 1000)
        if group:
            groups.append(f"{_below_thousand(group)} {scale}".rstrip())
    return " ".join(reversed(groups))


def number_words(highest: int) -> list[str]:
    """The words that numbers from 0 to `highest` need: each whose own worth is not above it."""
    return [word for word, worth in _WORTH.items() if worth <= highest]


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    words = [_UNITS[hundreds], "hundred"] if hundreds else []
    if rest >= 20:
        words.append(_TENS[rest // 10 - 2])
        rest %= 10
    if rest:
        words.append(_UNITS[rest])
    return " ".join(words)
