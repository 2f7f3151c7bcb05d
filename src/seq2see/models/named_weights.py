"""Weights under the names a reader sees: for saving, loading and counting."""

from torch import Tensor, nn

from seq2see.models.projections import Projections


def named_weights(model: nn.Module) -> dict[str, Tensor]:
    """Every weight by name, as views: writing into one changes the model.

    Fused projections appear as the maps they hold (`…self_attention.W_Q.weight`). A weight that
    several parts share appears once, under the name of the first.
    """
    named: dict[str, Tensor] = {}
    seen: set[int] = set()
    for path, module in model.named_modules():
        if isinstance(module, Projections):
            owner = path.rpartition(".")[0]
            named |= {f"{owner}.{name}": block for name, block in module.blocks()}
            continue
        for name, parameter in module.named_parameters(recurse=False):
            if id(parameter) not in seen:
                seen.add(id(parameter))
                named[f"{path}.{name}" if path else name] = parameter.detach()
    return named
