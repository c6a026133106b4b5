"""One tree of a model as nested nodes, cut at a depth, with a place for each node.

Leaves stand side by side at a distance of one; a split stands in the middle of its two children. Linear in the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Node:
    """A split, a leaf, or a `cut`: a split that the picture does not go below."""

    kind: str
    record: dict  # the node in the JSON export
    leaves: int  # of the tree, below this node
    first_leaf: int  # the number of the leftmost of them
    depth: int
    children: list[Node] = field(default_factory=list)  # the left one first
    x: float = 0.0
    y: float = 0.0  # known once the heights of the boxes are known

    def all(self) -> Iterator[Node]:
        """This node and those below, in preorder."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children)


MOST_SIDE_BY_SIDE = 64  # as many as are measured to see how many fit; thousands take minutes to draw


def shape(tree: dict, max_depth: int | None) -> Node:
    """The root of a tree from the JSON export; without max_depth, a large tree is cut where it gets too wide."""
    counts = _leaf_counts(tree["splits"])
    if max_depth is None and counts[0] > MOST_SIDE_BY_SIDE:
        max_depth = _widest_depth(tree["splits"])
    root = _node(tree, 0, 0, 0, max_depth, counts)
    open_nodes = [root]
    while open_nodes:
        node = open_nodes.pop()
        if node.kind != "split":
            continue
        first = node.first_leaf  # leaves are numbered from left to right
        for child in (node.record["left"], node.record["right"]):
            node.children.append(_node(tree, child, first, node.depth + 1, max_depth, counts))
            first += node.children[-1].leaves
        open_nodes += node.children
    _place(root)
    return root


def _leaf_counts(splits: list[dict]) -> list[int]:
    counts = [0] * len(splits)
    for index in range(len(splits) - 1, -1, -1):  # children come after their parent
        for child in (splits[index]["left"], splits[index]["right"]):
            counts[index] += 1 if child < 0 else counts[child]
    return counts


def _widest_depth(splits: list[dict]) -> int:
    """The depth to cut at so that at most MOST_SIDE_BY_SIDE boxes stand side by side."""
    depth, ends, level = 0, 1, [0]
    while True:
        ends += len(level)  # each split of the level becomes two
        if ends > MOST_SIDE_BY_SIDE:
            return depth
        level = [child for s in level for child in (splits[s]["left"], splits[s]["right"]) if child >= 0]
        depth += 1


def _node(tree: dict, index: int, first_leaf: int, depth: int, max_depth: int | None, counts: list[int]) -> Node:
    if index < 0:
        return Node("leaf", tree["terminals"][-1 - index], 1, first_leaf, depth)
    kind = "cut" if max_depth is not None and depth >= max_depth else "split"
    return Node(kind, tree["splits"][index], counts[index], first_leaf, depth)


def _place(root: Node) -> None:
    nodes = list(root.all())
    ends = [node for node in nodes if not node.children]
    for position, node in enumerate(ends):
        node.x = float(position)
    for node in reversed(nodes):  # children before their parent
        if node.children:
            node.x = (node.children[0].x + node.children[1].x) / 2
