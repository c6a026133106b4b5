"""plot_tree: one tree of a model."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from . import _boxes, _words
from ._boxes import Box, Span
from ._canvas import COLOURS, GREY, fitted, matplotlib, new_axes, plain
from ._shape import Node, shape

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FAINTEST, STRONGEST = 0.10, 0.60  # how much of a colour a leaf has; black is readable on all of them


def plot_tree(
    estimator: Any,
    tree: int = 0,
    *,
    max_depth: int | None = None,
    missing: bool = True,
    labels: int = 4,
    precision: int = 4,
    ax: Axes | None = None,
) -> Axes:
    """Draw one tree, the root on top, and return the Axes; rows for which a question holds go left.

    If the model is this one tree or, as in forests, the mean of such trees, a leaf shows its prediction; otherwise it
    shows what it adds to the sum. For classes it shows the most probable class and its probability, which for a tree or
    a forest is the class's share of the leaf's training rows. Numbers of rows are shown if the model keeps them, which
    models with a budget in bytes do not. Every leaf has the number that `apply` returns for the rows that end there. A
    dotted frame marks a leaf in the place of a missing child: the rows that would go on stop there.

    Parameters
    ----------
    estimator : fitted estimator
        An estimator of espalier.
    tree : int, default=0
        The number of the tree, counted from 0.
    max_depth : int, optional
        Maximum number of splits from the root; below them stand "…" and the leaves that are there. By default a tree is
        drawn whole if it fits into a width of 30 inches, and otherwise as far down as it fits; on `ax`, as far down as
        at most 64 boxes stand side by side.
    missing : bool, default=True
        Whether to say at every split where missing values go; categories that a split has not seen go the same way.
    labels : int, default=4
        Maximum number of categories of a split that are named; the others are counted. 1000 names them all.
    precision : int, default=4
        Digits of values. Thresholds have as many as it takes to part all rows as the model does.
    ax : matplotlib Axes, optional
        Where to draw; the text is made small enough to fit. By default, a new figure of the size that the tree needs.

    Examples
    --------
    >>> import espalier
    >>> from espalier.plot import plot_tree
    >>> waves, kind = espalier.generate("waveform", rows=300, seed=1)
    >>> axes = plot_tree(espalier.TreeClassifier(budget="4leaves").fit(waves, kind))
    >>> axes.texts[0].get_text().splitlines()[-1]
    '300 rows'
    """
    model = json.loads(fitted(estimator, "plot_tree").export("json"))
    chosen = _chosen_tree(model, tree)
    _check_at_least("max_depth", max_depth, 0)
    _check_at_least("labels", labels, 1)
    _check_at_least("precision", precision, 1)
    method = estimator._method.name if hasattr(estimator, "_method") else ""  # a stripped file does not say
    title = _words.title(model, chosen, tree, method)
    own = ax is None
    ax = new_axes(1, 1) if ax is None else ax
    ax.set_axis_off()
    plain(ax.set_title(title, fontsize=_boxes.FONT + 1))
    teller = _Teller(model, chosen, method, precision, labels)
    boxes, across, down = _lay_out(ax, chosen, max_depth, teller, _boxes.WIDEST if own else math.inf)
    if own:
        ax.figure.set_layout_engine("none")
        _boxes.size_figure(ax, across, down)
    font = _boxes.fit(ax, boxes, across, down)
    _draw_branches(ax, boxes, missing, font)
    return ax


def _chosen_tree(model: dict, tree: int) -> dict:
    if model.get("format") != "espalier-forest":
        raise ValueError("plot_tree needs a model that is made of trees")
    trees = model["trees"]
    if not trees:
        raise ValueError("the model has no tree: it predicts the same for every row")
    if not 0 <= tree < len(trees):
        raise ValueError(f"tree must be in [0, {len(trees) - 1}], got {tree}")
    return trees[tree]


def _check_at_least(name: str, value: int | None, least: int) -> None:
    if value is not None and value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")


class _Teller:
    """The text and the colour of every node of one tree."""

    def __init__(self, model: dict, tree: dict, method: str, precision: int, labels: int):
        self._model, self._labels = model, labels
        self._leaves = {id(t): _words.leaf(model, tree, t, method, precision) for t in tree["terminals"]}
        values = [leaf.value for leaf in self._leaves.values()]
        self._low, self._high = min(values), max(values)
        self._adds = len(model["trees"]) > 1 and method not in _words.AVERAGING
        self._total = tree["splits"][0].get("rows", 0.0)

    def lines(self, node: Node) -> str:
        if node.kind == "leaf":
            lines = list(self._leaves[id(node.record)].lines)
        elif node.kind == "cut":
            return _words.cut_text(node.first_leaf, node.first_leaf + node.leaves - 1)
        else:
            lines = [_words.condition(node.record, self._model["features"], self._labels)]
        if "rows" in node.record:
            lines.append(_words.rows_text(node.record["rows"], self._total, root=node.depth == 0))
        if node.kind == "leaf":
            lines.append(_words.leaf_text(node.first_leaf))
        return "\n".join(lines)

    def colour(self, node: Node) -> tuple[float, ...]:
        if node.kind != "leaf":
            return (1.0, 1.0, 1.0)
        leaf = self._leaves[id(node.record)]
        if self._adds:  # away from nothing: towards a class, or in two directions
            colour = leaf.winner if leaf.winner is not None else int(leaf.value < 0)
            most = max(abs(self._low), abs(self._high))
            return _tint(COLOURS[colour % len(COLOURS)], abs(leaf.value) / most if most > 0 else 0.0)
        if leaf.winner is not None:
            even = 1 / len(self._model["classes"])
            return _tint(COLOURS[leaf.winner % len(COLOURS)], (leaf.value - even) / (1 - even))
        spread = self._high - self._low
        return _tint(COLOURS[0], (leaf.value - self._low) / spread if spread > 0 else 0.5)


def _tint(colour: str, strength: float) -> tuple[float, ...]:
    share = FAINTEST + (STRONGEST - FAINTEST) * min(max(strength, 0.0), 1.0)
    return tuple(1 - share * (1 - part) for part in matplotlib().colors.to_rgb(colour))


def _lay_out(
    ax: Axes, tree: dict, max_depth: int | None, teller: _Teller, widest: float
) -> tuple[list[Box], Span, Span]:
    """The boxes and the room that they need; levels that make it too wide are cut off, unless a depth is given."""
    root = shape(tree, max_depth)
    while True:
        boxes = _make_boxes(ax, root, teller)
        across, down = _boxes.measure(boxes)
        deepest = max(box.node.depth for box in boxes)
        if max_depth is not None or across.length <= widest or deepest == 0:
            return boxes, across, down
        for box in boxes:
            box.text.remove()
        root = shape(tree, deepest - 1)


def _make_boxes(ax: Axes, root: Node, teller: _Teller) -> list[Box]:
    boxes = []
    for node in root.all():
        style = "dotted" if node.kind == "cut" or node.record.get("absent") else "solid"
        boxes.append(_boxes.make_box(ax, node, teller.lines(node), teller.colour(node), style))
    return boxes


def _draw_branches(ax: Axes, boxes: list[Box], missing: bool, font: float) -> None:
    """Draw lines from the middle of each box to the middle of its child; the boxes hide their ends."""
    low, high = ax.get_ylim()
    unit = _boxes.extent(ax)[1] / (high - low)  # points
    box_of = {id(box.node): box for box in boxes}
    for box in boxes:
        if box.node.children:
            words = _words.branches(box.node.record, missing)
            for child, word, side in zip(box.node.children, words, ("right", "left"), strict=True):
                _draw_branch(ax, box, box_of[id(child)], unit, (word, side, font * _boxes.BRANCH_FONT))


def _draw_branch(ax: Axes, box: Box, child: Box, unit: float, label: tuple[str, str, float]) -> None:
    start, end = box.node, child.node
    ax.plot([start.x, end.x], [start.y, end.y], color=GREY, linewidth=0.9, zorder=1)
    word, side, font = label
    # In the middle of the visible part of the line, on its outer side, so that the words of two branches stay apart.
    down = (start.y - end.y) * unit
    along = (down + box.height / 2 - child.height / 2) / (2 * down)
    place = (start.x + along * (end.x - start.x), start.y + along * (end.y - start.y))
    aside = {"xytext": (-3 if side == "right" else 3, 0), "textcoords": "offset points", "ha": side, "va": "bottom"}
    ax.annotate(word, place, color=GREY, fontsize=font, zorder=2, **aside)
