"""The models that are listed: whole ones, broken ones with why, ones that are still learning."""

import shutil

import pytest
from short_runs import SETTINGS, StopAt
from small_models import small_recipe

from seq2see.core.errors import ModelDirectoryError, UnknownNameError
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.labs.watch import Watch
from seq2see.store.alone import alone_in
from seq2see.studio import shelf as shelf_module
from seq2see.studio.chapter_models import ChapterModel
from seq2see.studio.shelf import StudioShelf
from seq2see.studio.studio import Studio
from seq2see.training.train import train


def entry(page, name):
    """The model of this id, as the home page lists it."""
    (found,) = [one for one in page.get("/api/home", "home")["models"] if one["id"] == name]
    return found


def test_whole_models_are_listed_with_facts(page, ids):
    reader = entry(page, ids["reader"] if "reader" in ids else ids["small-reader"])
    assert reader["status"] == "trained" and reader["can_be_opened"]
    assert reader["kind"] == "transformer" and reader["attention"] and reader["why"] is None
    assert "reads 0 to 99 aloud" in reader["facts"]
    assert [one["title"] for one in reader["snapshots"]] == ["after 2 epochs"]
    assert len(reader["examples"]) == 3
    plain = entry(page, ids["plain"])
    assert plain["kind"] == "lstm" and not plain["attention"]
    assert entry(page, ids["pairs"])["facts"][1] == "learned from pairs.tsv"


def test_the_chapters_models_are_offered_to_be_made(page):
    reader = entry(page, "number-reader")
    assert reader["status"] == "not made yet" and reader["can_be_made"]
    assert not reader["can_be_opened"] and reader["kind"] == "transformer"
    problem = page.ask(ask="explain", model="number-reader", text="42")
    assert problem["kind"] == "not-made" and "half a minute" in problem["hint"]


def test_a_snapshot_is_a_model_of_its_own(page, ids):
    early = page.ask(ask="explain", model=f"{ids['reader']}@2", text="42")
    late = page.ask(ask="explain", model=ids["reader"], text="42")
    assert early["hypotheses"][0]["log_probability"] != late["hypotheses"][0]["log_probability"]


@pytest.mark.parametrize(
    "name", ["nothing", "../x", "lstm", "", "@2", "{reader}@3", "{reader}@x", "{reader}@²"]
)
def test_an_unknown_model_is_named(page, ids, name):
    name = name.format(**ids)
    assert page.ask(ask="explain", model=name, text="42")["kind"] == "unknown-name"


def test_ids_stay_and_are_safe(own, tmp_path):
    odd = tmp_path / "ünï ‮<b>&..%2f"
    shutil.copytree(own["plain"], odd)
    places = [StudioShelf([*own.values(), odd]).places() for _ in range(2)]
    assert places[0] == places[1]
    assert all(set(p.id) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for p in places[0])
    assert len({place.id for place in places[0]}) == len(places[0])


def test_a_folder_of_models_gives_its_models(own):
    (folder,) = {path.parent for path in own.values()}
    places = StudioShelf([folder]).places()
    assert {p.directory for p in places if p.chapter is None} == set(own.values())


def damage_weights(directory):
    weights = directory / "weights.safetensors"
    weights.write_bytes(weights.read_bytes()[:-7])


def flip_a_bit(directory):
    weights = directory / "weights.safetensors"
    content = bytearray(weights.read_bytes())
    content[-3] ^= 4
    weights.write_bytes(content)


DAMAGE = {
    "weights cut short": (damage_weights, "weights.safetensors is damaged or cut short: train"),
    "weights gone": (lambda d: (d / "weights.safetensors").unlink(), "weights.safetensors missing"),
    "recipe": (lambda d: (d / "recipe.toml").write_text("name = 3"), "recipe.toml"),
    "vocabulary": (lambda d: (d / "source_vocabulary.json").write_text("{"), "ry.json is damaged"),
    "manifest": (lambda d: (d / "manifest.json").write_text('{"format": 99}'), "newer"),
    "not text": (lambda d: (d / "recipe.toml").write_bytes(b"\xff\xfe"), "UTF-8"),
    "metrics": (lambda d: (d / "metrics.json").write_text("["), "damaged"),
    "a folder for a file": (lambda d: ((d / "recipe.toml").unlink(), (d / "recipe.toml").mkdir()),
                            "recipe.toml missing"),
}  # fmt: skip


