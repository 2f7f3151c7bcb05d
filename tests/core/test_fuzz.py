"""Some hundreds of damaged inputs of `scripts/fuzz.py`, drawn and made smaller by hypothesis."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "fuzz.py"
spec = importlib.util.spec_from_file_location("fuzz", SCRIPT)
fuzz = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fuzz)


@pytest.fixture(scope="module")
def feeds(tmp_path_factory):
    models, work = tmp_path_factory.mktemp("models"), tmp_path_factory.mktemp("work")
    fuzz.save_models(models)
    return fuzz.targets(models, work)


@pytest.mark.parametrize("kind", ["pair files", "recipes", "model directories"])
@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_damaged_input_works_or_is_refused_in_words(feeds, kind, seed):
    fuzz.survives(lambda: feeds[kind](fuzz.Draws(seed)))


@pytest.mark.parametrize("kind", ["pair files", "recipes", "model directories"])
def test_some_of_it_works_and_some_does_not(feeds, kind):
    """Else the inputs would be too much or too little damaged to show anything."""
    works = [fuzz.survives(lambda s=s: feeds[kind](fuzz.Draws(s))) for s in range(60)]
    assert 0.05 < sum(works) / len(works) < 0.95
