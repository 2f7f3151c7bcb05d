"""`seq2see train` on pairs of one's own, from a dry run to the curves in TensorBoard."""

import re

import pytest

LETTERS = "abcdef"
PAIRS = [(a + b, f"{b.upper()} {a.upper()}") for a in LETTERS for b in LETTERS]
SMALL = ["--set", "model.width=12", "--set", "model.embedding_width=6",
         "--set", "model.attention_width=5", "--set", "training.epochs=2",
         "--set", "task.dev_pairs=7", "--set", "decoding.beam=1"]  # fmt: skip


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(f"{source}\t{target}\n" for source, target in PAIRS))
    return str(path)


def test_a_dry_run_shows_batches_and_sizes_and_writes_nothing(seq2see, file, tmp_path):
    found = seq2see("train", "g2p", "--train", file, "--out", tmp_path / "m", "--dry-run", *SMALL)
    assert found.status == 0, found.err
    assert re.search(r"pairs to learn from\s*│\s*29 ", found.out)
    assert re.search(r"pairs held out\s*│\s*7 ", found.out)
    assert "source  " in found.out
    assert re.search(r"target  <bos> [A-F] [A-F]", found.out)
    assert not (tmp_path / "m").exists()


def test_from_a_file_to_answers(seq2see, file, tmp_path):
    found = seq2see("train", "g2p", "--train", file, "--out", tmp_path / "m", "--tensorboard",
                    *SMALL)  # fmt: skip
    assert found.status == 0, found.err
    assert "29 pairs to learn from, 7 held out" in found.err
    assert re.search(r"→ .* \((right|expected: . .)\)", found.err)
    assert "Try it: echo" in found.err
    assert list((tmp_path / "m" / "tensorboard").glob("events.*"))


def test_files_for_a_built_in_task_are_refused(seq2see, file, tmp_path):
    found = seq2see("train", "number-reader", "--train", file, "--out", tmp_path / "m")
    assert found.status == 2
    assert "learns a built-in task, not from files" in found.err


def test_parallel_files_of_different_lengths(seq2see, tmp_path):
    (tmp_path / "x.en").write_text("a\nb\n")
    (tmp_path / "x.de").write_text("A\n")
    found = seq2see("train", "translation", "--train", tmp_path / "x.en",
                    "--train-target", tmp_path / "x.de", "--out", tmp_path / "m")  # fmt: skip
    assert found.status == 2
    assert "x.en has 2 lines" in found.err
    assert not (tmp_path / "m").exists()


def test_no_file_is_named(seq2see, tmp_path):
    found = seq2see("train", "g2p", "--out", tmp_path / "m")
    assert found.status == 2
    assert "--train FILE" in found.err
