"""`Studio`: what there is to see, and the work behind each request; no word of HTTP."""

import threading
from collections.abc import Sequence
from pathlib import Path

import seq2see
from seq2see.core.errors import InputError
from seq2see.labs.ask import answer
from seq2see.labs.request import Request
from seq2see.labs.watch import Watch
from seq2see.studio.chapter_models import is_finished
from seq2see.studio.entries import Home, ModelEntry, PairsEntry, Snapshot
from seq2see.studio.evaluation_request import HELD_OUT, Evaluate
from seq2see.studio.jobs import Job, Jobs, Work
from seq2see.studio.look import Look, attends, kind_of, look_at, snapshots_of
from seq2see.studio.making import make
from seq2see.studio.runs import Log, RunLines, reached, run_entry, run_lines
from seq2see.studio.shelf import Place, StudioShelf, after, is_waiting
from seq2see.training.report import EpochEnd

WAITING = "no run here yet; one that starts will appear."


class Studio:
    """The models of a shelf, files of pairs, and the jobs that work on them."""

    def __init__(self, shelf: StudioShelf, pairs: Sequence[Path] = ()) -> None:
        self.shelf = shelf
        self.jobs = Jobs()
        self.seen = threading.Event()
        """Set once somebody has asked what there is."""
        self._pairs = {f"file-{number}": str(path) for number, path in enumerate(pairs, 1)}
        self._making: dict[str, Job] = {}

    def home(self) -> Home:
        """Everything there is to choose from, as it is now."""
        self.seen.set()
        looks = [(place, look_at(place.directory)) for place in self.shelf.places()]
        runs = [run_entry(place, look) for place, look in looks]
        return Home(
            version=seq2see.__version__,
            models=[self._entry(place, look, self._maker(place.id)) for place, look in looks],
            runs=[run for run in runs if run is not None],
            pairs=[
                PairsEntry(HELD_OUT, "the pairs it holds out"),
                *(PairsEntry(name, Path(path).name) for name, path in self._pairs.items()),
            ],
        )

    def notices(self) -> list[str]:
        """A line for each of the user's own places that cannot be opened now."""
        own = [place for place in self.shelf.places() if place.chapter is None]
        looks = [(place, look_at(place.directory)) for place in own]
        return [
            f"{place.directory}: {WAITING if is_waiting(place.directory) else look.why}"
            for place, look in looks
            if look.why is not None and not look.under_way
        ]

    def run(self, model: str, first: int) -> RunLines:
        """The log of a model's training from line `first` on."""
        place = self.shelf.place(model)
        look = look_at(place.directory)
        if not look.under_way and not Log(place.directory).lines:
            raise InputError(
                f"{place.title}: there is no log of a training.",
                hint="It begins with: seq2see train … --out DIR. This page waits for it.",
            )
        return run_lines(place, look, first)

    def ask(self, request: Request) -> Work:
        """The work behind a lab's request."""
        return lambda watch: answer(request, self.shelf, watch)

    def evaluate(self, request: Evaluate) -> Work:
        """The work of measuring a model."""

        def work(watch: Watch) -> object:
            watch.tell("starting torch")
            from seq2see.studio.evaluations import evaluate

            return evaluate(request, self._pairs, self.shelf, watch)

        return work

    def make(self, model: str) -> Job | None:
        """The job that makes a chapter's model: the one under way, or a new one.

        Raises `InputError` for a model that nobody can make.
        """
        place = self.shelf.place(model)
        chapter = place.chapter
        if chapter is None or not place.can_be_made:
            raise InputError(
                f"{place.title}: the studio makes only the chapters' models, in its own folder.",
                hint="Train others with: seq2see train RECIPE --out DIR",
            )
        if (job := self._maker(model)) is not None:
            return job

        def work(watch: Watch) -> object:
            damaged = look_at(place.directory).why or self.shelf.broken(place)
            make(chapter, place.directory, watch, anew=damaged is not None)
            return self._entry(self.shelf.place(model), look_at(place.directory), None)

        job = self.jobs.start(work)
        if job is not None:
            self._making[model] = job
        return job

    def _maker(self, model: str) -> Job | None:
        """The job that is making a model now."""
        job = self._making.get(model)
        return job if job is not None and job.reply is None else None

    def _entry(self, place: Place, look: Look, job: Job | None) -> ModelEntry:
        chapter, recipe = place.chapter, look.recipe
        why = look.why or self.shelf.broken(place)
        can_be_opened = why is None
        half_made = place.can_be_made and not is_finished(place.directory)
        if look.under_way or job:
            status = "training"
        elif half_made:
            status = "not made yet"
            why = None  # it is offered to be made, or made again
        elif is_waiting(place.directory):
            status, why = "not made yet", WAITING
        else:
            status = "trained" if can_be_opened else "broken"
        if recipe is None and chapter is not None:
            recipe = chapter.loaded()
        return ModelEntry(
            id=place.id,
            title=place.title,
            kind=kind_of(recipe) if recipe else "",
            attention=recipe is not None and attends(recipe),
            status=status,
            why=why,
            can_be_opened=can_be_opened,
            facts=look.facts,
            snapshots=[
                Snapshot(f"{place.id}@{epoch}", after(epoch), epoch)
                for epoch in snapshots_of(place.directory)
            ],
            examples=list(chapter.examples) if chapter else _examples(place.directory),
            longest_source=recipe.text.longest_source if recipe else None,
            features=recipe.text.features if recipe else "",
            chapter=chapter.chapter if chapter else None,
            can_be_made=place.can_be_made and status in ("broken", "not made yet"),
            takes=chapter.takes if chapter else None,
            half_made=reached(place.directory) if status == "not made yet" and look.facts else None,
            job=job.id if job else None,
        )


def _examples(directory: Path) -> list[str]:
    """Sources from the log of a training, with which it was measured."""
    ends = [entry for entry in Log(directory).entries() if isinstance(entry, EpochEnd)]
    samples = next((end.samples for end in reversed(ends) if end.samples), [])
    return [sample.source for sample in samples[:3]]
