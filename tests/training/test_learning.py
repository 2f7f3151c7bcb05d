"""Training does what the recipe says, and a toy task is learned."""

import random

import pytest
import torch
from short_runs import EPOCHS, UPDATES_AN_EPOCH, StopAt, epochs_of, weights_of
from small_models import small_recipe

from seq2see.core.errors import RunError, Seq2seeError
from seq2see.core.recipe_override import override
from seq2see.predictor.predictor import load
from seq2see.store.model_directory import load_model
from seq2see.text.numerals import read_aloud
from seq2see.training import run_log
from seq2see.training.report import EpochEnd, RunEnd, RunStart, SilentReport
from seq2see.training.train import train


def test_a_toy_task_is_learned(tmp_path):
    """Numbers below 20 by heart, whatever the seed: 20 of 20, and 19 of 20 would be a failure."""
    seed = random.randrange(2**31)
    print(f"seed {seed}")
    recipe = small_recipe(
        "task.highest=19", "task.training_pairs=20", "task.held_out_pairs=0", "model.width=24",
        "model.heads=2", "model.inner=48", "training.epochs=120", "training.batch_pairs=5",
        "training.learning_rate=0.005", "training.schedule=linear", "training.snapshot_epochs=[]",
    )  # fmt: skip
    train(recipe, tmp_path / "m", seed=seed, device="cpu", thread_count=1)
    model = load(tmp_path / "m")
    answers = model.predict([str(number) for number in range(20)])
    assert answers == [read_aloud(number) for number in range(20)]


def test_the_same_seed_gives_the_same_weights(recipe, run, tmp_path):
    run(recipe, "one")
    run(recipe, "two")
    run(recipe, "three", seed=recipe.training.seed + 1)
    run(override(recipe, [f"training.seed={recipe.training.seed + 1}"]), "four")
    one, two, three, four = (
        weights_of(tmp_path / name) for name in ("one", "two", "three", "four")
    )  # fmt: skip
    assert one == two
    assert one != three
    assert three == four


def test_snapshots_are_model_directories(recipe, run, tmp_path):
    run(recipe)
    names = [path.name for path in (tmp_path / "run" / "snapshots").iterdir()]
    assert names == ["epoch-2"]
    snapshot = load_model(tmp_path / "run" / "snapshots" / "epoch-2")
    assert snapshot.metrics["epochs"] == 2
    assert snapshot.metrics["updates"] == 2 * UPDATES_AN_EPOCH
    assert load(tmp_path / "run" / "snapshots" / "epoch-2").predict(["42"])
    # It is the model as it was then: the same as that of a run that ends there.
    short = override(recipe, ["training.epochs=2"])
    run(short, "short")
    assert weights_of(tmp_path / "short") == weights_of(
        tmp_path / "run" / "snapshots" / "epoch-2"
    )  # fmt: skip


def test_the_log_tells_the_run(recipe, run, tmp_path):
    run(recipe)
    start, *ends, end = run_log.read(tmp_path / "run")
    assert isinstance(start, RunStart)
    assert isinstance(end, RunEnd)
    assert (end.update, end.kept_epochs) == (EPOCHS * UPDATES_AN_EPOCH, [EPOCHS])
    assert end.held_out_accuracy == ends[-1].held_out_accuracy
    assert (start.training_pairs, start.held_out_pairs) == (41, 13)
    assert (start.update, start.updates) == (0, EPOCHS * UPDATES_AN_EPOCH)
    assert start.device == "cpu"
    assert all(isinstance(end, EpochEnd) for end in ends)
    assert [end.update for end in ends] == [UPDATES_AN_EPOCH * e for e in range(1, EPOCHS + 1)]
    # Every second epoch is measured, and the last.
    measured = [end.epoch for end in ends if end.held_out_accuracy is not None]
    assert measured == [2, 4, 5]
    assert ends[-1].loss < ends[0].loss
    assert [end.seconds for end in ends] == sorted(end.seconds for end in ends)


def test_a_report_hears_everything(recipe, run):
    class Heard(SilentReport):
        def __init__(self):
            self.starts, self.updates, self.ends = [], [], []

        def started(self, start):
            self.starts.append(start.update)

        def updated(self, update, loss):
            self.updates.append(update)

        def epoch_ended(self, end):
            self.ends.append(end.epoch)

    heard = Heard()
    run(recipe, report=heard)
    assert heard.starts == [0]
    assert heard.updates == list(range(1, EPOCHS * UPDATES_AN_EPOCH + 1))
    assert heard.ends == list(range(1, EPOCHS + 1))


def test_without_held_out_pairs_nothing_is_measured(recipe, run, tmp_path):
    result = run(override(recipe, ["task.held_out_pairs=0"]))
    assert result.metrics["held_out_accuracy"] is None
    assert all(accuracy is None for _, _, _, accuracy, _ in epochs_of(tmp_path / "run"))


def test_threads_are_as_before_afterwards(recipe, run):
    class Seen(StopAt):
        threads = 0

        def updated(self, update, loss):
            self.threads = torch.get_num_threads()
            super().updated(update, loss)

    before, seen = torch.get_num_threads(), Seen(1)
    run(recipe, thread_count=2, report=seen)
    assert (seen.threads, torch.get_num_threads()) == (2, before)


def test_a_device_that_is_not_there_is_found_before_anything_is_written(recipe, tmp_path):
    with pytest.raises(Seq2seeError, match="--device gpu"):
        train(recipe, tmp_path / "run", device="gpu")
    assert not (tmp_path / "run").exists()


def test_a_training_that_comes_apart_says_so_and_keeps_what_was_saved(recipe, run, tmp_path):
    wild = override(
        recipe,
        ["training.learning_rate=1e30", "training.warmup_updates=0", "training.save_seconds=1e-9"],
    )
    with pytest.raises(RunError, match="the training came apart: loss nan") as caught:
        run(wild)
    assert "training.learning_rate" in caught.value.hint


def test_the_learning_rate_follows_the_schedule(recipe, run, tmp_path):
    from seq2see.training.schedule import learning_rate

    def rates(schedule):
        training = override(
            recipe, [f"training.schedule={schedule}", "training.learning_rate=0.5"]
        ).training
        return [learning_rate(training, update, 11) for update in (1, 2, 3, 4, 11)]

    # Warm-up of 3 updates, then by hand.
    assert rates("constant") == pytest.approx([0.5 / 3, 1 / 3, 0.5, 0.5, 0.5])
    assert rates("inverse-sqrt") == pytest.approx(
        [0.5 / 3, 1 / 3, 0.5, 0.5 * (3 / 4) ** 0.5, 0.5 * (3 / 11) ** 0.5]
    )
    assert rates("linear") == pytest.approx([0.5 / 3, 1 / 3, 0.5, 0.5 * 8 / 9, 0.5 / 9])
