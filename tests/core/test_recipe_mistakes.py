"""Every mistake in a recipe is named at once, with its key and what is allowed."""

import copy

import pytest

from seq2see.core.errors import RecipeError, Seq2seeError
from seq2see.core.recipe_check import check_recipe
from seq2see.core.recipe_file import load_recipe, parse_recipe, recipe_data, write_recipe


@pytest.fixture
def data():
    return copy.deepcopy(recipe_data(load_recipe("number-reader")))


def problems_of(data):
    with pytest.raises(RecipeError) as caught:
        check_recipe(data, "r.toml")
    return caught.value


def only_problem(data):
    (problem,) = problems_of(data).problems
    return problem


def test_all_mistakes_are_listed_at_once(data):
    data["model"]["widht"] = data["model"].pop("width")
    data["model"]["norm"] = "posst"
    data["training"]["epochs"] = 0
    data["training"]["schedule"] = 3
    data["decoding"] = 5
    del data["name"]
    error = problems_of(data)
    assert error.what == "r.toml: 7 mistakes in the recipe:"
    text = error.message()
    for part in (
        "model.widht: no such key (did you mean width?)",
        "model.width: is missing; allowed: a whole number from 1 to 65536",
        'model.norm: "posst" will not do (did you mean post?); allowed: "post", "pre"',
        "training.epochs: 0 will not do; allowed: a whole number from 1 to 10000000",
        'training.schedule: 3 will not do; allowed: "constant", "inverse-sqrt", "linear"',
        "decoding: expected a table of keys, found 5",
        "name: is missing",
    ):
        assert part in text, text


def test_an_unknown_key_is_answered_with_the_keys_there_are(data):
    data["decoding"]["width"] = 4
    assert only_problem(data) == (
        "decoding.width: no such key; there are beam, length_penalty, length_formula"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("section", "key", "value", "allowed"),
    [
        ("model", "dropout", 1.0, "a finite number from 0.0 below 1.0"),
        ("model", "dropout", -0.1, "a finite number from 0.0 below 1.0"),
        ("model", "dropout", float("nan"), "a finite number from 0.0 below 1.0"),
        ("training", "learning_rate", 0.0, "a finite number above 0.0"),
        ("training", "learning_rate", float("nan"), "a finite number above 0.0"),
        ("training", "learning_rate", float("inf"), "a finite number above 0.0"),
        ("training", "learning_rate", 10**400, "a finite number above 0.0"),
        ("training", "clip_norm", float("inf"), "a finite number from 0.0"),
        ("training", "clip_norm", float("-inf"), "a finite number from 0.0"),
        ("training", "seed", -1, "a whole number from 0 to 2147483647"),
        ("training", "seed", 10**30, "a whole number from 0 to 2147483647"),
        ("training", "epochs", 2.0, "a whole number from 1 to 10000000"),
        ("training", "epochs", True, "a whole number from 1 to 10000000"),
        ("training", "epochs", "3", "a whole number from 1 to 10000000"),
        ("training", "snapshot_epochs", 2, "a list, each a whole number from 1 to 10000000"),
        ("training", "snapshot_epochs", [0], "a list, each a whole number from 1 to 10000000"),
        ("model", "final_norm", 1, "true or false"),
        ("model", "final_norm", "true", "true or false"),
        ("task", "highest", 10**15, "a whole number from 0 to 999999999999999"),
    ],
)
def test_a_value_outside_its_range_is_named_with_what_is_allowed(
    data, section, key, value, allowed
):
    data[section][key] = value
    problem = only_problem(data)
    assert problem.startswith(f"{section}.{key}: ")
    assert problem.endswith(f"will not do; allowed: {allowed}")


@pytest.mark.parametrize("name", ["", "n" * 101, 5])
def test_a_name_has_1_to_100_characters(data, name):
    data["name"] = name
    assert only_problem(data).endswith("allowed: a text of 1 to 100 characters")


@pytest.mark.parametrize(
    ("section", "tag", "told"),
    [
        ("task", "read-words", '"read-words" is not known (did you mean read-numbers?); '
         'allowed: "read-numbers", "reverse", "pairs"'),
        ("task", None, 'is missing; allowed: "read-numbers", "reverse", "pairs"'),
        ("model", "gru", '"gru" is not known; allowed: "transformer", "one-stack", "lstm"'),
        ("model", "one-stak", '"one-stak" is not known (did you mean one-stack?); '
         'allowed: "transformer", "one-stack", "lstm"'),
        ("model", 3, '3 is not known; allowed: "transformer", "one-stack", "lstm"'),
        ("model", None, 'is missing; allowed: "transformer", "one-stack", "lstm"'),
    ],
)  # fmt: skip
def test_the_kind_of_a_section_is_checked_first(data, section, tag, told):
    del data[section]["kind"]
    if tag is not None:
        data[section]["kind"] = tag
    assert only_problem(data) == f"{section}.kind: {told}"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"model": {"heads": 7}},
         "model.heads: 7 does not divide model.width, 64; allowed: 1, 2, 4, 8, 16, 32, 64"),
        ({"model": {"width": 33, "heads": 3}}, "model.width: 33 is odd"),
        ({"model": {"shared_embeddings": "all"}}, "set text.shared_vocabulary = true"),
        ({"task": {"training_pairs": 901}},
         "task.training_pairs: 901 and task.held_out_pairs 100 are together more than the 1000"),
        ({"task": {"lowest": 999, "highest": 0}}, "task.highest: 0 is below task.lowest, 999"),
        ({"training": {"snapshot_epochs": [2, 61, 60, 99]}},
         "training.snapshot_epochs: [61, 99] are after the last epoch, 60"),
        ({"text": {"longest_source": 2}}, "text.longest_source: 2 is too short"),
        ({"text": {"source": "words"}}, 'from "characters" to "words", not from "words"'),
    ],
)  # fmt: skip
def test_values_that_contradict_each_other_are_named(data, changes, told):
    for section, values in changes.items():
        data[section] |= values
    assert told in only_problem(data)


