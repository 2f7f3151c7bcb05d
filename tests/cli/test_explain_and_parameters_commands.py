"""`seq2see explain` and `seq2see parameters`."""

import json

import pytest

from seq2see.models.named_weights import named_weights


def test_the_terminal_shows_source_and_answer(seq2see, trained_directory, trained):
    found = seq2see("explain", trained_directory, "42")
    assert found.status == 0
    for word in ["4", "2", *trained.predict(["42"])[0].split(), "<eos>"]:
        assert word in found.told


def test_json_has_every_step_layer_and_head(seq2see, trained_directory, trained):
    data = json.loads(seq2see("explain", trained_directory, "42", "--json").out)
    assert data["schema"] == "seq2see/explanation/1"
    assert [symbol["text"] for symbol in data["source"]] == ["4", "2"]
    (best,) = data["hypotheses"]
    assert best["text"] == trained.predict(["42"])[0]
    assert best["origin"] == "greedy"
    steps, size = best["steps"], trained.recipe.model
    assert steps[-1]["symbol"] == {
        "text": "<eos>", "id": 2, "special": True, "unknown": False,
    }  # fmt: skip
    assert len(best["cross_attention"]) == size.decoder_layers
    for layer in best["cross_attention"]:
        assert len(layer) == size.heads
        for head in layer:
            assert [len(row) for row in head] == [2] * len(steps)
            assert [sum(row) for row in head] == pytest.approx([1] * len(steps), abs=1e-5)


def test_a_given_target_is_explained(seq2see, trained_directory):
    data = json.loads(
        seq2see("explain", trained_directory, "42", "--target", "six seven", "--json").out
    )
    (given,) = data["hypotheses"]
    assert (given["text"], given["origin"]) == ("six seven", "given")
    assert [step["symbol"]["text"] for step in given["steps"]] == ["six", "seven", "<eos>"]


def test_beams_and_n_best(seq2see, trained_directory):
    call = ("explain", trained_directory, "42", "--json", "--beam", "3")
    assert len(json.loads(seq2see(*call).out)["hypotheses"]) == 3
    assert len(json.loads(seq2see(*call, "--n-best", "2").out)["hypotheses"]) == 2


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_a_figure_is_written(seq2see, trained_directory, tmp_path, suffix):
    pytest.importorskip("matplotlib")
    path = tmp_path / f"a.{suffix}"
    found = seq2see("explain", trained_directory, "42", "--figure", path, "--layer", "1")
    assert (found.status, found.out) == (0, "")
    assert f"wrote {path}" in found.err.replace("\n", "")
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(start)


def test_a_page_is_written(seq2see, trained_directory, tmp_path):
    path = tmp_path / "a.html"
    found = seq2see("explain", trained_directory, "427", "--html", path)
    assert (found.status, found.out) == (0, "")
    assert "<!doctype html>" in path.read_text().lower()
    assert "The source has 3 symbols; the longest in training had 2" in found.said


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["42", "--layer", "3"], "--layer 3: the model has 2. Use 1 to 2."),
        (["42", "--head", "3"], "--head 3: the model has 2. Use 1 to 2."),
        (["42", "--layer", "0"], "--layer"),
        ([" \t"], "a blank text never reaches the model"),
        ([""], "a blank text never reaches the model"),
        (["4x"], "symbol 2, 'x', is not in the vocabulary"),
        (["42", "--target", "fourty two"], "target: symbol 1, 'fourty'"),
        (["42", "--target", " "], "target: symbol 1, an empty word"),
        (["42", "--target", "one", "--beam", "2"], "--target explains one given answer"),
        (["42", "--n-best", "0"], "--n-best"),
    ],
)
def test_mistakes_are_named_and_nothing_is_written(
    seq2see, trained_directory, tmp_path, arguments, told
):
    path = tmp_path / "a.html"
    found = seq2see("explain", trained_directory, *arguments, "--html", path)
    assert (found.status, found.out) == (2, "")
    assert told in found.said
    assert not path.exists()


def test_a_figure_of_an_unknown_kind_is_a_mistake(seq2see, trained_directory, tmp_path):
    found = seq2see("explain", trained_directory, "42", "--figure", tmp_path / "a.gif")
    assert found.status == 2
    assert all(suffix in found.said for suffix in (".svg", ".png", ".pdf"))


def test_the_chapter_s_table_of_parameters(seq2see):
    """Width 64, inner 128, two layers a side, 13 and 32 symbols."""
    rows = json.loads(seq2see("parameters", "number-reader", "--json").out)
    counts = {row["part"]: row["parameters"] for row in rows}
    assert counts == {
        "one attention block": 4 * 64 * 64 + 64,
        "one feed-forward block": 64 * 128 + 128 + 128 * 64 + 64,
        "one encoder layer": 16448 + 16576 + 2 * 128,
        "one decoder layer": 2 * 16448 + 16576 + 3 * 128,
        "embedding tables": (13 + 32) * 64,
        "output layer": 64 * 32 + 32,
        "total": 171_232,
    }
    printed = seq2see("parameters", "number-reader").told
    assert all(f"{count:,}" in printed for count in counts.values())


def test_settings_and_vocabulary_change_the_table(seq2see):
    def total(*more):
        return json.loads(seq2see("parameters", "number-reader", "--json", *more).out)[-1]

    half = total("--set", "model.width=32", "--set", "model.inner=64")
    assert half["parameters"] < 171_232 / 3
    assert total("--vocabulary", "32")["parameters"] == 171_232 + 19 * 64
    assert total("--set", "task.highest=1000")["parameters"] == 171_232 + 2 * 64 + 1


def test_the_largest_recipe_is_counted_without_being_made(seq2see):
    """About the 213 million of the paper, whose vocabulary had 37,000 symbols."""
    found = seq2see("parameters", "transformer-big", "--vocabulary", "37000", "--json")
    assert json.loads(found.out)[-1]["parameters"] == pytest.approx(213e6, rel=0.02)


def test_every_weight_and_its_shape(seq2see, trained_directory, trained):
    rows = json.loads(seq2see("parameters", trained_directory, "--weights", "--json").out)
    assert {row["part"]: row["parameters"] for row in rows} == {
        name: weight.numel() for name, weight in named_weights(trained.model).items()
    }
    assert "32 × 32" in {row["made_of"] for row in rows}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["number-raeder"], "did you mean number-reader?"),
        (["number-reader", "--set", "model.widht=3"], "did you mean model.width"),
        (["number-reader", "--set", "model.heads=3"], "3 does not divide model.width, 64"),
        (["number-reader", "--vocabulary", "3"], "--vocabulary"),
    ],
)
def test_mistakes_in_what_to_count(seq2see, arguments, told):
    found = seq2see("parameters", *arguments)
    assert (found.status, found.out) == (2, "")
    assert told in found.said


def test_a_refused_figure_leaves_no_page_either(seq2see, trained_directory, tmp_path):
    page, figure = tmp_path / "a.html", tmp_path / "a.gif"
    found = seq2see("explain", trained_directory, "42", "--html", page, "--figure", figure)
    assert found.status == 2
    assert not page.exists() and not figure.exists()
