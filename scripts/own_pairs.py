"""Trains the recipes for pairs of one's own on public data, and measures what they give.

    python scripts/own_pairs.py --data DIR --out DIR            # everything, about two hours
    python scripts/own_pairs.py --data DIR --out DIR ice hun    # some rows

Each row trains with every seed (what is trained already is not trained again), saves the answers
to its test file beside the model, measures those saved answers with `seq2see evaluate
--predictions`, and writes `results/own-pairs/NAME.json`. The data and the answers, which are nearly
the data, stay out of the repository; the JSON holds a digest of the answers. Which file is looked
at is written here before any run: models are chosen on dev files, test files are answered once.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "results" / "own-pairs"


class Row(NamedTuple):
    """One trained and measured system."""

    recipe: str
    train: tuple[str, ...]
    dev: tuple[str, ...]
    test: tuple[str, ...]
    """Files below the data folder; two of them are parallel text."""
    seeds: tuple[int, ...]
    published: str
    settings: tuple[str, ...] = ()
    minutes: float | None = None
    """Stop after so long, as by Ctrl-C."""
    flags: tuple[str, ...] = ()
    """For `evaluate`."""


def g2p(language: str, test: str, seeds: tuple[int, ...], published: str, *settings: str) -> Row:
    """A row of the SIGMORPHON 2021 data."""
    files = [(f"g2p/{language}_{part}.tsv",) for part in ("train", "dev", test)]
    return Row("g2p", *files, seeds, published, settings)


def inflection(size: int, published: str, seeds: tuple[int, ...] = (1,)) -> Row:
    """A row of the SIGMORPHON 2022 data."""
    train, dev, test = f"inflection/eng_{size}.train", "inflection/eng.dev", "inflection/eng.gold"
    return Row("inflection", (train,), (dev,), (test,), seeds, published)


ROWS = {
    "ice": g2p("ice", "dev", (1, 2, 3), "78 % (attentive LSTM, dev)"),
    "ice-plain": g2p("ice", "dev", (1,), "15 % (LSTM without attention, dev)",
                     "model.attention=none"),
    "hun": g2p("hun", "test", (1,), "98.2 % (ensemble)"),
    "inflection-100": inflection(100, "21.7 %"),
    "inflection-300": inflection(300, "62.8 %"),
    "inflection-500": inflection(500, "78.2 %", (1, 2, 3)),
    "inflection-1000": inflection(1000, "84.8 %", (1, 2, 3)),
    "transliteration": Row(
        "transliteration", ("transliteration/en_he_64.tsv",), ("transliteration/en_he_16.tsv",),
        ("transliteration/en_he_20.tsv",), (1,), "none on this split",
        flags=("--several-references", "--top-k", "3"),
    ),
    "translation": Row(
        "translation", ("translation/train.en", "translation/train.de"),
        ("translation/val.en", "translation/val.de"),
        ("translation/test_2016_flickr.en", "translation/test_2016_flickr.de"), (1,), "–",
        minutes=20.0,
    ),
}  # fmt: skip


def run(*arguments: str, minutes: float | None = None) -> tuple[str, float]:
    """Standard output of a seq2see command, and its minutes; ends the script where it fails."""
    began = time.monotonic()
    command = [sys.executable, "-m", "seq2see", *arguments]
    print("$ seq2see", " ".join(arguments), flush=True)
    limit = ["timeout", "--signal=INT", f"{minutes}m"] if minutes else []
    done = subprocess.run([*limit, *command], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, *((124, 130) if minutes else ())):
        sys.exit(f"seq2see ended with status {done.returncode}")
    return done.stdout, (time.monotonic() - began) / 60


def train(row: Row, data: Path, folder: Path, seed: int, threads: str) -> list[str]:
    """Train where there is no finished model; the command, as a reader would type it."""
    sides = [("--train", row.train), ("--dev", row.dev)]
    files = [
        part
        for option, names in sides
        for flag, name in zip((option, f"{option}-target"), names, strict=False)
        for part in (flag, str(data / name))
    ]
    settings = [part for setting in row.settings for part in ("--set", setting)]
    command = ["train", row.recipe, *files, *settings, "--seed", str(seed)]
    if not (folder / "metrics.json").is_file():
        run(*command, "--out", str(folder), "--threads", threads, minutes=row.minutes)
    return ["seq2see", *(part.replace(f"{data}/", "") for part in command), "--out", folder.name]


def measure(row: Row, data: Path, folder: Path) -> dict[str, Any]:
    """Answer the test file once, save the answers, and measure those."""
    test = [str(data / name) for name in row.test]
    sources, answers = folder / "test-sources.txt", folder / "test-answers.jsonl"
    if not answers.is_file():
        sources.write_text("".join(f"{line}\n" for line in test_sources(row, data)), "utf-8")
        beam = "5"
        run("predict", str(folder), str(sources), "--beam", beam, "--n-best", beam,
            "--format", "jsonl", "--out", str(answers))  # fmt: skip
    targets = ["--targets", test[1]] if len(test) > 1 else []
    found, _ = run("evaluate", str(folder), test[0], *targets, *row.flags,
                   "--predictions", str(answers), "--json")  # fmt: skip
    report = json.loads(found)
    kept = ("items", "pairs", "accuracy", "top_k", "top_k_accuracy", "symbol_error_rate",
            "word_error_rate", "bleu", "chrf", "intervals", "signatures")  # fmt: skip
    digest = hashlib.sha256(answers.read_bytes()).hexdigest()
    return {key: report[key] for key in kept} | {"answers_sha256": digest}


def test_sources(row: Row, data: Path) -> list[str]:
    """The sources of the test file, with features where there are some."""
    from seq2see.core.recipe_file import load_recipe
    from seq2see.data.pair_files import read_given_pairs

    name, *targets = (str(data / file) for file in row.test)
    pairs = read_given_pairs(name, targets[0] if targets else None, load_recipe(row.recipe))
    return [pair.source for pair in pairs.pairs]


def commit() -> str:
    """Of the repository, with "+" where something is not committed."""
    found = [
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        for words in (["rev-parse", "--short=12", "HEAD"], ["status", "--porcelain", "src"])
    ]
    return found[0].stdout.strip() + ("+" if found[1].stdout.strip() else "")


def main() -> None:
    """Run the rows that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", help=f"of {', '.join(ROWS)}; all without any")
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data")
    parser.add_argument("--out", type=Path, required=True, help="folder for models and answers")
    parser.add_argument("--threads", default="1")
    given = parser.parse_args()
    for name in given.rows or ROWS:
        row, runs = ROWS[name], []
        for seed in row.seeds:
            folder = given.out / f"{name}-{seed}"
            command = train(row, given.data, folder, seed, given.threads)
            metrics = json.loads((folder / "metrics.json").read_text())
            runs.append({
                "seed": seed,
                "command": " ".join(command),
                "minutes": round(metrics["training_seconds"] / 60, 1),
                "epochs": metrics["epochs"],
                "dev_accuracy": metrics["held_out_accuracy"],
                **measure(row, given.data, folder),
            })  # fmt: skip
        RESULTS.mkdir(parents=True, exist_ok=True)
        result = {"name": name, "recipe": row.recipe, "test": row.test[0],
                  "published": row.published, "commit": commit(), "runs": runs}  # fmt: skip
        path = RESULTS / f"{name}.json"
        path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(f"{name}:", *(f"{one['accuracy']:.1%}" for one in runs), flush=True)


if __name__ == "__main__":
    main()
