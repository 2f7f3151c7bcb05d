"""What goes wrong with the data, the disk and the hands of a user while a model is trained."""

import errno
import os
import shutil
import signal

import pytest
import torch
from short_runs import StopAt, epochs_of, press_ctrl_c, weights_of

from seq2see.core.errors import InputError, Interrupted, ModelDirectoryError, RecipeError, RunError
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.predictor.predictor import load
from seq2see.store.model_directory import load_model
from seq2see.store.weights import load_metadata, load_tensors, save_tensors
from seq2see.training import run_log
from seq2see.training.best import Measured, keep, mean_of
from seq2see.training.optimiser import FlatAdam
from seq2see.training.report import RunStop, SilentReport
from seq2see.training.state import NAME as STATE
from seq2see.training.train import train

LETTERS = "abcdef"
SETTINGS = [
    "model.width=8", "model.embedding_width=6", "model.attention_width=5", "training.epochs=3",
    "training.batch_pairs=9", "training.save_seconds=1000", "task.dev_pairs=5",
    "training.best_by=loss", "training.keep_best=2", "training.patience=0", "decoding.beam=1",
]  # fmt: skip
NOT_MEASURED = ["task.dev_pairs=0", "training.best_by=none", "training.keep_best=1"]


@pytest.fixture
def file(tmp_path):
    """A function: a file of this text, as a name."""

    def written(text, name="pairs.tsv"):
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return written


@pytest.fixture
def pairs(file):
    return file("".join(f"{a}{b}\t{b} {a}\n" for a in LETTERS for b in LETTERS))


@pytest.fixture
def recipe(pairs):
    return of(pairs)


def of(pairs, *settings):
    return override(load_recipe("g2p"), [f"task.train={pairs}", *SETTINGS, *settings])


@pytest.fixture
def run(tmp_path):
    def go(recipe, name="run", **options):
        return train(recipe, tmp_path / name, device="cpu", thread_count=1, **options)

    return go


@pytest.mark.parametrize(
    ("text", "settings", "told"),
    [
        ("", [], "pairs.tsv: holds no pair"),
        ("\n \n\t\n", [], "pairs.tsv: holds no pair"),
        ("a\tb\nc\td\n", ["task.dev_pairs=2"], "keeping 2 apart to measure on leaves none"),
        ("a\tb\na\td\n", ["task.dev_pairs=1"], "has 2 pairs; keeping 1 apart"),
        ("a\tb\nc\t\n", [], "line 2: the target is blank"),
        ("a\tb\nc\n", [], "line 2: no tab between source and target"),
        ("a\tb\nc\td\n", ["task.target_column=3"], "line 1: 2 columns, column 3 is missing"),
        ("a\tb\tV\nc\td\n", ["task.features_column=3", "text.features=;"],
         "line 2: 2 columns, column 3 is missing"),
        ("a\tb\nc\td\n", ["text.minimum_count=3", *NOT_MEASURED],
         "no symbol of the sources comes up 3 times"),
        ("a\tb\nbbb\td\n", ["text.minimum_count=3", *NOT_MEASURED],
         "no symbol of the targets comes up 3 times"),
        ("a" * 5000 + "\tb\nc\td\n", NOT_MEASURED, "line 1, source: 5000 symbols, the limit is"),
    ],
)  # fmt: skip
def test_pairs_that_cannot_be_learned_from(file, run, tmp_path, text, settings, told):
    with pytest.raises(InputError) as caught:
        run(of(file(text), *settings))
    assert told in caught.value.message()
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("dev", ["", "\n\n"])
def test_a_file_to_measure_on_without_a_pair(file, run, pairs, dev):
    with pytest.raises(InputError, match=r"dev\.tsv: holds no pair"):
        run(of(pairs, f"task.dev={file(dev, 'dev.tsv')}"))


def test_an_empty_last_column_of_features_is_no_features(file, run, tmp_path):
    text = "a\tb\tV\nc\td\t\nb\td\tV;N\n"
    run(of(file(text), "task.features_column=3", "text.features=;", *NOT_MEASURED))
    assert len(load(tmp_path / "run").predict(["a\tV", "a\t"])) == 2


def test_a_source_of_which_nothing_is_left_never_reaches_a_model(file, run, tmp_path):
    with_features = ["task.features_column=3", "text.features=;", "text.source_eos=false"]
    run(of(file("a\tb\tV\nc\td\tN\n"), *with_features, *NOT_MEASURED))
    with pytest.raises(InputError, match="line 1: no symbol is left of it"):
        load(tmp_path / "run").predict(["\t;"])


