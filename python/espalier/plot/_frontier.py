"""plot_frontier: error against size, of one or several models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _curves, _series
from ._canvas import matplotlib, new_axes, open_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ERRORS = ("validation_error", "train_error", "validation_loss", "train_loss")
SIZES = {"bytes": "size of the model file"} | {unit: unit for unit in ("trees", "nodes", "leaves", "rules", "features")}


def plot_frontier(
    models: Any | Sequence[Any] | Mapping[str, Any],
    X: Any = None,
    y: Any = None,
    *,
    unit: str = "bytes",
    error: str | Sequence[str] = "validation_error",
    best: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw the error of models against their size, and return the Axes; further down and to the left is better.

    An estimator that was fitted with `path=True` gives a curve, with a large mark at the model that was kept. An
    estimator without a path gives a point: its error on X and y. Sizes in bytes are those of stripped files, which hold
    only what prediction needs.

    Parameters
    ----------
    models : fitted estimator, list, or dict of names
        What to draw. In a list, points of models of one class are joined to a line; in a dict, points of the models in
        one list are.
    X, y : data and target, optional
        Rows on which models without a path are measured; preferably not the training rows.
    unit : {"bytes", "trees", "nodes", "leaves", "rules", "features"}, default="bytes"
        The unit of size.
    error : {"validation_error", "train_error", "validation_loss", "train_loss"} or list, default="validation_error"
        What to draw for paths: the share of wrong rows or the mean squared error, or the loss that was minimised (only
        `boost` has one). Each entry of a list is a curve.
    best : bool, default=True
        Draw the least error of all models up to each size as a thick line, and the models themselves as a thin line. If
        False, only the models are drawn: a learning curve, which rises again where more trees do harm.
    ax : matplotlib Axes, optional
        Where to draw, by default on a new figure. Curves of earlier calls stay, and the colours continue.

    Examples
    --------
    >>> import espalier
    >>> from espalier.plot import plot_frontier
    >>> X, y = espalier.generate("friedman1", rows=1000, seed=1)
    >>> model = espalier.BoostRegressor(path=True).fit(X[:500], y[:500], eval_set=(X[500:], y[500:]))
    >>> plot_frontier(model).get_xlabel()
    'size of the model file'
    >>> small = [espalier.TreeRegressor(budget=b).fit(X[:500], y[:500]) for b in ("200bytes", "500bytes", "1KB")]
    >>> axes = plot_frontier({"boost": model, "tree": small}, X[500:], y[500:])

    A learning curve:

    >>> axes = plot_frontier(model, unit="trees", error=["train_loss", "validation_loss"], best=False)
    >>> axes.get_ylabel()
    'loss'
    """
    check_choice("unit", unit, SIZES)
    errors = [error] if isinstance(error, str) else list(error)
    for each in errors:
        check_choice("error", each, ERRORS)
    series = _series.collect(models, (X, y), unit, errors)
    ax = new_axes(6.4, 4.2) if ax is None else ax
    check_alike(ax, series, SIZES[unit])
    _curves.draw(ax, series, best)
    scale_sizes(ax, unit)
    ax.set_xlabel(SIZES[unit])
    open_frame(ax, grid="both")
    return ax


def check_choice(name: str, value: str, choices: Any) -> None:
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")


def check_alike(ax: Axes, series: list[_series.Series], size: str) -> None:
    """Check that everything on one pair of axes is measured in the same units."""
    before = _curves.drawn(ax)
    what = {each.what for each in [*before, *series]}
    if len(what) > 1:
        raise ValueError(f"a picture shows one kind of error, got {' and '.join(sorted(what))}")
    if before and ax.get_xlabel() != size:
        raise ValueError(f"the Axes already show {ax.get_xlabel()}, got {size}")


def scale_sizes(ax: Axes, unit: str) -> None:
    """Powers of two for bytes, as in budgets; otherwise powers of ten, with 2 and 5 in between if there is room."""
    ticker = matplotlib().ticker
    ax.set_xscale("log", base=2 if unit == "bytes" else 10)
    low, high = ax.get_xlim()
    if unit != "bytes" and high < 500 * low:
        ax.xaxis.set_major_locator(ticker.LogLocator(10, subs=(1, 2, 5)))
    ax.xaxis.set_major_formatter(ticker.FuncFormatter(lambda size, _: _size_text(size, unit)))
    ax.xaxis.set_minor_formatter(ticker.NullFormatter())


def _size_text(size: float, unit: str) -> str:
    if unit != "bytes":
        return f"{size:,.6g}"
    for power, name in ((2**20, "MB"), (2**10, "KB")):
        if size >= power:
            return f"{size / power:.4g} {name}"
    return f"{size:.4g} B"
