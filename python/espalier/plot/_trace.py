"""plot_trace: the course of an annealing run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._canvas import COLOURS, fitted, matplotlib, number, open_frame
from ._columns import Columns, columns_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PANELS = {"survivors": "candidates that are left", "objective": "objective"}


def plot_trace(trace: Any, *, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
    """Draw an annealing run in two panels, and return their Axes: the candidates left, and the objective, by epoch.

    Candidates are dropped on a schedule, and each drop may raise the objective; between drops it falls. Every value of
    the shrinkage is a line. The epochs that refit the survivors of each size (`refit`) are not drawn.

    Parameters
    ----------
    trace : fitted estimator, file name, data frame, dict of columns, or list of dicts
        An estimator that was fitted with `trace=True`, its `trace_`, the CSV that `espalier train --trace` wrote, or
        the columns `shrinkage`, `epoch`, `survivors` and `objective`.
    axes : two matplotlib Axes, optional
        Where to draw, by default on a new figure.

    Examples
    --------
    >>> from espalier.plot import plot_trace
    >>> left, right = plot_trace(
    ...     {"shrinkage": [3, 3, 3], "epoch": [1, 2, 3], "survivors": [400, 60, 20], "objective": [0.5, 0.4, 0.38]}
    ... )
    >>> right.get_ylabel()
    'objective'
    """
    columns = _selecting(columns_of(_rows(trace), ["shrinkage", "epoch", *PANELS], "plot_trace", words=["phase"]))
    if axes is None:
        axes = matplotlib().pyplot.subplots(1, 2, figsize=(9.6, 3.8), layout="constrained")[1]
    if len(axes) != 2:
        raise ValueError(f"axes must be two Axes, one for the candidates and one for the objective, got {len(axes)}")
    shrinkages = sorted({value for value in columns["shrinkage"] if value is not None})
    for ax, (name, label) in zip(axes, PANELS.items(), strict=True):
        for place, shrinkage in enumerate(shrinkages):
            points = _points(columns, name, shrinkage)
            line = ax.plot(*zip(*points, strict=True), color=COLOURS[place % len(COLOURS)], linewidth=1.6)[0]
            line.set_label(f"shrinkage {number(shrinkage, 4)}")
            # After the last colour, the colours repeat with other dashes.
            line.set_linestyle(("solid", "dashed", "dotted")[place // len(COLOURS) % 3])
        ax.set_xlabel("epoch")
        ax.set_ylabel(label)
        open_frame(ax, grid="both")
    _scale_survivors(axes[0])
    if len(shrinkages) > 1:
        axes[1].legend(frameon=False, fontsize=9)
    return axes


def _rows(trace: Any) -> Any:
    if not hasattr(trace, "fit"):
        return trace
    rows = getattr(fitted(trace, "plot_trace"), "trace_", None)
    if rows is None:
        raise ValueError("the estimator has no trace: fit it with trace=True")
    return rows


def _selecting(columns: Columns) -> Columns:
    """Only the epochs in which candidates are dropped, if the trace distinguishes them."""
    phases = columns.pop("phase", None)
    if phases is None:
        return columns
    return {
        name: [cell for cell, phase in zip(cells, phases, strict=True) if phase == "select"]
        for name, cells in columns.items()
    }


def _points(columns: dict[str, Any], name: str, shrinkage: float) -> list[tuple[float, float]]:
    """The epochs of one run, in order."""
    rows = zip(columns["shrinkage"], columns["epoch"], columns[name], strict=True)
    points = [(epoch, value) for of, epoch, value in rows if of == shrinkage and None not in (epoch, value)]
    if not points:
        raise ValueError(f"plot_trace: shrinkage {shrinkage} has no {name}")
    return sorted(points, key=lambda point: point[0])


def _scale_survivors(ax: Axes) -> None:
    """Use a logarithmic scale, since the schedule drops a share of the candidates left; with plain numbers."""
    ticker = matplotlib().ticker
    ax.set_yscale("log")
    low, high = ax.get_ylim()
    if high < 500 * low:
        ax.yaxis.set_major_locator(ticker.LogLocator(10, subs=(1, 2, 5)))
    ax.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.6g}"))
    ax.yaxis.set_minor_formatter(ticker.NullFormatter())
