"""`Shelf`: where labs find models, whoever keeps them."""

from typing import TYPE_CHECKING, Protocol

from seq2see.labs.watch import Watch

if TYPE_CHECKING:
    from seq2see.predictor.predictor import Predictor


class Shelf(Protocol):
    """Opens models by their ids."""

    def predictor(self, model: str, watch: Watch) -> "Predictor":
        """The model called `model`, which others may be using too.

        Raises `UnknownNameError` where there is none, and `ModelDirectoryError` for one that is
        broken or not made yet.
        """
        ...
