"""`seq2see train`."""

import pytest

from seq2see.store.model_directory import load_model

QUICK = [
    "microscope", "--device", "cpu",
    *(part for setting in ("training.epochs=2", "training.snapshot_epochs=[1]")
      for part in ("--set", setting)),
]  # fmt: skip


def test_training_says_what_it_did_and_what_to_try(seq2see, tmp_path):
    out = tmp_path / "m"
    found = seq2see("train", *QUICK, "--out", out, "--seed", "5")
    assert (found.status, found.out) == (0, "")
    assert "Training microscope" in found.said
    assert "epoch 2/2" in found.said
    assert "seq2see predict" in found.said
    assert load_model(out).recipe.training.seed == 5

    assert seq2see("train", *QUICK, "--out", out).status == 2
    again = seq2see("train", out, "--out", out, "--resume")
    assert again.status == 0
    assert "epoch" not in again.said
    other = seq2see("train", *QUICK, "--out", out, "--resume")
    assert other.status == 2
    assert "training.seed: 5 there, 1 here" in other.said
    assert seq2see("train", *QUICK, "--out", out, "--overwrite").status == 0
    assert load_model(out).recipe.training.seed == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["microscop", "--out", "m"], "did you mean microscope?"),
        (["microscope", "--out", "m", "--set", "training.epoch=3"], "training.epochs"),
        (["microscope", "--out", "m", "--set", "training.epochs=0", "--set", "model.norm=x"],
         "2 mistakes"),
        (["microscope", "--out", "m", "--seed", "-1"], "-1"),
        (["microscope", "--out", "m", "--device", "gpu"], "--device gpu: cannot be used here"),
        (["microscope", "--out", "m", "--threads", "0"], "--threads"),
        (["microscope", "--out", "m", "--resume", "--overwrite"], "contradict each other"),
        (["microscope", "--out", "m", "--resume"], "holds no run to resume"),
        (["microscope"], "--out"),
    ],
)  # fmt: skip
def test_mistakes_leave_no_folder(seq2see, tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    found = seq2see("train", *arguments)
    assert (found.status, found.out) == (2, "")
    assert told in found.said
    assert not (tmp_path / "m").exists()
