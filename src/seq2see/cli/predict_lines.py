"""What `seq2see predict` reads and writes: lines of text, or of JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from seq2see.cli.console import warn
from seq2see.core.errors import InputError
from seq2see.core.recipe import FilePairs, Recipe
from seq2see.core.score_text import score_text
from seq2see.data.lines import origin_of, read_lines
from seq2see.evaluation.saved import SourceKeys
from seq2see.predictor.answer import LineAnswer
from seq2see.predictor.checks import check_lines
from seq2see.predictor.json_lines import Request, read_requests
from seq2see.predictor.predictor import Predictor
from seq2see.text.codec import describe


@dataclass(frozen=True)
class Lines:
    """Lines to answer, and what their answers begin with."""

    sources: Sequence[str]
    prefixes: Sequence[str]
    requests: Sequence[Request] | None = None
    """What the lines were as JSON; None where they are text."""
    problems: Mapping[int, str] = field(default_factory=dict[int, str])
    """What is wrong with them as JSON, by line."""
    origin: str = "input"
    prefix_origin: str = ""
    """The name of the prefixes' own file, where they have one."""
    first: int = 1
    """Number of the first line."""

    def check(self, predictor: Predictor, longest: int) -> None:
        """Raise one `InputError` that lists all that is wrong with any line, or return quietly."""
        problems = {self.first + number - 1: what for number, what in self.problems.items()}
        check_lines(
            predictor.codec, self.sources, self.prefixes, longest, self.origin, self.first,
            problems, self.prefix_origin,
        )  # fmt: skip


@dataclass(frozen=True)
class Format:
    """How answers are written."""

    is_json: bool
    several: bool
    """Several answers for a line: each then says whose it is."""
    drawn: bool
    """The answers are samples, of which no one is the best."""
    longest: int
    """Symbols after which an answer was cut."""

    def shown(self, lines: Lines, answers: Sequence[LineAnswer]) -> Iterator[str]:
        """The text of each line's answers."""
        for place, found in enumerate(answers):
            if self.is_json and lines.requests is not None:
                yield lines.requests[place].answered(found) + "\n"
            elif self.is_json:
                yield msgspec.json.encode(found).decode() + "\n"
            elif not self.several:
                yield f"{found.answer}\n"
            else:
                for rank, hypothesis in enumerate(found.hypotheses, start=1):
                    score = score_text(hypothesis.ranking_score)
                    yield f"{lines.first + place}\t{rank}\t{score}\t{hypothesis.text}\n"

    def warn_of_marks(
        self, predictor: Predictor, answers: Sequence[LineAnswer], first: int
    ) -> None:
        """Say on standard error which answers are doubtful: JSON lines carry the same marks."""
        for number, found in enumerate(answers, start=first):
            if found.longer_than_training:
                most = predictor.facts.longest_source
                warn(f"line {number}: longer than anything in training ({most} symbols); doubtful")
            if found.unknown_symbols:
                named = ", ".join(map(describe, found.unknown_symbols))
                hint = "; is this a pair, and not a source?" * ("\t" in found.unknown_symbols)
                warn(f"line {number}: never seen in training: {named}{hint}")
            cut = [hypothesis for hypothesis in found.hypotheses if not hypothesis.finished]
            if self.drawn and self.several and cut:
                warn(f"line {number}: {len(cut)} of the samples cut at {self.longest} symbols")
            elif found.hypotheses and not found.hypotheses[0].finished:
                warn(f"line {number}: the answer was cut at {self.longest} symbols")


@dataclass(frozen=True)
class Keys:
    """Fields of JSON lines."""

    source: str
    features: str
    """Empty where the model reads no features."""


def source_keys(recipe: Recipe) -> SourceKeys:
    """The fields in which what `predict` wrote for this recipe has its source."""
    keys = keys_of(recipe, None)
    return SourceKeys(keys.source, keys.features or SourceKeys().features)


def keys_of(recipe: Recipe, source: str | None) -> Keys:
    """The fields that the recipe's own JSON lines have, or "source" and "features"."""
    own, features = "source", "features"
    if isinstance(recipe.task, FilePairs) and recipe.task.layout == "jsonl":
        column = recipe.task.source_column
        own = "source" if column == "1" else column
        features = recipe.task.features_column or features
    return Keys(source or own, features if recipe.text.features else "")


def read(file: str, prefix_file: str | None, keys: Keys | None) -> Lines:
    """The lines of `file`, as JSON where there are `keys`, and of the file of prefixes.

    Raises `InputError` where a file cannot be read or their numbers of lines differ.
    """
    given = read_lines(file)
    prefixes = [""] * len(given) if prefix_file is None else read_lines(prefix_file)
    if prefix_file is not None and len(prefixes) != len(given):
        raise InputError(
            f"{origin_of(prefix_file)}: {len(prefixes)} lines, but {origin_of(file)} has "
            f"{len(given)}.",
            hint="One prefix a line is needed; a blank one leaves the answer free.",
        )
    found = lines_of(given, prefixes, keys)
    origin = "" if prefix_file is None else origin_of(prefix_file)
    return replace(found, origin=origin_of(file), prefix_origin=origin)


def note_json(line: str, origin: str, recipe: Recipe) -> None:
    """Say of a first line that is a JSON object how lines are read as JSON.

    Raises `InputError` where the model expects features, which no such line has.
    """
    try:
        msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return
    what = f"{origin}, line 1: a JSON object"
    if recipe.text.features:
        raise InputError(
            f"{what}, but lines are read as text.", hint="Read them as JSON: --input jsonl."
        )
    warn(f"{what}, read as text; --input jsonl reads lines as JSON, --input text silences this")


def lines_of(given: Sequence[str], prefixes: Sequence[str], keys: Keys | None) -> Lines:
    """Lines as text, or as JSON with these fields."""
    if keys is None:
        return Lines(given, prefixes)
    requests, problems = read_requests(given, keys.source, keys.features)
    sources, prefixes = [r.source for r in requests], [r.prefix for r in requests]
    return Lines(sources, prefixes, requests, problems)
