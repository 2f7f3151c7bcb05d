"""An explanation is plain data: its JSON validates and comes back the same."""

import json

import msgspec
import pytest

from seq2see.predictor.explanation import Explanation


@pytest.fixture(
    scope="module",
    params=[{}, {"beam": 3}, {"beam": 5, "n_best": 2}, {"target": "forty two"}, {"target": ""}],
    ids=["greedy", "beam", "n-best", "given", "given blank"],
)
def explanation(request, trained) -> Explanation:
    return trained.explain("42", **request.param)


def test_it_comes_back_the_same(explanation):
    content = msgspec.json.encode(explanation)
    assert msgspec.json.decode(content, type=Explanation) == explanation


def test_it_is_strict_json(explanation):
    """No NaN and no Infinity, which JSON does not have."""
    content = msgspec.json.encode(explanation).decode()
    json.loads(content, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))


def test_it_validates_against_its_schema(explanation):
    validate(msgspec.to_builtins(explanation), msgspec.json.schema(Explanation))


def test_a_missing_field_does_not_validate(explanation):
    data = msgspec.to_builtins(explanation)
    del data["hypotheses"][0]["steps"]
    with pytest.raises(AssertionError):
        validate(data, msgspec.json.schema(Explanation))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, Explanation)


TYPES = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
}


def validate(value: object, schema: dict, whole: dict | None = None) -> None:
    """The few rules of JSON Schema that the generated schema uses; others fail the test."""
    whole = whole or schema
    known = {"$ref", "$defs", "title", "description", "type", "properties", "required", "items",
             "enum", "const", "default"}  # fmt: skip
    assert set(schema) <= known, set(schema) - known
    if "$ref" in schema:
        return validate(value, whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    if "type" in schema:
        assert isinstance(value, TYPES[schema["type"]]), (value, schema)
    assert value in schema.get("enum", [value])
    assert value == schema.get("const", value)
    for name in schema.get("required", []):
        assert name in value, name
    for name, part in schema.get("properties", {}).items():
        if name in value:
            validate(value[name], part, whole)
    for item in value if "items" in schema else []:
        validate(item, schema["items"], whole)
    return None
