"""The encoder of the recurrent model: an LSTM that reads the source (Sutskever et al. 2014)."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from seq2see.core.recipe import Lstm
from seq2see.core.tap import tap
from seq2see.models.contract import Memory

HC = tuple[Float[Tensor, "layers batch width"], Float[Tensor, "layers batch width"]]


@dataclass(frozen=True)
class LstmMemory(Memory):
    """One state a source token, and the summary: h and c after the last one."""

    summary: HC

    def select(self, rows: Int[Tensor, " rows"]) -> "LstmMemory":
        """The memory of these rows, in this order."""
        h, c = self.summary
        return LstmMemory(self.states[rows], self.source_is_token[rows], (h[:, rows], c[:, rows]))


class LstmEncoder(nn.Module):
    """Reads left to right, or both ways with half the width each.

    The summary is what an LSTM holds after the last real token (and, backwards, after the first):
    padding is never read.
    """

    def __init__(self, recipe: Lstm) -> None:
        super().__init__()
        self.directions = 2 if recipe.bidirectional else 1
        self.lstm = nn.LSTM(
            recipe.embedding_width,
            recipe.width // self.directions,
            recipe.layers,
            batch_first=True,
            bidirectional=recipe.bidirectional,
            dropout=recipe.dropout if recipe.layers > 1 else 0.0,
        )

    def forward(
        self,
        rows: Float[Tensor, "batch source embedding"],
        source_is_token: Bool[Tensor, "batch source"],
    ) -> LstmMemory:
        """Memory of embedded sources, padded on the right."""
        lengths = source_is_token.sum(1)
        if not bool((lengths > 0).all()):
            raise ValueError("a source without any token cannot be read")
        packed = pack_padded_sequence(rows, lengths.cpu(), batch_first=True, enforce_sorted=False)
        output, (h, c) = self.lstm(packed)
        states, _ = pad_packed_sequence(output, batch_first=True, total_length=rows.shape[1])
        tap(self, "output", states, "batch source width")
        return LstmMemory(states, source_is_token, (self._joined(h), self._joined(c)))

    def _joined(self, state: Tensor) -> Tensor:
        """(layers · directions, batch, width of one) to (layers, batch, width)."""
        both, batch, width = state.shape
        by_layer = state.view(both // self.directions, self.directions, batch, width)
        return torch.cat(list(by_layer.unbind(1)), dim=-1)
