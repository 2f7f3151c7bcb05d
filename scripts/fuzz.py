"""Feeds damaged pair files, recipes and model directories to seq2see and looks for tracebacks.

    python scripts/fuzz.py --inputs 10000 --seed 1

Each input starts from a whole one and is changed in a few places: bytes flipped, cut out, put in
or doubled; lines moved; files swapped, emptied or removed. It either works or ends in a
`Seq2seeError`, which the program prints as a message. Anything else is a finding: it is printed
with its traceback and the number from which it can be made again, and the exit status is 1.
"""

import argparse
import functools
import gzip
import math
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import torch

from seq2see.core.errors import Seq2seeError
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_check import check_recipe
from seq2see.core.recipe_file import (
    load_recipe,
    parse_recipe,
    recipe_data,
    shipped_names,
    write_recipe,
)
from seq2see.core.recipe_override import override
from seq2see.data.tasks import codec_of, pairs_of
from seq2see.models.registry import build_model
from seq2see.predictor.predictor import load
from seq2see.store.manifest import Facts
from seq2see.store.model_directory import StoredModel, save_model
from seq2see.training.material import Material

Draws = random.Random

PIECES = [
    b"", b"\n", b"\r", b"\r\n", b"\t", b"\t\t", b" ", b"  ", b"\0", b"\xff", b"\xef\xbb\xbf",
    b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xe2\x96\x81", b"\xee\x96\x81", b"e\xcc\x81", b"\x1f\x8b",
    b"<eos>", b"<unk>", b'"', b"\\", b"\\ud800", b"\\u0000", b"{", b"}", b"[", b"]", b",", b":",
    b"null", b"true", b"1e999", b"NaN", b"nan", b"-inf", b"-1", b"0", b"99999999999999999999",
    b"'", b"=", b"#", b"'''", b"1979-05-27T07:32:00", b"\xf0\x9f\x91\xa9\xe2\x80\x8d",
    b"[" * 3000, b'{"a":' * 3000, b"a." * 3000, b"x" * 5000, b"\xc2\xa0", b"\x85",
]  # fmt: skip
"""What stands in a file where something goes wrong."""


def damaged(draws: Draws, content: bytes, most: int = 4) -> bytes:
    """`content` changed in 0 to `most` places."""
    for _ in range(draws.randint(0, most)):
        start = draws.randint(0, len(content))
        end = min(len(content), start + draws.choice([0, 1, 2, 5, 50]))
        match draws.randrange(7):
            case 0 if content:
                place = draws.randrange(len(content))
                flipped = content[place] ^ (1 << draws.randrange(8))
                content = content[:place] + bytes([flipped]) + content[place + 1 :]
            case 1:
                content = content[:start] + content[end:]
            case 2:
                content = content[:start] + draws.choice(PIECES) + content[end:]
            case 3:
                content = content[:end] + content[start:]
            case 4:
                content = content[: draws.choice([start, len(content) - 1])]
            case 5:
                lines = content.splitlines(keepends=True)
                draws.shuffle(lines)
                content = b"".join(lines[: draws.choice([len(lines), start])])
            case _:
                content = content[:start] + draws.randbytes(draws.randint(0, 9)) + content[start:]
    return content


# Pair files


WORDS = ["a", "ab", "ba b", "x y z", "é", "e\u0301", "ß", "İ", "👩‍👧", "▁a", "\ue581", "<eos>",
         "语", "ﬁ", "\u200b", "ABC", "a  b", " a", "b ", "1"]  # fmt: skip
TAGS = ["V;PST", "N", "", ";;", "V;V"]


