"""The parts that all pictures share: matplotlib when it is needed, colours, numbers as text, and checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklearn.utils.validation import check_is_fitted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours, which people with any kind of colour vision tell apart; the order puts the darkest first,
# since lines are drawn in them too.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F5F00", "#000000")
GREY = "#6B6B6B"
LIGHT = "#D0D0D0"


def matplotlib() -> Any:
    """The module, or an error that says how to get it."""
    try:
        import matplotlib.pyplot
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install matplotlib") from error
    return matplotlib


def new_axes(width: float, height: float) -> Axes:
    """Axes of a new figure of that many inches, laid out so that no label is cut off."""
    return matplotlib().pyplot.subplots(figsize=(width, height), layout="constrained")[1]


def open_frame(ax: Axes, grid: str) -> None:
    """Keep only the two sides that carry numbers, and draw light lines behind the data."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis=grid, color=LIGHT, linewidth=0.6)
    ax.set_axisbelow(True)


def fitted(estimator: Any, what: str) -> Any:
    """The estimator, if it is one of espalier's and trained."""
    from .._base import Estimator

    if not isinstance(estimator, Estimator):
        hint = "; give its last step" if hasattr(estimator, "steps") else ""
        raise TypeError(f"{what} draws estimators from espalier, got {type(estimator).__name__}{hint}")
    check_is_fitted(estimator)
    return estimator


def number(value: float, precision: int, signed: bool = False) -> str:
    """A number with this many digits, thousands separators and a true minus."""
    sign = "+" if signed else ""
    value = float(value) + 0.0  # no −0
    whole = 10**precision <= abs(value) < 1e7
    text = f"{value:{sign},.0f}" if whole else f"{value:{sign}.{precision}g}"
    return minus(text)


def minus(text: str) -> str:
    """The text of a number with a true minus."""
    return text.replace("-", "−")


def plain(text: Any) -> Any:
    """The matplotlib text with dollar signs as they are, since names of columns are not formulas."""
    text.set_parse_math(False)
    return text


def shortened(text: str, most: int) -> str:
    """The text, cut to at most this many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"
