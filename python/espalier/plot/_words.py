"""Splits and leaves in words, short enough for a box."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from .. import _core
from ._canvas import minus, number, shortened

LINE = 18  # characters of a line of a box
NAME_LINES = 3
ADDED = 3  # of the outputs of a vector leaf
ANY_NUMBER = 3.4028234663852886e38  # the largest float32: a split that asks whether there is a value
# Methods whose model is the mean of its trees, so that a leaf can be shown as what its tree predicts.
AVERAGING = ("forest", "extra")


@dataclass
class Leaf:
    """The text of a leaf: its lines, and what its colour stands for."""

    lines: list[str]
    value: float  # a number to colour by, or the share of the class
    winner: int | None = None  # the class


def condition(split: dict, features: list[dict], most: int) -> str:
    """The question of a split, in lines, naming at most `most` categories of a set."""
    feature = features[split["feature"]]
    if feature["type"] == "numeric":
        if split["threshold"] == ANY_NUMBER:
            return wrapped(feature["name"], "is present")
        return wrapped(feature["name"], f"≤ {minus(_core.threshold_text(split['threshold']))}")
    labels = [feature["labels"][code] for code in split["categories"]]
    if len(labels) == 1:
        return wrapped(feature["name"], f"= {shortened(labels[0], LINE)}")
    return wrapped(feature["name"], "is one of") + "\n" + _set(labels, most)


def leaf_text(index: int) -> str:
    """A leaf by the number that `apply` returns for rows that end there."""
    return f"leaf {index}"


def cut_text(first: int, last: int) -> str:
    """What is below a split where the picture ends."""
    return f"…\n{last - first + 1} leaves,\n{first} to {last}"


def branches(split: dict, missing: bool) -> tuple[str, str]:
    """The texts at the two branches of a split."""
    if not missing or split.get("threshold") == ANY_NUMBER:
        return "yes", "no"
    left = split["missing"] == "left"
    return ("yes or\nmissing", "no") if left else ("yes", "no or\nmissing")


def wrapped(name: str, rest: str) -> str:
    """A name broken into lines at spaces, underscores and the like, followed by the rest of the text."""
    lines = _broken(name)
    if len(lines) > NAME_LINES:
        lines = [*lines[: NAME_LINES - 1], shortened(lines[NAME_LINES - 1] + "…", LINE)]
    if len(lines[-1]) + 1 + len(rest) <= LINE:
        return "\n".join([*lines[:-1], f"{lines[-1]} {rest}"])
    return "\n".join([*lines, rest])


def _broken(name: str) -> list[str]:
    lines = [""]
    for word in re.findall(r"[^\s_./-]*[\s_./-]?", name):
        for start in range(0, len(word), LINE):
            piece = word[start : start + LINE]
            if lines[-1] and len((lines[-1] + piece).rstrip()) > LINE:
                lines.append("")
            lines[-1] += piece
    return [line.strip() for line in lines]


def _set(labels: list[str], most: int) -> str:
    shown = [shortened(label, LINE) for label in labels[:most]]
    lines = [""]
    for position, label in enumerate(shown):
        item = label + ("," if position + 1 < len(labels) else "")
        if lines[-1] and len(lines[-1]) + 1 + len(item) > LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {item}".strip()
    if len(labels) > most:
        lines.append(f"+ {len(labels) - most} more")
    return "\n".join(lines)


def rows_text(rows: float, total: float, root: bool) -> str:
    """The number of training rows, and their share of all."""
    count = f"{rows:,.0f}" if rows == int(rows) else f"{rows:,.1f}"
    noun = "row" if rows == 1 else "rows"
    return f"{count} {noun}" if root or total <= 0 else f"{count} {noun}, {_percent(rows / total)}"


def _percent(share: float) -> str:
    """A share in whole per cent, but never 0% or 100% unless it is exactly that."""
    if 0 < share < 0.005:
        return "< 1%"
    return "> 99%" if 0.995 <= share < 1 else f"{100 * share:.0f}%"


def class_name(label: str) -> str:
    """The name of a class: its label, or "class" and its label if that could be read as a value."""
    bare = re.fullmatch(r"[-+.\d]+(e[-+]?\d+)?", label) is not None
    return shortened(f"class {label}" if bare else label, LINE)


def output_name(model: dict, output: int) -> str:
    """The name of an output: a class, or one of several targets."""
    if model["task"] == "regression":
        return shortened(model["targets"][output], LINE)
    return class_name(model["classes"][output])


def leaf(model: dict, tree: dict, terminal: dict, method: str, precision: int) -> Leaf:
    """The text of a leaf: its prediction if the model is its tree or a mean of trees, otherwise what it adds."""
    if len(model["trees"]) == 1 or method in AVERAGING:
        return _prediction(model, tree, terminal, precision)
    values = terminal["value"]
    if len(values) == 1:
        return Leaf([number(values[0], precision, signed=True)], values[0])
    order = sorted(range(len(values)), key=lambda k: -abs(values[k]))
    lines = [f"{output_name(model, k)}: {number(values[k], precision, signed=True)}" for k in order[:ADDED]]
    lines += ["…"] * (len(values) > ADDED)
    if model["task"] == "regression":  # coloured by the first target
        return Leaf(lines, values[0])
    winner = values.index(max(values))
    return Leaf(lines, values[winner], winner)


def _prediction(model: dict, tree: dict, terminal: dict, precision: int) -> Leaf:
    scores = list(model["intercept"])
    first = tree["output"] or 0
    for k, value in enumerate(terminal["value"]):
        scores[first + k] += value * len(model["trees"])
    if model["task"] == "regression":
        if len(scores) == 1:
            return Leaf([number(scores[0], precision)], scores[0])
        lines = [f"{output_name(model, k)}: {number(score, precision)}" for k, score in enumerate(scores[:ADDED])]
        return Leaf(lines + ["…"] * (len(scores) > ADDED), scores[0])
    shares = probabilities(model["link"], scores)
    winner = shares.index(max(shares))
    # The class first: "96% <=50K" would read as a sum.
    return Leaf([f"{class_name(model['classes'][winner])}: {_percent(shares[winner])}"], shares[winner], winner)


def probabilities(link: str, scores: list[float]) -> list[float]:
    """The probability of each class, as docs/format.md defines it for each link."""
    if link == "softmax":
        top = max(scores)
        powers = [math.exp(score - top) for score in scores]
        return [power / sum(powers) for power in powers]
    if len(scores) == 1:
        one = 1 / (1 + math.exp(-scores[0])) if link == "logistic" else min(max(scores[0], 0.0), 1.0)
        return [1 - one, one]
    cut = [min(max(score, 0.0), 1.0) for score in scores]
    total = sum(cut)
    return [share / total if total > 0 else 1 / len(cut) for share in cut]


def title(model: dict, tree: dict, index: int, method: str) -> str:
    """Which tree is drawn, and what its leaves show; empty if the tree is the whole model."""
    count = len(model["trees"])
    if count == 1:
        return ""
    which = f"tree {index} (of {count}, the first is 0)"
    if method in AVERAGING:
        return f"{which}\nwhat it predicts; the model is the mean of its trees"
    return f"{which}\nwhat it adds to {_sum(model, tree)}"


def _sum(model: dict, tree: dict) -> str:
    if model["task"] == "regression":
        if "target" in model:
            return f"{model['target']}, from {number(model['intercept'][0], 4)}"
        if tree["output"] is None:
            return "the targets"
        return f"{output_name(model, tree['output'])}, from {number(model['intercept'][tree['output']], 4)}"
    kind = {"logistic": "log-odds", "softmax": "score", "probability": "probability"}.get(model["link"], "score")
    if len(model["intercept"]) == 1:
        return f"the {kind} of {class_name(model['classes'][1])}"
    if tree["output"] is None:
        return f"the {kind}s of the classes".replace("probabilitys", "probabilities")
    return f"the {kind} of {class_name(model['classes'][tree['output']])}"
