"""Subwords: the pieces that SentencePiece learned on the pairs to learn from (K18)."""

import contextlib
import io
from collections.abc import Iterable, Sequence
from typing import Literal

from seq2see.core.errors import InputError

SPACE = "\u2581"
"""What SentencePiece writes for a space."""
_STANDS_FOR = {"\ue581": "\ue581\ue580", SPACE: "\ue581\ue582"}
"""What is written for that sign itself, in a text that holds it, with private code points."""


class Subwords:
    """Cuts a text into learned pieces. Nothing is normalised, no space is lost."""

    def __init__(self, model: bytes) -> None:
        """`model` is what `learn` gave. Raises `ValueError` where it is damaged."""
        from sentencepiece import SentencePieceProcessor  # most models need no subwords

        self.model = model
        if not model:  # which SentencePiece takes, and fails later
            raise ValueError("not a SentencePiece model: nothing is in it")
        try:
            self._processor = SentencePieceProcessor(model_proto=model)
        except (RuntimeError, TypeError) as error:
            raise ValueError(f"not a SentencePiece model: {error}") from None

    @classmethod
    def learn(
        cls, lines: Iterable[str], pieces: int, kind: Literal["unigram", "bpe"]
    ) -> "Subwords":
        """Learn at most `pieces` pieces from `lines`.

        Raises `InputError` where the lines hold too little text for so many, or more characters.
        """
        from sentencepiece import SentencePieceTrainer

        written = io.BytesIO()
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                SentencePieceTrainer.train(
                    sentence_iterator=iter(_guarded(line) for line in lines),
                    model_writer=written,
                    vocab_size=pieces,
                    model_type=kind,
                    normalization_rule_name="identity",
                    remove_extra_whitespaces=False,
                    add_dummy_prefix=True,  # the first word of a line is cut as any other
                    allow_whitespace_only_pieces=True,
                    hard_vocab_limit=False,
                    character_coverage=1.0,
                    max_sentence_length=1_000_000,
                    bos_id=-1,
                    eos_id=-1,
                    pad_id=-1,
                    num_threads=1,
                    minloglevel=2,
                )
        except (RuntimeError, OSError) as error:
            raise InputError(
                f"SentencePiece cannot learn {pieces} pieces from this text: {error}",
                hint="Set text.subwords to another number; every character needs its own piece.",
            ) from None
        return cls(written.getvalue())

    @property
    def pieces(self) -> list[str]:
        """Every piece, without the one for what is unknown."""
        processor = self._processor
        return [
            processor.id_to_piece(number)
            for number in range(processor.get_piece_size())
            if not processor.is_unknown(number) and not processor.is_control(number)
        ]

    def split(self, text: str) -> list[str]:
        """The pieces of `text`; characters outside the model stay as they are."""
        return self._processor.encode(_guarded(text), out_type=str)

    def join(self, pieces: Sequence[str]) -> str:
        """The text that `pieces` make: `join(split(text)) == text`."""
        text = "".join(pieces).replace(SPACE, " ")
        for sign, stand in reversed(_STANDS_FOR.items()):
            text = text.replace(stand, sign)
        return text.removeprefix(" ")  # the one that was put before the first word


def _guarded(text: str) -> str:
    for sign, stand in _STANDS_FOR.items():
        text = text.replace(sign, stand)
    return text
