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

FLOATS = (np.float32, np.float64)
TEXTS = "OSUT"  # kinds of arrays that hold objects and texts


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
    texts = X.dtype.kind in TEXTS
    return check_array(
        X,
        accept_sparse="csc",
        dtype=None if texts else FLOATS,
        ensure_all_finite=False,
        ensure_min_samples=1,
        estimator=estimator,
        input_name="X",
    )


def matrix_table(matrix, names, categories):
    """The core's table of an array, dense or sparse.

    `categories` has the columns that must be categorical, with their labels where these are given, else None.
    """
    table = _core.Table(matrix.shape[0])
    if sparse.issparse(matrix):
        matrix = matrix.astype(np.float32, copy=False).toarray(order="F")
    if matrix.dtype.kind not in TEXTS and not categories:
        table.add_matrix(matrix, names)
        return table
    for column, name in enumerate(names):
        _add_cells(table, name, matrix[:, column], categories)
    return table


def frame_table(frame, names, categories, positions=None):
    """The core's table of a data frame, or of the columns at some positions; `categories` as above."""
    table = _core.Table(len(frame))
    chosen = frame if positions is None else frame[:, positions]  # has no rows if no column is chosen
    matrix = None if categories else _small_matrix(chosen)
    if matrix is not None:
        table.add_matrix(matrix, names)
        return table
    for column, name in zip(chosen.iter_columns(), names, strict=True):
        _add_series(table, name, column, categories)
    return table


def _small_matrix(frame):
    """A small frame of floats as an array: a copy of it costs less than a look at every column."""
    types = {str(dtype).lower() for dtype in getattr(frame.to_native(), "dtypes", ())}
    if len(types) != 1 or not types <= {"float32", "float64"} or frame.shape[0] * frame.shape[1] > 1_000_000:
        return None
    matrix = frame.to_numpy()
    return matrix if matrix.dtype in FLOATS else None


def _add_series(table, name, series, categories):
    dtype = series.dtype
    if dtype in (nw.Categorical, nw.Enum):
        _add_labels(table, name, *_category_codes(series), categories.get(name))
    elif dtype.is_numeric() or dtype == nw.Boolean:
        numbers = series.cast(nw.Int8) if dtype == nw.Boolean else series  # missing truth values are NaN then
        _add_cells(table, name, _numbers(numbers.to_numpy()), categories)
    elif dtype in (nw.String, nw.Object) or dtype == nw.Unknown:
        _add_cells(table, name, series.to_numpy(), categories, texts_may_be_numbers=False)
    else:
        raise ValueError(f'column "{name}" holds {dtype}; make numbers or categories of it, or leave it out')


def _numbers(values):
    if values.dtype in FLOATS:
        return values
    if values.dtype == object:  # decimals, or None among them
        return values.astype(np.float64)
    return values.astype(np.float32 if values.dtype.itemsize <= 2 else np.float64)


def _category_codes(series):
    native = series.to_native()
    if hasattr(native, "cat") and hasattr(native.cat, "codes"):  # pandas and what follows it
        return native.cat.codes.to_numpy().astype(np.int32), [label_text(label) for label in native.cat.categories]
    return _core.encode(series.cast(nw.String).to_numpy().tolist())


def _add_cells(table, name, cells, categories, texts_may_be_numbers=True):
    """Numbers, or objects that are numbers if all of them are and otherwise texts."""
    if cells.dtype.kind not in TEXTS:
        if name in categories:
            _add_labels(table, name, *_number_codes(cells), categories[name])
        else:
            table.add_numbers(name, cells)
        return
    if name not in categories and (texts_may_be_numbers or not any(isinstance(cell, str) for cell in cells)):
        try:
            table.add_numbers(name, cells.astype(np.float64))
            return
        except ValueError:  # there are texts among them
            pass
    _add_labels(table, name, *_core.encode(cells.tolist()), categories.get(name))


def _number_codes(values):
    """Numbers that are categories: codes, and the numbers as texts."""
    found, codes = np.unique(values, return_inverse=True)
    missing = np.isnan(found)
    codes = np.where(missing[codes], -1, codes).astype(np.int32)
    return codes, [label_text(value) for value in found[~missing]]


def _add_labels(table, name, codes, labels, known):
    table.add_categories(name, *_core.recode(codes, labels, known))


def regression_target(y, weights):
    values = column_or_1d(y, warn=True)
    if values.dtype.kind in TEXTS:
        values = values.astype(np.float64)
    assert_all_finite(values, input_name="y")
    return _core.regression_target(_name_of(y), np.ascontiguousarray(values, np.float64), weights)


def class_target(y, weights, classes=None):
    """The target, and the classes in order; with `classes` given y must hold no others."""
    values = column_or_1d(y, warn=True)
    if values.dtype == object and any(label is None or label != label for label in values):
        raise ValueError("y must not hold missing values")
    check_classification_targets(values)
    found = np.unique(values)
    if classes is not None:
        unknown = np.setdiff1d(found, classes)
        if len(unknown):
            raise ValueError(f'y holds the class "{label_text(unknown[0])}", which the training data do not')
        found = classes
    labels = [label_text(label) for label in found]
    return _core.class_target(_name_of(y), _positions_in(found, values), labels, weights), found


def _positions_in(found, values):
    """Where in `found`, which is sorted, each value stands; in blocks, since NumPy's answer takes twice the room."""
    codes = np.empty(len(values), np.int32)
    for start in range(0, len(values), 65536):
        block = slice(start, start + 65536)
        codes[block] = np.searchsorted(found, values[block])
    return codes


def label_text(label):
    """A class as a model file has it: numbers as the core writes them."""
    if isinstance(label, (float, np.floating)):
        return str(int(label)) if float(label).is_integer() else repr(float(label))
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
