"""Where and with how many threads torch computes."""

import contextlib
import os
from collections.abc import Generator

import torch

from seq2see.core.errors import Seq2seeError


def find_device(name: str) -> torch.device:
    """The device called `name`; "auto" is a GPU where there is one, else the CPU.

    Raises `Seq2seeError` for a name torch does not know or a device that is not there.
    """
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.empty(0, device=device).cpu()  # a device that cannot be read from is of no use
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise Seq2seeError(
            f"--device {name}: cannot be used here: {reason}.",
            hint="Use auto, cpu, or cuda where torch sees a GPU.",
        ) from None
    return device


@contextlib.contextmanager
def threads(count: int | None) -> Generator[None]:
    """Compute with `count` threads inside, and with as many as before outside.

    None leaves torch's own choice. Raises `Seq2seeError` for less than one.
    """
    if count is None:
        yield
        return
    most = os.cpu_count() or 1
    if not 1 <= count <= most:
        raise Seq2seeError(f"--threads {count}: expected 1 to {most}, the processors there are.")
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
