"""Training a recurrent model: resumed to the bit, its attention in the log, a task learned."""

import random

import pytest
from short_runs import KillAt, Killed, StopAt, epochs_of, weights_of

from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.predictor.predictor import load
from seq2see.training import run_log
from seq2see.training.report import EpochEnd
from seq2see.training.train import train

UPDATES_AN_EPOCH = 6
SHORT = [
    "task.longest=5", "task.training_pairs=41", "task.held_out_pairs=13",
    "model.width=6", "model.embedding_width=5", "model.attention_width=7", "model.layers=2",
    "model.bidirectional=true", "model.attention=additive", "model.dropout=0.3",
    "training.epochs=4", "training.batch_pairs=7", "training.bucket_batches=2",
    "training.evaluate_epochs=2", "training.evaluate_pairs=5", "training.save_seconds=1000",
]  # fmt: skip


def short(*settings: str) -> Recipe:
    return override(load_recipe("reverser"), [*SHORT, *settings])


def ends_of(directory) -> list[EpochEnd]:
    return [entry for entry in run_log.read(directory) if isinstance(entry, EpochEnd)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Weights and log of a run that never stopped."""
    directory = tmp_path_factory.mktemp("whole") / "run"
    train(short(), directory, device="cpu")
    return weights_of(directory), epochs_of(directory), ends_of(directory)


@pytest.mark.parametrize("update", [1, 4, UPDATES_AN_EPOCH, 2 * UPDATES_AN_EPOCH + 3])
def test_stopped_in_the_middle_and_on_again(run, tmp_path, whole, update):
    """With dropout, buckets, and new pairs in every epoch."""
    assert not run(short(), report=StopAt(update)).finished
    assert run(short(), resume=True).finished
    assert weights_of(tmp_path / "run") == whole[0]
    assert epochs_of(tmp_path / "run") == whole[1]


def test_killed_after_a_save_goes_on_from_it(run, tmp_path, whole):
    run(short(), report=StopAt(8))
    with pytest.raises(Killed):
        run(short(), resume=True, report=KillAt(update=15))
    assert run(short(), resume=True).finished
    assert weights_of(tmp_path / "run") == whole[0]
    assert epochs_of(tmp_path / "run") == whole[1]


def test_looking_at_held_out_pairs_changes_no_weight(run, tmp_path, whole):
    run(short("training.evaluate_epochs=4", "training.evaluate_pairs=0"))
    assert weights_of(tmp_path / "run") == whole[0]


def test_the_log_holds_an_entropy_for_each_head_where_it_holds_an_accuracy(whole):
    for end in whole[2]:
        assert (end.attention_entropy is None) == (end.held_out_accuracy is None)
        if end.attention_entropy is not None:
            ((one,),) = end.attention_entropy
            assert 0 < one < 1.61  # log 5, the longest source
    assert [e.epoch for e in whole[2] if e.attention_entropy is not None] == [2, 4]


def test_a_plain_model_has_no_entropies(run, tmp_path):
    run(short("model.attention=none"))
    assert [e.attention_entropy for e in ends_of(tmp_path / "run")] == [None, [], None, []]


def test_accuracy_is_measured_on_as_many_pairs_as_asked_for(whole):
    measured = [end.held_out_accuracy for end in whole[2] if end.held_out_accuracy is not None]
    assert all((5 * accuracy).is_integer() for accuracy in measured)


def test_one_stack_logs_every_layer_and_head(run, tmp_path):
    recipe = override(load_recipe("one-stack-reader"), [
        "task.highest=99", "task.training_pairs=41", "task.held_out_pairs=13", "model.width=6",
        "model.heads=3", "model.inner=5", "model.layers=2", "training.epochs=1",
        "training.snapshot_epochs=[]",
    ])  # fmt: skip
    run(recipe)
    (end,) = ends_of(tmp_path / "run")
    assert [len(layer) for layer in end.attention_entropy] == [3, 3]
    assert all(0 <= head < 0.7 for layer in end.attention_entropy for head in layer)  # log 2


def test_a_tiny_reverser_learns_to_reverse(tmp_path):
    """Nine of ten new strings of 2 to 4 digits, whatever the seed."""
    seed = random.randrange(2**31)
    print(f"seed {seed}")
    recipe = override(load_recipe("reverser"), [
        "task.longest=4", "task.training_pairs=2560", "task.held_out_pairs=50",
        "training.epochs=6", "training.learning_rate=0.01", "training.evaluate_epochs=6",
    ])  # fmt: skip
    result = train(recipe, tmp_path / "m", seed=seed, device="cpu", thread_count=1)
    assert result.metrics["held_out_accuracy"] >= 0.9
    assert load(tmp_path / "m").predict(["4270"])[0] != ""
