"""The chapters' models: found where they lie, or made, in a child that can be stopped."""

import re
import shutil
import time

import pytest

from seq2see.core.errors import RunError
from seq2see.labs.watch import Cancelled, Watch
from seq2see.store.alone import alone_in
from seq2see.studio import chapter_models, making
from seq2see.studio.chapter_models import CHAPTER_MODELS, ChapterModel, is_finished, place_of

MICROSCOPE = next(model for model in CHAPTER_MODELS if model.id == "microscope")
TINY = ["training.epochs=3", "task.training_pairs=40", "training.evaluate_epochs=3",
        "training.snapshot_epochs=[]"]  # fmt: skip


class Tiny(ChapterModel):
    """The microscope, trained for a moment."""

    settings = TINY

    def recipe(self):
        return "microscope", list(self.settings)


class Long(Tiny):
    """The microscope, trained until somebody stops it."""

    settings = ("training.epochs=100000", "training.save_seconds=0.1")


def test_every_model_has_a_recipe_and_another_id():
    assert len({model.id for model in CHAPTER_MODELS}) == len(CHAPTER_MODELS)
    for model in CHAPTER_MODELS:
        assert model.loaded().name


def test_they_are_found_where_reproduce_leaves_them(tmp_path, trained_directory):
    reader = next(model for model in CHAPTER_MODELS if model.id == "number-reader")
    made, cache = tmp_path / "reproduction", tmp_path / "cache"
    assert place_of(reader, [made], cache) == cache / "number-reader"
    for seed in (10, 2):
        shutil.copytree(trained_directory, made / "number-reader" / "reader" / f"seed-{seed}")
    (made / "number-reader" / "reader" / "seed-1").mkdir()  # nothing was saved there yet
    assert place_of(reader, [tmp_path, made], cache).name == "seed-2"
    shutil.copytree(trained_directory, tmp_path / "other" / "number-reader")
    assert place_of(reader, [tmp_path / "other"], cache) == tmp_path / "other" / "number-reader"


def test_the_cache_is_where_the_system_keeps_such_things(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert chapter_models.cache_folder() == tmp_path / ".cache" / "seq2see"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert chapter_models.cache_folder() == tmp_path / "x" / "seq2see"


def test_a_model_is_made_once(tmp_path):
    told, directory = [], tmp_path / "cache" / "microscope"
    making.make(Tiny(*MICROSCOPE), directory, Watch(told.append))
    assert is_finished(directory) and told[0].what == "starting the training"
    stamp = (directory / "weights.safetensors").stat().st_mtime_ns
    making.make(Tiny(*MICROSCOPE), directory, Watch())
    assert (directory / "weights.safetensors").stat().st_mtime_ns == stamp
    (directory / "weights.safetensors").write_bytes(b"damaged")
    making.make(Tiny(*MICROSCOPE), directory, Watch(), anew=True)
    assert (directory / "weights.safetensors").stat().st_size > 100


def test_it_is_stopped_and_goes_on(tmp_path):
    directory = tmp_path / "microscope"
    told = []

    def enough():
        return not any(one.total and one.done for one in told)

    with pytest.raises(Cancelled):
        making.make(Long(*MICROSCOPE), directory, Watch(told.append, enough))
    assert "epoch" in told[-1].what and told[-1].total > told[-1].done > 0
    assert (directory / "weights.safetensors").is_file() and not is_finished(directory)
    with alone_in(directory):  # nobody trains there any more
        pass
    before, told[:] = told[-1].done, []
    with pytest.raises(Cancelled):
        making.make(Long(*MICROSCOPE), directory, Watch(told.append, enough))
    assert told[-1].done > before


def test_half_made_by_another_recipe_is_made_again(tmp_path):
    directory = tmp_path / "microscope"
    told = []
    with pytest.raises(Cancelled):
        making.make(
            Long(*MICROSCOPE), directory,
            Watch(told.append, lambda: not any(one.done for one in told)),
        )  # fmt: skip
    making.make(Tiny(*MICROSCOPE), directory, Watch())
    assert is_finished(directory)


def test_a_failure_comes_with_its_last_words(tmp_path):
    class Impossible(Tiny):
        settings = ("training.epochs=many",)

    with pytest.raises(RunError, match="could not be made") as caught:
        making.make(Impossible(*MICROSCOPE), tmp_path / "microscope", Watch())
    assert any("epochs" in line for line in caught.value.problems)


def test_whoever_else_is_making_it_is_waited_for(tmp_path, monkeypatch):
    directory, looks = tmp_path / "microscope", []

    def look(where):
        looks.append(where)
        return len(looks) < 3

    monkeypatch.setattr(making, "is_under_way", look)
    monkeypatch.setattr(making, "GLANCE", 0.01)
    monkeypatch.setattr(making, "_train", lambda *rest: None)
    making.make(MICROSCOPE, directory, Watch())
    assert len(looks) == 3


def test_the_page_makes_one_and_looks_at_it(page, studio, monkeypatch):
    monkeypatch.setattr(ChapterModel, "recipe", lambda self: ("microscope", TINY))
    job = page.begun("/api/models/microscope/make")
    assert page.begun("/api/models/microscope/make") == job
    models = page.get("/api/home", "home")["models"]
    entry = next(one for one in models if one["id"] == "microscope")
    assert (entry["status"], entry["job"]) == ("training", job)
    made = page.end_of(job, "made")
    assert made["status"] == "trained" and made["can_be_opened"] and not made["can_be_made"]
    assert page.ask(ask="explain", model="microscope", text="89")["hypotheses"]


def test_making_is_cancelled_from_the_page(page, client, monkeypatch):
    monkeypatch.setattr(ChapterModel, "recipe", lambda self: ("microscope", list(Long.settings)))
    job = page.begun("/api/models/microscope/make")
    time.sleep(0.5)
    client.delete(f"/api/jobs/{job}")
    assert page.end_of(job)["kind"] == "cancelled"


def test_what_was_cancelled_is_not_made_yet_and_says_how_far(page, client, monkeypatch, tmp_path):
    monkeypatch.setattr(ChapterModel, "recipe", lambda self: ("microscope", list(Long.settings)))
    job = page.begun("/api/models/microscope/make")
    for _ in range(600):
        if (tmp_path / "cache" / "microscope" / "weights.safetensors").is_file():
            break
        time.sleep(0.05)
    client.delete(f"/api/jobs/{job}")
    assert page.end_of(job)["kind"] == "cancelled"
    models = page.get("/api/home", "home")["models"]
    half = next(one for one in models if one["id"] == "microscope")
    assert half["status"] == "not made yet" and half["can_be_made"] and half["can_be_opened"]
    assert re.fullmatch(r"epoch \d+ of 100000", half["half_made"]) and half["why"] is None
    assert not any(one["half_made"] for one in models if one["id"] != "microscope")
    made = tmp_path / "made"
    shutil.copytree(tmp_path / "cache" / "microscope", made / "microscope")
    assert place_of(MICROSCOPE, [made], tmp_path / "other") == tmp_path / "other" / "microscope"


def test_no_other_model_is_made(page, ids):
    for name in (ids["lstm"], "nothing", f"{ids['reader']}@2"):
        assert page.post(f"/api/models/{name}/make")["kind"] in ("input", "unknown-name")
