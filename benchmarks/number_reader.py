"""The number reader's speed beside what people would run instead, interleaved in one run.

    python benchmarks/number_reader.py [--quick] [--accuracy] [--json FILE] [--only SECTION]

Sections: update (training), decoding, cold (whole programs from a cold shell). The peers start from
the same weights and learn from the same batches. Ratios below 1 mean that seq2see is faster.
"""

import argparse
import json
import platform
import resource
import statistics
import sys
import tempfile
from pathlib import Path

import torch

from contestant import whole_program
from paired import interleaved, matrix_rate, ratio
from plain_script import PlainScript, PlainTransformer
from seq2see.core.device import threads
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.data.epochs import epoch_batches
from seq2see.models.named_weights import named_weights
from seq2see.training.trainer import Trainer
from tables import table
from torch_transformer import TorchTransformer

SAME_UPDATES = 20
"""Over so many updates the losses of ours and the plain script must agree."""
SAME_WITHIN = 1e-3


class Contestants:
    """Ours, the plain script and torch's own Transformer, from the same weights."""

    def __init__(self, batch_pairs: int, folder: str) -> None:
        settings = [f"training.batch_pairs={batch_pairs}"]
        self.recipe = override(load_recipe("number-reader"), settings)
        self.trainer = Trainer(self.recipe, Path(folder), torch.device("cpu"))
        codec = self.trainer.codec
        self.pairs = [
            (codec.source_ids(pair.source), codec.target_ids(pair.target))
            for pair in self.trainer.pairs.training(1)
        ]
        named = named_weights(self.trainer.model)
        sizes = len(self.trainer.codec.source), len(self.trainer.codec.target)
        rate = self.recipe.training.learning_rate
        self.plain = PlainScript(PlainTransformer(*sizes), self.pairs, rate)
        self.plain.model.copy_weights(named)
        self.torchs = PlainScript(TorchTransformer(*sizes), self.pairs, rate)
        self.torchs.model.copy_weights(named)

    def batches(self, epoch: int) -> list[list[int]]:
        """The batches of an epoch, the same for all."""
        sources, targets = ([len(pair[side]) for pair in self.pairs] for side in (0, 1))
        return epoch_batches(sources, targets, self.recipe.training, epoch)

    def ours(self, chosen: list[int]) -> float:
        """One update by the product's trainer."""
        sources, targets = zip(*(self.pairs[i] for i in chosen), strict=True)
        return self.trainer._update([(sources, targets)])[0]


def update_speed(batch_pairs: int, rounds: int) -> list[dict[str, object]]:
    """A row for each number of threads and each peer."""
    rows: list[dict[str, object]] = []
    for count in (1, 2):
        with tempfile.TemporaryDirectory() as folder, threads(count):
            many = Contestants(batch_pairs, folder)
            batches = [b for b in many.batches(1) if len(b) == batch_pairs]
            works = {
                "seq2see": lambda _, m=many, b=batches: [m.ours(one) for one in b],
                "plain script": lambda _, m=many, b=batches: [m.plain.update(one) for one in b],
                "torch.nn.Transformer": lambda _, m=many, b=batches: [
                    m.torchs.update(one) for one in b
                ],
            }
            times = interleaved(works, rounds)
            rate = matrix_rate()
            needed = multiply_adds(many, batches) / rate
            for name, seconds in times.items():
                median, low, high = ratio(times, "seq2see", name)
                one = statistics.median(seconds) / len(batches)
                rows.append(
                    {
                        "threads": count, "batch": batch_pairs, "program": name,
                        "ms": 1000 * one, "share of matrix rate": needed / one,
                        "ratio": median, "lowest": low, "highest": high,
                    }
                )  # fmt: skip
    return rows


def multiply_adds(many: Contestants, batches: list[list[int]]) -> float:
    """Of an average update by formula: three times a forward pass, padding included."""
    size, words = many.recipe.model, len(many.trainer.codec.target)
    d, total = size.width, 0
    for chosen in batches:
        source = max(len(many.pairs[i][0]) for i in chosen)
        target = max(len(many.pairs[i][1]) for i in chosen)
        feed_forward = 2 * d * size.inner
        encoder = source * (4 * d * d + 2 * source * d + feed_forward)
        own = target * (4 * d * d + 2 * target * d)
        cross = 2 * target * d * d + 2 * source * d * d + 2 * target * source * d
        decoder = own + cross + target * feed_forward
        layers = size.encoder_layers * encoder + size.decoder_layers * decoder
        total += len(chosen) * (layers + target * d * words)
    return 3 * total / len(batches)


