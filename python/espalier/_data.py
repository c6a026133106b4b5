"""What users hold data in, as the core's tables and targets.

Arrays of float32 and float64 are looked into where they are, in either order; data frames column by column. Other
numbers are converted, texts and categories become codes and labels just as the core's readers make them from a file.
"""

from __future__ import annotations

import narwhals as nw
import numpy as np
from scipy import sparse
from sklearn.utils import check_array, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import assert_all_finite

from . import _core

FLOATS = (np.float32,)


def as_frame(X):
    """X as a narwhals data frame, or None if it is no data frame."""
    if isinstance(X, np.ndarray) or sparse.issparse(X):
        return None
    frame = nw.from_native(X, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        raise ValueError("X is a lazy frame; call its collect() first")
    if isinstance(frame, nw.DataFrame):
        return frame
    if hasattr(X, "__arrow_c_stream__"):
        import pyarrow

        return nw.from_native(pyarrow.table(X))
    return None


def as_matrix(X, *, estimator):
    """X as an array of two axes of float32 or float64, or of objects where it holds texts."""
    X = X if sparse.issparse(X) or isinstance(X, np.ndarray) else np.asarray(X)
    texts = X.dtype.kind in "OSUT"
    return check_array(
        X,
        accept_sparse="csc",
        dtype=None if texts else FLOATS,
        ensure_all_finite=False,
        ensure_min_samples=1,
        estimator=estimator,
        input_name="X",
    )


def matrix_table(matrix, names, known=None):
    """The core's table of an array, dense or sparse."""
    table = _core.Table(matrix.shape[0])
    if sparse.issparse(matrix):
        matrix = matrix.astype(np.float32, copy=False).toarray(order="F")
    if matrix.dtype != object:
        table.add_matrix(matrix, names)
        return table
    for column, name in enumerate(names):
        _add_cells(table, name, matrix[:, column], known)
    return table


def frame_table(frame, names, known=None):
    """The core's table of a data frame; `known` has the labels of columns whose codes must be those of another table."""
    table = _core.Table(frame.shape[0])
    for column, name in zip(frame.iter_columns(), names, strict=True):
        _add_series(table, name, column, known)
    return table


def _add_series(table, name, series, known):
    dtype = series.dtype
    if dtype.is_numeric() or dtype == nw.Boolean:
        table.add_numbers(name, _numbers(series.to_numpy()))
    elif dtype in (nw.Categorical, nw.Enum):
        _add_labels(table, name, *_category_codes(series), known)
    elif dtype in (nw.String, nw.Object) or dtype == nw.Unknown:
        _add_cells(table, name, series.to_numpy(), known, numeric_texts=False)
    else:
        raise ValueError(f'column "{name}" holds {dtype}; make numbers or categories of it, or leave it out')


def _numbers(values):
    if values.dtype in FLOATS:
        return values
    if values.dtype == object:  # None among them
        return values.astype(np.float64)
    return values.astype(np.float32)


def _category_codes(series):
    native = series.to_native()
    if hasattr(native, "cat") and hasattr(native.cat, "codes"):  # pandas and what follows it
        return native.cat.codes.to_numpy().astype(np.int32), [str(label) for label in native.cat.categories]
    return _core.encode(series.cast(nw.String).to_numpy().tolist())


def _add_cells(table, name, cells, known, numeric_texts=True):
    """Objects: numbers if all of them are, otherwise texts."""
    texts = isinstance(known, dict) and name in known
    if not texts and (numeric_texts or not any(isinstance(cell, str) for cell in cells)):
        try:
            table.add_numbers(name, cells.astype(np.float64).astype(np.float32))
            return
        except ValueError:
            pass
    _add_labels(table, name, *_core.encode(cells.tolist()), known)


def _add_labels(table, name, codes, labels, known):
    table.add_categories(name, *_core.recode(codes, labels, None if known is None else known.get(name)))


def regression_target(y, weights):
    values = column_or_1d(y, warn=True)
    if values.dtype.kind in "OSUT":
        values = values.astype(np.float64)
    assert_all_finite(values, input_name="y")
    return _core.regression_target(_name_of(y), np.ascontiguousarray(values, np.float64), weights)


def class_target(y, weights, classes=None):
    """The target, and the classes in order; with `classes` given y must hold no others."""
    values = column_or_1d(y, warn=True)
    if values.dtype == object and any(label is None or label != label for label in values):
        raise ValueError("y must not hold missing values")
    check_classification_targets(values)
    found, codes = np.unique(values, return_inverse=True)
    if classes is not None:
        unknown = np.setdiff1d(found, classes)
        if len(unknown):
            raise ValueError(f'y holds the class "{label_text(unknown[0])}", which the training data do not')
        codes = np.searchsorted(classes, found)[codes]
        found = classes
    labels = [label_text(label) for label in found]
    return _core.class_target(_name_of(y), codes.astype(np.int32), labels, weights), found


def label_text(label):
    """A class as a model file has it: numbers as the core writes them."""
    if isinstance(label, (float, np.floating)) and float(label).is_integer():
        return str(int(label))
    return str(label)


def labels_from_text(texts):
    """The classes of a model file: numbers or truth values where all of them are written so."""
    for parse in (int, float, {"False": False, "True": True}.__getitem__):
        try:
            labels = [parse(text) for text in texts]
        except (ValueError, KeyError):
            continue
        if [label_text(label) for label in labels] == list(texts):
            return np.array(labels)
    return np.array(texts)


def _name_of(y):
    name = getattr(y, "name", None)
    return name if isinstance(name, str) and name else "target"
