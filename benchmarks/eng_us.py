"""A Transformer for spelling to phones: seq2see beside plain torch, Marian and CTranslate2.

    python benchmarks/eng_us.py [--quick] [--only SECTION] [--json FILE] [--data FILE]
                                [--python ctranslate2=PROGRAM]

Sections: training, lstm (training), decoding, lengths, pairs, cold (whole programs from a cold
shell). Every contestant is a process of its own and runs in the Python named by `--python`, else
in this one; one that is not installed there is skipped. They take turns on pairs from one file: a
word, a tab, its phones between spaces. Rates count real target tokens, `<eos>` among them, and no
padding.
"""

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import torch

from contestant import Unavailable, Worker, whole_program
from eng_us_common import LONGEST, Common, generated
from paired import Times, interleaved, matrix_rate
from seq2see.core.device import threads
from seq2see.core.recipe_override import override
from seq2see.data.tasks import codec_of, pairs_of
from seq2see.training.material import Material
from tables import Row, table

BESIDE = Path(__file__).parents[2] / "shared" / "data" / "g2p" / "eng_us_train.tsv"
"""Taken where there is one and nothing else is named."""
SECTIONS = ("training", "lstm", "decoding", "lengths", "pairs", "cold")
SHARES = {"training": 0.5, "lstm": 0.12, "decoding": 0.3}
"""Of the time there is, to the sections that repeat for as long as they may."""
MODULES = {
    "seq2see": "eng_us_ours",
    "torch.nn.Transformer": "plain_translation",
    "marian": "marian_peer",
    "ctranslate2": "ctranslate2_peer",
    "torch.nn.LSTM": "plain_lstm",
}
OURS, PLAIN, MARIAN, CT2, LSTM = MODULES


@dataclass(frozen=True)
class Setting:
    """What was chosen on the command line."""

    pythons: Mapping[str, str]
    threads: Sequence[int]
    seconds: float
    quick: bool

    def rounds_for(self, section: str) -> tuple[float, int]:
        """The seconds that a section may take, and the most rounds."""
        return self.seconds * SHARES[section], 2 if self.quick else 12


@contextmanager
def working(names: Sequence[str], common: Common, setting: Setting) -> Iterator[dict[str, Worker]]:
    """The contestants that can take part, at work."""
    workers: dict[str, Worker] = {}
    try:
        for name in names:
            python = setting.pythons.get(name, sys.executable)
            try:
                workers[name] = Worker(MODULES[name], common.job, python)
            except Unavailable as error:
                skipped(name, error)
        yield workers
    finally:
        for worker in workers.values():
            worker.close()


def skipped(name: str, error: Exception) -> None:
    """Say why a contestant is left out; without seq2see there is nothing to compare."""
    if name == OURS:
        raise error
    print(f"Skipped: {name}: {str(error).strip().splitlines()[-1]}\n", flush=True)


