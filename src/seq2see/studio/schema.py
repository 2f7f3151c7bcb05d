"""The JSON schema of all that the server is asked and answers, made from the Python types."""

from typing import Any

import msgspec

from seq2see.labs.ask import Trace
from seq2see.labs.request import Request
from seq2see.studio.entries import Home, ModelEntry, Working
from seq2see.studio.envelope import Problem
from seq2see.studio.evaluation_request import Evaluate
from seq2see.studio.evaluations import EvaluationResult
from seq2see.studio.runs import RunLines

PARTS: dict[str, Any] = {
    "request": Request,
    "trace": Trace,
    "home": Home,
    "made": ModelEntry,
    "run": RunLines,
    "evaluate": Evaluate,
    "evaluation": EvaluationResult,
    "job": Working,
    "problem": Problem,
}
"""By name, as `properties` of the schema: two requests, and all that an envelope may hold."""


def schema() -> dict[str, Any]:
    """One schema with every type under `$defs`."""
    parts, components = msgspec.json.schema_components(
        list(PARTS.values()), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Studio",
        "description": "What the studio's server is asked and answers; see src/seq2see/studio.",
        "type": "object",
        "properties": dict(zip(PARTS, parts, strict=True)),
        "$defs": components,
    }
