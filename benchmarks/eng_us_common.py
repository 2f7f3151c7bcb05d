"""What the contestants of `eng_us.py` share: one recipe, pairs as numbers, and their batches."""

import json
import tomllib
from pathlib import Path
from random import Random

import msgspec

from seq2see.core.recipe import Recipe, Transformer
from seq2see.core.recipe_check import check_recipe
from seq2see.core.recipe_file import load_recipe, recipe_data, write_recipe
from seq2see.core.recipe_override import override
from seq2see.data.epochs import epoch_batches
from seq2see.data.tasks import codec_of, pairs_of
from seq2see.training.material import Material

Batches = list[list[int]]
LONGEST = 40
"""Symbols in an answer, for all."""
TRANSFORMER = """
kind = "transformer"
width = 256
heads = 4
inner = 1024
encoder_layers = 4
decoder_layers = 4
norm = "post"
final_norm = false
positions = "sinusoidal"
sinusoid_layout = "halves"
embedding_init = "small"
embedding_scale = true
shared_embeddings = "all"
projection_bias = true
dropout = 0.1
"""
SETTINGS = ["text.longest_target=512", "training.batch_pairs=128",
            "training.warmup_updates=50", "training.learning_rate=0.0005",
            "task.dev_pairs=512"]  # fmt: skip


def recipe_of(kind: str, data: Path) -> Recipe:
    """The shipped recipe for spelling to phones, its model that of this benchmark."""
    recipe = override(load_recipe("g2p"), ["text.shared_vocabulary=true"])
    if kind == "transformer":
        changed = recipe_data(recipe) | {"model": tomllib.loads(TRANSFORMER)}
        recipe = check_recipe(changed, "the recipe of this benchmark")
    else:
        recipe = override(recipe, ["model.attention=dot", "model.dropout=0.1"])
    return override(recipe, [*SETTINGS, f"task.train={json.dumps(str(data))}"])


class Common:
    """What all contestants of one kind of model share: pairs as numbers, batches, sizes."""

    def __init__(self, kind: str, data: Path, folder: Path) -> None:
        self.recipe = recipe_of(kind, data)
        pairs = pairs_of(self.recipe)
        codec = codec_of(self.recipe, pairs)
        material = Material(self.recipe, codec, pairs)
        self.sources, self.targets = material.numbered(1)
        self.held_out = sorted((codec.source_ids(p.source) for p in pairs.held_out), key=len)
        self.word = min((p.source for p in pairs.held_out), key=lambda word: abs(len(word) - 7))
        self.symbols = len(codec.target)
        training = self.recipe.training
        self.bucketed = self._balanced([group[0] for group in material.groups(1)])
        as_drawn = msgspec.structs.replace(training, bucket_batches=0)
        lengths = [list(map(len, side)) for side in (self.sources, self.targets)]
        drawn = epoch_batches(lengths[0], lengths[1], as_drawn, 1)[:-1]
        self.drawn = [drawn[start : start + 2] for start in range(0, len(drawn) - 1, 2)]
        self.weights, self.model = folder / f"{kind}.npz", folder / f"{kind}-model"
        self.marian, self.job = folder / "marian", folder / f"{kind}.json"
        recipe_file = folder / f"{kind}.toml"
        recipe_file.write_text(write_recipe(self.recipe))
        pairs_file = folder / f"{kind}-pairs.json"
        pairs_file.write_text(json.dumps(list(zip(self.sources, self.targets, strict=True))))
        sizes = recipe_data(self.recipe)["model"]
        job = sizes | {
            "recipe": str(recipe_file), "folder": str(folder), "symbols": self.symbols,
            "pairs": str(pairs_file),
            "layers": sizes.get("encoder_layers"), "learning_rate": training.learning_rate,
            "longest": LONGEST, "first_batch": drawn[0], "weights": str(self.weights),
            "first_source": codec.source_ids(self.word), "marian": str(self.marian),
        }  # fmt: skip
        self.job.write_text(json.dumps(job))

    def _balanced(self, batches: Batches) -> list[Batches]:
        """Rounds of a short and a long batch of one bucket, so that rounds are much alike."""
        rounds: list[Batches] = []
        size = self.recipe.training.bucket_batches
        for start in range(0, len(batches) - size + 1, size):
            bucket = batches[start : start + size]
            bucket.sort(key=lambda batch: sum(len(self.sources[i]) for i in batch))
            rounds += [[bucket[i], bucket[-1 - i]] for i in range(size // 2)]
        Random(1).shuffle(rounds)
        return rounds

    def tokens(self, batches: Batches) -> int:
        """Target tokens, without padding."""
        return sum(len(self.targets[i]) for batch in batches for i in batch)

    def padding(self, rounds: list[Batches]) -> float:
        """Share of the target places that are padding."""
        batches = [batch for one in rounds for batch in one]
        places = sum(len(b) * max(len(self.targets[i]) for i in b) for b in batches)
        return 1 - self.tokens(batches) / places

    def multiply_adds(self, rounds: list[Batches]) -> float | None:
        """Of the updates, by formula: three times a forward pass over the real tokens alone."""
        size = self.recipe.model
        if not isinstance(size, Transformer):
            return None
        d, total = size.width, 0.0
        for i in (i for one in rounds for batch in one for i in batch):
            s, t = len(self.sources[i]), len(self.targets[i])
            encoder = s * (4 * d * d + 2 * s * d + 2 * d * size.inner)
            decoder = t * (6 * d * d + 2 * t * d + 2 * s * d + 2 * d * size.inner) + 2 * s * d * d
            total += size.encoder_layers * encoder + size.decoder_layers * decoder
            total += t * d * self.symbols
        return 3 * total


def generated(folder: Path) -> Path:
    """Pairs that are as long as the American English ones: 7.5 letters and 6.9 phones."""
    random, letters = Random(1), "abcdefghijklmnopqrstuvwxyz"
    words: dict[str, str] = {}
    while len(words) < 33_344:
        length = min(34, max(2, round(random.gauss(7.5, 2.55))))
        word = "".join(random.choices(letters, k=length))
        words[word] = " ".join(f"{a}{i % 4}" for i, a in enumerate(word) if i == 0 or a not in "hw")
    file = folder / "generated.tsv"
    file.write_text("".join(f"{word}\t{phones}\n" for word, phones in words.items()))
    return file
