"""Whose folder it is: new runs, runs in the way, files of others."""

import errno
import os
from pathlib import Path

import pytest
from short_runs import KillAt, Killed, StopAt, weights_of

from seq2see.core.errors import ModelDirectoryError, RecipeError, RunError
from seq2see.core.recipe_override import override
from seq2see.store.model_directory import load_model
from seq2see.training.run_folder import claim, how_to_resume


def files_under(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_run_in_the_way_is_not_touched(recipe, run, tmp_path):
    run(recipe, report=StopAt(3))
    before = files_under(tmp_path)
    with pytest.raises(RunError, match="already holds a run; nothing was touched") as caught:
        run(recipe)
    assert all(option in caught.value.hint for option in ("--resume", "--overwrite", "--out"))
    assert files_under(tmp_path) == before


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("name", ["letter.txt", "recipe.toml", ".hidden"])
def test_a_folder_of_others_is_never_taken(recipe, run, tmp_path, name, overwrite):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / name).write_text("mine")
    with pytest.raises(RunError, match="did not write; nothing was touched"):
        run(recipe, overwrite=overwrite)
    assert files_under(tmp_path / "run") == {(tmp_path / "run" / name).relative_to(
        tmp_path / "run"): b"mine"}  # fmt: skip


def test_a_file_in_place_of_the_folder(recipe, run, tmp_path):
    (tmp_path / "run").write_text("mine")
    with pytest.raises(RunError, match="is a file, expected a folder"):
        run(recipe, overwrite=True)
    assert (tmp_path / "run").read_text() == "mine"


def test_an_empty_folder_is_free(recipe, run, tmp_path):
    (tmp_path / "run").mkdir()
    assert run(recipe, report=StopAt(1)).directory == tmp_path / "run"
    load_model(tmp_path / "run")


class AtFirst(KillAt):
    """Keeps what lies in the folder's parent while the first update is done."""

    def __init__(self, parent):
        super().__init__()
        self.parent = parent
        self.seen = {}

    def updated(self, update, loss):
        if update == 1:
            self.seen = files_under(self.parent)


def test_overwriting_keeps_the_old_run_until_the_first_save(recipe, run, tmp_path):
    run(recipe, report=StopAt(3))
    old = (tmp_path / "run" / "weights.safetensors").read_bytes()
    watcher = AtFirst(tmp_path)
    run(override(recipe, ["training.seed=5"]), overwrite=True, report=watcher)
    assert old in watcher.seen.values()
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    assert load_model(tmp_path / "run").recipe.training.seed == 5


def test_overwriting_and_killed_before_the_first_save_keeps_the_old_run(recipe, run, tmp_path):
    run(recipe, report=StopAt(3))
    old = files_under(tmp_path / "run")
    other = override(recipe, ["training.seed=5"])
    for _ in range(2):
        with pytest.raises(Killed):
            run(other, overwrite=True, report=KillAt(update=2))
        assert files_under(tmp_path / ".run.replaced") == old
    assert run(other, resume=True).finished
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    run(other, "plain")
    assert weights_of(tmp_path / "run") == weights_of(tmp_path / "plain")


def test_what_was_replaced_long_ago_never_costs_a_newer_run(recipe, run, tmp_path):
    """Killed between its first save and the removal of the old run, then overwritten again."""
    run(recipe, report=StopAt(3))
    run(recipe, "replaced", report=StopAt(3))
    (tmp_path / "replaced").rename(tmp_path / ".run.replaced")
    newer = files_under(tmp_path / "run")
    with pytest.raises(Killed):
        run(recipe, overwrite=True, report=KillAt(update=1))
    assert files_under(tmp_path / ".run.replaced") == newer


def test_a_kill_while_the_folder_is_first_described_costs_nothing(recipe, run, tmp_path):
    """With each of the files of a new run being the last that a kill let through."""
    whole = tmp_path / "whole"
    run(recipe, "whole", report=StopAt(1))
    described = ["manifest.json", "recipe.toml", "source_vocabulary.json", "target_vocabulary.json"]
    for count in range(len(described) + 1):
        name = f"killed-{count}"
        (tmp_path / name).mkdir()
        for file in described[:count]:
            (tmp_path / name / file).write_bytes((whole / file).read_bytes())
        (tmp_path / name / ".next.json-x1.tmp").write_text("half")
        assert run(recipe, name, resume=count > 0).finished


def test_a_copy_that_the_user_made_is_left_alone(recipe, run, tmp_path):
    run(recipe, "run.previous", report=StopAt(3))
    copy = files_under(tmp_path / "run.previous")
    run(recipe, report=StopAt(3))
    run(recipe, overwrite=True)
    assert files_under(tmp_path / "run.previous") == copy