@pytest.mark.parametrize(("damage", "says"), DAMAGE.values(), ids=DAMAGE)
def test_a_broken_directory_is_listed_with_why(page, own, ids, damage, says):
    damage(own["lstm"])
    broken = entry(page, ids["lstm"])
    assert broken["status"] == "broken" and says in broken["why"]
    assert not broken["can_be_opened"]
    assert page.ask(ask="explain", model=ids["lstm"], text="42")["message"]


def test_no_such_directory_is_listed_too(tmp_path):
    home = Studio(StudioShelf([tmp_path / "nothing"], cache=tmp_path)).home()
    assert home.models[0].status == "broken" and "no such directory" in home.models[0].why


def test_what_only_opening_finds_is_listed_afterwards(page, own, ids):
    flip_a_bit(own["lstm"])
    assert entry(page, ids["lstm"])["status"] == "trained"
    problem = page.ask(ask="explain", model=ids["lstm"], text="42")
    assert problem["kind"] == "model-directory" and "checksum" in problem["message"]
    assert "checksum" in entry(page, ids["lstm"])["why"]


def test_a_mended_model_is_whole_again(page, own, ids, directories):
    flip_a_bit(own["lstm"])
    page.ask(ask="explain", model=ids["lstm"], text="42")
    for file in directories["lstm"].iterdir():
        if file.is_file():
            (own["lstm"] / file.name).write_bytes(file.read_bytes())
    assert entry(page, ids["lstm"])["why"] is None
    assert "hypotheses" in page.ask(ask="explain", model=ids["lstm"], text="42")


def test_a_run_that_is_training_can_be_looked_at_once_saved(page, own, ids):
    with alone_in(own["lstm"]):
        training = entry(page, ids["lstm"])
        assert training["status"] == "training" and training["can_be_opened"]
        assert page.get(f"/api/runs/{ids['lstm']}", "run")["status"] == "training"
        assert "hypotheses" in page.ask(ask="explain", model=ids["lstm"], text="42")
        (own["lstm"] / "weights.safetensors").unlink()
        training = entry(page, ids["lstm"])
        assert training["status"] == "training" and not training["can_be_opened"]
        assert "not saved yet" in training["why"]
    assert entry(page, ids["lstm"])["status"] == "broken"


def test_new_weights_are_seen(page, own, ids, directories):
    before = page.ask(ask="explain", model=ids["reader"], text="42")
    early = own["reader"] / "snapshots" / "epoch-2" / "weights.safetensors"
    (own["reader"] / "weights.safetensors").write_bytes(early.read_bytes())
    assert page.ask(ask="explain", model=ids["reader"], text="42") != before


def test_few_models_are_kept_open(own, monkeypatch, tmp_path):
    monkeypatch.setattr(shelf_module, "MOST_BYTES", 1)
    shelf = StudioShelf(own.values(), cache=tmp_path)
    first, *_ = places = [place.id for place in shelf.places() if place.chapter is None]
    opened = shelf.predictor(first, Watch())
    assert shelf.predictor(first, Watch()) is opened
    for place in places[1:]:
        shelf.predictor(place, Watch())
    assert list(shelf._opened) == places[-1:]
    assert shelf.predictor(first, Watch()) is not opened


def test_a_stopped_run_is_called_so(tmp_path):
    directory = tmp_path / "run"
    train(small_recipe(*SETTINGS), directory, device="cpu", report=StopAt(8))
    home = Studio(StudioShelf([directory], cache=tmp_path / "cache")).home()
    assert home.runs[0].status == "stopped" and home.runs[0].facts[0] == "1 of 5 epochs"
    assert home.models[0].status == "trained" and home.models[0].can_be_opened


def test_the_shelf_raises_what_the_page_is_told(tmp_path):
    shelf = StudioShelf(cache=tmp_path)
    with pytest.raises(UnknownNameError, match="no model of this name"):
        shelf.predictor("nothing", Watch())
    with pytest.raises(ModelDirectoryError, match="not made yet"):
        shelf.predictor("microscope", Watch())


def test_what_stands_between_features_is_told(page, studio, monkeypatch):
    assert all(one["features"] == "" for one in page.get("/api/home", "home")["models"])
    recipe = override(load_recipe("inflection"), ["task.train=x.tsv"])
    monkeypatch.setattr(ChapterModel, "loaded", lambda self: recipe)
    assert entry(page, "microscope")["features"] == recipe.text.features == ";"
