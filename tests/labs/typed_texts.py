"""What people type, and what they type to break things."""

TEXTS = {
    "a number": "42",
    "letters": "bad",
    "nothing": "",
    "white space": " \t\n ",
    "very long": "7" * 10_000,
    "very long, letters": "abcd" * 2_500,
    "emoji": "👩‍👩‍👧 🎉",
    "right to left": "שלום עולם",
    "turned around": "\u202e42",
    "markup": "</script><img src=x onerror=alert(1)>",
    "a symbol nobody saw": "Ω",
    "a special symbol": "<eos>",
    "no character": "\x00",
    "half a character": "\ud83d",
    "a combining mark": "e\u0301\u0301",
    "a separator": "\u2028",
    "a tab": "4\t2",
}
"""By what they are."""