def same_arithmetic() -> float:
    """The largest difference between the losses of ours and the plain script."""
    with tempfile.TemporaryDirectory() as folder, threads(1):
        many = Contestants(32, folder)
        some = many.batches(1)[:SAME_UPDATES]
        return max(abs(many.ours(chosen) - many.plain.update(chosen)) for chosen in some)


def accuracies(epochs: int) -> dict[str, float]:
    """Unseen numbers right after training ours and the plain script side by side."""
    with tempfile.TemporaryDirectory() as folder, threads(1):
        many = Contestants(32, folder)
        for epoch in range(1, epochs + 1):
            for chosen in many.batches(epoch):
                many.ours(chosen)
                many.plain.update(chosen)
        held_out = many.trainer.pairs.held_out
        codec = many.trainer.codec
        right = sum(
            many.plain.answer(codec.source_ids(pair.source)) == codec.target_ids(pair.target)
            for pair in held_out
        )
        return {
            "seq2see": many.trainer._measure().held_out_accuracy,
            "plain script": right / len(held_out),
        }


def decoding_speed(rounds: int) -> list[dict[str, object]]:
    """100 numbers read greedily: ours, and the plain script that runs the model again each word."""
    from seq2see.decoding.decode import decode

    with tempfile.TemporaryDirectory() as folder, threads(1):
        many = Contestants(32, folder)
        for epoch in (1, 2, 3):
            for chosen in many.batches(epoch):
                many.ours(chosen)
        many.plain.model.copy_weights(named_weights(many.trainer.model))
        model, codec = many.trainer.model.eval(), many.trainer.codec
        sources = [codec.source_ids(pair.source) for pair in many.trainer.pairs.held_out]
        works = {
            "cached, 100 together": lambda _: decode(model, sources, beam=1, longest=16),
            "cached, one at a time": lambda _: decode(model, sources, beam=1, longest=16, batch=1),
            "run again for each word": lambda _: [many.plain.answer(s) for s in sources],
        }
        times = interleaved(works, rounds)
        rows: list[dict[str, object]] = []
        for name, seconds in times.items():
            median, low, high = ratio(times, name, "run again for each word")
            rows.append(
                {
                    "way": name, "numbers a second": len(sources) / statistics.median(seconds),
                    "ratio": median, "lowest": low, "highest": high,
                }
            )  # fmt: skip
        return rows


def cold_start(runs: int) -> list[dict[str, object]]:
    """Whole programs: seconds from a cold shell, and the largest memory of each."""
    program = [sys.executable, "-m", "seq2see"]
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "reader"
        short = ["--set", "training.epochs=2", "--out", str(model), "--overwrite"]
        commands = {
            "train number-reader, 2 epochs": ([*program, "train", "number-reader", *short], ""),
            "seq2see --help": ([*program, "--help"], ""),
            "import torch": ([sys.executable, "-c", "import torch"], ""),
            "first prediction": ([*program, "predict", str(model)], "427\n"),
        }
        rows: list[dict[str, object]] = []
        for name, (command, given) in commands.items():
            seconds, memory = [], 0.0
            for _ in range(1 if "train" in name else runs):
                took, most = whole_program(command, given)
                seconds.append(took)
                memory = max(memory, most)
            rows.append(
                {
                    "program": name, "seconds": statistics.median(seconds),
                    "lowest": min(seconds), "highest": max(seconds), "peak MB": memory,
                }
            )  # fmt: skip
        return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few rounds: shows that it runs")
    parser.add_argument("--accuracy", action="store_true", help="also train both for 60 epochs")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    parser.add_argument("--only", choices=["update", "decoding", "cold"], action="append")
    chosen = parser.parse_args()
    sections = chosen.only or ["update", "decoding", "cold"]
    rounds = 3 if chosen.quick else 12
    found: dict[str, object] = {
        "python": platform.python_version(), "torch": str(torch.__version__),
    }  # fmt: skip
    if "update" in sections:
        difference = same_arithmetic()
        found["largest difference of losses"] = difference
        print(f"Losses of ours and the plain script over {SAME_UPDATES} updates: "
              f"at most {difference:.1e} apart.\n")  # fmt: skip
        assert difference < SAME_WITHIN, "not the same arithmetic"
        found["update"] = [row for batch in (32, 64) for row in update_speed(batch, rounds)]
        print(table(found["update"]), "\n", flush=True)
    if chosen.accuracy:
        found["accuracy"] = accuracies(3 if chosen.quick else 60)
        print("Unseen numbers right:", found["accuracy"], "\n", flush=True)
    if "decoding" in sections:
        found["decoding"] = decoding_speed(max(2, rounds // 3))
        print(table(found["decoding"]), "\n", flush=True)
    if "cold" in sections:
        found["cold"] = cold_start(2 if chosen.quick else 7)
        print(table(found["cold"]), "\n", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"Peak memory of this benchmark: {peak:.0f} MB")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
