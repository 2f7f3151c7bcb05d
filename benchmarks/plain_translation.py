"""Translation with `torch.nn.Transformer`, as most people would write it: a peer of `eng_us.py`.

The training loop is that of `plain_script.py`: shuffled batches, padded, torch's loss and Adam.
The decoder is greedy and runs again over all that it has written. The model computes what
seq2see's does; `torch.nn.Transformer`'s last normalisations, which that has not, are taken out.
"""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from contestant import Job, pairs_to_learn
from plain_script import BOS, EOS, PAD, Embedding, PlainScript
from torch_transformer import TorchTransformer, torch_name


class PlainTranslation(TorchTransformer):
    """`TorchTransformer` with dropout and the job's sizes."""

    def __init__(self, job: Job) -> None:
        symbols, width, layers = job["symbols"], job["width"], job["layers"]
        super().__init__(symbols, symbols, width, job["heads"], job["inner"], layers)
        self.source = nn.Sequential(Embedding(symbols, width, 512), nn.Dropout(job["dropout"]))
        self.target = nn.Sequential(Embedding(symbols, width, 512), nn.Dropout(job["dropout"]))
        self.transformer = nn.Transformer(
            width, job["heads"], layers, layers, job["inner"], job["dropout"], batch_first=True
        )
        self.transformer.encoder.norm = self.transformer.decoder.norm = None

    def load(self, file: str) -> None:
        """Take over seq2see's weights, and its order of sines and cosines: all sines first."""
        with np.load(file) as weights:
            self.copy_weights({name: torch.from_numpy(weights[name]) for name in weights})
        for side in (self.source, self.target):
            table = side[0].table
            table.copy_(torch.cat([table[:, 0::2], table[:, 1::2]], dim=1))

    @torch.no_grad()
    def copy_weights(self, named: dict[str, Tensor]) -> None:
        mine = self.state_dict()
        for name, weight in named.items():
            where, part = torch_name(name.replace(".bias", ".weight"))
            where = where.replace("source.", "source.0.").replace("target.", "target.0.")
            if name.endswith(".bias"):
                where = where.replace("_weight", "_bias").replace(".weight", ".bias")
            target = mine[where]
            if part is not None:
                third = len(target) // 3
                target = target[part * third : (part + 1) * third]
            target.copy_(weight)


class Contestant:
    """What the benchmark asks for."""

    def __init__(self, job: Job) -> None:
        torch.manual_seed(1)
        self.job = job
        self.model = PlainTranslation(job)
        self.script: PlainScript | None = None

    def threads(self, count: int) -> None:
        torch.set_num_threads(count)

    def train(self, batches: list[list[int]]) -> float:
        if self.script is None:
            pairs = pairs_to_learn(self.job)
            self.script = PlainScript(self.model, pairs, self.job["learning_rate"])
        self.model.train()
        return [self.script.update(chosen) for chosen in batches][-1]

    def load(self, file: str) -> None:
        self.model.load(file)
        self.model.eval()

    @torch.no_grad()
    def decode(
        self, sources: list[list[int]], beam: int, batch: int, longest: int, exactly: bool = False
    ) -> list[list[int]]:
        """Greedy answers; with `exactly`, `<eos>` is never written."""
        assert beam == 1, "the plain script has no beam search"
        answers: list[list[int]] = []
        for start in range(0, len(sources), batch):
            some = [torch.tensor(source) for source in sources[start : start + batch]]
            source = pad_sequence(some, batch_first=True)
            written = torch.full((len(some), 1), BOS)
            ended = torch.zeros(len(some), dtype=torch.bool)
            while written.shape[1] <= longest and not ended.all():
                logits = self.model(source, written)[:, -1]
                if exactly:
                    logits[:, EOS] = -torch.inf
                token = logits.argmax(-1).masked_fill(ended, PAD)
                written = torch.cat([written, token[:, None]], dim=1)
                ended |= token == EOS
            answers += [[i for i in row[1:] if i != PAD] for row in written.tolist()]
        return answers

    def first_update(self) -> None:
        self.train([self.job["first_batch"]])

    def first_answer(self) -> None:
        self.load(self.job["weights"])
        print(self.decode([self.job["first_source"]], 1, 1, self.job["longest"]))
