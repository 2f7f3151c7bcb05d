"""`seq2see train` on pairs of one's own, from a dry run to the curves in TensorBoard."""

import json
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


def test_what_to_try_next_can_be_typed_as_it_stands(seq2see, tmp_path):
    """A tab before features would become spaces on a terminal."""
    path = tmp_path / "i.tsv"
    path.write_text("".join(f"{a}{b}\t{a}{b}x\tV;{a}\n" for a in "abcdef" for b in "abcdef"))
    small = ["--set", "model.width=8", "--set", "model.embedding_width=6",
             "--set", "training.epochs=1", "--set", "task.dev_pairs=3"]  # fmt: skip
    found = seq2see("train", "inflection", "--train", path, "--out", tmp_path / "m", *small)
    assert found.status == 0, found.err
    assert re.search(r"echo \$'[a-f]{2}\\tV;[a-f]' \| seq2see predict", found.err)
    line = b'{"id": 7, "source": "ab", "features": "V;a"}\n'
    answered = seq2see("predict", tmp_path / "m", "--input", "jsonl", stdin=line)
    assert answered.status == 0, answered.err
    assert answered.out.startswith('{"id":7,"source":"ab","features":"V;a","answer":')
    misread = seq2see("predict", tmp_path / "m", stdin=line)
    assert (misread.status, misread.out) == (2, "")
    assert (
        "line 1: a JSON object, but lines are read as text. Read them as JSON: --input jsonl."
        in (misread.said)
    )
    assert "no features" not in misread.said
    columns = seq2see("predict", tmp_path / "m", stdin=b"ab\tabx\tV;a\n")
    assert (columns.status, columns.out) == (2, "")
    assert "line 1: 3 columns; expected the source, a tab, its features" in columns.said


def test_words_that_are_empty_are_listed(seq2see, tmp_path):
    path = tmp_path / "p.tsv"
    path.write_text("ab\tA B\nac\tA  C\nad\tA D \n")
    found = seq2see("train", "g2p", "--train", path, "--dev", path, "--out", tmp_path / "m")
    assert found.status == 2
    assert f"{path}, line 2, target: word 2 is empty" in found.said
    assert f"{path}, line 3, target: word 3 is empty" in found.said


def test_parallel_text_needs_its_targets(seq2see, file, tmp_path):
    found = seq2see("train", "translation", "--train", file, "--out", tmp_path / "m", "--dry-run")
    assert found.status == 2
    assert "--train-target FILE" in found.said
    assert "for pairs in one file: --set task.layout=columns" in found.said
    found = seq2see("train", "translation", "--train", "x.jsonl", "--out", tmp_path / "m")
    assert "for pairs in one file: --set task.layout=jsonl" in found.said
    found = seq2see("train", "g2p", "--train", file, "--dev-target", file, "--out", tmp_path / "m")
    assert found.status == 2
    assert "task.dev_target: names targets, task.dev (--dev) no sources" in found.said


def test_json_lines_read_as_columns_are_recognised(seq2see, tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text('{"en": "a", "de": "b"}\n')
    found = seq2see("train", "g2p", "--train", path, "--out", tmp_path / "m", "--dry-run")
    assert 'task.layout = "jsonl"' in found.said
    found = seq2see("train", "g2p", "--train", path, "--out", tmp_path / "m", "--dry-run",
                    "--set", "task.layout=jsonl")  # fmt: skip
    assert "no key 'source'; there are en, de" in found.said


def test_a_model_is_measured_where_its_training_file_is_out_of_reach(seq2see, file, tmp_path):
    dev = tmp_path / "dev.tsv"
    dev.write_text("ab\tB A\nac\tC A\n")
    found = seq2see("train", "g2p", "--train", file, "--dev", dev, "--out", tmp_path / "m", *SMALL)
    assert found.status == 0, found.err
    (tmp_path / "pairs.tsv").unlink()
    assert seq2see("evaluate", tmp_path / "m").status == 0


def test_unknown_symbols_are_reported(seq2see, file, tmp_path):
    assert seq2see("train", "g2p", "--train", file, "--out", tmp_path / "m", *SMALL).status == 0
    found = seq2see("predict", tmp_path / "m", stdin="aθ\nab\tx\n".encode())
    assert found.status == 0
    assert "line 1: never seen in training: 'θ' (U+03B8)" in found.said
    assert "line 2: never seen in training: '\\t' (U+0009), 'x'; is this a pair" in found.said
    odd = tmp_path / "odd.tsv"
    odd.write_text("ab\tZ Z\nac\tZ A\n")
    tuned = seq2see("train", tmp_path / "m", "--init", tmp_path / "m", "--train", odd, "--dev", odd,
                    "--out", tmp_path / "n")  # fmt: skip
    assert "2 of 2 targets to learn from hold symbols that are not in the vocabulary" in tuned.said
    dry = seq2see("train", tmp_path / "m", "--init", tmp_path / "m", "--train", odd, "--dev", odd,
                  "--out", tmp_path / "o", "--dry-run")  # fmt: skip
    assert "2; 2 with targets that hold symbols outside" in dry.told


@pytest.mark.parametrize(("rate", "apart"), [("0.001", False), ("10", True)])
def test_a_loss_that_exploded_is_no_success(seq2see, file, tmp_path, rate, apart):
    """It is a number still, so that nothing stops the run: the last lines say it."""
    found = seq2see("train", "g2p", "--train", file, "--out", tmp_path / "m", *SMALL,
                    "--set", f"training.learning_rate={rate}")  # fmt: skip
    assert found.status == 0, found.err
    last = found.err.strip().splitlines()[-1]
    assert ("Done: " in found.err, "Ended: " in found.err) == (not apart, apart)
    assert ("Try it: " in last) is not apart
    assert ("smaller training.learning_rate (10 now)" in last) is apart
    assert ("guessing evenly costs" in found.said) is apart
    metrics = json.loads((tmp_path / "m" / "metrics.json").read_text())
    assert metrics["came_apart"] is apart
    end = json.loads((tmp_path / "m" / "log.jsonl").read_text().splitlines()[-1])
    assert (end["event"], end["came_apart"]) == ("end", apart)
    again = seq2see("train", tmp_path / "m", "--out", tmp_path / "m", "--resume")
    assert again.err.strip().splitlines()[-1] == last
