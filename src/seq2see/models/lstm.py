"""The recurrent encoder–decoder (Sutskever et al. 2014), plain or with attention."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from seq2see.core.recipe import Lstm
from seq2see.core.tap import tap
from seq2see.models.contract import DecoderState, Memory
from seq2see.models.embedding import normal_table
from seq2see.models.lstm_encoder import HC, LstmEncoder, LstmMemory
from seq2see.models.source_attention import Keys, source_attention


@dataclass(frozen=True)
class LstmState:
    """What the decoder keeps between steps; only `recurrent` changes from one to the next."""

    recurrent: HC
    memory: LstmMemory
    keys: Keys | None
    """What attention makes of the encoder states, once; None in a plain model."""

    def select(self, rows: Int[Tensor, " rows"]) -> "LstmState":
        """The state of these hypotheses: repeated, reordered or dropped."""
        h, c = self.recurrent
        return LstmState(
            (h.index_select(1, rows), c.index_select(1, rows)),
            self.memory.select(rows),
            None if self.keys is None else self.keys.index_select(0, rows),
        )


class LstmModel(nn.Module):
    """Two LSTMs, one after the other; a `Seq2Seq`.

    The decoder starts from the encoder's summary. In the plain model that is all it ever gets;
    with attention each of its states s also reads every encoder state, and the next word is
    predicted from s and the context together. Since no context is fed back, attention runs for
    all steps at once in training.
    """

    def __init__(self, recipe: Lstm, source_symbols: int, target_symbols: int) -> None:
        super().__init__()
        sharing = recipe.shared_embeddings
        self.source_embedding = normal_table(source_symbols, recipe.embedding_width)
        self.target_embedding = (
            self.source_embedding
            if sharing == "all"
            else normal_table(target_symbols, recipe.embedding_width)
        )
        self.encoder = LstmEncoder(recipe)
        self.decoder = nn.LSTM(
            recipe.embedding_width,
            recipe.width,
            recipe.layers,
            batch_first=True,
            dropout=recipe.dropout if recipe.layers > 1 else 0.0,
        )
        self.attention = source_attention(recipe)
        readout = recipe.width if self.attention is None else 2 * recipe.width
        self.bridge = nn.Linear(readout, recipe.embedding_width) if recipe.tied_output else None
        self.output = nn.Linear(
            recipe.embedding_width if recipe.tied_output else readout, target_symbols
        )
        if recipe.tied_output:
            self.output.weight = self.target_embedding.weight
        self.dropout = nn.Dropout(recipe.dropout)
        self.source_attention = () if self.attention is None else ("attention.weights",)

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        source_is_token: Bool[Tensor, "batch source"],
        target_in: Int[Tensor, "batch target"],
    ) -> Float[Tensor, "batch target vocabulary"]:
        """Logits for every target position at once (teacher forcing)."""
        state = self.start(self.encode(source, source_is_token))
        logits, _ = self._read(target_in, state)
        return logits

    def encode(
        self, source: Int[Tensor, "batch source"], source_is_token: Bool[Tensor, "batch source"]
    ) -> LstmMemory:
        """One state a source token, and the summary."""
        rows = self.dropout(self.source_embedding(source))
        return self.encoder(rows, source_is_token)

    def start(self, memory: Memory) -> LstmState:
        """The summary; nothing written yet."""
        assert isinstance(memory, LstmMemory)
        keys = None if self.attention is None else self.attention.keys(memory.states)
        return LstmState(memory.summary, memory, keys)

    def step(
        self, token: Int[Tensor, " batch"], state: DecoderState
    ) -> tuple[Float[Tensor, "batch vocabulary"], LstmState]:
        """Logits after `token`: one LSTM step, one row of attention."""
        assert isinstance(state, LstmState)
        logits, recurrent = self._read(token[:, None], state)
        return logits[:, 0], LstmState(recurrent, state.memory, state.keys)

    def _read(
        self, target_in: Int[Tensor, "batch target"], state: LstmState
    ) -> tuple[Float[Tensor, "batch target vocabulary"], HC]:
        """Go on from `state` over any number of words."""
        rows = self.dropout(self.target_embedding(target_in))
        states, recurrent = self.decoder(rows, state.recurrent)
        tap(self, "states", states, "batch target width")
        readout = states
        if self.attention is not None and state.keys is not None:
            may_attend = state.memory.source_is_token[:, None]
            context = self.attention(states, state.keys, state.memory.states, may_attend)
            readout = torch.cat([states, context], dim=-1)
        if self.bridge is not None:
            readout = self.bridge(readout)
        logits = self.output(self.dropout(readout))
        return tap(self, "logits", logits, "batch target vocabulary"), recurrent
