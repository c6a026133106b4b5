"""plot_depths: how deep the trees of an ensemble are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._canvas import COLOURS, fitted, matplotlib, new_axes, open_frame, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GROUP = 0.8  # the width of a depth's bars together, of the way to the next depth


def plot_depths(models: Any | Sequence[Any] | Mapping[str, Any], *, ax: Axes | None = None) -> Axes:
    """Draw the share of a model's trees that have each depth as bars, and return the Axes.

    The depth of a tree is the number of splits on its longest path. Several models stand side by side, for example to
    compare a pool of trees with the trees that were chosen from it.

    Parameters
    ----------
    models : fitted estimator, list, or dict of names
        What to draw.
    ax : matplotlib Axes, optional
        Where to draw, by default on a new figure.

    Examples
    --------
    >>> import espalier
    >>> from espalier.plot import plot_depths
    >>> model = espalier.BoostRegressor(trees=10, leaves=2).fit(*espalier.generate("friedman1", rows=500, seed=1))
    >>> axes = plot_depths(model)
    >>> [float(bar.get_height()) for bar in axes.patches]  # all trees have one split
    [100.0]
    """
    shares = _shares(models)
    ax = new_axes(6.4, 3.6) if ax is None else ax
    width = GROUP / len(shares)
    for place, (name, of) in enumerate(shares.items()):
        shift = (place - (len(shares) - 1) / 2) * width
        bars = ax.bar([depth + shift for depth in of], list(of.values()), width, color=COLOURS[place % len(COLOURS)])
        bars.set_label(name)
    ax.xaxis.set_major_locator(matplotlib().ticker.MaxNLocator(integer=True))
    ax.set_xlabel("depth of a tree, in splits")
    ax.set_ylabel("share of the trees, %")
    open_frame(ax, grid="y")
    if len(shares) > 1:
        for text in ax.legend(frameon=False, fontsize=9).get_texts():
            plain(text)
    return ax


def _shares(models: Any) -> dict[str, dict[int, float]]:
    """For each name, the share of the trees that have each depth, in per cent."""
    if isinstance(models, Mapping):
        named = {str(name): model for name, model in models.items()}
    else:
        each = list(models) if isinstance(models, (list, tuple)) else [models]
        names = [type(model).__name__ for model in each]
        named = {
            name if names.count(name) == 1 else f"{name} {names[: place + 1].count(name)}": model
            for place, (name, model) in enumerate(zip(names, each, strict=True))
        }
    if not named:
        raise ValueError("models is empty: there is nothing to draw")
    shares = {}
    for name, model in named.items():
        depths = fitted(model, "plot_depths").model_.depths()
        if not depths:
            raise ValueError(f"{name} has no trees")
        shares[name] = {depth: 100 * count / sum(depths.values()) for depth, count in depths.items()}
    return shares
