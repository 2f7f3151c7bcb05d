"""Vocabularies: numbers of symbols, open and closed, on disk."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seq2see.core.special import UNK
from seq2see.text.vocabulary import UnknownSymbolError, Vocabulary

AWKWARD = [
    "",
    " ",
    "\t",
    "\n",
    "<eos>",
    "<pad>",
    "<unk>",
    '"',
    "\\",
    "\x00",
    "\u2028",
    "é",
    "e\u0301",
]


def test_awkward_symbols_survive_the_disk():
    vocabulary = Vocabulary(AWKWARD)
    again = Vocabulary.from_json(vocabulary.to_json())
    assert again == vocabulary
    assert again.symbols == tuple(AWKWARD)
    assert again.to_json() == vocabulary.to_json()


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), unique=True), st.booleans())
def test_any_vocabulary_survives_the_disk(symbols, is_open):
    vocabulary = Vocabulary(symbols, is_open=is_open)
    again = Vocabulary.from_json(vocabulary.to_json())
    assert again == vocabulary
    assert hash(again) == hash(vocabulary)
    assert again.ids(symbols) == vocabulary.ids(symbols)


def test_special_symbols_come_first():
    closed, is_open = Vocabulary("ab"), Vocabulary("ab", is_open=True)
    assert [closed.symbol(i) for i in range(len(closed))] == ["<pad>", "<bos>", "<eos>", "a", "b"]
    assert [is_open.symbol(i) for i in range(len(is_open))] == [
        "<pad>", "<bos>", "<eos>", "<unk>", "a", "b",
    ]  # fmt: skip
    assert [closed.is_special(i) for i in range(5)] == [True, True, True, False, False]
    assert is_open.is_special(UNK)


def test_text_that_spells_a_special_symbol_has_a_number_of_its_own():
    vocabulary = Vocabulary(["<eos>", "<unk>"], is_open=True)
    ids = vocabulary.ids(["<eos>", "<unk>"])
    assert ids == [4, 5]
    assert not any(map(vocabulary.is_special, ids))
    with pytest.raises(UnknownSymbolError):
        Vocabulary("ab").ids(["<eos>"])


def test_a_closed_vocabulary_refuses_what_it_does_not_hold():
    with pytest.raises(UnknownSymbolError) as caught:
        Vocabulary("ab").ids(["a", "x", "y"])
    assert (caught.value.symbol, caught.value.position) == ("x", 1)


def test_an_open_vocabulary_maps_the_unknown_to_one_number():
    assert Vocabulary("ab", is_open=True).ids(list("axby")) == [4, UNK, 5, UNK]


def test_open_and_closed_are_not_equal():
    assert Vocabulary("ab") != Vocabulary("ab", is_open=True)
    assert Vocabulary("ab") != Vocabulary("ba")
    assert "a" in Vocabulary("ab")
    assert "<pad>" not in Vocabulary("ab")


def test_a_symbol_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        Vocabulary(["a", "b", "a"])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b'{"special": ["<pad>"], "open": false, "symbols": []}',
        b'{"special": ["<pad>", "<bos>", "<eos>"], "open": true, "symbols": []}',
        b'{"special": ["<pad>", "<bos>", "<eos>"], "open": false, "symbols": [1]}',
        b'{"special": ["<pad>", "<bos>", "<eos>"], "open": false}',
        b'{"special": ["<pad>", "<bos>", "<eos>"], "open": false, "symbols": [], "more": 1}',
    ],
)
def test_anything_else_on_disk_is_refused(content):
    with pytest.raises(msgspec.MsgspecError):
        Vocabulary.from_json(content)
