"""Adam over all weights as one vector."""

import contextlib
from collections.abc import Generator

import torch
from torch import Tensor, nn

from seq2see.core.recipe import Training


class FlatAdam:
    """Adam (Kingma and Ba 2015, algorithm 1) with all weights laid end to end.

    With `training.weight_decay` it is AdamW (Loshchilov and Hutter 2019, algorithm 2).

    The model's weights and their gradients become views into two long vectors, so that clearing
    the gradients, clipping them and updating the weights are one operation each, whatever the
    number of weights. The model itself does not notice.
    """

    def __init__(self, model: nn.Module, training: Training) -> None:
        parameters = list(model.parameters())
        self.weights = nn.Parameter(torch.cat([p.detach().reshape(-1) for p in parameters]))
        self.gradient = torch.zeros_like(self.weights)
        self.weights.grad = self.gradient
        start = 0
        for parameter in parameters:
            end = start + parameter.numel()
            parameter.data = self.weights.data[start:end].view_as(parameter)
            parameter.grad = self.gradient[start:end].view_as(parameter)
            start = end
        self.clip_norm = training.clip_norm
        self._training = training
        self._moments = {
            "exp_avg": torch.zeros_like(self.gradient),
            "exp_avg_sq": torch.zeros_like(self.gradient),
            "step": torch.zeros((), device=self.gradient.device),
        }

    def clear(self) -> None:
        """Set all gradients to 0; they add up between calls."""
        self.gradient.zero_()

    def update(self, learning_rate: float) -> None:
        """Move the weights along the gradient."""
        if self.clip_norm:
            nn.utils.clip_grad_norm_([self.weights], self.clip_norm)
        recipe, moments = self._training, self._moments
        # What torch.optim.AdamW(fused=True) calls; an optimiser of torch.optim imports torch's
        # compiler, which takes longer than many a whole training.
        torch._fused_adamw_(  # pyright: ignore[reportPrivateImportUsage]
            [self.weights.data],
            [self.gradient],
            [moments["exp_avg"]],
            [moments["exp_avg_sq"]],
            [],
            [moments["step"].add_(1)],
            lr=learning_rate,
            beta1=recipe.adam_beta1,
            beta2=recipe.adam_beta2,
            weight_decay=recipe.weight_decay,
            eps=recipe.adam_epsilon,
            amsgrad=False,
            maximize=False,
        )

    @contextlib.contextmanager
    def showing(self, weights: Tensor | None) -> Generator[None]:
        """The model has other weights, given as one vector, while the context is open.

        None shows its own.
        """
        if weights is None:
            yield
            return
        own = self.weights.detach().clone()
        self.weights.data.copy_(weights)
        try:
            yield
        finally:
            self.weights.data.copy_(own)

    def state(self) -> dict[str, Tensor]:
        """What a resumed run needs: weights, both moments, and the number of updates."""
        return {"weights": self.weights.detach(), **self._moments}

    def restore(self, state: dict[str, Tensor]) -> None:
        """Take up what `state` gave. Raises `ValueError` where the number of weights differs."""
        if state["weights"].shape != self.weights.shape:
            raise ValueError(
                f"saved state has {state['weights'].numel()} weights, "
                f"the model has {self.weights.numel()}"
            )
        self.weights.data.copy_(state["weights"])
        for name, moment in self._moments.items():
            moment.copy_(state[name])