def in_turn(
    works: Mapping[str, Callable[[int], object]], seconds: float, most: int, trials: int = 1
) -> Times:
    """As many rounds as fit, at least two; what fails in a trial is left out.

    The trial is round 0, the one that `interleaved` does again and does not count; `trials` of
    them are one round's work.
    """
    trial: dict[str, float] = {}
    for name, work in works.items():
        start = time.perf_counter()
        try:
            work(0)
        except Unavailable as error:
            skipped(name, error)
            continue
        trial[name] = time.perf_counter() - start
    rounds = max(2, min(most, (int(seconds / sum(trial.values())) - 2) // trials))
    return interleaved({name: works[name] for name in trial}, rounds)


def training(section: str, data: Path, folder: Path, setting: Setting) -> list[Row]:
    """Real target tokens a second: a row for each number of threads and each way to train."""
    common = Common("transformer" if section == "training" else "lstm", data, folder)
    plain, ours = common.drawn, common.bucketed
    if section == "training":
        ways = {
            OURS: (OURS, ours, {}), PLAIN: (PLAIN, plain, {}),
            f"{PLAIN}, our batches": (PLAIN, ours, {}),
            "Marian in a plain loop": (MARIAN, plain, {}),
        }  # fmt: skip
    else:
        ways = {
            OURS: (OURS, ours, {}), LSTM: (LSTM, plain, {"way": "padded"}),
            f"{LSTM}, packed": (LSTM, plain, {"way": "packed"}),
            f"{LSTM}, our batches": (LSTM, ours, {"way": "padded"}),
        }  # fmt: skip
    base = PLAIN if section == "training" else LSTM
    rows: list[Row] = []
    seconds, most = setting.rounds_for(section)
    most = min(most, len(ours) - 1, len(plain) - 1)
    with working(list(dict.fromkeys(who for who, *_ in ways.values())), common, setting) as workers:
        for count in setting.threads:
            for worker in workers.values():
                worker.ask("threads", count=count)
            works = {
                name: lambda r, w=workers[who], b=batches, m=more: w.ask(
                    "train", batches=b[r] if r else b[0][:1], **m
                )
                for name, (who, batches, more) in ways.items()
                if who in workers
            }
            times = in_turn(works, seconds / len(setting.threads), most, trials=2)
            with threads(count):
                machine = matrix_rate()
            rates: dict[str, list[float]] = {}
            for name, each in times.items():
                of_round = [common.tokens(batches) for batches in ways[name][1][1:]]
                rates[name] = [n / s for n, s in zip(of_round, each, strict=False)]
            for name, each in times.items():
                who, batches, _ = ways[name]
                done = batches[1 : len(each) + 1]
                needed = common.multiply_adds(done)
                against = [a / b for a, b in zip(rates[name], rates.get(base, []), strict=False)]
                rows.append(
                    {
                        "threads": count, "program": name,
                        "target tokens a second": sum(map(common.tokens, done)) / sum(each),
                        f"times {base}": statistics.median(against) if against else None,
                        "lowest": min(against, default=None),
                        "highest": max(against, default=None),
                        "share of matrix rate": needed and needed / sum(each) / machine,
                        "padding": common.padding(done), "rounds": len(each),
                        "peak MB": workers[who].ask("peak"),
                    }
                )  # fmt: skip
    return rows


def prepare(common: Common, setting: Setting) -> None:
    """Train a model a little, so that answers end, and save it for all."""
    updates = 100 if setting.quick else 225
    names = [OURS, MARIAN]
    with working(names, common, setting) as workers:
        workers[OURS].ask("threads", count=max(setting.threads))
        loss = workers[OURS].ask("prepare", count=updates)
        workers[OURS].ask("save", directory=str(common.model), weights=str(common.weights))
        print(f"Decoding with weights of {updates} updates, loss {loss:.2f}.\n", flush=True)
        if MARIAN in workers:
            workers[MARIAN].ask("load", file=str(common.weights))
            workers[MARIAN].ask("save", directory=str(common.marian))


def load(workers: dict[str, Worker], common: Common) -> None:
    """The prepared weights into everyone, on one thread."""
    for name, worker in list(workers.items()):
        try:
            worker.ask("threads", count=1)
            if name == OURS:
                worker.ask("load", directory=str(common.model))
            else:
                worker.ask("load", file=str(common.weights))
        except Unavailable as error:
            skipped(name, error)
            workers.pop(name).close()


def spread(sources: Sequence[Sequence[int]], count: int) -> list[Sequence[int]]:
    """`count` of the sources, of every length."""
    return [sources[i * len(sources) // count] for i in range(count)]


def decoding(common: Common, setting: Setting) -> list[Row]:
    """Words a second on one thread: greedy and with a beam, one at a time and 64 together."""
    rows: list[Row] = []
    seconds, most = setting.rounds_for("decoding")
    cases = [(1, 1, 32), (1, 64, 128), (5, 1, 16), (5, 64, 128)]
    with working([OURS, MARIAN, CT2, PLAIN], common, setting) as workers:
        load(workers, common)
        for beam, batch, words in cases:
            sources = spread(common.held_out, words // 2 if setting.quick else words)
            answers: dict[str, list[list[int]]] = {}

            def work(name: str, into: dict[str, list[list[int]]], **how: object) -> None:
                into[name] = workers[name].ask("decode", longest=LONGEST, **how)

            how = {"sources": sources, "beam": beam, "batch": batch}
            works = {
                name: lambda _, n=name, a=answers, h=how: work(n, a, **h)
                for name in workers
                if beam == 1 or name != PLAIN
            }
            times = in_turn(works, seconds / len(cases), most)
            for name, each in times.items():
                faster = [a / b for a, b in zip(times.get(MARIAN, []), each, strict=False)]
                same = sum(a == b for a, b in zip(answers[name], answers[OURS], strict=True))
                rows.append(
                    {
                        "beam": beam, "batch": batch, "program": name,
                        "words a second": len(sources) / statistics.median(each),
                        "times generate": statistics.median(faster) if faster else None,
                        "lowest": min(faster, default=None), "highest": max(faster, default=None),
                        "same answers": f"{same} of {len(sources)}",
                        "symbols an answer": sum(map(len, answers[name])) / len(sources),
                        "peak MB": workers[name].ask("peak"),
                    }
                )  # fmt: skip
    return rows


def lengths(common: Common, setting: Setting) -> list[Row]:
    """Milliseconds a symbol of an answer of a given length: level where no work is done again."""
    source = common.held_out[len(common.held_out) // 2]
    rows: list[Row] = []
    with working([OURS, MARIAN, CT2, PLAIN], common, setting) as workers:
        load(workers, common)
        for length in (8, 16, 32, 64) if setting.quick else (8, 16, 32, 64, 128, 256):
            row: Row = {"symbols": length}
            for name, worker in workers.items():
                how = {"sources": [source], "beam": 1, "batch": 1, "longest": length}
                best = float("inf")
                for _ in range(2):
                    if name == PLAIN and length > 128:
                        break
                    start = time.perf_counter()
                    found = worker.ask("decode", exactly=True, **how)
                    best = min(best, time.perf_counter() - start)
                    assert len(found[0]) == length, f"{name} wrote {len(found[0])} symbols"
                row[f"{name}, ms a symbol"] = 1000 * best / length if best < 1e9 else None
            rows.append(row)
    return rows


def pairs(common: Common, data: Path, folder: Path, setting: Setting) -> list[Row]:
    """What a pair costs when there are more of them."""
    rows: list[Row] = []
    lines = data.read_text("utf-8").splitlines(keepends=True)
    Random(1).shuffle(lines)
    with working([OURS], common, setting) as workers:
        load(workers, common)
        for part in (8, 4, 2, 1):
            some = folder / "part.tsv"
            some.write_text("".join(lines[: len(lines) // part]), "utf-8")
            recipe = override(common.recipe, [f"task.train={json.dumps(str(some))}"])
            start = time.perf_counter()
            found = pairs_of(recipe)
            material = Material(recipe, codec_of(recipe, found), found)
            material.groups(1)
            read = time.perf_counter() - start
            words = spread(common.held_out, min(len(common.held_out), 512) // part)
            how = {"sources": words, "beam": 1, "batch": 64, "longest": LONGEST}
            workers[OURS].ask("decode", **how)
            start = time.perf_counter()
            workers[OURS].ask("decode", **how)
            took = time.perf_counter() - start
            rows.append(
                {
                    "pairs read": material.size, "µs a pair, read and batched":
                    1e6 * read / material.size, "words decoded": len(words),
                    "ms a word, greedy": 1000 * took / len(words),
                }
            )  # fmt: skip
    return rows


def cold(common: Common, setting: Setting) -> list[Row]:
    """Whole programs from a cold shell, in turn: seconds and peak memory."""
    program, job = str(Path(__file__).with_name("contestant.py")), str(common.job)
    commands = {
        "import torch": [sys.executable, "-c", "import torch"],
        f"first answer, {OURS}": [
            sys.executable, "-m", "seq2see", "predict", str(common.model), "--beam", "1",
        ],
    }  # fmt: skip
    for name in (PLAIN, MARIAN):
        python = setting.pythons.get(name, sys.executable)
        commands[f"first answer, {name}"] = [python, program, MODULES[name], job, "first_answer"]
    for name in (OURS, PLAIN, MARIAN):
        python = setting.pythons.get(name, sys.executable)
        commands[f"first update, {name}"] = [python, program, MODULES[name], job, "first_update"]
    seconds: Times = {}
    memory: dict[str, float] = {}
    for _ in range(1 if setting.quick else 3):
        for name, command in list(commands.items()):
            try:
                took, most = whole_program(command, f"{common.word}\n")
            except subprocess.CalledProcessError:
                skipped(name, Unavailable("does not run"))
                del commands[name]
                continue
            seconds.setdefault(name, []).append(took)
            memory[name] = max(memory.get(name, 0.0), most)
    return [
        {
            "program": name, "seconds": statistics.median(each), "lowest": min(each),
            "highest": max(each), "beyond import torch": statistics.median(
                a - b for a, b in zip(each, seconds["import torch"], strict=False)
            ), "peak MB": memory[name],
        }
        for name, each in seconds.items()
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few rounds: shows that it runs")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="may be repeated")
    parser.add_argument("--data", metavar="FILE", type=Path, help="word, tab, phones")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    parser.add_argument("--threads", type=int, action="append", help="for training; 1 and 2")
    parser.add_argument("--seconds", type=float, default=300, help="for what repeats (%(default)s)")
    parser.add_argument(
        "--python", metavar="PEER=PROGRAM", action="append", default=[],
        help=f"the Python of a peer's environment: {', '.join(list(MODULES)[1:])}",
    )  # fmt: skip
    chosen = parser.parse_args()
    pythons = dict(one.split("=", 1) for one in chosen.python)
    seconds = chosen.seconds / 6 if chosen.quick else chosen.seconds
    setting = Setting(pythons, chosen.threads or [1, 2], seconds, chosen.quick)
    found: dict[str, object] = {
        "python": platform.python_version(), "torch": str(torch.__version__),
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = chosen.data or (BESIDE if BESIDE.is_file() else generated(folder))
        kind = "generated pairs" if data.parent == folder else f"pairs of {data.name}"
        print(f"Data: {kind}.\n", flush=True)
        found["data"] = kind
        sections = [one for one in SECTIONS if one in (chosen.only or SECTIONS)]
        common = None
        for section in sections:
            if section in ("training", "lstm"):
                rows = training(section, data, folder, setting)
            else:
                if common is None:
                    common = Common("transformer", data, folder)
                    prepare(common, setting)
                works: dict[str, Callable[[], list[Row]]] = {
                    "decoding": lambda c=common: decoding(c, setting),
                    "lengths": lambda c=common: lengths(c, setting),
                    "pairs": lambda c=common: pairs(c, data, folder, setting),
                    "cold": lambda c=common: cold(c, setting),
                }
                rows = works[section]()
            found[section] = rows
            print(f"{section.capitalize()}:\n\n{table(rows)}\n", flush=True)
            if chosen.json:
                Path(chosen.json).write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
