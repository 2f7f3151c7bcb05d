"""Learning from files: the same promises as for built-in tasks, and those of choosing the best."""

import msgspec
import pytest
import torch
from short_runs import KillAt, Killed, StopAt, epochs_of, weights_of

from seq2see.core.errors import InputError, RecipeError, RunError
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.core.special import UNK
from seq2see.data.tasks import codec_of, pairs_of
from seq2see.predictor.predictor import load
from seq2see.store.model_directory import load_model
from seq2see.training import best, run_log
from seq2see.training.material import Material
from seq2see.training.report import EpochEnd, RunEnd
from seq2see.training.train import train
from seq2see.training.trainer import Trainer

LETTERS = "abcdefg"
PAIRS = [(first + second, f"{second.upper()} {first.upper()}")
         for first in LETTERS for second in LETTERS]  # fmt: skip
SETTINGS = [
    "model.width=12", "model.embedding_width=6", "model.attention_width=5", "training.epochs=5",
    "training.batch_pairs=9", "training.save_seconds=1000", "training.batch_tokens=60",
    "task.dev_pairs=8", "training.keep_best=2", "training.unknown_share=0.1", "decoding.beam=1",
    "training.best_by=loss", "training.patience=0",
]  # fmt: skip


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "train.tsv"
    path.write_text("".join(f"{source}\t{target}\n" for source, target in PAIRS))
    return path


@pytest.fixture
def recipe(file):
    return override(load_recipe("g2p"), [f"task.train={file}", *SETTINGS])


@pytest.fixture
def run(tmp_path):
    def go(recipe, name="run", **options):
        return train(recipe, tmp_path / name, device="cpu", thread_count=1, **options)

    return go


def test_dev_pairs_are_kept_apart_by_the_seed(recipe):
    pairs = pairs_of(recipe)
    learned = {pair.source for pair in pairs.training(1)}
    held_out = {pair.source for pair in pairs.held_out}
    assert (len(learned), len(held_out)) == (41, 8)
    assert not learned & held_out
    assert pairs_of(recipe).held_out == pairs.held_out
    other = override(recipe, ["task.split_seed=8"])
    assert pairs_of(other).held_out != pairs.held_out


def test_the_vocabulary_is_that_of_the_training_part_alone(tmp_path, recipe):
    dev = tmp_path / "dev.tsv"
    dev.write_text("zz\tZ Z\n")
    codec = codec_of(override(recipe, [f"task.dev={dev}"]))
    assert "z" not in codec.source
    assert "Z" not in codec.target


@pytest.mark.parametrize("update", [1, 5, 6, 7, 12, 13])
def test_stopped_and_taken_up_again_is_never_stopped(recipe, run, tmp_path, update):
    run(recipe, "whole")
    assert not run(recipe, report=StopAt(update)).finished
    load_model(tmp_path / "run")
    assert run(recipe, resume=True).finished
    assert weights_of(tmp_path / "run") == weights_of(tmp_path / "whole")
    assert epochs_of(tmp_path / "run") == epochs_of(tmp_path / "whole")
    ends = [[e.kept_epochs for e in run_log.read(tmp_path / n) if isinstance(e, RunEnd)]
            for n in ("run", "whole")]  # fmt: skip
    assert ends[0] == ends[1]
    assert len(ends[0]) == 1


@pytest.mark.parametrize("kill", [KillAt(epoch=2), KillAt(epoch=5), KillAt(update=17)])
def test_killed_after_a_save_and_taken_up_again(recipe, run, tmp_path, kill):
    run(recipe, "whole")
    assert not run(recipe, report=StopAt(7)).finished
    with pytest.raises(Killed):
        run(recipe, resume=True, report=kill)
    run(recipe, resume=True)
    assert weights_of(tmp_path / "run") == weights_of(tmp_path / "whole")
    assert epochs_of(tmp_path / "run") == epochs_of(tmp_path / "whole")


def test_a_finished_run_ends_at_once(recipe, run, tmp_path):
    first = run(recipe)
    files = {p: p.read_bytes() for p in (tmp_path / "run").rglob("*") if p.is_file()}
    assert run(recipe, resume=True, report=KillAt(update=1)) == first
    assert {p: p.read_bytes() for p in (tmp_path / "run").rglob("*") if p.is_file()} == files


