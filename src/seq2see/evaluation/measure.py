"""Measuring answers: every measure, in whole and in parts. It knows strings only."""

from collections.abc import Sequence
from typing import Any, Literal

from seq2see.evaluation.candidates import Candidates
from seq2see.evaluation.cutting import Cut, Cutting
from seq2see.evaluation.groups import length_bands
from seq2see.evaluation.items import Item
from seq2see.evaluation.report import (
    LOWER_IS_BETTER,
    CommonConfusion,
    Comparison,
    EvaluationReport,
    LengthGroup,
    MeasuredDifference,
    Measures,
    SeenGroup,
    WrongAnswer,
)
from seq2see.metrics.accuracy import rank_of_right
from seq2see.metrics.bootstrap import RESAMPLES, SEED, intervals
from seq2see.metrics.confusion import commonest_confusions
from seq2see.metrics.error_rate import ErrorCount, count_errors, words
from seq2see.metrics.measure import Measure, rate_measure, share_measure
from seq2see.metrics.overlap import Tokenizer, bleu_measure, chrf_measure
from seq2see.metrics.paired import TRIALS, paired_differences

CONFUSIONS = 30
"""So many are listed."""


def measure(
    items: Sequence[Item],
    answers: Sequence[Candidates],
    cutting: Cutting,
    *,
    top_k: int | None = None,
    bleu_tokenizer: Tokenizer = "13a",
    against: Sequence[Candidates] | None = None,
    other_name: str = "the other",
) -> EvaluationReport:
    """How good `answers` to `items` are; with `against`, beside another model's answers to them.

    `top_k` counts how many of the best answers may hold the right one; without it, as many as
    there are for any source (with `against`, on both sides). Raises `ValueError` without an item,
    or where answers and items are not as many.
    """
    sides = [answers] if against is None else [answers, against]
    k = top_k or min(max((len(one.texts) for one in side), default=1) for side in sides)
    ours, *theirs = [
        MeasuredAnswers(items, side, cutting, top_k=k, bleu_tokenizer=bleu_tokenizer)
        for side in sides
    ]
    return ours.report(ours.against(theirs[0], other_name) if theirs else None)


class MeasuredAnswers:
    """The answers to some items, with the rows of every measure: a report, or one of two sides."""

    def __init__(
        self,
        items: Sequence[Item],
        answers: Sequence[Candidates],
        cutting: Cutting,
        *,
        top_k: int,
        bleu_tokenizer: Tokenizer,
    ) -> None:
        if not items or len(items) != len(answers):
            raise ValueError(f"{len(answers)} answers to {len(items)} items cannot be measured")
        self.items, self.answers, self.cutting, self.top_k = items, answers, cutting, top_k
        self.ranks = [
            rank_of_right(one.texts[:top_k], item.references)
            for item, one in zip(items, answers, strict=True)
        ]
        self.errors = self._errors(cutting.target)
        texts = [one.answer for one in answers]
        references = [item.references for item in items]
        self.measures = [
            share_measure("accuracy", [rank == 1 for rank in self.ranks]),
            share_measure("top_k_accuracy", [rank is not None for rank in self.ranks]),
            rate_measure("symbol_error_rate", self.errors, "symbols"),
            rate_measure("word_error_rate", self._errors(words), "words"),
            bleu_measure(texts, references, bleu_tokenizer),
            chrf_measure(texts, references),
        ]

    def report(self, comparison: Comparison | None = None) -> EvaluationReport:
        """All there is to say of these answers."""
        return EvaluationReport(
            **measured(self.measures),
            pairs=sum(item.pairs for item in self.items),
            top_k=self.top_k,
            signatures={one.name: one.signature for one in self.measures if one.signature},
            interval_method=f"95 %, percentile bootstrap, {RESAMPLES} resamples, seed {SEED}; "
            "exact where all are right or none",
            by_length=self._by_length(),
            by_seen=self._by_seen(),
            confusions=self._confusions(),
            wrong=self._wrong(),
            against=comparison,
        )

    def against(self, other: "MeasuredAnswers", name: str) -> Comparison:
        """`other`, called `name`, beside these: answers to the same items."""
        found = paired_differences(self.measures, other.measures)
        differences = {
            measure.name: None
            if one is None
            else MeasuredDifference(*one, better=better_side(measure.name, one.difference))
            for measure, one in zip(self.measures, found, strict=True)
        }
        right = [(a == 1, b == 1) for a, b in zip(self.ranks, other.ranks, strict=True)]
        return Comparison(
            name=name,
            measures=Measures(**measured(other.measures)),
            differences=differences,
            only_this_right=right.count((True, False)),
            only_other_right=right.count((False, True)),
            test=f"approximate randomisation, {TRIALS} trials, two-sided, seed {SEED}",
        )

    def _errors(self, cut: Cut) -> list[ErrorCount]:
        return [
            count_errors(cut(one.answer), [cut(reference) for reference in item.references])
            for item, one in zip(self.items, self.answers, strict=True)
        ]

    def _part(self, places: Sequence[int]) -> dict[str, Any]:
        return measured([measure.of(places) for measure in self.measures])

    def _by_length(self) -> list[LengthGroup]:
        lengths = [len(self.cutting.source(item.source)) for item in self.items]
        found: list[LengthGroup] = []
        for shortest, longest in length_bands(lengths):
            places = [n for n, length in enumerate(lengths) if shortest <= length <= longest]
            found.append(LengthGroup(**self._part(places), shortest=shortest, longest=longest))
        return found

    def _by_seen(self) -> list[SeenGroup]:
        known = [self.cutting.is_known(item.source) for item in self.items]
        found: list[SeenGroup] = []
        for seen in (True, False):
            places = [n for n, is_known in enumerate(known) if is_known is seen]
            if places:
                found.append(SeenGroup(**self._part(places), seen=seen))
        return found

    def _confusions(self) -> list[CommonConfusion]:
        cut = self.cutting.target
        aligned = [
            (cut(item.references[error.reference]), cut(one.answer))
            for item, one, error in zip(self.items, self.answers, self.errors, strict=True)
        ]
        return [
            CommonConfusion(*found.edit, found.times, found.of)
            for found in commonest_confusions(aligned, CONFUSIONS)
        ]

    def _wrong(self) -> list[WrongAnswer]:
        return [
            WrongAnswer(
                source=item.source,
                target=item.references[error.reference],
                answer=one.answer,
                log_probability=one.log_probability,
                edits=error.edits,
                references=item.references,
                rank=rank,
                place=item.place,
            )
            for item, one, error, rank in zip(
                self.items, self.answers, self.errors, self.ranks, strict=True
            )
            if rank != 1
        ]


def better_side(name: str, difference: float) -> Literal["this", "other", "neither"]:
    """Whose figure is better, where the other's is by `difference` above this one's."""
    if difference == 0:
        return "neither"
    return "other" if (difference > 0) != (name in LOWER_IS_BETTER) else "this"


def measured(measures: list[Measure]) -> dict[str, Any]:
    """The fields of `Measures`."""
    found = intervals(measures)
    return {
        "items": len(measures[0].rows),
        **{measure.name: measure.value() for measure in measures},
        "intervals": {m.name: interval for m, interval in zip(measures, found, strict=True)},
        "counts": {measure.name: measure.counts() for measure in measures},
    }
