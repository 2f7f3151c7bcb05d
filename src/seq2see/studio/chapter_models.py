"""The chapters' models: which there are, where they may lie, and how each is made."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.experiments.figure import load_plan
from seq2see.store.alone import is_under_way
from seq2see.store.names import LOG, WEIGHTS


class ChapterModel(NamedTuple):
    """A model of a chapter, as an experiment trains it."""

    id: str
    title: str
    chapter: str
    examples: tuple[str, ...]
    takes: str
    experiment: str = ""
    """The experiment that trains it, and its run there; empty for the recipe of the id."""
    run: str = ""

    def recipe(self) -> tuple[str, list[str]]:
        """The name of its recipe, and what is changed in it, as `--set` would."""
        if not self.experiment:
            return self.id, []
        plan = load_plan(self.experiment.replace("-", "_"))
        (run,) = (run for run in plan.run if run.name == self.run)
        return run.recipe, list(run.set)

    def loaded(self) -> Recipe:
        """Its recipe as it would be made now."""
        name, settings = self.recipe()
        return override(load_recipe(name), settings)


_STRINGS = ("4270", "31415926", "2718281828459045")

CHAPTER_MODELS = (
    ChapterModel("number-reader", "The number reader", "N7", ("427", "896", "742"),
                 "about half a minute", "number-reader", "reader"),
    ChapterModel("six-digit-reader", "The six-digit reader", "N5", ("427015", "80", "999999"),
                 "about a minute", "six-digit-reader", "reader"),
    ChapterModel("reverser-attention-32", "The reverser, with attention, H = 32", "N5", _STRINGS,
                 "a minute or two", "bottleneck", "attention-32"),
    ChapterModel("reverser-plain-32", "The reverser, plain, H = 32", "N5", _STRINGS,
                 "a minute or two", "bottleneck", "plain-32"),
    ChapterModel("reverser-attention-128", "The reverser, with attention, H = 128", "N5", _STRINGS,
                 "a minute or two", "bottleneck", "attention-128"),
    ChapterModel("reverser-plain-128", "The reverser, plain, H = 128", "N5", _STRINGS,
                 "a minute or two", "bottleneck", "plain-128"),
    ChapterModel("boss-reverser", "The boss's reverser, with attention, H = 128", "N5", _STRINGS,
                 "about a minute", "boss-reverser", "attention"),
    ChapterModel("one-stack-reader", "The one-stack reader", "N7", ("427", "896", "742"),
                 "about half a minute", "embedding-scale", "one-stack-small"),
    ChapterModel("microscope", "The microscope", "N7", ("89", "42", "7"), "about half a minute"),
)  # fmt: skip


def cache_folder() -> Path:
    """Where models are made: `$XDG_CACHE_HOME/seq2see`, or `~/.cache/seq2see`."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The standard says that a relative path is to be ignored.
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "seq2see"


def place_of(model: ChapterModel, made: Sequence[Path], cache: Path) -> Path:
    """Where the model lies: in a folder of `made`, or in the cache, whether it is there or not.

    `made` are folders such as `reproduce --out` leaves, or caches of other machines. Runs with the
    lowest seed come first. One that stopped half-way there is no model of a chapter.
    """
    for folder in made:
        runs = folder / model.experiment / model.run
        seeds = sorted(runs.glob("seed-*"), key=_seed) if model.experiment else []
        for place in [*seeds, folder / model.id]:
            if (place / WEIGHTS).is_file() and not _stopped(place):
                return place
    return cache / model.id


def is_finished(directory: Path) -> bool:
    """Whether a training there came to its end: the last word of its log says so."""
    try:
        lines = (directory / LOG).read_bytes().splitlines()
        return bool(lines) and msgspec.json.decode(lines[-1])["event"] == "end"
    except (OSError, msgspec.MsgspecError, KeyError, TypeError):
        return False


def _stopped(directory: Path) -> bool:
    """Whether a training there began and came to no end; models without a log are taken as made."""
    return (directory / LOG).is_file() and not (is_finished(directory) or is_under_way(directory))


def _seed(path: Path) -> tuple[int, str]:
    seed = path.name.removeprefix("seed-")
    return (int(seed) if seed.isdecimal() else 10**9), path.name
