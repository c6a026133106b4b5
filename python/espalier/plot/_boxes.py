"""The boxes of a tree's picture: making, measuring and placing them.

Texts are measured at the wanted font size. A new figure gets the size at which no two boxes of a level touch; on
existing Axes the font shrinks by as much as the room falls short, since the width of a text grows with the font size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._canvas import GREY, plain
from ._shape import Node

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FONT = 9.0  # points, as all lengths here
BRANCH_FONT = 0.8  # of the font
PAD = 0.4  # of the font, between a text and its frame
APART = 8.0  # between boxes of a level
BETWEEN = 42.0  # between levels: room for two lines beside a branch
POINTS = 72.0  # per inch
WIDEST = 30 * POINTS  # of a tree that is cut to fit: two or three screens
LARGEST = 100 * POINTS  # of one that is not; beyond that pictures are too large for most programs


@dataclass
class Box:
    """A node with its text; width and height with the frame, in points."""

    node: Node
    text: Any
    width: float = 0.0
    height: float = 0.0


@dataclass
class Span:
    """One direction of the picture at the full font size: from the first middle of a box to the last, plus margins."""

    steps: float  # in the units of the Axes
    unit: float  # points of a unit, at least
    before: float
    after: float

    @property
    def length(self) -> float:
        return self.before + self.steps * self.unit + self.after

    def limits(self, length: float, scale: float) -> tuple[float, float]:
        """Where Axes of this length begin and end, seen from the first middle, if the margins are scaled."""
        before, after = self.before * scale, self.after * scale
        if self.steps == 0:
            return -0.5, 0.5
        unit = (length - before - after) / self.steps
        return -before / unit, self.steps + after / unit


def make_box(ax: Axes, node: Node, lines: str, face: Any, style: str) -> Box:
    frame = {"boxstyle": f"round,pad={PAD}", "facecolor": face, "edgecolor": GREY, "linewidth": 0.8, "linestyle": style}
    text = ax.text(node.x, node.y, lines, ha="center", va="center", fontsize=FONT, bbox=frame, zorder=3)
    return Box(node, plain(text))


def measure(boxes: list[Box]) -> tuple[Span, Span]:
    """Fill in the sizes and heights of the boxes, and return the room that they need, across and down."""
    for box in boxes:
        box.width, box.height = (length + 2 * PAD * FONT for length in extent(box.text))
    levels = _levels(boxes)
    step = max(_step(level) for level in levels)
    last = max(box.node.x for box in boxes)
    left = max(box.width / 2 - box.node.x * step for box in boxes)
    right = max(box.width / 2 - (last - box.node.x) * step for box in boxes)
    across = Span(last, step, left + APART / 2, right + APART / 2)
    return across, _stack(levels)


def _stack(levels: list[list[Box]]) -> Span:
    """Put the levels below each other; the vertical unit is a point."""
    halves = [max(box.height for box in level) / 2 for level in levels]
    y = 0.0
    for depth, level in enumerate(levels):
        y -= halves[depth - 1] + BETWEEN + halves[depth] if depth > 0 else 0
        for box in level:
            box.node.y = y
            box.text.set_position((box.node.x, y))
    return Span(-y, 1.0, halves[0] + APART / 2, halves[-1] + APART / 2)


def extent(artist: Any) -> tuple[float, float]:
    """Width and height of what is drawn, in points."""
    window = artist.get_window_extent()
    points = POINTS / artist.get_figure().dpi
    return window.width * points, window.height * points


def _levels(boxes: list[Box]) -> list[list[Box]]:
    levels: list[list[Box]] = [[] for _ in range(1 + max(box.node.depth for box in boxes))]
    for box in boxes:
        levels[box.node.depth].append(box)
    return [sorted(level, key=lambda box: box.node.x) for level in levels]


def _step(level: list[Box]) -> float:
    """The least distance of neighbouring leaves at which the boxes of a level stay apart."""
    pairs = zip(level, level[1:], strict=False)
    return max((((a.width + b.width) / 2 + APART) / (b.node.x - a.node.x) for a, b in pairs), default=0.0)


def size_figure(ax: Axes, across: Span, down: Span) -> None:
    """Give our own figure the size that the picture and its title need."""
    title_width, title_height = extent(ax.title) if ax.get_title() else (0.0, 0.0)
    above = title_height + 2 * APART if title_height > 0 else 0.0
    width = min(max(across.length, title_width + 2 * APART), LARGEST)
    height = min(down.length + above, LARGEST)
    ax.figure.set_size_inches(width / POINTS, height / POINTS)
    ax.set_position((0, 0, 1, 1 - above / height))


def fit(ax: Axes, boxes: list[Box], across: Span, down: Span) -> float:
    """Set the limits, and the font so that all fits into the Axes; returns the font size."""
    width, height = extent(ax)
    scale = min(1.0, width / across.length, height / down.length)
    for box in boxes:
        box.text.set_fontsize(FONT * scale)
        box.width *= scale
        box.height *= scale
    ax.set_xlim(*across.limits(width, scale))
    top, bottom = down.limits(height, scale)
    ax.set_ylim(-bottom, -top)
    return FONT * scale