@pytest.mark.parametrize("settings", [[], ["training.bucket_batches=0"],
                                      ["training.batch_tokens=1000"],
                                      ["training.accumulate_batches=7"]])  # fmt: skip
def test_fewer_pairs_than_a_batch_holds(file, run, tmp_path, settings):
    """To learn from and to measure on."""
    some = of(file("ab\tb a\nba\ta b\nc\tc\n"), "task.dev_pairs=1", "training.batch_pairs=100",
              *settings)  # fmt: skip
    assert run(some).metrics["held_out_pairs"] == 1
    assert len(epochs_of(tmp_path / "run")) == 3


@pytest.mark.parametrize("measured", [True, False])
def test_a_vocabulary_of_one_symbol(file, run, tmp_path, measured):
    one = file("a\tx\naa\tx x\naaa\tx\n")
    run(of(one, *([f"task.dev={one}"] if measured else NOT_MEASURED)))
    model = load(tmp_path / "run")
    assert (len(model.codec.source.symbols), len(model.codec.target.symbols)) == (1, 1)
    assert len(model.predict(["a", "b", ""])) == 3


def test_one_table_for_two_vocabularies(pairs):
    with pytest.raises(RecipeError, match=r"shared_embeddings.*needs one vocabulary for both"):
        of(pairs, "model.shared_embeddings=all")


def test_sources_of_no_one_and_five_thousand_symbols(file, run, tmp_path):
    long = "ab" * 2500
    recipe = of(file(f"a\tb\n{long}\ta b\n"), "text.longest_source=5000", "training.epochs=1",
                "text.longest_target=5", *NOT_MEASURED)  # fmt: skip
    run(recipe)
    model = load(tmp_path / "run")
    assert model.predict([""]) == [""]
    assert len(model.predict(["a", long])) == 2
    with pytest.raises(InputError, match="line 2: 5001 symbols, the limit is 5000"):
        model.predict(["a", f"{long}a"])


def test_weights_that_an_update_breaks_are_never_saved(recipe, run, tmp_path, monkeypatch):
    """The loss of the next update would show it, but a save may come first."""
    run(recipe, report=StopAt(2))
    saved, update, done = weights_of(tmp_path / "run"), FlatAdam.update, []

    def breaks(self, rate):
        update(self, rate)
        done.append(rate)
        if len(done) == 2:
            self.weights.data[3] = torch.nan

    monkeypatch.setattr(FlatAdam, "update", breaks)
    for last in (StopAt(4), None):  # stopped there, and at the end of an epoch
        with pytest.raises(RunError, match=r"came apart: .* update 4, in epoch 1") as caught:
            run(recipe, resume=True, report=last)
        assert "training.learning_rate (0." in caught.value.hint
        assert caught.value.hint.endswith("The model saved after update 2 is still there.")
        assert weights_of(tmp_path / "run") == saved
        done.clear()
    monkeypatch.undo()
    assert run(recipe, resume=True).finished


def test_held_out_loss_that_is_no_number(recipe, run, tmp_path, monkeypatch):
    monkeypatch.setattr("seq2see.training.measuring.held_out_loss", lambda *_: float("nan"))
    with pytest.raises(RunError, match="came apart: held-out loss nan, in epoch 1") as caught:
        run(recipe)
    assert "still there" not in caught.value.hint
    last = run_log.read(tmp_path / "run")[-1]
    assert isinstance(last, RunStop) and "held-out loss nan" in last.why


def test_bleu_of_single_words_chooses_no_weights(pairs, run, tmp_path):
    with pytest.raises(InputError, match="best_by: BLEU is not defined on the held-out pairs"):
        run(of(pairs, "training.best_by=bleu"))
    assert not (tmp_path / "run").exists()


def test_a_vocabulary_of_another_size_is_not_taken_up(recipe, run, tmp_path, file):
    run(recipe, report=StopAt(2))
    run(of(file("z\tz\nyy\ty y\n", "other"), *NOT_MEASURED), "other-run", report=StopAt(1))
    shutil.copy(tmp_path / "other-run" / "source_vocabulary.json", tmp_path / "run")
    with pytest.raises(RunError, match=r"cannot be taken up: saved state has \d+ weights"):
        run(recipe, resume=True)


def test_models_of_different_sizes_have_no_mean(tmp_path):
    kept = [Measured(epoch=epoch, value=0.1, loss=1.0) for epoch in (1, 2)]
    for one, size in zip(kept, (5, 7), strict=True):
        keep(tmp_path, one, torch.ones(size))
    with pytest.raises(ModelDirectoryError) as caught:
        mean_of(tmp_path, kept)
    assert caught.value.problems == ("best-1.safetensors: 5 weights",
                                     "best-2.safetensors: 7 weights")  # fmt: skip