def test_the_best_weights_are_kept_not_the_last(recipe, run, tmp_path):
    """A rate that destroys what was learned: the best measurement is an early one."""
    recipe = override(
        recipe, ["training.keep_best=1", "training.learning_rate=0.02", "training.epochs=6",
                 "training.unknown_share=0"],
    )  # fmt: skip
    run(recipe)
    log = run_log.read(tmp_path / "run")
    losses = {e.epoch: e.held_out_loss for e in log if isinstance(e, EpochEnd)}
    (end,) = [e for e in log if isinstance(e, RunEnd)]
    lowest = min(losses, key=losses.__getitem__)
    assert end.kept_epochs == [lowest]
    short = override(recipe, [f"training.epochs={lowest}", "training.best_by=none"])
    run(short, "short")
    assert weights_of(tmp_path / "run") == weights_of(tmp_path / "short")


@pytest.mark.parametrize("mean_is_worse", [False, True])
def test_the_mean_of_the_best_weights_or_the_best(
    recipe, run, tmp_path, monkeypatch, mean_is_worse
):
    monkeypatch.setattr(best, "is_better", lambda one, other, training: mean_is_worse)
    run(recipe)
    (end,) = [e for e in run_log.read(tmp_path / "run") if isinstance(e, RunEnd)]
    assert len(end.kept_epochs) == (1 if mean_is_worse else 2)
    single = []
    for epoch in end.kept_epochs:
        run(override(recipe, [f"training.epochs={epoch}", "training.best_by=none",
                              "training.keep_best=1"]), f"to-{epoch}")  # fmt: skip
        model = load_model(tmp_path / f"to-{epoch}").model
        single.append(torch.cat([p.detach().flatten() for p in model.parameters()]))
    kept = load_model(tmp_path / "run").model
    found = torch.cat([p.detach().flatten() for p in kept.parameters()])
    torch.testing.assert_close(found, sum(single) / len(single), rtol=0, atol=1e-7)
    metrics = load_model(tmp_path / "run").metrics
    assert metrics["kept_epochs"] == end.kept_epochs
    assert metrics["held_out_accuracy"] == end.held_out_accuracy


def test_better_is_higher_or_lower_and_then_less_loss():
    training = load_recipe("g2p").training
    one, other = (best.Measured(epoch=1, value=v, loss=x) for v, x in ((0.5, 2.0), (0.5, 3.0)))
    assert best.is_better(one, other, training)
    assert not best.is_better(one, one, training)
    by_loss = msgspec.structs.replace(training, best_by="loss")
    low, high = (best.Measured(epoch=1, value=v, loss=v) for v in (1.0, 2.0))
    assert best.is_better(low, high, by_loss)
    assert best.is_better(high, low, training)


def test_patience_ends_a_run_and_says_so(recipe, run, tmp_path):
    recipe = override(
        recipe, ["training.patience=2", "training.epochs=200", "training.keep_best=1",
                 "training.best_by=accuracy", "training.learning_rate=1e-9"],
    )  # fmt: skip
    result = run(recipe)
    assert result.finished
    (end,) = [e for e in run_log.read(tmp_path / "run") if isinstance(e, RunEnd)]
    assert end.out_of_patience
    assert result.metrics["epochs"] < 20
    assert run(recipe, resume=True, report=KillAt(update=1)) == result


def test_batches_that_add_up_are_one_batch(recipe, tmp_path):
    """The gradient of two batches of 9 together is that of one of 18."""
    weights = []
    for pairs, together in ((18, 1), (9, 2), (6, 3)):
        one = override(
            recipe, [f"training.batch_pairs={pairs}", f"training.accumulate_batches={together}",
                     "training.batch_tokens=0", "training.bucket_batches=0", "model.dropout=0",
                     "training.unknown_share=0"],
        )  # fmt: skip
        trainer = Trainer(one, tmp_path, torch.device("cpu"))
        trainer.model.double()
        sources, targets = trainer.material.numbered(1)
        (group, *_) = trainer.material.groups(1)
        trainer.optimiser.__init__(trainer.model, one.training)
        loss, tokens = trainer.learn(
            [([sources[i] for i in b], [targets[i] for i in b]) for b in group]
        )
        weights.append((loss, tokens, trainer.optimiser.gradient.clone()))
    for loss, tokens, gradient in weights[1:]:
        assert tokens == weights[0][1]
        assert loss == pytest.approx(weights[0][0], rel=1e-6)
        torch.testing.assert_close(gradient, weights[0][2], rtol=1e-4, atol=1e-7)


