"""`seq2see score` and `seq2see evaluate`."""

import json
from math import exp

import pytest

from seq2see.data.tasks import pairs_of


def test_a_score_for_each_pair(seq2see, trained_directory, trained, lines):
    pairs = [("42", "forty two"), ("42", "forty three"), ("7", "seven"), ("7", "")]
    file = lines("".join(f"{s}\t{t}\n" for s, t in pairs))
    found = seq2see("score", trained_directory, file)
    assert found.status == 0
    scores = [float(row) for row in found.out.splitlines()]
    assert scores == pytest.approx(trained.score(pairs), abs=6e-5)  # four decimals
    assert all(score < 0 for score in scores)
    assert scores[0] > scores[1]


def test_the_score_of_its_own_answer_is_that_of_the_search(trained):
    for answer in trained.answer(["42", "7", "99"], beam=3, n_best=3):
        texts = [(answer.source, h.text) for h in answer.hypotheses if h.finished]
        assert trained.score(texts) == pytest.approx(
            [h.log_probability for h in answer.hypotheses if h.finished], abs=1e-4
        )


def test_the_first_of_n_best_is_the_one_best(trained):
    numbers = [str(n) for n in range(0, 100, 7)]
    for penalty in (0.0, 1.0):
        some = trained.answer(numbers, beam=4, n_best=4, length_penalty=penalty)
        best = trained.answer(numbers, beam=4, length_penalty=penalty)
        assert [s.hypotheses[0] for s in some] == [b.hypotheses[0] for b in best]


def test_blank_sources_score_0_or_nothing(seq2see, trained_directory, lines):
    found = seq2see("score", trained_directory, lines("1\tone\n\n\t\n \tone\n"))
    first, *rest = found.out.splitlines()
    assert float(first) < 0
    assert rest == ["", "", "-inf"]


def test_all_bad_pairs_are_listed_at_once(seq2see, trained_directory, lines, tmp_path):
    file = lines("x\tone\n1\tone\n2\ttow\n3\tone  two\n4\t \n5\t" + "one " * 70 + "one\n")
    found = seq2see("score", trained_directory, file, "--out", tmp_path / "out")
    assert (found.status, found.out) == (2, "")
    assert not (tmp_path / "out").exists()
    assert "5 lines cannot be read" in found.said
    for told in (
        "line 1, source: symbol 1, 'x'",
        "line 3, target: symbol 1, 'tow'",
        "line 4, target: symbol 2, an empty word",
        "line 5, target: symbol 1, an empty word",
        "line 6, target: 71 symbols, the limit is 63",
    ):
        assert told in found.said
    no_tabs = seq2see("score", trained_directory, lines("1 one\n2\ttwo\n3 three\n"))
    assert no_tabs.status == 2
    assert "line 1: no tab" in no_tabs.said
    assert "line 3: no tab" in no_tabs.said


def test_evaluating_the_pairs_held_out(seq2see, trained_directory, trained):
    pairs = pairs_of(trained.recipe).held_out
    answers = trained.predict([pair.source for pair in pairs])
    right = sum(a == p.target for a, p in zip(answers, pairs, strict=True))
    found = seq2see("evaluate", trained_directory)
    assert found.status == 0
    assert (
        f"accuracy {right / len(pairs):.2%}: {right} of {len(pairs)} held-out pairs" in found.told
    )
    data = json.loads(seq2see("evaluate", trained_directory, "--json").out)
    assert data["pairs"] == len(pairs)
    assert data["accuracy"] == pytest.approx(right / len(pairs))
    assert len(data["wrong"]) == len(pairs) - right
    assert trained.metrics["held_out_accuracy"] == pytest.approx(right / len(pairs))


def test_evaluating_a_file(seq2see, trained_directory, trained, lines):
    answer = trained.predict(["42"])[0]
    file = lines(f"42\t{answer}\n42\tno such answer\n\t\n \tsomething\n")
    found = seq2see("evaluate", trained_directory, file, "--beam", "1")
    assert "accuracy 33.33%: 1 of 3 pairs are right" in found.told
    assert f"42: {answer} (expected: no such answer)" in found.told
    data = json.loads(seq2see("evaluate", trained_directory, file, "--json").out)
    assert [(w["source"], w["answer"]) for w in data["wrong"]] == [("42", answer), (" ", "")]
    assert 0 < exp(data["wrong"][0]["log_probability"]) <= 1


def test_many_wrong_answers_are_counted(seq2see, trained_directory, lines):
    found = seq2see("evaluate", trained_directory, lines("1\twrong\n" * 23))
    assert "accuracy 0.00%: 0 of 23" in found.told
    assert "and 3 more; --json lists them all" in found.told


def test_bad_sources_are_listed(seq2see, trained_directory, lines):
    found = seq2see("evaluate", trained_directory, lines("x\tone\n1\tone\ny\ttwo\n"))
    assert (found.status, found.out) == (2, "")
    assert "line 1: symbol 1, 'x'" in found.said
    assert "line 3: symbol 1, 'y'" in found.said


def test_blank_lines_are_no_pairs_and_lines_keep_their_numbers(
    seq2see, trained_directory, lines, tmp_path
):
    pairs = lines("1\tone\n\n \n2\ttwo\n\n", "pairs.tsv")
    sources = lines("1\n\n\n2\n\n", "sources.txt")
    saved = tmp_path / "answers.txt"
    assert seq2see("predict", trained_directory, sources, "--out", saved).status == 0
    for arguments in ([], ["--predictions", saved]):
        found = seq2see("evaluate", trained_directory, pairs, "--json", *arguments)
        assert found.status == 0, found.err
        assert json.loads(found.out)["items"] == 2
    bad = lines("1\tone\n\n2 two\n", "bad.tsv")
    assert "line 3: no tab" in seq2see("evaluate", trained_directory, bad).said
    for command in ("evaluate", "score", "doctor"):
        found = seq2see(command, trained_directory, lines("1\tone\n\nx\tone\n", "x.tsv"))
        assert found.status == 2
        assert "line 3" in found.said


def test_a_bad_target_of_parallel_text_is_told_of_its_own_file(seq2see, trained_directory, lines):
    sources, targets = lines("1\n2\n", "x.src"), lines("one\nzwei\n", "x.tgt")
    found = seq2see("score", trained_directory, sources, "--targets", targets)
    assert found.status == 2
    assert f"{targets}, line 2: symbol 1, 'zwei', is not in the vocabulary" in found.said


def test_names_of_columns_are_told_once_and_cost_nothing(seq2see, trained_directory, lines):
    """The reader refuses the line too, since its vocabulary is closed; the warning says why."""
    found = seq2see("evaluate", trained_directory, lines("source\ttarget\n1\tone\n"))
    assert found.said.count("look like names of columns") == 1
    assert "are counted as a pair. Where they are names, take the line out." in found.said
    assert "--set" not in found.said
