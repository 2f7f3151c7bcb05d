"""`tap`: lets an observer see a tensor without the model knowing who looks.

A model calls `tap(self, "weights", tensor, "batch head target source")` on whatever is worth
seeing. Unless a recorder is open that is one comparison. The name a recorder sees is the
module's own path in the model, so that no module has to know where it stands.
"""

import contextlib
import contextvars
from collections.abc import Callable, Generator

from torch import Tensor, nn

Observer = Callable[[nn.Module, str, Tensor, str], None]
"""Called with the tapping module, the tensor's name in it, the tensor, and its named axes."""

Watcher = Callable[[str], None]
"""Called with the name of every tap that is passed; what it raises ends the computation."""

_observer: contextvars.ContextVar[Observer | None] = contextvars.ContextVar(
    "observer", default=None
)

_watcher: contextvars.ContextVar[Watcher | None] = contextvars.ContextVar("watcher", default=None)

_stage: contextvars.ContextVar[str] = contextvars.ContextVar("stage", default="")


def tap(module: nn.Module, name: str, tensor: Tensor, axes: str) -> Tensor:
    """`tensor`, unchanged, after showing it to the open observer, if there is one.

    `axes` names the tensor's axes in order, separated by spaces.
    """
    observer = _observer.get()
    if observer is not None:
        stage = _stage.get()
        observer(module, f"{stage}.{name}" if stage else name, tensor, axes)
    return tensor


def observed() -> bool:
    """Whether an observer is open: then a model computes what its fast path leaves out."""
    return _observer.get() is not None


@contextlib.contextmanager
def observe(observer: Observer) -> Generator[None]:
    """Show every tapped tensor to `observer` while the context is open."""
    watcher = _watcher.get()

    def watched(module: nn.Module, name: str, tensor: Tensor, axes: str) -> None:
        if watcher is not None:
            watcher(name)
        observer(module, name, tensor, axes)

    token = _observer.set(observer if watcher is None else watched)
    try:
        yield
    finally:
        _observer.reset(token)


@contextlib.contextmanager
def watch(watcher: Watcher) -> Generator[None]:
    """Call `watcher` at every tap while the context is open, whoever observes inside of it.

    So a long computation tells how far it is, and can be given up between any two taps.
    """
    token = _watcher.set(watcher)
    try:
        with observe(lambda module, name, tensor, axes: None):
            yield
    finally:
        _watcher.reset(token)


@contextlib.contextmanager
def stage(name: str) -> Generator[None]:
    """Put `name.` before the names of all taps inside: for modules that are passed twice."""
    token = _stage.set(name)
    try:
        yield
    finally:
        _stage.reset(token)
