"""A shelf that holds small models of every sort."""

from pathlib import Path

import pytest
from lab_models import directories

from seq2see.predictor.predictor import Predictor, load

__all__ = ["directories"]


class Models:
    """A shelf of opened models."""

    def __init__(self, directories: dict[str, Path]) -> None:
        self._opened = {name: load(path) for name, path in directories.items()}

    def predictor(self, model, watch) -> Predictor:
        watch.check()
        return self._opened[model]


@pytest.fixture(scope="session")
def models(directories) -> Models:
    return Models(directories)