def pair_files(draws: Draws, folder: Path) -> None:
    """A pair file, or two, of any layout: as far as the batches that a model would learn from."""
    layout = draws.choice(["columns", "parallel", "jsonl"])
    rows = [(draws.choice(WORDS), draws.choice(WORDS), draws.choice(TAGS))
            for _ in range(draws.choice([0, 1, 2, 5, 30, 30, 30, 30]))]  # fmt: skip
    header = draws.random() < 0.3
    if layout == "jsonl":
        lines = [msgspec.json.encode({"source": s, "target": t, "tags": f}) for s, t, f in rows]
        contents = [b"\n".join(lines)]
    elif layout == "parallel":
        contents = ["\n".join(row[side] for row in rows).encode() for side in (0, 1)]
    else:
        named = [("source", "target", "tags")] if header else []
        contents = ["\n".join(map("\t".join, [*named, *rows])).encode()]
    files = []
    for number, content in enumerate(contents):
        content = damaged(draws, content, draws.choice([0, 1, 4]))
        if draws.random() < 0.1:
            content = damaged(draws, gzip.compress(content), draws.choice([0, 2]))
        path = folder / f"pairs-{number}"
        path.write_bytes(content)
        files.append(str(path))
    if draws.random() < 0.02:
        files[-1] = draws.choice([str(folder), "no such file", "a\0b", "\udcff", "x" * 999])
    features = draws.choice(["", "tags" if layout == "jsonl" or header else "3"])
    settings = {
        "task.train": files[0], "task.layout": layout, "task.header": header,
        "task.train_target": files[1] if layout == "parallel" else "",
        "task.source_column": draws.choice(["1"] * 20 + ["source", "0", "-1", "²", "9" * 5000]),
        "task.features_column": "" if layout == "parallel" else features,
        "text.features": ";" if features and layout != "parallel" else "",
        "task.dev_pairs": draws.choice([0, 0, 1, 2, 100]), "training.best_by": "none",
        "training.keep_best": 1, "training.patience": 0,
        "text.source": draws.choice(["characters", "graphemes", "words", "subwords"]),
        "text.target": draws.choice(["characters", "graphemes", "words", "subwords"]),
        "text.subwords": draws.choice([1, 20, 40, 1000]),
        "text.subword_model": draws.choice(["unigram", "bpe"]),
        "text.normalisation": draws.choice(["none", "NFC", "NFD", "NFKC", "NFKD"]),
        "text.lower_case": draws.random() < 0.3, "text.source_eos": draws.random() < 0.5,
        "text.source_separator": draws.choice([" ", "|"]),
        "text.shared_vocabulary": draws.random() < 0.2,
        "text.minimum_count": draws.choice([1, 1, 2, 9]),
        "training.unknown_share": draws.choice([0.0, 0.5]),
        "training.batch_tokens": draws.choice([0, 0, 20, 1000]),
        "training.bucket_batches": draws.choice([0, 3]),
    }  # fmt: skip
    recipe = _with(load_recipe("g2p"), settings)
    pairs = pairs_of(recipe)
    codec = codec_of(recipe, pairs)
    material = Material(recipe, codec, pairs)
    for group in material.groups(2):
        assert group
    sources, targets = material.numbered(2)
    assert all(sources) and all(targets)


def _with(recipe: Recipe, settings: dict[str, object]) -> Recipe:
    """`recipe` with these values, as they are, in their places."""
    data = recipe_data(recipe)
    for key, value in settings.items():
        section, _, name = key.partition(".")
        data[section][name] = value
    return check_recipe(data, "fuzz")


# Recipes


VALUES = ["0", "-1", "1", "2", "3.5", "1e400", "nan", "inf", "true", '""', '"x"', "[]", "[1, 2]",
          "[[1]]", "{}", "{a = 1}", "9" * 30, "9" * 5000, "0x10", "1979-05-27", "'\udcff'",
          "\udcff", '"\\u0000"', "", "=", "[" * 2000, "none", "words", "parallel", '"lstm"',
          "1e-320", "10_000", "07:32:00", '"""', "-0.0", "1\n2", "nan\nname='x'"]  # fmt: skip


@functools.cache
def _text_of(name: str) -> str:
    return write_recipe(load_recipe(name))


