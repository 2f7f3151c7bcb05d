"""CTranslate2 with seq2see's weights, in 32 bits: a peer of `eng_us.py` that only decodes.

Needs ctranslate2 and numpy alone.
"""

import tempfile
from math import log
from typing import Any

import ctranslate2
import numpy as np
from ctranslate2.specs import TransformerSpec
from ctranslate2.specs.common_spec import Activation

from contestant import Job

BOS, EOS, UNK = 1, 2, 3


def specification(job: Job, weights: dict[str, np.ndarray]) -> TransformerSpec:
    """The model as CTranslate2 describes one."""
    layers = job["layers"]
    spec = TransformerSpec.from_config(
        (layers, layers), job["heads"], pre_norm=False, activation=Activation.RELU
    )
    for side, part in (("encoder", spec.encoder), ("decoder", spec.decoder)):
        part.scale_embeddings = job["width"] ** 0.5
        part.position_encodings.encodings = sinusoids(512, job["width"])
        table = part.embeddings[0] if side == "encoder" else part.embeddings
        table.weight = weights["source_embedding.tokens.weight"]
        for number, layer in enumerate(part.layer):
            path = f"{side}.layers.{number}"
            set_layer(layer, path, weights, last=2 if side == "encoder" else 3)
    set_linear(spec.decoder.projection, [weights["output.weight"]], [weights["output.bias"]])
    symbols = list(map(str, range(job["symbols"])))
    spec.register_source_vocabulary(symbols)
    spec.register_target_vocabulary(symbols)
    spec.config.bos_token = spec.config.decoder_start_token = str(BOS)
    spec.config.eos_token, spec.config.unk_token = str(EOS), str(UNK)
    return spec


def set_layer(layer: Any, path: str, weights: dict[str, np.ndarray], last: int) -> None:
    def linear(into: Any, *names: str) -> None:
        parts = [[weights[f"{path}.{name}.{kind}"] for name in names] for kind in KINDS]
        set_linear(into, *parts)

    def norm(into: Any, number: int) -> None:
        into.gamma, into.beta = (weights[f"{path}.add_norm_{number}.norm.{k}"] for k in KINDS)

    own = "self_attention"
    linear(layer.self_attention.linear[0], f"{own}.W_Q", f"{own}.W_K", f"{own}.W_V")
    linear(layer.self_attention.linear[1], f"{own}.W_O")
    norm(layer.self_attention.layer_norm, 1)
    if last == 3:
        cross = "cross_attention"
        linear(layer.attention.linear[0], f"{cross}.W_Q")
        linear(layer.attention.linear[1], f"{cross}.W_K", f"{cross}.W_V")
        linear(layer.attention.linear[2], f"{cross}.W_O")
        norm(layer.attention.layer_norm, 2)
    linear(layer.ffn.linear_0, "feed_forward.W_1")
    linear(layer.ffn.linear_1, "feed_forward.W_2")
    norm(layer.ffn.layer_norm, last)


KINDS = ("weight", "bias")


def set_linear(into: Any, weights: list[np.ndarray], biases: list[np.ndarray]) -> None:
    into.weight, into.bias = np.concatenate(weights), np.concatenate(biases)


def sinusoids(places: int, width: int) -> np.ndarray:
    """All sines first."""
    rate = np.exp(np.arange(0, width, 2) * (-log(10_000.0) / width))
    angle = np.arange(places)[:, None] * rate
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1).astype(np.float32)


class Contestant:
    """What the benchmark asks for."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.count = 1

    def threads(self, count: int) -> None:
        self.count = count

    def load(self, file: str) -> None:
        with np.load(file) as weights, tempfile.TemporaryDirectory() as folder:
            spec = specification(self.job, dict(weights))
            spec.validate()
            spec.save(folder)
            self.translator = ctranslate2.Translator(
                folder, compute_type="float32", intra_threads=self.count, inter_threads=1
            )

    def decode(
        self, sources: list[list[int]], beam: int, batch: int, longest: int, exactly: bool = False
    ) -> list[list[int]]:
        """The best answers; with `exactly` they have `longest` symbols."""
        answers: list[list[int]] = []
        for start in range(0, len(sources), batch):
            found = self.translator.translate_batch(
                [list(map(str, source)) for source in sources[start : start + batch]],
                beam_size=beam, max_batch_size=0, max_decoding_length=longest,
                min_decoding_length=longest if exactly else 0, length_penalty=0.0,
            )  # fmt: skip
            # Its answers lack the <eos> that ended them.
            ids = [list(map(int, one.hypotheses[0])) for one in found]
            answers += [row + [EOS] * (len(row) < longest) for row in ids]
        return answers
