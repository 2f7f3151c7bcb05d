"""Everything a user can get wrong, as one tree.

    Seq2seeError                  the program ends with exit status 2
    ├── RecipeError               keys, values or overrides of a recipe
    ├── UnknownNameError          the name of a recipe, model or experiment
    ├── InputError                lines of a file, or a text given by hand
    ├── ModelDirectoryError       a model directory that does not load
    ├── RunError                  an output folder in the way, nothing to resume
    └── MissingExtraError         an optional library that is not installed

Each says what is wrong, where, what was expected and what to do. Anything else that is raised
is our own fault and ends with exit status 1. What can be read but looks wrong is an `InputWarning`.
"""

from collections.abc import Sequence


class Seq2seeError(Exception):
    """A mistake in what the user gave.

    `problems` lists every mistake found, each on one line; `hint` says what to do about them.
    """

    def __init__(self, what: str, problems: Sequence[str] = (), hint: str = "") -> None:
        self.what = what
        self.problems = tuple(problems)
        self.hint = hint
        super().__init__(self.message())

    def message(self) -> str:
        """The whole text: the fault, one indented line a problem, then the hint."""
        lines = [self.what, *(f"  {problem}" for problem in self.problems)]
        return "\n".join([*lines, self.hint] if self.hint else lines)


class RecipeError(Seq2seeError):
    """Keys, values or overrides of a recipe that cannot stand."""


class UnknownNameError(Seq2seeError):
    """A name that stands for no recipe, model directory or experiment."""


class InputError(Seq2seeError):
    """Text that the model cannot take; every bad line is listed."""


class ModelDirectoryError(Seq2seeError):
    """A model directory with something missing, damaged or of another format."""


class RunError(Seq2seeError):
    """A training run that cannot start: its folder is taken, or there is nothing to resume."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with words about what is kept."""


class InputWarning(UserWarning):
    """What in a file is most likely a mistake, although it can be read as it is."""


class MissingExtraError(Seq2seeError):
    """An optional library that this needs and that is not installed."""
