"""Lines of JSON to answer: each an object, of which everything comes back with the answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from seq2see.predictor.answer import LineAnswer
from seq2see.text.codec import FEATURES, is_blank

PREFIX = "prefix"
"""The field that holds what the answer has to begin with, where there is one."""
ADDED = tuple(name for name in LineAnswer.__struct_fields__ if name != "source")
"""The fields that an answer adds."""


@dataclass(frozen=True)
class Request:
    """One line: what to answer, and all its fields as they were written."""

    source: str = ""
    prefix: str = ""
    fields: dict[str, msgspec.Raw] = field(default_factory=dict[str, msgspec.Raw])

    def answered(self, found: LineAnswer) -> str:
        """The line's own fields, untouched and in order, then those of the answer.

        A blank line stays one.
        """
        if not self.fields:
            return ""
        added = {name: getattr(found, name) for name in ADDED}
        return msgspec.json.encode(self.fields | added).decode()


class LineError(ValueError):
    """What is wrong with one line."""


def read_request(line: str, source_key: str, features_key: str = "") -> Request:
    """The request that a line of JSON makes; a blank line makes an empty one.

    With a `features_key`, the field of that name, where there is one, holds the source's features.

    A line that an answer was added to before makes the request that it made then: the answer is
    replaced. Raises `LineError` for what is no object, has no text under `source_key`, or has a
    field of its own of a name that the answer needs.
    """
    if is_blank(line):
        return Request()
    try:
        fields = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except msgspec.ValidationError:
        raise LineError("expected a JSON object, {...}") from None
    except msgspec.DecodeError as error:
        raise LineError(f"no JSON: {error}") from None
    if source_key not in fields:
        there = ", ".join(map(repr, fields)) or "none"
        raise LineError(f"no field {source_key!r}; there are {there}")
    taken = [name for name in ADDED if name in fields]
    if taken and len(taken) < len(ADDED):
        raise LineError(f"has a field {taken[0]!r}, the name of what the answer adds; rename it")
    has_prefix = PREFIX in fields and source_key != PREFIX
    source = _text(fields, source_key)
    if features_key and features_key in fields:
        source = f"{source}{FEATURES}{_text(fields, features_key)}"
    return Request(source, _text(fields, PREFIX) if has_prefix else "", fields)


def read_requests(
    lines: Sequence[str], source_key: str, features_key: str = ""
) -> tuple[list[Request], dict[int, str]]:
    """The request of each line, empty where it is bad; and what is wrong, by line from 1."""
    requests: list[Request] = []
    problems: dict[int, str] = {}
    for number, line in enumerate(lines, start=1):
        try:
            requests.append(read_request(line, source_key, features_key))
        except LineError as problem:
            requests.append(Request())
            problems[number] = str(problem)
    return requests, problems


def _text(fields: dict[str, msgspec.Raw], name: str) -> str:
    try:
        return msgspec.json.decode(fields[name], type=str)
    except msgspec.DecodeError:
        raise LineError(f"field {name!r}: expected a text in quotes") from None