@pytest.mark.parametrize(
    ("recipe", "changes", "told"),
    [
        ("reverser", {"task": {"shortest": 25}}, "task.longest: 24 is below task.shortest, 25"),
        ("reverser", {"text": {"target": "words"}},
         'reversing goes from "characters" to "characters", not from "characters" to "words"'),
        ("reverser", {"text": {"longest_source": 23}}, "too short for task.longest, 24"),
        ("reverser", {"text": {"longest_target": 24}},
         "text.longest_target: 24 leaves no room for <eos> after task.longest, 24"),
        ("reverser", {"model": {"shared_embeddings": "all"}},
         'model.shared_embeddings: "all" needs one vocabulary for both sides'),
        ("reverser", {"model": {"width": 33, "bidirectional": True}},
         "model.width: 33 is odd; model.bidirectional needs two halves"),
        ("one-stack-reader", {"text": {"shared_vocabulary": False}},
         'model.kind: "one-stack" needs one vocabulary for both sides'),
        ("one-stack-reader", {"model": {"heads": 3}}, "model.heads: 3 does not divide"),
        ("six-digit-reader", {"task": {"highest": 9, "held_out_pairs": 6}},
         "task.held_out_pairs: 6 is more than half of the 10 numbers from 0 to 9"),
    ],
)  # fmt: skip
def test_the_other_kinds_have_contradictions_of_their_own(recipe, changes, told):
    data = recipe_data(load_recipe(recipe))
    for section, values in changes.items():
        data[section] |= values
    assert told in only_problem(data)


def test_an_odd_width_will_do_for_an_lstm_that_reads_one_way():
    data = recipe_data(load_recipe("reverser"))
    data["model"] |= {"width": 33}
    assert check_recipe(data, "odd").model.width == 33


def test_keys_of_another_kind_are_unknown():
    data = recipe_data(load_recipe("reverser"))
    data["model"]["heads"] = 4
    assert "model.heads: no such key; there are embedding_width, width" in only_problem(data)


def test_several_contradictions_are_listed_at_once(data):
    data["model"] |= {"heads": 7, "width": 33, "shared_embeddings": "all"}
    data["training"]["snapshot_epochs"] = [100]
    assert len(problems_of(data).problems) == 4


def test_learned_positions_may_have_an_odd_width(data):
    data["model"] |= {"width": 33, "heads": 3, "positions": "learned"}
    assert check_recipe(data, "odd").model.width == 33


def test_one_mistake_is_not_called_several(data):
    data["training"]["epochs"] = 0
    assert problems_of(data).what == "r.toml: 1 mistake in the recipe:"


def test_text_that_is_no_toml_is_a_mistake_with_its_line():
    with pytest.raises(RecipeError, match=r"r\.toml: not valid TOML: .*line 2"):
        parse_recipe("name = 'a'\nwidth == 3\n", "r.toml")


def test_the_message_holds_the_fault_its_problems_and_the_hint():
    error = Seq2seeError("wrong:", ["a", "b"], "do this")
    assert str(error) == error.message() == "wrong:\n  a\n  b\ndo this"
    assert str(Seq2seeError("wrong.")) == "wrong."


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("epochs = " + "9" * 5000, "not valid TOML"),
        ("epochs = " + "[" * 5000, "brackets in brackets without end"),
        ("epochs = 0x" + "f" * 5000, "training.epochs: a value too long to show will not do"),
        ("epochs." + "a." * 3000 + "a = 1", "training.epochs: a value too long to show"),
    ],
)
def test_values_without_end_are_mistakes_too(line, told):
    text = write_recipe(load_recipe("number-reader"))
    before, _, after = text.partition("epochs = 60")
    assert after
    with pytest.raises(RecipeError) as caught:
        parse_recipe(f"{before}{line}{after}", "r.toml")
    assert told in caught.value.message()


def test_a_text_that_is_not_unicode_could_not_be_written_down(data):
    data["name"] = "a\udcff"  # as it comes from a command line that is not UTF-8
    assert "is not Unicode" in only_problem(data)
    data["name"], data["model"]["norm"] = "a", "\udcff"
    assert only_problem(data).startswith("model.norm: ")
