"""Stopped and resumed is bit for bit never stopped."""

import random
import subprocess
import sys

import msgspec
import pytest
import torch
from short_runs import (
    EPOCHS,
    UPDATES_AN_EPOCH,
    KillAt,
    Killed,
    StopAt,
    epochs_of,
    weights_of,
)

from seq2see.core.errors import ModelDirectoryError, RunError
from seq2see.core.recipe_file import write_recipe
from seq2see.core.recipe_override import override
from seq2see.store.model_directory import load_model
from seq2see.training import run_log
from seq2see.training.report import RunStart, RunStop
from seq2see.training.state import NAME as STATE


def same_as_whole(directory, whole):
    weights, epochs = whole
    assert weights_of(directory) == weights
    assert epochs_of(directory) == epochs
    assert [epoch for epoch, *_ in epochs] == list(range(1, EPOCHS + 1))


@pytest.mark.parametrize(
    "update",
    [1, 4, UPDATES_AN_EPOCH - 1, UPDATES_AN_EPOCH, UPDATES_AN_EPOCH + 1, 2 * UPDATES_AN_EPOCH],
)
def test_ctrl_c_at_any_update_and_on_again(recipe, run, tmp_path, whole, update):
    result = run(recipe, report=StopAt(update))
    assert not result.finished
    assert result.metrics["updates"] == update
    load_model(tmp_path / "run")
    assert run(recipe, resume=True).finished
    same_as_whole(tmp_path / "run", whole)


def test_stopped_again_and_again(recipe, run, tmp_path, whole):
    run(recipe, report=StopAt(2))
    for update in (3, 6, 13, 14, 24):
        assert not run(recipe, resume=True, report=StopAt(update)).finished
    assert run(recipe, resume=True).finished
    same_as_whole(tmp_path / "run", whole)
    starts = [e.update for e in run_log.read(tmp_path / "run") if isinstance(e, RunStart)]
    assert starts == [0, 2, 3, 6, 13, 14, 24]
    stops = [e for e in run_log.read(tmp_path / "run") if isinstance(e, RunStop)]
    assert [(stop.update, stop.why) for stop in stops] == [(update, None) for update in starts[1:]]


@pytest.mark.parametrize("kill", [KillAt(update=11), KillAt(epoch=2), KillAt(update=27)])
def test_killed_before_the_first_save_begins_again(recipe, run, tmp_path, whole, kill):
    with pytest.raises(Killed):
        run(recipe, report=kill)
    assert not (tmp_path / "run" / STATE).exists()
    run(recipe, resume=True)
    same_as_whole(tmp_path / "run", whole)


@pytest.mark.parametrize("stopped", [4, UPDATES_AN_EPOCH, UPDATES_AN_EPOCH + 1])
@pytest.mark.parametrize("kill", [KillAt(epoch=1), KillAt(epoch=2), KillAt(update=17)])
def test_killed_after_a_save_goes_on_from_it(recipe, run, tmp_path, whole, stopped, kill):
    """What was logged since that save is forgotten: it happens again."""
    run(recipe, report=StopAt(stopped))
    try:
        run(recipe, resume=True, report=kill)
    except Killed:
        run(recipe, resume=True)
    same_as_whole(tmp_path / "run", whole)


def test_saving_often_changes_nothing(recipe, run, tmp_path, whole):
    often = override(recipe, ["training.save_seconds=1e-9"])
    run(often)
    same_as_whole(tmp_path / "run", whole)


def test_a_finished_run_ends_at_once(recipe, run, tmp_path, whole):
    first = run(recipe)
    files = {p: p.read_bytes() for p in (tmp_path / "run").rglob("*") if p.is_file()}
    again = run(recipe, resume=True, report=KillAt(update=1))
    assert again == first
    assert again.finished
    assert {p: p.read_bytes() for p in (tmp_path / "run").rglob("*") if p.is_file()} == files


