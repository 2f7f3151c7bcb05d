"""A model is measured on its own pairs or on a file: figures, and errors ready to be explained."""

import pytest

from seq2see.core.errors import InputError
from seq2see.data.tasks import pairs_of
from seq2see.labs.watch import Cancelled, Watch
from seq2see.predictor.predictor import load
from seq2see.studio import evaluations
from seq2see.studio.evaluation_request import Evaluate


def measured(page, model, **options):
    return page.post("/api/evaluations", {"model": model, **options}, "evaluation")


def test_on_its_own_pairs(page, ids, own):
    found = measured(page, ids["reader"])
    predictor = load(own["reader"])
    report = predictor.measure(list(pairs_of(predictor.recipe).held_out))
    assert found["report"]["accuracy"] == report.accuracy and found["report"]["wrong"] == []
    assert found["wrong"] == len(report.wrong) == len(found["errors"])
    edits = [one["edits"] for one in found["errors"]]
    assert edits == sorted(edits, reverse=True) and edits
    worst = found["errors"][0]
    shown = page.ask(ask="explain", model=ids["reader"], text=worst["source"])
    assert shown["hypotheses"][0]["text"] == worst["answer"] != worst["target"]
    right = page.ask(
        ask="explain", model=ids["reader"], text=worst["source"], target=worst["target"]
    )
    assert right["hypotheses"][0]["origin"] == "given"


@pytest.mark.parametrize("model", ["lstm", "plain", "pairs"])
def test_every_sort_of_model(page, ids, model):
    assert measured(page, ids[model])["report"]["items"] > 0


def test_on_a_file(page, ids):
    pairs = page.get("/api/home", "home")["pairs"]
    assert [one["title"] for one in pairs] == ["the pairs it holds out", "pairs.tsv", "bad.tsv"]
    found = measured(page, ids["reader"], pairs=pairs[1]["id"], beam=2)
    assert found["report"]["items"] == 3 and found["wrong"] >= 1


def test_bad_lines_are_all_listed(page, ids):
    problem = measured(page, ids["reader"], pairs="file-2")
    assert problem["kind"] == "input" and "line 1" in problem["details"][0]


@pytest.mark.parametrize(
    "options",
    [{"pairs": "file-3"}, {"pairs": "/etc/passwd"}, {"beam": 0}, {"beam": "x"}, {"more": 1},
     {"model": 3}],
)  # fmt: skip
def test_what_cannot_be_asked_says_so(page, ids, options):
    request = {"model": ids["reader"], **options}
    assert page.post("/api/evaluations", request)["message"]


def test_what_is_too_much_is_left_out_and_said(page, ids, monkeypatch):
    monkeypatch.setattr(evaluations, "MOST_ERRORS", 2)
    found = measured(page, ids["plain"], most_pairs=9)
    assert found["report"]["items"] == 9 and len(found["errors"]) == 2 < found["wrong"]
    assert "first 9 of" in found["left_out"][0] and "2 worst" in found["left_out"][1]


def test_progress_is_told_and_it_can_be_cancelled(studio, ids):
    told = []
    with pytest.raises(Cancelled):
        evaluations.evaluate(
            Evaluate(model=ids["reader"]), {}, studio.shelf,
            Watch(told.append, lambda: not any(one.done for one in told)),
        )  # fmt: skip
    assert told[-1].what == "answering" and 0 < told[-1].done <= told[-1].total


def test_a_recipe_that_holds_nothing_out_says_so(studio, ids, monkeypatch):
    monkeypatch.setattr(evaluations, "pairs_of", lambda recipe: type("None", (), {"held_out": ()}))
    with pytest.raises(InputError, match="holds no pairs out"):
        evaluations.evaluate(Evaluate(model=ids["reader"]), {}, studio.shelf, Watch())
