"""Untrained models for tests of traces, on a shelf that holds one."""

import torch
from small_models import small_recipe

from seq2see.core.recipe import Recipe
from seq2see.data.tasks.registry import codec_of
from seq2see.models.registry import build_model
