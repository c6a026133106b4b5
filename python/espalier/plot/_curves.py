"""The lines of plot_frontier, with the words that explain them.

A line remembers its series, so that a further call on the same Axes knows what was drawn: it takes the next colours and
tells names apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _series
from ._canvas import COLOURS, GREY, matplotlib, plain
from ._series import Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = "sD^vPX*"  # for readers who cannot tell the colours apart, and for print; the circle is the model kept
KEPT: dict[str, Any] = {"marker": "o", "markersize": 9, "markeredgecolor": "white", "linestyle": "none", "zorder": 3}
THIN: dict[str, Any] = {"linewidth": 0.8, "alpha": 0.45}
THIN_NAME = "every model on the way"
HINT = "better ↙"


def drawn(ax: Axes) -> list[Series]:
    """What earlier calls drew, in order."""
    return [line._series for line in _named_lines(ax)]


def _named_lines(ax: Axes) -> list[Any]:
    return [line for line in ax.lines if hasattr(line, "_series")]


def draw(ax: Axes, series: list[Series], best: bool) -> None:
    for each in series:
        place = _next_place(ax)
        colour = COLOURS[place % len(COLOURS)]
        if each.path:
            line = _draw_path(ax, each, colour, best)
        else:
            line = ax.plot(*_both(each.points), color=colour, marker=MARKERS[place % len(MARKERS)], linewidth=1.2)[0]
        line._series = each
    everything = drawn(ax)
    for line, name in zip(_named_lines(ax), _names(everything), strict=True):
        line.set_label(name)
    ax.set_ylabel(_error_label(everything))
    _set_limits(ax)
    _explain(ax, everything)


def _next_place(ax: Axes) -> int:
    """The first colour that no line has yet, counting the user's lines; after the last colour, the first again."""
    to_hex = matplotlib().colors.to_hex
    used = {to_hex(line.get_color()).upper() for line in ax.lines}
    free = [place for place, colour in enumerate(COLOURS) if colour.upper() not in used]
    return free[0] if free else len(_named_lines(ax))


def _draw_path(ax: Axes, series: Series, colour: str, best: bool) -> Any:
    """The line that stands for the series in the legend."""
    # Errors on training rows are dashed: they say little of new rows, and a learning curve has both.
    style = "dashed" if series.rows == "training rows" else "solid"
    thick: dict[str, Any] = {"color": colour, "linewidth": 2, "linestyle": style}
    if best:
        ax.plot(*_both(series.points), color=colour, gid=THIN_NAME, **THIN)
        line = ax.step(*_both(_series.best_so_far(series.points)), where="post", **thick)[0]
    else:
        line = ax.plot(*_both(series.points), **thick)[0]
    if series.kept:
        ax.plot(*_both([series.kept]), color=colour, **KEPT)
    return line


def _both(points: list[_series.Point]) -> tuple[list[float], list[float]]:
    return [size for size, _ in points], [error for _, error in points]


def _path_rows(series: list[Series]) -> list[str]:
    return sorted({each.rows for each in series if each.path})


def _names(series: list[Series]) -> list[str]:
    """The names of the series: with their rows if paths differ in them, and numbered if two are still alike."""
    several = len(_path_rows(series)) > 1
    names: list[str] = []
    for each in series:
        name = f"{each.name}, {each.rows}" if several else each.name
        count = 1
        while (name if count == 1 else f"{name} ({count})") in names:
            count += 1
        names.append(name if count == 1 else f"{name} ({count})")
    return names


def _error_label(series: list[Series]) -> str:
    """The measure, and its rows unless the names say them."""
    what, rows = series[0].what, _path_rows(series)
    if len(rows) > 1:
        return what
    if not rows:
        return f"{what}\non {_series.GIVEN}"
    if all(each.path for each in series):
        return f"{what}\non {rows[0]}"
    return f"{what}\ncurves on {rows[0]},\nothers on {_series.GIVEN}"


def _set_limits(ax: Axes) -> None:
    ax.autoscale(axis="y")  # limits of an earlier call would stay
    ax.margins(y=0.08)
    ax.set_ylim(bottom=-0.04 * ax.get_ylim()[1])  # from nothing, so that lengths compare as errors do


def _explain(ax: Axes, series: list[Series]) -> None:
    """Say which direction is good, and add a legend if there is anything to explain."""
    if not any(text.get_text() == HINT for text in ax.texts):
        ax.annotate(HINT, (0.015, 0.06), xycoords="axes fraction", color=GREY, fontsize=8)
    make = matplotlib().lines.Line2D
    handles = ax.get_legend_handles_labels()[0]
    if any(line.get_gid() == THIN_NAME for line in ax.lines):
        handles.append(make([], [], color=GREY, label=THIN_NAME, **THIN))
    for name in dict.fromkeys(each.kept_name for each in series if each.kept):
        handles.append(make([], [], color=GREY, label=name, **KEPT))
    if len(handles) > 1:
        for text in ax.legend(handles=handles, frameon=False, fontsize=9).get_texts():
            plain(text)
