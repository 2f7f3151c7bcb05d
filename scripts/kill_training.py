"""Kills trainings with SIGKILL, takes them up again, and holds their weights against a whole run.

    python scripts/kill_training.py --kills 50 --seed 1

Each kill strikes a new run at another place: at a random moment; before, after or while a file
is renamed into its place; in the middle of writing one; in the middle of a line of the log; before
a file is removed. Every third run is killed once more after it was taken up again. A run that was
killed has to end with bit for bit the weights, the measurements and the choice of best weights of
one that never stopped. Exit status 1 where one does not.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import torch
import torch._dynamo  # the first optimiser imports it, which takes longer than a run; not in each

from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe, recipe_data
from seq2see.core.recipe_override import override
from seq2see.models.named_weights import named_weights
from seq2see.store.model_directory import load_model
from seq2see.training import run_log
from seq2see.training.report import EpochEnd, RunEnd
from seq2see.training.train import train

LETTERS = "abcdefg"
TRAINING = [
    "training.epochs=6", "training.batch_pairs=9", "training.batch_tokens=60",
    "training.unknown_share=0.1", "training.keep_best=2", "training.patience=6",
    "training.save_seconds=0.03", "training.snapshot_epochs=[3]", "training.learning_rate=0.003",
    "task.dev_pairs=8", "decoding.beam=1",
]  # fmt: skip
LSTM = ["model.width=12", "model.embedding_width=6", "model.attention_width=5",
        "training.best_by=loss"]  # fmt: skip
TRANSFORMER = {
    "width": 10, "heads": 2, "inner": 6, "encoder_layers": 1, "decoder_layers": 1, "dropout": 0.2,
}  # fmt: skip


def write_pairs(path: Path) -> None:
    """Pairs of letters and the two, capital and the other way about."""
    pairs = [(a + b, f"{b.upper()} {a.upper()}") for a in LETTERS for b in LETTERS]
    path.write_text("".join(f"{source}\t{target}\n" for source, target in pairs), "utf-8")


def recipes(pairs: Path) -> list[Recipe]:
    """Small recipes with dropout that learn from the file `pairs`: an LSTM and a Transformer."""
    plain = load_recipe("g2p")
    reader = msgspec.structs.replace(load_recipe("number-reader").model, **TRANSFORMER)
    blocks = msgspec.structs.replace(plain, name="blocks", model=reader)
    files = [f"task.train={pairs}", *TRAINING]
    return [
        override(plain, [*files, *LSTM]),
        override(blocks, [*files, "training.best_by=accuracy"]),
    ]


class Result(NamedTuple):
    """What a finished run left, without what no two runs share, such as seconds."""

    weights: dict[str, bytes]
    epochs: list[Any]
    kept: list[Any]
    snapshot: dict[str, bytes]


def result_of(directory: Path) -> Result:
    """What is in the folder of a finished run."""
    log = run_log.read(directory)
    return Result(
        _weights(directory),
        [(e.epoch, e.update, e.loss, e.measures) for e in log if isinstance(e, EpochEnd)],
        [(e.kept_epochs, e.update, e.measures) for e in log if isinstance(e, RunEnd)],
        _weights(directory / "snapshots" / "epoch-3"),
    )


def _weights(directory: Path) -> dict[str, bytes]:
    weights = named_weights(load_model(directory).model)
    return {name: weight.numpy().tobytes() for name, weight in weights.items()}


class Kill(NamedTuple):
    """Where to strike: at the `number`-th event of a `kind`; "moment": after so many seconds."""

    kind: str
    number: float


def _die(note: Path, where: str) -> None:
    """Note where it strikes, then die as if the power had gone."""
    note.write_bytes(where.encode())
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)


def _set_traps(kill: Kill, note: Path, count: Counter[str]) -> None:
    """Make this process kill itself at `kill`, and count all events on the way."""
    real_replace, real_write, real_unlink = os.replace, Path.write_bytes, Path.unlink
    real_append = run_log.append

    def here(kind: str) -> bool:
        count[kind] += 1
        return kill == Kill(kind, count[kind])

    def replace(source: Any, target: Any) -> None:
        place = f"the rename of {Path(target).name}"
        if here("before a rename"):
            _die(note, f"before {place}")
        if here("inside a rename"):
            # A second thread kills while the first is in the kernel, which has let go of
            # Python's lock: before, in the middle of, or just after moving the name.
            note.write_bytes(f"inside {place}".encode())
            go = threading.Event()
            strike = lambda: (go.wait(), os.kill(os.getpid(), signal.SIGKILL))  # noqa: E731
            threading.Thread(target=strike, daemon=True).start()
            go.set()
            real_replace(source, target)
            time.sleep(60)
        real_replace(source, target)
        if here("after a rename"):
            _die(note, f"after {place}")

    def write_bytes(self: Path, data: bytes) -> int:
        if self != note and here("half a file"):
            real_write(self, data[: len(data) // 2])
            note.write_bytes(b"")
            _die(note, f"half-way through {self.name.rpartition('-')[0].lstrip('.')}")
        return real_write(self, data)

    def unlink(self: Path, missing_ok: bool = False) -> None:
        if self.exists() and here("before a removal"):
            _die(note, f"before the removal of {self.name}")
        real_unlink(self, missing_ok)

    def append(directory: Path, entry: Any) -> None:
        if here("half a log line"):
            line = msgspec.json.encode(entry)
            with (directory / run_log.LOG).open("ab", buffering=0) as log:
                log.write(line[: len(line) // 2])
            _die(note, "in the middle of a line of the log")
        real_append(directory, entry)

    os.replace, Path.write_bytes, Path.unlink = replace, write_bytes, unlink
    run_log.append = append


@contextmanager
def _child(work: Callable[[], None]) -> Iterator[int]:
    """A process that does `work`; its number. Forked, because importing torch takes seconds."""
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    yield process


def _train(recipe: Recipe, directory: Path, resume: bool) -> None:
    train(recipe, directory, device="cpu", thread_count=1, resume=resume)


def run_whole(recipe: Recipe, directory: Path) -> tuple[Result, Counter[str], float]:
    """A run that never stops: what it left, the events of such a run, and its seconds.

    The events are those of a second run that saves often, as the runs do that are killed.
    """
    seldom = override(recipe, ["training.save_seconds=1000"])
    events = directory.with_suffix(".events")

    def often() -> None:
        count: Counter[str] = Counter()
        _set_traps(Kill("none", 0), events, count)
        _train(recipe, directory.with_suffix(".often"), resume=False)
        events.write_text("\n".join(f"{kind}\t{number}" for kind, number in count.items()))

    for work in (lambda: _train(seldom, directory, resume=False), often):
        began = time.monotonic()
        with _child(work) as process:
            assert os.waitpid(process, 0)[1] == 0, "a run that was not killed failed"
        seconds = time.monotonic() - began
    lines = [line.split("\t") for line in events.read_text().splitlines()]
    return result_of(directory), Counter({kind: int(number) for kind, number in lines}), seconds


def run_killed(recipe: Recipe, directory: Path, kill: Kill) -> str | None:
    """Train in `directory` until `kill` strikes: where it did; None where the run was over."""
    note = directory.with_suffix(".note")
    note.unlink(missing_ok=True)
    resume = (directory / "manifest.json").is_file()

    def work() -> None:
        _set_traps(kill, note, Counter())
        _train(recipe, directory, resume)

    with _child(work) as process:
        if kill.kind == "moment":
            time.sleep(kill.number)
            os.kill(process, signal.SIGKILL)
        status = os.waitpid(process, 0)[1]
    if status == signal.SIGKILL:
        return note.read_text() if note.exists() else f"after {kill.number:.3f} s"
    assert status == 0, f"the run failed with status {status}, see above"
    return None


def run_on(recipe: Recipe, directory: Path) -> None:
    """Take the run in `directory` up and bring it to its end."""
    resume = (directory / "manifest.json").is_file()
    with _child(lambda: _train(recipe, directory, resume)) as process:
        assert os.waitpid(process, 0)[1] == 0, "it could not be taken up, see above"


def difference(found: Result, wanted: Result) -> str:
    """What differs between two finished runs, in words; empty where nothing does."""
    return ", ".join(
        name for name, one, other in zip(Result._fields, found, wanted, strict=True) if one != other
    )


KINDS = ["moment", "before a rename", "inside a rename", "after a rename", "half a file",
         "half a log line", "before a removal"]  # fmt: skip


def draw(draws: random.Random, kind: str, events: Counter[str], seconds: float) -> Kill:
    """A place of this kind, drawn evenly from those of a run that never stops."""
    if kind == "moment":
        return Kill(kind, draws.uniform(0, seconds))
    return Kill(kind, draws.randint(1, max(events[kind], 1)))


def main() -> int:
    """Kill as often as asked; 1 where a run that was killed ended otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}")
    torch.set_num_threads(1)
    draws = random.Random(asked.seed)
    with tempfile.TemporaryDirectory(prefix="seq2see-kills-") as folder:
        wrong, places = kill_all(Path(folder), asked.kills, draws)
    counted = ", ".join(f"{number} × {kind}" for kind, number in sorted(places.items()))
    print(f"{asked.kills} kills ({counted}): {wrong} ended with other weights than a whole run")
    return 1 if wrong else 0


