"""Our layers equal torch's own, given the same weights."""

import pytest
import torch
from small_models import (
    HEADS,
    INNER,
    OPTIONS,
    SOURCE,
    TARGET,
    WIDTH,
    padded_batch,
    small_model,
    small_recipe,
)
from torch import nn

from seq2see.models.attention import CrossAttention, SelfAttention
from seq2see.models.masks import source_mask, target_mask
from seq2see.models.transformer_layers import DecoderLayer, EncoderLayer

NORMS = ["post", "pre"]


def torch_layer(kind: type, norm: str) -> nn.Module:
    return kind(
        WIDTH, HEADS, INNER, dropout=0.0, batch_first=True, norm_first=norm == "pre",
        dtype=torch.float64,
    )  # fmt: skip


def copy_layer(ours: nn.Module, theirs: nn.Module) -> None:
    """Put our weights into torch's layer; torch's boolean masks mean "blocked"."""
    copy_self_attention(ours.self_attention, theirs.self_attn)
    if isinstance(ours, DecoderLayer):
        copy_cross_attention(ours.cross_attention, theirs.multihead_attn)
    theirs.linear1.load_state_dict(ours.feed_forward.W_1.state_dict())
    theirs.linear2.load_state_dict(ours.feed_forward.W_2.state_dict())
    for number in range(1, 4 if isinstance(ours, DecoderLayer) else 3):
        mine = getattr(ours, f"add_norm_{number}").norm
        getattr(theirs, f"norm{number}").load_state_dict(mine.state_dict())


def copy_self_attention(ours: SelfAttention, theirs: nn.MultiheadAttention) -> None:
    theirs.in_proj_weight.data = ours.projections.weight.data
    theirs.in_proj_bias.data = ours.projections.bias.data
    theirs.out_proj.load_state_dict(ours.W_O.state_dict())


def copy_cross_attention(ours: CrossAttention, theirs: nn.MultiheadAttention) -> None:
    theirs.in_proj_weight.data = torch.cat([ours.query.weight, ours.memory.weight]).data
    theirs.in_proj_bias.data = torch.cat([ours.query.bias, ours.memory.bias]).data
    theirs.out_proj.load_state_dict(ours.W_O.state_dict())


def rows(length: int, seed: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(3, length, WIDTH, generator=generator, dtype=torch.float64)


def check_encoder_layer(norm: str) -> None:
    model, batch = small_model(f"model.norm={norm}", "model.projection_bias=true"), padded_batch()
    ours, theirs = model.encoder.layers[0], torch_layer(nn.TransformerEncoderLayer, norm)
    assert isinstance(ours, EncoderLayer)
    copy_layer(ours, theirs)
    given = rows(SOURCE, 31)
    wanted = theirs(given, src_key_padding_mask=~batch.source_is_token)
    found = ours(given, source_mask(batch.source_is_token))
    torch.testing.assert_close(found, wanted, rtol=0, atol=1e-12)


def check_decoder_layer(norm: str) -> None:
    model, batch = small_model(f"model.norm={norm}", "model.projection_bias=true"), padded_batch()
    ours, theirs = model.decoder.layers[0], torch_layer(nn.TransformerDecoderLayer, norm)
    copy_layer(ours, theirs)
    given, memory = rows(TARGET, 37), rows(SOURCE, 41)
    wanted = theirs(
        given,
        memory,
        tgt_mask=torch.ones(TARGET, TARGET).triu(1).bool(),
        tgt_key_padding_mask=batch.target_in == 0,
        memory_key_padding_mask=~batch.source_is_token,
    )
    found = ours(
        given,
        ours.cross_attention.keys_values(memory),
        target_mask(batch.target_in),
        source_mask(batch.source_is_token),
    )
    torch.testing.assert_close(found, wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize("norm", NORMS)
def test_encoder_layer(norm):
    check_encoder_layer(norm)


@pytest.mark.parametrize("norm", NORMS)
def test_decoder_layer(norm):
    check_decoder_layer(norm)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("norm", NORMS)
def test_whole_model(norm):
    """`nn.Transformer` has a last norm in both stacks, and neither tables nor an output layer."""
    options = [f"model.norm={norm}", "model.projection_bias=true", "model.final_norm=true"]
    model, batch = small_model(*options, *OPTIONS["more encoder layers"]), padded_batch()
    sizes = small_recipe(*options, *OPTIONS["more encoder layers"]).model
    theirs = nn.Transformer(
        WIDTH, HEADS, sizes.encoder_layers, sizes.decoder_layers, INNER, dropout=0.0,
        batch_first=True, norm_first=norm == "pre", dtype=torch.float64,
    )  # fmt: skip
    for ours, their in ((model.encoder, theirs.encoder), (model.decoder, theirs.decoder)):
        for layer, their_layer in zip(ours.layers, their.layers, strict=True):
            copy_layer(layer, their_layer)
        their.norm.load_state_dict(ours.final_norm.state_dict())
    wanted = theirs(
        model.source_embedding(batch.source),
        model.target_embedding(batch.target_in),
        tgt_mask=torch.ones(TARGET, TARGET).triu(1).bool(),
        src_key_padding_mask=~batch.source_is_token,
        memory_key_padding_mask=~batch.source_is_token,
        tgt_key_padding_mask=batch.target_in == 0,
    )
    torch.testing.assert_close(model(*batch), model.output(wanted), rtol=0, atol=1e-12)


def test_fresh_weights_are_as_large_as_torchs():
    """Every map starts as `nn.Linear` does: even between ±1/√width."""
    torch.manual_seed(43)
    weight = SelfAttention(small_recipe("model.width=64").model).projections.weight
    linear = nn.Linear(64, 192)
    assert weight.abs().max() <= 1 / 8
    assert weight.std().item() == pytest.approx(linear.weight.std().item(), rel=0.03)
