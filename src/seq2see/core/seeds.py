"""Random numbers from one seed, each purpose with a stream of its own."""

import hashlib
import random

import torch


def stream(seed: int, *purpose: str | int) -> int:
    """A seed for one purpose, e.g. `stream(7, "order", epoch)`, unrelated to any other.

    Streams are apart so that drawing more numbers for one purpose never changes another.
    """
    text = "/".join([str(seed), *map(str, purpose)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def python_random(seed: int, *purpose: str | int) -> random.Random:
    """A generator of Python's own for one purpose."""
    return random.Random(stream(seed, *purpose))


def seed_torch(seed: int, *purpose: str | int) -> None:
    """Seed torch's global generators (first weights, dropout) for one purpose."""
    torch.manual_seed(stream(seed, *purpose))
