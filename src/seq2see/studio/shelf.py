"""`StudioShelf`: the models that the studio has, each by an id, opened when first asked for."""

import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from seq2see.core.errors import ModelDirectoryError, Seq2seeError, UnknownNameError
from seq2see.labs.watch import Watch
from seq2see.store.names import MANIFEST, RECIPE, WEIGHTS
from seq2see.studio.chapter_models import CHAPTER_MODELS, ChapterModel, cache_folder, place_of
from seq2see.studio.look import snapshots_of

if TYPE_CHECKING:
    from seq2see.predictor.predictor import Predictor

MOST_BYTES = 2 * 1024**3
"""Of weights kept open; the models that were not asked for the longest are closed first."""


class NotMadeError(ModelDirectoryError):
    """A chapter's model that nobody has made yet."""


class Place(NamedTuple):
    """Where a model lies."""

    id: str
    title: str
    directory: Path
    chapter: ChapterModel | None = None
    can_be_made: bool = False
    """Whether it is one of the chapters' and lies where this studio makes them."""


class _Opened(NamedTuple):
    stamp: tuple[int, int]
    predictor: "Predictor"
    size: int


class StudioShelf:
    """The models of the command line and the chapters'; opened ones are kept, within bounds.

    `made` are folders in which the chapters' models may lie, `cache` is where they are made.
    `threads` None means one for a small model, all for a large one.
    """

    def __init__(
        self,
        directories: Iterable[Path] = (),
        *,
        made: Sequence[Path] = (),
        cache: Path | None = None,
        threads: int | None = None,
    ) -> None:
        self._given = list(directories)
        self._made = list(made)
        self._cache = cache or cache_folder()
        self._threads = threads
        self._opened: OrderedDict[str, _Opened] = OrderedDict()
        self._broken: dict[str, tuple[tuple[int, int], str]] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._guard = threading.Lock()

    def places(self) -> list[Place]:
        """Every model, the user's own first; what lies where is looked up anew."""
        own = {place.id: place for place in map(_own, _models_in(self._given))}
        return [*own.values(), *map(self._chapters_place, CHAPTER_MODELS)]

    def place(self, model: str) -> Place:
        """Where the model called `model` lies, or a snapshot. Raises `UnknownNameError`."""
        name, at, epoch = model.partition("@")
        for place in self.places():
            if place.id != name:
                continue
            if not at:
                return place
            directory = snapshots_of(place.directory).get(int(epoch) if epoch.isdecimal() else -1)
            if directory is not None:
                return Place(model, f"{place.title}, {after(int(epoch))}", directory)
        raise UnknownNameError(
            f"{model}: the studio has no model of this name.",
            hint="Choose one of the list; the studio may have been started with other models.",
        )

    def predictor(self, model: str, watch: Watch) -> "Predictor":
        """The model called `model`, opened; `watch` is told, because that may take a while."""
        place = self.place(model)
        if place.chapter is not None and not (place.directory / WEIGHTS).is_file():
            raise NotMadeError(
                f"{place.title} is not made yet.",
                hint=f"Make it first; that takes {place.chapter.takes}.",
            )
        if "torch" not in sys.modules:
            watch.tell("starting torch")
        with self._alone(model, watch):
            stamp = _stamp(place.directory)
            kept = self._opened.get(model)
            if kept is None or kept.stamp != stamp:
                watch.tell(f"opening {place.title}")
                kept = self._open(place, stamp)
            with self._guard:
                self._opened[model] = kept
                self._opened.move_to_end(model)
                self._forget()
        self._use_threads(kept.predictor)
        return kept.predictor

    def broken(self, place: Place) -> str | None:
        """Why a model could not be opened, as it is on the disk; None where nobody tried."""
        stamp, why = self._broken.get(place.id, ((0, 0), ""))
        return why if why and stamp == _stamp(place.directory) else None

    def _chapters_place(self, model: ChapterModel) -> Place:
        directory = place_of(model, self._made, self._cache)
        return Place(model.id, model.title, directory, model, directory.parent == self._cache)

    def _open(self, place: Place, stamp: tuple[int, int]) -> _Opened:
        from seq2see.predictor.predictor import load

        try:
            return _Opened(stamp, load(place.directory), stamp[1])
        except Seq2seeError as error:
            self._broken[place.id] = stamp, error.message()
            raise

    def _forget(self) -> None:
        while len(self._opened) > 1 and sum(one.size for one in self._opened.values()) > MOST_BYTES:
            self._opened.popitem(last=False)

    def _use_threads(self, predictor: "Predictor") -> None:
        import torch

        from seq2see.training.train import thread_count_for

        weights = sum(weight.numel() for weight in predictor.model.parameters())
        count = self._threads or thread_count_for(predictor.recipe, weights)
        if torch.get_num_threads() != count:
            torch.set_num_threads(count)

    @contextmanager
    def _alone(self, model: str, watch: Watch) -> Iterator[None]:
        """Let no two jobs open the same model; the one that waits can be cancelled."""
        with self._guard:
            lock = self._locks.setdefault(model, threading.Lock())
        while not lock.acquire(timeout=0.1):
            watch.check()
        try:
            yield
        finally:
            lock.release()


def after(epoch: int) -> str:
    """A snapshot's place in training, in words."""
    return f"after {epoch} epoch{'s' * (epoch != 1)}"


def _models_in(given: Iterable[Path]) -> Iterator[Path]:
    """Each directory that is given; of a folder that is no model, the models it holds."""
    for directory in given:
        inside = [
            path
            for path in (sorted(directory.iterdir()) if directory.is_dir() else [])
            if (path / MANIFEST).is_file()
        ]
        yield from [directory] if _holds_a_model(directory) or not inside else inside


def _holds_a_model(directory: Path) -> bool:
    return any((directory / name).exists() for name in (MANIFEST, RECIPE, WEIGHTS))


def is_waiting(directory: Path) -> bool:
    """Whether it is a folder in which no run has begun yet."""
    return directory.is_dir() and not _holds_a_model(directory)


def _own(directory: Path) -> Place:
    whole = directory.resolve()
    slug = re.sub(r"[^a-z0-9]+", "-", whole.name.lower()).strip("-")[:40] or "model"
    digest = sha256(str(whole).encode(errors="surrogateescape")).hexdigest()[:6]
    title = whole.name.encode(errors="replace").decode()
    return Place(f"{slug}-{digest}", title or str(whole), directory)


def _stamp(directory: Path) -> tuple[int, int]:
    """Changes when the weights do: a training may be saving them."""
    try:
        status = (directory / WEIGHTS).stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size
