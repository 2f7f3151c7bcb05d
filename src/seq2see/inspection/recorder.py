"""A recorder: keeps what the models' taps show while it is open."""

import contextlib
from collections.abc import Generator, Iterable

from torch import Tensor, nn

from seq2see.core.tap import observe


class Recorder:
    """Tensors by name, in the order in which they were shown.

    A name is the tapping module's path in the model and the tensor's name in it, such as
    `decoder.layers.1.cross_attention.weights`. A tap that is passed once a decoding step has one
    tensor for each step.
    """

    def __init__(self, model: nn.Module, only: Iterable[str] | None = None) -> None:
        self.tensors: dict[str, list[Tensor]] = {}
        self.axes: dict[str, tuple[str, ...]] = {}
        self._paths = {id(module): path for path, module in model.named_modules()}
        self._only = None if only is None else frozenset(only)

    def note(self, module: nn.Module, name: str, tensor: Tensor, axes: str) -> None:
        """Keep a tensor; of a module outside the model, or one not asked for, nothing is kept."""
        path = self._paths.get(id(module))
        if path is None:
            return
        full = f"{path}.{name}" if path else name
        if self._only is None or full in self._only:
            self.tensors.setdefault(full, []).append(tensor.detach())
            self.axes[full] = tuple(axes.split())


@contextlib.contextmanager
def record(model: nn.Module, only: Iterable[str] | None = None) -> Generator[Recorder]:
    """Record `model` while open: everything it shows, or the names in `only`."""
    recorder = Recorder(model, only)
    with observe(recorder.note):
        yield recorder
