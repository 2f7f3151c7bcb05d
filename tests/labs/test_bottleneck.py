"""The curves are those of the results that come with the package."""

import json
from pathlib import Path

import pytest

from seq2see.core.errors import InputError
from seq2see.experiments import results
from seq2see.labs.ask import answer
from seq2see.labs.bottleneck import Bottleneck
from seq2see.studio.chapter_models import CHAPTER_MODELS

SAVED = Path(__file__).parents[2] / "results" / "bottleneck.json"


def row(trace, name, *places):
    """The last axis of an array, at these places of the others."""
    array = trace.arrays[name]
    sizes = [trace.axes[axis] for axis in array.axes]
    start = 0
    for place, size in zip((*places, 0), sizes, strict=True):
        start = start * size + place
    return array.values[start : start + sizes[-1]]


def test_curves_bands_and_published_points():
    trace = answer(Bottleneck(), None)
    series = json.loads(SAVED.read_bytes())["series"]
    assert trace.lengths == list(range(2, 25)) and len(trace.seeds) == 3
    for place, run in enumerate(trace.runs):
        seeds = [[y for _, y in seed] for seed in series[f"{run.name}/by-length"]]
        for seed, expected in enumerate(seeds):
            assert row(trace, "accuracy", place, seed) == pytest.approx(expected, abs=1e-4)
        columns = list(zip(*seeds, strict=True))
        assert row(trace, "lowest", place) == pytest.approx([min(c) for c in columns], abs=1e-4)
        assert row(trace, "highest", place) == pytest.approx([max(c) for c in columns], abs=1e-4)
    points = {(run.name, p.length): p.accuracy for run in trace.runs for p in run.published}
    assert points["plain-128", 16] == 62 and points["attention-32", 20] == 72


def test_each_curve_has_a_model_to_try():
    ids = {model.id for model in CHAPTER_MODELS}
    trace = answer(Bottleneck(), None)
    assert {run.model for run in trace.runs} <= ids
    for model in CHAPTER_MODELS:
        for run in trace.runs:
            if run.model == model.id:
                recipe = model.loaded()
                assert recipe.model.width == run.width
                assert (recipe.model.attention != "none") == run.attention


def test_without_results_it_says_so(monkeypatch):
    monkeypatch.setattr("seq2see.labs.bottleneck.find_results", lambda name: None)
    with pytest.raises(InputError, match="did not come with"):
        answer(Bottleneck(), None)


def test_a_wheel_has_its_results_beside_the_code(tmp_path, monkeypatch):
    (tmp_path / "published").mkdir()
    (tmp_path / "published" / "bottleneck.json").write_bytes(SAVED.read_bytes())
    monkeypatch.setattr(results, "__file__", str(tmp_path / "results.py"))
    assert results.find_results("bottleneck").experiment == "bottleneck"
    assert results.find_results("number-reader") is None
