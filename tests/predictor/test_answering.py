"""Answering lines in Python: prefixes, samples, limits and several models as one."""

import shutil

import pytest

from seq2see.core.errors import InputError, ModelDirectoryError, Seq2seeError
from seq2see.decoding.sampling import Sampling
from seq2see.predictor.predictor import load

NUMBERS = ["42", "7", "", "99", "42", "10"]


@pytest.fixture(scope="module")
def second(trained_directory):
    """The same model as it was earlier in training."""
    return trained_directory / "snapshots" / "epoch-2"


@pytest.fixture
def other(trained_directory, tmp_path):
    """A function: a copy of the model whose files hold one text in place of another."""

    def changed(name, old, new):
        copy = tmp_path / "other"
        shutil.copytree(trained_directory, copy)
        content = (copy / name).read_text()
        assert old in content
        (copy / name).write_text(content.replace(old, new))
        return copy

    return changed


def test_an_answer_begins_with_its_prefix(trained):
    found = trained.answer(NUMBERS, prefixes=["six", "", "six", "twenty one", "six", " "])
    free = trained.predict(NUMBERS)
    assert found[0].answer.split()[0] == "six"
    assert found[3].answer.split()[:2] == ["twenty", "one"]
    assert found[0] == found[4]
    assert [found[1].answer, found[5].answer] == [free[1], free[5]]
    assert (found[2].answer, found[2].hypotheses) == ("", [])


def test_one_line_with_two_prefixes_is_answered_twice(trained):
    one, two = trained.answer(["42", "42"], prefixes=["six", "ten"])
    assert (one.answer.split()[0], two.answer.split()[0]) == ("six", "ten")


def test_a_prefixed_answer_has_the_score_of_the_pair(trained):
    (found,) = trained.answer(["42"], prefixes=["six"], beam=3, n_best=3)
    scores = trained.score([("42", h.text) for h in found.hypotheses if h.finished])
    assert [h.log_probability for h in found.hypotheses if h.finished] == pytest.approx(scores)


def test_every_bad_prefix_is_listed_beside_the_bad_lines(trained):
    lines = ["42", "x", "", "7", "8"]
    prefixes = ["six hundert", "", "hundert", " ".join(["six"] * 64), "six"]
    with pytest.raises(InputError) as error:
        trained.answer(lines, prefixes=prefixes, origin="some.txt")
    assert error.value.problems == (
        "some.txt, line 1, prefix: symbol 2, 'hundert', is not in the vocabulary",
        "some.txt, line 2: symbol 1, 'x', is not in the vocabulary",
        "some.txt, line 4, prefix: 64 symbols, the limit is 63, one less than that of answers",
    )
    assert "A prefix here is made of up to 63 words" in error.value.hint
    with pytest.raises(InputError) as error:
        trained.answer(["42"], prefixes=["six"], longest=1)
    assert "line 1, prefix: 1 symbols, the limit is 0" in error.value.problems[0]
    assert "leave no room for a prefix" in error.value.hint
    assert "up to" not in error.value.hint
    long = " ".join(["six"] * 70)
    assert trained.answer(["42"], prefixes=[long], longest=80)[0].answer.startswith(long)
    with pytest.raises(InputError) as error:
        trained.answer(["42"], prefixes=["six six six"], longest=3)
    assert "line 1, prefix: 3 symbols, the limit is 2" in error.value.problems[0]
    with pytest.raises(InputError, match="2 prefixes for 1 lines"):
        trained.answer(["42"], prefixes=["six", "six"])


def test_samples_come_for_each_line_and_are_the_same_for_equal_lines(trained):
    found = trained.answer(NUMBERS, sampling=Sampling(samples=4, temperature=2.0, seed=3))
    assert [len(one.hypotheses) for one in found] == [4, 4, 0, 4, 4, 4]
    assert found[0] == found[4]
    assert found[0].answer == found[0].hypotheses[0].text
    assert len({h.text for one in found for h in one.hypotheses}) > 5
    with pytest.raises(Seq2seeError, match="sampling draws"):
        trained.answer(["42"], beam=2, sampling=Sampling())


