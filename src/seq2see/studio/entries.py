"""What the home page lists: models, runs, and files of pairs to measure on."""

from typing import Literal

import msgspec

from seq2see.labs.watch import Progress

Status = Literal["trained", "training", "broken", "not made yet"]
RunStatus = Literal["trained", "training", "broken", "stopped"]


class Snapshot(msgspec.Struct, frozen=True):
    """A model as it was earlier in its training; `id` is asked for like any other model."""

    id: str
    title: str
    """`after 2 epochs`."""
    epoch: int


class ModelEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One model, whether it can be opened or not."""

    id: str
    """Stable from one start to the next, and safe in an address."""
    title: str
    kind: str
    """`transformer`, `lstm` or `one-stack`; empty where nobody can know."""
    attention: bool
    """Whether it attends to the source at all: a plain LSTM does not."""
    status: Status
    why: str | None = None
    """Why it is broken or cannot be opened yet."""
    can_be_opened: bool
    """Also while it is training, once something was saved, and when that stopped half-way."""
    facts: list[str] = []
    """What the recipe and the weights say, a few words each."""
    snapshots: list[Snapshot] = []
    """Oldest first."""
    examples: list[str] = []
    """Sources that show it well."""
    longest_source: int | None = None
    """The recipe's hard limit, in symbols."""
    features: str = ""
    """What stands between the features that follow a source after a tab; empty for none."""
    chapter: str | None = None
    """Of a chapter's model: which chapter. Others are the user's own."""
    can_be_made: bool = False
    takes: str | None = None
    """About how long making it takes, in words."""
    half_made: str | None = None
    """Of a chapter's model whose making stopped half-way: `epoch 3 of 10`. Its status is then `not
    made yet`: it can be opened, but nobody is to take it for the chapter's."""
    job: str | None = None
    """The job that is making it now."""


class RunEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A training: everything with a log."""

    id: str
    """That of its model."""
    title: str
    status: RunStatus
    why: str | None
    facts: list[str]
    model: str | None
    """The model that came of it, if it can be opened."""


class PairsEntry(msgspec.Struct, frozen=True):
    """Pairs to measure a model on."""

    id: str
    title: str


class Home(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to choose from."""

    version: str
    models: list[ModelEntry]
    runs: list[RunEntry]
    pairs: list[PairsEntry]


class Working(msgspec.Struct, frozen=True):
    """A job that is not done yet."""

    id: str
    progress: Progress
