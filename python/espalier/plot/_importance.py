"""plot_importance: how much each column contributes to a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ._canvas import COLOURS, GREY, LIGHT, fitted, new_axes, open_frame, plain, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW = 0.26  # inches of a bar with the space around it
WIDTH = 6.4
LONGEST_NAME = 40


def plot_importance(estimator: Any, *, top: int = 20, ax: Axes | None = None) -> Axes:
    """Draw the importances of the columns as bars, the largest on top, and return the Axes.

    An importance is the column's share in the gain of all splits, as in `feature_importances_`; if the model keeps no
    statistics, in the number of splits. Columns that the model does not use have no bar.

    Parameters
    ----------
    estimator : fitted estimator
        An estimator of espalier.
    top : int, default=20
        Maximum number of columns to show; a last bar has the sum of the other columns that the model uses.
    ax : matplotlib Axes, optional
        Where to draw; by default on a new figure that is as high as the bars need.

    Examples
    --------
    >>> import espalier
    >>> from espalier.plot import plot_importance
    >>> model = espalier.BoostRegressor(trees=10).fit(*espalier.generate("friedman1", rows=500, seed=1))
    >>> axes = plot_importance(model, top=3)
    >>> [label.get_text() for label in axes.get_yticklabels()[:3]]
    ['x4', 'x2', 'x1']
    """
    if top < 1:
        raise ValueError(f"top must be at least 1, got {top}")
    names, shares, others = _bars(fitted(estimator, "plot_importance"), top)
    if ax is None:
        ax = new_axes(WIDTH, 0.8 + ROW * len(names))
    colours = [COLOURS[0]] * len(names)
    if others:
        colours[-1] = LIGHT
    bars = ax.barh(np.arange(len(names)), 100 * shares, height=0.7, color=colours)
    ax.bar_label(bars, [_percent(share) for share in shares], padding=3, fontsize=8, color=GREY)
    ax.set_yticks(np.arange(len(names)), names)
    for label in ax.get_yticklabels():
        plain(label)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_xlim(0, 112 * shares.max())  # room for the number beside the longest bar
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel(f"share of {_whole(estimator)}, %")
    open_frame(ax, grid="x")
    return ax


def _bars(estimator: Any, top: int) -> tuple[list[str], np.ndarray, int]:
    """Names and shares, largest first, and how many columns the last bar sums up, 0 if it is a single column."""
    all_shares = estimator.feature_importances_
    order = np.argsort(-all_shares, kind="stable")
    used = order[: np.count_nonzero(all_shares > 0)]
    if len(used) == 0:
        raise ValueError("the model is a constant, so no column has an importance")
    columns = estimator._column_names()
    names = [shortened(_core.readable(str(columns[position])), LONGEST_NAME) for position in used[:top]]
    others = len(used) - len(names)
    shares = all_shares[used[:top]]
    if others:
        names.append(f"{others} other" + ("s" if others > 1 else ""))
        shares = np.append(shares, all_shares[used[top:]].sum())
    return names, shares, others


def _whole(estimator: Any) -> str:
    """The quantity that the bars are shares of; a model without statistics has no gains."""
    gains = any(gain > 0 for _, gain, _ in estimator.model_.importances())
    if estimator.model_.linear:
        return "all |weight| × spread" if gains else "the terms"
    if estimator.model_.neural:
        return "all |value| × spread × |weight|" if gains else "the hyperplanes"
    return "the gain of all splits" if gains else "the splits"


def _percent(share: float) -> str:
    return "< 0.1%" if share < 0.0005 else f"{100 * share:.1f}%"
