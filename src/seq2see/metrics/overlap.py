"""BLEU and chrF by sacrebleu: how many of the references' n-grams the answers share.

Papineni et al. 2002, "BLEU: a method for automatic evaluation of machine translation"; Popović
2015, "chrF: character n-gram F-score for automatic MT evaluation"; Post 2018, "A call for clarity
in reporting BLEU scores", on why the signature belongs beside the figure. Both run from 0 to 100.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from seq2see.metrics.measure import Measure, Table

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric
    from sacrebleu.metrics.bleu import BLEU

Tokenizer = Literal["13a", "intl", "zh", "char", "none"]
"""How BLEU cuts a text into words: sacrebleu's own ways that need no other package, no network."""


ORDER = 4
"""BLEU looks at runs of up to so many words."""


def bleu_measure(
    answers: Sequence[str], references: Sequence[Sequence[str]], tokenizer: Tokenizer = "13a"
) -> Measure:
    """BLEU of `answers`, each with one or more references, as sacrebleu's `corpus_bleu` has it.

    Not defined where no reference has `ORDER` words: there is no run of so many to find, and the 0
    that comes out of it says nothing of the answers.
    """
    # Importing sacrebleu takes longer than most models need to answer a line.
    from sacrebleu.metrics.bleu import BLEU

    # "force" only silences a guess that the text had been tokenised before.
    metric = BLEU(tokenize=tokenizer, force=True)
    found = _measure("bleu", metric, answers, references, ("answer_words", "reference_words"))
    of_sums = found.values
    long_enough = [
        [any(len(_words(metric, reference)) >= ORDER for reference in some)] for some in references
    ]

    def values(sums: Table) -> Table:
        return np.where(sums[:, -1] > 0, of_sums(sums[:, :-1]), np.nan)

    rows = np.hstack([found.rows, np.array(long_enough, dtype=np.float64)])
    return replace(found, rows=rows, values=values)


def _words(metric: "BLEU", text: str) -> list[str]:
    """The words of a text as this BLEU cuts them; a test holds their number against its own."""
    return metric._preprocess_segment(text).split()  # pyright: ignore


def chrf_measure(answers: Sequence[str], references: Sequence[Sequence[str]]) -> Measure:
    """chrF (six characters, β = 2) of `answers`, as sacrebleu's `corpus_chrf` has it."""
    from sacrebleu.metrics.chrf import CHRF

    return _measure("chrf", CHRF(), answers, references, ())


def _measure(
    name: str,
    metric: "Metric",
    answers: Sequence[str],
    references: Sequence[Sequence[str]],
    counted: tuple[str, ...],
) -> Measure:
    # sacrebleu wants one stream a reference, with None where an answer has fewer of them.
    streams = [
        [some[k] if k < len(some) else None for some in references]
        for k in range(max(map(len, references)))
    ]
    # Its sufficient statistics have no public name; tests hold the sums against corpus_score.
    rows = metric._extract_corpus_statistics(answers, streams)  # type: ignore[arg-type]  # pyright: ignore

    def values(sums: Table) -> Table:
        scores = [metric._compute_score_from_stats(row).score for row in sums.tolist()]  # pyright: ignore
        return np.array(scores, dtype=np.float64)

    table = np.array(rows, dtype=np.float64)
    return Measure(name, table, values, counted, signature=metric.get_signature().format())
