"""`seq2see doctor`."""

import json

import torch
from safetensors.torch import load_file, save_file

from seq2see.models.transformer import TransformerModel

KEYS = {
    "name", "meaning", "outcome", "unit", "largest", "tolerance", "where", "cause", "follows",
}  # fmt: skip


def test_a_sound_model_passes_on_the_pairs_held_out(seq2see, trained_directory):
    found = seq2see("doctor", trained_directory, "--pairs", "5")
    assert (found.status, found.err) == (0, "")
    assert "small-reader: all 14 checks passed, on 5 of 17 held-out pairs" in found.told
    assert found.out.count("✓ passed") == 14
    assert "✗" not in found.out
    for name in ("padding", "causal", "stepping", "greedy", "score", "saved"):
        assert f"✓ passed {name} " in found.told


def test_findings_as_json(seq2see, trained_directory, lines):
    file = lines("42\tforty two\n7\tseven\n\t\n")
    found = seq2see("doctor", trained_directory, file, "--json")
    assert found.status == 0
    data = json.loads(found.out)
    assert data.keys() == {"model", "pairs", "passed", "findings"}
    assert (data["model"], data["pairs"], data["passed"]) == ("small-reader", 2, True)
    assert len(data["findings"]) == 14
    assert all(finding.keys() == KEYS for finding in data["findings"])
    assert {finding["outcome"] for finding in data["findings"]} == {"passed"}


def test_a_failed_check_is_shown_with_its_place_and_cause(
    seq2see, trained_directory, lines, monkeypatch
):
    step = TransformerModel.step

    def hotter(self, token, state):
        logits, after = step(self, token, state)
        return logits * 1.1, after

    monkeypatch.setattr(TransformerModel, "step", hotter)
    monkeypatch.setenv("COLUMNS", "200")
    file = lines("42\tforty two\n7\tseven\n")
    found = seq2see("doctor", trained_directory, file)
    assert found.status == 1
    assert "2 of 14 checks failed, on 2 of 2 pairs of" in found.told
    assert "✗ failed stepping" in found.told
    assert "where pair 1 (42 → forty two), step" in found.told or (
        "where pair 2 (7 → seven), step" in found.told
    )
    assert "usual cause A cache is not extended" in found.told
    assert "it only follows from stepping: mend that first" in found.told
    data = json.loads(seq2see("doctor", trained_directory, file, "--json").out)
    assert data["passed"] is False
    (score,) = [finding for finding in data["findings"] if finding["name"] == "score"]
    assert score["follows"] == ["stepping"]


def test_files_changed_while_the_model_is_open_are_seen(trained, trained_directory, tmp_path):
    """The directory is held against the model in memory."""
    from shutil import copytree

    from seq2see.data.tasks import pairs_of
    from seq2see.doctor.examine import examine

    changed = copytree(trained_directory, tmp_path / "changed")
    weights = load_file(changed / "weights.safetensors")
    weights["output.bias"] += torch.tensor(1e-3)
    save_file(weights, changed / "weights.safetensors")
    pairs = pairs_of(trained.recipe).held_out
    found = examine(trained, pairs, count=3, directory=changed)
    (wrong,) = [finding for finding in found if finding.failed]
    assert wrong.name == "saved"
    assert str(changed) in wrong.where


def test_bad_pairs_are_a_mistake(seq2see, trained_directory, lines):
    found = seq2see("doctor", trained_directory, lines("x\tone\n1\ttow\n"))
    assert (found.status, found.out) == (2, "")
    assert "line 1, source: symbol 1, 'x'" in found.said
    assert "line 2, target: symbol 1, 'tow'" in found.said
    assert seq2see("doctor", trained_directory, lines("\tone\n")).status == 2


def test_help_says_what_the_exit_status_means(seq2see):
    assert "1: a check failed" in seq2see("doctor", "--help").told
