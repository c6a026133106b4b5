"""plot_path: training and held-out loss of a fit's intermediate models, against their size."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _columns, _curves, _series
from ._canvas import fitted, new_axes, open_frame
from ._frontier import SIZES, check_alike, check_choice, scale_sizes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEAST_NAME = "the least on held-out rows"


def plot_path(path: Any, *, unit: str | None = None, error: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw the loss of a fit's intermediate models against their size, and return the Axes.

    The curve of the training rows is dashed, and a large mark shows the model that was kept. `plot_frontier` compares
    the paths of several models, and shows the least error that a size can have.

    Parameters
    ----------
    path : fitted estimator, file name, data frame or list of dicts
        An estimator that was fitted with `path=True`, its `path_`, or the CSV that `espalier train --path` wrote. A
        file does not record which model was kept, so the mark is then at the least held-out loss.
    unit : {"bytes", "trees", "nodes", "leaves", "rules", "features"}, optional
        The unit of size; by default trees, leaves for a single tree, rules for a neural model, and features for a
        linear one.
    error : {"loss", "error"}, optional
        What to draw; by default the loss that was minimised if the path has it, otherwise the error.
    ax : matplotlib Axes, optional
        Where to draw, by default on a new figure.

    Examples
    --------
    >>> import espalier
    >>> from espalier.plot import plot_path
    >>> X, y = espalier.generate("friedman1", rows=1000, seed=1)
    >>> model = espalier.BoostRegressor(path=True).fit(X[:500], y[:500], eval_set=(X[500:], y[500:]))
    >>> axes = plot_path(model)
    >>> axes.get_xlabel(), axes.get_ylabel()
    ('trees', 'loss')
    """
    points = _points(path)
    unit = _usual_unit(points) if unit is None else unit
    check_choice("unit", unit, SIZES)
    measure = _usual_measure(points) if error is None else error
    check_choice("error", measure, ("loss", "error"))
    errors = [f"{rows}_{measure}" for rows in ("train", "validation")]
    errors = [each for each in errors if any(point.get(each) is not None for point in points)]
    if not errors:
        raise ValueError(f"the path has no {measure}")
    if hasattr(path, "path_"):
        series = _series.collect(path, (None, None), unit, errors)
    else:
        series = [_series_of(points, _name(path), unit, each) for each in errors]
    ax = new_axes(6.4, 4.2) if ax is None else ax
    check_alike(ax, series, SIZES[unit])
    _curves.draw(ax, series, best=False)
    scale_sizes(ax, unit)
    ax.set_xlabel(SIZES[unit])
    open_frame(ax, grid="both")
    return ax


def _points(path: Any) -> list[dict[str, Any]]:
    if hasattr(path, "fit"):
        path = getattr(fitted(path, "plot_path"), "path_", None)
        if path is None:
            raise ValueError("the estimator has no path: fit it with path=True")
    columns = _columns.columns_of(path, ["train_error", *(unit for unit in SIZES)], "plot_path")
    rows = range(len(columns["train_error"]))
    return [{name: cells[row] for name, cells in columns.items()} for row in rows]


def _usual_unit(points: list[dict[str, Any]]) -> str:
    most = {unit: max(point[unit] for point in points) for unit in ("trees", "leaves", "rules", "features")}
    if most["trees"] > 1:
        return "trees"
    if most["leaves"] > 0 or most["features"] == 0:
        return "leaves"
    return "rules" if most["rules"] > 0 else "features"  # linear models have neither leaves nor rules


def _usual_measure(points: list[dict[str, Any]]) -> str:
    return "loss" if any(point.get("train_loss") is not None for point in points) else "error"


def _name(path: Any) -> str:
    return Path(path).stem if isinstance(path, (str, os.PathLike)) else "the path"


def _series_of(points: list[dict[str, Any]], name: str, unit: str, error: str) -> _series.Series:
    """One error of a path without its estimator; not in per cent, since a file does not say what its errors are."""
    rows = "held-out rows" if error.startswith("validation") else "training rows"
    measured = [point for point in points if point.get(error) is not None and point[unit] > 0]
    if not measured:
        raise ValueError(f"{name} has no model with {unit}, and 0 has no place on a logarithmic scale")
    drawn = sorted((point[unit], point[error]) for point in measured)
    judge = error.replace("train", "validation")
    judged = [point for point in measured if point.get(judge) is not None]
    least = min(judged, key=lambda point: point[judge]) if judged else None
    kept = (least[unit], least[error]) if least else None
    return _series.Series(name, drawn, rows, error.split("_")[1], kept, LEAST_NAME)