@pytest.mark.parametrize("name", [".", "../here", "link"])
def test_the_folder_one_stands_in_will_do(recipe, tmp_path, monkeypatch, name):
    from seq2see.training.train import train

    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "link").symlink_to(tmp_path / "there")
    if name != "link":
        (tmp_path / "here" / "link").unlink()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    train(recipe, name, device="cpu", report=StopAt(2))
    assert train(recipe, name, device="cpu", resume=True).finished


def test_overwriting_and_coming_apart_says_that_the_old_run_is_back(
    recipe, run, tmp_path, monkeypatch
):
    run(recipe, report=StopAt(3))
    before = files_under(tmp_path)
    monkeypatch.setattr("seq2see.training.measuring.held_out_loss", lambda *_: float("nan"))
    with pytest.raises(RunError, match="came apart") as caught:
        run(override(recipe, ["training.seed=5"]), overwrite=True)
    assert "still there" not in caught.value.hint
    assert caught.value.hint.endswith(f"The earlier run is in {tmp_path / 'run'} again.")
    assert files_under(tmp_path) == before


def test_a_folder_without_weights_says_how_to_get_them(recipe, run, tmp_path):
    hints = []

    class Looks(KillAt):
        def updated(self, update, loss):
            with pytest.raises(ModelDirectoryError, match="not a complete") as caught:
                load_model(tmp_path / "run")
            hints.append(caught.value.hint)
            super().updated(update, loss)

    with pytest.raises(Killed):
        run(recipe, report=Looks(1))
    assert hints == ["A training is under way there: wait for its first save."]
    with pytest.raises(ModelDirectoryError, match=r"weights\.safetensors is missing") as caught:
        load_model(tmp_path / "run")
    assert caught.value.hint.endswith(how_to_resume(tmp_path / "run"))
    (tmp_path / "run" / "source_vocabulary.json").unlink()
    with pytest.raises(ModelDirectoryError) as caught:
        load_model(tmp_path / "run")
    assert "resume" not in caught.value.hint


def test_more_epochs_are_a_new_run_from_the_weights(recipe, run, tmp_path):
    run(recipe, report=StopAt(3))
    with pytest.raises(RunError, match="another recipe") as caught:
        run(override(recipe, ["training.epochs=9"]), resume=True)
    whole = tmp_path / "run"
    assert f"seq2see train {whole} --init {whole} --out ANOTHER --set training.epochs=N" in (
        caught.value.hint
    )
    with pytest.raises(RunError, match="another recipe") as caught:
        run(override(recipe, ["training.seed=9"]), resume=True)
    assert "--init" not in caught.value.hint


def test_how_to_resume_can_be_pasted(tmp_path):
    assert how_to_resume(tmp_path / "a b").count(f"'{tmp_path}/a b'") == 2


def test_a_recipe_that_could_not_be_read_again_is_never_trained(recipe, run, tmp_path):
    with pytest.raises(RecipeError, match=r"training\.seed: -1 will not do"):
        run(recipe, seed=-1)
    assert not (tmp_path / "run").exists()


def test_claiming_a_new_folder_makes_nothing(tmp_path):
    claim(tmp_path / "new", overwrite=True)
    assert not (tmp_path / "new").exists()


def test_two_trainings_never_share_a_folder(recipe, run, tmp_path):
    class Second(KillAt):
        """Tries to train into the folder while the first run is under way."""

        refused = 0

        def updated(self, update, loss):
            if update != 1:
                return
            for option in ({}, {"resume": True}, {"overwrite": True}):
                with pytest.raises(RunError, match="a training is under way there"):
                    run(recipe, **option)
                self.refused += 1

    first = Second()
    assert run(recipe, report=first).finished
    assert first.refused == 3
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_overwriting_and_failing_before_the_first_save_brings_the_old_run_back(
    recipe, run, tmp_path
):
    run(recipe, report=StopAt(3))
    before = files_under(tmp_path)

    class Fails(KillAt):
        def started(self, start):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(override(recipe, ["training.seed=5"]), overwrite=True, report=Fails())
    assert files_under(tmp_path) == before


@pytest.mark.parametrize("call", ["open", "rename"])
def test_what_is_refused_is_told_of_the_folder_that_was_named(
    recipe, run, tmp_path, monkeypatch, call
):
    """Not of the hidden lock beside it, nor of the hidden place where an earlier run is kept."""
    run(recipe, report=StopAt(1))
    before, real = files_under(tmp_path), getattr(Path, call)

    def refuses(self, *arguments, **options):
        if any(str(part).endswith((".lock", ".replaced")) for part in (self, *arguments)):
            raise PermissionError(
                errno.EACCES, "Permission denied", str(self), None, *arguments[:1]
            )
        return real(self, *arguments, **options)

    monkeypatch.setattr(Path, call, refuses)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(OSError, match="Permission denied; nothing can be written in") as caught:
        run(recipe, overwrite=True)
    assert caught.value.filename == str(tmp_path / "run")
    assert caught.value.filename2 is None
    assert str(tmp_path) in caught.value.strerror
    assert ".run" not in str(caught.value)
    assert files_under(tmp_path) == before
