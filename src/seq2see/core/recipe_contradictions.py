"""Values of a recipe that are each allowed but do not fit together."""

from collections.abc import Iterator

from seq2see.core.recipe import Blocks, FilePairs, OneStack, ReadNumbers, Recipe, Reverse


def contradictions(recipe: Recipe) -> list[str]:
    """Everything that does not fit together, each as one line that names its keys."""
    match recipe.task:
        case ReadNumbers() as task:
            of_task = [*_numbers(recipe, task), *_built_in(recipe)]
        case Reverse() as task:
            of_task = [*_reverse(recipe, task), *_built_in(recipe)]
        case FilePairs() as task:
            of_task = [*_files(recipe, task)]
    return [*of_task, *_text(recipe), *_model(recipe), *_training(recipe)]


def _files(recipe: Recipe, task: FilePairs) -> Iterator[str]:
    for side, targets in (("train", task.train_target), ("dev", task.dev_target)):
        named = bool(getattr(task, side))
        if targets and not named:
            yield f"task.{side}_target: names targets, task.{side} (--{side}) no sources for them"
        elif named and task.layout == "parallel" and not targets:
            is_json = str(getattr(task, side)).removesuffix(".gz").endswith((".jsonl", ".json"))
            one_file = "jsonl" if is_json else "columns"
            yield (
                f"task.{side}_target: parallel text needs the file of targets "
                f"(--{side}-target FILE); for pairs in one file: --set task.layout={one_file}"
            )
        elif targets and task.layout != "parallel":
            yield (
                f'task.{side}_target: a second file of a pair needs task.layout = "parallel", for '
                "both train and dev"
            )
    if task.layout == "parallel" and task.features_column:
        yield "task.features_column: parallel files have no columns"
    if bool(task.features_column) != bool(recipe.text.features):
        yield (
            "task.features_column, text.features: the column and the mark between features; "
            "give both or neither"
        )
    if not task.dev and not task.dev_pairs:
        measures = recipe.training.best_by != "none" or recipe.training.patience
        if measures:
            yield "task.dev_pairs: 0 leaves nothing to choose the best weights by"


def _built_in(recipe: Recipe) -> Iterator[str]:
    text = recipe.text
    plain = (text.source_separator, text.target_separator, text.features, text.normalisation,
             text.lower_case)  # fmt: skip
    if plain != (" ", " ", "", "none", False):
        yield (
            "text.source_separator, text.target_separator, text.features, text.normalisation, "
            'text.lower_case: a built-in task has single spaces and leaves text as it is: " ", '
            '" ", "", "none", false'
        )
    if recipe.training.unknown_share:
        yield "training.unknown_share: a built-in task has no unknown symbols"


def _text(recipe: Recipe) -> Iterator[str]:
    text = recipe.text
    if "subwords" in (text.source, text.target) and not text.subwords:
        yield "text.subwords: 0 pieces cannot cut a text; try 4000"
    if text.shared_vocabulary and (text.source == "subwords") != (text.target == "subwords"):
        yield "text.shared_vocabulary: needs both sides cut into subwords, or neither"


def _numbers(recipe: Recipe, task: ReadNumbers) -> Iterator[str]:
    if task.highest < task.lowest:
        yield f"task.highest: {task.highest} is below task.lowest, {task.lowest}"
    elif task.draw == "values" and task.training_pairs + task.held_out_pairs > _size(task):
        yield (
            f"task.training_pairs: {task.training_pairs} and task.held_out_pairs "
            f"{task.held_out_pairs} are together more than the {_size(task)} numbers from "
            f"{task.lowest} to {task.highest}"
        )
    elif task.draw == "lengths" and task.held_out_pairs > _size(task) // 2:
        yield (
            f"task.held_out_pairs: {task.held_out_pairs} is more than half of the {_size(task)} "
            f"numbers from {task.lowest} to {task.highest}, which leaves too few to learn from"
        )
    yield from _sides(recipe, "reading numbers", "characters", "words")
    yield from _fits(recipe, "task.highest", len(str(task.highest)), str(task.highest))


def _size(task: ReadNumbers) -> int:
    return task.highest - task.lowest + 1


def _reverse(recipe: Recipe, task: Reverse) -> Iterator[str]:
    if task.longest < task.shortest:
        yield f"task.longest: {task.longest} is below task.shortest, {task.shortest}"
    yield from _sides(recipe, "reversing", "characters", "characters")
    yield from _fits(recipe, "task.longest", task.longest, str(task.longest))
    if task.longest >= recipe.text.longest_target:
        yield (
            f"text.longest_target: {recipe.text.longest_target} leaves no room for <eos> after "
            f"task.longest, {task.longest}"
        )


def _sides(recipe: Recipe, what: str, source: str, target: str) -> Iterator[str]:
    if (recipe.text.source, recipe.text.target) != (source, target):
        yield (
            f'text.source, text.target: {what} goes from "{source}" to "{target}", '
            f'not from "{recipe.text.source}" to "{recipe.text.target}"'
        )


def _fits(recipe: Recipe, key: str, length: int, shown: str) -> Iterator[str]:
    if length > recipe.text.longest_source:
        yield f"text.longest_source: {recipe.text.longest_source} is too short for {key}, {shown}"


def _model(recipe: Recipe) -> Iterator[str]:
    model = recipe.model
    if isinstance(model, Blocks):
        yield from _blocks(model)
    elif model.bidirectional and model.width % 2:
        yield f"model.width: {model.width} is odd; model.bidirectional needs two halves"
    shares = isinstance(model, OneStack) or model.shared_embeddings == "all"
    if shares and not recipe.text.shared_vocabulary:
        why = (
            'model.kind: "one-stack"'
            if isinstance(model, OneStack)
            else 'model.shared_embeddings: "all"'
        )
        yield f"{why} needs one vocabulary for both sides; set text.shared_vocabulary = true"


def _blocks(model: Blocks) -> Iterator[str]:
    if model.width % model.heads:
        yield (
            f"model.heads: {model.heads} does not divide model.width, {model.width}; "
            f"allowed: {_divisors(model.width)}"
        )
    if model.positions == "sinusoidal" and model.width % 2:
        yield (
            f"model.width: {model.width} is odd; sinusoidal positions need an even width "
            '(or model.positions = "learned")'
        )


def _training(recipe: Recipe) -> Iterator[str]:
    training = recipe.training
    last, snapshots = training.epochs, training.snapshot_epochs
    if training.patience and training.best_by == "none":
        yield 'training.patience: needs training.best_by to say what "better" is'
    if training.keep_best > 1 and training.best_by == "none":
        yield 'training.keep_best: needs training.best_by to say what "best" is'
    late = [epoch for epoch in snapshots if epoch > last]
    if late:
        kept = [epoch for epoch in snapshots if epoch <= last]
        yield (
            f"training.snapshot_epochs: {late} are after the last epoch, {last}; "
            f"leave them out: training.snapshot_epochs={kept}"
        )


def _divisors(number: int) -> str:
    return ", ".join(str(d) for d in range(1, min(number, 1024) + 1) if number % d == 0)
