"""What people do by mistake, on the command line and from Python."""

import pytest

import seq2see as package
from seq2see.core.errors import Seq2seeError


def test_the_file_to_answer_is_never_written_over(seq2see, trained_directory, tmp_path):
    lines = tmp_path / "lines"
    lines.write_text("42\n")
    found = seq2see("predict", trained_directory, lines, "--out", lines)
    assert found.status == 2
    assert lines.read_text() == "42\n"


def test_a_bad_target_is_told_what_targets_are_made_of(seq2see, trained_directory):
    found = seq2see("explain", trained_directory, "42", "--target", "acht")
    assert found.status == 2
    assert "answers are made of" in found.said and "eight" in found.said
    assert "0 1 2 3" not in found.said


def test_more_hypotheses_than_the_beam_holds_are_refused(seq2see, trained_directory):
    found = seq2see("explain", trained_directory, "42", "--n-best", "5")
    assert found.status == 2 and "--beam 5" in found.said


@pytest.mark.parametrize("option", [["--beam", "100000"], ["--threads", "9999"]])
def test_huge_numbers_are_refused_at_once(seq2see, trained_directory, tmp_path, option):
    lines = tmp_path / "lines"
    lines.write_text("42\n")
    assert seq2see("predict", trained_directory, lines, *option).status == 2


def test_any_iterable_of_texts_is_answered(trained):
    assert trained.predict(str(n) for n in (42, 7)) == trained.predict(["42", "7"])


@pytest.mark.parametrize("lines", ["42", b"42", [42], [None], [b"42"]])
def test_what_is_no_list_of_texts_is_a_type_error(trained, lines):
    with pytest.raises(TypeError, match="expected"):
        trained.predict(lines)


@pytest.mark.parametrize("beam", [0, 2.5, "a", True, 1001])
def test_a_beam_is_a_whole_number(trained, beam):
    with pytest.raises(Seq2seeError, match="whole number from 1 to 1000"):
        trained.predict(["42"], beam=beam)


def test_a_target_and_a_beam_contradict_each_other(trained):
    with pytest.raises(Seq2seeError):
        trained.explain("42", target="forty two", beam=2)


def test_names_show_up_where_one_looks_for_them():
    assert dir(package) == sorted(package.__all__)