def test_a_share_of_symbols_is_read_as_unknown(recipe):
    recipe = override(recipe, ["training.unknown_share=0.25", "text.source_eos=true"])
    pairs = pairs_of(recipe)
    material = Material(recipe, codec_of(recipe, pairs), pairs)
    found = [i for epoch in range(1, 30) for ids in material.numbered(epoch)[0] for i in ids[:-1]]
    assert 0.2 < found.count(UNK) / len(found) < 0.3
    assert all(ids[-1] != UNK for ids in material.numbered(1)[0])
    assert material.numbered(3) == material.numbered(3)


def test_a_pair_over_a_limit_is_named_with_its_line(recipe, file):
    file.write_text("ab\tB A\nabcdefgh\tX\n\nab\t" + "X " * 8 + "X\n")
    with pytest.raises(InputError) as caught:
        Trainer(override(recipe, ["text.longest_source=5", "text.longest_target=6",
                                  "task.dev_pairs=0", "training.best_by=none",
                                  "training.keep_best=1"]),
                file.parent / "run", torch.device("cpu"))  # fmt: skip
    assert [problem.removeprefix(str(file)) for problem in caught.value.problems] == [
        ", line 2, source: 8 symbols, the limit is 5",
        ", line 4, target: 9 symbols, the limit is 5",
    ]
    with pytest.raises(InputError, match=r"line 4: 3 \+ 10 tokens, a batch holds 12"):
        Trainer(override(recipe, ["training.batch_tokens=12", "task.dev_pairs=0",
                                  "training.best_by=none", "training.keep_best=1"]),
                file.parent / "run", torch.device("cpu"))  # fmt: skip


def test_changed_pairs_are_not_taken_up(recipe, run, file):
    run(recipe, report=StopAt(7))
    file.write_text(file.read_text().replace("ab\tB A", "ab\tA B"))
    with pytest.raises(RunError, match="other pairs"):
        run(recipe, resume=True)


def test_no_file_and_a_missing_file(run, tmp_path):
    with pytest.raises(InputError, match=r"none is named(.|\n)*--train FILE"):
        run(load_recipe("g2p"))
    with pytest.raises(InputError, match="cannot be read: No such file"):
        run(override(load_recipe("g2p"), [f"task.train={tmp_path / 'none'}"]))
    assert not (tmp_path / "run").exists()


def test_fine_tuning_starts_from_the_weights_and_vocabularies_of_a_model(
    recipe, run, tmp_path, file
):
    run(recipe, "first")
    more = tmp_path / "more.tsv"
    more.write_text("ab\tB A\nxa\tA X\n")
    still = override(
        recipe, [f"task.train={more}", f"task.dev={file}", "training.epochs=1",
                 "training.best_by=none", "training.keep_best=1", "training.learning_rate=1e-30"],
    )  # fmt: skip
    run(still, "second", init=tmp_path / "first")
    assert weights_of(tmp_path / "second") == weights_of(tmp_path / "first")
    assert load(tmp_path / "second").codec.source == load(tmp_path / "first").codec.source
    with pytest.raises(RecipeError, match=r"model\.width: 12 there, 14 here"):
        run(override(still, ["model.width=14"]), "third", init=tmp_path / "first")


def test_unknown_symbols_stay_visible(recipe, run, tmp_path):
    run(override(recipe, ["training.epochs=1"]))
    model = load(tmp_path / "run")
    assert len(model.predict(["a?", "ab"])) == 2
    symbols = model.explain("a?").source
    assert [(s.text, s.unknown) for s in symbols] == [("a", False), ("?", True), ("<eos>", False)]
    given = model.explain("ab", target="B ?").hypotheses[0]
    assert [step.symbol.text for step in given.steps] == ["B", "?", "<eos>"]


def test_learning_in_half_precision_or_a_word_that_it_cannot_be(recipe, run, tmp_path):
    """Not every processor has LSTMs in bfloat16; every one has what a Transformer needs."""
    try:
        run(override(recipe, ["training.precision=bfloat16", "training.epochs=3"]), "lstm")
    except RunError as error:
        assert "training.precision" in str(error)
    reader = override(
        load_recipe("number-reader"), ["training.precision=bfloat16", "training.epochs=3"]
    )
    run(reader)
    log = [e for e in run_log.read(tmp_path / "run") if isinstance(e, EpochEnd)]
    assert log[-1].loss < log[0].loss