def recipes(draws: Draws, folder: Path) -> None:
    """A recipe file and `--set`: read, changed, written and read again as the same."""
    text = _text_of(draws.choice(shipped_names()))
    lines = text.splitlines()
    for _ in range(draws.choice([0, 0, 1, 3])):
        place = draws.randrange(len(lines))
        key, equals, _ = lines[place].partition("=")
        if equals:
            lines[place] = f"{key}= {draws.choice(VALUES)}"
    content = "\n".join(lines).encode("utf-8", "surrogateescape")
    content = damaged(draws, content, draws.choice([0, 0, 1, 4]))
    path = folder / "recipe.toml"
    path.write_bytes(content)
    keys = [line.partition(" =")[0] for line in lines if " =" in line]
    settings = []
    for _ in range(draws.choice([0, 1, 1, 2])):
        section = draws.choice(["task", "text", "model", "training", "decoding", "", "a.b", "name"])
        value = draws.choice(VALUES)
        setting = f"{section}.{draws.choice(keys)}={value}"
        settings.append(draws.choice([setting, setting, f"name={value}", value, "=", "kind=1"]))
    try:
        recipe = load_recipe(path)
    except Seq2seeError:
        recipe = load_recipe(draws.choice(shipped_names()))
    recipe = override(recipe, settings)
    path.write_bytes(write_recipe(recipe).encode())
    assert load_recipe(path) == recipe
    assert parse_recipe(write_recipe(recipe), "again") == recipe


# Model directories


MODELS: dict[str, tuple[str, list[str]]] = {
    "lstm": ("g2p", ["model.width=8", "model.embedding_width=6", "model.attention_width=5"]),
    "other lstm": ("g2p", ["model.width=8", "model.embedding_width=6", "model.attention_width=5"]),
    "features": ("g2p", ["model.width=6", "model.embedding_width=4", "model.attention_width=3",
                         "text.features=;", "task.features_column=3"]),
    "subwords": ("g2p", ["model.width=6", "model.embedding_width=4", "model.attention=none",
                         "text.source=subwords", "text.target=subwords", "text.subwords=40"]),
    "transformer": ("number-reader", ["task.highest=99", "task.training_pairs=50",
                                      "task.held_out_pairs=20", "model.width=6", "model.heads=2",
                                      "model.inner=5"]),
    "one stack": ("one-stack-reader", ["model.width=6", "model.heads=2", "model.inner=5",
                                       "model.layers=1"]),
}  # fmt: skip
LIMITS = {"longest_source": 20, "longest_target": 12}
LINES = {"lstm": "ab", "other lstm": "ba", "features": "ab\tV;PST", "subwords": "abc a"}


def save_models(folder: Path) -> None:
    """Whole model directories of random weights, one of each kind."""
    pairs = folder / "pairs.tsv"
    pairs.write_text("".join(f"{a}{b} a\t{b}X {a}\tV;PST\n" for a in "abcde" for b in "fghi"))
    for number, (name, (shipped, settings)) in enumerate(MODELS.items()):
        limits = [f"text.{key}={value}" for key, value in LIMITS.items()]
        files = [f"task.train={pairs}", "task.dev_pairs=2"] if shipped == "g2p" else []
        recipe = override(load_recipe(shipped), [*settings, *limits, *files])
        found = pairs_of(recipe)
        codec = codec_of(recipe, found)
        torch.manual_seed(number)
        model = build_model(recipe, len(codec.source), len(codec.target)).eval()
        facts = Facts(longest_source=found.longest_source(codec))
        metrics = {"held_out_accuracy": 0.5, "updates": 3}
        save_model(folder / name, StoredModel(recipe, codec, model, metrics, facts))


