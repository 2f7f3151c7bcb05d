"""BLEU and chrF by sacrebleu: how many of the references' n-grams the answers share.

Papineni et al. 2002, "BLEU: a method for automatic evaluation of machine translation"; Popović
2015, "chrF: character n-gram F-score for automatic MT evaluation"; Post 2018, "A call for clarity
in reporting BLEU scores", on why the signature belongs beside the figure. Both run from 0 to 100.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from seq2see.metrics.measure import Measure, Table

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric

Tokenizer = Literal["13a", "intl", "zh", "char", "none"]
"""How BLEU cuts a text into words: sacrebleu's own ways that need no other package, no network."""


def bleu_measure(
    answers: Sequence[str], references: Sequence[Sequence[str]], tokenizer: Tokenizer = "13a"
) -> Measure:
    """BLEU of `answers`, each with one or more references, as sacrebleu's `corpus_bleu` has it."""
    # Importing sacrebleu takes longer than most models need to answer a line.
    from sacrebleu.metrics.bleu import BLEU

    # "force" only silences a guess that the text had been tokenised before.
    metric = BLEU(tokenize=tokenizer, force=True)
    return _measure("bleu", metric, answers, references, ("answer_words", "reference_words"))


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