def test_another_recipe_is_refused_with_every_difference(recipe, run, tmp_path):
    run(recipe, report=StopAt(3))
    other = override(recipe, ["model.dropout=0.3", "training.seed=9", "name=other"])
    with pytest.raises(RunError, match="holds a run of another recipe") as caught:
        run(other, resume=True)
    assert list(caught.value.problems) == [
        f"name: '{recipe.name}' there, 'other' here",
        "model.dropout: 0.2 there, 0.3 here",
        f"training.seed: {recipe.training.seed} there, 9 here",
    ]
    assert f"seq2see train {tmp_path / 'run'} --out {tmp_path / 'run'} --resume" in (
        caught.value.hint
    )
    with pytest.raises(RunError, match="another recipe"):
        run(recipe, resume=True, seed=8)


def test_a_folder_named_like_a_shipped_recipe_is_resumed_by_its_own(
    recipe, run, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    from seq2see.training.train import train

    train(recipe, "number-reader", device="cpu", report=StopAt(3))
    assert train(recipe, "number-reader", device="cpu", resume=True).finished


def test_nothing_to_resume(recipe, run, tmp_path):
    with pytest.raises(RunError, match="holds no run to resume"):
        run(recipe, resume=True)
    assert not (tmp_path / "run").exists()


def test_a_damaged_state_is_named(recipe, run, tmp_path):
    run(recipe, report=StopAt(3))
    state = tmp_path / "run" / STATE
    state.write_bytes(state.read_bytes()[:-5])
    with pytest.raises(ModelDirectoryError, match=r"state\.safetensors: damaged or cut short"):
        run(recipe, resume=True)


def test_a_log_line_cut_short_by_a_kill_is_left_out(recipe, run, tmp_path, whole):
    run(recipe, report=StopAt(8))
    with (tmp_path / "run" / run_log.LOG).open("ab") as log:
        log.write(b'{"event":"epoch","epo')
    run(recipe, resume=True)
    same_as_whole(tmp_path / "run", whole)


KILL_AGAIN_AND_AGAIN = """
import os, signal, sys, time
from pathlib import Path
import torch
from seq2see.training.train import train

torch.set_num_threads(1)
recipe, directory, *moments = sys.argv[1:]
log = Path(directory, "log.jsonl")
for moment in map(float, moments):
    lines = log.read_bytes().count(b"\\n")
    child = os.fork()
    if child == 0:
        train(recipe, directory, device="cpu", resume=True)
        os._exit(0)
    deadline = time.monotonic() + 30
    while log.read_bytes().count(b"\\n") <= lines and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL, "the run was over before it was killed"
"""


def test_killed_at_five_random_moments(recipe, run, tmp_path):
    """A real SIGKILL, whatever the run is doing just then."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    moments = random.Random(seed)
    recipe = override(
        recipe,
        ["training.epochs=30", "training.save_seconds=0.05", "training.evaluate_epochs=10"],
    )
    run(override(recipe, ["training.save_seconds=1000"]), "whole")
    run(recipe, "killed", report=StopAt(1))
    file, directory = tmp_path / "r.toml", tmp_path / "killed"
    file.write_text(write_recipe(recipe))
    times = [str(moments.uniform(0, 0.12)) for _ in range(5)]
    done = subprocess.run(
        [sys.executable, "-c", KILL_AGAIN_AND_AGAIN, str(file), str(directory), *times],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    load_model(directory)
    assert run(recipe, "killed", resume=True).finished
    assert weights_of(directory) == weights_of(tmp_path / "whole")
    assert epochs_of(directory) == epochs_of(tmp_path / "whole")
    assert [epoch for epoch, *_ in epochs_of(directory)] == list(range(1, 31))


def test_random_numbers_of_others_change_nothing(recipe, run, tmp_path, whole):
    """What the process drew before neither reaches a new run nor one that is taken up."""
    torch.manual_seed(99)
    run(recipe, report=StopAt(9))
    torch.rand(7)
    run(recipe, resume=True)
    same_as_whole(tmp_path / "run", whole)


def test_the_metrics_say_how_far_it_came(recipe, run, tmp_path):
    run(recipe, report=StopAt(8))
    metrics = msgspec.json.decode((tmp_path / "run" / "metrics.json").read_bytes())
    assert (metrics["epochs"], metrics["updates"]) == (1, 8)