def model_directories(draws: Draws, folder: Path, models: Path) -> None:
    """A model directory with something wrong in one or two files: opened, asked, explained."""
    name, other = draws.choices(list(MODELS), k=2)
    directory = folder / "model"
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(models / name, directory)
    files = sorted(path.name for path in directory.iterdir())
    broken = "nothing"
    for _ in range(draws.choice([1, 1, 1, 2, 0])):
        path = directory / draws.choice(files)
        if path.is_dir():
            continue
        content = path.read_bytes() if path.is_file() else b""
        swapped = models / other / path.name
        way = draws.randrange(8)
        broken = f"{path.name} of {name}, way {way}"
        if way == 0 and swapped.is_file():
            path.write_bytes(swapped.read_bytes())
        elif way == 1:
            path.unlink(missing_ok=True)
        elif way == 2:
            path.write_bytes(b"")
        elif way == 3 and content:
            place = draws.randrange(len(content))
            flipped = bytes([content[place] ^ (1 << draws.randrange(8))])
            path.write_bytes(content[:place] + flipped + content[place + 1 :])
        elif way == 4:
            path.write_bytes((models / name / draws.choice(files)).read_bytes())
        elif way == 5:
            path.unlink(missing_ok=True)
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(damaged(draws, content))
    predictor = load(directory)
    if path_is_changed(directory / "weights.safetensors", models):
        raise AssertionError(f"{broken}: weights that were changed were loaded")
    text, decoding = predictor.recipe.text, predictor.recipe.decoding
    if max(text.longest_source, text.longest_target) > 200 or decoding.beam > 20:
        return  # whole, but a search of its own hours
    line = draws.choice([LINES.get(name, "42"), "", "0", "x" * 50, "ab\tV", "\0", "\ud800", "1 2"])
    assert len(predictor.predict([line])) == 1
    explained = predictor.explain(line)
    for hypothesis in explained.hypotheses:
        assert math.isfinite(hypothesis.log_probability)


def path_is_changed(weights: Path, models: Path) -> bool:
    """Whether these weights are not those of any whole model."""
    whole = [(models / name / weights.name).read_bytes() for name in MODELS]
    return weights.read_bytes() not in whole


# All of them


def survives(work: Callable[[], None]) -> bool:
    """True when `work` succeeded, False when it ended in a message; all else is raised."""
    try:
        work()
    except Seq2seeError as error:
        assert error.message().strip()
        error.message().encode("utf-8", "replace")
        return False
    return True


def targets(models: Path, folder: Path) -> dict[str, Callable[[Draws], None]]:
    """By name: what feeds one damaged input drawn from `draws`; `models` as `save_models` left."""
    return {
        "pair files": lambda draws: pair_files(draws, folder),
        "recipes": lambda draws: recipes(draws, folder),
        "model directories": lambda draws: model_directories(draws, folder, models),
    }


def main() -> int:
    """Feed as many inputs as asked; 1 where one ended in anything but a message."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--only", type=int, help="feed this one input again, by its number")
    asked = parser.parse_args()
    print(f"seed {asked.seed}")
    torch.set_num_threads(1)
    counted: Counter[str] = Counter()
    findings, began, slowest = 0, time.monotonic(), 0.0
    with tempfile.TemporaryDirectory(prefix="seq2see-fuzz-") as folder:
        models, work = Path(folder, "models"), Path(folder, "work")
        models.mkdir()
        work.mkdir()
        save_models(models)
        feeds = targets(models, work)
        chosen = range(asked.inputs) if asked.only is None else [asked.only]
        for number in chosen:
            kind = list(feeds)[number % len(feeds)]
            draws = random.Random(f"{asked.seed}/{number}")
            start = time.monotonic()
            try:
                works = survives(functools.partial(feeds[kind], draws))
                counted[f"{kind} {'that work' if works else 'refused in words'}"] += 1
            except Exception:
                findings += 1
                print(f"\nFINDING in {kind}: --seed {asked.seed} --only {number}")
                traceback.print_exc(file=sys.stdout)
            slowest = max(slowest, time.monotonic() - start)
    for what, count in sorted(counted.items()):
        print(f"{count:6} {what}")
    seconds = time.monotonic() - began
    print(f"{len(chosen)} inputs in {seconds:.0f} s (slowest {slowest:.1f} s): {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
