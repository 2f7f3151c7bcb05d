"""Lines from files and from standard input."""

import gzip
import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seq2see.core.errors import InputError
from seq2see.data.lines import read_lines, stream_lines

BOM = b"\xef\xbb\xbf"


@pytest.fixture
def file(tmp_path):
    """A function: a file that holds these bytes, as a name."""

    def written(content):
        path = tmp_path / "lines.txt"
        path.write_bytes(content)
        return str(path)

    return written


def give(monkeypatch, content):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


CONTENTS = {
    "a last line end": (b"a\nb\n", ["a", "b"]),
    "no last line end": (b"a\nb", ["a", "b"]),
    "windows": (b"a\r\nb\r\n", ["a", "b"]),
    "windows, no last line end": (b"a\r\nb", ["a", "b"]),
    "both kinds of end": (b"a\r\nb\nc", ["a", "b", "c"]),
    "a lone carriage return": (b"a\rb\nc\r\r\nd\r", ["a\rb", "c\r", "d\r"]),
    "other line ends of Unicode": (
        "a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg\n".encode(),
        ["a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg"],
    ),
    "a byte-order mark": (BOM + b"a\nb\n", ["a", "b"]),
    "a mark in the middle": (b"a\n" + BOM + b"b\n", ["a", "\ufeffb"]),
    "a mark twice": (BOM + BOM + b"a\n", ["\ufeffa"]),
    "NUL": (b"a\x00b\n\x00\n", ["a\x00b", "\x00"]),
    "blank lines": (b"\n\n \n", ["", "", " "]),
    "nothing": (b"", []),
    "nothing but a mark": (BOM, []),
    "one line end": (b"\n", [""]),
    "spaces at the ends": (b" a \n\ta\t\n", [" a ", "\ta\t"]),
}


@pytest.mark.parametrize("name", CONTENTS)
def test_lines_of_a_file(file, name):
    content, lines = CONTENTS[name]
    assert read_lines(file(content)) == lines


@pytest.mark.parametrize("name", CONTENTS)
def test_lines_of_standard_input_are_the_same(monkeypatch, name):
    content, lines = CONTENTS[name]
    give(monkeypatch, content)
    assert read_lines("-") == lines
    give(monkeypatch, content)
    assert list(stream_lines()) == lines


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"))))
def test_what_was_written_as_lines_is_read_as_lines(tmp_path_factory, lines):
    lines = [line.lstrip("\ufeff").rstrip("\r") for line in lines]
    path = tmp_path_factory.mktemp("any") / "lines"
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    assert read_lines(str(path)) == lines


def test_every_line_that_is_not_utf_8_is_listed(file):
    name = file(b"ok\n\xff\nab\xc3\nok\n\xed\xa0\x80\n")
    with pytest.raises(InputError) as caught:
        read_lines(name)
    assert [problem.removeprefix(name) for problem in caught.value.problems] == [
        ", line 2: not UTF-8 at byte 1",
        ", line 3: not UTF-8 at byte 3",
        ", line 5: not UTF-8 at byte 1",
    ]
    assert caught.value.hint == "Save the file as UTF-8."


def test_a_stream_gives_a_bad_line_as_its_error(monkeypatch):
    give(monkeypatch, b"ok\n\xff\nok\n")
    first, bad, last = stream_lines()
    assert (first, last) == ("ok", "ok")
    assert isinstance(bad, InputError)


def test_a_folder_or_nothing_in_place_of_a_file(tmp_path):
    with pytest.raises(InputError, match=r"cannot be read: Is a directory\."):
        read_lines(str(tmp_path))
    with pytest.raises(InputError, match=r"none: cannot be read: No such file or directory\."):
        read_lines(str(tmp_path / "none"))


def test_what_is_packed_is_unpacked_whatever_its_name(file, monkeypatch):
    packed = gzip.compress(b"a\nb\n")
    assert read_lines(file(packed)) == ["a", "b"]
    give(monkeypatch, packed)
    assert read_lines("-") == ["a", "b"]
    with pytest.raises(InputError, match="damaged gzip file"):
        read_lines(file(packed[:-5]))