def test_answers_are_cut_at_the_limit(trained):
    for limit in (1, 2):
        for found in trained.answer(["99", "10"], longest=limit, beam=2):
            assert len(found.answer.split()) <= limit
    (cut,) = trained.answer(["99"], longest=1)
    assert not cut.hypotheses[0].finished
    assert trained.answer(["42"], longest=1000) == trained.answer(["42"])
    with pytest.raises(Seq2seeError, match="at most 0 symbols"):
        trained.answer(["42"], longest=0)


def test_there_is_no_limit_past_the_learned_positions(trained):
    trained_ones = load_like(trained)
    assert trained_ones.longest(64) == 64
    with pytest.raises(Seq2seeError, match="65 symbols: this model has learned positions for 64"):
        trained_ones.longest(65)


def load_like(trained):
    """A predictor that says its positions were learned."""
    from copy import copy

    other = copy(trained)
    other._learned_positions = True
    return other


@pytest.mark.parametrize("tokens", [1, 7, 1000])
def test_the_size_of_a_batch_changes_no_answer(trained, tokens):
    found = trained.answer(NUMBERS, beam=3, n_best=3, batch_tokens=tokens)
    for ours, theirs in zip(found, trained.answer(NUMBERS, beam=3, n_best=3), strict=True):
        assert [h.text for h in ours.hypotheses] == [h.text for h in theirs.hypotheses]
        scores = [h.log_probability for h in theirs.hypotheses]
        assert [h.log_probability for h in ours.hypotheses] == pytest.approx(scores, abs=1e-4)


def test_a_length_formula_may_be_chosen(trained):
    (found,) = trained.answer(["42"], length_penalty=1.0, length_formula="power")
    best = found.hypotheses[0]
    length = len(best.text.split()) + best.finished
    assert best.ranking_score == pytest.approx(best.log_probability / length)
    with pytest.raises(Seq2seeError, match="'mean': expected wu or power"):
        trained.answer(["42"], length_formula="mean")


def test_several_models_answer_as_one(trained, trained_directory, second):
    """By the mean of their probabilities, whatever their order."""
    both, other = load(trained_directory, ensemble=[second]), load(second)
    for line, answer in zip(["42", "99"], both.answer(["42", "99"], beam=3), strict=True):
        pair = (line, answer.answer)
        first, late = (one.score([pair])[0] for one in (trained, other))
        assert min(first, late) <= both.score([pair])[0] <= max(first, late) + 1e-6
        assert answer.hypotheses[0].log_probability == pytest.approx(both.score([pair])[0])
    turned = load(second, ensemble=[trained_directory])
    assert turned.predict(NUMBERS) == both.predict(NUMBERS)
    twice = load(trained_directory, ensemble=trained_directory)
    assert twice.predict(NUMBERS) == trained.predict(NUMBERS)


def test_an_ensemble_explains_without_attention(trained_directory, second):
    both = load(trained_directory, ensemble=[second])
    (explained,) = both.explain("42").hypotheses
    assert explained.cross_attention == []
    assert explained.text == both.predict(["42"])[0]


def test_models_that_read_otherwise_are_refused_with_every_difference(trained_directory, other):
    copy = other("recipe.toml", "longest_target = 64", "longest_target = 32")
    words = (copy / "target_vocabulary.json").read_text()
    (copy / "target_vocabulary.json").write_text(words.replace('"eight"', '"acht"'))
    with pytest.raises(ModelDirectoryError) as error:
        load(trained_directory, ensemble=[copy])
    assert str(trained_directory) in error.value.what
    limit, symbol = error.value.problems
    assert limit == f"{copy}: text.longest_target is 32, not 64"
    assert "of its target vocabulary is 'acht', not 'eight'" in symbol
