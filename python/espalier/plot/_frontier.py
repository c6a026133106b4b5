"""plot_frontier: error against size, of one or several models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _series
from ._canvas import COLOURS, GREY, matplotlib, new_axes, open_frame, plain
from ._series import Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = "osD^vPX*"  # for those who do not tell the colours apart, and for print
ERRORS = ("validation_error", "train_error", "validation_loss", "train_loss")
KEPT = "the model that was kept"
SIZES = {"bytes": "size of the model file", "trees": "trees", "nodes": "nodes", "leaves": "leaves", "rules": "rules"}


def plot_frontier(
    models: Any | Sequence[Any] | Mapping[str, Any],
    X: Any = None,
    y: Any = None,
    *,
    unit: str = "bytes",
    error: str = "validation_error",
    ax: Axes | None = None,
) -> Axes:
    """Draw the error of models against their size; further down and to the left is better.

    An estimator that was fitted with `path=True` gives a curve: a thin line of the models on the way, a thick one of
    the least error that a model of at most that size has, and a large mark at the model that was kept. An estimator
    without a path gives a point: its error on X and y. Sizes in bytes are those of files with only what prediction
    needs, without statistics.

    Parameters
    ----------
    models : fitted estimator, list, or dict of names
        What to draw. In a list, models of one class that are points are joined to a line; in a dict, the models of a
        list under one name are.
    X, y : data and target, optional
        Rows to measure models without a path on; best rows that were not trained on.
    unit : {"bytes", "trees", "nodes", "leaves", "rules"}, default="bytes"
        What size is.
    error : {"validation_error", "train_error", "validation_loss", "train_loss"}, default="validation_error"
        What to draw of paths: the share of wrong rows or the mean squared error, or the loss that was minimised.
    ax : matplotlib Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib Axes

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
    """
    _check_choice("unit", unit, SIZES)
    _check_choice("error", error, ERRORS)
    series = _series.collect(models, (X, y), unit, error)
    percent = series[0].classification and error.endswith("error")
    ax = new_axes(6.4, 4.2) if ax is None else ax
    for position, each in enumerate(series):
        _draw(ax, each, COLOURS[position % len(COLOURS)], MARKERS[position % len(MARKERS)], 100 if percent else 1)
    _scale_sizes(ax, unit)
    ax.set_xlabel(SIZES[unit])
    ax.set_ylabel(_error_label(series, error))
    ax.margins(y=0.08)
    ax.set_ylim(bottom=-0.04 * ax.get_ylim()[1])  # from nothing, so that lengths compare as errors do
    ax.annotate("better ↙", (0.015, 0.06), xycoords="axes fraction", color=GREY, fontsize=8)
    open_frame(ax, grid="both")
    _explain(ax, series)
    return ax


def _check_choice(name: str, value: str, choices: Any) -> None:
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")


def _error_label(series: list[Series], error: str) -> str:
    """What is measured, and on which rows."""
    rows = "held-out rows" if error.startswith("validation") else "training rows"
    if error.endswith("loss"):
        return f"loss\n{rows}"
    what = "error, %" if series[0].classification else "mean squared error"
    paths = [each.path for each in series]
    if all(paths):
        return f"{what}\n{rows}"
    return f"{what}\nX" if not any(paths) else f"{what}\npaths: {rows}, others: X"


def _explain(ax: Axes, series: list[Series]) -> None:
    """A legend, if there is anything to explain."""
    if any(each.kept for each in series):
        ax.plot([], [], "o", color=GREY, markersize=9, markeredgecolor="white", label=KEPT)
    if len(series) > 1 or series[0].kept:
        for text in ax.legend(frameon=False, fontsize=9).get_texts():
            plain(text)


def _draw(ax: Axes, series: Series, colour: str, marker: str, factor: float) -> None:
    sizes = [size for size, _ in series.points]
    errors = [factor * error for _, error in series.points]
    if not series.path:
        ax.plot(sizes, errors, color=colour, marker=marker, markersize=6, linewidth=1.2, label=series.name)
        return
    ax.plot(sizes, errors, color=colour, linewidth=0.8, alpha=0.45)
    best = _series.best_so_far(series.points)
    thick = {"color": colour, "linewidth": 2, "label": series.name}
    ax.step([size for size, _ in best], [factor * error for _, error in best], where="post", **thick)
    if series.kept:
        size, error = series.kept
        ax.plot([size], [factor * error], marker, color=colour, markersize=9, markeredgecolor="white", zorder=3)


def _scale_sizes(ax: Axes, unit: str) -> None:
    """Powers of two in bytes, since budgets are given so; of ten otherwise, with 2 and 5 between if there is room."""
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
