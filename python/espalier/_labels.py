"""Labels: categories and classes as model files write them."""

from __future__ import annotations

import numbers

import numpy as np


def label_text(label):
    """The text of a label; None if it is missing. A number has one text, whatever its type."""
    if is_missing(label):
        return None
    if isinstance(label, (float, np.floating)):
        return str(int(label)) if np.isfinite(label) and label == np.floor(label) else str(label)
    return str(label)


def category_text(cell):
    """The text of a cell in a column of objects, which may hold only texts and numbers."""
    if not is_missing(cell):
        check_type(type(cell))
    return label_text(cell)


def check_type(of):
    if not issubclass(of, (str, bytes, numbers.Number, np.generic)) or issubclass(of, (complex, np.complexfloating)):
        raise TypeError(f"got {of.__name__}; the argument must be a string or a real number")


def is_missing(cell):
    """None, NaN of any type, and pandas' NA and NaT."""
    return cell is None or type(cell).__name__ in ("NAType", "NaTType") or bool(np.isscalar(cell) and cell != cell)


def labels_from_text(texts):
    """The classes of a model file, as numbers or truth values if all of them are written so."""
    for parse in (int, float, {"False": False, "True": True}.__getitem__):
        try:
            labels = [parse(text) for text in texts]
        except (ValueError, KeyError):
            continue
        if [label_text(label) for label in labels] == list(texts):
            return np.array(labels)
    return np.array(texts)
