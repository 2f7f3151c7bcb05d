"""An `Explanation` as one web page that needs nothing else: no server, no network, no library.

The page can be kept, mailed and opened by double click. Whatever a symbol contains, it is data
there: it stands in a JSON block that no parser mistakes for markup, is put on the page as text
only, and a content security policy lets no script run but the page's own.
"""

import base64
import hashlib
import html
import json
import re
from importlib import resources

import msgspec

from seq2see.predictor.explanation import Explanation, Symbol
from seq2see.predictor.visible import cividis, dark_ink_on, visible, visible_line

SCRIPTS = ("state.js", "pictures.js", "page.js")
"""Parts of the page's one script, in order: each uses only what stands before it."""


def render_page(explanation: Explanation) -> str:
    """The whole page as text; write it with UTF-8 encoding."""
    style, script = _part("page.css"), "".join(map(_part, SCRIPTS))
    best = explanation.hypotheses[0].text if explanation.hypotheses else "no answer"
    fields = {
        "policy": _policy(style, script),
        "style": style,
        "script": script,
        "title": html.escape(f"{visible_line(explanation.source_text)} → {visible_line(best)}"),
        "source": html.escape(visible_line(explanation.source_text)),
        "answer": html.escape(visible_line(best)),
        "data": _data(explanation),
    }
    # One pass, so that a symbol that reads like a placeholder stays what it is.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: fields[found[1]], _part("page.html"))


def _data(explanation: Explanation) -> str:
    """JSON that is safe inside a script element, in ASCII, without infinities."""
    symbols = {symbol.text for symbol in _symbols(explanation)}
    texts = {one.text for one in explanation.hypotheses} | {*explanation.notes}
    texts |= {explanation.source_text, explanation.model}
    data = {
        "explanation": msgspec.to_builtins(explanation),
        "symbols": {text: visible(text) for text in sorted(symbols)},
        "lines": {text: visible_line(text) for text in sorted(texts)},
        "palette": [_paint(percent / 100) for percent in range(101)],
    }
    # JSON knows no infinity: a probability of nothing has no logarithm, shown as missing.
    finite = json.loads(json.dumps(data), parse_constant=lambda name: None)
    text = json.dumps(finite, separators=(",", ":"))
    for char in "<>&":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _paint(weight: float) -> tuple[str, str]:
    """A weight's colour and the ink for a number on it."""
    red, green, blue = cividis(weight)
    return f"#{red:02x}{green:02x}{blue:02x}", "#000" if dark_ink_on(weight) else "#fff"


def _symbols(explanation: Explanation) -> list[Symbol]:
    steps = [step for one in explanation.hypotheses for step in one.steps]
    considered = [other.symbol for step in steps for other in step.alternatives]
    return [*explanation.source, *(step.symbol for step in steps), *considered]


def _part(name: str) -> str:
    return (resources.files("seq2see.predictor") / "page" / name).read_text("utf-8")


def _policy(style: str, script: str) -> str:
    """Nothing from anywhere, and of script and style only what the page itself holds."""
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
