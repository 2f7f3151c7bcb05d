"""Training and decoding the reverser of chapter N5: seq2see beside a plain script, interleaved.

    python benchmarks/reverser.py [--width 32] [--rounds 10] [--quick]

Both train on the same strings; the plain script takes them in the order drawn, seq2see in its own
batches of similar length, as its trainer does. Ratios below 1 mean that seq2see is faster.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import torch

from plain_reverser import PlainReverser, PlainTraining
from seq2see.core.device import threads
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.data.epochs import epoch_batches
from seq2see.data.tasks import pairs_of
from seq2see.decoding.decode import decode
from seq2see.training.trainer import Trainer

UPDATES = 32
"""Updates in each round: two buckets of batches, so that every length comes."""


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def row(name: str, ours: list[float], theirs: list[float], unit: str, scale: float) -> str:
    """A line of the table: both times and the paired ratios."""
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    times = [statistics.median(one) * scale for one in (ours, theirs)]
    return (
        f"| {name} | {times[0]:.2f} {unit} | {times[1]:.2f} {unit} | "
        f"{statistics.median(ratios):.2f} | {min(ratios):.2f}–{max(ratios):.2f} |"
    )


def training(width: int, rounds: int, count: int) -> str:
    recipe = override(
        load_recipe("reverser"), [f"model.width={width}", "task.training_pairs=38400"]
    )
    with tempfile.TemporaryDirectory() as folder, threads(count):
        trainer = Trainer(recipe, Path(folder), torch.device("cpu"))
        codec, setting = trainer.codec, recipe.training
        pairs = pairs_of(recipe).training(1)
        sources = [codec.source_ids(pair.source) for pair in pairs]
        targets = [codec.target_ids(pair.target) for pair in pairs]
        lengths = list(map(len, sources)), list(map(len, targets))
        bucketed = epoch_batches(*lengths, setting, 1)
        as_drawn = epoch_batches(*lengths, msgspec.structs.replace(setting, bucket_batches=0), 1)
        peer = PlainReverser(len(codec.source), recipe.model.embedding_width, width)
        plain = PlainTraining(peer, setting.learning_rate)

        def ours(start: int) -> None:
            for chosen in bucketed[start : start + UPDATES]:
                one = [sources[i] for i in chosen], [targets[i] for i in chosen]
                trainer._update([one])

        def theirs(start: int) -> None:
            for chosen in as_drawn[start : start + UPDATES]:
                plain.update([sources[i] for i in chosen], [targets[i] for i in chosen])

        ours(0), theirs(0)
        times: tuple[list[float], list[float]] = ([], [])
        for one in range(rounds):
            start = (one * UPDATES) % (len(bucketed) - UPDATES)
            times[0].append(timed(lambda s=start: ours(s)))
            times[1].append(timed(lambda s=start: theirs(s)))
    name = f"an update, H = {width}, {count} thread{'s' * (count > 1)}"
    return row(name, *times, "ms", 1000 / UPDATES)


def decoding(width: int, rounds: int, strings: int) -> str:
    recipe = override(load_recipe("reverser"), [f"model.width={width}"])
    with tempfile.TemporaryDirectory() as folder, threads(1):
        trainer = Trainer(recipe, Path(folder), torch.device("cpu"))
        pairs = pairs_of(recipe).training(1)[:600]
        codec = trainer.codec
        for start in range(0, 600, 60):  # a little training, so that answers end
            some = pairs[start : start + 60]
            numbered = (
                [codec.source_ids(p.source) for p in some],
                [codec.target_ids(p.target) for p in some],
            )
            trainer._update([numbered])
        model = trainer.model.eval()
        peer = PlainReverser(len(codec.source), recipe.model.embedding_width, width).eval()
        state = model.state_dict()
        names = {name: name.replace("encoder.lstm.", "encoder.") for name in state}
        peer.load_state_dict({names[name]: tensor for name, tensor in state.items()})
        sources = [codec.source_ids(pair.source) for pair in pairs[:strings]]
        longest = 30
        found: dict[str, list[list[int]]] = {}

        def ours() -> None:
            answers = decode(model, sources, beam=1, longest=longest)
            found["ours"] = [list(hypotheses[0].ids) for hypotheses in answers]

        def theirs() -> None:
            found["theirs"] = [peer.answer(source, longest) for source in sources]

        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(rounds):
            times[0].append(timed(ours))
            times[1].append(timed(theirs))
        same = sum(a == b for a, b in zip(found["ours"], found["theirs"], strict=True))
    name = f"{strings} strings decoded, H = {width}, 1 thread ({same} answers equal)"
    return row(name, *times, "s", 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--width", type=int, action="append", help="H; may be repeated")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--quick", action="store_true", help="two rounds, 50 strings")
    chosen = parser.parse_args()
    rounds, strings = (2, 50) if chosen.quick else (chosen.rounds, 300)
    print("| what | seq2see | plain script | ratio | lowest–highest |")
    print("| --- | --- | --- | --- | --- |")
    for width in chosen.width or [32, 128]:
        for count in (1, 2):
            print(training(width, rounds, count), flush=True)
        print(decoding(width, max(2, rounds // 3), strings), flush=True)


if __name__ == "__main__":
    main()
