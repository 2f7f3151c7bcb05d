"""The program `seq2see`, also as `python -m seq2see`."""

import errno
import io
import os
import signal
import sys
import warnings
from types import FrameType
from typing import TextIO

from seq2see.core.errors import InputWarning, Interrupted, Seq2seeError


def _interrupt(number: int, frame: FrameType | None) -> None:
    """What Ctrl-C does until a training takes it over.

    While modules are imported an exception may be swallowed by what is being imported, and nothing
    is under way yet that would have to be put in order: there the program ends at once.
    """
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            os.write(2, b"seq2see: interrupted\n")
            os._exit(130)
        frame = frame.f_back
    raise KeyboardInterrupt


def _warn_in_words() -> None:
    """Show an `InputWarning` as a message of ours, every time, and any other warning as usual."""
    usual = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, InputWarning):
            print(f"seq2see: {message}", file=sys.stderr)
        else:
            usual(message, category, filename, lineno, file, line)

    warnings.showwarning = show
    warnings.simplefilter("always", InputWarning)


def _run() -> None:
    """Run the program; typer, which ends an interrupted one without a word, is passed by."""
    from seq2see.cli.app import app

    try:
        app(prog_name="seq2see")
    except SystemExit as end:
        cause: BaseException | None = end
        while cause is not None and not isinstance(cause, KeyboardInterrupt):
            cause = cause.__cause__ or cause.__context__
        if cause is not None:
            raise cause from None
        raise


def main() -> None:
    """Run the command line.

    Exit status 2 is a mistake in what was given, 1 a fault of ours, 130 an interruption.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a sign the terminal lacks is no reason to stop
            stream.reconfigure(errors="replace")
    _warn_in_words()
    try:
        _run()
    except Seq2seeError as error:
        print(f"seq2see: {error.message()}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt as end:
        kept = f": {end}" if isinstance(end, Interrupted) else ""
        print(f"seq2see: interrupted{kept}", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output has gone. Nothing more can be said to it, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        # A full disk, a folder without permission: the user's machine, not a fault of ours.
        name = error.filename2 or error.filename  # of a rename, the place and not the passing file
        where = f"{name}: " if name else ""
        print(f"seq2see: {where}{error.strerror or error}", file=sys.stderr)
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            training = sys.argv[1:2] == ["train"]
            go_on = "go on with --resume" if training else "try again"
            print(f"Free some space there, then {go_on}.", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