def kill_all(folder: Path, kills: int, draws: random.Random) -> tuple[int, Counter[str]]:
    """So many kills, a printed line each: how many ended otherwise, and where they struck."""
    write_pairs(folder / "pairs.tsv")
    chosen = recipes(folder / "pairs.tsv")
    whole = [run_whole(recipe, folder / recipe.name) for recipe in chosen]
    wrong, done, missed = 0, 0, 0
    places: Counter[str] = Counter()
    while done < kills:
        recipe, (wanted, events, seconds) = chosen[done % 2], whole[done % 2]
        kill = draw(draws, KINDS[done % len(KINDS)], events, seconds)
        directory = folder / f"run-{done}"
        again = ""
        if done % 3 == 2:  # killed before, so that this kill strikes a run that was taken up
            first = run_killed(recipe, directory, draw(draws, "moment", events, seconds))
            again = f" (killed before, {first})" if first else ""
        where = run_killed(recipe, directory, kill)
        if (
            where is None
        ):  # over before it struck: the time between saves decides how many there are
            shutil.rmtree(directory, ignore_errors=True)
            missed += 1
            assert missed < 10 * kills + 100, "kills keep missing"
            continue
        done += 1
        places[kill.kind] += 1
        try:
            run_on(recipe, directory)
            found = difference(result_of(directory), wanted)
            left = sorted(path.name for path in directory.rglob(".*"))
            verdict = f"DIFFERS: {found}" if found else f"LEFT BEHIND: {left}" if left else "same"
        except Exception as error:
            verdict = f"FAILED: {error}"
        wrong += verdict != "same"
        kind = recipe_data(recipe)["model"]["kind"]
        print(f"{done:3}  {kind:11}  {kill.kind}: {where}{again}: {verdict}", flush=True)
        shutil.rmtree(directory, ignore_errors=True)
    return wrong, places


if __name__ == "__main__":
    sys.exit(main())
