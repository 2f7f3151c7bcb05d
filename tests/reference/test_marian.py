"""Our model equals Marian in `transformers` with the same small random weights."""

import pytest
import torch
from small_models import HEADS, INNER, TARGET_SYMBOLS, WIDTH, padded_batch, small_model
from torch import nn
from transformers import MarianConfig, MarianMTModel

from seq2see.core.special import BOS, EOS, PAD
from seq2see.decoding.beam import beam_search
from seq2see.decoding.greedy import greedy_search

OPTIONS = [
    "model.sinusoid_layout=halves",
    "model.projection_bias=true",
    "text.shared_vocabulary=true",
    "model.shared_embeddings=all",
]
LONGEST = 23
GREEDY_SEED, BEAM_SEED = 10, 5
"""Weights with which answers end, are cut and are reordered; the tests check that they do."""


def marian() -> MarianMTModel:
    config = MarianConfig(
        vocab_size=TARGET_SYMBOLS, d_model=WIDTH, encoder_layers=2, decoder_layers=2,
        encoder_attention_heads=HEADS, decoder_attention_heads=HEADS,
        encoder_ffn_dim=INNER, decoder_ffn_dim=INNER, activation_function="relu",
        scale_embedding=True, share_encoder_decoder_embeddings=True, max_position_embeddings=64,
        dropout=0.0, attention_dropout=0.0, activation_dropout=0.0,
        pad_token_id=PAD, bos_token_id=BOS, eos_token_id=EOS, decoder_start_token_id=BOS,
        forced_eos_token_id=None,
    )  # fmt: skip
    return MarianMTModel(config).double().eval()


def copy_attention(theirs: nn.Module, weight: torch.Tensor, bias: torch.Tensor) -> None:
    for index, name in enumerate(("q_proj", "k_proj", "v_proj")):
        part = slice(index * WIDTH, (index + 1) * WIDTH)
        getattr(theirs, name).weight.data = weight[part].detach()
        getattr(theirs, name).bias.data = bias[part].detach()


def copy_layer(ours: nn.Module, theirs: nn.Module, norms: list[str]) -> None:
    own = ours.self_attention
    copy_attention(theirs.self_attn, own.projections.weight, own.projections.bias)
    theirs.self_attn.out_proj.load_state_dict(own.W_O.state_dict())
    if "encoder_attn_layer_norm" in norms:
        cross = ours.cross_attention
        weight = torch.cat([cross.query.weight, cross.memory.weight])
        bias = torch.cat([cross.query.bias, cross.memory.bias])
        copy_attention(theirs.encoder_attn, weight, bias)
        theirs.encoder_attn.out_proj.load_state_dict(cross.W_O.state_dict())
    theirs.fc1.load_state_dict(ours.feed_forward.W_1.state_dict())
    theirs.fc2.load_state_dict(ours.feed_forward.W_2.state_dict())
    for number, name in enumerate(norms, start=1):
        mine = getattr(ours, f"add_norm_{number}").norm
        getattr(theirs, name).load_state_dict(mine.state_dict())


def pair(seed=GREEDY_SEED):
    """Our model and Marian's with its weights; the output's bias is Marian's logits bias.

    Larger matrices make the answers vary; a raised `<eos>` lets all of a beam end.
    """
    ours, theirs = small_model(*OPTIONS, seed=seed), marian()
    for parameter in ours.parameters():
        if parameter.ndim == 2:
            parameter.data *= 2
    ours.output.bias.data[EOS] += 1
    theirs.model.shared.weight.data = ours.target_embedding.tokens.weight.detach()
    theirs.tie_weights()
    theirs.final_logits_bias.data = ours.output.bias.detach()[None]
    for layer, their in zip(ours.encoder.layers, theirs.model.encoder.layers, strict=True):
        copy_layer(layer, their, ["self_attn_layer_norm", "final_layer_norm"])
    norms = ["self_attn_layer_norm", "encoder_attn_layer_norm", "final_layer_norm"]
    for layer, their in zip(ours.decoder.layers, theirs.model.decoder.layers, strict=True):
        copy_layer(layer, their, norms)
    return ours, theirs


def generated(theirs: MarianMTModel, beams: int, rows: int = 1) -> list[list[int]]:
    """Marian's answers up to their end, `<bos>` left out; it may not write `<pad>` or `<bos>`."""
    batch = padded_batch()
    found = theirs.generate(
        input_ids=batch.source, attention_mask=batch.source_is_token.long(), do_sample=False,
        num_beams=beams, num_return_sequences=rows, max_new_tokens=LONGEST,
        bad_words_ids=[[PAD], [BOS]], length_penalty=0.0,
        early_stopping="never" if beams > 1 else False,
    )  # fmt: skip
    answers = [row[1:] for row in found.tolist()]
    return [row[: row.index(EOS) + 1] if EOS in row else row for row in answers]


def check_logits() -> None:
    (ours, theirs), batch = pair(), padded_batch()
    with torch.no_grad():
        wanted = theirs(
            input_ids=batch.source,
            attention_mask=batch.source_is_token.long(),
            decoder_input_ids=batch.target_in,
        ).logits
        found = ours(*batch)
    is_word = batch.target_in != PAD
    torch.testing.assert_close(found[is_word], wanted[is_word], rtol=0, atol=1e-5)


def check_greedy() -> None:
    (ours, theirs), batch = pair(), padded_batch()
    with torch.inference_mode():
        found = greedy_search(ours, batch.source, batch.source_is_token, longest=LONGEST)
    assert [list(one.ids) for one in found] == generated(theirs, 1)
    assert {one.finished for one in found} == {True, False}


def test_logits():
    check_logits()


def test_greedy_answers():
    check_greedy()


@pytest.mark.parametrize("beams", [2, 5])
def test_beam_answers(beams):
    (ours, theirs), batch = pair(BEAM_SEED), padded_batch()
    with torch.inference_mode():
        found = beam_search(ours, batch.source, batch.source_is_token, beam=beams, longest=LONGEST)
    hypotheses = [hypothesis for one in found for hypothesis in one]
    assert all(one.finished for one in hypotheses)
    if beams > 2:
        assert any(len(set(one.trail[1:])) > 1 for one in hypotheses), "no beam reorders"
    assert [list(one.ids) for one in hypotheses] == generated(theirs, beams, rows=beams)
