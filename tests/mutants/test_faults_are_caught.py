"""Every planted fault makes a named test fail, which passes without it."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import faults
import pytest
import test_attention_by_hand
import test_attention_rows
import test_caches
import test_causality
import test_confusions
import test_decoder_state_select
import test_embedded_rows
import test_ensemble
import test_entropy
import test_error_rates
import test_every_kind_is_searched_alike
import test_explained_hypotheses
import test_explained_steps
import test_intervals
import test_label_smoothing_by_hand
import test_marian
import test_masks
import test_measuring
import test_one_stack_alone
import test_padding_is_invisible
import test_quick_step
import test_source_attention_by_hand
import test_stepping
import test_tied_weights
import test_torch_layers
import test_torch_lstm
from small_models import FIRST_OF_KIND, MODELS, lstm_recipe, one_stack_recipe

from seq2see.predictor.predictor import Predictor


class Caught(NamedTuple):
    """A fault and a test that it must not pass; a test may need the trained model."""

    fault: Callable[[pytest.MonkeyPatch], None]
    test: Callable[..., None]
    needs_trained: bool = False


def case(fault: Callable, test: Callable, *, trained: bool = False, **given: object) -> object:
    name = f"{fault.__name__}-{test.__module__.removeprefix('test_')}.{test.__name__}"
    return pytest.param(Caught(fault, partial(test, **given), trained), id=name)


def ranks(trained: Predictor) -> None:
    """`test_explained_steps` on what its fixtures would give it."""
    module = test_explained_steps
    explained = trained.explain(module.NUMBER, target=module.WRONG, alternatives=7).hypotheses[0]
    source = trained.codec.source_ids(module.NUMBER)
    target = trained.codec.target_ids(module.WRONG)
    seen = test_explained_hypotheses.see_forced(trained.model, source, target)
    directly = (seen.log_probabilities.exp(), seen.attention)
    module.test_rank_counts_the_more_probable_symbols_from_1(explained, directly)


hand, padding, steps = test_attention_by_hand, test_padding_is_invisible, test_stepping
searched, layers = test_explained_hypotheses, test_torch_layers
smoothing, select = test_label_smoothing_by_hand, test_decoder_state_select
alike, looked = test_every_kind_is_searched_alike, test_source_attention_by_hand
PLAIN, DOT = lstm_recipe(attention="none"), lstm_recipe(attention="dot")
DOT_NAME = next(name for name in MODELS if name.startswith("lstm, dot"))
ONE_STACK_NAME = next(n for kind, n in FIRST_OF_KIND.items() if kind.__name__ == "OneStack")
CASES = [
    case(faults.ensemble_averages_logarithms,
         test_ensemble.test_the_mean_of_two_probabilities_by_hand),
    case(faults.ragged_hypotheses_read_the_first_memories,
         test_caches.test_sentences_with_different_numbers_of_hypotheses_read_their_own_memory),
    case(faults.inverted_padding_mask,
         test_masks.test_encoder_and_cross_attention_block_the_padded_digit),
    case(faults.inverted_padding_mask, padding.check_other_ids_under_the_padding_change_nothing),
    case(faults.padding_words_not_blocked, test_masks.test_forty_two_has_13_of_25_cells_blocked),
    case(faults.causal_mask_one_too_far,
         test_masks.test_six_rows_see_themselves_and_what_is_before),
    case(faults.causal_mask_one_too_far,
         test_causality.check_a_changed_word_is_unseen_before_it, position=3),
    case(faults.causal_mask_one_too_far, steps.check_stepping_equals_forward),
    case(faults.causal_mask_one_too_far, layers.check_decoder_layer, norm="post"),
    case(faults.leak_through_padding_in_cross_attention,
         padding.check_more_padding_changes_nothing),
    case(faults.leak_through_padding_in_cross_attention,
         padding.check_other_ids_under_the_padding_change_nothing),
    case(faults.leak_through_padding_in_cross_attention,
         padding.check_memory_under_the_padding_is_never_read),
    case(faults.fused_scores_not_divided, hand.test_the_fused_path_gives_3_and_2),
    case(faults.fused_scores_not_divided, test_marian.check_logits),
    case(faults.explicit_scores_not_divided, hand.test_the_explicit_path_gives_3_and_2),
    case(faults.cache_not_reordered, select.check_select_and_step_commute, rows=[2, 0, 0, 1, 2]),
    case(faults.cache_not_reordered, searched.check_n_best_equal_their_forced_selves,
         trained=True),
    case(faults.memory_not_reordered, select.check_select_and_step_commute, rows=[2, 0, 0, 1, 2]),
    case(faults.memory_not_reordered, test_marian.check_greedy),
    case(faults.memory_multiplied_at_every_step,
         test_caches.check_memory_is_multiplied_once_a_layer, beam=1),
    case(faults.quick_scores_not_divided, test_quick_step.check_quick_steps_are_those_seen,
         rows=[row % 3 for row in range(37)]),
    case(faults.another_word_overwrites_a_cache,
         test_quick_step.check_two_words_do_not_disturb_each_other),
    case(faults.steps_one_position_late, steps.check_stepping_equals_forward),
    case(faults.embedding_not_scaled,
         test_embedded_rows.check_rows_are_scaled_tokens_plus_positions),
    case(faults.embedding_not_scaled, test_marian.check_logits),
    case(faults.norms_on_the_other_side, layers.check_encoder_layer, norm="post"),
    case(faults.norms_on_the_other_side, layers.check_decoder_layer, norm="pre"),
    case(faults.tied_weight_copied, test_tied_weights.test_the_output_layer_is_the_target_table,
         options=test_tied_weights.SHARED),
    case(faults.smoothing_over_the_other_words, smoothing.test_four_words_by_hand),
    case(faults.smoothing_over_the_other_words, smoothing.test_a_perfect_model_reaches_the_floor),
    case(faults.loss_counts_padding,
         smoothing.test_padding_has_no_loss_and_no_share_in_the_mean),
    case(faults.greedy_writes_on_after_the_end,
         searched.check_answers_end_at_their_first_end_symbol, trained=True, beam=1),
    case(faults.beam_spreads_forbidden_probability, searched.check_scores_are_forced_scores,
         trained=True, beam=5),
    case(faults.steps_seen_in_the_last_row, searched.check_n_best_equal_their_forced_selves,
         trained=True),
    case(faults.recorder_shows_the_step_before,
         searched.check_n_best_equal_their_forced_selves, trained=True),
    case(faults.ranks_counted_from_0, ranks, trained=True),
    case(faults.summary_from_the_padded_end, padding.check_more_padding_changes_nothing,
         recipe=PLAIN),
    case(faults.summary_from_the_padded_end, test_torch_lstm.check_each_source_alone,
         bidirectional=True, layers=2),
    case(faults.summary_with_its_halves_swapped, test_torch_lstm.check_each_source_alone,
         bidirectional=True, layers=2),
    case(faults.source_attention_without_mask, padding.check_more_padding_changes_nothing,
         recipe=DOT),
    case(faults.source_attention_without_mask, looked.check_attention_in_a_slow_loop, kind="dot"),
    case(faults.source_attention_without_mask,
         test_attention_rows.check_weights_are_shares_of_what_is_no_padding, name=DOT_NAME),
    case(faults.additive_keys_through_the_other_map, looked.check_attention_in_a_slow_loop,
         kind="additive"),
    case(faults.recurrent_state_not_reordered, select.check_select_and_step_commute,
         recipe=PLAIN, rows=[2, 0, 0, 1, 2]),
    case(faults.recurrent_state_not_reordered, alike.check_n_best_equal_their_forced_selves,
         name=DOT_NAME),
    case(faults.keys_of_attention_not_reordered, select.check_select_and_step_commute,
         recipe=DOT, rows=[2, 0, 0, 1, 2]),
    case(faults.one_stack_cache_not_reordered, select.check_select_and_step_commute,
         recipe=one_stack_recipe(), rows=[2, 0, 0, 1, 2]),
    case(faults.one_stack_cache_not_reordered, alike.check_n_best_equal_their_forced_selves,
         name=ONE_STACK_NAME),
    case(faults.one_stack_words_after_the_longest_source,
         test_one_stack_alone.check_each_row_alone, recipe=one_stack_recipe()),
    case(faults.entropy_of_padded_words, test_entropy.check_entropies_are_those_of_each_pair_alone,
         name=DOT_NAME),
    case(faults.entropy_over_words_too, test_entropy.check_entropies_are_those_of_each_pair_alone,
         name=ONE_STACK_NAME),
    case(faults.rates_averaged, test_error_rates.test_a_rate_is_a_sum_over_a_sum),
    case(faults.rates_averaged, test_measuring.test_every_line_an_item_of_its_own),
    case(faults.first_reference_alone,
         test_measuring.test_lines_of_one_source_as_its_right_answers),
    case(faults.insertions_for_deletions,
         test_confusions.test_the_commonest_first_with_how_often_they_could_have_happened),
    case(faults.draws_without_putting_back, test_intervals.test_the_width_is_the_normal_one),
]  # fmt: skip


@pytest.mark.parametrize("caught", CASES)
def test_a_named_test_fails_with_the_fault_and_passes_without(caught, request, monkeypatch):
    given = [request.getfixturevalue("trained")] if caught.needs_trained else []
    caught.test(*given)
    with monkeypatch.context() as plant:
        caught.fault(plant)
        with pytest.raises(AssertionError):
            caught.test(*given)


def test_every_fault_is_planted():
    planted = {one.values[0].fault for one in CASES}
    written = {
        value
        for value in vars(faults).values()
        if callable(value) and getattr(value, "__module__", "") == faults.__name__
    } - {faults.everywhere, faults._first_rows}
    assert planted == written
