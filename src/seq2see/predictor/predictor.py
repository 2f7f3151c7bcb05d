"""`Predictor`: a trained model that answers, scores and explains text."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import msgspec
import torch

from seq2see.core.device import find_device
from seq2see.core.errors import InputError, ModelDirectoryError, Seq2seeError
from seq2see.core.recipe import Blocks, Decoding, Recipe
from seq2see.core.recipe_file import shipped_names
from seq2see.data.pair import Pair
from seq2see.decoding.batches import BATCH_TOKENS
from seq2see.decoding.decode import decode, force
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import Formula
from seq2see.decoding.sampling import Sampling
from seq2see.evaluation.answering import answer_sources
from seq2see.evaluation.candidates import Candidates
from seq2see.evaluation.cutting import cutting_of
from seq2see.evaluation.evaluate import Evaluation, evaluate
from seq2see.evaluation.items import items_of
from seq2see.inspection.steps import SeenHypothesis
from seq2see.models.ensemble import Ensemble
from seq2see.predictor.answer import LineAnswer, RankedText
from seq2see.predictor.checks import check_lines, check_n_best, prefix_ids, texts
from seq2see.predictor.explain import explain, see
from seq2see.predictor.explanation import Explanation
from seq2see.predictor.together import check_together
from seq2see.store.model_directory import StoredModel, load_model
from seq2see.text.codec import is_blank, prepared

if TYPE_CHECKING:  # imported where it is used: nobody who asks for an answer waits for it
    from seq2see.evaluation.report import EvaluationReport
    from seq2see.metrics.overlap import Tokenizer


def load(
    directory: str | Path, *, ensemble: Iterable[str | Path] = (), device: str = "cpu"
) -> "Predictor":
    """Open the trained model in `directory`, alone or to answer with others as one.

    An ensemble's probabilities are the mean of its models'. Raises `ModelDirectoryError` naming
    all that is missing or damaged, and every difference between vocabularies or text settings.
    """
    found = find_device(device)
    names = [directory, *([ensemble] if isinstance(ensemble, str | Path) else ensemble)]
    stored = [_stored(name, found) for name in names]
    check_together(stored, [str(name) for name in names])
    return Predictor(stored[0], found, stored[1:])


def _stored(directory: str | Path, device: torch.device) -> StoredModel:
    path = Path(directory)
    if not path.exists() and str(directory) in shipped_names():
        raise ModelDirectoryError(
            f"{directory}: is a recipe, expected a trained model.",
            hint=f"Train it first: seq2see train {directory} --out {directory}",
        )
    return load_model(path, device)


WIDEST = 1_000
"""Hypotheses in the widest beam, as in a recipe."""


def _learns_positions(recipe: Recipe) -> bool:
    return isinstance(recipe.model, Blocks) and recipe.model.positions == "learned"


class Predictor:
    """A model with its vocabularies; every method takes and gives plain text."""

    def __init__(
        self, stored: StoredModel, device: torch.device, others: Sequence[StoredModel] = ()
    ) -> None:
        together = [stored, *others]
        self.recipe: Recipe = stored.recipe
        self.codec = stored.codec
        self.model = Ensemble([one.model for one in together]) if others else stored.model
        self.metrics = stored.metrics
        # What one of several models has never seen is doubtful for all.
        self.facts = min((one.facts for one in together), key=lambda facts: facts.longest_source)
        self.device = device
        self._learned_positions = any(_learns_positions(one.recipe) for one in together)

    def __repr__(self) -> str:
        return f"<Predictor of {self.recipe.name} on {self.device}>"

    def predict(self, lines: Iterable[str], *, beam: int | None = None) -> list[str]:
        """The best answer to each line, in order; greedy unless the recipe or `beam` says more.

        A blank line gives an empty one. Raises `InputError` listing every bad line.
        """
        return [found.answer for found in self.answer(lines, beam=beam)]

    def answer(
        self,
        lines: Iterable[str],
        *,
        beam: int | None = None,
        n_best: int = 1,
        length_penalty: float | None = None,
        length_formula: Formula | None = None,
        sampling: Sampling | None = None,
        prefixes: Iterable[str] | None = None,
        longest: int | None = None,
        batch_tokens: int = BATCH_TOKENS,
        origin: str = "input",
        done: Callable[[int], None] = lambda _: None,
    ) -> list[LineAnswer]:
        """Up to `n_best` hypotheses for each line, in order. Equal lines are decoded once.

        With `sampling` answers are drawn instead, and equal lines get equal ones. `prefixes`,
        one for each line, are what its answers begin with; a blank one forces nothing. Answers
        are cut after `longest` symbols, the recipe's limit unless it is given. `batch_tokens`
        changes speed and nothing else. `origin` names the lines in messages; `done` is told how
        many were answered. Raises `InputError` listing every bad line before any is answered.
        """
        lines = texts(lines)
        begun = [""] * len(lines) if prefixes is None else texts(prefixes)
        if len(begun) != len(lines):
            raise InputError(f"{len(begun)} prefixes for {len(lines)} lines; one each is needed.")
        if sampling is not None and (beam is not None or n_best != 1):
            raise Seq2seeError("a beam searches for answers, sampling draws them; use one of them.")
        decoding = self._decoding(beam, length_penalty, length_formula)
        if sampling is None:
            check_n_best(n_best, decoding)
        limit = self.longest(longest)
        check_lines(self.codec, lines, begun, limit, origin)
        asked = zip(lines, begun, strict=True)
        distinct = [one for one in dict.fromkeys(asked) if not is_blank(one[0])]
        ids = [self.codec.source_ids(line) for line, _ in distinct]
        found = decode(
            self.model,
            ids,
            beam=decoding.beam,
            longest=limit,
            length_penalty=decoding.length_penalty,
            length_formula=decoding.length_formula,
            sampling=sampling,
            prefixes=[prefix_ids(self.codec, prefix, limit) for _, prefix in distinct],
            device=self.device,
            batch_tokens=batch_tokens,
            done=done,
        )
        kept = n_best if sampling is None else sampling.samples
        answers = {
            one: self._line_answer(one[0], len(numbers), hypotheses[:kept])
            for one, numbers, hypotheses in zip(distinct, ids, found, strict=True)
        }
        return [
            answers.get(one) or self._line_answer(one[0], 0, [])
            for one in zip(lines, begun, strict=True)
        ]

    def longest(self, asked: int | None = None) -> int:
        """The most symbols of an answer, `<eos>` counted: the recipe's limit, or what is `asked`.

        Raises `Seq2seeError` for less than 1, and for more than there are learned positions.
        """
        limit = self.recipe.text.longest_target
        if asked is None:
            return limit
        if asked < 1:
            raise Seq2seeError(f"answers of at most {asked} symbols: expected 1 or more.")
        if asked > limit and self._learned_positions:
            raise Seq2seeError(
                f"answers of up to {asked} symbols: this model has learned positions for {limit}.",
                hint=f"Use a limit of {limit} or less (--longest {limit}).",
            )
        return asked

    def score(
        self,
        pairs: Sequence[Pair | tuple[str, str]],
        *,
        origin: str = "input",
        lines: Sequence[int] | None = None,
        target_origin: str = "",
    ) -> list[float]:
        """The natural log-probability of each target given its source, `<eos>` included.

        A pair with a blank source scores 0 when its target is blank too: that is the one answer
        a blank line gets; otherwise -∞. Raises `InputError` listing every bad pair by `origin` and
        the numbers of its `lines`, 1, 2, 3 and so on without them; targets by `target_origin`,
        where they have a file of their own.
        """
        given = [pair if isinstance(pair, Pair) else Pair(*texts(pair)) for pair in pairs]
        self.codec.check_pairs(
            [(pair.source, pair.target) for pair in given], origin, lines, target_origin
        )
        asked = [pair for pair in given if not is_blank(pair.source)]
        found = iter(
            force(
                self.model,
                [self.codec.source_ids(pair.source) for pair in asked],
                [self.codec.target_ids(pair.target) for pair in asked],
                device=self.device,
            )
        )
        return [
            (0.0 if is_blank(pair.target) else -torch.inf)
            if is_blank(pair.source)
            else next(found).log_probability
            for pair in given
        ]

    def evaluate(
        self,
        pairs: Sequence[Pair],
        *,
        beam: int | None = None,
        origin: str = "input",
        done: Callable[[int], None] = lambda _: None,
    ) -> Evaluation:
        """Accuracy on `pairs`, and every wrong answer; `measure` says more and takes longer.

        Raises `InputError` on bad sources.
        """
        self.codec.check_sources([pair.source for pair in pairs], origin)
        decoding = self._decoding(beam, None)
        return evaluate(self.model, self.codec, pairs, decoding, device=self.device, done=done)

    def candidates(
        self,
        sources: Sequence[str],
        *,
        beam: int | None = None,
        top_k: int | None = None,
        origin: str = "input",
        lines: Sequence[int] | None = None,
        done: Callable[[int], None] = lambda _: None,
    ) -> list[Candidates]:
        """The best `top_k` answers to each source, or all of the beam. Equal ones are asked once.

        Raises `InputError` on bad sources, `Seq2seeError` where `top_k` is wider than the beam.
        """
        decoding = self._decoding(beam, None)
        n_best = decoding.beam if top_k is None else top_k
        check_n_best(n_best, decoding)
        self.codec.check_sources(sources, origin, lines)
        distinct = list(dict.fromkeys(sources))
        found = answer_sources(
            self.model,
            self.codec,
            distinct,
            decoding,
            n_best=n_best,
            device=self.device,
            done=done,
        )
        answers = dict(zip(distinct, found, strict=True))
        return [answers[source] for source in sources]

    def measure(
        self,
        pairs: Sequence[Pair],
        answers: Sequence[Candidates] | None = None,
        *,
        beam: int | None = None,
        top_k: int | None = None,
        several_references: bool = False,
        bleu_tokenizer: "Tokenizer" = "13a",
        against: Sequence[Candidates] | None = None,
        other_name: str = "the other",
        origin: str = "input",
    ) -> "EvaluationReport":
        """Every measure on `pairs`: of this model's answers, or of the `answers` given.

        `answers`, and those of another model in `against`, are one for each pair. With
        `several_references`, pairs of one source are one item with several right answers. Symbols
        are cut as this model's recipe cuts them. Raises `InputError` on bad sources.
        """
        if answers is None:
            sources = [pair.source for pair in pairs]
            answers = self.candidates(sources, beam=beam, top_k=top_k, origin=origin)
        text = self.codec.text
        given = [Pair(pair.source, prepared(pair.target, text)) for pair in pairs]
        from seq2see.evaluation.measure import measure

        items = items_of(given, several_references=several_references)
        for side in (answers, against):
            if side is not None and len(side) != len(pairs):
                raise ValueError(f"{len(side)} answers to {len(pairs)} pairs cannot be measured")
        return measure(
            items,
            [answers[item.place] for item in items],
            cutting_of(self.codec),
            top_k=top_k,
            bleu_tokenizer=bleu_tokenizer,
            against=None if against is None else [against[item.place] for item in items],
            other_name=other_name,
        )

    def see(
        self,
        text: str,
        *,
        target: str | None = None,
        beam: int | None = None,
        longest: int | None = None,
    ) -> list[SeenHypothesis]:
        """What the model thought at each step of its answers to `text`, or of the given `target`.

        These are tensors, for those who look further than `explain`, which raises the same. Answers
        are cut after `longest` symbols, the recipe's limit unless it is given.
        """
        (text,) = texts([text])
        if target is not None and beam is not None:
            raise Seq2seeError("a given target is explained by itself; a beam searches for others.")
        if is_blank(text):
            raise InputError("a blank text never reaches the model; there is nothing to explain")
        self.codec.check_sources([text], "text")
        if target is not None:
            (target,) = texts([target])
            self.codec.check_pairs([(text, target)], "text")
        return see(
            self.model,
            self.codec,
            text,
            target=target,
            decoding=self._decoding(beam, None),
            longest=self.longest(longest),
            device=self.device,
        )

    def explain(
        self,
        text: str,
        *,
        target: str | None = None,
        beam: int | None = None,
        n_best: int | None = None,
        alternatives: int = 5,
    ) -> Explanation:
        """Why the model answers `text` as it does, or how it sees the given `target`.

        Without `n_best` every hypothesis of the beam is explained. Raises `InputError` for a blank
        text and for one that the model cannot read.
        """
        if target is not None and n_best is not None:
            raise Seq2seeError("a given target is explained by itself; a beam searches for others.")
        decoding = self._decoding(beam, None)
        check_n_best(n_best or 1, decoding)
        seen = self.see(text, target=target, beam=beam)
        searched = "greedy" if decoding.beam == 1 else "beam"
        return explain(
            self.recipe.name,
            self.codec,
            text,
            seen[:n_best],
            origin=searched if target is None else "given",
            target=target,
            alternatives=alternatives,
            notes=self.notes(self.codec.source_ids(text)),
        )

    def notes(self, source: Sequence[int]) -> list[str]:
        """What a reader should know about the answer to these numbers."""
        longest = self.facts.longest_source
        if len(source) <= longest:
            return []
        return [
            f"The source has {len(source)} symbols; the longest in training had {longest}. "
            "Nothing taught the model to answer it."
        ]

    def _decoding(
        self,
        beam: int | None,
        length_penalty: float | None,
        length_formula: Formula | None = None,
    ) -> Decoding:
        changes = {
            "beam": beam,
            "length_penalty": length_penalty,
            "length_formula": length_formula,
        }
        given = {name: value for name, value in changes.items() if value is not None}
        if beam is not None and not (type(beam) is int and 1 <= beam <= WIDEST):
            raise Seq2seeError(f"a beam of {beam!r}: expected a whole number from 1 to {WIDEST}.")
        if length_formula not in (None, *get_args(Formula)):
            known = " or ".join(get_args(Formula))
            raise Seq2seeError(f"a length formula of {length_formula!r}: expected {known}.")
        return msgspec.structs.replace(self.recipe.decoding, **given)

    def _line_answer(self, line: str, length: int, found: Sequence[Hypothesis]) -> LineAnswer:
        ranked = [RankedText.of(one, self.codec.target_text(one.ids)) for one in found]
        return LineAnswer(
            source=line,
            answer=ranked[0].text if ranked else "",
            hypotheses=ranked,
            longer_than_training=length > self.facts.longest_source,
            unknown_symbols=self.codec.unknown_symbols(line) if ranked else [],
        )