def test_best_weights_that_are_gone_are_named(recipe, run, tmp_path):
    run(recipe, report=StopAt(11))
    for best in (tmp_path / "run" / "resume").glob("best-*"):
        best.unlink()
    with pytest.raises(ModelDirectoryError, match=r"best-\d\.safetensors: is missing"):
        run(recipe, resume=True)


def test_a_run_of_a_gpu_is_taken_up_without_one(recipe, run, tmp_path):
    """It holds the GPU's random numbers too; what is drawn from then on is the CPU's."""
    run(recipe, "whole")
    run(recipe, report=StopAt(3))
    state = tmp_path / "run" / STATE
    tensors = load_tensors(state) | {"random_cuda": torch.zeros(16, dtype=torch.uint8)}
    save_tensors(tensors, state, load_metadata(state))
    assert run(recipe, resume=True).finished
    assert weights_of(tmp_path / "run") == weights_of(tmp_path / "whole")


@pytest.mark.parametrize("after", [0, 3, 7, 9, 12])
def test_a_disk_that_fills_up_costs_nothing_that_was_saved(
    recipe, run, tmp_path, monkeypatch, after
):
    often = override(recipe, ["training.save_seconds=1e-9"])
    run(recipe, "whole")
    run(often, report=StopAt(1))
    replace, done = os.replace, []

    def fails_later(source, target):
        if len(done) == after:
            raise OSError(errno.ENOSPC, "No space left on device")
        done.append(target)
        return replace(source, target)

    monkeypatch.setattr(os, "replace", fails_later)
    with pytest.raises(OSError, match="No space left"):
        run(often, resume=True)
    monkeypatch.undo()
    load_model(tmp_path / "run")
    assert not list((tmp_path / "run").rglob(".*"))
    assert run(often, resume=True).finished
    assert weights_of(tmp_path / "run") == weights_of(tmp_path / "whole")


class Twice(SilentReport):
    """Presses Ctrl-C twice during one update."""

    def updated(self, update, loss):
        if update == 3:
            press_ctrl_c()
            press_ctrl_c()


def test_ctrl_c_twice_stops_at_once_and_costs_nothing_that_was_saved(recipe, run, tmp_path):
    run(recipe, "whole")
    run(recipe, report=StopAt(1))
    before, handler = weights_of(tmp_path / "run"), signal.getsignal(signal.SIGINT)
    with pytest.raises(Interrupted, match="saved after update 1; --resume goes on from there"):
        run(recipe, resume=True, report=Twice())
    assert signal.getsignal(signal.SIGINT) is handler
    assert weights_of(tmp_path / "run") == before
    assert run(recipe, resume=True).finished
    assert weights_of(tmp_path / "run") == weights_of(tmp_path / "whole")


def test_ctrl_c_twice_before_the_first_save_says_that_nothing_is_kept(recipe, run, tmp_path):
    with pytest.raises(Interrupted, match="nothing was saved; --resume begins anew"):
        run(recipe, report=Twice())
    run(recipe, resume=True)
    with pytest.raises(Interrupted, match="nothing of this run was saved; the earlier one is in"):
        run(recipe, overwrite=True, report=Twice())
    load_model(tmp_path / "run")


def test_ctrl_c_is_heard_at_once(recipe, run):
    class Heard(Twice):
        said = 0

        def updated(self, update, loss):
            if update == 2:
                press_ctrl_c()
                assert self.said == 1

        def interrupted(self):
            self.said += 1

    report = Heard()
    assert not run(recipe, report=report).finished
    assert report.said == 1


def test_what_kills_leave_of_files_is_removed(recipe, run, tmp_path):
    run(recipe, report=StopAt(1))
    for half in (".weights.safetensors-x1.tmp", "resume/.state.safetensors-x2.tmp"):
        (tmp_path / "run" / half).write_bytes(b"half")
    run(recipe, resume=True)
    assert not list((tmp_path / "run").rglob(".*"))


def test_a_damaged_log_is_named(recipe, run, tmp_path):
    run(recipe, report=StopAt(6))
    log = tmp_path / "run" / run_log.LOG
    log.write_bytes(b"{nonsense\n" + log.read_bytes())
    with pytest.raises(RunError, match=r"log\.jsonl: damaged"):
        run(recipe, resume=True)
